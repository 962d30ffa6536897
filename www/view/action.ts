/** An action as a picture and in words. Riichi and dama are told apart where both are on offer. */

import type { Action, Candidate } from "nanikiru";
import { h } from "../dom";
import type { Lang } from "../state";
import { words } from "../text";
import { tileName } from "../text/tiles";
import { riichiStick, tilePicture } from "./tile";

/** `riichi`, `dama` (the same discard is listed with riichi as well) or neither. */
export function stance(action: Action, all: readonly Candidate[]): "riichi" | "dama" | null {
  if (action.type !== "discard") return null;
  if (action.riichi) return "riichi";
  const declared = all.some(({ action: a }) => a.type === "discard" && a.riichi && a.tile === action.tile);
  return declared ? "dama" : null;
}

/** `Riichi 9 sou`, `打 九索（ダマ）`. */
export function actionName(action: Action, all: readonly Candidate[], lang: Lang): string {
  const w = words[lang];
  if (action.type !== "discard") return w.tsumo;
  const tile = tileName(action.tile, lang);
  const how = stance(action, all);
  if (how === null) return lang === "ja" ? `${w.discard}${tile}` : `${w.discard} ${tile}`;
  return lang === "ja" ? `${w.discard}${tile}（${w[how]}）` : `${w.discard} ${tile}, ${w[how].toLowerCase()}`;
}

/** The tile, on its side with a stick for riichi, and a label for riichi or dama. */
export function actionPicture(action: Action, all: readonly Candidate[], lang: Lang): HTMLElement {
  const w = words[lang];
  if (action.type !== "discard") return h("span", { class: "action" }, h("b", { class: "tag win" }, w.tsumo));
  const how = stance(action, all);
  return h(
    "span",
    { class: "action" },
    tilePicture(action.tile, tileName(action.tile, lang), how === "riichi"),
    how && h("b", { class: `tag ${how}` }, how === "riichi" && riichiStick(), w[how]),
  );
}
