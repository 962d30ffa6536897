// What the bundler leaves to do for the static page: the fixed files, the tile pictures, names that
// change with the content, and the service worker's list of files.
import { createHash } from "node:crypto";
import { copyFile, readFile, readdir, rename, writeFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { writeTiles } from "./tiles.mjs";

const WWW = fileURLToPath(new URL("../www/", import.meta.url));
const FONTS = fileURLToPath(new URL("../languages/fonts.ts", import.meta.url));
const PAGES = ["index.html", "embed.html", "frame.html"];
const FIXED = [...PAGES, "icon.svg", "manifest.webmanifest", "sample.mjson"];
/** One file on the site, in this order, after the fonts of the languages. */
const STYLES = ["style.css", "media.css", "board.css", "review.css", "record.css"];
/** Named in pages only, so that they can be renamed there. */
const HASHED = ["main.js", "embed.js", "frame.js", "style.css"];

/**
 * Not kept for offline use: what stands in other pages, the small build, which answers on a first visit alone, and the
 * package's fallback for bundlers that lose its files, a megabyte never needed here.
 */
const LEFT_OUT = /^(embed|frame|nanikiru-preview)\.|inline|\.(map|txt)$/;

const hash = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 12);

async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  return paths.map((path) => path.split(sep).join("/")).sort();
}

async function renameByContent(folder) {
  const pages = new Map(
    await Promise.all(PAGES.map(async (name) => [name, await readFile(join(folder, name), "utf8")])),
  );
  for (const name of HASHED) {
    const kind = extname(name);
    const hashed = `${name.slice(0, -kind.length)}.${hash(await readFile(join(folder, name)))}${kind}`;
    const naming = [...pages].filter(([, html]) => html.includes(`"${name}"`));
    if (naming.length === 0) throw new Error(`no page names ${name}`);
    for (const [page, html] of naming) pages.set(page, html.replaceAll(`"${name}"`, `"${hashed}"`));
    await rename(join(folder, name), join(folder, hashed));
  }
  for (const [page, html] of pages) await writeFile(join(folder, page), html);
}

/** Puts the version and the files with their digests into the bundled service worker. */
async function fillServiceWorker(folder) {
  const names = (await filesIn(folder)).filter((name) => name !== "sw.js" && !LEFT_OUT.test(name));
  const version = createHash("sha256");
  const files = {};
  for (const name of names) {
    const bytes = await readFile(join(folder, name));
    version.update(name).update(bytes);
    files[name === "index.html" ? "./" : name] = createHash("sha256").update(bytes).digest("base64");
  }
  const worker = join(folder, "sw.js");
  const source = await readFile(worker, "utf8");
  if (!source.includes("__FILES__") || !source.includes("__VERSION__"))
    throw new Error("sw.js lost its places to fill");
  const filled = source
    .replaceAll("__VERSION__", JSON.stringify(version.digest("hex").slice(0, 16)))
    .replaceAll("__FILES__", JSON.stringify(files));
  await writeFile(worker, filled);
  return names.length;
}

/** The fonts of every language, in the style sheet and not set by a script: no text appears in another font first. */
async function fontStyles() {
  const { outputFiles } = await build({ entryPoints: [FONTS], bundle: true, write: false, format: "esm" });
  const module = Buffer.from(outputFiles[0].contents).toString("base64");
  const { fontRules } = await import(`data:text/javascript;base64,${module}`);
  return fontRules(":root", (language) => `:root:lang(${language})`);
}

/** Finishes a folder that holds the bundled `main.js`, `sw.js` and what they load. */
export async function finishSite(folder) {
  for (const name of FIXED) await copyFile(join(WWW, name), join(folder, name));
  const styles = await Promise.all(STYLES.map((name) => readFile(join(WWW, name), "utf8")));
  await writeFile(join(folder, "style.css"), [await fontStyles(), ...styles].join("\n"));
  await writeTiles(join(folder, "tiles"));
  await renameByContent(folder);
  return { files: await fillServiceWorker(folder) };
}
