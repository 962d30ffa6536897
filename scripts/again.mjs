// The command that runs one failed test alone, out of what a run of many printed.
import { relative } from "node:path";
import { ROOT } from "./folders.mjs";

/** As a shell takes it. */
export const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** A command in words, with what its environment adds. */
export const words = (env, command) =>
  [...Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`), ...command.map(quoted)].join(" ");

/** Of `cargo test`: the names under `failures:`, each once, with the environment that the run had. */
export function cargoAgain(text, { env = {}, ignored = false } = {}) {
  const names = [...text.matchAll(/^test (.+?)(?: - should panic)? \.\.\. FAILED$/gm)].map(([, name]) => name);
  return [...new Set(names)].map((name) => {
    // an example in the documentation is named by its file and its line
    const [file, , line] = name.split(/ (?=- |\(line)/);
    if (line) return words({}, ["cargo", "test", "--doc", file]);
    const args = ["--exact", ...(ignored ? ["--include-ignored"] : [])];
    return words(env, ["cargo", "test", "--workspace", name, "--", ...args]);
  });
}

/** Of `node --test`, as TAP: the failed tests of a file, and not what failed inside of them. */
export function nodeAgain(text, { node = process.execPath, build, root = ROOT } = {}) {
  const failed = text.matchAll(/^not ok \d+ - (.*)\n {2}---\n((?: {2}.*\n)*?) {2}\.\.\.$/gm);
  const commands = [...failed].map(([, name, detail]) => {
    const place = /^ {2}location: '(.*):\d+:\d+'$/m.exec(detail)?.[1];
    const program = node === process.execPath ? "node" : relative(ROOT, node);
    const env = build ? { NANIKIRU_BUILD: build } : {};
    const plain = name.replaceAll(/\\([#\\])/g, "$1");
    // a file that fails as a whole is named by its path
    if (!place || plain.endsWith(".mjs")) return words(env, [program, "--test", relative(root, place ?? plain)]);
    const pattern = `^${plain.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}$`;
    return words(env, [program, "--test", `--test-name-pattern=${pattern}`, relative(root, place)]);
  });
  return [...new Set(commands)];
}
