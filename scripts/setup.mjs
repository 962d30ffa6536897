// Puts everything in place that the build and the tests need. Quick when it is all there.
import { existsSync, mkdtempSync, readFileSync, rmSync, rmdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { Failure, ROOT, TOOLS, attempt, digest, isMain, output, program, run, say, step, together } from "./run.mjs";
import { NIGHTLY, NODE_22, RIICHIENV, WASM_BINDGEN, WASM_PACK } from "./versions.mjs";

/** Whether something can be written into a folder, or into the nearest one there is above it. */
function writable(path) {
  if (!existsSync(path) && dirname(path) !== path) return writable(dirname(path));
  try {
    // root may write everywhere by its rights, and yet not on a disk that is read-only
    rmdirSync(mkdtempSync(join(path, ".nanikiru-")));
    return true;
  } catch {
    return false;
  }
}

/** Where cargo and rustup put what they fetch; a clear line instead of theirs where nothing can be written there. */
export function checkWritable(what, variable, folder) {
  const path = process.env[variable] ?? join(homedir(), folder);
  if (!writable(path))
    throw new Failure(`${what} has to be fetched, and ${path} cannot be written: ${variable} names another folder`);
}

async function npmPackages() {
  const stamp = join(ROOT, "node_modules", ".nanikiru-lock");
  const wanted = digest(["package-lock.json"]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  // a home that is read-only has no place for npm's cache
  const env = writable(join(homedir(), ".npm")) ? {} : { npm_config_cache: join(TOOLS, "npm-cache") };
  await step("npm packages", () => run("npm", ["ci", "--no-fund", "--no-audit"], { env }));
  writeFileSync(stamp, wanted);
}

/** rustup's pinned toolchain, and what Rust links with. */
async function rust() {
  if (output("rustup", ["--version"]) === undefined) {
    throw new Failure("rustup is missing: install it from https://rustup.rs and start again");
  }
  // `rustc --version` in this folder fails when the pinned toolchain is not there and is not installed by itself
  const targets = output("rustup", ["target", "list", "--installed"]);
  if (output("rustc", ["--version"]) === undefined || !targets?.includes("wasm32-unknown-unknown")) {
    checkWritable("The Rust toolchain of rust-toolchain.toml", "RUSTUP_HOME", ".rustup");
    await step("Rust toolchain of rust-toolchain.toml", () => run("rustup", ["toolchain", "install"]));
  }
  if (output("cc", ["--version"]) === undefined) {
    const reason = await apt("C compiler (cc), which Rust links with", ["gcc", "libc6-dev"]);
    if (reason) throw new Failure(reason);
  }
}

async function nightly() {
  const sysroot = output("rustc", ["--print", "sysroot"], { env: { RUSTUP_TOOLCHAIN: NIGHTLY } });
  if (sysroot !== undefined && existsSync(join(sysroot, "lib/rustlib/src/rust/library/std/Cargo.toml"))) return;
  checkWritable(`Rust ${NIGHTLY}`, "RUSTUP_HOME", ".rustup");
  await step(`Rust toolchain ${NIGHTLY} for the build with threads`, () =>
    run("rustup", ["toolchain", "install", NIGHTLY, "--profile", "minimal", "--component", "rust-src"]),
  );
}

/** Both are built without optimisation, in one folder, so that what both consist of is compiled once. */
const CARGO_TOOLS = [
  // not --locked: its lock file names a release of webpki-roots that was withdrawn; TLS is of no use to it anyway
  {
    binary: "wasm-bindgen",
    crate: "wasm-bindgen-cli",
    version: WASM_BINDGEN,
    args: ["--no-default-features", "--bin", "wasm-bindgen"],
  },
  { binary: "wasm-pack", crate: "wasm-pack", version: WASM_PACK, args: ["--locked"] },
];

async function wasmTools() {
  const missing = CARGO_TOOLS.filter(({ binary, version }) => output(binary, ["--version"])?.split(" ")[1] !== version);
  if (missing.length === 0) return;
  checkWritable("What builds WebAssembly", "CARGO_HOME", ".cargo");
  const target = join(TOOLS, "target");
  const env = {
    CARGO_TARGET_DIR: target,
    CARGO_PROFILE_RELEASE_OPT_LEVEL: "0",
    CARGO_PROFILE_RELEASE_LTO: "off",
    CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "64",
  };
  for (const { crate, version, args } of missing) {
    await step(`${crate} ${version} into .tools (a minute or two, once)`, () =>
      run("cargo", ["install", crate, "--version", version, "--root", TOOLS, ...args], { env }),
    );
  }
  rmSync(target, { recursive: true, force: true });
}

/** Installs packages of Debian; where that cannot be done, the reason in words. */
async function apt(what, packages) {
  const command = `apt-get install -y ${packages.join(" ")}`;
  const reason = `no ${what}: as root, ${command}`;
  if (process.getuid?.() !== 0 || output("apt-get", ["--version"]) === undefined) return reason;
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  return step(`${what} by apt-get`, async () => {
    await attempt("apt-get", ["update"], { env, quiet: true });
    const { ok } = await attempt("apt-get", ["install", "-y", "--no-install-recommends", ...packages], {
      env,
      quiet: true,
    });
    return ok ? undefined : `${reason}, which has failed here`;
  });
}

const onPath = (names) =>
  names
    .filter(Boolean)
    .map((name) => output("which", [name]))
    .find((path) => path !== undefined);

/** The browsers of the tests: those that CHROMIUM and FIREFOX name, or those on the path. */
export const chromium = () => onPath([process.env.CHROMIUM, "chromium", "chromium-browser", "google-chrome"]);
export const firefox = () => onPath([process.env.FIREFOX, "firefox-esr", "firefox"]);

/** Sees to Chromium and a font for what it draws; why not, where it cannot. */
export async function withChromium() {
  const reason = chromium() === undefined ? await apt("Chromium", ["chromium"]) : undefined;
  if (reason) return `${reason}; or CHROMIUM names one`;
  await withFont();
  return undefined;
}

/** The same for Firefox. */
export async function withFirefox() {
  const reason = firefox() === undefined ? await apt("Firefox", ["firefox-esr"]) : undefined;
  if (reason) return `${reason}; or FIREFOX names one`;
  await withFont();
  return undefined;
}

/** With no font for kanji the page's Japanese is boxes, and so are its screenshots. */
async function withFont() {
  if (output("fc-list", [":lang=ja", "family"])) return;
  const reason = await apt("Japanese font", ["fontconfig", "fonts-noto-cjk"]);
  if (reason) say(reason);
}

export async function withNode22() {
  const folder = join(TOOLS, "node22");
  if (output(node22Path(), ["--version"]) === `v${NODE_22}`) return undefined;
  // not in package.json: npm would put it first on the path of every script
  return step(`Node ${NODE_22} into .tools`, async () => {
    const args = ["install", "--prefix", folder, "--no-fund", "--no-audit", "--no-save", `node@${NODE_22}`];
    const { ok } = await attempt("npm", args, { quiet: true });
    return ok ? undefined : `no Node ${NODE_22}, and npm does not get it`;
  });
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
  return step(`RiichiEnv ${RIICHIENV} into .tools`, async () => {
    await run("python3", ["-m", "venv", folder]);
    const { ok } = await attempt(python, ["-m", "pip", "install", "--quiet", `riichienv==${RIICHIENV}`], {
      quiet: true,
    });
    return ok ? python : undefined;
  });
}

/** What examples/ need besides browsers: their packages from npm, and the queue of examples/site. */
export async function withExamples() {
  const { ok } = await attempt("npm", ["ping", "--fetch-retries=0", "--fetch-timeout=10000"], { quiet: true });
  if (!ok) return "npm's registry cannot be reached, from which examples/ install their packages";
  return onPath(["redis-server"]) === undefined ? await apt("redis-server", ["redis-server"]) : undefined;
}

/** A referee for the bots, or why there is none. */
export async function withReferee() {
  if ((await refereePath()) !== undefined) return undefined;
  const reason = await apt("Python with venv", ["python3-venv"]);
  if (reason) return reason;
  return (await refereePath()) === undefined ? `no RiichiEnv ${RIICHIENV}, and pip does not get it` : undefined;
}

/**
 * What the build needs: all of it, unless less is asked for. npm's packages come while Rust's parts are fetched and
 * built.
 */
export async function setup({ npm = true, wasm = true } = {}) {
  await together([npm && npmPackages(), rust().then(() => wasm && together([nightly(), wasmTools()]))]);
  say("set up");
}

if (isMain(import.meta)) {
  await program(async () => {
    await setup();
    for (const part of [withChromium, withFirefox, withNode22]) {
      const reason = await part();
      if (reason) throw new Failure(reason);
    }
  });
}
