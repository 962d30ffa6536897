/** What a review came to, player by player. */

import type { Action } from "nanikiru";
import { type GameLog, type LogRound, type Place, placesOf } from "./log";
import { playersOf } from "./players";
import type { Review, ReviewObjective, Size } from "./review";
import { decisionScores, scoreOf } from "./score";

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
