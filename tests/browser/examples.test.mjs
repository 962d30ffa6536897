// Pages of examples/ in Chromium: the plain one and a bundled one. `npm run examples` has all of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { serve } from "../../scripts/serve.mjs";
import { HERE, made, played } from "../examples.mjs";
import { context } from "./support.mjs";

for (const name of Object.keys(HERE)) {
  test(`examples/${name}: a click is judged, and then the best tile is marked`, async (t) => {
    const server = await serve(await made(name, "chromium"), { isolated: false });
    t.after(() => server.close());
    const { said, marks, turn, kita, wanted } = await played(await (await context(t)).newPage(), server.url);
    assert.deepEqual({ said, marks, turn, kita }, { said: wanted, marks: [0, 1], turn: 5, kita: name === "html" });
  });
}
