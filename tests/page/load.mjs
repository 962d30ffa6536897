// Shared by the page's unit tests: a module of www/ with all that it imports, the built package too, without a browser.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

const bundled = (name, more) =>
  build({
    entryPoints: [path(`www/${name}.ts`)],
    // the package's file that needs no other beside it
    alias: { nanikiru: path("dist/no-inline.js") },
    ...{ bundle: true, write: false, target: "es2022", ...more },
  });

export async function load(name) {
  const { outputFiles } = await bundled(name, { format: "esm" });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

/** The same as a program for the page: one that sets a global of this name. */
export async function script(name, global) {
  const { outputFiles } = await bundled(name, { format: "iife", globalName: global });
  // what is evaluated in a page has a scope of its own
  return `${outputFiles[0].text}\nglobalThis.${global} = ${global};`;
}
