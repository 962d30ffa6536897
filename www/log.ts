/** A game record that was opened: which decision is looked at, and how to go on from it. */

import type { Action, Context, HandInput } from "nanikiru";
import { DEFAULTS, type Position, type SeatField, WINDS } from "./position";

export interface LogDecision {
  readonly player: number;
  readonly hand: HandInput;
  readonly context: Context;
  readonly done: Action;
}
export interface LogRound {
  readonly roundWind: string;
  readonly number: number;
  readonly honba: number;
  readonly decisions: readonly LogDecision[];
}
export interface GameLog {
  readonly names: readonly string[];
  readonly rounds: readonly LogRound[];
  readonly broken?: { readonly message: string };
}

/** Which decision: of a round, of a player, the how-manieth. */
export interface Place {
  readonly round: number;
  readonly player: number;
  readonly at: number;
}

/** The decisions of one player in one round. */
export const decisionsOf = (log: GameLog, { round, player }: Place): readonly LogDecision[] =>
  log.rounds[round]?.decisions.filter((decision) => decision.player === player) ?? [];

export const decisionAt = (log: GameLog, place: Place): LogDecision | undefined => decisionsOf(log, place)[place.at];

/** The next or previous decision of the same player, in another round where this one has no more. */
export function stepped(log: GameLog, place: Place, by: 1 | -1): Place {
  const within = { ...place, at: place.at + by };
  if (decisionAt(log, within)) return within;
  for (let round = place.round + by; round >= 0 && round < log.rounds.length; round += by) {
    const count = decisionsOf(log, { ...place, round }).length;
    if (count > 0) return { ...place, round, at: by > 0 ? 0 : count - 1 };
  }
  return place;
}

/** The first decision of the first round, whoever's it is. */
export const firstPlace = (log: GameLog): Place => ({ round: 0, player: log.rounds[0]?.decisions[0]?.player ?? 0, at: 0 });

/** A place that has a decision and is as near to the wanted one as can be. */
export function nearest(log: GameLog, place: Place): Place {
  const last = decisionsOf(log, place).length - 1;
  return { ...place, at: Math.max(0, Math.min(place.at, last)) };
}

const text = (value: number | string | undefined, otherwise: string): string => (value === undefined ? otherwise : String(value));

/** A decision as it would have been typed; how to search stays as it is. */
export function positionOf({ hand, context }: LogDecision, now: Position): Position {
  const { depth, calls, objective, others, budget, memory } = now;
  const seats = WINDS.flatMap((wind, i) => {
    const player = context.players?.[wind];
    const parts: readonly (readonly [SeatField, string])[] = [
      [`${wind}Score`, text(context.scores?.[i], "")],
      [`${wind}River`, player?.river ?? ""],
      [`${wind}Melds`, player?.melds?.join(",") ?? ""],
    ];
    return parts;
  });
  return {
    ...DEFAULTS,
    ...{ depth, calls, objective, others, budget, memory },
    hand: typeof hand === "string" ? hand : [hand.tiles, ...(hand.melds ?? [])].join(","),
    dora: context.doraIndicators ?? "",
    visible: context.visible ?? "",
    offered: context.offered?.tile ?? "",
    offeredFrom: context.offered?.from ?? DEFAULTS.offeredFrom,
    roundWind: context.roundWind ?? DEFAULTS.roundWind,
    seat: context.seat ?? DEFAULTS.seat,
    turn: text(context.turn, DEFAULTS.turn),
    honba: text(context.honba, DEFAULTS.honba),
    sticks: text(context.riichiSticks, DEFAULTS.sticks),
    rules: context.rules ?? DEFAULTS.rules,
    tilesLeft: text(context.tilesLeft, ""),
    interrupted: context.interrupted ? "yes" : DEFAULTS.interrupted,
    ...(Object.fromEntries(seats) as Record<SeatField, string>),
  };
}
