/**
 * The columns of the candidates, each in one entry: what its cells hold, and when it is there. Heads and meanings are
 * in `languages/`.
 */

import type { Candidate } from "nanikiru";
import { h } from "../dom";
import { tilesOf } from "../notation";
import { type OrderedBy, striven } from "../candidates";
import { type Lang, words } from "../text";
import type { Column } from "../text/words";
import { percent, signed, whole } from "../text/format";
import { rateFigure, stepOf } from "../danger";
import { tileRow } from "./tile";

/** All rows, and how they are shown. */
export interface TableView {
  readonly all: readonly Candidate[];
  readonly objective: string;
  readonly by: OrderedBy;
  /** Whether values and rates are left out, because nothing stands behind them. */
  readonly rough: boolean;
  /** The action that was done in the record. */
  readonly played: string | null;
  /** The other player's tile that the answer is about. */
  readonly offered: string | null;
  readonly lang: Lang;
}

interface Entry {
  readonly name: Exclude<Column, "action">;
  readonly cell: (candidate: Candidate, shown: TableView) => readonly (Node | string)[];
  /** Always there when left out. */
  readonly there?: (shown: TableView) => boolean;
}

const rate = (value: number): Node[] => [h("span", {}, percent(value), h("small", {}, "%"))];

/** The one bar of a row: where its value is between those of the worst and the best. */
function bar(value: number, all: readonly Candidate[]): HTMLElement {
  const values = all.map((one) => one.value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const share = high > low ? (value - low) / (high - low) : 1;
  return h("i", { class: "meter value", "aria-hidden": "true", style: `--share:${share.toFixed(4)}` });
}

/** An action after which the hand is farther from tenpai than after another. */
function stepBack({ shanten }: Candidate, all: readonly Candidate[], lang: Lang): Node | string {
  const least = Math.min(...all.map((one) => one.shanten));
  if (shanten <= least) return "";
  const name = words[lang].goesBack(words[lang].shanten(shanten));
  return h("i", { class: "back-step", role: "img", "aria-label": name, title: name }, "↩");
}

const risks = ({ all }: TableView): boolean => all.some(({ dealInRate }) => dealInRate !== undefined);
const figures = ({ rough }: TableView): boolean => !rough;

/** In the order in which they stand, after the action itself. */
export const COLUMNS: readonly Entry[] = [
  { name: "value", cell: (one, { all }) => [h("b", {}, signed(one.value)), bar(one.value, all)], there: figures },
  // where the order goes by a figure that no other column has
  { name: "worth", cell: (one) => rate(striven(one)), there: ({ by, rough }) => by === "worth" && !rough },
  { name: "win", cell: ({ winRate }) => rate(winRate), there: figures },
  // of the round, until the table says what this very tile risks
  {
    name: "dealIn",
    cell: ({ outcomes }) => rate(outcomes.dealIn.rate),
    there: (shown) => figures(shown) && !risks(shown),
  },
  {
    name: "tile",
    cell: ({ dealInRate: risk }) =>
      risk === undefined
        ? ["–"]
        : [h("span", { class: "risk-mark", "data-step": stepOf(risk) }, rateFigure(risk)), h("small", {}, "%")],
    there: risks,
  },
  {
    name: "policy",
    cell: ({ policy }) => (policy === undefined ? ["–"] : rate(policy)),
    there: ({ all }) => all.some((one) => one.policy !== undefined),
  },
  {
    name: "ukeire",
    cell: (one, { all, lang }) => [
      h(
        "span",
        {},
        h("b", {}, words[lang].tiles(whole(one.ukeire.tiles))),
        stepBack(one, all, lang),
        tileRow(tilesOf(one.ukeire.kinds), lang),
      ),
    ],
  },
];

/** Those that are there for these rows. */
export const columnsOf = (shown: TableView): readonly Entry[] => COLUMNS.filter(({ there }) => there?.(shown) ?? true);
