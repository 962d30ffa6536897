/** A game record that was opened: which decision is looked at, and how to go on from it. */

import type { parseLog } from "nanikiru";
import { type AnyRules, partyOf, WINDS } from "./players";
import { type Position, typedOf } from "./position";

export type GameLog = Awaited<ReturnType<typeof parseLog>>;
export type LogRound = GameLog["rounds"][number];
export type LogDecision = LogRound["decisions"][number];

/** What stands over a game: its name at the site, when and in which room it was played. */
export type Heading = Pick<GameLog["games"][number], "name" | "date" | "room">;

/** What a record does not say itself: which of its games is read, and the rules where it names none. */
export interface ReadOptions {
  readonly game?: number | undefined;
  readonly rules?: AnyRules | undefined;
}

/** Which decision: the round, the player by seat from the one who deals first, and the how-manieth of that player. */
export interface Place {
  readonly round: number;
  readonly player: number;
  readonly at: number;
}

/** Who chooses: in round 2 the second player deals and is East. */
const playerOf = (log: GameLog, round: LogRound, { seat }: LogDecision): number =>
  (round.number - 1 + WINDS.indexOf(seat)) % partyOf(log).players;

/** The decisions of one player in one round. */
export function decisionsOf(log: GameLog, { round, player }: Place): readonly LogDecision[] {
  const played = log.rounds[round];
  return played?.decisions.filter((decision) => playerOf(log, played, decision) === player) ?? [];
}

export const decisionAt = (log: GameLog, place: Place): LogDecision | undefined => decisionsOf(log, place)[place.at];

/** A decision and where it stands. */
export interface Spot {
  readonly place: Place;
  readonly decision: LogDecision;
}

const spots = new WeakMap<GameLog, readonly Spot[]>();

/** All decisions of all players, in the order of the game. */
export function placesOf(log: GameLog): readonly Spot[] {
  const known = spots.get(log);
  if (known) return known;
  const made = log.rounds.flatMap((round, i) => {
    const counts: number[] = [];
    return round.decisions.map((decision) => {
      const player = playerOf(log, round, decision);
      const at = counts[player] ?? 0;
      counts[player] = at + 1;
      return { place: { round: i, player, at }, decision };
    });
  });
  spots.set(log, made);
  return made;
}

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

/** The first decision of the first round, of any player. */
export function firstPlace(log: GameLog): Place {
  const [round] = log.rounds;
  const first = round?.decisions[0];
  return { round: 0, player: round && first ? playerOf(log, round, first) : 0, at: 0 };
}

/** The first decision of a player in the first round that has one. */
export function firstOf(log: GameLog, player: number): Place {
  return placesOf(log).find(({ place }) => place.player === player)?.place ?? { round: 0, player, at: 0 };
}

/** A place that has a decision and is as near to the wanted one as can be. */
export function nearest(log: GameLog, place: Place): Place {
  const last = decisionsOf(log, place).length - 1;
  return { ...place, at: Math.max(0, Math.min(place.at, last)) };
}

/** A decision as it would have been typed; how to search stays as it is. */
export const positionOf = ({ hand, context }: Pick<LogDecision, "hand" | "context">, now: Position): Position =>
  typedOf({ hand, context }, now);

export const linkTo = (id: number, { round, player, at }: Place): string => `#review=${id}/${round}.${player}.${at}`;

export function linked(hash: string): { readonly id: number; readonly place: Place } | null {
  const [, ...numbers] = /^#review=(\d{1,9})\/(\d{1,4})\.([0-3])\.(\d{1,5})$/u.exec(hash) ?? [];
  const [id, round, player, at] = numbers.map(Number);
  return id === undefined || round === undefined || player === undefined || at === undefined
    ? null
    : { id, place: { round, player, at } };
}
