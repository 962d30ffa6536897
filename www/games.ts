/** Many games: what each of them came to for one player, and all together. */

import type { Entry } from "./kept";
import { type Size, SIZES } from "./review";
import type { Summary } from "./summary";

export interface Game {
  readonly entry: Entry;
  /** Nothing where this player has not been reviewed. */
  readonly summary: Summary | null;
}

/** The players by name, those of the most games first. */
export function playersOf(entries: readonly Entry[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of entries.flatMap(({ names }) => [...new Set(names ?? [])])) if (name !== "") counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([name]) => name);
}

/** The games of a player, the oldest first; of a record without names, of whoever has been reviewed. */
export function gamesOf(entries: readonly Entry[], player: string): readonly Game[] {
  return entries
    .filter(({ names }) => !names?.some((name) => name !== "") || names.includes(player))
    .toSorted((a, b) => a.id - b.id)
    .map((entry) => {
      const known = entry.summaries ?? [];
      return { entry, summary: known.find(({ name }) => name === player) ?? known.find(({ name }) => name === "") ?? null };
    });
}

/** All of them as one, each decision counting the same. */
export function totalOf(games: readonly Game[]): Omit<Summary, "player" | "name"> | null {
  const all = games.flatMap(({ summary }) => (summary ? [summary] : []));
  const judged = all.reduce((sum, one) => sum + one.judged, 0);
  if (judged === 0) return null;
  const mean = (figure: (one: Summary) => number) => all.reduce((sum, one) => sum + figure(one) * one.judged, 0) / judged;
  return {
    judged,
    accuracy: mean(({ accuracy }) => accuracy),
    agreement: mean(({ agreement }) => agreement),
    loss: all.reduce((sum, { loss }) => sum + loss, 0),
    sizes: Object.fromEntries(SIZES.map((size) => [size, all.reduce((sum, { sizes }) => sum + sizes[size], 0)])) as Record<Size, number>,
  };
}

/** Whether all decisions of somebody in this game are reviewed. */
export const isWhole = ({ entry: { done, total }, summary }: Game): boolean => summary !== null && total > 0 && done >= total;
