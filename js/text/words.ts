// What the package says in every language. The types make sure that no language lacks a word.
import type { Action, Ended, WindName } from "../api.js";
import type { ErrorCode } from "../errors.js";

/** Of `formatAction`. */
export interface ActionWords {
  /** East, South, West, North, white, green and red dragon. */
  readonly honours: readonly [string, string, string, string, string, string, string];
  /** 1 to 9. */
  readonly numbers: readonly string[];
  readonly suits: Readonly<Record<"m" | "p" | "s", string>>;
  readonly red: string;
  readonly actions: Readonly<Record<Exclude<Action["type"], "discard">, string>>;
  readonly riichi: string;
  readonly discard: (tile: string) => string;
  /** Between one thing and another that follows. */
  readonly then: string;
  /** A call's tiles of the hand behind its name and the tile that it takes: `Chi 5m with 3m 4m`. */
  readonly calls: (call: string, tile: string, own: string) => string;
}

/** Of `formatError`: a sentence for each code; in English the engine's own message is one. */
export interface ErrorWords {
  readonly texts: Readonly<Record<ErrorCode, string>> | undefined;
  /** The engine's message behind the sentence, for codes whose message names a tile, a range or a place. */
  readonly with: (text: string, message: string) => string;
}

/** Of `<nanikiru-hand>`. */
export interface ElementWords {
  readonly units: Readonly<Record<"points" | "placement", string>>;
  readonly wins: string;
  readonly tenpai: string;
  readonly undecided: string;
  /** A quiz: its question, the way to the answer, and what a choice is worth. */
  readonly ask: string;
  readonly reveal: string;
  readonly right: string;
  readonly wrong: (tile: string, loss: string) => string;
  readonly away: (tile: string) => string;
}

/** Of the program `nanikiru`. */
export interface CliWords {
  readonly winds: Readonly<Record<WindName, string>>;
  readonly analyze: {
    readonly heads: Readonly<Record<"action" | "value" | "wins" | "dealsIn" | "shanten" | "tiles", string>>;
    /** The candidates that are about equal, and how many strong players choose the first of them. */
    readonly equal: (actions: string, policy: string, first: string) => string;
    readonly search: (hands: number, exchanges: number, ended: Ended, ms: string) => string;
    readonly undecided: string;
  };
  readonly tabu: {
    readonly heads: readonly [action: string, runs: string, points: string];
    readonly aim: (hand: string, shanten: number, points: number, similarity: string) => string;
    readonly sum: (runs: number, complete: number) => string;
  };
  readonly danger: {
    readonly heads: readonly [tile: string, dealsIn: string, costs: string];
    readonly tenpai: (rates: string) => string;
  };
  readonly review: {
    readonly title: string;
    /** The name of a player without one, by the seat in the first round. */
    readonly seats: readonly [string, string, string, string];
    readonly round: (wind: string, number: number, honba: number) => string;
    readonly heads: readonly [round: string, player: string, turn: string, hand: string, played: string, best: string, loss: string];
    readonly sums: readonly [player: string, decisions: string, accuracy: string, best: string, mistakes: string, loss: string];
    readonly none: string;
    readonly cut: (why: string) => string;
  };
}
