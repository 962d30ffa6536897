// Renders the CC0 tile pictures of the npm package riichi-mahjong-tiles to 37 small SVG files,
// one a tile, named in mpsz (`0p` is the red five of circles). Run by the site build.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import * as pictures from "riichi-mahjong-tiles";
import { optimize } from "svgo";

const SUITS = { m: "Man", p: "Pin", s: "Sou" };
const HONOURS = ["Ton", "Nan", "Shaa", "Pei", "Haku", "Hatsu", "Chun"];

/** The 37 tiles in mpsz, each with the name of its picture in the package. */
function names() {
  const numbers = Object.entries(SUITS).flatMap(([letter, suit]) =>
    Array.from({ length: 10 }, (_, n) => [`${n}${letter}`, n === 0 ? `Regular${suit}5Dora` : `Regular${suit}${n}`]),
  );
  return [...numbers, ...HONOURS.map((name, i) => [`${i + 1}z`, `Regular${name}`])];
}

/** Precision 1 is the coarsest that looks the same at the sizes shown (at most 72 px high, 400 units). */
const SVGO = { multipass: true, floatPrecision: 1, plugins: ["preset-default"] };

/** The 37 pictures as SVG, each by its tile. */
export function tilePictures() {
  return names().map(([tile, name]) => {
    const picture = pictures[name];
    if (!picture) throw new Error(`riichi-mahjong-tiles has no picture ${name}`);
    const { data } = optimize(renderToStaticMarkup(createElement(picture)), SVGO);
    if (!data.includes("viewBox")) throw new Error(`${name} lost its viewBox`);
    return [tile, data];
  });
}

/** Writes `<folder>/<tile>.svg` for all 37 tiles and says how many bytes they are. */
export async function writeTiles(folder) {
  await mkdir(folder, { recursive: true });
  const all = tilePictures();
  for (const [tile, data] of all) await writeFile(join(folder, `${tile}.svg`), data);
  return { files: all.length, bytes: all.reduce((sum, [, data]) => sum + data.length, 0) };
}

const TAG = /<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/g;
const ATTRIBUTE = /([\w:-]+)="([^"]*)"/g;

/**
 * An SVG as `[name, attributes, ...children]`: made of it, a picture needs no markup, which a page's policy may
 * forbid.
 */
function treeOf(tile, svg) {
  const open = [["root", {}]];
  let read = 0;
  for (const { 0: whole, 1: closes, 2: name, 3: attributes, 4: empty, index } of svg.matchAll(TAG)) {
    if (index !== read) throw new Error(`${tile}: ${svg.slice(read, index)} is no tag`);
    read += whole.length;
    if (closes) {
      open.pop();
      continue;
    }
    // several pictures stand in one document: each has names of its own
    const own = (key, value) => (key === "id" ? `${tile}-${value}` : value.replaceAll(/(^|url\()#/g, `$1#${tile}-`));
    const node = [
      name,
      Object.fromEntries(
        [...attributes.matchAll(ATTRIBUTE)]
          .filter(([, key]) => !key.startsWith("xmlns"))
          .map(([, key, value]) => [key.replace("xlink:", ""), own(key, value)]),
      ),
    ];
    open.at(-1).push(node);
    if (!empty) open.push(node);
  }
  if (read !== svg.length || open.length !== 1) throw new Error(`${tile}: the SVG breaks after ${read} characters`);
  return open[0][2];
}

/** The pictures as a script, for the element. */
export const tilesScript = () =>
  `export const tiles = ${JSON.stringify(Object.fromEntries(tilePictures().map(([tile, svg]) => [tile, treeOf(tile, svg)])))};\n`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const folder = process.argv[2] ?? "site/tiles";
  const { files, bytes } = await writeTiles(folder);
  console.log(`${folder}: ${files} tile pictures, ${Math.round(bytes / 1000)} kB`);
}
