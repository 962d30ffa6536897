/** The rows of an answer: their order, those that are about equal, and those that are folded into one. */

import type { Candidate, Report } from "nanikiru";
import { percent, signed } from "./text/format";

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
