/** The mistakes of a review as they are listed: by size, the worst first or in the order of the game. */

import type { Review } from "./review";
import { type GameLog, placesOf } from "./log";
import { type Scored, scored } from "./score";

/** All of them, in the order of the game. */
export const mistakesOf = (log: GameLog, review: Review): readonly Scored[] => scored(placesOf(log), review).filter(({ size }) => size !== null);

/** Those that the reader wants to see, in the order that the reader wants. */
export function siftedMistakes(all: readonly Scored[], { sizes, by }: Review["sifted"]): readonly Scored[] {
  const wanted = all.filter(({ size }) => size !== null && sizes.includes(size));
  return by === "game" ? wanted : wanted.toSorted((a, b) => Number(a.repeats) - Number(b.repeats) || b.loss - a.loss);
}
