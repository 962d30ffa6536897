/**
 * What every tile risks: one line in all and one for each opponent, coloured by risk in steps that figures and bars
 * tell as well. The tile that the pointer or the focus is on has its reasons below. Opponents who are hardly ever in
 * tenpai and endanger no tile are folded behind one button: the line of all has their part.
 */

import {
  type DangerReport,
  type Fact,
  type OpponentRisk,
  QUIET_TENPAI,
  quietSeats,
  rateFigure,
  stepOf,
  STEPS,
  type TileRisk,
} from "../danger";
import { byId, h, memo, rove, setAttribute } from "../dom";
import { WINDS } from "../fields";
import { tilesOf } from "../notation";
import type { Lang, State, Store } from "../state";
import { words } from "../text";
import { percent, signed, whole } from "../text/format";
import { tilePicture } from "./tile";

/** A cell: a tile and an opponent, or all of them. */
interface Spot {
  readonly tile: TileRisk;
  readonly opponent: OpponentRisk | null;
}

const opponentName = (seat: string, lang: Lang): string =>
  words[lang].winds[WINDS.findIndex((wind) => wind === seat)] ?? seat;

function legend(lang: Lang): HTMLElement {
  const per = (rate: number | undefined) => String(Math.round(100 * (rate ?? 0)));
  const names = [
    words[lang].danger.never,
    ...STEPS.map((end, i) => `${per(STEPS[i - 1])}–${per(end)}%`),
    `${per(STEPS.at(-1))}%+`,
  ];
  return h(
    "p",
    { class: "risk-legend" },
    ...names.map((name, step) =>
      h("span", {}, h("i", { class: "risk", "data-step": step, "aria-hidden": "true" }, step === 0 ? "0" : ""), name),
    ),
  );
}

/** Odds multiplied by more than one raise the risk. */
function factLine(fact: Fact, lang: Lang): HTMLElement {
  const w = words[lang].danger;
  const factor = Math.exp(fact.effect);
  const up = fact.effect > 0;
  return h(
    "li",
    { class: up ? "up" : "down" },
    h("b", {}, `${up ? "▲" : "▼"} ×${factor >= 10 ? factor.toFixed(0) : factor.toFixed(2)}`),
    " ",
    w.causes[fact.cause],
  );
}

function prices({ payments, mean }: OpponentRisk, lang: Lang): HTMLElement | null {
  if (payments.length === 0) return null;
  const w = words[lang];
  const likely = payments
    .toSorted((a, b) => b.share - a.share)
    .slice(0, 5)
    .toSorted((a, b) => a.points - b.points);
  return h(
    "p",
    { class: "prices" },
    w.danger.costs(whole(mean)),
    ": ",
    ...likely.map(({ points, share }) => h("span", {}, `${whole(points)} `, h("small", {}, `${percent(share)}%`))),
  );
}

/** Everything about one opponent and one tile. */
function reasons(risk: OpponentRisk, lang: Lang): HTMLElement {
  const w = words[lang].danger;
  return h(
    "div",
    { class: "reason" },
    h("h4", {}, opponentName(risk.seat, lang), " ", h("b", {}, `${rateFigure(risk.rate)}%`)),
    risk.facts.length > 0
      ? h("ul", {}, ...risk.facts.map((fact) => factLine(fact, lang)))
      : h("p", { class: "hint" }, risk.rate === 0 ? w.cannot : w.noFacts),
    prices(risk, lang),
  );
}

function panel({ tile, opponent }: Spot, folded: readonly string[], lang: Lang): Node[] {
  const w = words[lang].danger;
  const unfolded = tile.risks.filter(({ seat }) => !folded.includes(seat));
  const of = opponent ? [opponent] : unfolded.length > 0 ? unfolded : tile.risks;
  return [
    h(
      "h3",
      {},
      tilePicture(tile.tile, ""),
      h(
        "span",
        {},
        words[lang].tile(tile.tile),
        ": ",
        w.summary(rateFigure(tile.dealInRate), signed(-tile.expectedLoss)),
      ),
    ),
    h("div", { class: "reasons" }, ...of.map((risk) => reasons(risk, lang))),
    ...(of.some(({ facts }) => facts.length > 0) ? [h("p", { class: "hint" }, w.odds)] : []),
  ];
}

const suitOf = (tile: string): string => tile[1] ?? "";
/** A red five stands behind the plain one. */
const place = (tile: string): number => (tile.startsWith("0") ? 5.5 : Number(tile[0]));

/** A line of the strip: a seat, or null for all opponents. */
type Line = string | null;

interface Cell extends Spot {
  readonly button: HTMLButtonElement;
}

interface Strip {
  readonly opponents: DangerReport["opponents"];
  readonly tiles: readonly TileRisk[];
  readonly lines: readonly Line[];
  /** Line by line, each with all tiles. */
  readonly cells: readonly Cell[];
  /** Seats without a line. */
  readonly folded: readonly string[];
  readonly lang: Lang;
}

const NO_STRIP: Strip = { opponents: [], tiles: [], lines: [], cells: [], folded: [], lang: "en" };

function cellOf(tile: TileRisk, line: Line, lang: Lang): Cell {
  const w = words[lang].danger;
  const opponent = line === null ? null : (tile.risks.find((risk) => risk.seat === line) ?? null);
  const rate = opponent?.rate ?? (line === null ? tile.dealInRate : 0);
  const who = line === null ? w.total : opponentName(line, lang);
  const never = rate === 0 ? `${words[lang].comma}${w.never}` : "";
  const button = h(
    "button",
    {
      type: "button",
      class: "risk",
      "data-step": stepOf(rate),
      "data-tile": tile.tile,
      "data-seat": line,
      "aria-label": `${words[lang].tile(tile.tile)}, ${who}: ${rateFigure(rate)}%${never}`,
      tabindex: -1,
    },
    rateFigure(rate),
  );
  return { tile, opponent, button };
}

function stripOf(risks: DangerReport, folded: readonly string[], lang: Lang): Strip {
  const { opponents } = risks;
  const tiles = risks.tiles.toSorted(
    (a, b) => suitOf(a.tile).localeCompare(suitOf(b.tile)) || place(a.tile) - place(b.tile),
  );
  const lines = [null, ...opponents.map(({ seat }) => seat).filter((seat) => !folded.includes(seat))];
  const cells = lines.flatMap((line) => tiles.map((tile) => cellOf(tile, line, lang)));
  return { opponents, tiles, lines, cells, folded, lang };
}

function lineHead(line: Line, { opponents, lang }: Strip): HTMLElement {
  const w = words[lang].danger;
  if (line === null) return h("th", { scope: "row" }, w.total);
  const rate = opponents.find(({ seat }) => seat === line)?.tenpaiRate ?? 0;
  const sign = words[lang].windSigns[WINDS.findIndex((wind) => wind === line)] ?? line;
  return h(
    "th",
    { scope: "row" },
    h(
      "span",
      { class: "whole-head" },
      opponentName(line, lang),
      h("small", {}, w.tenpai(rate === 1 ? "100" : percent(rate))),
    ),
    h("span", { class: "short-head", "aria-hidden": "true" }, `${sign} ${Math.round(100 * rate)}%`),
  );
}

function suitTable(suit: string, held: ReadonlySet<string>, strip: Strip): HTMLElement {
  const { tiles, lines, cells, lang } = strip;
  const own = tiles.map(({ tile }, column) => ({ tile, column })).filter(({ tile }) => suitOf(tile) === suit);
  const heads = own.map(({ tile }) =>
    h("th", { scope: "col", class: held.has(tile) ? "in-hand" : null }, tilePicture(tile, words[lang].tile(tile))),
  );
  const cell = (line: number, column: number) => h("td", {}, cells[line * tiles.length + column]?.button);
  return h(
    "table",
    { class: "suit-risks", style: `--columns:${own.length}` },
    h("caption", { class: "sr" }, words[lang].danger.title),
    h("thead", {}, h("tr", {}, h("td"), ...heads)),
    h(
      "tbody",
      {},
      ...lines.map((line, i) =>
        h(
          "tr",
          { class: line === null ? "total" : null },
          lineHead(line, strip),
          ...own.map(({ column }) => cell(i, column)),
        ),
      ),
    ),
  );
}

/** The cell whose reasons are shown. */
interface Choice {
  readonly choose: (cell: Cell | null) => void;
  /** The cell of the strip as it is now; null where its tile or its line is not there any more. */
  readonly chosen: () => Cell | null;
}

function mountChoice(box: HTMLElement, shown: () => Strip): Choice {
  const facts = byId("facts", HTMLElement);
  let last: { readonly tile: string; readonly seat: string | null } | null = null;
  const cellAt = (target: EventTarget | null) => {
    const button = target instanceof Element ? target.closest("button") : null;
    return shown().cells.find((cell) => cell.button === button) ?? null;
  };
  const show = (cell: Cell | null) => facts.replaceChildren(...(cell ? panel(cell, shown().folded, shown().lang) : []));
  const isChosen = ({ tile, opponent }: Cell) => tile.tile === last?.tile && (opponent?.seat ?? null) === last.seat;
  const chosen = () => shown().cells.find(isChosen) ?? null;
  const choose = (cell: Cell | null) => {
    if (!cell) return;
    last = { tile: cell.tile.tile, seat: cell.opponent?.seat ?? null };
    for (const { button } of shown().cells) {
      setAttribute(button, "aria-pressed", String(button === cell.button));
      button.tabIndex = button === cell.button ? 0 : -1;
    }
    show(cell);
  };
  for (const type of ["focusin", "click"]) box.addEventListener(type, (event) => choose(cellAt(event.target)));
  box.addEventListener("pointerover", (event) => {
    const cell = event.pointerType === "mouse" ? cellAt(event.target) : null;
    if (cell) show(cell);
  });
  box.addEventListener("pointerleave", () => show(chosen()));
  return { choose, chosen };
}

function showQuiet(button: HTMLButtonElement, quiet: readonly string[], all: boolean, lang: Lang): void {
  button.hidden = quiet.length === 0;
  setAttribute(button, "aria-expanded", String(all));
  const names = quiet.map((seat) => opponentName(seat, lang)).join(words[lang].comma);
  button.textContent = words[lang].danger.quiet(names, String(Math.round(100 * QUIET_TENPAI)));
}

export function mountDanger(_store: Store): (state: State) => void {
  const box = byId("danger", HTMLElement);
  const strip = byId("strip", HTMLElement);
  const others = byId("quiet-opponents", HTMLButtonElement);
  let unfolded = false;
  let shown = NO_STRIP;
  rove(
    strip,
    () => shown.cells.map(({ button }) => button),
    () => shown.tiles.length,
  );
  const { choose, chosen } = mountChoice(strip, () => shown);

  const draw = memo((risks: DangerReport | null, hand: string, all: boolean, lang: Lang) => {
    box.hidden = risks === null;
    if (!risks) {
      shown = { ...shown, lang };
      return strip.replaceChildren();
    }
    const quiet = quietSeats(risks);
    showQuiet(others, quiet, all, lang);
    const focused = document.activeElement instanceof Element && strip.contains(document.activeElement);
    shown = stripOf(risks, all ? [] : quiet, lang);
    const held = new Set(tilesOf(hand));
    const suits = new Set(shown.tiles.map(({ tile }) => suitOf(tile)));
    strip.replaceChildren(...[...suits].map((suit) => suitTable(suit, held, shown)));
    byId("risk-legend", HTMLElement).replaceChildren(legend(lang));
    const riskiest = shown.cells
      .filter(({ opponent }) => !opponent)
      .toSorted((a, b) => b.tile.dealInRate - a.tile.dealInRate)[0];
    const current = chosen() ?? riskiest ?? null;
    choose(current);
    if (focused) current?.button.focus();
  });
  let latest: State | null = null;
  others.addEventListener("click", () => {
    unfolded = !unfolded;
    if (latest) render(latest);
  });
  /** The discard that is selected in the table of candidates is the one whose reasons are shown. */
  const follow = memo((_selected: number, tile: string | null, _risks: DangerReport | null) => {
    // but not under the keys of somebody who walks through the strip
    if (!strip.contains(document.activeElement))
      choose(shown.cells.find((cell) => cell.tile.tile === tile && !cell.opponent) ?? null);
  });
  const render = (state: State): void => {
    latest = state;
    const { risks, position, run, answer, selected, lang: now } = state;
    const stale = risks !== null && risks.position !== position;
    // an error of the search alone, such as a riichi that leaves no choice, leaves the risks as they are
    const current = stale && run.kind === "failed" ? null : (risks?.risks ?? null);
    draw(current, risks?.position.hand ?? "", unfolded, now);
    box.classList.toggle("stale", stale);
    const action =
      answer && answer.position === risks?.position ? answer.report.candidates[selected]?.action : undefined;
    follow(selected, action?.type === "discard" ? action.tile : null, risks?.risks ?? null);
  };
  return render;
}
