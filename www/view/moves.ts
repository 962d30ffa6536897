/** The rounds of a record: how each went for the player, and its decisions. */

import { byId, h, memo, rove, setAttribute } from "../dom";
import { decisionAt, type GameLog, type LogDecision, type LogRound, placesOf, type Spot } from "../log";
import { hides } from "../practice";
import { type Review, type Size, sizeOf, type Standing, standing } from "../review";
import { roundWords } from "../review-text";
import { shownReview } from "../reviewer";
import type { Lang, State, Store } from "../state";
import { words } from "../text";
import { signed, whole } from "../text/format";
import { judgement } from "./record";
import { actionPicture, actionText } from "./tile";

// How each round of a game went for one player.

/** How a round ended: who won how much of whom, or why nobody did. */
type Ending =
  | { readonly kind: "win"; readonly player: number; readonly points: number; readonly from: number | null }
  | { readonly kind: "draw"; readonly draw: NonNullable<LogRound["result"]["draw"]> };

interface RoundLine {
  readonly round: number;
  readonly endings: readonly Ending[];
  /** The player's points before the round and after it. */
  readonly before: number;
  readonly after: number;
  readonly spots: readonly Spot[];
  /** What the player lost by decisions that are judged. */
  readonly lost: number;
  /** The sizes of the mistakes, in their order. */
  readonly mistakes: readonly Size[];
}

function endingsOf({ wins, draw }: LogRound["result"]): readonly Ending[] {
  if (wins.length === 0) return draw ? [{ kind: "draw", draw }] : [];
  return wins.map(({ player, from, gains }) => ({
    kind: "win",
    player,
    points: gains[player] ?? 0,
    from: from ?? null,
  }));
}

/** A line for each round; the points after one are those before the next. */
export function roundsOf(
  log: GameLog,
  { found, objective }: Pick<Review, "found" | "objective">,
  player: number,
): readonly RoundLine[] {
  const all = placesOf(log);
  return log.rounds.map(({ scores, result }, round) => {
    const spots = all.filter(({ place }) => place.round === round && place.player === player);
    const losses = spots.map(({ decision }) => found.get(decision)?.loss ?? 0);
    const before = scores[player] ?? 0;
    return {
      ...{ round, endings: endingsOf(result), before, spots },
      after: (log.rounds[round + 1]?.scores ?? log.points)?.[player] ?? before + (result.gains[player] ?? 0),
      lost: losses.reduce((sum, loss) => sum + loss, 0),
      mistakes: losses.flatMap((loss) => sizeOf(loss, objective) ?? []),
    };
  });
}

// The rounds of a record, each with how it ended, and the decisions of the player in them; a click goes there.

/** Signs of notation, as in chess: nobody needs the colours. */
const SIGNS: Readonly<Record<Standing, string>> = {
  pending: "",
  unjudged: "–",
  best: "✓",
  near: "·",
  doubtful: "?!",
  mistake: "?",
  blunder: "??",
};
export const signOf = (size: Size): string => SIGNS[size];

/** What a decision lost, in words. */
function says({ decision }: Spot, { found, objective }: Review, lang: Lang): string {
  const w = words[lang];
  const verdict = found.get(decision);
  const how = standing(verdict, objective);
  const turn = w.record.own(decision.turn);
  if (!verdict || !decision.done || verdict.loss === undefined)
    return [turn, verdict?.unjudged ? w.review.unjudged[verdict.unjudged] : w.review.names[how]].join(w.comma);
  const offered = decision.context.offered?.tile ?? null;
  const played = w.record.done(actionText(decision.done, verdict.candidates, lang, offered));
  return [
    turn,
    played,
    judgement(verdict, objective, lang, offered),
    ...(how === "best" || how === "near" ? [] : [w.review.names[how]]),
  ].join(w.stop);
}

const SHOWS_BETTER: readonly Standing[] = ["doubtful", "mistake", "blunder"];

/** What was done, what would have been better, and what that lost. */
function fill({ decision }: Spot, { found, objective }: Review, lang: Lang): Node[] {
  const verdict = found.get(decision);
  const how = standing(verdict, objective);
  const all = verdict?.candidates ?? [];
  const better =
    verdict?.best && SHOWS_BETTER.includes(how)
      ? [h("i", { class: "then" }, "→"), actionPicture(verdict.best, all, lang)]
      : [];
  return [
    h("span", { class: "move-turn" }, String(decision.turn)),
    h("span", { class: "move-sign" }, SIGNS[how]),
    h("span", { class: "move-done" }, decision.done ? actionPicture(decision.done, all, lang) : "–", ...better),
    h("b", { class: "move-loss" }, verdict?.loss !== undefined && verdict.loss >= 1 ? signed(-verdict.loss) : ""),
  ];
}

function ended(one: Ending, log: GameLog, you: number, lang: Lang): string {
  const w = words[lang].rounds;
  if (one.kind === "draw") return w.draws[one.draw];
  const name = (player: number) =>
    player === you ? w.you : words[lang].record.player(player, log.names?.[player] ?? "");
  return one.from === null
    ? w.tsumo(name(one.player), whole(one.points))
    : w.ron(name(one.player), whole(one.points), name(one.from));
}

/** A decision in the list. */
interface Cell {
  readonly spot: Spot;
  readonly button: HTMLButtonElement;
}

/** A round in the list; `fill` writes what was lost in it. */
interface RoundBox {
  readonly box: HTMLDetailsElement;
  readonly fill: (line: RoundLine) => void;
}

/** The player whose game is shown, and the language. */
interface Perspective {
  readonly log: GameLog;
  readonly player: number;
  readonly lang: Lang;
}

function drawRound(
  { round, endings, before, after }: RoundLine,
  cells: readonly Cell[],
  { log, player, lang }: Perspective,
): RoundBox {
  const lost = h("b", { class: "round-lost" });
  const marks = h("span", { class: "round-marks", "aria-hidden": "true" });
  const w = words[lang].rounds;
  const own = cells.filter(({ spot }) => spot.place.round === round).map(({ button }) => button);
  const change = after - before;
  const box = h(
    "details",
    { class: "round", "data-round": round },
    h(
      "summary",
      {},
      h("b", { class: "round-name" }, roundWords(log, round, lang)),
      h("span", { class: "round-end" }, endings.map((one) => ended(one, log, player, lang)).join(words[lang].comma)),
      h(
        "span",
        { class: "round-points", "data-change": change < 0 ? "loss" : change > 0 ? "gain" : null },
        w.points(whole(before), whole(after)),
      ),
      marks,
      lost,
    ),
    h("div", { class: "cells", role: "group", "aria-label": roundWords(log, round, lang) }, ...own),
  );
  const fill = (now: RoundLine) => {
    lost.textContent = now.lost >= 1 ? signed(-now.lost) : "";
    setAttribute(lost, "aria-label", now.lost >= 1 ? w.lost(whole(now.lost)) : null);
    marks.textContent = now.mistakes.map(signOf).join(" ");
  };
  return { box, fill };
}

/** Only the list scrolls, never the page. */
function reach(button: HTMLElement | undefined): void {
  const list = byId("moves", HTMLElement);
  if (!button?.checkVisibility()) return;
  const [own, around] = [button.getBoundingClientRect(), list.getBoundingClientRect()];
  if (own.top < around.top) list.scrollTop -= around.top - own.top + own.height;
  else if (own.bottom > around.bottom) list.scrollTop += own.bottom - around.bottom + own.height;
}

export function mountMoves(store: Store): (state: State) => void {
  const strip = byId("review-strip", HTMLElement);
  let cells: readonly Cell[] = [];
  let heads: readonly RoundBox[] = [];
  rove(
    strip,
    () => cells.map(({ button }) => button).filter((button) => button.checkVisibility()),
    () => 1,
  );
  const go = ({ place }: Spot) => store.send({ type: "logMoved", place });

  const lay = memo((log: GameLog, player: number, lang: Lang) => {
    const lines = roundsOf(log, { found: new Map(), objective: "points" }, player);
    cells = lines.flatMap(({ spots }) =>
      spots.map((spot) => ({
        spot,
        button: h("button", { type: "button", class: "cell", tabindex: -1, click: () => go(spot) }),
      })),
    );
    heads = lines.map((line) => drawRound(line, cells, { log, player, lang }));
    strip.replaceChildren(...heads.map(({ box }) => box));
    drawn = new Map();
  });
  /** What each cell shows: only those whose verdict is another are drawn anew. */
  let drawn = new Map<LogDecision, unknown>();
  const sign = memo(
    (log: GameLog, player: number, _found: Review["found"], lang: Lang, review: Review, hidden: boolean) => {
      const shown: Review = hidden ? { ...review, found: new Map() } : review;
      for (const { spot, button } of cells) {
        const verdict = shown.found.get(spot.decision);
        if (drawn.has(spot.decision) && drawn.get(spot.decision) === verdict) continue;
        drawn.set(spot.decision, verdict);
        const text = says(spot, shown, lang);
        button.replaceChildren(...fill(spot, shown, lang));
        setAttribute(button, "data-standing", standing(verdict, review.objective));
        // its name is what it shows, so that who speaks to the page can say it; this describes it
        setAttribute(button, "title", text);
      }
      const lines = roundsOf(log, shown, player);
      heads.forEach((head, i) => {
        const line = lines[i];
        if (line) head.fill(line);
      });
    },
  );
  const point = memo((_log: GameLog, _player: number, _lang: Lang, round: number, now: LogDecision | undefined) => {
    const at = cells.findIndex(({ spot }) => spot.decision === now);
    cells.forEach(({ button }, i) => {
      setAttribute(button, "aria-current", i === at ? "true" : null);
      button.tabIndex = i === Math.max(0, at) ? 0 : -1;
    });
    const box = heads[round]?.box;
    if (box && !box.open) for (const head of heads) head.box.open = head.box === box;
    reach(cells[at]?.button);
  });
  const arrive = memo((shows: boolean, at: string) => {
    if (shows && at !== "") reach(cells.find(({ button }) => button.ariaCurrent === "true")?.button);
  });
  return (state) => {
    const { record, lang, board } = state;
    if (record.kind !== "open") return;
    const { log, place } = record;
    const review = shownReview(state);
    lay(log, place.player, lang);
    sign(log, place.player, review.found, lang, review, hides(state) || state.learning?.over === "record");
    point(log, place.player, lang, place.round, decisionAt(log, place));
    arrive(board.tab === "moves", `${place.round} ${place.player} ${place.at}`);
  };
}
