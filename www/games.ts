/** Many games: what each of them came to for one player, and all together. */

import type { Entry } from "./kept";
import { type Share, type Size, SIZES } from "./review";
import type { Summary } from "./summary";

export interface Game {
  readonly entry: Entry;
  /** Where the player sat in the first round: 0 dealt first. */
  readonly seat: number;
  /** Nothing where this player has not been reviewed. */
  readonly summary: Summary | null;
  /** How much of this player is reviewed; nothing where an earlier version of the page kept the game. */
  readonly share: Share | null;
}

/** The players by name, those of the most games first. */
export function playersOf(entries: readonly Entry[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of entries.flatMap(({ names }) => [...new Set(names ?? [])])) if (name !== "") counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([name]) => name);
}

/** The games of a player, the oldest first; of a record without names, of whoever has been reviewed, else of the first dealer. */
export function gamesOf(entries: readonly Entry[], player: string): readonly Game[] {
  return entries
    .toSorted((a, b) => a.id - b.id)
    .flatMap((entry) => {
      const { names, summaries = [], shares } = entry;
      const named = names?.some((name) => name !== "") ?? false;
      const seat = named ? (names?.indexOf(player) ?? -1) : (summaries[0]?.player ?? 0);
      // an earlier version of the page had other sizes of mistakes
      const summary = summaries.find((one) => one.player === seat && SIZES.every((size) => size in one.sizes)) ?? null;
      return seat < 0 ? [] : [{ entry, seat, summary, share: shares?.[seat] ?? null }];
    });
}

export interface Total extends Omit<Summary, "player" | "name" | "objective" | "loss"> {
  /** None where the games were held against different objectives: points and placement points do not add up. */
  readonly loss: number | null;
}

/** Whether the losses of these games are in the same unit, as far as is known. */
export const isOfOneUnit = (games: readonly Game[]): boolean => new Set(games.flatMap(({ summary }) => summary?.objective ?? [])).size <= 1;

/** All of them as one, each decision counting the same. */
export function totalOf(games: readonly Game[]): Total | null {
  const all = games.flatMap(({ summary }) => (summary ? [summary] : []));
  const judged = all.reduce((sum, one) => sum + one.judged, 0);
  if (judged === 0) return null;
  const mean = (figure: (one: Summary) => number) => all.reduce((sum, one) => sum + figure(one) * one.judged, 0) / judged;
  return {
    judged,
    accuracy: mean(({ accuracy }) => accuracy),
    agreement: mean(({ agreement }) => agreement),
    loss: isOfOneUnit(games) ? all.reduce((sum, { loss }) => sum + loss, 0) : null,
    sizes: Object.fromEntries(SIZES.map((size) => [size, all.reduce((sum, { sizes }) => sum + sizes[size], 0)])) as Record<Size, number>,
  };
}

/** Whether all decisions of the player are known to be reviewed. */
export const isWhole = ({ share }: Pick<Game, "share">): boolean => share !== null && share.done >= share.total;
