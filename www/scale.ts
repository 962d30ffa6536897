/** How an accuracy over one game compares with those of players of Tenhou's top room. */

import type { GameLog } from "./log";
import percentiles from "./percentiles.json";
import { partyOf } from "./players";
import { type Review, sharesOf } from "./review";

export type Length = "hanchan" | "tonpuu";

/**
 * Of games of one length: how many players were reviewed, and from which accuracy on somebody is better than 1, 2,
 * ... 9 of 10.
 */
export interface Percentiles {
  readonly players: number;
  readonly accuracy: readonly number[];
}

/** `node scripts/percentiles.mjs` writes them, from training games; a length that it did not review has none. */
const SHIPPED: Readonly<Partial<Record<Length, Percentiles>>> = percentiles;

/** How one game compares. */
export interface Scale {
  readonly length: Length;
  /** Of how many in ten players the accuracy is better: 0 to 9. */
  readonly better: number;
  /** With how many, each in one game. */
  readonly players: number;
}

/** In games of so many players. */
const PLAYERS = 4;

const rankIn = (deciles: readonly number[], accuracy: number): number =>
  deciles.filter((least) => accuracy >= least).length;

/** Whether the game came to its end: the final places are certain, and no round is missing. */
const isOver = ({ broken, places }: GameLog): boolean =>
  broken === undefined &&
  (places?.every((chances) => chances.every((chance) => chance === 0 || chance === 1)) ?? false);

/**
 * Null where the figures do not compare: a part of a game, a review that is not finished, one by placement, or a game
 * of a length that none is known of.
 */
export function scaleOf(
  log: GameLog,
  { found, objective }: Pick<Review, "found" | "objective">,
  player: number,
  accuracy: number,
  known = SHIPPED,
): Scale | null {
  const length = log.rounds[0]?.decisions[0]?.context.length;
  if (objective !== "points" || length === undefined || !isOver(log) || partyOf(log).players !== PLAYERS) return null;
  const { done = 0, total = 0 } = sharesOf(log, found)[player] ?? {};
  if (total === 0 || done < total) return null;
  const of = known[length];
  return of ? { length, better: rankIn(of.accuracy, accuracy), players: of.players } : null;
}
