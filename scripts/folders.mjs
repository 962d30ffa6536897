// Where things are built. Two kinds: `release` is what users get; `tests` is built in a third of the time, has faults
// on demand, and is neither small nor fast. Tests take the kind that NANIKIRU_BUILD names.
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Of each kind: the package, and the page on it. */
export const FOLDERS = {
  release: { dist: join(ROOT, "dist"), site: join(ROOT, "site") },
  tests: { dist: join(ROOT, "target", "tests", "dist"), site: join(ROOT, "target", "tests", "site") },
};
/** The package with faults on demand, of the kind `tests`. */
export const HOOKS = join(ROOT, "target", "tests", "dist-hooks");

export const BUILDS = ["single", "threads", "preview"];

/**
 * Where wasm-pack puts a build of a kind. What the small one of `preview` does, that without threads does as well: the
 * tests do not build a third.
 */
export function wasmFolder(build, kind) {
  if (kind === "release") return join(ROOT, "pkg", build);
  return join(ROOT, "pkg", `${kind}-${build === "preview" ? "single" : build}`);
}

/** The kind that the environment asks for: `release` unless it says otherwise. */
export function chosen(environment = process.env) {
  const kind = environment.NANIKIRU_BUILD ?? "release";
  if (!Object.hasOwn(FOLDERS, kind))
    throw new Error(`NANIKIRU_BUILD is ${kind}: there are ${Object.keys(FOLDERS).join(" and ")}`);
  return kind;
}
