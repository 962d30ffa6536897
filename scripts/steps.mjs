// The steps of both suites, in the order in which they run. `npm test` runs the quick ones, in minutes; `npm run
// test:all` runs all of them, the quick ones whole: on what users get, with every file and every case.
import { randomInt } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./folders.mjs";
import { cargoAgain, nodeAgain, words } from "./again.mjs";
import { referee } from "./referee.mjs";
import { Failure, attempt } from "./run.mjs";
import { chromium, firefox, node22Path } from "./setup.mjs";

export const SHARED = existsSync(join(ROOT, "../shared/data"));

/** Who may import whom: the table is js/dependencies.json. */
const IMPORTS = "tests/node/layering.test.mjs";
/** Test files that need a build of neither kind. */
const PURE = /^tests\/node\/(action|api-doc|layering)\.|^tests\/page\/unit\./;
/**
 * Of the other test files of a folder, those that `npm test` runs, too. A new file is one of them unless it is named
 * here.
 */
const QUICK = {
  // left out: what is measured of the release builds, faults on demand, the packed package, programs of examples/,
  // all files of ../shared
  "tests/node": (name) => !/^(build|ended|examples|faults|forms|install|majiang)\./.test(name),
  "tests/browser": (name) => name === "element.test.mjs",
  // the main ways: a hand, the table, a record, its review, learning, what is exported, offline, no threads
  "tests/page": (name) => /^(isolation|kept|laying|learn|page|record|table)\./.test(name),
};

/** The test files of a folder: `pure` ones or the others, all or the quick ones. */
export function files(folder, { pure = false, whole = true } = {}) {
  const all = readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(".test.mjs"))
    .sort();
  const quick = QUICK[folder] ?? (() => true);
  return all
    .filter((name) => whole || quick(name))
    .map((name) => `${folder}/${name}`)
    .filter((path) => PURE.test(path) === pure);
}

/** What npm installs. */
const NPX = new Set(["tsc"]);
/** A command; `again` gives the commands that run its failed tests alone, out of what it printed. */
function command(program, args, { env = {}, again } = {}) {
  const whole = words(env, [program, ...args]);
  return {
    run: () => attempt(program, args, { env }),
    again: again ?? (() => [NPX.has(program) ? `npx ${whole}` : whole]),
  };
}

/** Code of ours: it throws, or it is fine. */
const task = (work) => ({
  run: () =>
    work().then(
      () => ({ ok: true, text: "" }),
      (error) => {
        console.error(error instanceof Failure ? `✗ ${error.message}` : error);
        return { ok: false, text: "" };
      },
    ),
  again: () => [],
});

/**
 * Two files at a time: most of what they do is to wait. Those that measure time run alone, and two of Firefox are no
 * faster.
 */
function nodeTests(paths, { node = process.execPath, atOnce = 2, build } = {}) {
  const args = ["--test", `--test-concurrency=${atOnce}`, "--test-reporter=tap", ...paths];
  // browsers are looked for when the step runs: they may have come with the set-up
  const env = () => ({
    CHROMIUM: chromium() ?? "",
    FIREFOX: firefox() ?? "",
    ...(build ? { NANIKIRU_BUILD: build } : {}),
  });
  return {
    paths,
    run: () => attempt(node, args, { env: env() }),
    again: ({ text }) => nodeAgain(text, { node, build }),
  };
}

/**
 * Every step: its name, the suite that it belongs to, what it needs, and its work. Those of `quick` run in both
 * suites; with
 * `whole` they do what `npm run test:all` wants of them, and without it `less` says what they leave out.
 */
export function steps({ whole }) {
  const build = whole ? "release" : "tests";
  const site = whole ? "release site" : "tests site";
  const quick = (name, needs, work, less) => ({ name, suite: "quick", needs, work, less: whole ? undefined : less });
  const long = (name, needs, work) => ({ name, suite: "long", needs, work });
  const cargo = (...args) => command("cargo", args);
  const types = (folder) => quick(`types of ${folder}/`, ["npm"], command("tsc", ["-p", folder]));
  /** Tests of a folder, of which `npm test` runs a part. */
  const part = (name, folder, needs) => {
    const [all, chosen] = [files(folder), files(folder, { whole })];
    return quick(
      name,
      needs,
      nodeTests(chosen, { build }),
      chosen.length < all.length && `${all.length - chosen.length} of ${all.length} files of ${folder}`,
    );
  };
  // property tests: `npm test` tries the same cases each time, so that it fails for what was changed; the whole run
  // looks for new ones
  const rustEnv = whole
    ? { NANIKIRU_TESTS: "full", PROPTEST_RNG_SEED: `${randomInt(2 ** 32)}` }
    : { PROPTEST_RNG_SEED: "1" };
  const ignored = whole && SHARED;
  const rustTests = command(
    "cargo",
    ["test", "--workspace", "--no-fail-fast", ...(ignored ? ["--", "--include-ignored"] : [])],
    {
      env: rustEnv,
      again: ({ text }) => cargoAgain(text, { env: rustEnv, ignored }),
    },
  );
  return [
    quick("cargo fmt", ["rust"], cargo("fmt", "--all", "--check")),
    ...["js", "js/worker", "www", "www/sw"].map(types),
    quick("imports of js/, www/ and languages/", ["npm"], nodeTests([IMPORTS])),
    quick("scripts", ["npm"], nodeTests(files("tests/scripts").filter((path) => !path.endsWith("referee.test.mjs")))),
    quick(
      "tests without WebAssembly",
      ["npm"],
      nodeTests(
        ["tests/node", "tests/page"]
          .flatMap((folder) => files(folder, { pure: true }))
          .filter((path) => path !== IMPORTS),
      ),
    ),
    quick("clippy", ["rust"], cargo("clippy", "--workspace", "--all-targets", "--", "-D", "warnings")),
    quick("cargo test", ["rust"], rustTests, "most cases of the oracles, new random cases and all recorded games"),
    quick(
      "build for the tests",
      ["npm", "wasm", "tests"],
      task(async () => {}),
    ),
    long(
      "build of the package",
      ["npm", "wasm", "release"],
      task(async () => {}),
    ),
    part(`package on Node ${process.versions.node}`, "tests/node", [build, "tests"]),
    part("package in Chromium", "tests/browser", ["chromium", build, "tests"]),
    quick(
      "build of the page",
      [site],
      task(async () => {}),
    ),
    part("page in Chromium", "tests/page", ["chromium", site]),
    long(
      "clippy for WebAssembly",
      ["rust"],
      command("cargo", [
        "clippy",
        "--target",
        "wasm32-unknown-unknown",
        "--features",
        "test-hooks",
        "--",
        "-D",
        "warnings",
      ]),
    ),
    long("cargo doc", ["rust"], command("cargo", ["doc", "--no-deps"], { env: { RUSTDOCFLAGS: "-D warnings" } })),
    long(
      "package on Node 22",
      ["node22", "release", "tests"],
      nodeTests(files("tests/node"), { node: node22Path(), build: "release" }),
    ),
    long(
      "bots under a referee",
      ["referee", "release"],
      task(async () => {
        // late is what a host that waits 5 s would call so: tests must not fail for what else the machine does
        for (const players of [4, 3]) {
          await referee({ players, slackMs: 3500 });
          await referee({ players, bot: "example", rounds: 10, slackMs: 3500 });
          await referee({ players, bot: "legal", slackMs: 3500 });
        }
      }),
    ),
    long("the referee itself", ["npm", "referee"], nodeTests(["tests/scripts/referee.test.mjs"])),
    long(
      "Firefox",
      ["firefox", "release site", "tests"],
      nodeTests(files("tests/firefox"), { atOnce: 1, build: "release" }),
    ),
    long(
      "programs of examples/",
      ["chromium", "firefox", "release", "examples"],
      command("npm", ["run", "examples"], { again: () => ["npm run examples"] }),
    ),
    long(
      "what is promised in time",
      ["chromium", "release site", "tests"],
      nodeTests(files("tests/timed"), { atOnce: 1, build: "release" }),
    ),
    // as tests are built: an optimised build of its own takes minutes, and the games seconds
    long(
      "every recorded game",
      ["rust", "shared"],
      cargo("run", "--quiet", "--package", "nanikiru-tools", "--", "validate"),
    ),
  ];
}

/** What `npm test` leaves out, as the end of a sentence. */
export function leftOut() {
  const all = steps({ whole: false });
  const long = all.filter(({ suite }) => suite === "long").map(({ name }) => name);
  return [...long, ...all.flatMap(({ less }) => less || [])].join(", ");
}
