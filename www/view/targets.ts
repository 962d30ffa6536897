/** The finished hands that an action wins with most often: tiles, how often, what they pay, by which yaku. */

import type { TabuWin, Target } from "nanikiru";
import { h } from "../dom";
import { readTiles } from "../notation";
import type { Lang } from "../state";
import { words } from "../text";
import { percent, whole } from "../text/format";
import { tileRow } from "./tile";

/** The concealed tiles, the one that completes them, then each meld. */
function hand({ hand: text, tile }: Target | TabuWin, lang: Lang): HTMLElement {
  const segments = readTiles(text).map(({ meld, tiles }) => ({ meld, tiles: tiles.map((placed) => placed.tile) }));
  const concealed = segments.filter(({ meld }) => !meld).flatMap(({ tiles }) => tiles);
  const melds = segments.filter(({ meld }) => meld).map(({ tiles }) => tileRow(tiles, lang));
  return h("span", { class: "target-hand" }, tileRow(concealed, lang), h("span", { class: "last" }, tileRow([tile], lang)), ...melds);
}

function row(target: Target | TabuWin, pays: string, lang: Lang): HTMLElement {
  const w = words[lang];
  const yaku = target.yaku.map(w.yaku).join(w.comma);
  return h(
    "li",
    {},
    hand(target, lang),
    h("p", {}, h("b", {}, `${percent(target.share)}%`), ` ${pays} · `, h("span", { class: "target-yaku" }, yaku)),
  );
}

/** Nothing where it never wins, and where no search says by which hands. */
export function targets(all: readonly Target[], lang: Lang): HTMLElement[] {
  if (all.length === 0) return [];
  const w = words[lang];
  const sum = all.reduce((share, target) => share + target.share, 0);
  const head = h("h3", {}, w.whereTo, " ", h("small", {}, w.targetsShare(percent(sum))));
  return [h("div", { class: "targets" }, head, h("ol", {}, ...all.map((target) => row(target, w.targetPays(w.han(target.han), whole(target.meanPoints)), lang))))];
}

/** The same of the runs of tabu search that began with an action; nothing where none of them came to a win. */
export function tabuTargets(all: readonly TabuWin[], action: HTMLElement, lang: Lang): HTMLElement[] {
  if (all.length === 0) return [];
  const w = words[lang];
  const rows = all.map((target) => row(target, w.methods.pays(w.han(target.han), whole(target.points)), lang));
  return [h("div", { class: "targets" }, h("h3", {}, action, " ", h("small", {}, w.methods.ends)), h("ol", {}, ...rows))];
}
