// Every document of the repository: its links, and the files, commands and numbers that it names. No sentence is
// compared.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Tracked and new files that are there; what is ignored, as node_modules, is left out. */
const FILES = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: ROOT,
  encoding: "utf8",
  maxBuffer: 1e8,
})
  .trim()
  .split("\n")
  .filter((path) => existsSync(join(ROOT, path)));
const read = (path) => readFileSync(join(ROOT, path), "utf8");
const DOCUMENTS = FILES.filter((path) => path.endsWith(".md"));

/** A document without its blocks of code. */
const prose = (path) => read(path).replaceAll(/^```.*?^```/gms, "");
/** The code of a document: blocks, and spans between backticks. */
const code = (path) => [...read(path).matchAll(/^```.*?^```|`[^`\n]+`/gms)].map(([text]) => text);
/** Groups of a pattern in the code of every document: [document, group, ...]. */
const inCode = (pattern, documents = DOCUMENTS) =>
  documents.flatMap((path) =>
    code(path).flatMap((text) => [...text.matchAll(pattern)].map(([, ...groups]) => [path, ...groups])),
  );

/** The anchors of a document as GitHub makes them of its headings. */
function anchors(path) {
  const seen = new Map();
  return [...prose(path).matchAll(/^#+ (.*)$/gm)].map(([, head]) => {
    const words = head
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .trim()
      .toLowerCase();
    const anchor = words.replaceAll(/[^\p{L}\p{N}_\- ]/gu, "").replaceAll(" ", "-");
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  });
}

/** The links of a document: to pages and pictures, in Markdown and in HTML. */
const links = (path) =>
  [
    ...prose(path)
      .replaceAll(/`[^`\n]*`/g, "`")
      .matchAll(/\]\(([^)\s]+)\)|(?:href|src)="([^"]+)"/g),
  ].map(([, target, html]) => target ?? html);

/** What is wrong with a relative link of a document; undefined where nothing is. */
function dead(path, target) {
  const [file, anchor] = target.split("#");
  const to = file === "" ? path : normalize(join(dirname(path), file));
  if (to.startsWith("..") || !existsSync(join(ROOT, to))) return `${path} links ${target}: no such file`;
  if (anchor && !anchors(to).includes(anchor)) return `${path} links ${target}: no such heading`;
  return undefined;
}

test("every relative link of every document leads to a file and, with an anchor, to a heading", () => {
  const all = DOCUMENTS.flatMap((path) =>
    links(path)
      .filter((target) => !/^(https?|mailto):/.test(target))
      .map((target) => [path, target]),
  );
  assert.ok(all.length > 60, `${all.length}`);
  assert.deepEqual(all.map(([path, target]) => dead(path, target)).filter(Boolean), []);
});

test("a link to nowhere is seen", () => {
  assert.equal(dead("README.md", "docs/API.md#errors"), undefined);
  assert.match(dead("README.md", "docs/API.md#no-such-part"), /no such heading/);
  assert.match(dead("docs/API.md", "README.md"), /no such file/);
  assert.match(dead("README.md", "../README.md"), /no such file/);
});

test("documents that sources name are there", () => {
  // a rule set's source is a document of another project
  const foreign = /RiichiEnv,[\s/]*docs\/RULES\.md/g;
  const sources = FILES.filter(
    (path) =>
      /^(src|tools\/src|js|www|languages|scripts|benches|tests|examples|\.github)\/.*\.(rs|ts|mjs|html|yml|py)$|^(Cargo|rustfmt)\.toml$|^build\.rs$/.test(
        path,
      ) && path !== "tests/scripts/documents.test.mjs",
  );
  const named = sources.flatMap((path) =>
    [
      ...read(path)
        .replaceAll(foreign, "")
        .matchAll(/(?<![\w/.])((?:docs|tools|examples)\/[\w/]+\.md)(?:#([\w-]+))?/g),
    ].map(([, file, anchor]) => [path, file, anchor]),
  );
  assert.ok(named.length > 10, `${named.length}`);
  for (const [path, file, anchor] of named) {
    assert.ok(DOCUMENTS.includes(file), `${path} names ${file}`);
    if (anchor) assert.ok(anchors(file).includes(anchor), `${path} names ${file}#${anchor}`);
  }
});

test("files that documents name are there", () => {
  const named = inCode(/^`([\w.-]+(?:\/[\w.-]+)*\.(?:rs|ts|mjs|js|json|params|py|toml|yml|mjson|svg|html|css))`$/g);
  assert.ok(named.length > 60, `${named.length}`);
  const names = new Set(FILES.map((path) => basename(path)));
  // files of a built package, of a host, and of the reader
  const built =
    /^(\.?\/|dist\/)|^(element|browser|no-inline|worker|inline|node|table|tiles|cli)\.c?js$|^(embed\.html|request\.json|vercel\.json)$/;
  // a path begins at the root, or beside the document; a bare name stands for a file of any folder
  // what the package exports begins with its name
  const there = ([path, file]) =>
    FILES.includes(file.replace(/^nanikiru\//, "")) ||
    FILES.includes(normalize(join(dirname(path), file))) ||
    (!file.includes("/") && names.has(file));
  assert.deepEqual(
    named.filter(([, file]) => !built.test(file)).filter((one) => !there(one)),
    [],
  );
  const folders = inCode(
    /^`((?:src|js|www|languages|tests|tools|scripts|data|benches|fuzz|examples|docs)\/[\w/.-]*)`$/g,
  );
  for (const [path, folder] of folders) assert.ok(existsSync(join(ROOT, folder)), `${path} names ${folder}`);
});

test("npm scripts, files of scripts and benches, and tests that documents name are there", () => {
  const { scripts } = JSON.parse(read("package.json"));
  const examples = JSON.parse(read("examples/site/package.json")).scripts;
  const runs = inCode(/\bnpm (?:run (?:--silent )?([\w:-]+)|(start|test)\b)/g);
  assert.ok(runs.length > 10, `${runs.length}`);
  for (const [path, script, short] of runs)
    assert.ok(
      (script ?? short) in (path.startsWith("examples/") ? { ...scripts, ...examples, build: "" } : scripts),
      `${path}: npm run ${script ?? short}`,
    );
  for (const [path, file] of inCode(/\bnode (?:--[\w=-]+ )*((?:scripts|benches|tests)\/[\w./-]+)/g))
    assert.ok(FILES.includes(file), `${path}: node ${file}`);
  for (const [path, bench] of inCode(/cargo bench (?:--quiet )?--bench (\w+)/g))
    assert.ok(FILES.includes(`benches/${bench}.rs`), `${path}: ${bench}`);
  for (const [path, module] of inCode(/--test it (\w+)::/g))
    assert.match(read("tests/it/main.rs"), new RegExp(`^mod ${module};$`, "m"), `${path}: ${module}`);
  for (const [path, target] of inCode(/cargo fuzz run (\w+)/g))
    assert.ok(FILES.includes(`fuzz/fuzz_targets/${target}.rs`), `${path}: ${target}`);
});

test("commands and options of `cargo tools` that documents name are there", () => {
  const kebab = (name) => name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
  const tools = read("tools/src/main.rs");
  const commands = [.../enum Command \{(.*?)^\}/ms.exec(tools)[1].matchAll(/^ {4}([A-Z]\w+)/gm)].map(([, name]) =>
    kebab(name),
  );
  const parts = [
    .../enum Part \{(.*?)^\}/ms.exec(read("tools/src/measure/mod.rs"))[1].matchAll(/^ {4}([A-Z]\w+)/gm),
  ].map(([, name]) => kebab(name));
  assert.ok(
    commands.includes("validate") && parts.includes("tabu-turns") && parts.includes("table1"),
    `${commands} ${parts}`,
  );
  const sources = (command) =>
    FILES.filter((path) => new RegExp(`^tools/src/${command}(/.*)?(\\.rs)$`).test(path))
      .map(read)
      .join("\n");
  const lines = inCode(/cargo tools ([a-z]+)((?: [\w:/.,=+-]+)*)/g);
  assert.ok(lines.length > 20, `${lines.length}`);
  for (const [path, command, rest] of lines) {
    const words = rest.split(" -- ")[0].split(" ").filter(Boolean);
    const at = `${path}: cargo tools ${command}${rest}`;
    assert.ok(commands.includes(command), at);
    const text = sources(command);
    if (command === "measure")
      for (const word of words.slice(0, words.findIndex((one) => one.startsWith("--")) >>> 0))
        assert.ok(parts.includes(word), at);
    for (const [, option] of ` ${words.join(" ")}`.matchAll(/ --([a-z][\w-]*)/g)) {
      if (option === "help") continue;
      const field = option.replaceAll("-", "_");
      assert.match(text, new RegExp(`^\\s*(pub )?${field}: |long = "${option}"`, "m"), `${at}: --${option}`);
    }
  }
  // every part of measure and every command is in the table of the tools
  const table = read("tools/README.md");
  for (const name of commands.filter((one) => !["completions", "child", "print"].includes(one)))
    assert.ok(table.includes(`| \`${name}`), name);
  for (const part of parts) assert.ok(table.includes(`\`measure ${part}`), part);
});

test("commands of the program and variables that documents name are there", () => {
  const commands = FILES.filter((path) => path.startsWith("js/cli/")).flatMap((path) =>
    [...read(path).matchAll(/^ {2}name: "(\w+)",$/gm)].map(([, name]) => name),
  );
  assert.ok(commands.length >= 6, `${commands}`);
  for (const [path, command] of inCode(/\bnanikiru (?:COMMAND|([a-z]+) )/g))
    if (command) assert.ok([...commands, "from"].includes(command), `${path}: nanikiru ${command}`);
  const programs = FILES.filter(
    (path) => /\.(rs|ts|mjs|cjs|js|py)$/.test(path) && path !== "tests/scripts/documents.test.mjs",
  )
    .map(read)
    .join("\n");
  for (const [path, name] of inCode(/\b((?:UPDATE|NANIKIRU)_[A-Z]+)\b/g))
    assert.ok(programs.includes(name), `${path}: ${name}`);
});

test("numbers of documents are the constants of the code", () => {
  const constant = (path, pattern) =>
    pattern
      .exec(read(path))
      ?.slice(1)
      .map((digits) => Number(digits.replaceAll("_", ""))) ?? assert.fail(`${path}: ${pattern}`);
  const grouped = (number) => number.toLocaleString("en");
  const [fastFirst, fast] = constant("src/analyze/depth.rs", /const FAST_HANDS: \[usize; 2\] = \[([\d_]+), ([\d_]+)\]/);
  const [fullFirst, full] = constant(
    "src/analyze/depth.rs",
    /const UNTIMED_HANDS: \[usize; 2\] = \[([\d_]+), ([\d_]+)\]/,
  );
  const [first] = constant("src/analyze/depth.rs", /const FIRST_HANDS: usize = ([\d_]+)/);
  const [bytes] = constant("src/search/options.rs", /BYTES_PER_HAND: usize = ([\d_]+)/);
  const [detailed] = constant("src/search/options.rs", /BYTES_PER_DETAILED_HAND: usize = ([\d_]+)/);
  const [single] = constant("tests/node/install.test.mjs", /\["nanikiru\.wasm", ([\d_]+)\]/);
  const [scripts] = constant("tests/node/install.test.mjs", /"worker\.js"\) <= ([\d_]+)/);
  const [node] = constant("package.json", /"node": ">=(\d+)"/);
  const facts = {
    "README.md": [`${grouped(single / 1000)} kB`, `${scripts / 1000} kB`, `Node ${node}`],
    "docs/results.md": [`${scripts / 1000} kB`, `${bytes} bytes`, grouped(detailed)],
    "docs/MODEL.md": [first, fastFirst, fast, fullFirst, full].map(grouped),
    "CONTRIBUTING.md": [`Node ${node}`],
  };
  for (const [path, numbers] of Object.entries(facts))
    for (const number of numbers)
      assert.match(read(path).replaceAll("\n", " "), new RegExp(`(^|[^\\d.,])${number}(?!\\d)`), `${path}: ${number}`);
});

test("the map has the modules of the crate, and what the layering test lets them import", () => {
  const plan = /const PLAN: .*? = &\[(.*?)^\];/ms.exec(read("tests/it/layering.rs"))[1].replaceAll(/\/\/.*$/gm, "");
  const modules = [...plan.matchAll(/\(\s*"(\w+)",\s*&\[([^\]]*)\],?\s*\)/g)].map(([, name, imports]) => [
    name,
    [...imports.matchAll(/\w+/g)].map(([word]) => word),
  ]);
  assert.ok(modules.length > 15, `${modules.length}`);
  const rows = [...read("docs/ARCHITECTURE.md").matchAll(/^\| (`\w+`(?:, `\w+`)*) \| [^|]* \| ([^|]*) \|$/gm)].flatMap(
    ([, names, imports]) => [...names.matchAll(/\w+/g)].map(([name]) => [name, imports]),
  );
  assert.deepEqual(rows.map(([name]) => name).sort(), modules.map(([name]) => name).sort());
  for (const [name, imports] of rows) {
    // the largest ones are said in short
    if (/all above|below/.test(imports) || name === "api") continue;
    const listed = imports === "nothing" ? [] : imports.split(", ");
    assert.deepEqual([...listed].sort(), [...modules.find(([one]) => one === name)[1]].sort(), name);
  }
});

test("the README is read in four minutes, and all documents but the reference of the package in an hour and a half", () => {
  const words = (path) => read(path).split(/\s+/).length;
  assert.ok(words("README.md") <= 900, `${words("README.md")}`);
  const all = DOCUMENTS.filter((path) => path !== "docs/API.md").reduce((sum, path) => sum + words(path), 0);
  assert.ok(all <= 20_000, `${all}`);
});

test("documents say what holds now: no commit but in the line that a command writes, no issue, no folder of one machine", () => {
  for (const path of DOCUMENTS) {
    const text = read(path).replaceAll(/^By `.*$/gm, "");
    assert.doesNotMatch(text, /`[0-9a-f]{7}`|seed 00\d|\bissue \d|\.\.\/shared\/reference\/(?!ev)|\/work\//, path);
  }
});
