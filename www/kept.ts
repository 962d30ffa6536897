/** Records and their reviews as this browser keeps them between visits: in IndexedDB, nowhere else. */

import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Place } from "./log";
import type { Share } from "./review";
import { readKept, type SavedReview } from "./saved";
import type { Summary } from "./summary";

const NAME = "nanikiru";
const VERSION = 1;
/** Records that are kept; the one that was looked at longest ago goes first. */
export const MOST_KEPT = 200;

/** A mistake in a game, those apart that only repeat the one before. */
export interface Mistake {
  readonly place: Place;
  /** Its loss in those of which a decision counts half, so that points and placement points compare. */
  readonly weight: number;
}

/** How practice of a mistake went. */
export interface Drilled {
  /** Right answers in a row. */
  readonly rights: number;
  /** When it comes again, in milliseconds since 1970; infinite where it is learned. */
  readonly due: number;
}

/** How far somebody was with a record: with the decisions of the players under review, none of none where nothing has been reviewed. */
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
}

/** A record in the list. */
export interface Entry extends Progress {
  readonly id: number;
  readonly name: string;
  /** Bytes of the record. */
  readonly size: number;
  /** When it was last looked at, in milliseconds since 1970. */
  readonly at: number;
  /** Practice by the places of mistakes, `0.2.14` for round 0, player 2, decision 14; none where nothing was practised. */
  readonly drills?: Readonly<Record<string, Drilled>>;
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

/** The one of these that is this very record; `bytesOf` reads what is kept of it. */
async function among(all: readonly Entry[], record: Uint8Array, bytesOf: (id: number) => Promise<Uint8Array | undefined>): Promise<Entry | null> {
  for (const entry of all) {
    if (entry.size !== record.length) continue;
    const bytes = await bytesOf(entry.id);
    if (bytes && same(bytes, record)) return entry;
  }
  return null;
}

/** The entry of this very record. */
export async function entryOf(record: Uint8Array): Promise<Entry | null> {
  const db = await database();
  return among(await entries(), record, (id) => db.get("records", id));
}

export async function recordOf(id: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return (await database()).get("records", id);
}

/** What was found; of what another version of the page wrote, the notes alone. */
export async function reviewOf(id: number): Promise<SavedReview | null> {
  return readKept(await (await database()).get("reviews", id));
}

export async function remove(id: number): Promise<void> {
  const all = (await database()).transaction(STORES, "readwrite");
  await Promise.all([...STORES.map((store) => all.objectStore(store).delete(id)), all.done]);
}

/** What becomes of a record that is kept already: it is written anew, or stays as it is. */
type Known = "renewed" | "left";

/**
 * Keeps a record and its review; the same record has but one place in the list. Gives its number there.
 *
 * What is there is read in the transaction that writes: another tab, or a folder that is being gathered, adds records at the same time.
 */
export async function add(name: string, record: Uint8Array, progress: Progress, review: SavedReview, ifKnown: Known = "renewed"): Promise<number> {
  const write = (await database()).transaction(STORES, "readwrite");
  const [list, records, reviews] = [write.objectStore("entries"), write.objectStore("records"), write.objectStore("reviews")];
  const all = latestFirst(await list.getAll());
  const known = await among(all, record, (id) => records.get(id));
  if (known && ifKnown === "left") return known.id;
  const id = known?.id ?? 1 + Math.max(0, ...all.map((entry) => entry.id));
  const entry: Entry = { ...progress, ...(known?.drills && { drills: known.drills }), id, name, size: record.length, at: Date.now() };
  const oldest = known ? [] : all.slice(MOST_KEPT - 1);
  await Promise.all([
    list.put(entry, id),
    records.put(Uint8Array.from(record), id),
    reviews.put(review, id),
    ...oldest.flatMap((old) => [list, records, reviews].map((store) => store.delete(old.id))),
    write.done,
  ]);
  return id;
}

/** Keeps how far somebody is now; nothing happens once the record has been removed from the list. */
export async function update(id: number, progress: Progress, review: SavedReview): Promise<void> {
  const write = (await database()).transaction(["entries", "reviews"], "readwrite");
  const known = await write.objectStore("entries").get(id);
  if (known) {
    const { name, size, drills } = known;
    await write.objectStore("entries").put({ ...progress, ...(drills && { drills }), id, name, size, at: Date.now() }, id);
    await write.objectStore("reviews").put(review, id);
  }
  await write.done;
}

/** Keeps how practice of a mistake went; nothing happens once the record has been removed from the list. */
export async function drill(id: number, key: string, next: (before: Drilled | undefined) => Drilled): Promise<void> {
  const write = (await database()).transaction("entries", "readwrite");
  const known = await write.store.get(id);
  if (known) await write.store.put({ ...known, drills: { ...known.drills, [key]: next(known.drills?.[key]) } }, id);
  await write.done;
}

/**
 * The same as \`update\` for a page that is being left, which hears of nothing that it reads any more: that the record is still in the list is for
 * the caller to know.
 */
export async function updateLast({ id, name, size, drills }: Pick<Entry, "id" | "name" | "size" | "drills">, progress: Progress, review: SavedReview): Promise<void> {
  const write = (await database()).transaction(["entries", "reviews"], "readwrite");
  const all = Promise.all([
    write.objectStore("entries").put({ ...progress, ...(drills && { drills }), id, name, size, at: Date.now() }, id),
    write.objectStore("reviews").put(review, id),
    write.done,
  ]);
  write.commit();
  await all;
}
