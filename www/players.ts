/** How many play, by the rules or the record, and what follows from it: winds, tiles, points, where each sits. */

import { RULES, type RulesName, THREE_PLAYER_RULES, type ThreePlayerRulesName } from "nanikiru";

export const WINDS = ["east", "south", "west", "north"] as const;
export type Wind = (typeof WINDS)[number];

export type AnyRules = RulesName | ThreePlayerRulesName;

export const ALL_RULES: readonly AnyRules[] = [...RULES, ...THREE_PLAYER_RULES];

/** Where somebody sits, as the player in front sees it. */
export const PLACES = ["front", "right", "across", "left"] as const;
export type SeatPlace = (typeof PLACES)[number];

/** A table of so many players. */
export interface Party {
  readonly players: number;
  /** East first. */
  readonly winds: readonly Wind[];
  /** Places in the order of turns, from the player in front. */
  readonly places: readonly SeatPlace[];
  /** The rule sets, the usual one first. */
  readonly rules: readonly AnyRules[];
  /** Points that everybody begins with, and the most that a slider offers. */
  readonly points: number;
  readonly mostPoints: number;
  readonly mostTurns: number;
  /** Whether norths are set aside (kita), and tiles called from the left (chi). */
  readonly kita: boolean;
  readonly chi: boolean;
  /** Whether tabu search knows it. */
  readonly tabu: boolean;
  /** Kinds of tiles that are in no wall. */
  readonly missing: RegExp;
}

const FOUR: Party = {
  players: 4,
  winds: WINDS,
  places: PLACES,
  rules: RULES,
  points: 25_000,
  mostPoints: 70_000,
  mostTurns: 18,
  kita: false,
  chi: true,
  tabu: true,
  missing: /(?!)/u,
};
const THREE: Party = {
  players: 3,
  winds: WINDS.slice(0, 3),
  // nobody sits across
  places: ["front", "right", "left"],
  rules: THREE_PLAYER_RULES,
  points: 35_000,
  mostPoints: 105_000,
  mostTurns: 19,
  kita: true,
  chi: false,
  tabu: false,
  missing: /^[02-8]m$/u,
};

/** The table by these rules; a link can name rules that are none, which the engine refuses. */
export const partyBy = (rules: string): Party => (THREE.rules.some((name) => name === rules) ? THREE : FOUR);

/** The table of a record. */
export const partyOf = ({ rules }: { readonly rules: { readonly name: string } }): Party => partyBy(rules.name);

/** The players of a record by seat, from the one who deals first. */
export const playersOf = (log: Parameters<typeof partyOf>[0]): readonly number[] =>
  partyOf(log).winds.map((_, player) => player);

export const isInDeck = (tile: string, rules: string): boolean => !partyBy(rules).missing.test(tile);

export const KEY_COLUMNS = 10;
const SUITS = ["m", "p", "s"].map((suit) => [1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((digit) => `${digit}${suit}`));
const HONOURS = [1, 2, 3, 4, 5, 6, 7].map((digit) => `${digit}z`);

/** The tiles in lines of ten to choose from; a suit that is not whole stands with the honours. */
export function keysBy(rules: string): readonly string[] {
  const suits = SUITS.map((tiles) => tiles.filter((tile) => isInDeck(tile, rules)));
  const whole = suits.filter(({ length }) => length === KEY_COLUMNS);
  return [...whole, ...suits.filter((suit) => !whole.includes(suit)), HONOURS].flat();
}
