/** A game as one player lived it, decision by decision: what was lost so far, and which place the points gave. */

import { WINDS } from "./fields";
import { type GameLog, type LogDecision, placesOf, type Spot } from "./log";
import type { Review } from "./review";

export interface Lived {
  readonly spot: Spot;
  /** What this decision lost; nothing where it was not judged. */
  readonly loss: number;
  /** What was lost so far, with it. */
  readonly total: number;
  /** 1 to 4 by points now, level ones by their seats at the beginning; null where the record has no points. */
  readonly place: number | null;
}

/** A round's decisions, from the first to behind the last. */
export interface Band {
  readonly round: number;
  readonly from: number;
  readonly to: number;
}

export interface Timeline {
  readonly lived: readonly Lived[];
  readonly bands: readonly Band[];
  /** What was lost in all. */
  readonly total: number;
}

/** The place by points; `player` is the seat from the one who deals first. */
function placeNow({ context, seat }: LogDecision, player: number): number | null {
  const { scores } = context;
  const own = WINDS.indexOf(seat);
  const points = scores?.[own];
  if (!scores || points === undefined) return null;
  // who sat before this player at the beginning stands before them where they are level
  return 1 + scores.filter((other, wind) => other > points || (other === points && (player - own + wind + 4) % 4 < player)).length;
}

export function timelineOf(log: GameLog, { found }: Pick<Review, "found">, player: number): Timeline {
  let total = 0;
  const lived = placesOf(log)
    .filter(({ place }) => place.player === player)
    .map((spot) => {
      const loss = found.get(spot.decision)?.loss ?? 0;
      total += loss;
      return { spot, loss, total, place: placeNow(spot.decision, player) };
    });
  const bands: Band[] = [];
  lived.forEach(({ spot }, i) => {
    const last = bands.at(-1);
    if (last?.round === spot.place.round) bands[bands.length - 1] = { ...last, to: i + 1 };
    else bands.push({ round: spot.place.round, from: i, to: i + 1 });
  });
  return { lived, bands, total };
}
