/** What the candidates are in order by, and why one of less value stands above one of more. */

import type { Candidate } from "nanikiru";

/** Values closer than this, in points, are level. */
export const LEVEL = 0.5;

type Ranked = Pick<Candidate, "value" | "worth" | "practice" | "action">;

/** The figure that the order goes by: the last is one of its own, which no other column has. */
export type OrderedBy = "value" | "win" | "worth";

export function orderedBy({ candidates }: { readonly candidates: readonly Ranked[] }, objective: string): OrderedBy {
  if (objective === "winRate") return "win";
  if (objective === "points" || objective === "placement") return candidates.some((one) => Math.abs(one.worth - one.value) >= LEVEL) ? "worth" : "value";
  return "worth";
}

/** The candidate of most value among those below, where it has more than this one. */
export function passedOver<C extends Ranked>(all: readonly C[], index: number): C | null {
  const own = all[index];
  if (!own) return null;
  const below = all.slice(index + 1).filter(({ value }) => value - own.value >= LEVEL);
  return below.reduce<C | null>((most, one) => (most === null || one.value > most.value ? one : most), null);
}

/** The share of strong players that explains a place: those who choose the one, and those who choose the other. */
export interface Preference {
  readonly own: number;
  readonly other: number;
}

export function preferenceOf({ practice: own }: Ranked, { practice: other }: Ranked): Preference | null {
  return own === undefined || other === undefined ? null : { own, other };
}

