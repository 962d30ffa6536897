/**
 * What a value is made of: how often the round ends in each way times what that pays. As a bar, what it gains to the
 * right of nought and what it costs to the left, each end with a pattern of its own; and as a list with all figures.
 */

import type { Candidate } from "nanikiru";
import { mostOf } from "../reason";
import { h } from "../dom";
import type { Lang } from "../state";
import { words } from "../text";
import { percent, signed } from "../text/format";

export const ENDS = ["win", "dealIn", "tsumo", "draw", "rest"] as const;
export type End = (typeof ENDS)[number];
type Valued = Pick<Candidate, "outcomes">;

interface Part {
  readonly end: End;
  readonly rate: number;
  readonly mean: number;
  /** What it adds to the value. */
  readonly adds: number;
}

const partsOf = ({ outcomes }: Valued): Part[] =>
  ENDS.map((end) => {
    const { rate, mean } = outcomes[end];
    return { end, rate, mean, adds: rate * mean };
  });

const total = (parts: readonly Part[], sign: 1 | -1): number =>
  parts.reduce((sum, { adds }) => sum + Math.max(0, sign * adds), 0);

/** How far the longest bars reach to either side, so that all rows have one scale. */
export interface Reach {
  readonly gain: number;
  readonly cost: number;
}

export const reachOf = (all: readonly Valued[]): Reach => ({
  gain: Math.max(1, ...all.map((one) => total(partsOf(one), 1))),
  cost: Math.max(0, ...all.map((one) => total(partsOf(one), -1))),
});

const partName = ({ end, rate, mean, adds }: Part, lang: Lang): string =>
  words[lang].parts.one(words[lang].parts.names[end], percent(rate), signed(mean), signed(adds));

/** The bar of one action; its title says the figures. */
export function partsBar(one: Valued, { gain, cost }: Reach, lang: Lang): HTMLElement {
  const parts = partsOf(one);
  const whole = gain + cost;
  const share = (points: number) => ((100 * points) / whole).toFixed(2);
  const segments: HTMLElement[] = [];
  for (const sign of [1, -1] as const) {
    let from = cost;
    for (const { end, adds } of parts) {
      const length = Math.max(0, sign * adds);
      if (length === 0) continue;
      if (sign < 0) from -= length;
      segments.push(h("i", { class: `part ${end}`, style: `left:${share(from)}%;width:${share(length)}%` }));
      if (sign > 0) from += length;
    }
  }
  const says = parts
    .filter(({ rate }) => rate > 0)
    .map((part) => partName(part, lang))
    .join(words[lang].comma);
  return h(
    "span",
    { class: "parts", role: "img", "aria-label": says, title: says },
    ...segments,
    h("i", { class: "nought", style: `left:${share(cost)}%` }),
  );
}

/** Why records have moved the search's value. */
function why(
  { searchValue, correction }: Pick<Candidate, "searchValue" | "correction">,
  lang: Lang,
): HTMLElement | null {
  const w = words[lang];
  const reasons = mostOf(correction).map(({ reason, adds }) => `${w.parts.reasons[reason]} ${signed(adds)}`);
  return reasons.length > 0
    ? h("p", { class: "hint" }, w.parts.because(signed(searchValue), reasons.join(w.comma)))
    : null;
}

/** The figures, end by end. */
export function partsTable(
  one: Valued & Pick<Candidate, "value" | "searchValue" | "correction">,
  lang: Lang,
): HTMLElement {
  const w = words[lang];
  const row = (part: Part) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("i", { class: `part ${part.end}`, "aria-hidden": "true" }), w.parts.names[part.end]),
      h("td", {}, `${percent(part.rate)}%`),
      h("td", {}, part.rate > 0 ? signed(part.mean) : "–"),
      h("td", {}, h("b", {}, signed(part.adds))),
    );
  const head = [w.parts.end, w.parts.rate, w.parts.mean, w.parts.adds].map((name) => h("th", { scope: "col" }, name));
  return h(
    "div",
    { class: "parts-of" },
    h("h3", {}, w.parts.title),
    partsBar(one, reachOf([one]), lang),
    h(
      "table",
      { class: "plain" },
      h("thead", {}, h("tr", {}, ...head)),
      h("tbody", {}, ...partsOf(one).map(row)),
      h(
        "tfoot",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "row" }, w.columns.value.name),
          h("td"),
          h("td"),
          h("td", {}, h("b", {}, signed(one.value))),
        ),
      ),
    ),
    why(one, lang),
  );
}
