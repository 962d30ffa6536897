/** What the candidates are in order by, and why one of less value stands above one of more. */

import type { Candidate } from "nanikiru";

/** Values closer than this, in points, are level. */
export const LEVEL = 0.5;

type Ranked = Pick<Candidate, "value" | "worth" | "policy">;

/** The figure that the order goes by: the value alone or with what strong players do, the win rate, or one of its own. */
export type OrderedBy = "value" | "policy" | "win" | "worth";

export function orderedBy(all: readonly Ranked[], objective: string): OrderedBy {
  if (objective === "winRate") return "win";
  if (objective !== "points" && objective !== "placement") return "worth";
  return all.some((one) => Math.abs(one.worth - one.value) >= LEVEL) ? "policy" : "value";
}

/** The candidate of most value among those below, where it has more than this one and what strong players do is why. */
export function passedOver<C extends Ranked>(all: readonly C[], index: number, objective: string): C | null {
  const own = all[index];
  if (!own || orderedBy(all, objective) !== "policy") return null;
  const below = all.slice(index + 1).filter(({ value }) => value - own.value >= LEVEL);
  return below.reduce<C | null>((most, one) => (most === null || one.value > most.value ? one : most), null);
}
