/** What a review has found in a game record. */

import { type Action, MISTAKE_LOSS, type ReviewedDecision } from "nanikiru";
import type { Failure } from "./failure";
import type { Notes } from "./notes";
import { playersOf } from "./players";
import { decisionAt, type GameLog, type LogDecision, type Place, placesOf } from "./log";

/** What the package says of a decision, without what the record says of it. */
export type Verdict = Pick<ReviewedDecision, "candidates" | "actions" | "best" | "rank" | "loss" | "unjudged">;

export const SIZES = ["doubtful", "mistake", "blunder"] as const;
export type Size = (typeof SIZES)[number];

export type ReviewRun =
  | { readonly kind: "idle" }
  | { readonly kind: "running"; readonly player: number | null; readonly done: number; readonly total: number }
  | { readonly kind: "stopped"; readonly done: number; readonly total: number }
  | { readonly kind: "done"; readonly total: number }
  | { readonly kind: "failed"; readonly failure: Failure };

/** What a review can hold decisions against: the table of one objective says nothing of another. */
export type ReviewObjective = "points" | "placement";

/** What the reader strives for, as far as it is worth points. */
export const objectiveOf = (objective: string): ReviewObjective => (objective === "placement" ? "placement" : "points");

/** From which loss on a decision is of a size, in the losses of a mistake. In points 200, 500 and 1,000. */
const FROM: Readonly<Record<Size, number>> = { doubtful: 0.4, mistake: 1, blunder: 2 };
export const leastOf = (size: Size, objective: ReviewObjective): number =>
  Math.round(FROM[size] * MISTAKE_LOSS[objective]);
export const sizeOf = (loss: number, objective: ReviewObjective): Size | null =>
  SIZES.findLast((size) => loss >= leastOf(size, objective)) ?? null;

/** How deep a review searches each decision. */
export const REVIEW_DEPTH = "fast";

/** How large the mistakes are that are listed, and in which order. */
export interface MistakeFilter {
  readonly sizes: readonly Size[];
  readonly by: "loss" | "game";
}

/** What the reader chose where a mistake had been made, and what that loses. */
export interface SecondTry {
  readonly choice: Action;
  readonly loss: number;
}

export interface Review {
  readonly objective: ReviewObjective;
  readonly run: ReviewRun;
  readonly found: ReadonlyMap<LogDecision, Verdict>;
  readonly filter: MistakeFilter;
  readonly learned: ReadonlyMap<LogDecision, SecondTry>;
  /** What the reader wrote to decisions, reviewed or not. */
  readonly notes: Notes;
}

export const NO_REVIEW: Review = {
  ...{ objective: "points", run: { kind: "idle" }, found: new Map(), learned: new Map(), notes: new Map() },
  filter: { sizes: SIZES, by: "loss" },
};

/** The review, held against an objective: where it was another one, only the notes stay. */
export function heldAgainst(review: Review, objective: ReviewObjective): Review {
  if (objective === review.objective) return review;
  const { found, learned } = NO_REVIEW;
  return { ...review, objective, found, learned };
}

/** How a decision stands: not looked at yet, not judged, nothing lost, a little, or a mistake of a size. */
export type Standing = "pending" | "unjudged" | "best" | "near" | Size;

export function standing(verdict: Verdict | undefined, objective: ReviewObjective): Standing {
  if (!verdict) return "pending";
  if (verdict.loss === undefined) return "unjudged";
  return sizeOf(verdict.loss, objective) ?? (verdict.loss === 0 ? "best" : "near");
}

/** How many decisions are reviewed, of how many. */
export interface Share {
  readonly done: number;
  readonly total: number;
}

/** Those of each player, by seat. */
export function sharesOf(log: GameLog, found: Review["found"]): readonly Share[] {
  return playersOf(log).map((player) => {
    const own = placesOf(log).filter(({ place }) => place.player === player);
    return { done: own.filter(({ decision }) => found.has(decision)).length, total: own.length };
  });
}

/** Those of all players under review. */
export const reviewed = (shares: readonly Share[]): Share =>
  shares
    .filter(({ done }) => done > 0)
    .reduce((sum, { done, total }) => ({ done: sum.done + done, total: sum.total + total }), { done: 0, total: 0 });

/** The first decision that is reviewed. */
export const firstReviewed = (log: GameLog, found: Review["found"]): Place | undefined =>
  placesOf(log).find(({ decision }) => found.has(decision))?.place;

/** The next or previous mistake after a place in the order of the game, of any player. */
export function nextMistake(
  log: GameLog,
  place: Place,
  { found, objective }: Pick<Review, "found" | "objective">,
  by: 1 | -1,
): Place | null {
  const all = placesOf(log);
  const now = decisionAt(log, place);
  const at = all.findIndex(({ decision }) => decision === now);
  const wanted = (from: number): Place | null => {
    for (let i = from; i >= 0 && i < all.length; i += by) {
      const spot = all[i];
      if (spot && sizeOf(found.get(spot.decision)?.loss ?? 0, objective) !== null) return spot.place;
    }
    return null;
  };
  return wanted(at + by);
}
