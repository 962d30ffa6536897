// What has been reviewed, on the disk: a line for each thing that is done, and none is ever changed. After Ctrl-C or
// a fault of the machine a review goes on where the last whole line ends.
import { createHash } from "node:crypto";
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Action, GameLog, RoundResult, UnjudgedWord, WindName } from "../index.js";
import type { Counts, Entry } from "../statistics.js";
import { UsageError } from "./command.js";
import { Lock } from "./lock.js";

const FORMAT = 6;

/** A game as it is remembered: all that is printed of it but its decisions. */
export interface Game {
  readonly format: GameLog["format"];
  /** Which of the games of its record it is, from 0, and how many there are. */
  readonly game: number;
  readonly games: number;
  readonly name: string | undefined;
  readonly date: string | undefined;
  readonly room: string | undefined;
  readonly names: GameLog["names"] | undefined;
  readonly points: GameLog["points"] | undefined;
  readonly broken: GameLog["broken"];
  /** Reviews of earlier versions have none. */
  readonly rules?: GameLog["rules"] | undefined;
  readonly rounds: readonly { roundWind: WindName; number: number; honba: number; result: RoundResult }[];
  /** What each player did, for the summary of many games. */
  readonly counts: readonly Counts[];
  /** How many decisions are to be reviewed. */
  readonly total: number;
}

/** A reviewed decision as it is remembered. */
export interface JournalDecision extends Entry {
  readonly round: number;
  readonly index: number;
  readonly player: number;
  readonly seat: WindName;
  readonly turn: number;
  readonly hand: string;
  /** The tile on offer, where it was about one. */
  readonly offered?: string | undefined;
  readonly done?: Action | undefined;
  readonly best?: Action | undefined;
  readonly rank?: number | undefined;
  readonly unjudged?: UnjudgedWord | undefined;
}

/** Where a decision stands in its record: `3 17`. */
export type Place = `${number} ${number}`;

export const placeOf = ({ round, index }: { readonly round: number; readonly index: number }): Place =>
  `${round} ${index}`;

/** What is known of a record. */
export interface RecordReview {
  readonly game: Game | undefined;
  /** One for each place, in the order they were found. */
  readonly decisions: ReadonlyMap<Place, JournalDecision>;
}

interface MutableReview extends RecordReview {
  game: Game | undefined;
  readonly decisions: Map<Place, JournalDecision>;
}

/** Where lines go: to an open file that is locked, to none, or nowhere any more. */
type Target = { readonly file: number; readonly lock: Lock } | "none" | "closed";

type Line =
  | { readonly nanikiru: number; readonly settings: unknown }
  | { readonly key: string; readonly game: Game }
  | { readonly key: string; readonly decision: JournalDecision };

/** The same for the same bytes, in whatever parts they come. */
export async function keyOf(record: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const bytes of record) hash.update(bytes);
  return hash.digest("hex").slice(0, 32);
}

/** The most bytes of a line: a game of 100 rounds has a hundredth of them. */
const MOST_LINE_BYTES = 16 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

/** How the first line of a journal begins, also where it could not be written to its end. */
const BEGIN = '{"nanikiru":';
const headerOf = (settings: object): Line => ({ nanikiru: FORMAT, settings });
const written = (line: Line) => `${JSON.stringify(line)}\n`;

/** The path without links, so that one journal has one lock. */
function canonical(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new UsageError(({ files }) => files.noFolder(path));
  }
}

/** The files of a journal, which are no records: itself, and those of its lock. */
export function isOfJournal(file: string, journal: string): boolean {
  if (!basename(file).startsWith(basename(journal))) return false;
  const [one, other] = [canonical(file), canonical(journal)];
  return one === other || one.startsWith(`${other}.lock`);
}

function checkKind(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isFile()) throw new UsageError(({ journal }) => journal.noFile(path));
}

/** A line, and the place behind it; the rest behind the last line has none. */
interface Part {
  readonly text: string;
  readonly end?: number;
}

/** A file's lines, of which one at a time is in the memory; the rest without an end comes last. */
function* partsOf(file: number, path: string): Generator<Part> {
  let [left, begin, at] = [Buffer.alloc(0), 0, 0];
  for (;;) {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    const size = readSync(file, chunk, 0, CHUNK_BYTES, at);
    if (size === 0) break;
    at += size;
    left = Buffer.concat([left, chunk.subarray(0, size)]);
    for (let end = left.indexOf(10); end >= 0; end = left.indexOf(10)) {
      begin += end + 1;
      yield { text: left.subarray(0, end).toString(), end: begin };
      left = left.subarray(end + 1);
    }
    // the first line is short: what has none this far is no journal
    if (left.length > (begin === 0 ? CHUNK_BYTES - 1 : MOST_LINE_BYTES)) throw noJournal(path);
  }
  if (left.length > 0) yield { text: left.toString() };
}

const noJournal = (path: string) => new UsageError(({ journal }) => journal.none(path));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A line as it was written; none where it is none of ours. */
function lineOf(text: string): Line | undefined {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(read)) return undefined;
  const { nanikiru, key, game, decision } = read;
  if (typeof nanikiru === "number" && isObject(read["settings"])) return read as unknown as Line;
  if (typeof key !== "string") return undefined;
  if (isObject(game) && typeof game["total"] === "number" && Array.isArray(game["rounds"]))
    return read as unknown as Line;
  const isDecision = isObject(decision) && Number.isInteger(decision["round"]) && Number.isInteger(decision["index"]);
  return isDecision ? (read as unknown as Line) : undefined;
}

export class Journal {
  readonly #known = new Map<string, MutableReview>();
  #target: Target = "none";
  /** However the process ends, the lock goes with it. */
  readonly #leave = () => this.close();

  /**
   * Without a path nothing is written. Nothing is changed before the whole file has turned out to be a journal of
   * these settings: an empty one, or one whose last line was being written when the machine stopped, too.
   */
  constructor(path: string | undefined, settings: object) {
    if (path === undefined) return;
    checkKind(path);
    const own = canonical(path);
    const lock = Lock.take(own);
    let file: number | undefined;
    try {
      checkKind(own);
      file = openSync(own, "a+");
      const end = this.#readAll(file, path, settings);
      if (end < fstatSync(file).size) ftruncateSync(file, end);
      this.#target = { file, lock };
      process.once("exit", this.#leave);
      if (end === 0) this.#write(headerOf(settings));
    } catch (error) {
      if (this.#target !== "closed") {
        if (file !== undefined) closeSync(file);
        lock.release();
      }
      this.#target = "closed";
      throw error;
    }
  }

  /** Takes all lines in; gives the place behind the last one. */
  #readAll(file: number, path: string, settings: object): number {
    let [count, end] = [0, 0];
    for (const part of partsOf(file, path)) {
      if (part.end !== undefined) {
        this.#read(part.text, count, path, settings);
        count += 1;
        end = part.end;
      } else if (count === 0 && !(part.text.startsWith(BEGIN) && written(headerOf(settings)).startsWith(part.text)))
        throw noJournal(path);
    }
    return end;
  }

  #read(text: string, i: number, path: string, settings: object): void {
    const line = lineOf(text);
    if (i === 0) {
      if (!line || !("nanikiru" in line) || line.nanikiru !== FORMAT) throw noJournal(path);
      const written = JSON.stringify(line.settings);
      if (written !== JSON.stringify(settings)) throw new UsageError(({ journal }) => journal.settings(path, written));
    } else if (!line || "nanikiru" in line) throw new UsageError(({ journal }) => journal.noLine(path, i + 1));
    else if ("game" in line) this.#of(line.key).game = line.game;
    else {
      const { decisions } = this.#of(line.key);
      const place = placeOf(line.decision);
      if (decisions.has(place)) throw new UsageError(({ journal }) => journal.twice(path, i + 1));
      decisions.set(place, line.decision);
    }
  }

  #write(line: Line): void {
    if (this.#target === "none") return;
    if (this.#target === "closed") throw new Error("the journal has been closed");
    const { file } = this.#target;
    try {
      // unlike writeSync it goes on where the system has taken a part
      writeFileSync(file, written(line));
      fsyncSync(file);
    } catch (error) {
      // on a full disk half a line may stand there, and only the last line may be half
      this.close();
      throw error;
    }
  }

  #of(key: string): MutableReview {
    const known = this.#known.get(key);
    if (known) return known;
    const fresh: MutableReview = { game: undefined, decisions: new Map() };
    this.#known.set(key, fresh);
    return fresh;
  }

  /** What is known of a record; it is added to in place. */
  of(key: string): RecordReview {
    return this.#of(key);
  }

  /** Remembers a game, unless it is known; gives the one that is. */
  begin(key: string, game: Game): Game {
    const known = this.#of(key);
    if (known.game) return known.game;
    this.#write({ key, game });
    known.game = game;
    return game;
  }

  /** Remembers a decision, once for its place in the record. */
  add(key: string, decision: JournalDecision): void {
    const { decisions } = this.#of(key);
    const place = placeOf(decision);
    if (decisions.has(place)) throw new Error(`the decision ${place} of ${key} is in the journal already`);
    this.#write({ key, decision });
    decisions.set(place, decision);
  }

  close(): void {
    if (typeof this.#target === "object") {
      closeSync(this.#target.file);
      this.#target.lock.release();
      process.off("exit", this.#leave);
    }
    this.#target = "closed";
  }
}
