/** What a reader adds to a record: notes with their branches, and what if another tile had been discarded. */

import { type Field, FIELD_NAMES } from "./fields";
import { decisionAt, decisionsOf, type GameLog, type LogDecision, type Place, placesOf, positionOf } from "./log";
import { addTile, readTiles, riverOf } from "./notation";
import { type Wind, WINDS } from "./players";
import { fromQuery, type Position, samePosition, toQuery } from "./position";
import { riverText } from "./table-edits";

// What the reader wrote to decisions of a record, and the positions that were tried from them.

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

// What if another tile had been discarded: the same draws come as in the record, and the others play as they did.

/** What was discarded in the place of the record's discards, one after the other from a decision on. */
export interface Variation {
  /** The decision from which it leads away. */
  readonly place: Place;
  readonly discards: readonly string[];
}

/** What of the page's state a variation depends on. */
interface VariationState {
  readonly record: { readonly kind: "none" } | { readonly kind: "open"; readonly log: GameLog; readonly place: Place };
  readonly variation: Variation | null;
  readonly position: Position;
}

/** Where a variation has come to. */
type Step = Pick<LogDecision, "hand" | "context"> & {
  /** Which decision of the player has its draw. */
  readonly at: number;
  readonly drawn: string;
};

interface HandTiles {
  /** In the order of the text: what was drawn is the last. */
  readonly concealed: readonly string[];
  /** The melds as they are written. */
  readonly melds: string;
}

function readHand(hand: string): HandTiles {
  const segments = readTiles(hand);
  const first = hand.indexOf(",");
  return {
    concealed: segments.filter(({ meld }) => !meld).flatMap(({ tiles }) => tiles.map(({ tile }) => tile)),
    melds: first < 0 ? "" : hand.slice(first),
  };
}

/** Reds stand among the fives. */
const rank = (tile: string): string => `${tile[1] ?? ""}${tile[0] === "0" ? "5" : (tile[0] ?? "")}`;
const sorted = (tiles: readonly string[]): readonly string[] =>
  tiles.toSorted((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0));

/** Tiles as a hand is typed: `123m4p`. */
function spelt(tiles: readonly string[]): string {
  return ["m", "p", "s", "z"]
    .map((suit) =>
      tiles
        .filter((tile) => tile.endsWith(suit))
        .map(([digit]) => digit)
        .join(""),
    )
    .map((digits, i) => (digits === "" ? "" : `${digits}${"mpsz"[i] ?? ""}`))
    .join("");
}

const ownRiver = ({ context }: Pick<LogDecision, "context">, wind: Wind) =>
  riverOf(context.players?.[wind]?.river ?? "");

/**
 * One discard on: the next draw of the record, where nothing of the player's in between hangs on what was really
 * discarded.
 */
function onward(decisions: readonly LogDecision[], before: Step, tile: string): Step | null {
  const wind = WINDS.find((one) => one === decisions[before.at]?.seat);
  const at = decisions.findIndex(({ context }, i) => i > before.at && !context.offered);
  const next = decisions[at];
  if (!wind || !next) return null;
  const [held, drawn] = [readHand(before.hand), readHand(next.hand)];
  const from = held.concealed.lastIndexOf(tile);
  const draw = drawn.concealed.at(-1);
  // a call or a kan has led to another hand
  if (from < 0 || draw === undefined || held.melds !== drawn.melds || held.concealed.length !== drawn.concealed.length)
    return null;
  const [river, real] = [ownRiver(before, wind), ownRiver(next, wind)];
  const laid = real.slice(river.length);
  // somebody has called the tile that was really discarded, or it declared riichi
  if (laid.length !== 1 || laid.some(({ called, riichi, kan, kita }) => called || riichi || kan || kita)) return null;
  const drawnNow = from === held.concealed.length - 1;
  const own = [...river, { tile, drawn: drawnNow, riichi: false, called: false, kan: false, kita: false }];
  const hand = addTile(spelt(sorted(held.concealed.filter((_, i) => i !== from))), draw) + held.melds;
  const { players = {} } = next.context;
  return {
    at,
    drawn: draw,
    hand,
    context: { ...next.context, players: { ...players, [wind]: { ...players[wind], river: riverText(own) } } },
  };
}

/** Where a variation leads; nothing where the record has no draw for it. */
export function follow(log: GameLog, { place, discards }: Variation): Step | null {
  const decisions = decisionsOf(log, place);
  const decision = decisions[place.at];
  if (!decision || decision.context.offered) return null;
  const start: Step = { hand: decision.hand, context: decision.context, at: place.at, drawn: "" };
  return discards.reduce<Step | null>((step, tile) => step && onward(decisions, step, tile), start);
}

/**
 * The variation as far as it has come to the position on the page, and where that is; nothing for any other position.
 */
export function variationNow({
  record,
  variation,
  position,
}: VariationState): { readonly variation: Variation; readonly step: Step } | null {
  if (record.kind !== "open" || variation === null || variation.place !== record.place) return null;
  for (let many = variation.discards.length; many > 0; many -= 1) {
    const part = { place: variation.place, discards: variation.discards.slice(0, many) };
    const step = follow(record.log, part);
    if (step && samePosition(positionOf(step, position), position)) return { variation: part, step };
  }
  return null;
}

/**
 * The variation with one discard more from the position on the page, and its position; nothing where it cannot go on.
 */
export function varied(
  state: VariationState,
  tile: string,
): { readonly variation: Variation; readonly position: Position } | null {
  const { record, position } = state;
  if (record.kind !== "open") return null;
  const now = variationNow(state);
  const decision = decisionsOf(record.log, record.place)[record.place.at];
  // on the page is the decision of the record, or a variation from it
  if (!now && !(decision && samePosition(position, positionOf(decision, position)))) return null;
  const variation = { place: record.place, discards: [...(now?.variation.discards ?? []), tile] };
  const step = follow(record.log, variation);
  return step && { variation, position: positionOf(step, position) };
}
