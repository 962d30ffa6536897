/** Learning from the mistakes of a review: which there are, what is hidden meanwhile, and what a choice loses. */

import type { Action, Report } from "nanikiru";
import { decisionAt, type GameLog, type LogDecision, type Place, placesOf, type Spot } from "./log";
import { recorded } from "./recorded";
import { type Learned, type Review, thresholdOf, type Verdict } from "./review";
import { scored } from "./score";
import { actionKey, type State } from "./state";

/** The mistakes of a player, those apart that only repeat the one before. */
export function lessonsOf(log: GameLog, review: Review, player: number): readonly Spot[] {
  return scored(placesOf(log), review, thresholdOf(review)).flatMap(({ spot, size, repeats }) => (size !== null && !repeats && spot.place.player === player ? [spot] : []));
}

/** The next mistake after a place that nobody has learned from yet, else the next one, from the beginning again after the last. */
export function nextLesson(log: GameLog, review: Review, place: Place): Place | null {
  const all = lessonsOf(log, review, place.player);
  const now = decisionAt(log, place);
  const order = placesOf(log);
  const at = order.findIndex(({ decision }) => decision === now);
  const after = all.filter((spot) => order.indexOf(spot) > at);
  const turned = [...after, ...all.filter(({ decision }) => decision !== now && !after.some((spot) => spot.decision === decision))];
  return (turned.find(({ decision }) => !review.learned.has(decision)) ?? turned[0] ?? all[0])?.place ?? null;
}

/** The mistake that is being asked about, or was just answered. */
export function lessonNow(state: State): LogDecision | null {
  const { learning, record, review } = state;
  if (!learning || record.kind !== "open") return null;
  const decision = recorded(state);
  return decision && lessonsOf(record.log, review, record.place.player).some((spot) => spot.decision === decision) ? decision : null;
}

/** Whether answer and rows are kept back until somebody has chosen. */
export function hides(state: State): boolean {
  const decision = lessonNow(state);
  return decision !== null && state.learning?.open !== decision;
}

/** All actions in an order that tells nothing: discards by tile, then the rest. */
export function choicesOf({ candidates }: Report): readonly Action[] {
  const place = (action: Action) => (action.type === "discard" ? `0${action.tile[1]}${action.tile.replace("0", "5")}${action.tile}${action.riichi ? 1 : 0}` : `1${actionKey(action)}`);
  return candidates.map(({ action }) => action).toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
}

/** What a choice loses against the best of the review; by the answer on the board where the review does not list it. */
export function lossOf(choice: Action, verdict: Verdict, report: Report): number {
  type Valued = { readonly action: Action; readonly value: number; readonly group: number };
  const of = (all: readonly Valued[], action: Action) => all.find((one) => actionKey(one.action) === actionKey(action));
  // what is about equal to the best loses nothing
  const loss = (best: Valued, own: Valued) => (best.group === own.group ? 0 : Math.max(0, best.value - own.value));
  const [best, own] = [verdict.best && of(verdict.candidates, verdict.best), of(verdict.candidates, choice)];
  if (best && own) return loss(best, own);
  const [first, other] = [report.candidates[0], of(report.candidates, choice)];
  return first && other ? loss(first, other) : 0;
}

/** How many were asked, and how many of the choices were no mistakes. */
export function resultsOf(log: GameLog, review: Review, player: number): { readonly all: number; readonly done: number; readonly right: number } {
  const lessons = lessonsOf(log, review, player);
  const chosen = lessons.flatMap(({ decision }): Learned[] => {
    const one = review.learned.get(decision);
    return one ? [one] : [];
  });
  const least = thresholdOf(review);
  return { all: lessons.length, done: chosen.length, right: chosen.filter(({ loss }) => loss < least).length };
}
