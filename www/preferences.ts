/**
 * What this device remembers of the reader: language, theme, and names in records; a browser that refuses storage
 * forgets it.
 */

import { tenhouId, viewerOf } from "./input";
import { THEMES } from "./layout";
import type { Lang, Store, Theme } from "./state";
import { isLang, preferred } from "./text";

// Language and theme, remembered on this device; a browser that refuses storage forgets them.

const LANG = "nanikiru.lang";
const THEME = "nanikiru.theme";

function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Private windows may refuse: the choice then lasts as long as the page.
  }
}

export function recalled(): { lang: Lang; theme: Theme } {
  const lang = recall(LANG);
  const theme = recall(THEME);
  return {
    lang: isLang(lang) ? lang : preferred(navigator.languages),
    theme: THEMES.find((known) => known === theme) ?? "auto",
  };
}

export function rememberPreferences(store: Store): void {
  store.watch((state, before) => {
    if (state.lang !== before.lang) remember(LANG, state.lang);
    if (state.theme !== before.theme) remember(THEME, state.theme);
  });
}

// Which player of a record the reader is: by the link or file that the reader saved it with, or by a name chosen
// before.

const NAMES = "nanikiru.names";
/** Names of the reader; the latest last. */
const MOST_NAMES = 20;

/** The names by which the reader is known. */
export function names(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(NAMES) ?? "[]");
    return Array.isArray(kept) ? kept.filter((name) => typeof name === "string") : [];
  } catch {
    // no storage, or not what this page wrote
    return [];
  }
}

export function rememberName(name: string): void {
  if (name === "") return;
  try {
    localStorage.setItem(NAMES, JSON.stringify([...names().filter((one) => one !== name), name].slice(-MOST_NAMES)));
  } catch {
    // without storage the page asks again
  }
}

/** The reader's own name among these, the latest first. */
export const ownNameIn = (players: readonly string[]): string | undefined =>
  names().findLast((name) => players.includes(name));

/** Seats by the number of a record, as links named them: the file of the record comes later. */
const expected = new Map<string, number>();

export function expectSeat(log: string, seat: number): void {
  expected.set(log, seat);
}

/** The seat in a record with these players and this file name; null where nobody knows. */
export function readerIn(players: readonly string[] | undefined, file: string): number | null {
  const seat = viewerOf(file) ?? expected.get(tenhouId(file) ?? "");
  if (seat !== undefined) return seat;
  const own = names();
  const fits = (players ?? []).flatMap((name, i) => (own.includes(name) ? [i] : []));
  return fits.length === 1 ? (fits[0] ?? null) : null;
}
