// Positions and records of public bug reports give their right values through the package.
import { test } from "node:test";
import { cases, skip } from "../cases.mjs";
import { nanikiru } from "./support.mjs";

test("positions and records of public bug reports", { skip }, async (t) => {
  for (const { name, test: check } of cases) await t.test(name, () => check(nanikiru));
});
