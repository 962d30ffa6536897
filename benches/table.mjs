// The table that a bench prints. One without rows, or with a cell that is no figure, fails: the bench has measured
// nothing.
import assert from "node:assert/strict";

const NOTHING = /NaN|undefined|Infinity|^\s*$/;

/**
 * Prints a table of Markdown, each row as soon as it is measured; `rows` is an iterable of lists of cells,
 * asynchronous or not.
 */
export async function table(head, rows, print = console.log) {
  print(`| ${head.join(" | ")} |\n|${"---|".repeat(head.length)}`);
  let printed = 0;
  for await (const row of rows) {
    const cells = row.map(String);
    assert.ok(cells.length <= head.length, `${cells.length} cells under ${head.length} heads`);
    for (const cell of cells) assert.doesNotMatch(cell, NOTHING, `nothing was measured: | ${cells.join(" | ")} |`);
    print(`| ${cells.join(" | ")} |`);
    printed += 1;
  }
  assert.ok(printed > 0, "nothing was measured: the table has no rows");
}
