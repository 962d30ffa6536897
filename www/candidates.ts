/** The candidates of an answer: an action in parts, which rows are one, and how they are ordered. */

import type { Action, Candidate, Report } from "nanikiru";
import counted from "./far-wins.json";
import { tilesOf } from "./notation";
import { partyBy } from "./players";
import type { Position } from "./position";
import { percent, signed } from "./text/format";

// What an action consists of, for words and pictures.

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

// The rows of an answer: their order, those that are about equal, and those that are folded into one.

/** Shanten from which on most isolated tiles are worth the same. */
const FAR = 3;

/** Whether the hand is so far from tenpai that searches of it are seldom whole. */
export const isFar = ({ shanten }: Pick<Report, "shanten">): boolean => shanten >= FAR;

/**
 * Whether a search of the large build stands behind what is reported of ways to win: of a far hand it is whole, or
 * only the shortest ways were looked at.
 */
export const isBacked = ({ search, shanten }: Pick<Report, "search" | "shanten">): boolean =>
  search.preview !== true && !(isFar({ shanten }) && (search.estimated || !search.complete));

/**
 * Whether nothing stands behind the figures: those of the small build, which knows no opponents, and of a far hand of
 * which only the shortest ways to a win were searched, at a table that is not known, where no records correct them. The
 * order and the ukeire hold.
 */
export const isRough = (report: Report): boolean =>
  report.search.preview === true || (!isBacked(report) && report.opponents === undefined);

/** What a row says of a discard, as it is written. */
function says(
  { action, value, winRate, dealInRate, policy, shanten, ukeire, outcomes }: Candidate,
  rough: boolean,
): string | null {
  if (action.type !== "discard" || action.riichi) return null;
  const figures = rough ? [] : [signed(value), ...[winRate, outcomes.dealIn.rate, dealInRate ?? -1].map(percent)];
  return [...figures, percent(policy ?? -1), shanten, ukeire.tiles].join(" ");
}

/** The candidates by row, by their places in the list. `apart` is one that keeps a row of its own: what was played. */
export function foldedRows(
  all: readonly Candidate[],
  rough: boolean,
  apart: (candidate: Candidate) => boolean,
): readonly (readonly number[])[] {
  const rows: number[][] = [];
  all.forEach((candidate, i) => {
    const above = all[i - 1];
    const last = rows.at(-1);
    const same =
      above !== undefined &&
      candidate.shanten >= FAR &&
      says(candidate, rough) !== null &&
      says(candidate, rough) === says(above, rough);
    if (last && same && !apart(candidate) && !apart(above)) last.push(i);
    else rows.push([i]);
  });
  return rows;
}

/**
 * The tiles that a chi or pon takes out of the hand, by which it is the same call with another discard; null for any
 * other action.
 */
const callOf = ({ action }: Pick<Candidate, "action">): string | null =>
  action.type === "chi" || action.type === "pon" ? `${action.type} ${action.tiles}` : null;

/** Of each call with a worse discard the place of the same call with its best one. */
export function foldedCalls(all: readonly Pick<Candidate, "action">[]): ReadonlyMap<number, number> {
  const best = new Map<string, number>();
  const folded = new Map<number, number>();
  all.forEach((candidate, i) => {
    const call = callOf(candidate);
    if (call === null) return;
    const first = best.get(call);
    if (first === undefined) best.set(call, i);
    else folded.set(i, first);
  });
  return folded;
}

/** Values closer than this, in points, are level. */
export const LEVEL = 0.5;

/** The figure that the order goes by: the value, the win rate, or one that no other column has. */
export type OrderedBy = "value" | "win" | "worth";

export function orderedBy(objective: string): OrderedBy {
  if (objective === "winRate") return "win";
  return objective === "points" || objective === "placement" ? "value" : "worth";
}

/** What is striven for where it is to win or be tenpai at the draw. */
export const striven = ({ winRate, tenpaiAtDraw }: Pick<Candidate, "winRate" | "tenpaiAtDraw">): number =>
  winRate + tenpaiAtDraw;

/** Whether the candidate is one of several of group 1: those that are about equal to the best. */
export const isEqualToBest = (candidate: Candidate, all: readonly Candidate[]): boolean =>
  candidate.group === 1 && equalTo(all).length > 1;

const equalTo = (all: readonly Candidate[]): readonly Candidate[] => all.filter(({ group }) => group === 1);

/** How far apart the values of the candidates that are about equal to the best are; null where it stands alone. */
export function equalSpan(all: readonly Candidate[]): number | null {
  const values = equalTo(all).map(({ value }) => value);
  return values.length > 1 ? Math.max(...values) - Math.min(...values) : null;
}

/** What a candidate loses against the best; what is about equal to it loses nothing. */
export function lossAgainst(best: Pick<Candidate, "value" | "group">, own: Pick<Candidate, "value" | "group">): number {
  return own.group === best.group ? 0 : Math.max(0, best.value - own.value);
}

// How often strong players win from a hand that is far from tenpai: a range, where no figure of a search stands.

/** Own draws left that were counted together, from none on. */
const DRAWS = 4;

/** Win rates of hands with few tiles that improve them, and with many. */
interface WinRange {
  readonly low: number;
  readonly high: number;
}

type Rates = Readonly<Record<string, readonly (readonly number[] | null)[]>>;

/** `cargo tools measure far-wins` prints them, of training games: by shanten, by draws left. */
const RATES: Readonly<Record<"three" | "four", Rates>> = counted;

/** What stands between the concealed tiles and the melds of a text. */
const MELD = /[,、，(（[［]/u;

/** Null for a near hand, an open one, and one of which too few were counted. */
export function winRangeOf(
  report: Pick<Report, "shanten" | "candidates" | "drawsLeft">,
  { hand, rules }: Pick<Position, "hand" | "rules">,
): WinRange | null {
  const shanten = report.candidates[0]?.shanten;
  if (shanten === undefined || !isFar(report) || MELD.test(hand)) return null;
  const groups = RATES[partyBy(rules).players === 3 ? "three" : "four"][shanten] ?? [];
  const [low, high] = groups[Math.min(groups.length - 1, Math.floor(report.drawsLeft / DRAWS))] ?? [];
  return low === undefined || high === undefined ? null : { low, high };
}
