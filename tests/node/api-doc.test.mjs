// docs/API.md: complete, and true of the code. tests/scripts/documents.test.mjs looks at every document.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { exported, named, PAGE, render } from "../../scripts/api-doc.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (path) => readFileSync(join(ROOT, path), "utf8");
const page = readFileSync(PAGE, "utf8");

test("the tables of docs/API.md are those of the declarations", () => {
  assert.equal(page, render(page), "write them anew: node scripts/api-doc.mjs");
});

test("docs/API.md has every type that a user can import, each once", () => {
  // its functions stand under Functions and Analyzers
  const types = exported().filter(
    (name) => !["Analyzer", "RULES", "THREE_PLAYER_RULES", "MISTAKE_LOSS", "LANGUAGES"].includes(name),
  );
  assert.ok(types.length > 40, `${types.length}`);
  const blocks = named(page);
  assert.deepEqual(
    types.filter((name) => !blocks.includes(name)),
    [],
  );
  assert.deepEqual(
    blocks.filter((name, i) => blocks.indexOf(name) !== i),
    [],
  );
});

test("every error code of the declarations stands in docs/API.md with its meaning", () => {
  const declared = new Set(
    [...read("js/api.d.ts").matchAll(/^export type ErrorCode = (.*);$/gm)].flatMap(([, words]) =>
      words.match(/[\w.]+/g),
    ),
  );
  assert.ok(declared.size > 60, `${declared.size}`);
  for (const code of declared) assert.match(page, new RegExp(`^\\| \`${code.replace(".", "\\.")}\` \\| .+ \\|$`, "m"));
  for (const code of read("js/errors.ts").match(/"engine\.\w+"/g))
    assert.ok(page.includes(`\`${code.slice(1, -1)}\``), code);
});

test("limits of hands in docs/API.md are the constants of the code", () => {
  const depth = read("src/analyze/depth.rs");
  const limits = (name) =>
    new RegExp(`const ${name}: \\[usize; 2\\] = \\[([\\d_]+), ([\\d_]+)\\]`)
      .exec(depth)
      .slice(1)
      .map((n) => n.replace("_", ","));
  const row = (word) => page.split("\n").find((line) => line.startsWith(`| \`${word}\` | `));
  for (const [word, name] of [
    ["fast", "FAST_HANDS"],
    ["full", "UNTIMED_HANDS"],
  ]) {
    for (const number of limits(name))
      assert.match(row(word), new RegExp(`(^|[^\\d.,])${number} |: ${number}\\)`), row(word));
  }
  const [, first] = /const FIRST_HANDS: usize = ([\d_]+)/.exec(depth);
  assert.match(row("first"), new RegExp(` ${first.replace("_", ",")} hands`));
  const widths = /^pub const WIDTHS: .* = \[([\d., ]+)\];/m
    .exec(read("src/analyze/differences.rs"))[1]
    .split(", ")
    .map(Number);
  assert.equal(widths.length, 3);
  const section = read("docs/MODEL.md")
    .split(/^#+ /m)
    .find((text) => text.startsWith("About equal"));
  for (const width of widths) assert.ok(section.includes(`${Math.round(100 * width)} %`), section);
});
