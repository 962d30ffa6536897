/** The tiles that indicators make dora. */

import { isInDeck } from "./players";

const SUIT = "123456789";
const WINDS = "1234";
const DRAGONS = "567";

function after(indicator: string, rules: string): string {
  const suit = indicator[1] ?? "";
  const number = indicator.startsWith("0") ? "5" : (indicator[0] ?? "");
  const circle = suit !== "z" ? SUIT : WINDS.includes(number) ? WINDS : DRAGONS;
  // three players have no 2 to 8 of characters
  const numbers = [...circle].filter((one) => isInDeck(one + suit, rules));
  return `${numbers[(numbers.indexOf(number) + 1) % numbers.length]}${suit}`;
}

/** A red five is among them where the plain one is. */
export function doraOf(indicators: readonly string[], rules: string): ReadonlySet<string> {
  const tiles = indicators.map((one) => after(one, rules));
  return new Set([...tiles, ...tiles.filter((tile) => /^5[mps]$/u.test(tile)).map((tile) => tile.replace("5", "0"))]);
}
