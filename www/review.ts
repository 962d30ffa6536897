/** What a review has found in a game record. */

import { type Action, LOSSES, type ReviewedDecision } from "nanikiru";
import type { Failure } from "./failure";
import { decisionAt, type GameLog, type LogDecision, type Place, placesOf } from "./log";

/** What the package says of a decision, without what the record says of it. */
export type Verdict = Pick<ReviewedDecision, "candidates" | "actions" | "best" | "rank" | "loss" | "unjudged">;

export const SIZES = ["small", "medium", "large"] as const;
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

/** How deep a review searches each decision. */
export const REVIEW_DEPTH = "fast";

/** How large the mistakes are that are listed, and in which order. */
export interface Sifted {
  readonly sizes: readonly Size[];
  readonly by: "loss" | "game";
}

/** What the reader chose where a mistake had been made, and what that loses. */
export interface Learned {
  readonly choice: Action;
  readonly loss: number;
}

export type Thresholds = Readonly<Record<ReviewObjective, string>>;

export interface Review {
  readonly objective: ReviewObjective;
  readonly run: ReviewRun;
  readonly found: ReadonlyMap<LogDecision, Verdict>;
  /** The loss from which on a decision is marked, as typed, in the unit of each objective. */
  readonly thresholds: Thresholds;
  readonly sifted: Sifted;
  readonly learned: ReadonlyMap<LogDecision, Learned>;
}

export const NO_REVIEW: Review = {
  ...{ objective: "points", run: { kind: "idle" }, found: new Map(), learned: new Map() },
  thresholds: { points: String(LOSSES.points.threshold), placement: String(LOSSES.placement.threshold) },
  sifted: { sizes: SIZES, by: "loss" },
};

/** The threshold as a number; what is typed and is none marks nothing. */
export const thresholdOf = ({ thresholds, objective }: Pick<Review, "thresholds" | "objective">): number => {
  const typed = thresholds[objective];
  const number = Number(typed);
  return typed.trim() !== "" && number > 0 ? number : Number.POSITIVE_INFINITY;
};

/** What a review is about to hold decisions against where nothing has been found yet; else what it does. */
export const objectiveNow = ({ objective, run, found }: Review, striven: string): ReviewObjective =>
  found.size === 0 && run.kind !== "running" ? objectiveOf(striven) : objective;

/** How a decision stands: not looked at yet, not judged, the best one, less than that, or a mistake. */
export type Standing = "pending" | "unjudged" | "best" | "near" | "mistake";

export function standing(verdict: Verdict | undefined, threshold: number): Standing {
  if (!verdict) return "pending";
  if (verdict.loss === undefined) return "unjudged";
  if (verdict.loss >= threshold) return "mistake";
  return verdict.rank === 1 ? "best" : "near";
}

export interface Tally {
  readonly judged: number;
  readonly best: number;
  readonly mistakes: number;
  /** In the unit of the objective. */
  readonly loss: number;
}

/** How many decisions are reviewed, of how many. */
export interface Share {
  readonly done: number;
  readonly total: number;
}

/** Those of each player, by seat. */
export function sharesOf(log: GameLog, found: Review["found"]): readonly Share[] {
  return [0, 1, 2, 3].map((player) => {
    const own = placesOf(log).filter(({ place }) => place.player === player);
    return { done: own.filter(({ decision }) => found.has(decision)).length, total: own.length };
  });
}

/** Those of all players under review. */
export const reviewed = (shares: readonly Share[]): Share =>
  shares.filter(({ done }) => done > 0).reduce((sum, { done, total }) => ({ done: sum.done + done, total: sum.total + total }), { done: 0, total: 0 });

/** The first decision that is reviewed. */
export const firstReviewed = (log: GameLog, found: Review["found"]): Place | undefined => placesOf(log).find(({ decision }) => found.has(decision))?.place;

/** All that was found, summed up. */
export function tally(verdicts: Iterable<Verdict>, threshold: number): Tally {
  let [judged, best, mistakes, loss] = [0, 0, 0, 0];
  for (const verdict of verdicts) {
    if (verdict.loss === undefined) continue;
    judged += 1;
    loss += verdict.loss;
    if (verdict.rank === 1) best += 1;
    if (verdict.loss >= threshold) mistakes += 1;
  }
  return { judged, best, mistakes, loss };
}

/** The next or previous mistake after a place in the order of the game, whoever's it is. */
export function nextMistake(log: GameLog, place: Place, { found }: Review, threshold: number, by: 1 | -1): Place | null {
  const all = placesOf(log);
  const now = decisionAt(log, place);
  const at = all.findIndex(({ decision }) => decision === now);
  const wanted = (from: number): Place | null => {
    for (let i = from; i >= 0 && i < all.length; i += by) {
      const spot = all[i];
      if (spot && standing(found.get(spot.decision), threshold) === "mistake") return spot.place;
    }
    return null;
  };
  return wanted(at + by);
}
