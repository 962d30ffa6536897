/** Records and their reviews as this browser keeps them between visits: in IndexedDB, nowhere else. */

import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Heading, Place, ReadOptions } from "./log";
import type { Share } from "./review";
import { readKept, type SavedReview } from "./review-file";
import type { Mistake, Summary } from "./score";

const NAME = "nanikiru";
const VERSION = 1;
/** Records that are kept; the one that was looked at longest ago goes first. */
export const MOST_KEPT = 200;

/** How practice of a mistake went. */
export interface DrillSchedule {
  /** Right answers in a row. */
  readonly rights: number;
  /** When it comes again, in milliseconds since 1970; infinite where it is learned. */
  readonly due: number;
}

/**
 * How far somebody was with a record: with the decisions of the players under review, none of none where nothing has
 * been reviewed.
 */
export interface Progress extends Share {
  readonly place: Place;
  /** Those of each player, by seat; absent where an earlier version of the page wrote it. */
  readonly shares?: readonly Share[];
  /** Whose review was under way, `null` for everybody's; absent when none was. */
  readonly running?: { readonly player: number | null };
  /** The players by seat; none where the record does not name them. */
  readonly names?: readonly string[];
  /** What was found, for each player who has been reviewed. */
  readonly summaries?: readonly Summary[];
  /** Of all players under review. */
  readonly mistakes?: readonly Mistake[];
  readonly heading?: Heading;
  /** The rules that the reader chose, as the record names none. */
  readonly rules?: ReadOptions["rules"];
}

/** A record in the list. */
export interface Entry extends Progress {
  readonly id: number;
  readonly name: string;
  /** Bytes of the record. */
  readonly size: number;
  /** The entry whose record has this game, where several games came in one; its own when left out. */
  readonly record?: number;
  /** Which game of the record it is; the first when left out. */
  readonly game?: number;
  /** When it was last looked at, in milliseconds since 1970. */
  readonly at: number;
  /**
   * Practice by the places of mistakes, `0.2.14` for round 0, player 2, decision 14; none where nothing was
   * practised.
   */
  readonly drills?: Readonly<Record<string, DrillSchedule>>;
}

interface Shape extends DBSchema {
  entries: { key: number; value: Entry };
  /** As they were opened; apart from the reviews, which are written again and again. */
  records: { key: number; value: Uint8Array<ArrayBuffer> };
  reviews: { key: number; value: SavedReview };
}
type Database = IDBPDatabase<Shape>;
const STORES = ["entries", "records", "reviews"] as const;

let opening: Promise<Database> | undefined;
/** Opened once; rejects where the browser has no storage for this page. */
const database = (): Promise<Database> =>
  (opening ??= openDB<Shape>(NAME, VERSION, {
    upgrade(db) {
      for (const store of STORES) db.createObjectStore(store);
    },
  }));

const latestFirst = (all: readonly Entry[]): readonly Entry[] => all.toSorted((a, b) => b.at - a.at);

/** The list, the latest first. */
export async function entries(): Promise<readonly Entry[]> {
  return latestFirst(await (await database()).getAll("entries"));
}

const same = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);

/** Where the record of an entry lies. */
const recordId = ({ id, record }: Pick<Entry, "id" | "record">): number => record ?? id;
const gameOf = ({ game }: Pick<Entry, "game">): number => game ?? 0;

/** Where this very record lies; `bytesOf` reads what is kept. */
async function among(
  all: readonly Entry[],
  record: Uint8Array,
  bytesOf: (id: number) => Promise<Uint8Array | undefined>,
): Promise<number | null> {
  for (const id of new Set(all.filter(({ size }) => size === record.length).map(recordId))) {
    const bytes = await bytesOf(id);
    if (bytes && same(bytes, record)) return id;
  }
  return null;
}

/** The entry of this very game of this very record. */
export async function entryOf(record: Uint8Array, game: number): Promise<Entry | null> {
  const db = await database();
  const all = await entries();
  const at = await among(all, record, (id) => db.get("records", id));
  return all.find((entry) => recordId(entry) === at && gameOf(entry) === game) ?? null;
}

export async function recordOf(entry: Pick<Entry, "id" | "record">): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return (await database()).get("records", recordId(entry));
}

/** What was found; of what another version of the page wrote, the notes alone. */
export async function reviewOf(id: number): Promise<SavedReview | null> {
  return readKept(await (await database()).get("reviews", id));
}

/** The records that none but these entries have. */
function orphans(gone: readonly Entry[], all: readonly Entry[]): readonly number[] {
  const used = new Set(all.filter((entry) => !gone.includes(entry)).map(recordId));
  return [...new Set(gone.map(recordId))].filter((id) => !used.has(id));
}

export async function remove(id: number): Promise<void> {
  const write = (await database()).transaction(STORES, "readwrite");
  const [list, records, reviews] = [
    write.objectStore("entries"),
    write.objectStore("records"),
    write.objectStore("reviews"),
  ];
  const all = await list.getAll();
  const lost = orphans(
    all.filter((entry) => entry.id === id),
    all,
  );
  await Promise.all([list.delete(id), reviews.delete(id), ...lost.map((record) => records.delete(record)), write.done]);
}

/** A game of a record, as it is kept. */
export interface NewGame {
  readonly name: string;
  readonly source: Uint8Array;
  readonly game: number;
}

/** What becomes of a game that is kept already: it is written anew, or stays as it is. */
type Rewrite = "renewed" | "left";

/** What an entry is called, where its record lies, and its practice: that stays as it is. */
const lasting = ({ id, name, size, record, game, drills }: Entry) => ({
  ...{ id, name, size },
  ...(record !== undefined && { record }),
  ...(game !== undefined && { game }),
  ...(drills && { drills }),
});

/**
 * Keeps a game and its review; the same game has but one place in the list. Gives its number there.
 *
 * What is there is read in the transaction that writes: another tab, or a folder that is being gathered, adds records
 * at the same time.
 */
export async function add(
  { name, source, game }: NewGame,
  progress: Progress,
  review: SavedReview,
  ifKnown: Rewrite = "renewed",
): Promise<number> {
  const write = (await database()).transaction(STORES, "readwrite");
  const [list, records, reviews] = [
    write.objectStore("entries"),
    write.objectStore("records"),
    write.objectStore("reviews"),
  ];
  const all = latestFirst(await list.getAll());
  const at = await among(all, source, (id) => records.get(id));
  const known = all.find((entry) => recordId(entry) === at && gameOf(entry) === game);
  if (known && ifKnown === "left") return known.id;
  // a record outlives its own entry where it has other games
  const id = known?.id ?? 1 + Math.max(0, ...all.flatMap((entry) => [entry.id, recordId(entry)]));
  const own = known
    ? lasting(known)
    : { id, size: source.length, ...(at !== null && { record: at }), ...(game > 0 && { game }) };
  const entry: Entry = { ...progress, ...own, name, at: Date.now() };
  const oldest = known ? [] : all.slice(MOST_KEPT - 1);
  await Promise.all([
    list.put(entry, id),
    ...(at === null ? [records.put(Uint8Array.from(source), id)] : []),
    reviews.put(review, id),
    ...oldest.flatMap((old) => [list.delete(old.id), reviews.delete(old.id)]),
    ...orphans(oldest, [...all, entry]).map((record) => records.delete(record)),
    write.done,
  ]);
  return id;
}

/** Keeps how far somebody is now; nothing happens once the record has been removed from the list. */
export async function update(id: number, progress: Progress, review: SavedReview): Promise<void> {
  const write = (await database()).transaction(["entries", "reviews"], "readwrite");
  const known = await write.objectStore("entries").get(id);
  if (known) {
    await write.objectStore("entries").put({ ...progress, ...lasting(known), at: Date.now() }, id);
    await write.objectStore("reviews").put(review, id);
  }
  await write.done;
}

/** Keeps how practice of a mistake went; nothing happens once the record has been removed from the list. */
export async function drill(
  id: number,
  key: string,
  next: (before: DrillSchedule | undefined) => DrillSchedule,
): Promise<void> {
  const write = (await database()).transaction("entries", "readwrite");
  const known = await write.store.get(id);
  if (known) await write.store.put({ ...known, drills: { ...known.drills, [key]: next(known.drills?.[key]) } }, id);
  await write.done;
}

/**
 * The same as `update` for a page that is being left, which hears of nothing that it reads any more: that the record
 * is still in the list is for the caller to know.
 */
export async function updateLast(known: Entry, progress: Progress, review: SavedReview): Promise<void> {
  const write = (await database()).transaction(["entries", "reviews"], "readwrite");
  const all = Promise.all([
    write.objectStore("entries").put({ ...progress, ...lasting(known), at: Date.now() }, known.id),
    write.objectStore("reviews").put(review, known.id),
    write.done,
  ]);
  write.commit();
  await all;
}
