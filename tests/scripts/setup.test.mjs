// What the set-up says where something is missing: why, and what to do; and what goes on without it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { ROOT } from "../../scripts/folders.mjs";

/** What an expression of the set-up's functions gives with this environment, as a program of its own. */
function setup(expression, env) {
  const source = `const setup = await import(${JSON.stringify(pathToFileURL(join(ROOT, "scripts/setup.mjs")).href)});
    console.log(JSON.stringify((await ${expression}) ?? null));`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", source], {
    env,
    encoding: "utf8",
  });
  return { status, stderr, value: status === 0 ? JSON.parse(stdout.trim().split("\n").at(-1)) : undefined };
}

test("browsers that are neither there nor to be had have a reason and a remedy, and no failure", () => {
  const env = { PATH: "/nowhere", HOME: "/nowhere" };
  assert.deepEqual(setup("setup.withChromium()", env), {
    status: 0,
    stderr: "",
    value: "no Chromium: as root, apt-get install -y chromium; or CHROMIUM names one",
  });
  assert.match(setup("setup.withFirefox()", env).value, /^no Firefox: .*; or FIREFOX names one$/);
});

test("without Python there is no referee, and the reason says so", () => {
  // .tools may have one from before
  const { value } = setup("setup.withReferee()", { PATH: "/nowhere", HOME: "/nowhere" });
  assert.ok(value === null || value === "no Python with venv: as root, apt-get install -y python3-venv", `${value}`);
});

test("a home that cannot be written is named, with the variable that names another", () => {
  const expression = 'setup.checkWritable("Rust", "CARGO_HOME", ".cargo")';
  const { status, stderr } = setup(expression, { CARGO_HOME: "/proc/nanikiru" });
  assert.equal(status, 1);
  assert.match(
    stderr,
    /Rust has to be fetched, and \/proc\/nanikiru cannot be written: CARGO_HOME names another folder/,
  );
});
