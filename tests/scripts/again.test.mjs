// The command that runs a failed test alone, on what the programs really print.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { cargoAgain, nodeAgain, quoted } from "../../scripts/again.mjs";
import { steps } from "../../scripts/steps.mjs";

test("cargo: a test by its name, an example by its file, each once", () => {
  const text = [
    "test score::pinfu ... ok",
    "test suite::every_report ... FAILED",
    "test README.md - (line 12) ... FAILED",
    "test limits - should panic ... FAILED",
    "test is ignored ... ignored, needs ../shared",
    "failures:",
    "    suite::every_report",
    "test suite::every_report ... FAILED",
    "",
  ].join("\n");
  assert.deepEqual(cargoAgain(text), [
    "cargo test --workspace suite::every_report -- --exact",
    "cargo test --doc README.md",
    "cargo test --workspace limits -- --exact",
  ]);
  assert.equal(
    cargoAgain(text, { env: { NANIKIRU_TESTS: "full", PROPTEST_RNG_SEED: "9" }, ignored: true })[0],
    "NANIKIRU_TESTS=full PROPTEST_RNG_SEED=9 cargo test --workspace suite::every_report -- --exact --include-ignored",
  );
});

test("cargo: npm test draws the same random cases each time, test:all new ones, and its command has their seed", () => {
  const alone = (whole) =>
    steps({ whole })
      .find(({ name }) => name === "cargo test")
      .work.again({ text: "test fuzz_smoke::convert ... FAILED\n" })[0];
  assert.equal(alone(false), "PROPTEST_RNG_SEED=1 cargo test --workspace fuzz_smoke::convert -- --exact");
  assert.match(alone(true), /^NANIKIRU_TESTS=full PROPTEST_RNG_SEED=\d+ cargo test /);
  assert.notEqual(alone(true), alone(true));
});

test("node: the command really runs the failed test, and no other", (t) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "nanikiru 何切る ")));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "a"));
  const name = "what? (it's $5.00, 100 %) [a|b] \\ # /x/";
  const source = `
    import test from "node:test";
    test("fine", () => {});
    test(${JSON.stringify(name)}, async (t) => {
      await t.test("inside", () => { throw new Error("no"); });
    });
  `;
  const file = join(folder, "a", "some.test.mjs");
  writeFileSync(file, source);
  writeFileSync(join(folder, "broken.test.mjs"), "throw new Error('no');");
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const run = (command, ...args) => spawnSync(command, args, { cwd: folder, env, encoding: "utf8" }).stdout;
  const commands = nodeAgain(
    run(process.execPath, "--test", "--test-reporter=tap", "a/some.test.mjs", "broken.test.mjs"),
    { build: "tests", root: folder },
  );
  assert.equal(commands.length, 2, commands.join("\n"));
  assert.match(commands[0], /^NANIKIRU_BUILD=tests node --test '--test-name-pattern=.*' a\/some\.test\.mjs$/);
  assert.equal(commands[1], "NANIKIRU_BUILD=tests node --test broken.test.mjs");
  const again = run("sh", "-c", commands[0].replace("--test ", "--test --test-reporter=tap "));
  assert.match(again, /^# pass 0\n# fail [12]$/m, again);
});

test("a word with a quote or a space is one word of a shell", () => {
  for (const word of ["it's", "a b", "何切る", "$HOME", "plain-1.2", "`x`", ""]) {
    const { stdout } = spawnSync("sh", ["-c", `printf %s ${quoted(word)}`], { encoding: "utf8" });
    assert.equal(stdout, word);
  }
});
