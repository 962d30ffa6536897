// What has been reviewed, on the disk: a line for each thing that is done, and none is ever changed. Whoever stops, by
// Ctrl-C or by a fault of the machine, goes on where the last whole line ends.
import { createHash } from "node:crypto";
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import type { Action, GameLog, RoundResult, UnjudgedWord, WindName } from "../index.js";
import type { Entry } from "../summary.js";
import { UsageError } from "./command.js";

const FORMAT = 1;

/** A game as it is remembered: all that is printed of it but its decisions. */
export interface Game {
  readonly format: GameLog["format"];
  readonly names: GameLog["names"] | undefined;
  readonly points: GameLog["points"] | undefined;
  readonly broken: string | undefined;
  readonly rounds: readonly { roundWind: WindName; number: number; honba: number; result: RoundResult }[];
  /** How many decisions are to be reviewed. */
  readonly total: number;
}

/** A reviewed decision as it is remembered. */
export interface Judged extends Entry {
  readonly round: number;
  readonly index: number;
  readonly player: number;
  readonly seat: WindName;
  readonly turn: number;
  readonly hand: string;
  readonly done?: Action | undefined;
  readonly best?: Action | undefined;
  readonly unjudged?: UnjudgedWord | undefined;
}

/** What is known of a record. */
export interface Reviewed {
  game: Game | undefined;
  readonly decisions: Judged[];
}

type Line =
  | { readonly nanikiru: number; readonly settings: unknown }
  | { readonly key: string; readonly game: Game }
  | { readonly key: string; readonly decision: Judged };

/** The same for the same bytes. */
export const keyOf = (record: Uint8Array): string => createHash("sha256").update(record).digest("hex").slice(0, 32);

export class Journal {
  readonly #known = new Map<string, Reviewed>();
  #file: number | undefined;
  #lock: string | undefined;

  /** Without a path nothing is written. */
  constructor(path: string | undefined, settings: object) {
    if (path === undefined) return;
    this.#take(`${path}.lock`, path);
    this.#file = openSync(path, "a+");
    const bytes = readFileSync(path);
    // a line that was being written when the machine stopped is none
    const whole = bytes.lastIndexOf(10) + 1;
    if (whole < bytes.length) ftruncateSync(this.#file, whole);
    const lines = bytes.subarray(0, whole).toString().split("\n").slice(0, -1);
    if (lines.length === 0) this.#write({ nanikiru: FORMAT, settings });
    lines.forEach((line, i) => this.#read(line, i, path, settings));
  }

  /** One process at a time: two would review the same. */
  #take(lock: string, path: string): void {
    for (;;) {
      try {
        writeFileSync(lock, String(process.pid), { flag: "wx" });
        this.#lock = lock;
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
        const holder = Number(readFileSync(lock, "utf8"));
        if (isAlive(holder)) throw new UsageError(`${path} is being written by process ${holder}`);
        // whoever had it was killed
        rmSync(lock, { force: true });
      }
    }
  }

  #read(text: string, i: number, path: string, settings: object): void {
    let line: Line;
    try {
      line = JSON.parse(text) as Line;
    } catch {
      throw new UsageError(`${path}, line ${i + 1}, is no line of a journal: give another --journal`);
    }
    if (i === 0) {
      if (!("nanikiru" in line) || line.nanikiru !== FORMAT) throw new UsageError(`${path} is no journal of this version: give another --journal`);
      const same = JSON.stringify(line.settings) === JSON.stringify(settings);
      if (!same) throw new UsageError(`${path} was written with other settings (${JSON.stringify(line.settings)}): give another --journal`);
    } else if ("game" in line) this.of(line.key).game = line.game;
    else if ("decision" in line) this.of(line.key).decisions.push(line.decision);
  }

  #write(line: Line): void {
    if (this.#file === undefined) return;
    writeSync(this.#file, `${JSON.stringify(line)}\n`);
    fsyncSync(this.#file);
  }

  /** What is known of a record; it is added to in place. */
  of(key: string): Reviewed {
    const known = this.#known.get(key);
    if (known) return known;
    const fresh: Reviewed = { game: undefined, decisions: [] };
    this.#known.set(key, fresh);
    return fresh;
  }

  begin(key: string, game: Game): void {
    const known = this.of(key);
    if (known.game) return;
    this.#write({ key, game });
    known.game = game;
  }

  add(key: string, decision: Judged): void {
    this.#write({ key, decision });
    this.of(key).decisions.push(decision);
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    if (this.#lock !== undefined) rmSync(this.#lock, { force: true });
    this.#file = this.#lock = undefined;
  }
}

function isAlive(process_: number): boolean {
  if (!Number.isInteger(process_) || process_ <= 0 || process_ === process.pid) return false;
  try {
    process.kill(process_, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
