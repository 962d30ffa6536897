/** Practice: the mistakes of the review one after the other, and those in kept games when they are due. */

import { type Action, type DecisionSort, MISTAKE_LOSS, type Report, summarize } from "nanikiru";
import { lossAgainst } from "./candidates";
import { decisionAt, type GameLog, type LogDecision, type Place, placesOf, type Spot } from "./log";
import { leastOf, type Review, type ReviewObjective, type SecondTry, type Verdict } from "./review";
import { recorded, shownReview } from "./reviewer";
import { decisionScores, type Mistake } from "./score";
import { actionKey, type State } from "./state";
import type { DrillSchedule, Entry } from "./storage";

// Questions before answers: which mistakes there are to learn from, what is hidden meanwhile, what a choice loses, and
// what came of it.

/** The mistakes of a player, those apart that only repeat the one before. */
export function lessonsOf(log: GameLog, review: Review, player: number): readonly Spot[] {
  return decisionScores(placesOf(log), review).flatMap(({ spot, size, repeats }) =>
    size !== null && !repeats && spot.place.player === player ? [spot] : [],
  );
}

/**
 * The next mistake after a place that has no choice yet, from the beginning again after the last; null where all have
 * one.
 */
export function nextLesson(log: GameLog, review: Review, place: Place): Place | null {
  const now = decisionAt(log, place);
  const left = lessonsOf(log, review, place.player).filter(
    ({ decision }) => !review.learned.has(decision) && decision !== now,
  );
  const order = placesOf(log);
  const at = order.findIndex(({ decision }) => decision === now);
  return (left.find((spot) => order.indexOf(spot) > at) ?? left[0])?.place ?? null;
}

/** The decision that is asked about, or was just answered. */
export function lessonNow(state: State): LogDecision | null {
  const { learning, record, review, answer, position } = state;
  if (!learning || learning.phase === "end" || record.kind !== "open") return null;
  const decision = recorded(state);
  if (!decision) return null;
  // with one thing to do there is nothing to ask
  if (learning.over === "record")
    return answer?.position === position && answer.report.candidates.length < 2 ? null : decision;
  // a deeper answer may come to think better of it
  return [review, shownReview(state)].some((one) =>
    lessonsOf(record.log, one, record.place.player).some((spot) => spot.decision === decision),
  )
    ? decision
    : null;
}

/** Whether answer and candidates are held back until the reader has chosen. */
export const hides = (state: State): boolean => state.learning?.phase === "ask" && lessonNow(state) !== null;

/** Whether a choice is good enough. */
export const isGood = (loss: number, objective: ReviewObjective): boolean => loss < leastOf("doubtful", objective);

/** All actions in an order that gives nothing away: discards by tile, then the rest. */
export function choicesOf({ candidates }: Report): readonly Action[] {
  const place = (action: Action) =>
    action.type === "discard"
      ? `0${action.tile[1]}${action.tile.replace("0", "5")}${action.tile}${action.riichi ? 1 : 0}`
      : `1${actionKey(action)}`;
  return candidates.map(({ action }) => action).toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
}

/** What a choice loses against the best of the review; by the answer on the board where the review does not list it. */
export function lossOf(choice: Action, verdict: Verdict | null, report: Report): number {
  type Valued = { readonly action: Action; readonly value: number; readonly group: number };
  const of = (all: readonly Valued[], action: Action) => all.find((one) => actionKey(one.action) === actionKey(action));
  const [best, own] = verdict
    ? [verdict.best && of(verdict.candidates, verdict.best), of(verdict.candidates, choice)]
    : [];
  if (best && own) return lossAgainst(best, own);
  const [first, other] = [report.candidates[0], of(report.candidates, choice)];
  return first && other ? lossAgainst(first, other) : 0;
}

/** How many were asked, and how many of the choices were no mistakes. */
export function resultsOf(
  log: GameLog,
  review: Review,
  player: number,
): { readonly all: number; readonly done: number; readonly right: number } {
  const lessons = lessonsOf(log, review, player);
  const chosen = lessons.flatMap(({ decision }): SecondTry[] => {
    const one = review.learned.get(decision);
    return one ? [one] : [];
  });
  return {
    all: lessons.length,
    done: chosen.length,
    right: chosen.filter(({ loss }) => isGood(loss, review.objective)).length,
  };
}

/** What kind of decision the player's mistakes lose most by; null without any. */
export function worstSort(log: GameLog, review: Review, player: number): DecisionSort | null {
  const own = decisionScores(placesOf(log), review).filter(
    ({ spot, size }) => size !== null && spot.place.player === player,
  );
  const { sorts } = summarize(
    own.map(({ spot, verdict }) => ({ ...spot.decision, ...verdict, mistake: true })),
    review.objective,
  );
  const [worst] = (Object.keys(sorts) as DecisionSort[]).toSorted((a, b) => sorts[b].loss - sorts[a].loss);
  return worst !== undefined && sorts[worst].loss > 0 ? worst : null;
}

// Practice of the mistakes in kept games: whose they are, which are due, and when one comes again.

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A wrong answer comes again after this. */
const AGAIN_MS = 10 * MINUTE_MS;
/** Days until it comes again after the first, second, ... right answer in a row; after the last it is learned. */
const DAYS = [1, 3, 7, 21];

/** A mistake to be practised, and the game that it is in. */
interface Card {
  readonly entry: Entry;
  readonly mistake: Mistake;
  /** In milliseconds since 1970; 0 where it was never asked, and infinite where it is learned. */
  readonly due: number;
}

export const drillKey = ({ round, player, at }: Place): string => `${round}.${player}.${at}`;

/** The loss in those of which a decision counts half, so that points and placement points compare. */
const weightOf = ({ loss, objective }: Mistake): number => loss / MISTAKE_LOSS[objective];

/** When a mistake comes again that was answered now. */
export function answered(before: DrillSchedule | undefined, right: boolean, now: number): DrillSchedule {
  if (!right) return { rights: 0, due: now + AGAIN_MS };
  const rights = (before?.rights ?? 0) + 1;
  const days = DAYS[rights - 1];
  return { rights, due: days === undefined ? Infinity : now + days * DAY_MS };
}

/** The reader of a game: by name where the reader's names are known, else who was reviewed first. */
function readerOf({ names = [], summaries = [] }: Entry, readers: readonly string[]): number | undefined {
  const players = summaries.map(({ player }) => player);
  return players.find((player) => readers.includes(names[player] ?? "")) ?? players[0];
}

/** The reader's mistakes in all kept games, the worst first. */
export function cardsOf(entries: readonly Entry[], readers: readonly string[]): readonly Card[] {
  const all = entries.flatMap((entry): Card[] => {
    const reader = readerOf(entry, readers);
    const own = (entry.mistakes ?? []).filter(({ place }) => place.player === reader);
    return own.map((mistake) => ({ entry, mistake, due: entry.drills?.[drillKey(mistake.place)]?.due ?? 0 }));
  });
  // equal ones stay in the order of their games
  return all.toSorted((a, b) => weightOf(b.mistake) - weightOf(a.mistake) || a.entry.id - b.entry.id);
}

export const dueAt = (cards: readonly Card[], now: number): readonly Card[] => cards.filter(({ due }) => due <= now);

/** When the next one comes; null where all are learned, or there are none. */
export function nextDue(cards: readonly Card[]): number | null {
  const least = Math.min(...cards.map(({ due }) => due));
  return Number.isFinite(least) ? least : null;
}
