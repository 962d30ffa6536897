/**
 * A game as one player lived it: what was lost so far, decision by decision, and the expected place, round by round.
 */

import { type GameLog, placesOf, type Spot } from "./log";
import type { Review } from "./review";

export interface TimelinePoint {
  readonly spot: Spot;
  /** What this decision lost; nothing where it was not judged. */
  readonly loss: number;
  /** What was lost so far, with it. */
  readonly total: number;
}

/** A round's decisions, from the first to behind the last. */
export interface Band {
  readonly round: number;
  /** The expected place before it, 1 to the number of players. */
  readonly place: number | undefined;
  readonly from: number;
  readonly to: number;
}

export interface Timeline {
  readonly lived: readonly TimelinePoint[];
  readonly bands: readonly Band[];
  /** What was lost in all. */
  readonly total: number;
  /** The expected place after the last round, where the last round is over; at the end of a game the place itself. */
  readonly end: number | undefined;
}

/** The mean of the places by a player's chances. */
const expected = (chances: readonly number[] | undefined): number | undefined =>
  chances?.reduce((sum, chance, i) => sum + chance * (i + 1), 0);

export function timelineOf(log: GameLog, { found }: Pick<Review, "found">, player: number): Timeline {
  let total = 0;
  const lived = placesOf(log)
    .filter(({ place }) => place.player === player)
    .map((spot) => {
      const loss = found.get(spot.decision)?.loss ?? 0;
      total += loss;
      return { spot, loss, total };
    });
  const bands: Band[] = [];
  lived.forEach(({ spot }, i) => {
    const last = bands.at(-1);
    if (last?.round === spot.place.round) bands[bands.length - 1] = { ...last, to: i + 1 };
    else
      bands.push({
        round: spot.place.round,
        place: expected(log.rounds[spot.place.round]?.places?.[player]),
        from: i,
        to: i + 1,
      });
  });
  return { lived, bands, total, end: expected(log.places?.[player]) };
}
