// The package as others get it: the tarball, installed into an empty project.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { HANG } from "../limits.mjs";
import { HAND, ROOT } from "./support.mjs";

/** npm lives beside the Node that started the tests. */
const npm = (args, cwd) => execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const bin = (name) => join(ROOT, "node_modules", ".bin", name);
const node = (file, args = []) =>
  execFileSync(process.execPath, [...args, file], { cwd: project, encoding: "utf8", timeout: HANG });
/** A tool of ours; what it prints is the message when it fails. */
function tool(name, args, cwd) {
  try {
    return execFileSync(bin(name), args, { cwd, encoding: "utf8" });
  } catch (error) {
    return assert.fail(`${name} ${args.join(" ")}\n${error.stdout}${error.stderr}`);
  }
}

let project;
let tarball;
let packed;

before(() => {
  project = mkdtempSync(join(tmpdir(), "nanikiru-"));
  // --ignore-scripts: `prepack` would build what npm test has just built
  [packed] = JSON.parse(npm(["pack", "--json", "--ignore-scripts", "--pack-destination", project], ROOT));
  tarball = join(project, packed.filename);
  writeFileSync(join(project, "package.json"), '{ "name": "empty", "private": true }\n');
  npm(["install", "--no-fund", "--no-audit", "--offline", tarball], project);
});
after(() => rmSync(project, { recursive: true }));

test("the tarball has the package and nothing else, and depends on nothing", () => {
  const files = packed.files.map(({ path }) => path);
  const wanted = [
    "dist/node.js",
    "dist/node.cjs",
    "dist/browser.js",
    "dist/no-inline.js",
    "dist/worker.js",
    "dist/worker.cjs",
    "dist/inline.js",
    "dist/table.js",
    "dist/tiles.js",
    "dist/cli.js",
    "dist/element.js",
    "dist/element.d.ts",
  ];
  for (const file of [
    ...wanted,
    "dist/nanikiru.wasm",
    "dist/nanikiru-preview.wasm",
    "dist/nanikiru-threads.wasm",
    "dist/index.d.ts",
    "LICENSE-MIT",
    "LICENSE-APACHE",
  ]) {
    assert.ok(files.includes(file), `${file} is not packed`);
  }
  const others = files.filter(
    (file) =>
      !/^(dist\/[\w.-]+\.(js|cjs|wasm|d\.ts|d\.cts)|dist\/text\/([\w-]+\/)?[\w-]+\.d\.(ts|cts)|schema\/\w+\.json|package\.json|README\.md|LICENSE[\w-]*)$/.test(
        file,
      ),
  );
  assert.deepEqual(others, []);
  const installed = JSON.parse(npm(["ls", "--all", "--json"], project));
  assert.deepEqual(Object.keys(installed.dependencies), ["nanikiru"]);
  assert.equal(installed.dependencies.nanikiru.dependencies, undefined);
});

/** The documents with examples, and the names of these. */
const DOCUMENTS = { "README.md": ["node"], "docs/guide.md": ["calls", "danger", "review", "bot"] };
/** An example: its marker with a name, the code, and what it prints. */
const EXAMPLE = /<!-- example (\w+):[^>]*-->\n```js\n(.*?)```\n\n```text\n(.*?)```\n<!-- end of example -->/gs;
const read = (path) => readFileSync(join(ROOT, path), "utf8");
const examples = Object.keys(DOCUMENTS).flatMap((path) =>
  [...read(path).matchAll(EXAMPLE)].map(([whole, name, code, printed]) => ({ path, whole, name, code, printed })),
);

test("the README and the guide have an example of every function that answers a question", () => {
  for (const [path, names] of Object.entries(DOCUMENTS))
    assert.deepEqual(
      examples.filter((one) => one.path === path).map(({ name }) => name),
      names,
    );
  for (const call of ["analyze(", "danger(", "review(", "createTable("])
    assert.ok(
      examples.some(({ code }) => code.includes(call)),
      call,
    );
  // no other code in these documents goes without being run
  for (const path of Object.keys(DOCUMENTS))
    assert.equal(read(path).match(/^```js$/gm).length, DOCUMENTS[path].length, path);
});

for (const { path, whole, name, code, printed } of examples) {
  test(`the ${name} example of ${path} prints what the document says`, (t) => {
    cpSync(join(ROOT, "docs/example.mjson"), join(project, "example.mjson"));
    const file = join(project, "example.mjs");
    writeFileSync(file, code);
    const output = node(file);
    assert.ok(output.length > 0);
    if (process.env.UPDATE_README && output !== printed) {
      const updated = whole.replace(/```text\n.*?```/s, () => `\`\`\`text\n${output}\`\`\``);
      writeFileSync(
        join(ROOT, path),
        read(path).replace(whole, () => updated),
      );
      return t.diagnostic(`${path} updated`);
    }
    assert.equal(output, printed, "UPDATE_README=1 node --test tests/node/install.test.mjs writes it anew");
  });
}

test("CommonJS", () => {
  const file = join(project, "common.cjs");
  writeFileSync(
    file,
    `const { analyze, createAnalyzer, NanikiruError } = require("nanikiru");
     analyze(${JSON.stringify(HAND)}).then(async (report) => {
       const error = await createAnalyzer({ threads: 1 }).analyze(1).catch((e) => e);
       console.log(report.candidates.length > 0, error instanceof NanikiruError);
     });`,
  );
  assert.equal(node(file), "true true\n");
});

test("the import does nothing by itself, in Node and without any browser", () => {
  const source = (path) => `
    for (const name of ["Worker", "WebAssembly", "navigator", "document", "fetch"]) {
      Object.defineProperty(globalThis, name, { get() { throw new Error(name + " was touched"); }, configurable: true });
    }
    const before = Object.getOwnPropertyNames(globalThis).length;
    const { analyze } = await import(${JSON.stringify(path)});
    console.log(typeof analyze, Object.getOwnPropertyNames(globalThis).length - before);`;
  for (const path of [
    "nanikiru",
    "nanikiru/no-inline",
    "./node_modules/nanikiru/dist/browser.js",
    "./node_modules/nanikiru/dist/no-inline.js",
  ]) {
    const file = join(project, "inert.mjs");
    writeFileSync(file, source(path));
    assert.equal(node(file), "function 0\n");
  }
});

test("the browser's files reach no part of Node, and the worker imports nothing", () => {
  const read = (name) => readFileSync(join(project, "node_modules/nanikiru/dist", name), "utf8");
  for (const name of ["browser.js", "no-inline.js", "worker.js"]) {
    assert.doesNotMatch(read(name), /\brequire\(|from\s*"node:|\beval\(|new Function\(|^await /m, name);
  }
  assert.doesNotMatch(read("worker.js"), /\bimport\b\s*[("{*]|import\.meta/);
  // bundlers look for these very expressions
  for (const entry of ["browser.js", "no-inline.js"]) {
    for (const file of ["worker.js", "nanikiru.wasm", "nanikiru-threads.wasm", "nanikiru-preview.wasm"]) {
      assert.ok(read(entry).includes(`new URL("./${file}", import.meta.url)`), `${entry}: ${file}`);
    }
    assert.ok(
      read(entry).includes(`new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "nanikiru" })`),
      entry,
    );
  }
  assert.equal(read("browser.js").includes('import("./inline.js")'), true);
  assert.equal(read("no-inline.js").includes("inline.js"), false);
});

test("types, as a TypeScript project sees them by import and by require", () => {
  const code = (from) => `${from}
    async function main(): Promise<void> {
      const stop = new AbortController();
      const analyzer: Analyzer = createAnalyzer({ threads: 2, memoryMb: 256 });
      const report: Report = await analyzer.analyze({ tiles: "123m", melds: [] }, { seat: "south", turn: 5 }, { signal: stop.signal, depth: 2, onProgress: ({ done, total }) => console.log(done / total) });
      const risks: DangerReport = await analyzer.danger("123m", { players: { east: { river: "1z" } } }, { signal: stop.signal });
      const game: GameLog = await analyzer.parseLog(new Uint8Array());
      for await (const decision of analyzer.review(game, { seat: 0, signal: stop.signal, onProgress: ({ mistakes }) => console.log(mistakes) })) {
        const reviewed: ReviewedDecision = decision;
        console.log(reviewed.loss?.toFixed(), reviewed.candidates[0]?.outcomes.win.rate);
      }
      // @ts-expect-error: there is no such seat
      review("", { seat: "up" });
      for (const { done } of game.rounds[0]?.decisions ?? []) console.log(done?.type, risks.tiles[0]?.dealInRate);
      const best = report.candidates[0];
      if (best?.action.type === "discard") { const tile: string = best.action.tile; console.log(tile); }
      // fields of other actions are undefined, so that they can be read, and one check of the type is enough for all
      for (const { action: { type, tile, discard, riichi } } of report.candidates) {
        const declared: boolean = riichi ?? false;
        if (type === "discard") { const thrown: string = tile; console.log(thrown, declared); }
        if (type === "chi" || type === "pon") { const thrown: string = discard; console.log(thrown); }
        // @ts-expect-error: a tsumo has no tile
        if (type === "tsumo") console.log(tile.length);
      }
      const known: Action = { type: "pass" }, read: string | undefined = report.candidates.find(({ action }) => action.type === "discard")?.action.tile;
      // @ts-expect-error: a discard says whether it is a riichi
      const wrong: Action = { type: "discard", tile: "1z" };
      console.log(read, wrong, formatAction(known), (await analyzer.analyze("1m", {}, { action: known })).candidates.length);
      const threads: number = report.search.threads, hands: number = report.search.hands;
      console.log(threads, hands);
      try { await analyze("1m"); } catch (error) { if (error instanceof NanikiruError && error.code === "hand.size") console.log(error.span?.start); }
      // @ts-expect-error: there is no such field
      await analyze("1m", { honbas: 1 });
      // @ts-expect-error: there is no such wind
      await analyze("1m", { seat: "up" });
      // @ts-expect-error: there is no such option
      createAnalyzer({ thread: 1 });
      const words: string = formatAction({ type: "discard", tile: "1z", riichi: false }, "ja");
      await parseLog(new Blob([words])); await parseLog(await fetch("https://example.org/game")); await parseLog([{ type: "start_game" }]);
      await parseLog({ log: [] }, {});
      // @ts-expect-error: a promise has to be awaited
      await parseLog(fetch("https://example.org/game"));
      analyzer[Symbol.dispose]();
      analyzer.dispose();
    }
    void main;`;
  const names =
    "analyze, createAnalyzer, formatAction, NanikiruError, parseLog, review, type Action, type Analyzer, type DangerReport, type GameLog, type Report, type ReviewedDecision";
  writeFileSync(join(project, "esm.mts"), code(`import { ${names} } from "nanikiru";`));
  writeFileSync(
    join(project, "cjs.cts"),
    code(
      `import nanikiru = require("nanikiru"); const { analyze, createAnalyzer, formatAction, NanikiruError, parseLog, review } = nanikiru; type Action = nanikiru.Action; type Analyzer = nanikiru.Analyzer; type DangerReport = nanikiru.DangerReport; type GameLog = nanikiru.GameLog; type Report = nanikiru.Report; type ReviewedDecision = nanikiru.ReviewedDecision;`,
    ),
  );
  const strict = ["--strict", "--noEmit", "--target", "es2022", "--lib", "es2022,dom"];
  tool("tsc", [...strict, "--module", "nodenext", "esm.mts", "cjs.cts"], project);
  tool("tsc", [...strict, "--module", "esnext", "--moduleResolution", "bundler", "esm.mts"], project);
  writeFileSync(join(project, "plain.mts"), code(`import { ${names} } from "nanikiru/no-inline";`));
  tool("tsc", [...strict, "--module", "nodenext", "plain.mts"], project);
  // with a lib that has the symbol itself
  tool(
    "tsc",
    ["--strict", "--noEmit", "--target", "es2022", "--lib", "esnext,dom", "--module", "nodenext", "esm.mts"],
    project,
  );
});

test("publint and arethetypeswrong find nothing", () => {
  tool("publint", ["--strict", tarball], ROOT);
  // of the files for URLs only: worker.js and the WebAssembly have no types
  tool("attw", [tarball, "--entrypoints", ".", "--format", "ascii"], ROOT);
  tool("attw", [tarball, "--entrypoints", "element", "--profile", "esm-only", "--format", "ascii"], ROOT);
  // what came before `exports` knows no second entry
  tool("attw", [tarball, "--entrypoints", "no-inline", "--profile", "node16", "--format", "ascii"], ROOT);
});

// of the scripts a third is what errors, rules and modes are called in five languages;
// of a WebAssembly file the parameters of the danger model are at most 200 kB gzipped; the package has each file
// twice, once inside a script for bundlers that lose files
test("sizes: a WebAssembly file is at most 1,400 kB gzipped, that of a first visit 700 kB, all else that a page loads at most 45 kB, the element 7 kB more", () => {
  const dist = join(project, "node_modules/nanikiru/dist");
  const size = (name) => gzipSync(readFileSync(join(dist, name)), { level: 9 }).length;
  for (const [name, most] of [
    ["nanikiru.wasm", 1_400_000],
    ["nanikiru-threads.wasm", 1_400_000],
    ["nanikiru-preview.wasm", 700_000],
  ])
    assert.ok(size(name) <= most, `${name}: ${size(name)}`);
  assert.ok(size("browser.js") + size("worker.js") <= 45_000, `${size("browser.js")} + ${size("worker.js")}`);
  assert.ok(size("element.js") <= 7_000, `${size("element.js")}`);
  assert.ok(packed.size < 6_700_000, `tarball ${packed.size}`);
});
