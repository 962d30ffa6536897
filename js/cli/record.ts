// A record that a command is given. Captures of a browser are large: a large file is not held in the memory, and it is
// read again for each further game.
import type { Stats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import type { LogInput } from "../index.js";
import { FileError, isAddress, joined, stdinChunks, whole, withFile } from "./input.js";
import { keyOf } from "./journal.js";

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
