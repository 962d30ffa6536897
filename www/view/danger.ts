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

export function mountDanger(_store: Store): (state: State) => void {
  const box = byId("danger", HTMLElement);
  const strip = byId("strip", HTMLElement);
  const facts = byId("facts", HTMLElement);
  const others = byId("quiet-opponents", HTMLButtonElement);
  let unfolded = false;
  let folded: readonly string[] = [];
  let spots: (Spot & { readonly button: HTMLButtonElement })[] = [];
  let columns = 1;
  let chosen: { readonly tile: string; readonly seat: string | null } | null = null;
  let lang: Lang = "en";
  rove(
    strip,
    () => spots.map(({ button }) => button),
    () => columns,
  );

  const spotAt = (target: EventTarget | null) => {
    const button = target instanceof Element ? target.closest("button") : null;
    return spots.find((spot) => spot.button === button) ?? null;
  };
  const show = (spot: Spot | null) => facts.replaceChildren(...(spot ? panel(spot, folded, lang) : []));
  const kept = () =>
    spots.find(({ tile, opponent }) => tile.tile === chosen?.tile && (opponent?.seat ?? null) === chosen.seat) ?? null;
  const choose = (spot: (typeof spots)[number] | null) => {
    if (!spot) return;
    chosen = { tile: spot.tile.tile, seat: spot.opponent?.seat ?? null };
    for (const { button } of spots) {
      setAttribute(button, "aria-pressed", String(button === spot.button));
      button.tabIndex = button === spot.button ? 0 : -1;
    }
    show(spot);
  };
  for (const type of ["focusin", "click"]) strip.addEventListener(type, (event) => choose(spotAt(event.target)));
  strip.addEventListener("pointerover", (event) => {
    const spot = event.pointerType === "mouse" ? spotAt(event.target) : null;
    if (spot) show(spot);
  });
  strip.addEventListener("pointerleave", () => show(kept()));

  const draw = memo((risks: DangerReport | null, hand: string, all: boolean, now: Lang) => {
    lang = now;
    box.hidden = risks === null;
    if (!risks) return strip.replaceChildren();
    const w = words[lang].danger;
    const tiles = risks.tiles.toSorted(
      (a, b) => suitOf(a.tile).localeCompare(suitOf(b.tile)) || place(a.tile) - place(b.tile),
    );
    const quiet = quietSeats(risks);
    folded = all ? [] : quiet;
    others.hidden = quiet.length === 0;
    setAttribute(others, "aria-expanded", String(all));
    const names = quiet.map((seat) => opponentName(seat, lang)).join(words[lang].comma);
    others.textContent = w.quiet(names, String(Math.round(100 * QUIET_TENPAI)));
    const lines = [null, ...risks.opponents.map(({ seat }) => seat).filter((seat) => !folded.includes(seat))];
    columns = tiles.length;
    const focused = document.activeElement instanceof Element && strip.contains(document.activeElement);
    spots = lines.flatMap((seat) =>
      tiles.map((tile) => {
        const opponent = seat === null ? null : (tile.risks.find((risk) => risk.seat === seat) ?? null);
        const rate = opponent?.rate ?? (seat === null ? tile.dealInRate : 0);
        const who = seat === null ? w.total : opponentName(seat, lang);
        const label = `${words[lang].tile(tile.tile)}, ${who}: ${rateFigure(rate)}%${rate === 0 ? `${words[lang].comma}${w.never}` : ""}`;
        const button = h(
          "button",
          {
            type: "button",
            class: "risk",
            "data-step": stepOf(rate),
            "data-tile": tile.tile,
            "data-seat": seat,
            "aria-label": label,
            tabindex: -1,
          },
          rateFigure(rate),
        );
        return { tile, opponent, button };
      }),
    );
    const cell = (line: number, column: number) => h("td", {}, spots[line * columns + column]?.button);
    const held = new Set(tilesOf(hand));
    const head = (seat: string | null) => {
      if (seat === null) return h("th", { scope: "row" }, w.total);
      const rate = risks.opponents.find((opponent) => opponent.seat === seat)?.tenpaiRate ?? 0;
      return h(
        "th",
        { scope: "row" },
        opponentName(seat, lang),
        h("small", {}, w.tenpai(rate === 1 ? "100" : percent(rate))),
      );
    };
    const suits = [...new Set(tiles.map(({ tile }) => suitOf(tile)))];
    const tables = suits.map((suit) => {
      const own = tiles.map(({ tile }, column) => ({ tile, column })).filter(({ tile }) => suitOf(tile) === suit);
      return h(
        "table",
        { class: "suit-risks", style: `--columns:${own.length}` },
        h("caption", { class: "sr" }, w.title),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("td"),
            ...own.map(({ tile }) =>
              h(
                "th",
                { scope: "col", class: held.has(tile) ? "in-hand" : null },
                tilePicture(tile, words[lang].tile(tile)),
              ),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          ...lines.map((seat, line) =>
            h(
              "tr",
              { class: seat === null ? "total" : null },
              head(seat),
              ...own.map(({ column }) => cell(line, column)),
            ),
          ),
        ),
      );
    });
    strip.replaceChildren(...tables);
    byId("risk-legend", HTMLElement).replaceChildren(legend(lang));
    const riskiest = spots
      .filter(({ opponent }) => !opponent)
      .toSorted((a, b) => b.tile.dealInRate - a.tile.dealInRate)[0];
    const current = kept() ?? riskiest ?? null;
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
      choose(spots.find((spot) => spot.tile.tile === tile && !spot.opponent) ?? null);
  });
  const render = (state: State): void => {
    latest = state;
    const { risks, position, run, answer, selected, lang: now } = state;
    const stale = risks !== null && risks.position !== position;
    // an error of the search alone, such as a riichi that leaves no choice, leaves the risks as they are
    const shown = stale && run.kind === "failed" ? null : (risks?.risks ?? null);
    draw(shown, risks?.position.hand ?? "", unfolded, now);
    box.classList.toggle("stale", stale);
    const action =
      answer && answer.position === risks?.position ? answer.report.candidates[selected]?.action : undefined;
    follow(selected, action?.type === "discard" ? action.tile : null, risks?.risks ?? null);
  };
  return render;
}
