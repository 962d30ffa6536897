/** The charts of a candidate: what its value is made of, and win and tenpai rate by turn. */

import type { ByTurn, Candidate } from "nanikiru";
import { h, svg } from "../dom";
import { mostOf } from "../reason";
import type { Lang } from "../state";
import { words } from "../text";
import { percent, signed } from "../text/format";

// What a value is made of: how often the round ends in each way times what that pays. As a bar, what it gains to the
// right of nought and what it costs to the left, each end with a pattern of its own; and as a list with all figures.

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
interface Reach {
  readonly gain: number;
  readonly cost: number;
}

const reachOf = (all: readonly Valued[]): Reach => ({
  gain: Math.max(1, ...all.map((one) => total(partsOf(one), 1))),
  cost: Math.max(0, ...all.map((one) => total(partsOf(one), -1))),
});

const partName = ({ end, rate, mean, adds }: Part, lang: Lang): string =>
  words[lang].parts.one(words[lang].parts.names[end], percent(rate), signed(mean), signed(adds));

/** The bar of one action; its title says the figures. */
function partsBar(one: Valued, { gain, cost }: Reach, lang: Lang): HTMLElement {
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

// Win and tenpai rate by turn as a line chart.

const WIDTH = 440;
const HEIGHT = 210;
const LEFT = 42;
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 28;

interface Scale {
  readonly x: (draw: number) => number;
  readonly y: (rate: number) => number;
  readonly top: number;
}

/** The axis ends at the next quarter above the highest rate. */
function scaled(draws: number, rates: readonly number[]): Scale {
  const top = Math.min(1, Math.max(0.25, Math.ceil(4 * Math.max(0, ...rates)) / 4));
  return {
    x: (draw) => LEFT + (draws > 1 ? (draw / (draws - 1)) * (WIDTH - LEFT - RIGHT) : (WIDTH - LEFT - RIGHT) / 2),
    y: (rate) => HEIGHT - BOTTOM - (rate / top) * (HEIGHT - TOP - BOTTOM),
    top,
  };
}

const path = (rates: readonly number[], { x, y }: Scale): string =>
  rates.map((rate, i) => `${i === 0 ? "M" : "L"}${x(i).toFixed(1)} ${y(rate).toFixed(1)}`).join("");

function line(name: string, rates: readonly number[], scale: Scale): SVGElement[] {
  const dots = rates.map((rate, i) =>
    svg("circle", { class: `dot ${name}`, cx: scale.x(i), cy: scale.y(rate), r: 2.6 }),
  );
  return [svg("path", { class: `line ${name}`, d: path(rates, scale) }), ...dots];
}

const gridLines = ({ y, top }: Scale): SVGElement[] =>
  [0, 0.25, 0.5, 0.75, 1]
    .filter((rate) => rate <= top)
    .flatMap((rate) => [
      svg("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(rate), y2: y(rate) }),
      svg("text", { class: "tick", x: LEFT - 6, y: y(rate) + 3.5, "text-anchor": "end" }, `${100 * rate}%`),
    ]);

function turnTicks(rates: readonly number[], first: number, { x }: Scale): SVGElement[] {
  const every = rates.length > 12 ? 2 : 1;
  const tick = (i: number) =>
    svg("text", { class: "tick", x: x(i), y: HEIGHT - BOTTOM + 15, "text-anchor": "middle" }, String(first + i));
  return rates.flatMap((_, i) => (i % every === 0 ? [tick(i)] : []));
}

/** What is under a line. */
function area(rates: readonly number[], scale: Scale): SVGElement {
  const { x, y } = scale;
  const back = `L${x(rates.length - 1).toFixed(1)} ${y(0)}L${x(0).toFixed(1)} ${y(0)}Z`;
  return svg("path", { class: "area", d: path(rates, scale) + back });
}

/** The same figures as a table. */
function turnTable(own: ByTurn, first: number, lang: Lang): HTMLElement {
  const w = words[lang];
  const rows = own.winRate.map((rate, i) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, String(first + i)),
      h("td", {}, `${percent(rate)}%`),
      h("td", {}, `${percent(own.tenpaiRate[i] ?? 0)}%`),
    ),
  );
  const heads = [w.chartTurn, w.win, w.tenpai].map((name) => h("th", { scope: "col" }, name));
  return h(
    "details",
    {},
    h("summary", {}, w.chartTable),
    h("table", { class: "plain" }, h("thead", {}, h("tr", {}, ...heads)), h("tbody", {}, ...rows)),
  );
}

/** The names of the lines with their figures at one draw. */
function legend(own: ByTurn, first: number, compared: boolean, lang: Lang) {
  const w = words[lang];
  const key = (name: "win" | "tenpai") => h("span", { class: `key-${name}` }, w[name], " ", h("b", {}));
  const keys = [key("win"), key("tenpai")];
  const other = compared && h("span", { class: "key-other" }, w.chartBest);
  const at = h("span", { class: "at" });
  const read = (i: number) => {
    at.textContent = w.atTurn(first + i);
    [own.winRate, own.tenpaiRate].forEach((rates, n) => {
      const value = keys[n]?.querySelector("b");
      if (value) value.textContent = `${percent(rates[i] ?? 0)}%`;
    });
  };
  return { element: h("p", { class: "legend", "aria-hidden": "true" }, ...keys, other, at), read };
}

/** The figures of one candidate, with the best one's win rate behind it when it is another. */
export function chart(own: ByTurn, best: ByTurn | null, turn: number, lang: Lang): HTMLElement {
  const w = words[lang];
  const draws = own.winRate.length;
  const others = best?.winRate.slice(0, draws) ?? [];
  const scale = scaled(draws, [...own.winRate, ...own.tenpaiRate, ...others]);
  const first = Number.isFinite(turn) ? Math.trunc(turn) + 1 : 1;
  const ruler = svg("line", { class: "ruler", y1: TOP, y2: HEIGHT - BOTTOM, visibility: "hidden" });
  const picture = svg(
    "svg",
    {
      class: "chart",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": w.chartSays(percent(own.winRate.at(-1) ?? 0), percent(own.tenpaiRate.at(-1) ?? 0), draws),
    },
    ...gridLines(scale),
    ...turnTicks(own.winRate, first, scale),
    area(own.winRate, scale),
    best && svg("path", { class: "line other", d: path(others, scale) }),
    ...line("tenpai", own.tenpaiRate, scale),
    ...line("win", own.winRate, scale),
    ruler,
  );
  const { element, read } = legend(own, first, best !== null, lang);
  read(draws - 1);
  picture.addEventListener("pointermove", (event) => {
    const box = picture.getBoundingClientRect();
    const across = ((event.clientX - box.left) / box.width) * WIDTH;
    const i = Math.round(((across - LEFT) / (WIDTH - LEFT - RIGHT)) * (draws - 1));
    const draw = Math.min(draws - 1, Math.max(0, i || 0));
    ruler.setAttribute("x1", String(scale.x(draw)));
    ruler.setAttribute("x2", String(scale.x(draw)));
    ruler.setAttribute("visibility", "visible");
    read(draw);
  });
  picture.addEventListener("pointerleave", () => {
    ruler.setAttribute("visibility", "hidden");
    read(draws - 1);
  });
  return h("div", { class: "by-turn" }, h("h3", {}, w.chart), element, picture, turnTable(own, first, lang));
}
