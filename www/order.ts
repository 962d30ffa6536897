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

/** Whether the candidate is one of several between which the package sees no difference, the best among them. */
export function isEqualToBest({ group }: Pick<Candidate, "group">, all: readonly Pick<Candidate, "group">[]): boolean {
  const best = all[0]?.group;
  return group === best && all.filter((one) => one.group === best).length > 1;
}
