/** How each round of a game went for one player. */

import type { GameLog, LogRound } from "./log";
import { placesOf, type Spot } from "./log";
import { type Review, type Size, sizeOf } from "./review";

/** How a round ended: who won how much of whom, or why nobody did. */
export type Ending =
  | { readonly kind: "win"; readonly player: number; readonly points: number; readonly from: number | null }
  | { readonly kind: "draw"; readonly draw: NonNullable<LogRound["result"]["draw"]> };

export interface RoundLine {
  readonly round: number;
  readonly endings: readonly Ending[];
  /** The player's points before the round and after it. */
  readonly before: number;
  readonly after: number;
  readonly spots: readonly Spot[];
  /** What the player lost by decisions that are judged. */
  readonly lost: number;
  /** The sizes of the mistakes, in their order. */
  readonly mistakes: readonly Size[];
}

function endingsOf({ wins, draw }: LogRound["result"]): readonly Ending[] {
  if (wins.length === 0) return draw ? [{ kind: "draw", draw }] : [];
  return wins.map(({ player, from, gains }) => ({
    kind: "win",
    player,
    points: gains[player] ?? 0,
    from: from ?? null,
  }));
}

/** A line for each round; the points after one are those before the next. */
export function roundsOf(
  log: GameLog,
  { found, objective }: Pick<Review, "found" | "objective">,
  player: number,
): readonly RoundLine[] {
  const all = placesOf(log);
  return log.rounds.map(({ scores, result }, round) => {
    const spots = all.filter(({ place }) => place.round === round && place.player === player);
    const losses = spots.map(({ decision }) => found.get(decision)?.loss ?? 0);
    const before = scores[player] ?? 0;
    return {
      ...{ round, endings: endingsOf(result), before, spots },
      after: (log.rounds[round + 1]?.scores ?? log.points)?.[player] ?? before + (result.gains[player] ?? 0),
      lost: losses.reduce((sum, loss) => sum + loss, 0),
      mistakes: losses.flatMap((loss) => sizeOf(loss, objective) ?? []),
    };
  });
}
