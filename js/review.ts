// Which decisions of a game record are whose.
import type { Decision, GameLog, WindName } from "./api.js";
import { refuse } from "./errors.js";
import { THREE_PLAYER_RULES } from "./rules.js";
import type { GameSeat, LogInput } from "./types.js";

const WINDS: readonly WindName[] = ["east", "south", "west", "north"];

/** How many play by these rules. */
export const playersBy = (rules: string | undefined): number =>
  THREE_PLAYER_RULES.some((name) => name === rules) ? 3 : WINDS.length;

/** A decision, and where it stands in its game. */
export interface PlacedDecision {
  readonly round: number;
  readonly index: number;
  readonly player: number;
  readonly decision: Decision;
}

/** The seat's number, 0 for the one who deals first; `undefined` for all of them. */
export function seatNumber(seat: GameSeat | undefined): number | undefined {
  if (seat === undefined || (typeof seat === "number" && [0, 1, 2, 3].includes(seat))) return seat;
  const number = WINDS.findIndex((wind) => wind === seat);
  if (number >= 0) return number;
  const code = typeof seat === "number" ? "request.out_of_range" : "request.unknown_value";
  const message = "a seat is `east`, `south`, `west` or `north` by its wind in the first round, or 0 to 3";
  return refuse(code, "seat", seat, message);
}

/** Whether this is what `parseLog` has answered, and not a record still to be read. */
export function isGameLog(log: LogInput | GameLog): log is GameLog {
  return typeof log === "object" && log !== null && "rounds" in log && Array.isArray(log.rounds);
}

/** The decisions of one player, or of all, in the order of the game. */
export function placesOf(game: GameLog, player: number | undefined): PlacedDecision[] {
  const players = playersBy(game.rules.name);
  const all = game.rounds.flatMap(({ number, decisions }, round) =>
    decisions.map((decision, index) => {
      // in round 2 the second player deals and is East
      const owner = (number - 1 + WINDS.indexOf(decision.seat)) % players;
      return { round, index, player: owner, decision };
    }),
  );
  return player === undefined ? all : all.filter((place) => place.player === player);
}
