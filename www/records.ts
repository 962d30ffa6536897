/** Opens game records and saved reviews that are chosen, dropped or pasted; they are read in the engine's worker and go nowhere else. */

import { createAnalyzer, NanikiruError } from "nanikiru";
import { keepAside, written } from "./keeper";
import { entries, type Entry, entryOf, recordOf, reviewOf } from "./kept";
import { linked } from "./link";
import type { GameLog, Place } from "./log";
import { NO_REVIEW, type Review, type Thresholds } from "./review";
import { startReview, stopReview } from "./reviewer";
import { claimsToBeSaved, foundIn, readSaved, SavedError, type SavedReview } from "./saved";
import type { Store } from "./state";

/** Shorter texts are pasted for other reasons. */
const LEAST_CHARACTERS = 100;

/** An address is short: the reader says how to save what it points to. */
const isAddress = (text: string) => /^\s*(https?:\/\/|tenhou\.net\/)|paipu=/u.test(text);
const isRecord = (text: string) => text.length >= LEAST_CHARACTERS || isAddress(text);

/** The newest record wins, however long an older one takes. */
let latest = 0;

/** A review that was saved; `thresholds` has the other objective's. */
const reviewIn = (log: GameLog, saved: SavedReview, thresholds: Thresholds): Review => {
  const { threshold, objective } = saved;
  return { ...NO_REVIEW, thresholds: { ...thresholds, [objective]: threshold }, objective, ...foundIn(log, saved) };
};

/** What the browser keeps of this record; nothing where it keeps none, or what it keeps is of another version. */
async function knownOf(record: Uint8Array, log: GameLog, thresholds: Thresholds): Promise<{ readonly entry: Entry; readonly review: Review } | null> {
  try {
    const entry = await entryOf(record);
    const saved = entry && (await reviewOf(entry.id));
    return entry && saved && { entry, review: reviewIn(log, saved, thresholds) };
  } catch {
    return null;
  }
}

/** Opens a record that the browser keeps, where somebody was or at a place of it. Says whether it is open then. */
export async function openKept(store: Store, { id, name }: Pick<Entry, "id" | "name">, place?: Place): Promise<boolean> {
  const record = await recordOf(id).catch(() => undefined);
  return record !== undefined && openRecord(store, name, Promise.resolve(record), place);
}

/** Opens what the address leads to, now and when it changes. */
export function followLinks(store: Store): void {
  const follow = async () => {
    const to = linked(location.hash);
    if (!to) return;
    const entry = (await entries().catch(() => [])).find(({ id }) => id === to.id);
    if (entry) await openKept(store, entry, to.place);
  };
  addEventListener("hashchange", () => void follow());
  void follow();
}

/** Opens a record or a saved review. Says whether it is open then: it may be damaged, or another may have been asked for meanwhile. */
export async function openRecord(store: Store, name: string, bytes: Promise<Uint8Array<ArrayBuffer>> | string, wanted?: Place): Promise<boolean> {
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
    const { thresholds } = store.state.review;
    // it may be the record that was just left
    await written();
    const kept = saved ? null : await knownOf(record, log, thresholds);
    const review = saved ? reviewIn(log, saved, thresholds) : kept?.review;
    if (own !== latest) return false;
    stopReview();
    const place = wanted ?? kept?.entry.place;
    store.send({ type: "logOpened", name: saved?.name ?? name, source: record, log, ...(review && { review }), ...(place && { place }) });
    // what the end of the last visit cut short
    if (kept?.entry.running) void startReview(store, kept.entry.running.player);
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
        await keepAside(store, file.name, source, await reader.parseLog(source));
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
    if (!file && !isRecord(text)) return;
    event.preventDefault();
    const folders = [...(event.dataTransfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? []);
    if (folders.some(({ isDirectory }) => isDirectory)) void takeDropped(store, folders);
    else void (file ? takeFiles(store, [{ files: [...(event.dataTransfer?.files ?? [])], folder: false }]) : openRecord(store, "", text));
  });
  document.addEventListener("paste", (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    const files = [...(event.clipboardData?.files ?? [])];
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (files.length === 0 && !isRecord(text)) return;
    event.preventDefault();
    void (files.length > 0 ? takeFiles(store, [{ files, folder: false }]) : openRecord(store, "", text));
  });
}
