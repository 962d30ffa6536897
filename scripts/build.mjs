// npm run build: both WebAssembly builds, dist/ (the package) and site/ (the static page).
//   --package   only dist/
//   --hooks     also target/dist-hooks/, with faults on demand, for the tests
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle, wasmFolder } from "./bundle.mjs";
import { Failure, ROOT, digest, isMain, program, run, say, step } from "./run.mjs";
import { setup } from "./setup.mjs";
import { NIGHTLY, WASM_BINDGEN, WASM_PACK } from "./versions.mjs";

const RUST = ["src", "data", "build.rs", "Cargo.toml", "Cargo.lock", ".cargo", "rust-toolchain.toml"];
const PACKAGE = [...RUST, "js", "package-lock.json", "scripts/bundle.mjs"];
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

async function wasm(build, hooks) {
  const folder = wasmFolder(build, hooks);
  const threads = build === "threads";
  const features = [...(threads ? ["threads"] : []), ...(hooks ? ["test-hooks"] : [])].join(",");
  const args = ["build", "--release", "--target", "web", "--mode", "no-install", "--no-pack"]
    .concat(["--no-gitignore"]) // it would hide the files from npm pack
    .concat(hooks ? ["--no-opt"] : [])
    .concat(["--out-dir", folder, "--out-name", "nanikiru", ROOT, "--no-default-features"])
    .concat(features ? ["--features", features] : [])
    .concat(threads ? ["--config", ".cargo/wasm-threads.toml"] : []);
  const what = `WebAssembly ${threads ? "with" : "without"} threads${hooks ? ", for the tests" : ""}`;
  await fresh(folder, RUST, [NIGHTLY, WASM_BINDGEN, WASM_PACK, ...args], what, () =>
    run("wasm-pack", args, { env: threads ? { RUSTUP_TOOLCHAIN: NIGHTLY } : {} }),
  );
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
