// Running commands, finding files, and saying what happens.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT } from "./folders.mjs";

export { ROOT };

export const TOOLS = join(ROOT, ".tools");
const path = [join(TOOLS, "bin"), join(ROOT, "node_modules", ".bin"), process.env.PATH].join(delimiter);

/** The environment of every command: our tools first, and no RUSTFLAGS, which would replace all of .cargo's. */
function environment(extra = {}) {
  const { RUSTFLAGS: _, CARGO_ENCODED_RUSTFLAGS: __, ...rest } = process.env;
  return { ...rest, PATH: path, ...extra };
}

/** A failure that one line explains; no stack is printed. */
export class Failure extends Error {}

export function say(line) {
  console.log(`• ${line}`);
}

/** Runs a command and gives its output, or undefined when it is not there or fails. */
export function output(command, args, { env } = {}) {
  const { status, stdout } = spawnSync(command, args, { cwd: ROOT, env: environment(env), encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

/** What a command, which has to succeed, prints on its standard output; its standard error is shown. */
export function outputOf(command, args) {
  const options = { cwd: ROOT, env: environment(), encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] };
  const { status, stdout } = spawnSync(command, args, { ...options, maxBuffer: 64 << 20 });
  if (status !== 0) throw new Failure(`${command} ${args.join(" ")} failed`);
  return stdout;
}

/** Runs a command, shows what it prints, resolves to { ok, text }. */
export function attempt(command, args, { env, cwd = ROOT, quiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env: environment(env), stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    const take = (stream) => (chunk) => {
      text += chunk;
      if (!quiet) stream.write(chunk);
    };
    child.stdout.on("data", take(process.stdout));
    child.stderr.on("data", take(process.stderr));
    child.on("error", (error) => resolve({ ok: false, text: `${text}${error.message}\n` }));
    child.on("close", (code) => resolve({ ok: code === 0, text }));
  });
}

/** Runs a command that has to succeed; what it printed is shown only when it does not. */
export async function run(command, args, { hint, ...options } = {}) {
  const { ok, text } = await attempt(command, args, { quiet: true, ...options });
  if (ok) return text;
  process.stderr.write(text);
  throw new Failure(hint ?? `${command} ${args.join(" ")} failed`);
}

/** Says what is done and, afterwards, how long it took. */
export async function step(what, work) {
  const begin = performance.now();
  say(`${what} ...`);
  const result = await work();
  say(`${what}: ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  return result;
}

/** Waits for all of them, also where one fails: nothing goes on behind the message. */
export async function together(works) {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === "rejected");
  if (failed) throw failed.reason;
}

function* filesUnder(path) {
  if (!existsSync(path)) return;
  if (!statSync(path).isDirectory()) return void (yield path);
  for (const name of readdirSync(path).sort()) yield* filesUnder(join(path, name));
}

/** A digest of the files (and folders) and words that a result depends on. */
export function digest(paths, ...words) {
  const hash = createHash("sha256");
  for (const path of paths) {
    for (const file of filesUnder(join(ROOT, path))) {
      hash.update(file.slice(ROOT.length)).update("\0").update(readFileSync(file)).update("\0");
    }
  }
  for (const word of words) hash.update(word).update("\0");
  return hash.digest("hex");
}

/** Runs `main` as a program: a Failure is one line, anything else is a fault of the script. */
export async function program(main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Failure ? `✗ ${error.message}` : error);
    process.exitCode = 1;
  }
}

/** Whether this file is the program that was started. */
export function isMain(meta) {
  return process.argv[1] === fileURLToPath(meta.url);
}
