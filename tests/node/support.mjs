// Shared by the package's tests.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chosen, FOLDERS, ROOT } from "../../scripts/folders.mjs";
import { HANG } from "../limits.mjs";

export { ROOT };
/** The package that is tested: dist/, or that of the kind that NANIKIRU_BUILD names. */
export const DIST = FOLDERS[chosen()].dist;
/** A file of it, as what `require` and `import` take in a program of its own. */
export const built = (name) => JSON.stringify(join(DIST, name));
export const builtUrl = (name) => JSON.stringify(pathToFileURL(join(DIST, name)).href);

/** A built package. */
export async function load(folder) {
  if (!existsSync(folder))
    throw new Error(`${folder} is missing: npm run build -- --package${folder.includes("tests") ? " --tests" : ""}`);
  return import(pathToFileURL(join(folder, "node.js")).href);
}

export const nanikiru = await load(DIST);

/** An analyzer that is disposed of when the test ends. */
export function analyzer(t, library, options) {
  const made = library.createAnalyzer(options);
  t.after(() => made.dispose());
  return made;
}

export const HAND = "2346m4067p2478s55z";

/** Milliseconds that `work` takes, and what it resolves or rejects with. */
export async function timed(work) {
  const begin = performance.now();
  const [result, error] = await work().then(
    (value) => [value, undefined],
    (reason) => [undefined, reason],
  );
  return { result, error, ms: performance.now() - begin };
}

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** Runs a program and resolves to its exit code, what it printed, and how long it lived after printing. */
export async function program(source) {
  const child = spawn(process.execPath, ["--input-type=module", "-e", source], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  let printed;
  child.stdout.on("data", (chunk) => {
    text += chunk;
    printed = performance.now();
  });
  const code = await new Promise((done, failed) => {
    const timer = setTimeout(() => failed(new Error(`still running; printed: ${text}`)), HANG);
    child.on("close", (status) => done(status, clearTimeout(timer)));
  });
  return { code, text, lingered: performance.now() - printed };
}
