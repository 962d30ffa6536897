// Who may import whom in js/, www/ and languages/: as tests/it/layering.rs for src/. The table is js/dependencies.json.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { ROOT } from "../../scripts/folders.mjs";

const bin = (name) => join(ROOT, "node_modules/.bin", name);
const LONGEST_FILE = 600;
const LONGEST_LINE = 120;

/** What the table refuses of these folders: `rule: from -> to`. */
function refused(cwd) {
  const args = ["--config", join(ROOT, "js/dependencies.json"), "--output-type", "json", "js", "www", "languages"];
  const { stdout, stderr } = spawnSync(bin("depcruise"), args, { cwd, encoding: "utf8", maxBuffer: 2 ** 26 });
  assert.ok(stdout.startsWith("{"), stderr);
  const { violations, totalCruised } = JSON.parse(stdout).summary;
  return { totalCruised, found: violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`).sort() };
}

test("the package and the page keep to the table", () => {
  const { totalCruised, found } = refused(ROOT);
  assert.deepEqual(found, []);
  const files = readdirSync(join(ROOT, "js"), { recursive: true }).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".d.ts"),
  );
  assert.ok(totalCruised > files.length, `${totalCruised} of more than ${files.length} files`);
  const { allowed } = JSON.parse(readFileSync(join(ROOT, "js/dependencies.json"), "utf8"));
  const lines = allowed.map(({ from }) => new RegExp(from.path, "u"));
  // the lowest files have no line: they import nothing
  const lowest = ["escape.ts", "languages.ts", "rules.ts", "wasm-fetch.ts"];
  for (const name of files)
    assert.equal(
      lines.some((line) => line.test(`js/${name}`)),
      !lowest.includes(name),
      name,
    );
});

test("the table refuses what it is for", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "nanikiru-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const bad = [
    ["js/errors.ts", "js/engine.ts", "./engine.js"],
    ["js/worker/engine.ts", "js/analyzer.ts", "../analyzer.js"],
    ["js/listener.ts", "js/worker/pool.ts", "./worker/pool.js"],
    ["js/copy.ts", "fs", "node:fs"],
    ["www/main.ts", "js/copy.ts", "../js/copy.js"],
    ["www/view.ts", "js/index.ts", "../js/index.js"],
    ["www/sw/sw.ts", "www/view.ts", "../view"],
    ["www/view.ts", "languages/ja/page/words.ts", "../languages/ja/page/words"],
    ["www/text/index.ts", "languages/ja/cli.ts", "../../languages/ja/cli"],
    ["js/text/index.ts", "languages/ja/page/words.ts", "../../languages/ja/page/words.js"],
    ["languages/ja/page/words.ts", "js/copy.ts", "../../../js/copy"],
    ["languages/ja/page/words.ts", "languages/ko/page/words.ts", "../../ko/page/words"],
  ];
  const all = [...bad, ["js/engine.ts", "js/errors.ts", "./errors.js"]];
  const files = new Set(all.flatMap(([from, to]) => [from, to]).filter((name) => name.endsWith(".ts")));
  for (const name of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    const imports = all
      .filter(([from]) => from === name)
      .map(([, , path], i) => `import * as other${i} from "${path}"; other${i};\n`);
    writeFileSync(join(folder, name), `${imports.join("")}export const x = 1;\n`);
  }
  const { found } = refused(folder);
  const named = (rule, [from, to]) => found.includes(`${rule}: ${from} -> ${to}`);
  for (const edge of bad)
    assert.ok(named("not-in-allowed", edge) || named("one-door", edge), `${edge}: ${found.join(", ")}`);
  assert.ok(
    named("no-cycle", ["js/engine.ts", "js/errors.ts"]) || named("no-cycle", ["js/errors.ts", "js/engine.ts"]),
    found.join(", "),
  );
  assert.ok(named("one-door", ["www/view.ts", "js/index.ts"]));
  assert.ok(!named("not-in-allowed", ["js/engine.ts", "js/errors.ts"]), "the table has it");
});

test("the worker's side knows no page", (t) => {
  // in a fresh clone nothing has been built yet
  mkdirSync(join(ROOT, "target"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, "target", "worker-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const check = (code) => {
    writeFileSync(join(folder, "code.ts"), code);
    const config = { extends: join(ROOT, "js/worker/tsconfig.json"), include: ["code.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    return spawnSync(bin("tsc"), ["-p", folder], { encoding: "utf8" }).stdout;
  };
  assert.match(check("document.title;\n"), /Cannot find name 'document'/);
  assert.equal(check("self.location.href;\n"), "");
});

/** The files of these folders that are written by hand, each with its lines. */
function written(...folders) {
  const names = folders
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(folder, name)))
    .filter((name) => name.endsWith(".ts") && !/\b(api\.d|rules)\.ts$/.test(name));
  assert.ok(names.length > 10);
  return names.map((name) => ({ name, lines: readFileSync(join(ROOT, name), "utf8").split("\n") }));
}

test("no file of js/, www/ and languages/ that is written by hand is longer than 600 lines", () => {
  for (const { name, lines } of written("js", "www", "languages"))
    assert.ok(lines.length - 1 <= LONGEST_FILE, `${name} has ${lines.length - 1} lines`);
});

test("no line of js/ and www/ that is written by hand is longer than 120 characters", () => {
  const long = written("js", "www").flatMap(({ name, lines }) =>
    lines.flatMap((line, i) => (line.length > LONGEST_LINE ? [`${name}:${i + 1}`] : [])),
  );
  assert.deepEqual(long, []);
});
