// The program, for tests of what it prints and leaves behind.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { HANG } from "../limits.mjs";
import { DIST, ROOT } from "./support.mjs";

export const CLI = join(DIST, "cli.js");
export const EXAMPLE = join(ROOT, "docs/example.mjson");

/**
 * Colours are what the tests say: Node 22 warns where both of these are set, if only to nothing. The language is
 * English.
 */
const {
  NO_COLOR: _no,
  FORCE_COLOR: _force,
  LC_ALL: _all,
  LC_MESSAGES: _messages,
  LANGUAGE: _list,
  ...own
} = process.env;
export const ENV = { ...own, LANG: "C.UTF-8" };

/** Starts the program; `ended` resolves to its code, the signal that ended it, and what it printed. */
export function start(args, { env = {}, cwd = ROOT, shell, timeout = HANG } = {}) {
  const words =
    shell === undefined
      ? [process.execPath, CLI, ...args]
      : ["bash", "-c", shell, "bash", process.execPath, CLI, ...args];
  const child = spawn(words[0], words.slice(1), { cwd, env: { ...ENV, ...env }, timeout });
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (said.stdout += chunk));
  child.stderr.on("data", (chunk) => (said.stderr += chunk));
  child.stdin.on("error", () => {});
  const ended = new Promise((done) => child.on("close", (code, signal) => done({ code, signal, ...said })));
  return { child, said, ended };
}

/** Runs the program; `input` goes to its stdin, and `shell` has it as "$@". */
export async function run(args, { input = "", ...options } = {}) {
  const { child, ended } = start(args, options);
  child.stdin.end(input);
  const { code, stdout, stderr } = await ended;
  return { code, stdout, stderr };
}

export function folder(t) {
  const made = mkdtempSync(join(tmpdir(), "nanikiru-"));
  t.after(() => rmSync(made, { recursive: true }));
  return made;
}

/** What a file of the program takes of the package comes from the built one. */
const onPackage = {
  name: "package",
  setup(to) {
    const path = pathToFileURL(join(DIST, "node.js")).href;
    to.onResolve({ filter: /^\.\.\/index\.js$/ }, () => ({ path, external: true }));
  },
};

/** A file of js/cli/ as a module of its own: where it is, and what it exports. */
export async function part(place, name) {
  const outfile = join(place, `${name}.mjs`);
  await build({
    entryPoints: [join(ROOT, `js/cli/${name}.ts`)],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "error",
    plugins: [onPackage],
  });
  return { outfile, ...(await import(pathToFileURL(outfile).href)) };
}
