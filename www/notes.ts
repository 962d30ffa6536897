/** What the reader wrote to decisions of a record, and the positions that were tried from them. */

import { FIELD_NAMES, type Field } from "./fields";
import { decisionAt, type GameLog, type LogDecision, type Place, placesOf, positionOf } from "./log";
import { fromQuery, type Position, toQuery } from "./position";

/** Characters of a note. */
export const MOST_CHARACTERS = 2_000;
/** Branches of a decision. */
export const MOST_BRANCHES = 20;

export interface Note {
  readonly text: string;
  /** Positions as the queries of links. */
  readonly branches: readonly string[];
}
export type Notes = ReadonlyMap<LogDecision, Note>;

export const NO_NOTE: Note = { text: "", branches: [] };

/** The notes with another one; an empty one goes. */
export function withNote(notes: Notes, decision: LogDecision, note: Note): Notes {
  const next = new Map(notes);
  if (note.text.trim() === "" && note.branches.length === 0) next.delete(decision);
  else next.set(decision, note);
  return next;
}

/** The note with one more branch, the latest last; the same where it has that one, or no room. */
export function withBranch(note: Note, position: Position): Note {
  const query = toQuery(position);
  return note.branches.includes(query) || note.branches.length >= MOST_BRANCHES
    ? note
    : { ...note, branches: [...note.branches, query] };
}

export const withoutBranch = (note: Note, query: string): Note => ({
  ...note,
  branches: note.branches.filter((one) => one !== query),
});

/** What a branch changes of its decision; how to search is no part of it. */
export function changesOf(decision: LogDecision, query: string): readonly Field[] {
  const position = fromQuery(query);
  if (!position) return [];
  const was = positionOf(decision, position);
  return FIELD_NAMES.filter((field) => position[field] !== was[field]);
}

/** The notes at the same places of the record as it is read otherwise. */
export function notesIn(log: GameLog, from: GameLog, notes: Notes): Notes {
  const spots = notedIn(from, notes).flatMap(({ place, note }) => {
    const decision = decisionAt(log, place);
    return decision ? [[decision, note] as const] : [];
  });
  return new Map(spots);
}

/** All decisions with a note, in the order of the game. */
export function notedIn(
  log: GameLog,
  notes: Notes,
): readonly { readonly place: Place; readonly decision: LogDecision; readonly note: Note }[] {
  return placesOf(log).flatMap(({ place, decision }) => {
    const note = notes.get(decision);
    return note ? [{ place, decision, note }] : [];
  });
}
