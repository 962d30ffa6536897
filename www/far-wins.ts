/** How often strong players win from a hand that is far from tenpai: a range, where no figure of a search stands. */

import type { Report } from "nanikiru";
import counted from "./far-wins.json";
import { isFar } from "./fold";
import { partyBy } from "./players";
import type { Position } from "./position";

/** Own draws left that were counted together, from none on. */
const DRAWS = 4;

/** Win rates of hands with few tiles that improve them, and with many. */
export interface WinRange {
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
