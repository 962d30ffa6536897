/**
 * What a review's losses amount to: an accuracy, the sizes of mistakes, and which of them only repeat the one before.
 */

import { type DecisionSort, type ReviewSummary, summarize } from "nanikiru";
import { type GameLog, placesOf, type Spot } from "./log";
import { type Review, type ReviewObjective, type Size, sizeOf, SIZES, type Verdict } from "./review";

/** A decision that was judged. */
export interface DecisionScore {
  readonly spot: Spot;
  readonly verdict: Verdict;
  readonly loss: number;
  /** How large a mistake it is; null where it is none. */
  readonly size: Size | null;
  /**
   * A mistake whose better discard is the one of this player's mistake before it in the round, which still was not
   * made.
   */
  readonly repeats: boolean;
}

const planOf = ({ best }: Verdict): string | null => (best?.type === "discard" ? `${best.tile} ${best.riichi}` : null);

/** All decisions that were judged, in the order of the game. */
export function decisionScores(
  spots: readonly Spot[],
  { found, objective }: Pick<Review, "found" | "objective">,
): readonly DecisionScore[] {
  /** The plan of each player's latest own turn in the round, where it was a mistake. */
  const plans = new Map<number, string | null>();
  let round = -1;
  return spots.flatMap((spot) => {
    const { place, decision } = spot;
    if (place.round !== round) plans.clear();
    round = place.round;
    const verdict = found.get(decision);
    if (!verdict || verdict.loss === undefined) return [];
    const { loss } = verdict;
    const size = sizeOf(loss, objective);
    const plan = size === null ? null : planOf(verdict);
    const repeats = plan !== null && plans.get(place.player) === plan;
    // what was decided about others' tiles leaves the plan of the own turn as it is
    if (!decision.context.offered) plans.set(place.player, plan);
    return [{ spot, verdict, loss, size, repeats }];
  });
}

/** Mistakes, and those apart that only repeat the one before. */
export interface MistakeCount {
  readonly mistakes: number;
  readonly repeats: number;
}

export function countOf(all: readonly Pick<DecisionScore, "size" | "repeats">[]): MistakeCount {
  const wrong = all.filter(({ size }) => size !== null);
  const repeats = wrong.filter(({ repeats: again }) => again).length;
  return { mistakes: wrong.length - repeats, repeats };
}

export interface Tally extends MistakeCount {
  readonly judged: number;
  /** Decisions that lose nothing. */
  readonly lossless: number;
  /** In the unit of the objective. */
  readonly loss: number;
}

/** All that was found, of all players, summed up. */
export const tally = (all: readonly DecisionScore[]): Tally => ({
  ...countOf(all),
  judged: all.length,
  lossless: all.filter(({ loss }) => loss === 0).length,
  loss: all.reduce((sum, { loss }) => sum + loss, 0),
});

export interface Score extends Pick<ReviewSummary, "judged" | "loss" | "sorts"> {
  /** 0 to 100; the mean over the decisions. */
  readonly accuracy: number;
  /** Share of decisions that lose nothing. */
  readonly agreement: number;
  /** Mistakes that repeat nothing. */
  readonly sizes: Readonly<Record<Size, number>>;
}

/** In the order in which the package has them. */
export const sortsOf = ({ sorts }: Score): readonly DecisionSort[] =>
  (Object.keys(sorts) as DecisionSort[]).filter((sort) => sorts[sort].judged > 0);

/** One player's decisions summed up; null where none was judged. */
export function scoreOf(all: readonly DecisionScore[], objective: ReviewObjective): Score | null {
  const decisions = all.map(({ spot, verdict, size }) => ({ ...spot.decision, ...verdict, mistake: size !== null }));
  const { judged, loss, accuracy, agreement, sorts } = summarize(decisions, objective);
  if (accuracy === undefined || agreement === undefined) return null;
  const sizes = Object.fromEntries(
    SIZES.map((size) => [size, all.filter((one) => one.size === size && !one.repeats).length]),
  ) as Record<Size, number>;
  return { judged, loss, accuracy, agreement, sorts, sizes };
}

/** All of them, in the order of the game. */
export const mistakesOf = (log: GameLog, review: Review): readonly DecisionScore[] =>
  decisionScores(placesOf(log), review).filter(({ size }) => size !== null);

/** Those that the reader wants to see, in the order that the reader wants. */
export function filterMistakes(
  all: readonly DecisionScore[],
  { sizes, by }: Review["filter"],
): readonly DecisionScore[] {
  const wanted = all.filter(({ size }) => size !== null && sizes.includes(size));
  return by === "game" ? wanted : wanted.toSorted((a, b) => Number(a.repeats) - Number(b.repeats) || b.loss - a.loss);
}
