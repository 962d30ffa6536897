// What the WebAssembly files must be, and what the build must refuse.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { initialPages } from "../../scripts/bundle.mjs";
import { HOOKS } from "./hooks.mjs";
import { DIST, ROOT } from "./support.mjs";

const wasm = (folder, name) => readFileSync(join(folder, name));
const FILES = ["nanikiru.wasm", "nanikiru-threads.wasm", "nanikiru-preview.wasm"];

/** Reads LEB128. */
function number(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return [value, at];
  }
}

/** The imported memory: its limits, in pages, and whether it is shared. */
function memory(bytes) {
  for (let at = 8; at < bytes.length;) {
    const id = bytes[at++];
    let size;
    [size, at] = number(bytes, at);
    if (id === 2) {
      // in the import section a memory is kind 2, flags, initial, maximum: the only thing called "memory"
      const name = Buffer.from("\x06memory\x02", "latin1");
      let place = bytes.indexOf(name, at) + name.length;
      const flags = bytes[place++];
      const [initial, next] = number(bytes, place);
      const [maximum] = number(bytes, next);
      return { shared: (flags & 2) !== 0, bounded: (flags & 1) !== 0, initial, maximum };
    }
    at += size;
  }
  return assert.fail("no imports");
}

test("memory: imported, at most 1 GiB, shared in the build with threads only", () => {
  for (const folder of [DIST, HOOKS]) {
    for (const name of FILES) {
      const { shared, bounded, initial, maximum } = memory(wasm(folder, name));
      assert.equal(shared, name.includes("threads"));
      assert.equal(bounded, true);
      assert.equal(maximum, 1024 * 16);
      assert.ok(initial < 32 * 16, `${initial} pages to begin with`);
    }
  }
});

/** The file as text, function by function. */
function functions(file) {
  const text = execFileSync(join(ROOT, "node_modules/.bin/wasm-dis"), ["-all", file], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  return text.split("\n (func ").slice(1);
}

test("SIMD in both; atomics in one, where no function has what Node 20 compiles wrongly", () => {
  for (const name of FILES) {
    const all = functions(join(DIST, name));
    assert.ok(
      all.some((text) => text.includes("v128.load")),
      `${name} has no SIMD`,
    );
    const waits = all.filter((text) => text.includes("memory.atomic.wait"));
    assert.equal(waits.length > 0, name.includes("threads"));
    for (const text of waits) assert.doesNotMatch(text, /cmpxchg|\(call /);
  }
});

test("the package has no faults on demand", () => {
  for (const name of FILES) {
    assert.ok(wasm(HOOKS, name).includes("a panic on the calling thread"));
    assert.ok(!wasm(DIST, name).includes("a panic on the calling thread"));
  }
  for (const name of ["worker.js", "worker.cjs"]) {
    assert.ok(wasm(HOOKS, name).includes("NANIKIRU_FAULT"));
    assert.ok(!wasm(DIST, name).includes("NANIKIRU_FAULT"));
  }
});

test("no path of the machine that built it", () => {
  for (const name of FILES) {
    for (const path of [ROOT, homedir(), ".cargo", ".rustup"])
      assert.ok(!wasm(DIST, name).includes(path), `${name} names ${path}`);
  }
});

test("a build whose memory is not shared is refused", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "nanikiru-"));
  t.after(() => rmSync(folder, { recursive: true }));
  // what the build without the linker's flags gives
  cpSync(join(ROOT, "pkg/threads/nanikiru.js"), join(folder, "nanikiru.js"));
  assert.ok((await initialPages("threads", folder)) > 0);
  const glue = readFileSync(join(folder, "nanikiru.js"), "utf8");
  writeFileSync(join(folder, "nanikiru.js"), glue.replace(",shared:true", ""));
  await assert.rejects(initialPages("threads", folder), /the memory is not shared/);
  writeFileSync(join(folder, "nanikiru.js"), glue.replace(/new WebAssembly\.Memory\(.*?\)/, "undefined"));
  await assert.rejects(initialPages("threads", folder), /the memory is not imported/);
});
