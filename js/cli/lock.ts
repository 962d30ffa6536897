// One process at a time, wherever processes of one machine meet: a file beside another, with the number of the
// process that holds it.
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { UsageError } from "./command.js";

/**
 * How often a process asks again while others ask as well, and the longest that it waits in between, in milliseconds.
 */
const TRIES = 200;
const LONGEST_WAIT = 50;

/** The number of a process in a file; none where there is no file, or no number in it. */
function numberIn(file: string): number | undefined {
  try {
    const number = Number(readFileSync(file, "utf8"));
    return Number.isInteger(number) && number > 0 ? number : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Whether another process has this number. In containers a process often has the number of the one before it. */
function isOther(number: number): boolean {
  if (number === process.pid) return false;
  try {
    process.kill(number, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

const sleep = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

export class Lock {
  readonly #file: string;

  private constructor(file: string) {
    this.#file = file;
  }

  /**
   * Takes the lock of `path`, or refuses with the file to remove.
   *
   * A lock that a killed process has left is replaced, and between looking at it and replacing it another process may
   * have done so. So each process first shows a file of its own, `<lock>.<number>.<nonce>`, and goes on only where it
   * sees none of another one: of two processes the one that shows its file later sees the other's. Its file becomes
   * the lock by renaming: a process that misses it in the folder for this reason sees the lock, at which it
   * looks afterwards.
   */
  static take(path: string): Lock {
    const file = `${path}.lock`;
    const own = `${file}.${process.pid}.${randomUUID()}`;
    let asking: { readonly number: number; readonly file: string } | undefined;
    for (let tries = 0; tries < TRIES; tries += 1) {
      try {
        writeFileSync(own, String(process.pid), { flag: "wx" });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
        throw new UsageError(({ files }) => files.noFolder(path));
      }
      try {
        asking = othersOf(file, own);
        if (!asking) {
          const holder = numberIn(file);
          if (holder !== undefined && isOther(holder)) throw refusal(path, holder, file);
          renameSync(own, file);
          return new Lock(file);
        }
      } finally {
        rmSync(own, { force: true });
      }
      sleep(Math.random() * LONGEST_WAIT);
    }
    throw refusal(path, asking?.number ?? 0, asking?.file ?? file);
  }

  release(): void {
    if (numberIn(this.#file) === process.pid) rmSync(this.#file, { force: true });
  }
}

/** Another process that asks for the lock; files of those that were killed meanwhile are removed. */
function othersOf(lock: string, own: string): { number: number; file: string } | undefined {
  const begin = `${basename(lock)}.`;
  for (const name of readdirSync(dirname(lock))) {
    const number = name.startsWith(begin)
      ? Number(/^(\d+)\.[\da-f-]{36}$/.exec(name.slice(begin.length))?.[1])
      : Number.NaN;
    const file = join(dirname(lock), name);
    if (Number.isNaN(number) || basename(own) === name) continue;
    if (isOther(number)) return { number, file };
    rmSync(file, { force: true });
  }
  return undefined;
}

const refusal = (path: string, number: number, file: string) =>
  new UsageError(({ journal }) => journal.held(path, number, file));
