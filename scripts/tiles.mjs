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

/** Writes `<folder>/<tile>.svg` for all 37 tiles and says how many bytes they are. */
export async function writeTiles(folder) {
  await mkdir(folder, { recursive: true });
  let bytes = 0;
  for (const [tile, name] of names()) {
    const picture = pictures[name];
    if (!picture) throw new Error(`riichi-mahjong-tiles has no picture ${name}`);
    const svg = renderToStaticMarkup(createElement(picture));
    const { data } = optimize(svg, SVGO);
    if (!data.includes("viewBox")) throw new Error(`${name} lost its viewBox`);
    bytes += data.length;
    await writeFile(join(folder, `${tile}.svg`), data);
  }
  return { files: names().length, bytes };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const folder = process.argv[2] ?? "site/tiles";
  const { files, bytes } = await writeTiles(folder);
  console.log(`${folder}: ${files} tile pictures, ${Math.round(bytes / 1000)} kB`);
}
