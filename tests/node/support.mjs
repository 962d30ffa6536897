// Shared by the package's tests.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { HANG } from "../limits.mjs";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const DIST = join(ROOT, "dist");
/** The same package with faults on demand: hand `test:<name>:<number>`, see src/wasm/hooks.rs. */
export const HOOKS = join(ROOT, "target", "dist-hooks");

async function load(folder) {
  if (!existsSync(folder)) throw new Error(`${folder} is missing: npm run build -- --hooks`);
  return import(pathToFileURL(join(folder, "node.js")).href);
}

export const nanikiru = await load(DIST);
export const hooked = await load(HOOKS);

/** An analyzer that is disposed of when the test ends. */
export function analyzer(t, library, options) {
  const made = library.createAnalyzer(options);
  t.after(() => made.dispose());
  return made;
}

/** Asks the hooked engine for something; resolves to the number that it gives back. */
export const fault = async (engine, name, number = 0, options = {}) =>
  (await engine.analyze(`test:${name}:${number}`, {}, options)).search.hands;

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
  const child = spawn(process.execPath, ["--input-type=module", "-e", source], { stdio: ["ignore", "pipe", "inherit"] });
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
