// npm run build: both WebAssembly builds, dist/ (the package) and site/ (the static page).
//   --package   without the page
//   --tests     the quickly built ones of `npm test` instead, in target/tests
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join, relative } from "node:path";
import { bundle } from "./bundle.mjs";
import { BUILDS, FOLDERS, HOOKS, wasmFolder } from "./folders.mjs";
import { Failure, ROOT, digest, isMain, output, program, run, say, step, together } from "./run.mjs";
import { outlineWaits } from "./outline-waits.mjs";
import { setup } from "./setup.mjs";
import { NIGHTLY, WASM_BINDGEN, WASM_PACK } from "./versions.mjs";

const RUST = ["src", "data", "build.rs", "Cargo.toml", "Cargo.lock", ".cargo", "rust-toolchain.toml"];
const PACKAGE = [...RUST, "js", "languages", "package.json", "package-lock.json", "scripts/bundle.mjs"];
const SITE = [...PACKAGE, "www", "scripts", "webpack.config.js"];

/** Does `work` unless `folder` was made from the very same `inputs`. */
async function fresh(folder, inputs, words, what, work) {
  const stamps = join(ROOT, "target", "made-from");
  const stamp = join(stamps, relative(ROOT, folder).replaceAll(/[/\\]/g, "-"));
  const wanted = digest(inputs, ...words);
  if (existsSync(folder) && existsSync(stamp) && (await readFile(stamp, "utf8")) === wanted) return;
  await rm(stamp, { force: true });
  await step(what, work);
  await mkdir(stamps, { recursive: true });
  await writeFile(stamp, wanted);
}

/** Panics name the file they happened in: not with the folders of this machine, and the same on every machine. */
function withoutPaths(env) {
  const cargo = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  const prefixes = [
    [join(output("rustc", ["--print", "sysroot"], { env }), "lib/rustlib/src/rust"), "/rust"],
    [join(cargo, "registry/src"), "/crates"],
    [ROOT.slice(0, -1), "/nanikiru"],
  ];
  return prefixes.map(([from, to]) => `--remap-path-prefix=${from}=${to}`);
}

const PROFILES = {
  release: ["--release"],
  // what it measures is neither size nor time
  tests: ["--profile", "wasm-test", "--no-opt"],
};

const WORDS = { single: "without threads", threads: "with threads", preview: "for the first answer" };

async function wasm(build, kind) {
  const folder = wasmFolder(build, kind);
  const threads = build === "threads";
  const env = threads ? { RUSTUP_TOOLCHAIN: NIGHTLY } : {};
  const features = [...(build === "single" ? [] : [build]), ...(kind === "tests" ? ["test-hooks"] : [])].join(",");
  const args = ["build", ...PROFILES[kind], "--target", "web", "--mode", "no-install", "--no-pack"]
    .concat(["--no-gitignore"]) // it would hide the files from npm pack
    .concat(["--out-dir", folder, "--out-name", "nanikiru", ROOT])
    .concat(features ? ["--features", features] : [])
    .concat(threads ? ["--config", ".cargo/wasm-threads.toml"] : [])
    .concat(["--config", `target.wasm32-unknown-unknown.rustflags=${JSON.stringify(withoutPaths(env))}`]);
  const what = `WebAssembly ${WORDS[build]}${kind === "tests" ? ", for the tests" : ""}`;
  const inputs = [...RUST, "scripts/outline-waits.mjs"];
  // what is built does not depend on the folder that this project lies in
  const placeless = args.map((arg) => arg.replaceAll(ROOT.slice(0, -1), "."));
  await fresh(folder, inputs, [NIGHTLY, WASM_BINDGEN, WASM_PACK, ...placeless], what, async () => {
    await run("wasm-pack", args, { env });
    if (threads) await outlineWaits(join(folder, "nanikiru_bg.wasm"));
  });
}

/** Builds a package: `kind` is one of `FOLDERS`. That of the tests comes with and without faults on demand. */
export async function buildPackage(kind = "release") {
  // side by side: each has stretches, its linker and its optimiser, that use one core
  await together(BUILDS.filter((build) => wasmFolder(build, kind).endsWith(build)).map((build) => wasm(build, kind)));
  const packages = [
    { out: FOLDERS[kind].dist, hooks: false },
    ...(kind === "tests" ? [{ out: HOOKS, hooks: true }] : []),
  ];
  for (const { out, hooks } of packages) {
    await fresh(out, PACKAGE, [kind, String(hooks)], relative(ROOT, out), () => bundle({ out, kind, hooks }));
  }
}

/** Builds the page on the package of a kind, which is there. */
export async function buildSite(kind = "release") {
  const { dist, site } = FOLDERS[kind];
  await fresh(site, SITE, [kind], relative(ROOT, site), async () => {
    const { default: webpack } = await import("webpack");
    const { configuration } = await import("../webpack.config.js");
    const stats = await new Promise((resolve, reject) =>
      webpack(configuration({ dist, site }), (error, result) => (error ? reject(error) : resolve(result))),
    );
    if (stats.hasErrors() || stats.hasWarnings()) {
      throw new Failure(`webpack: ${stats.toString({ all: false, errors: true, warnings: true })}`);
    }
    const { finishSite } = await import("./site.mjs");
    await finishSite(site);
  });
}

if (isMain(import.meta)) {
  await program(async () => {
    const options = process.argv.slice(2);
    const unknown = options.find((option) => !["--package", "--tests"].includes(option));
    if (unknown) throw new Failure(`${unknown} is no option: --package, --tests`);
    const kind = options.includes("--tests") ? "tests" : "release";
    await setup();
    await buildPackage(kind);
    if (!options.includes("--package")) await buildSite(kind);
    say("built");
  });
}
