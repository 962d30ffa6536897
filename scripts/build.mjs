// npm run build: both WebAssembly builds, dist/ (the package) and site/ (the static page).
//   --package   only dist/
//   --hooks     also target/dist-hooks/, with faults on demand, for the tests
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle, wasmFolder } from "./bundle.mjs";
import { Failure, ROOT, digest, isMain, output, program, run, say, step } from "./run.mjs";
import { outlineWaits } from "./outline-waits.mjs";
import { setup } from "./setup.mjs";
import { NIGHTLY, WASM_BINDGEN, WASM_PACK } from "./versions.mjs";

const RUST = ["src", "data", "build.rs", "Cargo.toml", "Cargo.lock", ".cargo", "rust-toolchain.toml"];
const PACKAGE = [...RUST, "js", "package.json", "package-lock.json", "scripts/bundle.mjs"];
const SITE = [...PACKAGE, "www", "scripts", "webpack.config.js"];

/** Does `work` unless `folder` was made from the very same `inputs`. */
async function fresh(folder, inputs, words, what, work) {
  const stamps = join(ROOT, "target", "made-from");
  const stamp = join(stamps, basename(folder));
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

async function wasm(build, hooks) {
  const folder = wasmFolder(build, hooks);
  const threads = build === "threads";
  const env = threads ? { RUSTUP_TOOLCHAIN: NIGHTLY } : {};
  const features = [...(threads ? ["threads"] : []), ...(hooks ? ["test-hooks"] : [])].join(",");
  const args = ["build", "--release", "--target", "web", "--mode", "no-install", "--no-pack"]
    .concat(["--no-gitignore"]) // it would hide the files from npm pack
    .concat(hooks ? ["--no-opt"] : [])
    .concat(["--out-dir", folder, "--out-name", "nanikiru", ROOT])
    .concat(features ? ["--features", features] : [])
    .concat(threads ? ["--config", ".cargo/wasm-threads.toml"] : [])
    .concat(["--config", `target.wasm32-unknown-unknown.rustflags=${JSON.stringify(withoutPaths(env))}`]);
  const what = `WebAssembly ${threads ? "with" : "without"} threads${hooks ? ", for the tests" : ""}`;
  const inputs = [...RUST, "scripts/outline-waits.mjs"];
  // what is built does not depend on the folder that this project lies in
  const placeless = args.map((arg) => arg.replaceAll(ROOT.slice(0, -1), "."));
  await fresh(folder, inputs, [NIGHTLY, WASM_BINDGEN, WASM_PACK, ...placeless], what, async () => {
    await run("wasm-pack", args, { env });
    if (threads) await outlineWaits(join(folder, "nanikiru_bg.wasm"));
  });
}

export async function buildPackage({ hooks = false } = {}) {
  const out = hooks ? join(ROOT, "target", "dist-hooks") : join(ROOT, "dist");
  await wasm("single", hooks);
  await wasm("threads", hooks);
  await fresh(out, PACKAGE, [String(hooks)], `${out.slice(ROOT.length)}/`, () => bundle({ out, hooks }));
}

export async function buildSite() {
  const config = join(ROOT, "webpack.config.js");
  if (!existsSync(join(ROOT, "www"))) return say("site/: skipped, there is no www/ yet");
  await fresh(join(ROOT, "site"), SITE, [], "site/", async () => {
    const { default: webpack } = await import("webpack");
    const { default: configuration } = await import(pathToFileURL(config).href);
    const options = typeof configuration === "function" ? await configuration() : configuration;
    const stats = await new Promise((resolve, reject) =>
      webpack(options, (error, result) => (error ? reject(error) : resolve(result))),
    );
    if (stats.hasErrors() || stats.hasWarnings()) {
      throw new Failure(`webpack: ${stats.toString({ all: false, errors: true, warnings: true })}`);
    }
    const { finishSite } = await import("./site.mjs");
    await finishSite(join(ROOT, "site"));
  });
}

if (isMain(import.meta)) {
  await program(async () => {
    const options = process.argv.slice(2);
    await setup();
    await buildPackage();
    if (options.includes("--hooks")) await buildPackage({ hooks: true });
    if (!options.includes("--package")) await buildSite();
    say("built");
  });
}
