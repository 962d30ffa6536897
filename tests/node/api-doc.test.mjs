// docs/API.md and the other pages of docs/: complete, and true of the code.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { exported, named, PAGE, render } from "../../scripts/api-doc.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (path) => readFileSync(join(ROOT, path), "utf8");
const page = readFileSync(PAGE, "utf8");
const pages = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ...readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`)];

test("the tables of docs/API.md are those of the declarations", () => {
  assert.equal(page, render(page), "write them anew: node scripts/api-doc.mjs");
});

test("docs/API.md has every type that a user can import, each once", () => {
  // its functions stand under Functions and Analyzers
  const types = exported().filter((name) => !["Analyzer", "RULES", "LOSSES"].includes(name));
  assert.ok(types.length > 40, `${types.length}`);
  const blocks = named(page);
  assert.deepEqual(types.filter((name) => !blocks.includes(name)), []);
  assert.deepEqual(blocks.filter((name, i) => blocks.indexOf(name) !== i), []);
});

test("every error code of the declarations stands in docs/API.md with its meaning", () => {
  const declared = new Set([...read("js/api.d.ts").matchAll(/^export type ErrorCode = (.*);$/gm)].flatMap(([, words]) => words.match(/[\w.]+/g)));
  assert.ok(declared.size > 60, `${declared.size}`);
  for (const code of declared) assert.match(page, new RegExp(`^\\| \`${code.replace(".", "\\.")}\` \\| .+ \\|$`, "m"));
  for (const code of read("js/errors.ts").match(/"engine\.\w+"/g)) assert.ok(page.includes(`\`${code.slice(1, -1)}\``), code);
});

test("limits of hands in docs/API.md and numbers in docs/MODEL.md are the constants of the code", () => {
  const depth = read("src/analyze/depth.rs");
  const limits = (name) => new RegExp(`const ${name}: \\[usize; 2\\] = \\[([\\d_]+), ([\\d_]+)\\]`).exec(depth).slice(1).map((n) => n.replace("_", ","));
  const row = (word) => page.split("\n").find((line) => line.startsWith(`| \`${word}\` | `));
  for (const [word, name] of [["fast", "FAST_HANDS"], ["full", "UNTIMED_HANDS"]]) {
    const [first, later] = limits(name);
    assert.ok(row(word).includes(`no search of more than ${later} hands (the first: ${first})`), row(word));
  }
  // the page says the width of a group where it explains it, in whatever words
  const width = Number(/^pub const WIDTH: f64 = ([\d.]+);/m.exec(read("src/analyze/differences.rs"))[1]);
  const section = read("docs/MODEL.md").split(/^#+ /m).find((text) => text.startsWith("About equal"));
  assert.ok(section.includes(`${Math.round(100 * width)} %`), section);
});

test("files that docs/MODEL.md names are there", () => {
  const named = [...read("docs/MODEL.md").matchAll(/`((?:[\w-]+\/)*[\w-]+\.(?:rs|ts|mjs|json|params))`/g)].map(([, path]) => path);
  assert.ok(named.length > 10, `${named.length}`);
  let folder = "";
  for (const path of named) {
    // a bare name follows a path of the same folder
    if (path.includes("/")) folder = dirname(path);
    assert.ok(existsSync(join(ROOT, path.includes("/") ? path : join(folder, path))), path);
  }
});

test("the README is at most 200 lines", () => {
  assert.ok(read("README.md").trimEnd().split("\n").length <= 200);
});

test("links between the pages lead somewhere", () => {
  let links = 0;
  for (const path of pages) {
    const text = read(path).replaceAll(/^```.*?^```/gms, "").replaceAll(/`[^`\n]*`/g, "");
    for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?|mailto):/.test(target)) continue;
      links += 1;
      const [file, anchor] = target.split("#");
      const to = file === "" ? join(ROOT, path) : join(ROOT, dirname(path), file);
      assert.ok(existsSync(to), `${path} links ${target}`);
      if (!anchor) continue;
      const heads = [...readFileSync(to, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, head]) => head.toLowerCase().replaceAll(/[^\w\- ]/g, "").replaceAll(" ", "-"));
      assert.ok(heads.includes(anchor), `${path} links ${target}`);
    }
  }
  assert.ok(links > 20, `${links}`);
});

test("files that the pages name exist", () => {
  let files = 0;
  for (const path of pages) {
    for (const [, file] of read(path).matchAll(/`((?:src|js|www|tests|tools|scripts|data|benches|fuzz)\/[\w./-]+)`/g)) {
      files += 1;
      assert.ok(existsSync(join(ROOT, file)), `${path} names ${file}`);
    }
  }
  assert.ok(files > 50, `${files}`);
});

test("no page names what a reader does not have", () => {
  for (const path of pages) assert.doesNotMatch(read(path), /seed 00\d|\bissue \d|project's table of rules|\.\.\/shared\/reference|\/work\//, path);
});
