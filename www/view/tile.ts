/** Pictures of tiles. */

import { h } from "../dom";
import type { Lang } from "../state";
import { words } from "../text";

/** Its face is blank: without a frame it looks like a picture that is missing. */
const WHITE = "5z";

/** One tile; `alt` is left empty where the surrounding control names it. */
export function tilePicture(tile: string, alt: string, turned = false): HTMLElement {
  const face = h("img", { src: `tiles/${tile}.svg`, alt, width: 30, height: 40, draggable: "false" });
  const look = ["tile", turned && "turned", tile === WHITE && "white"].filter(Boolean).join(" ");
  return h("span", { class: look }, face);
}

/** Tiles in a row, each with its name as alternative text. */
export function tileRow(tiles: readonly string[], lang: Lang): HTMLElement {
  return h("span", { class: "tiles" }, ...tiles.map((tile) => tilePicture(tile, words[lang].tile(tile))));
}

/** The stick that a player lays down with a riichi. */
export const riichiStick = (): HTMLElement => h("span", { class: "stick", "aria-hidden": "true" });
