/**
 * Opens game records and saved reviews that are chosen, dropped or pasted; they are read in the engine's worker and
 * go nowhere else.
 */

import { type Analyzer, createAnalyzer, NanikiruError } from "nanikiru";
import { letGo, reviewGames } from "./games";
import { type Failure, failureOf } from "./failure";
import { type Input, inputOf } from "./input";
import { keepAside, type ReadGame, written } from "./keeper";
import { type GameLog, linked, type Place, type ReadOptions } from "./log";
import { notesIn } from "./notes";
import { expectSeat, ownNameIn, readerIn } from "./preferences";
import { NO_REVIEW, type Review } from "./review";
import { claimsToBeSaved, readSaved, reviewIn, SavedError } from "./review-file";
import { startReview, stopReview } from "./reviewer";
import type { GameFailure, Learning, Store } from "./state";
import { entries, type Entry, entryOf, recordOf, reviewOf } from "./storage";

/** The newest record wins, however long an older one takes. */
let latest = 0;

/** Why a record has nothing to review: no whole round. */
function emptiness({ rounds, broken }: GameLog): Failure | null {
  if (rounds.length > 0) return null;
  const { code = "page", message = "no whole round", houseRule } = broken ?? {};
  return { code, field: "", value: { houseRule }, message, span: null };
}

const refusal = (error: unknown): Failure => {
  const failure = failureOf(error);
  return error instanceof SavedError ? { ...failure, code: error.code } : failure;
};

/** What the browser keeps of this game; nothing where it keeps none, or what it keeps is of another version. */
async function knownOf({
  source,
  game,
  rules,
  log,
}: ReadGame): Promise<{ readonly entry: Entry; readonly review: Review } | null> {
  try {
    const entry = await entryOf(source, game);
    // by other rules it is another review
    const saved = entry && entry.rules === rules && (await reviewOf(entry.id));
    return entry && saved ? { entry, review: reviewIn(log, saved) } : null;
  } catch {
    return null;
  }
}

/** Opens a game that the browser keeps, where somebody was or at a place of it. Says whether it is open then. */
export async function openKept(store: Store, entry: Entry, place?: Place, learning?: Learning): Promise<boolean> {
  const record = await recordOf(entry).catch(() => undefined);
  return (
    record !== undefined &&
    openRecord(store, entry.name, Promise.resolve(record), { place, learning }, { ...entry, game: entry.game ?? 0 })
  );
}

/** Opens the record that the address leads to, at its place. Resolves at once where it leads to none. */
export async function followLink(store: Store): Promise<void> {
  const to = linked(location.hash);
  if (!to) return;
  const entry = (await entries().catch(() => [])).find(({ id }) => id === to.id);
  if (entry) await openKept(store, entry, to.place);
}

/**
 * Reads one game of a record. Of Mahjong Soul's files only the game goes on: a capture has messages and tokens beside
 * it.
 */
async function readGame(
  reader: Analyzer,
  name: string,
  source: Uint8Array<ArrayBuffer>,
  { game = 0, rules }: ReadOptions,
): Promise<ReadGame> {
  const log = await reader.parseLog(source, { game, rules });
  const { names: _, ...heading } = log.games[log.game] ?? {};
  if (log.format !== "mahjong-soul" || log.rounds.length === 0)
    return { name, source, game, ...(rules && { rules }), heading, log };
  const { text } = await reader.convertLog(source, "mjai", { game });
  const own = new TextEncoder().encode(text);
  const alone = await reader.parseLog(own, { game: 0 });
  const { rules: stated, broken, games } = log;
  const whole = { ...alone, rules: stated, games };
  return { name, source: own, game: 0, heading, log: broken ? { ...whole, broken } : whole };
}

/** How a record is read of which more is known: which of its games, by which rules, and what stands over it. */
type RecordOptions = ReadOptions & Pick<Entry, "heading">;

/** Where a record is opened, and the practice that goes on there. */
interface Destination {
  readonly place?: Place | undefined;
  readonly learning?: Learning | undefined;
}

/**
 * Opens a record or a saved review; several games in one become a list. Says whether a game is open then: the record
 * may be damaged, or another may have been asked for meanwhile.
 */
export async function openRecord(
  store: Store,
  name: string,
  bytes: Promise<Uint8Array<ArrayBuffer>> | string,
  { place: wanted, learning }: Destination = {},
  known: RecordOptions = {},
): Promise<boolean> {
  latest += 1;
  const own = latest;
  store.send({ type: "logAsked", name });
  // a worker of its own: the record need not wait until a search has ended
  const reader = createAnalyzer({ threads: 1 });
  try {
    const source = typeof bytes === "string" ? new TextEncoder().encode(bytes) : await bytes;
    const saved = claimsToBeSaved(source) ? readSaved(source) : null;
    // the rules that were chosen for it before
    const chosen = async () => known.rules ?? (await entryOf(source, known.game ?? 0).catch(() => null))?.rules;
    const one = await readGame(
      reader,
      saved?.name ?? name,
      saved?.record ?? source,
      saved ?? { game: known.game, rules: await chosen() },
    );
    const { log } = one;
    if (log.games.length > 1 && (saved ?? known).game === undefined) {
      if (own === latest) await gather(store, [{ name, beside: false, bytes: async () => source }]);
      return false;
    }
    const empty = emptiness(log);
    if (empty) {
      if (own === latest) store.send({ type: "logRefused", name, failure: empty });
      return false;
    }
    // it may be the record that was just left, or one that is reviewed in the background
    await written();
    const going = await letGo(one);
    const kept = saved ? null : await knownOf(one);
    const review = saved ? reviewIn(log, saved) : kept?.review;
    if (own !== latest) return false;
    stopReview();
    const place = wanted ?? kept?.entry.place;
    const you = readerIn(log.names, name);
    const heading = known.heading ?? kept?.entry.heading ?? one.heading;
    store.send({
      type: "logOpened",
      ...one,
      heading,
      ...(review && { review }),
      ...(place && { place }),
      ...(you !== null && { you }),
      ...(learning && { learning }),
    });
    // what the end of the last visit cut short, what the background had begun, or a game whose player is known
    const running = kept?.entry.running ?? going;
    if (running) void startReview(store, running.player);
    else if (you !== null && !(review && review.found.size > 0)) void startReview(store, you);
    return true;
  } catch (error) {
    if (own === latest) store.send({ type: "logRefused", name, failure: refusal(error) });
    return false;
  } finally {
    reader.dispose();
  }
}

/**
 * Reads the open record by other rules, which a record that names none lets the reader choose; its review begins
 * anew.
 */
export async function readByRules(store: Store, rules: ReadOptions["rules"]): Promise<void> {
  const { record, review } = store.state;
  if (record.kind !== "open" || record.rules === rules) return;
  stopReview();
  const own = (latest += 1);
  const reader = createAnalyzer({ threads: 1 });
  try {
    const { name, source, game, heading, place } = record;
    const one = await readGame(reader, name, Uint8Array.from(source), { game, ...(rules && { rules }) });
    const empty = emptiness(one.log);
    if (own !== latest) return;
    if (empty) return store.send({ type: "logRefused", name, failure: empty });
    const whose = review.run.kind === "running" ? review.run.player : place.player;
    const notes = notesIn(one.log, record.log, store.state.review.notes);
    store.send({ type: "logOpened", ...one, heading, place, you: place.player, review: { ...NO_REVIEW, notes } });
    if (review.run.kind !== "idle" || review.found.size > 0) void startReview(store, whose);
  } catch (error) {
    if (own === latest) store.send({ type: "logRefused", name: record.name, failure: refusal(error) });
  } finally {
    reader.dispose();
  }
}

/** What was typed, pasted or dropped as a text goes where it belongs. Says whether it belonged anywhere. */
export function openText(store: Store, text: string, given: Input = inputOf(text)): boolean {
  switch (given.kind) {
    case "hand":
    case "position":
      leaveRecord(store);
      store.send({ type: "entered", door: "hand" });
      store.send(
        given.kind === "hand"
          ? { type: "edited", change: { hand: given.hand } }
          : { type: "arrived", position: given.position },
      );
      return true;
    case "link":
      if (given.link.site === "tenhou" && given.you !== null) expectSeat(given.link.log, given.you);
      store.send({
        type: "logRefused",
        name: "",
        failure: { code: "log.address", field: "", value: null, message: "", span: null },
        link: { ...given.link, address: given.address },
      });
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

/** The most bytes that the engine takes of a record: a larger file is not even read. */
const MOST_BYTES = 64 * 1024 * 1024;

async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > MOST_BYTES) {
    const message = `a file of ${file.size} bytes: ${MOST_BYTES} are the most`;
    throw new NanikiruError({ code: "log.too_large", field: "log", value: null, message });
  }
  return new Uint8Array(await file.arrayBuffer());
}

/** Opens a file. */
export const openFile = async (store: Store, file: File): Promise<void> =>
  void (await openRecord(store, file.name, bytesOf(file)));

/** Files as they were given: by themselves, or all that a folder has. */
export interface Selection {
  readonly files: readonly File[];
  readonly folder: boolean;
}

/** Something to be read, by its name. */
interface Source {
  readonly name: string;
  /** Whether it lies in a folder, which has other things beside records. */
  readonly beside: boolean;
  readonly bytes: () => Promise<Uint8Array<ArrayBuffer>>;
}

/** What says of a file that it is no record at all. */
const NO_RECORD: ReadonlySet<string> = new Set(["log.unknown", "log.too_large"]);

/** Puts all games on the list, one after the other; what cannot be read is named with its reason. */
async function gather(store: Store, inputs: readonly Source[]): Promise<void> {
  leaveRecord(store);
  store.send({ type: "entered", door: "game" });
  const refused: GameFailure[] = [];
  const left: string[] = [];
  let [done, games] = [0, 0];
  const report = () =>
    store.send({
      type: "gathered",
      gathered: { done, total: inputs.length, games, refused: [...refused], left: [...left] },
    });
  const reader = createAnalyzer({ threads: 1 });
  const players = new Set<string>();
  /** Gives how many games the record has. */
  const take = async (
    name: string,
    source: Uint8Array<ArrayBuffer>,
    reading: ReadOptions,
    review: (log: GameLog) => Review,
  ): Promise<number> => {
    const one = await readGame(reader, name, source, reading);
    const count = one.log.games.length;
    const own = count > 1 ? `${name} (${(reading.game ?? 0) + 1})`.trim() : name;
    const empty = emptiness(one.log);
    if (empty) refused.push({ name: own, failure: empty });
    else {
      await keepAside(store, { ...one, name: own }, review(one.log));
      one.log.names?.forEach((player) => players.add(player));
      games += 1;
    }
    return count;
  };
  try {
    for (const { name, beside, bytes } of inputs) {
      report();
      try {
        const source = await bytes();
        const saved = claimsToBeSaved(source) ? readSaved(source) : null;
        if (saved) await take(saved.name || name, saved.record, saved, (log) => reviewIn(log, saved));
        for (let [game, count] = [0, saved ? 0 : 1]; game < count && !store.state.keeping.refused; game += 1) {
          count = await take(name, source, { game }, () => NO_REVIEW);
          if (count > 1) report();
        }
      } catch (error) {
        const failure = refusal(error);
        if (beside && NO_RECORD.has(failure.code)) left.push(name);
        else refused.push({ name, failure });
      }
      // that is said of every record, and the rest would come to nothing
      if (store.state.keeping.refused) return;
      done += 1;
    }
    report();
  } finally {
    reader.dispose();
  }
  const you = ownNameIn([...players]);
  if (you !== undefined) void reviewGames(store, you);
}

/** Puts many files on the list; one alone is opened. What a folder has beside records is left out, and said. */
export async function takeFiles(store: Store, all: readonly Selection[]): Promise<void> {
  const inputs = all.flatMap(({ files, folder }) => files.map((file) => ({ file, folder })));
  const [only, ...more] = inputs;
  if (only && more.length === 0) return openFile(store, only.file);
  await gather(
    store,
    inputs.map(({ file, folder }) => ({ name: file.name, beside: folder, bytes: () => bytesOf(file) })),
  );
}

/** All files in what was dropped, those in folders too. */
async function filesIn(entry: FileSystemEntry): Promise<readonly File[]> {
  if (entry.isFile)
    return [await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed))];
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
  await takeFiles(
    store,
    await Promise.all(entries.map(async (entry) => ({ files: await filesIn(entry), folder: entry.isDirectory }))),
  );
}

/** Shorter texts are dropped and pasted for other reasons. */
const LEAST_CHARACTERS = 100;
const pasted = (text: string): Input => {
  const given = inputOf(text);
  return given.kind === "other" && text.length >= LEAST_CHARACTERS ? { kind: "record" } : given;
};

/** Takes files that are dropped anywhere, and records that are pasted outside of text fields. */
export function takeRecords(store: Store): void {
  const body = document.body;
  let inside = 0;
  const holds = ({ dataTransfer }: DragEvent) =>
    dataTransfer?.types.some((type) => type === "Files" || type === "text/plain") ?? false;
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
    else
      void (file
        ? takeFiles(store, [{ files: [...(event.dataTransfer?.files ?? [])], folder: false }])
        : openText(store, text, given));
  });
  document.addEventListener("paste", (event) => {
    // a note may be long, with links in it
    if (event.target instanceof HTMLTextAreaElement && event.target.id === "note-text") return;
    const files = [...(event.clipboardData?.files ?? [])];
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const given = pasted(text);
    const field = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    // a hand that is pasted into a field is a part of what stands there
    if (
      files.length === 0 &&
      (given.kind === "other" ||
        (field && (given.kind === "hand" || inputOf(text).kind === "other") && !text.includes("/")))
    )
      return;
    event.preventDefault();
    void (files.length > 0 ? takeFiles(store, [{ files, folder: false }]) : openText(store, text, given));
  });
}
