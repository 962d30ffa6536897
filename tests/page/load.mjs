// Shared by the page's unit tests: a module of www/ with all that it imports, without a browser.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

export async function load(name) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../../www/${name}.ts`, import.meta.url))],
    ...{ bundle: true, write: false, format: "esm", target: "es2022" },
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}
