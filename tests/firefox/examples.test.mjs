// Pages of examples/ in Firefox: the plain one and a bundled one. `npm run examples` has all of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { serve } from "../../scripts/serve.mjs";
import { HERE, made, played } from "../examples.mjs";
import { open } from "./browser.mjs";

for (const name of Object.keys(HERE)) {
  test(`examples/${name}: a click is judged, and then the best tile is marked`, async (t) => {
    const server = await serve(await made(name, "firefox"), { isolated: false });
    t.after(() => server.close());
    const { said, marks, turn, kita, wanted } = await played(await open(t, "about:blank"), server.url);
    assert.deepEqual({ said, marks, turn, kita }, { said: wanted, marks: [0, 1], turn: 5, kita: name === "html" });
  });
}
