// Projects of their own in target/scratch, with the package as npm would install it: for `npm run examples` and `npm
// run matrix`.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Failure, ROOT, attempt, run } from "./run.mjs";
import { chromium } from "./setup.mjs";

const SCRATCH = join(ROOT, "target", "scratch");

/** Packs what lies in dist/; gives the tarball. */
export async function packed() {
  if (!existsSync(join(ROOT, "dist", "node.js"))) throw new Failure("there is no dist/: run `npm run build` first");
  mkdirSync(SCRATCH, { recursive: true });
  const [{ filename }] = JSON.parse(
    await run("npm", ["pack", "--json", "--ignore-scripts", "--loglevel=error", "--pack-destination", SCRATCH]),
  );
  return join(SCRATCH, filename);
}

/**
 * A project with the tarball and further packages installed. `from` is a folder to begin with, its own packages
 * included; `files` are texts by path, `settings` more of its package.json.
 */
export async function project(name, tarball, { packages = [], files = {}, from, settings = {} } = {}) {
  const folder = join(SCRATCH, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (from) cpSync(from, folder, { recursive: true, filter: (path) => !/[/\\](node_modules|dist)$/.test(path) });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const manifest = join(folder, "package.json");
  const own = existsSync(manifest)
    ? JSON.parse(readFileSync(manifest, "utf8"))
    : { name: `scratch-${name}`, private: true, type: "module", ...settings };
  own.dependencies = { ...own.dependencies, nanikiru: `file:${tarball}` };
  writeFileSync(manifest, JSON.stringify(own, null, 2));
  const options = ["--no-fund", "--no-audit", "--prefer-offline", "--loglevel=error"];
  await run("npm", ["install", ...options, ...packages], { cwd: folder });
  return folder;
}

/** Runs a program of a project; what it prints, or what it printed as a Failure. */
export async function inside(folder, [program, ...args], env = {}) {
  const bin = join(folder, "node_modules", ".bin", program);
  const { ok, text } = await attempt(existsSync(bin) ? bin : program, args, { cwd: folder, quiet: true, env });
  if (!ok) throw new Failure(text.trim().split("\n").slice(-12).join("\n"));
  return text;
}

/** The version of a package that a project has. */
export const version = (folder, name) =>
  JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")).version.replace(/^v/, "");

/** Chromium, driven. */
export async function launchChromium() {
  const executablePath = chromium();
  if (!executablePath) throw new Failure("Chromium is missing: CHROMIUM names another one");
  const { chromium: driver } = await import("playwright-core");
  return driver.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"] });
}
