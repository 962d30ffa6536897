// Time limits: the longest that a timer takes, and what is done when time is up.
import type { Action } from "./api.js";

/**
 * Milliseconds, more than 24 days: a timer's delay is a signed number of 32 bits, and a longer one would be over
 * after 1 ms.
 */
export const LONGEST_MS = 2 ** 31 - 1;

// What is done where nothing has been found in time.

/** The last tile of a hand, which is the one drawn. */
function lastTile(hand: string): string {
  const [tiles = ""] = hand.split(",");
  return tiles.slice(-2);
}

/** What is done when time is up and nothing has been found: a win, else the tile drawn goes, else nothing is called. */
export function fallback(actions: readonly Action[], hand: string): Action {
  const drawn = lastTile(hand);
  const found =
    actions.find(({ type }) => type === "tsumo" || type === "ron") ??
    actions.find((action) => action.type === "discard" && action.tile === drawn && !action.riichi) ??
    actions.find(({ type }) => type === "pass") ??
    actions.find(({ type }) => type === "discard");
  return found ?? (actions[0] as Action);
}
