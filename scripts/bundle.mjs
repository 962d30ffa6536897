// From js/ and pkg/ to the files of the package.
import { chmod, cp, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { BUILDS, wasmFolder } from "./folders.mjs";
import { ROOT, run } from "./run.mjs";

const js = (name) => join(ROOT, "js", name);
const BANNER = "// nanikiru, MIT OR Apache-2.0";
/** `import.meta.url` for CommonJS. */
const CJS_URL = `const importMetaUrl = require("node:url").pathToFileURL(__filename).href;`;

/** Pages that a build starts with, from its glue; refuses memory that is not what the worker gives it. */
export async function initialPages(build, folder) {
  const glue = await readFile(join(folder, "nanikiru.js"), "utf8");
  const memory = /new WebAssembly\.Memory\(\{initial:(\d+),maximum:(\d+)(,shared:true)?\}\)/.exec(glue);
  if (memory === null) throw new Error(`${build}: the memory is not imported`);
  if ((memory[3] !== undefined) !== (build === "threads")) {
    throw new Error(`${build}: the memory is ${memory[3] ? "" : "not "}shared; look at .cargo/wasm-threads.toml`);
  }
  return Number(memory[1]);
}

/** An address that is never used, and that bundlers would look for. */
const GLUE_URL = "new URL('nanikiru_bg.wasm', import.meta.url)";
/** Nothing of ours asks for it, and workers, which have no tables, would keep the class for it. */
const DISPOSABLE = "if (Symbol.dispose) Table.prototype[Symbol.dispose] = Table.prototype.free;";
/** What distinguishes `glue:table` from `glue:single`, which are the same file. */
const CALLABLE = "?callable";

/**
 * The glue of the build without threads as a function: a module has one instance as long as it lives, and one that
 * has crashed has to be replaced. Tables that nobody holds any more are freed by what `wasm` is then: after giving
 * up, by nothing.
 */
function callable(glue, path) {
  const body = glue
    .replaceAll(/^export (?=class |function )/gm, "")
    .replace(/^export \{ initSync, __wbg_init as default \};$/m, "");
  if (/^(import|export)\b/m.test(body)) throw new Error(`${path}: what it imports or exports is written otherwise`);
  if (!body.includes("new FinalizationRegistry(ptr => wasm.__wbg_table_free(ptr, 1))"))
    throw new Error(`${path}: tables are freed otherwise`);
  const giveUp = "giveUp() { wasm = { __wbg_table_free() {} }; }";
  return `export function glue() {\n${body}\nreturn { init: __wbg_init, addresses, Table, ${giveUp} };\n}`;
}

/**
 * `glue:` and a build, `glue:table`, our pool in place of wasm-bindgen-rayon's, and the platform of the
 * target. In browsers the glue of tables is a file of its own, as the copies are.
 */
function wiring(kind, platform) {
  return {
    name: "wiring",
    setup(build) {
      build.onResolve({ filter: /^glue:/ }, ({ path }) => {
        const name = path.slice("glue:".length);
        const [folder, suffix] = name === "table" ? ["single", CALLABLE] : [name, ""];
        return { path: join(wasmFolder(folder, kind), "nanikiru.js"), suffix, sideEffects: false };
      });
      build.onResolve({ filter: /workerHelpers\.js$/ }, () => ({ path: js("worker/pool.ts") }));
      build.onResolve({ filter: /platform\/browser\.js$/ }, () => ({ path: js(`platform/${platform}.ts`) }));
      build.onLoad({ filter: /[/\\]pkg[/\\][\w-]+[/\\]nanikiru\.js$/ }, async ({ path, suffix }) => {
        const glue = await readFile(path, "utf8");
        if (!glue.includes(GLUE_URL))
          throw new Error(`${path}: the address of the WebAssembly file is written otherwise`);
        const contents = glue.replace(GLUE_URL, "undefined").replace(DISPOSABLE, "");
        return { contents: suffix === CALLABLE ? callable(contents, path) : contents, loader: "js" };
      });
      if (platform !== "node") {
        build.onResolve({ filter: /\/table-glue\.js$/ }, () => ({ path: "./table.js", external: true }));
      }
      build.onResolve({ filter: /\/inline\.js$/ }, () => ({ path: "./inline.js", external: true }));
    },
  };
}

/**
 * Writes the package's files to `out`, on the WebAssembly of a kind; with `hooks` those with faults on demand, which
 * `tests` alone has.
 */
export async function bundle({ out, kind = "release", hooks = false }) {
  // npm packages are there only after the set-up
  const { build } = await import("esbuild");
  const ofBuilds = async (work) =>
    Object.fromEntries(
      await Promise.all(BUILDS.map(async (build) => [build, await work(build, wasmFolder(build, kind))])),
    );
  const pages = await ofBuilds(initialPages);
  const bytes = await ofBuilds(async (_, folder) => (await stat(join(folder, "nanikiru_bg.wasm"))).size);
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });

  const target = async (entry, file, format, platform) => {
    const cjs = platform === "node" && format === "cjs";
    const { warnings } = await build({
      entryPoints: [js(entry)],
      outfile: join(out, file),
      bundle: true,
      format,
      platform: platform === "node" ? "node" : "browser",
      target: "es2022",
      minifySyntax: true,
      charset: "utf8",
      legalComments: "none",
      banner: { js: cjs ? `${BANNER}\n${CJS_URL}` : BANNER },
      define: {
        INITIAL_PAGES: JSON.stringify(pages),
        WASM_BYTES: JSON.stringify(bytes),
        TEST_HOOKS: String(hooks),
        // where the format has none, nothing asks for it
        ...(format === "esm" ? {} : { "import.meta.url": cjs ? "importMetaUrl" : "undefined" }),
      },
      plugins: [wiring(kind, platform)],
      logLevel: "warning",
    });
    if (warnings.length > 0) throw new Error(`${file}: ${warnings.length} warnings`);
  };
  await target("worker/browser.ts", "worker.js", "iife", "browser");
  await target("worker/node.ts", "worker.cjs", "cjs", "node");
  await target("table-glue.ts", "table.js", "esm", "browser");
  await target("index.ts", "browser.js", "esm", "browser");
  await target("index.ts", "no-inline.js", "esm", "plain");
  await target("index.ts", "node.js", "esm", "node");
  await target("index.ts", "node.cjs", "cjs", "node");
  await writeBeside(out, "element.ts", "element.js", "./browser.js", wiring(kind, "browser"));
  await writeProgram(out, wiring(kind, "node"));

  await ofBuilds((build, folder) =>
    cp(join(folder, "nanikiru_bg.wasm"), join(out, build === "single" ? "nanikiru.wasm" : `nanikiru-${build}.wasm`)),
  );
  await writeInline(out);
  await writeFile(join(out, "tiles.js"), `${BANNER}\n${(await import("./tiles.mjs")).tilesScript()}`);
  await writeTypes(out);
}

/** A file on the package's own one, which it imports from `from`. */
async function writeBeside(
  out,
  entry,
  file,
  from,
  plugin,
  { banner = BANNER, define = {}, platform = "browser" } = {},
) {
  const { build } = await import("esbuild");
  const own = {
    name: "package",
    setup(to) {
      to.onResolve({ filter: /^\.\.?\/index\.js$/ }, () => ({ path: from, external: true }));
      to.onResolve({ filter: /^\.\/tiles\.js$/ }, ({ path }) => ({ path, external: true }));
    },
  };
  const { warnings } = await build({
    entryPoints: [js(entry)],
    outfile: join(out, file),
    bundle: true,
    format: "esm",
    platform,
    target: "es2022",
    minifySyntax: true,
    charset: "utf8",
    legalComments: "none",
    banner: { js: banner },
    define,
    plugins: [own, plugin],
    logLevel: "warning",
  });
  if (warnings.length > 0) throw new Error(`${file}: ${warnings.length} warnings`);
}

/** The command line. */
async function writeProgram(out, plugin) {
  const { version } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  const options = {
    banner: `#!/usr/bin/env node\n${BANNER}`,
    define: { PACKAGE_VERSION: JSON.stringify(version) },
    platform: "node",
  };
  await writeBeside(out, "cli/main.ts", "cli.js", "./node.js", plugin, options);
  await chmod(join(out, "cli.js"), 0o755);
}

/** The worker and both builds once more inside a script, for bundlers that lose the files: the builds compressed, as
 * base64 of what is not makes twice as large a script and a larger package. */
async function writeInline(out) {
  const build = async (name) =>
    JSON.stringify(gzipSync(await readFile(join(out, name)), { level: 9 }).toString("base64"));
  const lines = [
    BANNER,
    `export const worker = ${JSON.stringify(await readFile(join(out, "worker.js"), "utf8"))};`,
    `export const single = ${await build("nanikiru.wasm")};`,
    `export const threads = ${await build("nanikiru-threads.wasm")};`,
  ];
  await writeFile(join(out, "inline.js"), `${lines.join("\n")}\n`);
}

/** Declarations, once for import and once for require: TypeScript knows the two kinds of module by the name. */
async function writeTypes(out) {
  const all = join(out, "declarations");
  const folders = ["--rootDir", ROOT, "--outDir", all];
  await run("tsc", ["-p", "js", "--noEmit", "false", "--declaration", "--emitDeclarationOnly", ...folders]);
  // tsc does not copy declarations that were written as such
  await cp(js("api.d.ts"), join(all, "js", "api.d.ts"));
  const wanted = new Set(["index.d.ts", "element.d.ts"]);
  for (const name of wanted) {
    const text = await readFile(join(all, "js", name), "utf8");
    for (const [, file] of text.matchAll(/from "\.\/([\w/-]+)\.js"/g)) wanted.add(`${file}.d.ts`);
    await writeFile(join(out, name), text);
    await writeFile(join(out, name.replace(/\.ts$/, ".cts")), text.replace(/(from "\.\/[\w/-]+)\.js"/g, '$1.cjs"'));
  }
  await rm(all, { recursive: true });
}
