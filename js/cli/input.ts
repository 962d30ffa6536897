// What a command reads: files and stdin, bounded before they are read.
import type { Stats } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
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

/** Some bytes as one, in a buffer of its own of this length. */
export function joined(parts: Iterable<Uint8Array>, length: number): Buffer<ArrayBuffer> {
  const all = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** All of an open file, in a buffer of its own: of its size, unless the file grows while it is read. */
export async function whole(path: string, file: FileHandle, size: number): Promise<Buffer<ArrayBuffer>> {
  let buffer = Buffer.allocUnsafeSlow(size);
  const beyond = Buffer.alloc(1);
  for (let length = 0; ;) {
    const isFull = length === buffer.length;
    const { bytesRead } = await (isFull ? file.read(beyond, 0, 1) : file.read(buffer, length, buffer.length - length));
    if (bytesRead === 0) return buffer.subarray(0, length);
    if (length + bytesRead > MOST_BYTES) throw tooLarge(path, MOST_BYTES, false);
    if (isFull) buffer = joined([buffer, beyond], Math.min(2 * length + 1, MOST_BYTES));
    length += bytesRead;
  }
}

/** All chunks of a stream, which is left at the limit. */
async function bounded(name: string, chunks: AsyncIterable<Uint8Array | string>): Promise<Uint8Array[]> {
  const all: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    size += bytes.length;
    if (size > MOST_BYTES) throw tooLarge(name, MOST_BYTES, false);
    all.push(bytes);
  }
  return all;
}

/** Opens a file for some work; never a device or a pipe, whose reading may not end. */
export async function withFile<T>(path: string, work: (file: FileHandle, found: Stats) => Promise<T>): Promise<T> {
  let file: FileHandle | undefined;
  try {
    // before it is opened: opening a pipe waits for its writer
    check(path, await stat(path));
    file = await open(path);
    const found = await file.stat();
    check(path, found);
    return await work(file, found);
  } catch (error) {
    throw fileError(path, error);
  } finally {
    await file?.close();
  }
}

/** stdin to its end, in the parts in which it comes. */
export async function stdinChunks(stdin: NodeJS.ReadStream): Promise<Uint8Array[]> {
  try {
    return await bounded("stdin", stdin);
  } catch (error) {
    throw fileError("stdin", error);
  }
}

/** stdin to its end. */
export const stdinContent = async (stdin: NodeJS.ReadStream): Promise<Buffer> =>
  Buffer.concat(await stdinChunks(stdin));

/**
 * An address in the place of a file, as players copy it: it contains a record, or the engine says how to save that
 * record.
 */
export const isAddress = (given: string): boolean => /\bhttps?:\/\/|^(www\.)?tenhou\.net\//iu.test(given);

/** A file that the caller has named, `-` for stdin, or an address, which is its own content. */
export async function contentOf(given: string, stdin: NodeJS.ReadStream): Promise<Buffer> {
  if (given === "-") return stdinContent(stdin);
  if (isAddress(given)) return Buffer.from(given);
  return withFile(given, (file, { size }) => whole(given, file, size));
}

/** A game of a file with several, from 0, as the page names it, too: `games.mjson (2)`. */
export const gameName = (file: string, game: number): string => `${file} (${game + 1})`;
