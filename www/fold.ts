/** Rows of far hands: discards next to each other that say the same are one row. */

import type { Candidate } from "nanikiru";
import { percent, signed } from "./text/format";

/** Shanten from which on most isolated tiles are worth the same. */
const FAR = 3;

/** What a row says of a discard, as it is written. */
const says = ({ action, value, winRate, tenpaiRate, dealInRate, policy, shanten, ukeire, outcomes }: Candidate): string | null =>
  action.type !== "discard" || action.riichi
    ? null
    : [
        signed(value),
        ...[winRate, tenpaiRate, outcomes.dealIn.rate, outcomes.draw.rate, dealInRate ?? -1, policy ?? -1].map(percent),
        ...[shanten, ukeire.tiles],
      ].join(" ");

/** The candidates by row, by their places in the list. `apart` is one that keeps a row of its own: what was played. */
export function foldedRows(all: readonly Candidate[], apart: (candidate: Candidate) => boolean): readonly (readonly number[])[] {
  const rows: number[][] = [];
  all.forEach((candidate, i) => {
    const above = all[i - 1];
    const last = rows.at(-1);
    const same = above !== undefined && candidate.shanten >= FAR && says(candidate) !== null && says(candidate) === says(above);
    if (last && same && !apart(candidate) && !apart(above)) last.push(i);
    else rows.push([i]);
  });
  return rows;
}
