// The list of steps: every test file is in it, and what `npm test` leaves out is named.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { FOLDERS, ROOT, chosen } from "../../scripts/folders.mjs";
import { files, leftOut, steps } from "../../scripts/steps.mjs";

const FOLDERS_OF_TESTS = readdirSync(join(ROOT, "tests"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `tests/${name}`);
const testFiles = FOLDERS_OF_TESTS.flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(".test.mjs"))
    .map((name) => `${folder}/${name}`),
);

test("`npm run test:all` runs every test file", () => {
  const run = steps({ whole: true }).flatMap(({ work }) => work.paths ?? []);
  assert.ok(testFiles.length > 60, `${testFiles.length}`);
  assert.deepEqual(
    testFiles.filter((path) => !run.includes(path)),
    [],
  );
});

test("`npm test` runs a part of these steps, with a part of their files, and names the rest", () => {
  const [quick, whole] = [false, true].map((all) => steps({ whole: all }));
  assert.deepEqual(
    quick.map(({ name }) => name),
    whole.map(({ name }) => name),
  );
  assert.equal(new Set(whole.map(({ name }) => name)).size, whole.length);
  for (const [at, step] of quick.entries()) {
    assert.equal(step.suite, whole[at].suite);
    for (const path of step.work.paths ?? []) assert.ok(whole[at].work.paths.includes(path), path);
  }
  const rest = leftOut();
  for (const { name, suite } of whole) if (suite === "long") assert.ok(rest.includes(name), name);
  assert.doesNotMatch(rest, /\n/);
});

test("a test file is in one step of its folder", () => {
  for (const folder of ["tests/node", "tests/page"]) {
    const both = [...files(folder), ...files(folder, { pure: true })];
    assert.deepEqual(
      [...both].sort(),
      readdirSync(join(ROOT, folder))
        .filter((name) => name.endsWith(".test.mjs"))
        .map((name) => `${folder}/${name}`)
        .sort(),
    );
  }
});

test("tests without WebAssembly import neither a build nor what imports one", () => {
  for (const path of ["tests/node", "tests/page"].flatMap((folder) => files(folder, { pure: true }))) {
    assert.doesNotMatch(
      readFileSync(join(ROOT, path), "utf8"),
      /from "[^"]*(\/support\.mjs|\/site\.mjs|\/browser\.mjs|dist\/)/,
      path,
    );
  }
});

test("the tests take the kind of build that the environment names, and no other", () => {
  assert.equal(chosen({}), "release");
  assert.equal(chosen({ NANIKIRU_BUILD: "tests" }), "tests");
  assert.throws(() => chosen({ NANIKIRU_BUILD: "toString" }), /release and tests/);
  assert.equal(FOLDERS.release.dist, join(ROOT, "dist"));
});

test("a word that no step has is an error that lists the steps", () => {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, "scripts/test.mjs"), "no such step"], {
    encoding: "utf8",
  });
  assert.equal(status, 1);
  assert.match(stderr, /no step is called no such step: there are cargo fmt, /);
});

test("a Node that is too old is named before anything else runs", async () => {
  const {
    default: { problem },
  } = await import("../../scripts/check-node.cjs");
  assert.match(problem("18.20.4"), /Node 20 or newer is needed, this is 18\.20\.4/);
  for (const version of ["20.0.0", "22.1.0", "100.0.0"]) assert.equal(problem(version), undefined);
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  for (const name of ["start", "build", "test", "test:all"])
    assert.equal(scripts[`pre${name}`], "node scripts/check-node.cjs");
  assert.ok(existsSync(join(ROOT, "scripts/check-node.cjs")));
});

test("every step is in a job of the public workflow, which also runs `npm test`", () => {
  const text = readFileSync(join(ROOT, ".github/workflows/ci.yml"), "utf8");
  const jobs = [...text.matchAll(/^ +- \{ name: [^,]+, steps: (.*) \}$/gm)].map(([, words]) =>
    words.match(/"[^"]*"|\S+/g).map((word) => word.replaceAll('"', "")),
  );
  assert.ok(jobs.some((words) => words.join("") === ""));
  const words = jobs.filter(([first]) => first === "--all").flatMap(([, ...rest]) => rest);
  const all = steps({ whole: true }).map(({ name }) => name);
  assert.deepEqual(
    all.filter((name) => !words.some((word) => name.includes(word))),
    [],
  );
  assert.deepEqual(
    words.filter((word) => !all.some((name) => name.includes(word))),
    [],
  );
});
