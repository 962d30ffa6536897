// Puts everything in place that the build and the tests need. Quick when it is all there.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, ROOT, TOOLS, attempt, digest, isMain, output, program, run, say, step } from "./run.mjs";
import { NIGHTLY, NODE_22, RIICHIENV, WASM_BINDGEN, WASM_PACK } from "./versions.mjs";

const MINIMUM_NODE = 20;

function checkNode() {
  const major = Number.parseInt(process.versions.node, 10);
  if (major < MINIMUM_NODE) {
    throw new Failure(`Node ${MINIMUM_NODE} or newer is needed, this is ${process.version}: https://nodejs.org`);
  }
}

async function npmPackages() {
  const stamp = join(ROOT, "node_modules", ".nanikiru-lock");
  const wanted = digest(["package-lock.json"]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  await step("npm packages", () => run("npm", ["ci", "--no-fund", "--no-audit"]));
  writeFileSync(stamp, wanted);
}

async function rust() {
  if (output("rustup", ["--version"]) === undefined) {
    throw new Failure("rustup is missing: install it from https://rustup.rs and start again");
  }
  // `rustc --version` in this folder fails when the pinned toolchain is not there and is not installed by itself
  const targets = output("rustup", ["target", "list", "--installed"]);
  if (output("rustc", ["--version"]) === undefined || !targets?.includes("wasm32-unknown-unknown")) {
    await step("Rust toolchain of rust-toolchain.toml", () => run("rustup", ["toolchain", "install"]));
  }
  const env = { RUSTUP_TOOLCHAIN: NIGHTLY };
  const sysroot = output("rustc", ["--print", "sysroot"], { env });
  if (sysroot === undefined || !existsSync(join(sysroot, "lib/rustlib/src/rust/library/std/Cargo.toml"))) {
    await step(`Rust toolchain ${NIGHTLY} for the build with threads`, () =>
      run("rustup", ["toolchain", "install", NIGHTLY, "--profile", "minimal", "--component", "rust-src"]),
    );
  }
  if (output("cc", ["--version"]) === undefined) {
    await apt("C compiler (cc), which Rust links with", ["gcc", "libc6-dev"]);
  }
}

/** `optimise`: 0 for a tool that only starts others, which halves the time that it takes to build. */
async function cargoTool(binary, crate, version, optimise, args) {
  if (output(binary, ["--version"])?.split(" ")[1] === version) return;
  await step(`${crate} ${version} into .tools (a minute or two, once)`, () =>
    run("cargo", ["install", crate, "--version", version, "--root", TOOLS, ...args], {
      env: {
        CARGO_TARGET_DIR: join(TOOLS, "target"),
        CARGO_PROFILE_RELEASE_OPT_LEVEL: String(optimise),
        CARGO_PROFILE_RELEASE_LTO: "off",
        CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "64",
      },
    }),
  );
}

async function wasmTools() {
  await cargoTool("wasm-pack", "wasm-pack", WASM_PACK, 0, ["--locked"]);
  // not --locked: its lock file names a release of webpki-roots that was withdrawn; TLS is of no use to it anyway
  await cargoTool("wasm-bindgen", "wasm-bindgen-cli", WASM_BINDGEN, 1, ["--no-default-features"]);
  rmSync(join(TOOLS, "target"), { recursive: true, force: true });
}

async function apt(what, packages) {
  const command = `apt-get install -y ${packages.join(" ")}`;
  const hint = `${what} is missing and could not be installed: as root, ${command}`;
  if (process.getuid?.() !== 0 || output("apt-get", ["--version"]) === undefined) throw new Failure(hint);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await step(`${what} by apt-get`, async () => {
    await attempt("apt-get", ["update"], { env, quiet: true });
    await run("apt-get", ["install", "-y", "--no-install-recommends", ...packages], { env, hint });
  });
}

const onPath = (names) => names.filter(Boolean).map((name) => output("which", [name])).find((path) => path !== undefined);

/** The browsers of the tests: those that CHROMIUM and FIREFOX name, or those on the path. */
export const chromium = () => onPath([process.env.CHROMIUM, "chromium", "chromium-browser", "google-chrome"]);
export const firefox = () => onPath([process.env.FIREFOX, "firefox-esr", "firefox"]);

async function browsers() {
  if (chromium() === undefined) await apt("Chromium", ["chromium"]);
  if (firefox() === undefined) await apt("Firefox", ["firefox-esr"]);
  // with no font for kanji the page's Japanese is boxes, and so are its screenshots
  if (!output("fc-list", [":lang=ja", "family"])) await apt("a Japanese font", ["fontconfig", "fonts-noto-cjk"]);
}

async function node22() {
  const folder = join(TOOLS, "node22");
  if (output(node22Path(), ["--version"]) === `v${NODE_22}`) return;
  // not in package.json: npm would put it first on the path of every script
  await step(`Node ${NODE_22} into .tools`, () =>
    run("npm", ["install", "--prefix", folder, "--no-fund", "--no-audit", "--no-save", `node@${NODE_22}`]),
  );
}

/** The second Node that the tests run on. */
export function node22Path() {
  return join(TOOLS, "node22", "node_modules", "node", "bin", "node");
}

/** A Python with RiichiEnv, against which bots play; none where there is no Python to make it with. */
export async function refereePath() {
  const folder = join(TOOLS, "referee");
  const python = join(folder, "bin", "python");
  const version = ["-c", "import importlib.metadata as m; print(m.version('riichienv'))"];
  if (output(python, version) === RIICHIENV) return python;
  // Debian has venv without what it needs unless python3-venv is installed
  if (output("python3", ["-c", "import ensurepip, venv"]) === undefined) return undefined;
  await step(`RiichiEnv ${RIICHIENV} into .tools`, async () => {
    await run("python3", ["-m", "venv", folder]);
    await run(python, ["-m", "pip", "install", "--quiet", `riichienv==${RIICHIENV}`]);
  });
  return python;
}

/** What the build needs; with `tests`, also what the tests need. */
export async function setup({ tests = false } = {}) {
  checkNode();
  await npmPackages();
  await rust();
  await wasmTools();
  if (tests) {
    await browsers();
    await node22();
  }
  say("set up");
}

if (isMain(import.meta)) await program(() => setup({ tests: true }));
