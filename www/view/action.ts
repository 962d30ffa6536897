/** An action as a picture and in words. Riichi and dama are told apart where both are on offer. */

import type { Action, Candidate } from "nanikiru";
import { h } from "../dom";
import { tilesOf } from "../notation";
import type { Lang } from "../state";
import { words } from "../text";
import { tileName } from "../text/tiles";
import { riichiStick, tilePicture } from "./tile";

/** `riichi`, `dama` (the same discard is listed with riichi as well) or neither. */
export function stance(action: Action, all: readonly Pick<Candidate, "action">[]): "riichi" | "dama" | null {
  if (action.type !== "discard") return null;
  if (action.riichi) return "riichi";
  const declared = all.some(({ action: a }) => a.type === "discard" && a.riichi && a.tile === action.tile);
  return declared ? "dama" : null;
}

/** The tiles that an action shows beside its word: those of the hand that a call or a kan takes. */
function taken(action: Action): readonly string[] {
  if (action.type === "chi" || action.type === "pon") return tilesOf(action.tiles);
  return action.type === "ankan" || action.type === "kakan" ? [action.tile] : [];
}

/** `Discard 9 sou, riichi`, `打九索（ダマ）`, `Pon red 5 pin 5 pin, discard 9 sou`. */
export function actionName(action: Action, all: readonly Pick<Candidate, "action">[], lang: Lang): string {
  const w = words[lang];
  const discard = (tile: string) => (lang === "ja" ? `${w.discard}${tileName(tile, lang)}` : `${w.discard} ${tileName(tile, lang)}`);
  if (action.type === "discard") {
    const how = stance(action, all);
    if (how === null) return discard(action.tile);
    return lang === "ja" ? `${discard(action.tile)}（${w[how]}）` : `${discard(action.tile)}, ${w[how].toLowerCase()}`;
  }
  const tiles = taken(action).map((tile) => tileName(tile, lang));
  const call = [w.actions[action.type], ...tiles].join(" ");
  if (action.type !== "chi" && action.type !== "pon") return call;
  return lang === "ja" ? `${call} ${discard(action.discard)}` : `${call}, ${discard(action.discard).toLowerCase()}`;
}

/** The tile, on its side with a stick for riichi, and a label for riichi or dama; calls and kans by word and tiles. */
export function actionPicture(action: Action, all: readonly Pick<Candidate, "action">[], lang: Lang): HTMLElement {
  const w = words[lang];
  const picture = (tile: string, turned = false) => tilePicture(tile, tileName(tile, lang), turned);
  if (action.type === "discard") {
    const how = stance(action, all);
    return h(
      "span",
      { class: "action" },
      picture(action.tile, how === "riichi"),
      how && h("b", { class: `tag ${how}` }, how === "riichi" && riichiStick(), w[how]),
    );
  }
  const win = action.type === "tsumo" || action.type === "ron";
  const tag = h("b", { class: `tag ${win ? "win" : action.type === "pass" ? "pass" : "call"}` }, w.actions[action.type]);
  const tiles = taken(action).map((tile) => picture(tile));
  const then = action.type === "chi" || action.type === "pon" ? [h("i", { class: "then", "aria-hidden": "true" }, "→"), picture(action.discard)] : [];
  return h("span", { class: "action" }, tag, tiles.length > 0 && h("span", { class: "tiles" }, ...tiles), ...then);
}
