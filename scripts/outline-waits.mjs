// V8 before 12 (Node 20, browsers of 2023) compiles `memory.atomic.wait32` followed by a compare-exchange on the same
// address wrongly in its first tier: the exchange sees the wrong memory, and std's locks spin for ever (2 of 3 starts
// of a pool on 20.20.2). The flag --no-liftoff cures it for the whole process and makes the first answer 1.4 s late.
// So every wait moves into a function of its own, after the optimiser, which would inline it again: no function has
// both.
import { readFile, rm, writeFile } from "node:fs/promises";
import { run } from "./run.mjs";

const HEAD = /\(memory\.atomic\.wait32( offset=\d+)?(?=\s)/g;
const outlined = (offset) => `$wait_apart${offset.replace(" offset=", "_")}`;
/** What both builds use; -all would write formats that browsers do not read yet. */
const FEATURES = ["threads", "simd", "bulk-memory", "mutable-globals", "sign-ext", "nontrapping-float-to-int"]
  .concat(["reference-types", "multivalue"])
  .map((name) => `--enable-${name}`);

/** Rewrites a WebAssembly file in place. */
export async function outlineWaits(file) {
  const text = `${file}.wat`;
  await run("wasm-dis", [...FEATURES, file, "-o", text]);
  const before = await readFile(text, "utf8");
  // call and wait both take address, expected value and timeout, so only the head of the expression changes
  const offsets = new Set();
  const body = before.replaceAll(HEAD, (_, offset = "") => {
    offsets.add(offset);
    return `(call ${outlined(offset)}`;
  });
  if (offsets.size === 0) throw new Error(`${file} has no waits: is this still of use?`);
  const functions = [...offsets].map(
    (offset) => `
 (func ${outlined(offset)} (param i32 i32 i64) (result i32)
  (memory.atomic.wait32${offset} (local.get 0) (local.get 1) (local.get 2)))`,
  );
  const after = body.replace(/\)\s*$/, `${functions.join("")})\n`);
  await writeFile(text, after);
  await run("wasm-as", [...FEATURES, text, "-o", file]);
  await rm(text);
}
