// What a command reads: files and stdin, bounded before they are read.
import type { Stats } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";

/** The most bytes of a record or a table: what the engine takes of a record. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST = "64 MiB";

/** A file or a stream that cannot be read or written; `code` is the system's (`ENOENT`), or begins with `file.`. */
export class FileError extends Error {
  constructor(
    readonly code: string,
    path: string,
    /** What is wrong, without the path. */
    readonly reason: string,
  ) {
    super(code === "ENOENT" ? `${path} does not exist` : `${path}: ${reason}`);
  }
}

const tooLarge = (path: string, size: string) => new FileError("file.too_large", path, `${size} bytes: ${MOST} are the most that is read`);

/** What a name stands for when it is no file. */
function kindOf(found: Stats): string {
  if (found.isDirectory()) return "a folder";
  if (found.isFIFO()) return "a pipe (which can be given on stdin, as -)";
  if (found.isSocket()) return "a socket";
  return "a device";
}

/** Refuses what is no file, and a file that is too large. */
function check(path: string, found: Stats): void {
  if (!found.isFile()) throw new FileError("file.kind", path, `it is ${kindOf(found)}, and no file`);
  if (found.size > MOST_BYTES) throw tooLarge(path, String(found.size));
}

/** What the system says of a path. */
export function fileError(path: string, error: unknown): FileError {
  if (error instanceof FileError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (typeof code !== "string") throw error;
  return new FileError(code, path, message);
}

/** All chunks of a stream, which is left at the limit. */
async function bounded(name: string, chunks: AsyncIterable<Uint8Array | string>): Promise<Buffer> {
  const all: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MOST_BYTES) throw tooLarge(name, `more than ${MOST_BYTES}`);
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
    check(path, await file.stat());
    return await bounded(path, file.createReadStream({ autoClose: false }));
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

/** A file that the caller has named, or `-` for stdin. */
export const contentOf = (path: string, stdin: NodeJS.ReadStream): Promise<Buffer> => (path === "-" ? stdinContent(stdin) : fileContent(path));
