/** What the candidates are in order by, and which of them are equal. */

import type { Candidate } from "nanikiru";

/** Values closer than this, in points, are level. */
export const LEVEL = 0.5;

/** The figure that the order goes by: the value, the win rate, or one that no other column has. */
export type OrderedBy = "value" | "win" | "worth";

export function orderedBy(objective: string): OrderedBy {
  if (objective === "winRate") return "win";
  return objective === "points" || objective === "placement" ? "value" : "worth";
}

/** What is striven for where it is to win or be tenpai at the draw. */
export const striven = ({ winRate, tenpaiAtDraw }: Pick<Candidate, "winRate" | "tenpaiAtDraw">): number => winRate + tenpaiAtDraw;

/** Whether the candidate is one of several of group 1: those that are about equal to the best. */
export const isEqualToBest = (candidate: Candidate, all: readonly Candidate[]): boolean =>
  candidate.group === 1 && all.filter(({ group }) => group === 1).length > 1;
