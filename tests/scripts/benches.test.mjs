// A bench that measures nothing fails: all of them print by one table, which refuses that.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { table } from "../../benches/table.mjs";
import { ROOT } from "../../scripts/folders.mjs";

const BENCHES = join(ROOT, "benches");
const nobody = () => {};

test("a table prints its rows one by one", async () => {
  const lines = [];
  async function* rows() {
    yield ["first", 0];
    assert.equal(lines.length, 2);
    yield ["fast", "1.5"];
  }
  await table(["depth", "ms"], rows(), (line) => lines.push(line));
  assert.deepEqual(lines, ["| depth | ms |\n|---|---|", "| first | 0 |", "| fast | 1.5 |"]);
});

test("a table without rows, or with a cell that is no figure, fails", async () => {
  await assert.rejects(table(["ms"], [], nobody), /no rows/);
  for (const cell of [NaN, undefined, Infinity, "NaN", "0 (NaN)", ""]) {
    await assert.rejects(table(["a", "ms"], [[1, cell]], nobody), /nothing was measured/, `${cell}`);
  }
  await assert.rejects(table(["ms"], [[1, 2]], nobody), /2 cells under 1 heads/);
});

test("every bench in JavaScript prints its figures by that table", () => {
  const files = readdirSync(BENCHES).filter((file) => file.endsWith(".mjs") && file !== "table.mjs");
  const printing = files.filter((file) =>
    /console\.log|process\.stdout/.test(readFileSync(join(BENCHES, file), "utf8")),
  );
  assert.ok(printing.length >= 5, `${printing}`);
  for (const file of printing) {
    const source = readFileSync(join(BENCHES, file), "utf8");
    assert.match(source, /await (table|print)\(\[?/, `${file} prints no table`);
    assert.doesNotMatch(source, /-{3}\||console\.log\([`"']\|/, `${file} prints a table of its own`);
  }
});

test("a cold start has cases, and without a run of any the bench fails", () => {
  const { status, stderr } = spawnSync(process.execPath, [join(BENCHES, "cold.mjs"), "0"], { encoding: "utf8" });
  assert.equal(status, 1);
  // the row of a case, not a table without rows
  assert.match(stderr, /nothing was measured: \| \d/);
});
