// What the package says in every language. The types make sure that no language lacks a word.
import type { Action, HouseRule, TableRule } from "../api.js";
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
  /** Modes and rules of `log.house_rule`, by the names of Mahjong Soul where it has one. */
  readonly houseRules: Readonly<Record<HouseRule, string>> | undefined;
  /** A sentence with the name of such a rule. */
  readonly named: (text: string, name: string) => string;
  /** A sentence with what it is about: a place, tiles, names. */
  readonly with: (text: string, particulars: readonly string[]) => string;
  /** A place in a record. */
  readonly place: (byte: number, line: number) => string;
  readonly afterRounds: (rounds: number) => string;
  readonly event: (event: number) => string;
}

/** Of `formatRule`. */
export type RuleWords = Readonly<Record<TableRule, string>>;

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
  /** A choice that is about equal to the best. */
  readonly equal: (tile: string) => string;
  readonly wrong: (tile: string, loss: string) => string;
  readonly away: (tile: string) => string;
}
