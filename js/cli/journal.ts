// What has been reviewed, on the disk: a line for each thing that is done, and none is ever changed. Whoever stops, by
// Ctrl-C or by a fault of the machine, goes on where the last whole line ends.
import { createHash } from "node:crypto";
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Action, GameLog, RoundResult, UnjudgedWord, WindName } from "../index.js";
import type { Entry } from "../summary.js";
import { UsageError } from "./command.js";

const FORMAT = 2;

/** A game as it is remembered: all that is printed of it but its decisions. */
export interface Game {
  readonly format: GameLog["format"];
  readonly names: GameLog["names"] | undefined;
  readonly points: GameLog["points"] | undefined;
  readonly broken: string | undefined;
  /** Reviews of earlier versions have none. */
  readonly rules?: GameLog["rules"] | undefined;
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
  /** The tile on offer, where it was about one. */
  readonly offered?: string | undefined;
  readonly done?: Action | undefined;
  readonly best?: Action | undefined;
  readonly unjudged?: UnjudgedWord | undefined;
}

/** Where a decision stands in its record: `3 17`. */
export type Place = `${number} ${number}`;

export const placeOf = ({ round, index }: { readonly round: number; readonly index: number }): Place => `${round} ${index}`;

/** What is known of a record. */
export interface Reviewed {
  readonly game: Game | undefined;
  /** One for each place, in the order they were found. */
  readonly decisions: ReadonlyMap<Place, Judged>;
}

interface Known extends Reviewed {
  game: Game | undefined;
  readonly decisions: Map<Place, Judged>;
}

/** Where lines go: to an open file that is locked, to none, or nowhere any more. */
type Target = { readonly file: number; readonly lock: string } | "none" | "closed";

type Line =
  | { readonly nanikiru: number; readonly settings: unknown }
  | { readonly key: string; readonly game: Game }
  | { readonly key: string; readonly decision: Judged };

/** The same for the same bytes. */
export const keyOf = (record: Uint8Array): string => createHash("sha256").update(record).digest("hex").slice(0, 32);

export class Journal {
  readonly #known = new Map<string, Known>();
  #target: Target = "none";

  /** Without a path nothing is written. */
  constructor(path: string | undefined, settings: object) {
    if (path === undefined) return;
    const lock = `${path}.lock`;
    this.#take(lock, path);
    try {
      const file = openSync(path, "a+");
      this.#target = { file, lock };
      const bytes = readFileSync(path);
      // a line that was being written when the machine stopped is none
      const whole = bytes.lastIndexOf(10) + 1;
      if (whole < bytes.length) ftruncateSync(file, whole);
      const lines = bytes.subarray(0, whole).toString().split("\n").slice(0, -1);
      if (lines.length === 0) this.#write({ nanikiru: FORMAT, settings });
      lines.forEach((line, i) => this.#read(line, i, path, settings));
    } catch (error) {
      this.close();
      rmSync(lock, { force: true });
      throw error;
    }
  }

  /** One process at a time: two would review the same. */
  #take(lock: string, path: string): void {
    for (;;) {
      try {
        return writeFileSync(lock, String(process.pid), { flag: "wx" });
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === "ENOENT") throw new UsageError(`${path} cannot be made: its folder does not exist`);
        if (code !== "EEXIST") throw error;
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
    } else if ("game" in line) this.#of(line.key).game = line.game;
    else if ("decision" in line) {
      const { decisions } = this.#of(line.key);
      const place = placeOf(line.decision);
      if (decisions.has(place)) throw new UsageError(`${path}, line ${i + 1}, has a decision a second time: take the line out, or give another --journal`);
      decisions.set(place, line.decision);
    }
  }

  #write(line: Line): void {
    if (this.#target === "none") return;
    if (this.#target === "closed") throw new Error("the journal has been closed");
    const { file } = this.#target;
    try {
      // unlike writeSync it goes on where the system has taken a part
      writeFileSync(file, `${JSON.stringify(line)}\n`);
      fsyncSync(file);
    } catch (error) {
      // on a full disk half a line may stand there, and only the last line may be half
      this.close();
      throw error;
    }
  }

  #of(key: string): Known {
    const known = this.#known.get(key);
    if (known) return known;
    const fresh: Known = { game: undefined, decisions: new Map() };
    this.#known.set(key, fresh);
    return fresh;
  }

  /** What is known of a record; it is added to in place. */
  of(key: string): Reviewed {
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
  add(key: string, decision: Judged): void {
    const { decisions } = this.#of(key);
    const place = placeOf(decision);
    if (decisions.has(place)) throw new Error(`the decision ${place} of ${key} is in the journal already`);
    this.#write({ key, decision });
    decisions.set(place, decision);
  }

  close(): void {
    if (typeof this.#target === "object") {
      closeSync(this.#target.file);
      rmSync(this.#target.lock, { force: true });
    }
    this.#target = "closed";
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
