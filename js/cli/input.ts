// What a command reads: files and stdin, bounded before they are read.
import type { Stats } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { type Analyzer, type LogOptions, NanikiruError } from "../index.js";
import type { CliWords, NoFile } from "../text/index.js";
import { CliError } from "./command.js";

/** The most bytes of a record or a table: what the engine takes of a record. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST = "64 MiB";

/** What is wrong with a file, a stream or a connection. */
export type Reason = (words: CliWords["files"]) => string;

/** A file or a stream that cannot be read or written; `code` is the system's (`ENOENT`), or begins with `file.`. */
export class FileError extends CliError {
  constructor(
    readonly code: string,
    path: string,
    /** What is wrong, without the path. */
    readonly reason: Reason,
  ) {
    super(({ files }) => (code === "ENOENT" ? files.missing(path) : files.fault(path, reason(files))));
  }
}

const tooLarge = (path: string, bytes: number, isAll: boolean) =>
  new FileError("file.too_large", path, (files) => files.tooLarge(bytes, isAll, MOST));

/** What a name stands for when it is no file. */
function kindOf(found: Stats): NoFile {
  if (found.isDirectory()) return "folder";
  if (found.isFIFO()) return "pipe";
  return found.isSocket() ? "socket" : "device";
}

/** Refuses what is no file, and a file that is too large. */
function check(path: string, found: Stats): void {
  if (!found.isFile()) throw new FileError("file.kind", path, ({ noFile }) => noFile(kindOf(found)));
  if (found.size > MOST_BYTES) throw tooLarge(path, found.size, true);
}

/** What the system says of a path. */
export function fileError(path: string, error: unknown): FileError {
  if (error instanceof FileError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (typeof code !== "string") throw error;
  return new FileError(code, path, ({ system }) => system(code, message));
}

/** All of an open file, in one buffer of its size: a file can grow while it is read. */
async function whole(path: string, file: FileHandle, size: number): Promise<Buffer> {
  let buffer = Buffer.allocUnsafeSlow(size + 1);
  for (let length = 0; ;) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length);
    if (bytesRead === 0) return buffer.subarray(0, length);
    length += bytesRead;
    if (length > MOST_BYTES) throw tooLarge(path, MOST_BYTES, false);
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(2 * length, MOST_BYTES + 1));
  }
}

/** All chunks of a stream, which is left at the limit. */
async function bounded(name: string, chunks: AsyncIterable<Uint8Array | string>): Promise<Buffer> {
  const all: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MOST_BYTES) throw tooLarge(name, MOST_BYTES, false);
    all.push(bytes);
  }
  return Buffer.concat(all, size);
}

/** A file; never a device or a pipe, whose reading may not end. */
export async function fileContent(path: string): Promise<Buffer> {
  let file: FileHandle | undefined;
  try {
    // before it is opened: opening a pipe waits for its writer
    check(path, await stat(path));
    file = await open(path);
    const found = await file.stat();
    check(path, found);
    return await whole(path, file, found.size);
  } catch (error) {
    throw fileError(path, error);
  } finally {
    await file?.close();
  }
}

/** stdin to its end. */
export async function stdinContent(stdin: NodeJS.ReadStream): Promise<Buffer> {
  try {
    return await bounded("stdin", stdin);
  } catch (error) {
    throw fileError("stdin", error);
  }
}

/**
 * An address in the place of a file, as players copy it: it contains a record, or the engine says how to save that
 * record.
 */
export const isAddress = (given: string): boolean => /\bhttps?:\/\/|^(www\.)?tenhou\.net\//iu.test(given);

/** A file that the caller has named, `-` for stdin, or an address, which is its own content. */
export async function contentOf(given: string, stdin: NodeJS.ReadStream): Promise<Buffer> {
  if (given === "-") return stdinContent(stdin);
  return isAddress(given) ? Buffer.from(given) : fileContent(given);
}

/** A game of a file with several, from 0, as the page names it, too: `games.mjson (2)`. */
export const gameName = (file: string, game: number): string => `${file} (${game + 1})`;

/** How many games a record has; 1 where it cannot be read, which says why as soon as it is asked for. */
export async function gamesIn(analyzer: Analyzer, record: Uint8Array, options: LogOptions): Promise<number> {
  try {
    return (await analyzer.parseLog(record, { ...options, game: 0 })).games.length;
  } catch (error) {
    if (error instanceof NanikiruError) return 1;
    throw error;
  }
}
