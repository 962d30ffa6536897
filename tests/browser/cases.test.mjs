// The same positions and records as tests/node/cases.test.mjs, asked in Chromium.
import { test } from "node:test";
import { cases, skip } from "../cases.mjs";
import { DIST } from "../node/support.mjs";
import { open } from "./support.mjs";

test("positions and records of public bug reports", { skip }, async (t) => {
  const page = await open(t, DIST);
  const call =
    (name) =>
    (...args) =>
      page.evaluate(([method, given]) => window.nanikiru[method](...given), [name, args]);
  const library = { analyze: call("analyze"), parseLog: call("parseLog"), convertLog: call("convertLog") };
  for (const { name, test: check } of cases) await t.test(name, () => check(library));
});
