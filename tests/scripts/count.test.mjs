// What scripts/test.mjs counts, on what the programs really print.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { add, count, words } from "../../scripts/count.mjs";

/** Runs a program that is written for it, without the environment of this run of the tests. */
function run(source, name, command, ...args) {
  const folder = mkdtempSync(join(tmpdir(), "nanikiru-count-"));
  try {
    writeFileSync(join(folder, name), source);
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { status, stdout } = spawnSync(command, args, { cwd: folder, env, encoding: "utf8" });
    return { ok: status === 0, text: stdout };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("node: passed, failed and skipped tests are counted", () => {
  const source = `
    import test from "node:test";
    test("a", () => {});
    test("b", () => {});
    test("c", () => { throw new Error("no"); });
    test("d", { skip: "no data" }, () => {});
    test("e", (t) => t.skip("no data"));
  `;
  const result = run(source, "some.test.mjs", process.execPath, "--test", "--test-reporter=tap", "some.test.mjs");
  assert.deepEqual(count(result), { passed: 2, failed: 1, skipped: 2 }, result.text);
});

test("cargo: ignored tests are skipped, over all programs", () => {
  const text = [
    "running 3 tests",
    "test a ... ok",
    "test b ... ignored, needs ../shared",
    "test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.10s",
    "test result: FAILED. 1 passed; 2 failed; 4 ignored; 0 measured; 7 filtered out; finished in 0.00s",
    "",
  ].join("\n");
  assert.deepEqual(count({ ok: false, text }), { passed: 3, failed: 2, skipped: 5 });
});

test("a step that counts nothing is one check", () => {
  assert.deepEqual(count({ ok: true, text: "fine" }), { passed: 1, failed: 0, skipped: 0 });
  assert.deepEqual(count({ ok: false, text: "broken" }), { passed: 0, failed: 1, skipped: 0 });
  assert.deepEqual(count({ ok: true, text: "", skipped: "no ../shared" }), { passed: 0, failed: 0, skipped: 1 });
});

test("a step that fails outside of its tests has failed", () => {
  const text = "test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s\n";
  assert.deepEqual(count({ ok: false, text }), { passed: 2, failed: 1, skipped: 0 });
});

test("the last line says all three", () => {
  const total = { passed: 1, failed: 0, skipped: 2 };
  add(total, { passed: 4, failed: 1, skipped: 1 });
  assert.equal(words(total), "5 passed, 1 failed, 3 skipped");
});
