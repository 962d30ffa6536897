// npm test: sets up, builds and checks everything. Every step runs, also after one has failed.
//   npm test -- node page   only the steps whose name contains one of the words
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { buildPackage, buildSite } from "./build.mjs";
import { add, count, words } from "./count.mjs";
import { referee } from "./referee.mjs";
import { Failure, ROOT, attempt, program, say } from "./run.mjs";
import { chromium, firefox, node22Path, refereePath, setup } from "./setup.mjs";

const has = (path) => existsSync(join(ROOT, path));
const testsIn = (folder) =>
  has(folder)
    ? readdirSync(join(ROOT, folder)).filter((name) => name.endsWith(".test.mjs")).sort().map((name) => join(folder, name))
    : [];

const command = (name, program, args, env) => ({ name, work: () => attempt(program, args, { env }) });
/** A step of our own code: it throws, or it is fine. */
const task = (name, work) => ({
  name,
  work: () =>
    work().then(
      () => ({ ok: true, text: "" }),
      (error) => {
        console.error(error instanceof Failure ? `✗ ${error.message}` : error);
        return { ok: false, text: "" };
      },
    ),
});
/** Two files at a time: most of what they do is to wait. Those of tests/timed measure time, and two of Firefox are no faster: these run alone. */
const nodeTests = (name, node, folder, atOnce = 2) =>
  command(name, node, ["--test", `--test-concurrency=${atOnce}`, "--test-reporter=tap", ...testsIn(folder)], {
    CHROMIUM: chromium() ?? "",
    FIREFOX: firefox() ?? "",
  });

function steps() {
  const cargo = (name, ...args) => command(name, "cargo", args);
  const types = (folder) => command(`types of ${folder}/`, "tsc", ["-p", folder]);
  return [
    cargo("cargo fmt", "fmt", "--all", "--check"),
    cargo("clippy", "clippy", "--workspace", "--all-targets", "--", "-D", "warnings"),
    cargo(
      "clippy for WebAssembly",
      ...["clippy", "--target", "wasm32-unknown-unknown", "--features", "test-hooks"],
      ...["--", "-D", "warnings"],
    ),
    command("cargo doc", "cargo", ["doc", "--no-deps"], { RUSTDOCFLAGS: "-D warnings" }),
    nodeTests("the counting of tests", process.execPath, "tests/scripts"),
    // the games and answers of ../shared are not in the repository: tests that need them are #[ignore]
    cargo("cargo test", "test", "--workspace", "--no-fail-fast", ...(has("../shared/data") ? ["--", "--include-ignored"] : [])),
    task("build of the package", () => buildPackage()),
    task("build with faults on demand", () => buildPackage({ hooks: true })),
    types("js"),
    types("js/worker"),
    command("imports of js/ and www/", "depcruise", ["--config", "js/dependencies.json", "js", ...(has("www") ? ["www"] : [])]),
    nodeTests(`package on Node ${process.versions.node}`, process.execPath, "tests/node"),
    nodeTests("package on Node 22", node22Path(), "tests/node"),
    {
      name: "bots under a referee",
      work: async () =>
        (await refereePath()) === undefined ? { ok: true, text: "", skipped: "no python3 with venv" } : task("", async () => {
              // late is what a host that waits 5 s would call so: tests must not fail for what else the machine does
              await referee({ slackMs: 3500 });
              await referee({ bot: "example", rounds: 10, slackMs: 3500 });
            }).work(),
    },
    nodeTests("package in Chromium", process.execPath, "tests/browser"),
    ...(has("www") ? [types("www"), types("www/sw"), task("build of the page", buildSite)] : []),
    ...(testsIn("tests/page").length > 0 ? [nodeTests("page in Chromium", process.execPath, "tests/page")] : []),
    nodeTests("page in Firefox", process.execPath, "tests/firefox", 1),
    ...(testsIn("tests/timed").length > 0 ? [nodeTests("what is promised in time", process.execPath, "tests/timed", 1)] : []),
    ...(has("../shared/data")
      ? // as tests are built: an optimised build of its own takes minutes, and the games seconds
        [cargo("every recorded game", "run", "--quiet", "--package", "nanikiru-tools", "--", "validate")]
      : [{ name: "every recorded game", work: async () => ({ ok: true, text: "", skipped: "no ../shared" }) }]),
  ];
}

await program(async () => {
  await setup({ tests: true });
  const wanted = process.argv.slice(2);
  const chosen = steps().filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
  if (chosen.length === 0) throw new Failure(`no step is called ${wanted.join(" or ")}`);
  const total = { passed: 0, failed: 0, skipped: 0 };
  const lines = [];
  for (const { name, work } of chosen) {
    say(`${name} ...`);
    const begin = performance.now();
    const result = await work();
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    const counted = count(result);
    add(total, counted);
    const sign = counted.failed > 0 ? "✗" : counted.passed > 0 ? "✓" : "-";
    lines.push(`${sign} ${name}: ${result.skipped ? `skipped, ${result.skipped}` : `${words(counted)} (${seconds} s)`}`);
    say(lines.at(-1).slice(2));
  }
  console.log(`\n${lines.join("\n")}\n\n${words(total)}`);
  if (total.failed > 0) process.exitCode = 1;
});
