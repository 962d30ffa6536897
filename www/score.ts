/** What a review says of a player: the score, how it compares with strong players, and a summary to keep. */

import { type Action, type DecisionSort, type ReviewSummary, summarize } from "nanikiru";
import { type GameLog, type LogRound, type Place, placesOf, type Spot } from "./log";
import percentiles from "./percentiles.json";
import { partyOf, playersOf } from "./players";
import { type Review, type ReviewObjective, sharesOf, type Size, sizeOf, SIZES, type Verdict } from "./review";

// What a review's losses amount to: an accuracy, the sizes of mistakes, and which of them only repeat the one before.

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

interface Tally extends MistakeCount {
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

// How an accuracy over one game compares with those of players of Tenhou's top room.

/** Four-player games by their length, and hanchan of three: no other games of three were recorded. */
export type GameKind = "hanchan" | "tonpuu" | "sanma";

/**
 * Of games of one kind: how many players were reviewed, and from which accuracy on somebody is better than 1, 2,
 * ... 9 of 10.
 */
interface Percentiles {
  readonly players: number;
  readonly accuracy: readonly number[];
}

/** `node scripts/percentiles.mjs` writes them, from training games; a kind that it did not review has none. */
const SHIPPED: Readonly<Partial<Record<GameKind, Percentiles>>> = percentiles;

/** How one game compares. */
interface Scale {
  readonly kind: GameKind;
  /** Of how many in ten players the accuracy is better: 0 to 9. */
  readonly better: number;
  /** With how many, each in one game. */
  readonly players: number;
}

const rankIn = (deciles: readonly number[], accuracy: number): number =>
  deciles.filter((least) => accuracy >= least).length;

/** Whether the game came to its end: the final places are certain, and no round is missing. */
const isOver = ({ broken, places }: GameLog): boolean =>
  broken === undefined &&
  (places?.every((chances) => chances.every((chance) => chance === 0 || chance === 1)) ?? false);

/** Null for a tonpuu of three players. */
function kindOf(log: GameLog): GameKind | null {
  const length = log.rounds[0]?.decisions[0]?.context.length ?? null;
  if (partyOf(log).players === 4) return length;
  return length === "hanchan" ? "sanma" : null;
}

/**
 * Null where the figures do not compare: a part of a game, a review that is not finished, one by placement, or a game
 * of a kind that none is known of.
 */
export function scaleOf(
  log: GameLog,
  { found, objective }: Pick<Review, "found" | "objective">,
  player: number,
  accuracy: number,
  known = SHIPPED,
): Scale | null {
  const kind = kindOf(log);
  if (objective !== "points" || kind === null || !isOver(log)) return null;
  const { done = 0, total = 0 } = sharesOf(log, found)[player] ?? {};
  if (total === 0 || done < total) return null;
  const of = known[kind];
  return of ? { kind, better: rankIn(of.accuracy, accuracy), players: of.players } : null;
}

// What a review came to, player by player.

/** What a review says of one player of a game, small enough for a list of hundreds. */
export interface Summary {
  readonly player: number;
  readonly name: string;
  readonly judged: number;
  readonly accuracy: number;
  readonly agreement: number;
  /** Absent where an earlier version of the page wrote it. */
  readonly objective?: ReviewObjective;
  /** What was lost in all, in the unit of the objective. */
  readonly loss: number;
  readonly sizes: Readonly<Record<Size, number>>;
}

/** One for every player who has been reviewed. */
export function summariesOf(log: GameLog, review: Review): readonly Summary[] {
  const all = decisionScores(placesOf(log), review);
  return playersOf(log).flatMap((player) => {
    const one = scoreOf(
      all.filter(({ spot }) => spot.place.player === player),
      review.objective,
    );
    if (!one) return [];
    const { judged, accuracy, agreement, loss, sizes } = one;
    return [
      {
        player,
        name: log.names?.[player] ?? "",
        judged,
        accuracy,
        agreement,
        objective: review.objective,
        loss,
        sizes,
      },
    ];
  });
}

/** A mistake in a list of many games, with what it says there. */
export interface Mistake {
  readonly place: Place;
  readonly round: Pick<LogRound, "roundWind" | "number" | "honba">;
  readonly turn: number;
  readonly objective: ReviewObjective;
  readonly loss: number;
  readonly played: Action;
  readonly better: Action;
}

/** The mistakes of all players under review, those apart that only repeat the one before. */
export function mistakesIn(
  log: GameLog,
  { objective, found }: Pick<Review, "objective" | "found">,
): readonly Mistake[] {
  return decisionScores(placesOf(log), { objective, found }).flatMap(
    ({ spot: { place, decision }, verdict: { best }, loss, size, repeats }) => {
      const round = log.rounds[place.round];
      if (size === null || repeats || !round || !best || !decision.done) return [];
      const { roundWind, number, honba } = round;
      return [
        {
          place,
          round: { roundWind, number, honba },
          turn: decision.turn,
          objective,
          loss,
          played: decision.done,
          better: best,
        },
      ];
    },
  );
}
