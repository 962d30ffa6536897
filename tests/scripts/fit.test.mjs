// npm run fit: its steps write every learned file, and name what they resume.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { STEPS, chosenSteps } from "../../scripts/fit.mjs";
import { ROOT } from "../../scripts/folders.mjs";

const fit = (...args) =>
  spawnSync(process.execPath, [join(ROOT, "scripts/fit.mjs"), ...args], { cwd: ROOT, encoding: "utf8" });

test("every file in data/ is written by a step, and every file that a step writes is there", () => {
  const written = new Set(STEPS.flatMap(({ writes }) => writes));
  const learned = readdirSync(join(ROOT, "data")).map((name) => `data/${name}`);
  assert.ok(learned.length > 8, `${learned.length}`);
  assert.deepEqual(
    learned.filter((path) => !written.has(path)),
    [],
  );
  assert.deepEqual(
    [...written].filter((path) => !existsSync(join(ROOT, path))),
    [],
  );
});

test("every target of `train` that writes a file of its own is a step", () => {
  const source = readFileSync(join(ROOT, "tools/src/train/mod.rs"), "utf8");
  const targets = [...source.matchAll(/^ {4}\/\/\/ (.*): data\/[a-z]+\.params\n {4}(\w+),/gm)];
  assert.ok(targets.length >= 8, `${targets.length}`);
  const names = STEPS.map(({ name }) => name);
  for (const [, , target] of targets) assert.ok(names.includes(target.toLowerCase()), target);
});

test("a step starts the rest, or runs alone; no step is chosen twice", () => {
  const names = STEPS.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  assert.deepEqual(
    chosenSteps({ from: "ends" }).map(({ name }) => name),
    names.slice(names.indexOf("ends")),
  );
  assert.deepEqual(
    chosenSteps({ only: "class" }).map(({ name }) => name),
    ["class"],
  );
  assert.equal(chosenSteps({}).length, names.length);
  assert.throws(() => chosenSteps({ from: "nets" }), /no step is called nets: there are habits, far, danger/);
  assert.throws(() => chosenSteps({ from: "ends", only: "ends" }), /exclude each other/);
});

test("the list runs nothing and names every file", () => {
  const { status, stdout } = fit("--list", "--from", "three");
  assert.equal(status, 0);
  assert.match(stdout, /^three: data\/three\.params \(5 min\)\n/);
  assert.doesNotMatch(stdout, /danger/);
});

test("a step that is not there is one line, and code 1", () => {
  const { status, stderr } = fit("--only", "nets");
  assert.equal(status, 1);
  assert.match(stderr, /^✗ no step is called nets/);
  assert.equal(stderr.trim().split("\n").length, 1);
});
