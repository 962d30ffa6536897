/** What an action consists of, for words and pictures. */

import type { Action, Candidate } from "nanikiru";
import { tilesOf } from "./notation";

export type WithAction = Pick<Candidate, "action">;

/** `riichi`; `dama` where the same discard is listed with riichi as well; or neither. */
export type Stance = "riichi" | "dama" | null;

export function stance(action: Action, all: readonly WithAction[]): Stance {
  if (action.type !== "discard") return null;
  if (action.riichi) return "riichi";
  const declared = all.some(({ action: a }) => a.type === "discard" && a.riichi && a.tile === action.tile);
  return declared ? "dama" : null;
}

/** The tile that leaves the hand for good with an action: a discard, that of a call, or a north set aside. */
export function leaving(action: Action | null | undefined): string | null {
  switch (action?.type) {
    case "discard":
      return action.tile;
    case "chi":
    case "pon":
      return action.discard;
    case "kita":
      return "4z";
    default:
      return null;
  }
}

/** The tile that is chosen in a hand of 14 tiles for it: a north can be discarded or set aside. */
export const chosenTile = (action: Action | null | undefined): string | null =>
  action?.type === "discard" || action?.type === "kita" ? leaving(action) : null;

export type Call = Exclude<Action["type"], "discard">;

/** An action in its parts, which a language puts in order. */
export type Parts =
  | { readonly kind: "discard"; readonly tile: string; readonly stance: Stance }
  /** The tiles of the hand that it takes, or the one that is passed on; and what is discarded after it. */
  | { readonly kind: "call"; readonly call: Call; readonly tiles: readonly string[]; readonly discard: string | null };

/** `offered` is the other player's tile that the action is about: a pass does not name it. */
export function partsOf(action: Action, all: readonly WithAction[], offered: string | null = null): Parts {
  switch (action.type) {
    case "discard":
      return { kind: "discard", tile: action.tile, stance: stance(action, all) };
    case "chi":
    case "pon":
      return { kind: "call", call: action.type, tiles: tilesOf(action.tiles), discard: action.discard };
    case "ankan":
    case "kakan":
      return { kind: "call", call: action.type, tiles: [action.tile], discard: null };
    case "pass":
      return { kind: "call", call: "pass", tiles: offered === null ? [] : [offered], discard: null };
    default:
      return { kind: "call", call: action.type, tiles: [], discard: null };
  }
}
