/** The columns of the candidates, each in one entry: what its cells hold, and when it is there. Heads and meanings are in `text/`. */

import type { Candidate } from "nanikiru";
import { h } from "../dom";
import { tilesOf } from "../notation";
import { type OrderedBy, striven } from "../order";
import { type Lang, words } from "../text";
import type { Column } from "../text/words";
import { percent, signed, whole } from "../text/format";
import { partsBar, reachOf } from "./parts";
import { rateFigure, stepOf } from "./risk";
import { tileRow } from "./tile";

/** All rows, and how they are shown. */
export interface Shown {
  readonly all: readonly Candidate[];
  readonly objective: string;
  readonly by: OrderedBy;
  /** The action that was done in the record. */
  readonly played: string | null;
  readonly lang: Lang;
}

interface Entry {
  readonly name: Exclude<Column, "action">;
  readonly cell: (candidate: Candidate, shown: Shown) => readonly (Node | string)[];
  /** Always there when left out. */
  readonly there?: (shown: Shown) => boolean;
  /** Whether it is named in its cells, where the heads of the columns have no room. */
  readonly named?: true;
}

function meter(className: string, share: number): HTMLElement {
  const width = Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
  return h("i", { class: `meter ${className}`, "aria-hidden": "true", style: `--share:${width.toFixed(4)}` });
}

const rate = (value: number, bar: string): Node[] => [h("span", {}, percent(value), h("small", {}, "%")), meter(bar, value)];

/** In the order in which they stand, after the action itself. */
export const COLUMNS: readonly Entry[] = [
  { name: "value", cell: (one, { all, lang }) => [h("b", {}, signed(one.value)), partsBar(one, reachOf(all), lang)] },
  // where the order goes by a figure that no other column has
  { name: "worth", cell: (one) => rate(striven(one), "win"), there: ({ by }) => by === "worth" },
  { name: "win", cell: ({ winRate }) => rate(winRate, "win") },
  { name: "dealIn", cell: ({ outcomes }) => rate(outcomes.dealIn.rate, "deal-in") },
  { name: "draw", cell: ({ outcomes }) => rate(outcomes.draw.rate, "draw"), named: true },
  {
    name: "tile",
    cell: ({ dealInRate: risk }) => (risk === undefined ? ["–"] : [h("span", { class: "risk-mark", "data-step": stepOf(risk) }, rateFigure(risk)), h("small", {}, "%")]),
    there: ({ all }) => all.some(({ dealInRate }) => dealInRate !== undefined),
    named: true,
  },
  { name: "policy", cell: ({ policy }) => (policy === undefined ? ["–"] : rate(policy, "policy")), there: ({ all }) => all.some((one) => one.policy !== undefined), named: true },
  { name: "tenpai", cell: ({ tenpaiRate }) => rate(tenpaiRate, "tenpai") },
  { name: "shanten", cell: ({ shanten }, { lang }) => [words[lang].shanten(shanten)] },
  { name: "ukeire", cell: ({ ukeire }, { lang }) => [h("span", {}, h("b", {}, words[lang].tiles(whole(ukeire.tiles))), tileRow(tilesOf(ukeire.kinds), lang))] },
];

/** Those that are there for these rows. */
export const columnsOf = (shown: Shown): readonly Entry[] => COLUMNS.filter(({ there }) => there?.(shown) ?? true);
