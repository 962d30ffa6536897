// The records that a command is given: files, addresses, stdin, and what is in folders; and how games are read from
// them.
import type { Dirent, Stats } from "node:fs";
import { type FileHandle, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  type Analyzer,
  createAnalyzer,
  type GameLog,
  type LogInput,
  type LogOptions,
  NanikiruError,
} from "../index.js";
import type { Sentence } from "./command.js";
import { FileError, fileError, isAddress, joined, stdinChunks, whole, withFile } from "./input.js";
import { isOfJournal, keyOf } from "./journal.js";
import type { FileFailure } from "./report.js";

// A record that a command is given. Captures of a browser are large: a large file is not held in the memory, and it is
// read again for each further game.

/** A file of more bytes is not held in the memory. */
const LARGE_BYTES = 8 * 1024 * 1024;

export interface GivenRecord {
  readonly isLarge: boolean;
  /** The same for the same bytes. */
  key(): Promise<string>;
  /** The record for one question, as the analyzer takes it. */
  log(): Promise<LogInput>;
}

/** Bytes for one question, of which no copy is made. */
const given = ({ buffer }: Buffer<ArrayBuffer>): LogInput => ({
  size: buffer.byteLength,
  arrayBuffer: () => Promise.resolve(buffer),
});

/** What stays in the memory: the parts of a stream as they have come are its only copy. */
function held(parts: readonly Uint8Array[]): GivenRecord {
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  return {
    isLarge: size > LARGE_BYTES,
    key: () => keyOf(parts),
    log: () => Promise.resolve(given(joined(parts, size))),
  };
}

const isSame = (one: Stats, other: Stats) =>
  one.dev === other.dev && one.ino === other.ino && one.size === other.size && one.mtimeMs === other.mtimeMs;

/** A file that is read each time. */
function reread(path: string, first: Stats): GivenRecord {
  const unchanged = (found: Stats) => {
    if (!isSame(found, first)) throw new FileError("file.changed", path, ({ changed }) => changed);
  };
  const again = <T>(work: (file: FileHandle) => Promise<T>) =>
    withFile(path, async (file, found) => {
      unchanged(found);
      const done = await work(file);
      unchanged(await file.stat());
      return done;
    });
  return {
    isLarge: true,
    key: () => again((file) => keyOf(file.createReadStream({ autoClose: false }))),
    log: async () => given(await again((file) => whole(path, file, first.size))),
  };
}

/** The record of a file, of stdin, or of an address. */
export async function recordOf(name: string, stdin: NodeJS.ReadStream): Promise<GivenRecord> {
  if (name === "-") return held(await stdinChunks(stdin));
  if (isAddress(name)) return held([Buffer.from(name)]);
  return withFile(name, async (file, found) =>
    found.size > LARGE_BYTES ? reread(name, found) : held([await whole(name, file, found.size)]),
  );
}

// Reads the games of records: of large ones at most one is in the memory, and only while it is read.

async function parseAlone(record: GivenRecord, options: LogOptions): Promise<GameLog> {
  const analyzer = createAnalyzer({ threads: 1 });
  try {
    return await analyzer.parseLog(await record.log(), options);
  } finally {
    analyzer.dispose();
  }
}

/** Reads the large records one after the other, each with an engine that ends and frees its memory. */
export class Reader {
  #last: Promise<unknown> = Promise.resolve();

  /** Reads a game; `analyzer` does so where the record is small. */
  async parse(analyzer: Analyzer, record: GivenRecord, options: LogOptions): Promise<GameLog> {
    if (!record.isLarge) return analyzer.parseLog(await record.log(), options);
    const parsed = this.#last.then(() => parseAlone(record, options));
    this.#last = parsed.catch(() => {});
    return parsed;
  }
}

/** How many games a record has; 1 where it cannot be read, which says why as soon as it is asked for. */
export async function gamesIn(analyzer: Analyzer, record: GivenRecord, options: LogOptions): Promise<number> {
  try {
    return (await analyzer.parseLog(await record.log(), { ...options, game: 0 })).games.length;
  } catch (error) {
    if (error instanceof NanikiruError) return 1;
    throw error;
  }
}

// The records that `nanikiru review` is given: files, addresses, and what is in folders.

/** Why there is no review of a game or of a whole file. */
export type Failure = Omit<FileFailure, "file">;

export const failureOf = (file: string, error: unknown): Failure => {
  const { code, reason } = fileError(file, error);
  return { code, reason: ({ files }) => reason(files) };
};

/** A record that is still to be looked at, and the folder that it came with; none where it was named. */
export interface Source {
  readonly file: string;
  readonly folder?: string;
}

/** What there is to review, and what is left out or fails before anything is read. */
export interface Sources {
  readonly files: Source[];
  readonly folders: string[];
  readonly failed: FileFailure[];
  /** What is left out of a folder, and why. */
  readonly leftOut: { readonly path: string; readonly why: Sentence }[];
  /** Folders of tools in a folder. */
  readonly skipped: string[];
}

/** Folders of tools, which hold thousands of files and no records. */
const isTools = (name: string) => name.startsWith(".") || name === "node_modules";

/** The files in a folder and its folders, in order; links to folders come last, and no folder comes twice. */
async function inside(folder: string, journal: string, { files, failed, leftOut, skipped }: Sources): Promise<void> {
  const seen = new Set<string>();
  const found: string[] = [];
  const linked: string[] = [];
  const walk = async (path: string): Promise<void> => {
    const { dev, ino } = await stat(path, { bigint: true });
    if (seen.has(`${dev} ${ino}`)) return;
    seen.add(`${dev} ${ino}`);
    const entries = await readdir(path, { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) await enter(join(path, entry.name), entry);
  };
  const enter = async (path: string, entry: Dirent): Promise<void> => {
    const target = entry.isSymbolicLink() ? await stat(path).catch(() => undefined) : entry;
    if (target === undefined) leftOut.push({ path, why: ({ notes }) => notes.deadLink });
    else if (!target.isDirectory()) found.push(path);
    else if (isTools(entry.name)) skipped.push(path);
    else if (entry.isSymbolicLink()) linked.push(path);
    else await attempt(path);
  };
  const attempt = async (path: string): Promise<void> => {
    try {
      await walk(path);
    } catch (error) {
      failed.push({ file: path, ...failureOf(path, error) });
    }
  };
  await attempt(folder);
  for (let path = linked.shift(); path !== undefined; path = linked.shift()) await attempt(path);
  for (const file of found.sort()) if (!isOfJournal(file, journal)) files.push({ file, folder });
}

/** The files that are given, and those in the folders that are. */
export async function sourcesOf(given: readonly string[], journal: string): Promise<Sources> {
  const sources: Sources = { files: [], folders: [], failed: [], leftOut: [], skipped: [] };
  for (const file of given) {
    try {
      if (file === "-" || isAddress(file) || !(await stat(file)).isDirectory()) sources.files.push({ file });
      else {
        sources.folders.push(file);
        await inside(file, journal, sources);
      }
    } catch (error) {
      sources.failed.push({ file, ...failureOf(file, error) });
    }
  }
  return sources;
}
