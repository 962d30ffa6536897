// Modules of js/, www/ and languages/ as they are written, with all that they import, for tests that need no
// WebAssembly: no build, and no engine, which fails if somebody starts it.
import { join } from "node:path";
import { build } from "esbuild";
import { ROOT } from "../scripts/folders.mjs";

const withoutEngine = {
  name: "without engine",
  setup(to) {
    to.onResolve({ filter: /^nanikiru$/ }, () => ({ path: join(ROOT, "js/index.ts") }));
    to.onResolve({ filter: /platform\/browser\.js$/ }, () => ({ path: join(ROOT, "js/platform/plain.ts") }));
    to.onResolve({ filter: /^glue:/ }, ({ path }) => ({ path, namespace: "glue" }));
    to.onLoad({ filter: /./, namespace: "glue" }, ({ path }) => ({
      contents: `export function glue() { throw new Error("${path} in a test without WebAssembly"); }`,
    }));
  },
};

async function bundled(name, more) {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, `${name}.ts`)],
    define: { INITIAL_PAGES: "undefined", TEST_HOOKS: "false" },
    plugins: [withoutEngine],
    external: ["node:*"],
    ...{ bundle: true, write: false, target: "es2022", ...more },
  });
  return outputFiles[0].text;
}

/** The module `js/action` or `www/score`. */
export async function load(name) {
  const text = await bundled(name, { format: "esm" });
  return import(`data:text/javascript;base64,${Buffer.from(text).toString("base64")}`);
}

/** The same as a program for a page: one that sets a global of this name. */
export async function script(name, global) {
  const text = await bundled(name, { format: "iife", globalName: global });
  // what is evaluated in a page has a scope of its own
  return `${text}\nglobalThis.${global} = ${global};`;
}
