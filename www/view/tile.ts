/**
 * Pictures of tiles, and an action as a picture and in words. Riichi and dama have different labels where both are
 * possible.
 */

import type { Action } from "nanikiru";
import { partsOf, type WithAction } from "../candidates";
import { h } from "../dom";
import type { Lang } from "../state";
import { words } from "../text";

/** Its face is blank: without a frame it looks like a picture that is missing. */
const WHITE = "5z";

/** One tile; `alt` is left empty where the surrounding control names it, `dora` gives it the mark of a dora. */
export function tilePicture(tile: string, alt: string, turned = false, dora = false): HTMLElement {
  const face = h("img", { src: `tiles/${tile}.svg`, alt, width: 30, height: 40, draggable: "false" });
  const look = ["tile", turned && "turned", tile === WHITE && "white", dora && "dora"].filter(Boolean).join(" ");
  return h("span", { class: look }, face);
}

/** Tiles in a row, each with its name as alternative text. */
export function tileRow(tiles: readonly string[], lang: Lang): HTMLElement {
  return h("span", { class: "tiles" }, ...tiles.map((tile) => tilePicture(tile, words[lang].tile(tile))));
}

/** The stick that a player lays down with a riichi. */
export const riichiStick = (): HTMLElement => h("span", { class: "stick", "aria-hidden": "true" });

/** Norths that a player has set aside. */
export const norths = (many: number, lang: Lang): HTMLElement => {
  const name = words[lang].norths(many);
  return h(
    "span",
    { class: "norths", role: "img", "aria-label": name, title: name },
    tilePicture("4z", ""),
    many > 1 && h("b", {}, `×${many}`),
  );
};

/** For the ear: `Discard 9 sou, riichi`, `打九索（ダマ）`. `offered` is the other player's tile that it is about. */
export const actionName = (
  action: Action,
  all: readonly WithAction[],
  lang: Lang,
  offered: string | null = null,
): string => words[lang].spokenAction(partsOf(action, all, offered));

/** On the screen: `Discard 9s, riichi`, `Pon red 5p 5p, discard 9s`, `Pass on 8m`. */
export const actionText = (
  action: Action,
  all: readonly WithAction[],
  lang: Lang,
  offered: string | null = null,
): string => words[lang].action(partsOf(action, all, offered));

/** The tile, on its side with a stick for riichi, and a label for riichi or dama; calls and kans by word and tiles. */
export function actionPicture(
  action: Action,
  all: readonly WithAction[],
  lang: Lang,
  offered: string | null = null,
): HTMLElement {
  const w = words[lang];
  const picture = (tile: string, turned = false) => tilePicture(tile, w.tile(tile), turned);
  const parts = partsOf(action, all, offered);
  if (parts.kind === "discard") {
    const how = parts.stance;
    return h(
      "span",
      { class: "action" },
      picture(parts.tile, how === "riichi"),
      how && h("b", { class: `tag ${how}` }, how === "riichi" && riichiStick(), w[how]),
    );
  }
  const win = parts.call === "tsumo" || parts.call === "ron";
  const tag = h("b", { class: `tag ${win ? "win" : parts.call === "pass" ? "pass" : "call"}` }, w.actions[parts.call]);
  const tiles = parts.tiles.map((tile) => picture(tile));
  const then =
    parts.discard === null ? [] : [h("i", { class: "then", "aria-hidden": "true" }, "→"), picture(parts.discard)];
  return h("span", { class: "action" }, tag, tiles.length > 0 && h("span", { class: "tiles" }, ...tiles), ...then);
}
