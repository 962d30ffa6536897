/** The players' points as they are shifted: what one gains the others lose, so that they add up as before. */

import { WINDS, type Wind } from "./fields";
import type { Position } from "./position";

/** What everybody has as long as no points are typed. */
export const USUAL_SCORE = 25_000;
/** The least that changes hands. */
export const STEP = 100;

export type Scores = Readonly<Record<Wind, number>>;

const numberOr = (text: string, otherwise: number): number => (text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : otherwise);

/** The points of the four, as typed or as they usually begin. */
export const scoresOf = (position: Position): Scores => Object.fromEntries(WINDS.map((wind) => [wind, numberOr(position[`${wind}Score`], USUAL_SCORE)])) as Scores;

export const sumOf = (scores: Scores): number => WINDS.reduce((sum, wind) => sum + scores[wind], 0);

/**
 * One player's points set to `points`, or as near as the others can pay: the others share the difference in hundreds, as
 * evenly as can be, and nobody falls below nought for it.
 */
export function withScore(scores: Scores, wind: Wind, points: number): Scores {
  const after: Record<Wind, number> = { ...scores };
  let left = points - scores[wind];
  for (let payers = WINDS.filter((other) => other !== wind); left !== 0 && payers.length > 0; ) {
    // a third each; what does not divide falls on the first of them
    const part = Math.ceil(Math.abs(left) / payers.length / STEP) * STEP;
    for (const other of payers) {
      const most = left > 0 ? Math.max(0, after[other]) : Number.POSITIVE_INFINITY;
      const paid = Math.sign(left) * Math.min(Math.abs(left), part, most);
      after[other] -= paid;
      left -= paid;
    }
    payers = payers.filter((other) => left < 0 || after[other] > 0);
  }
  return { ...after, [wind]: points - left };
}

/** The change of the position that these points are. */
export const typedScores = (scores: Scores): Partial<Position> => Object.fromEntries(WINDS.map((wind) => [`${wind}Score`, String(scores[wind])]));
