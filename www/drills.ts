/** Practice of the mistakes in kept games: whose they are, which are due, and when one comes again. */

import { MISTAKE_LOSS } from "nanikiru";
import type { Place } from "./log";
import type { DrillSchedule, Entry } from "./storage";
import type { Mistake } from "./summary";

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

/** The loss in those of which a decision counts half, so that points and placement points compare. */
const weightOf = ({ loss, objective }: Mistake): number => loss / MISTAKE_LOSS[objective];

/** When a mistake comes again that was answered now. */
export function answered(before: DrillSchedule | undefined, right: boolean, now: number): DrillSchedule {
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
  return all.toSorted((a, b) => weightOf(b.mistake) - weightOf(a.mistake) || a.entry.id - b.entry.id);
}

export const dueAt = (cards: readonly Card[], now: number): readonly Card[] => cards.filter(({ due }) => due <= now);

/** When the next one comes; null where all are learned, or there are none. */
export function nextDue(cards: readonly Card[]): number | null {
  const least = Math.min(...cards.map(({ due }) => due));
  return Number.isFinite(least) ? least : null;
}
