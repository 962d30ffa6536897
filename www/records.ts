/** Opens game records and saved reviews that are chosen, dropped or pasted; they are read in the engine's worker and go nowhere else. */

import { createAnalyzer, NanikiruError } from "nanikiru";
import { keepAside, written } from "./keeper";
import { entries, type Entry, entryOf, recordOf, reviewOf } from "./kept";
import type { Failure } from "./failure";
import { type Given as GivenText, givenOf } from "./given";
import { linked } from "./link";
import type { GameLog, Place } from "./log";
import { expectSeat, readerIn } from "./reader";
import { NO_REVIEW, type Review } from "./review";
import { startReview, stopReview } from "./reviewer";
import { claimsToBeSaved, foundIn, readSaved, SavedError, type SavedReview } from "./saved";
import type { Learning, Store } from "./state";

/** The newest record wins, however long an older one takes. */
let latest = 0;

/** A review that was saved. */
const reviewIn = (log: GameLog, saved: SavedReview): Review => ({ ...NO_REVIEW, objective: saved.objective, ...foundIn(log, saved) });

/** A record without a whole round has nothing to review: why it breaks. */
function emptiness({ rounds, broken }: GameLog): Failure | null {
  if (rounds.length > 0) return null;
  const { code = "page", message = "no whole round" } = broken ?? {};
  return { code, field: "", value: null, message, span: null };
}

/** What the browser keeps of this record; nothing where it keeps none, or what it keeps is of another version. */
async function knownOf(record: Uint8Array, log: GameLog): Promise<{ readonly entry: Entry; readonly review: Review } | null> {
  try {
    const entry = await entryOf(record);
    const saved = entry && (await reviewOf(entry.id));
    return entry && saved && { entry, review: reviewIn(log, saved) };
  } catch {
    return null;
  }
}

/** Opens a record that the browser keeps, where somebody was or at a place of it. Says whether it is open then. */
export async function openKept(store: Store, { id, name }: Pick<Entry, "id" | "name">, place?: Place, learning?: Learning): Promise<boolean> {
  const record = await recordOf(id).catch(() => undefined);
  return record !== undefined && openRecord(store, name, Promise.resolve(record), place, learning);
}

/** Opens the record that the address leads to, at its place. Resolves at once where it leads to none. */
export async function followLink(store: Store): Promise<void> {
  const to = linked(location.hash);
  if (!to) return;
  const entry = (await entries().catch(() => [])).find(({ id }) => id === to.id);
  if (entry) await openKept(store, entry, to.place);
}

/** Opens a record or a saved review. Says whether it is open then: it may be damaged, or another may have been asked for meanwhile. */
export async function openRecord(store: Store, name: string, bytes: Promise<Uint8Array<ArrayBuffer>> | string, wanted?: Place, learning?: Learning): Promise<boolean> {
  latest += 1;
  const own = latest;
  store.send({ type: "logAsked", name });
  // a worker of its own: the record need not wait until a search has ended
  const reader = createAnalyzer({ threads: 1 });
  try {
    const source = typeof bytes === "string" ? new TextEncoder().encode(bytes) : await bytes;
    const saved = claimsToBeSaved(source) ? readSaved(source) : null;
    const record = saved?.record ?? source;
    const log = await reader.parseLog(record);
    const empty = emptiness(log);
    if (empty) {
      if (own === latest) store.send({ type: "logRefused", name, failure: empty });
      return false;
    }
    // it may be the record that was just left
    await written();
    const kept = saved ? null : await knownOf(record, log);
    const review = saved ? reviewIn(log, saved) : kept?.review;
    if (own !== latest) return false;
    stopReview();
    const place = wanted ?? kept?.entry.place;
    const you = readerIn(log.names, name);
    store.send({ type: "logOpened", name: saved?.name ?? name, source: record, log, ...(review && { review }), ...(place && { place }), ...(you !== null && { you }), ...(learning && { learning }) });
    // what the end of the last visit cut short, or a game whose player is known
    if (kept?.entry.running) void startReview(store, kept.entry.running.player);
    else if (you !== null && !(review && review.found.size > 0)) void startReview(store, you);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof NanikiruError || error instanceof SavedError ? error.code : "page";
    if (own === latest) store.send({ type: "logRefused", name, failure: { code, field: "", value: null, message, span: null } });
    return false;
  } finally {
    reader.dispose();
  }
}

/** What was typed, pasted or dropped as a text goes where it belongs. Says whether it belonged anywhere. */
export function openText(store: Store, text: string, given: GivenText = givenOf(text)): boolean {
  switch (given.kind) {
    case "hand":
    case "position":
      leaveRecord(store);
      store.send({ type: "entered", door: "hand" });
      store.send(given.kind === "hand" ? { type: "edited", change: { hand: given.hand } } : { type: "arrived", position: given.position });
      return true;
    case "link":
      if (given.link.site === "tenhou" && given.you !== null) expectSeat(given.link.log, given.you);
      store.send({ type: "logRefused", name: "", failure: { code: "log.address", field: "", value: null, message: "", span: null }, link: { ...given.link, address: given.address } });
      return true;
    case "record":
      void openRecord(store, "", text);
      return true;
    case "other":
      return false;
  }
}

/** Closes the record that is open, and ends its review. */
export function leaveRecord(store: Store): void {
  if (store.state.record.kind !== "open") return;
  stopReview();
  store.send({ type: "logClosed" });
}

/** The game that comes with the page, reviewed for the player who deals first. */
export async function openSample(store: Store): Promise<void> {
  const bytes = fetch("sample.mjson").then(async (answer) => new Uint8Array(await answer.arrayBuffer()));
  await openRecord(store, "sample.mjson", bytes);
}

const bytesOf = async (file: File): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await file.arrayBuffer());

/** Opens a file. */
export const openFile = async (store: Store, file: File): Promise<void> => void (await openRecord(store, file.name, bytesOf(file)));

/** Names that a record may have: a folder has others beside them. Tenhou's own have no ending. */
const RECORDS = /(?:\.(?:xml|mjlog|gz|jsonl?|mjson|txt|log|html|bin|har)|^[^.]+)$/iu;

/** Files as they were given: by themselves, or all that a folder has. */
export interface Given {
  readonly files: readonly File[];
  readonly folder: boolean;
}

/** Puts many files on the list, one after the other; one alone is opened. What a folder has beside records is left out, and said. */
export async function takeFiles(store: Store, all: readonly Given[]): Promise<void> {
  const wanted = ({ name }: File, folder: boolean) => !folder || RECORDS.test(name);
  const records = all.flatMap(({ files, folder }) => files.filter((file) => wanted(file, folder)));
  const left = all.flatMap(({ files, folder }) => files.filter((file) => !wanted(file, folder)).map(({ name }) => name));
  const [only, ...more] = records;
  if (only && more.length === 0 && left.length === 0) return openFile(store, only);
  leaveRecord(store);
  store.send({ type: "entered", door: "game" });
  const refused: string[] = [];
  const tell = (done: number) => store.send({ type: "gathered", gathered: { done, total: records.length, refused: [...refused], left } });
  const reader = createAnalyzer({ threads: 1 });
  let done = 0;
  try {
    for (const file of records) {
      tell(done);
      try {
        const bytes = await bytesOf(file);
        const source = claimsToBeSaved(bytes) ? readSaved(bytes).record : bytes;
        const log = await reader.parseLog(source);
        if (emptiness(log)) refused.push(file.name);
        else await keepAside(store, file.name, source, log);
      } catch {
        refused.push(file.name);
      }
      // that is said of every record, and the rest would come to nothing
      if (store.state.keeping.refused) return;
      done += 1;
    }
    tell(done);
  } finally {
    reader.dispose();
  }
}

/** All files in what was dropped, those in folders too. */
async function filesIn(entry: FileSystemEntry): Promise<readonly File[]> {
  if (entry.isFile) return [await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed))];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const all: File[] = [];
  // a folder gives some hundred at a time, and none when it is through
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) return all;
    for (const one of some) all.push(...(await filesIn(one)));
  }
}

async function takeDropped(store: Store, entries: readonly FileSystemEntry[]): Promise<void> {
  await takeFiles(store, await Promise.all(entries.map(async (entry) => ({ files: await filesIn(entry), folder: entry.isDirectory }))));
}

/** Shorter texts are dropped and pasted for other reasons. */
const LEAST_CHARACTERS = 100;
const pasted = (text: string): GivenText => {
  const given = givenOf(text);
  return given.kind === "other" && text.length >= LEAST_CHARACTERS ? { kind: "record" } : given;
};

/** Takes files that are dropped anywhere, and records that are pasted outside of text fields. */
export function takeRecords(store: Store): void {
  const body = document.body;
  let inside = 0;
  const holds = ({ dataTransfer }: DragEvent) => dataTransfer?.types.some((type) => type === "Files" || type === "text/plain") ?? false;
  const over = (by: number) => {
    inside = Math.max(0, inside + by);
    body.classList.toggle("dropping", inside > 0);
  };
  document.addEventListener("dragenter", (event) => {
    if (holds(event)) over(1);
  });
  document.addEventListener("dragleave", (event) => {
    if (holds(event)) over(-1);
  });
  document.addEventListener("dragover", (event) => {
    if (holds(event)) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    over(-inside);
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text/plain") ?? "";
    const given = pasted(text);
    if (!file && given.kind === "other") return;
    event.preventDefault();
    const folders = [...(event.dataTransfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? []);
    if (folders.some(({ isDirectory }) => isDirectory)) void takeDropped(store, folders);
    else void (file ? takeFiles(store, [{ files: [...(event.dataTransfer?.files ?? [])], folder: false }]) : openText(store, text, given));
  });
  document.addEventListener("paste", (event) => {
    // a note may be long, with links in it
    if (event.target instanceof HTMLTextAreaElement && event.target.id === "note-text") return;
    const files = [...(event.clipboardData?.files ?? [])];
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const given = pasted(text);
    const field = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    // a hand that is pasted into a field is a part of what stands there
    if (files.length === 0 && (given.kind === "other" || (field && (given.kind === "hand" || givenOf(text).kind === "other") && !text.includes("/")))) return;
    event.preventDefault();
    void (files.length > 0 ? takeFiles(store, [{ files, folder: false }]) : openText(store, text, given));
  });
}
