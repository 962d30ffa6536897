/** Practice of the mistakes in kept games: whose they are, which are due, and when one comes again. */

import { LOSSES } from "nanikiru";
import type { Drilled, Entry, Mistake } from "./kept";
import { type GameLog, type Place, placesOf } from "./log";
import type { Review } from "./review";
import { scored } from "./score";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A wrong answer comes again after this. */
const AGAIN_MS = 10 * MINUTE_MS;
/** Days until it comes again after the first, second, ... right answer in a row; after the last it is learned. */
const DAYS = [1, 3, 7, 21];

/** A mistake to be practised, and the game that it is in. */
export interface Card {
  readonly entry: Entry;
  readonly mistake: Mistake;
  /** In milliseconds since 1970; 0 where it was never asked, and infinite where it is learned. */
  readonly due: number;
}

export const drillKey = ({ round, player, at }: Place): string => `${round}.${player}.${at}`;

/** The mistakes of all players under review, those apart that only repeat the one before. */
export function mistakesIn(log: GameLog, review: Review): readonly Mistake[] {
  const { half } = LOSSES[review.objective];
  return scored(placesOf(log), review).flatMap(({ spot: { place }, loss, size, repeats }) => (size !== null && !repeats ? [{ place, weight: loss / half }] : []));
}

/** When a mistake comes again that was answered now. */
export function answered(before: Drilled | undefined, right: boolean, now: number): Drilled {
  if (!right) return { rights: 0, due: now + AGAIN_MS };
  const rights = (before?.rights ?? 0) + 1;
  const days = DAYS[rights - 1];
  return { rights, due: days === undefined ? Infinity : now + days * DAY_MS };
}

/** The reader of a game: by name where the reader's names are known, else who was reviewed first. */
function readerOf({ names = [], summaries = [] }: Entry, readers: readonly string[]): number | undefined {
  const players = summaries.map(({ player }) => player);
  return players.find((player) => readers.includes(names[player] ?? "")) ?? players[0];
}

/** The reader's mistakes in all kept games, the worst first. */
export function cardsOf(entries: readonly Entry[], readers: readonly string[]): readonly Card[] {
  const all = entries.flatMap((entry): Card[] => {
    const reader = readerOf(entry, readers);
    const own = (entry.mistakes ?? []).filter(({ place }) => place.player === reader);
    return own.map((mistake) => ({ entry, mistake, due: entry.drills?.[drillKey(mistake.place)]?.due ?? 0 }));
  });
  // equal ones stay in the order of their games
  return all.toSorted((a, b) => b.mistake.weight - a.mistake.weight || a.entry.id - b.entry.id);
}

export const dueAt = (cards: readonly Card[], now: number): readonly Card[] => cards.filter(({ due }) => due <= now);

/** When the next one comes; null where all are learned, or there are none. */
export function nextDue(cards: readonly Card[]): number | null {
  const least = Math.min(...cards.map(({ due }) => due));
  return Number.isFinite(least) ? least : null;
}
