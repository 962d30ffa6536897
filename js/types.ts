// The shapes of the public face that are not the engine's own (those are in api.d.ts, generated from Rust).
import type {
  Action,
  Context,
  DangerReport,
  Decision,
  GameLog,
  HandInput,
  Options,
  Report as EngineReport,
  SearchInfo,
  Verdict,
  WindName,
} from "./api.js";

declare global {
  interface SymbolConstructor {
    // as in TypeScript's lib esnext.disposable, for projects that are without it
    readonly dispose: unique symbol;
  }
}

/** How far a search has come. */
export interface Progress {
  /** Steps done of the search under way; each depth begins anew. */
  readonly done: number;
  /** Steps in all; 0 until it is known. */
  readonly total: number;
  /** A complete report of a depth that is done, once for each; `search.depth` counts them. The promise has the last. */
  readonly report?: Report;
}

/** How to search, how to stop and how to watch. */
export interface AnalyzeOptions extends Options {
  /** The one action to value; every possible one when left out. One that is not possible is an error that says why. */
  readonly action?: Action | undefined;
  /** Stops the search; the promise then rejects with the signal's `reason`, at once. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called about every 20 ms while the search runs, and with every report that a deeper one may follow. Without it, and without
   * `budgetMs`, only the deepest is searched: the same report, sooner. When it throws, or gives a promise that rejects, the search
   * is stopped and the question rejects with the same.
   */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** How to stop. */
export interface CallOptions {
  /** The promise then rejects with the signal's `reason`, at once. */
  readonly signal?: AbortSignal | undefined;
}

/** Whatever has a body that can be read once: a `Blob`, a `File` of an `<input>`, the `Response` of a `fetch`. */
export interface RecordBody {
  arrayBuffer(): Promise<ArrayBuffer>;
}

/**
 * A game record: its text, its bytes as they were stored, gzip'd or not; a file or a response that holds it, which is then read;
 * or the JSON of tenhou.net/6, or the array of mjai's events, when they have been parsed already.
 */
export type LogInput = string | ArrayBuffer | ArrayBufferView | RecordBody | JsonRecord;

/** A game record that `JSON.parse` has read: an object of tenhou.net/6, or events (or lines) of mjai. */
export type JsonRecord = { readonly log: readonly unknown[] } | readonly ({ readonly type: string } | string)[];

/** A seat of a game: its wind in the first round, or its number, 0 for the one who deals first. */
export type GameSeat = WindName | 0 | 1 | 2 | 3;

/** How far a review has come. */
export interface ReviewProgress {
  /** Decisions that are done with. */
  readonly done: number;
  /** Decisions in all. */
  readonly total: number;
  /** Mistakes among those done. */
  readonly mistakes: number;
}

/** Whose decisions, what is a mistake, how to search, how to stop and how to watch. */
export interface ReviewOptions extends Options {
  /** Whose decisions are reviewed; everybody's when left out. */
  readonly seat?: GameSeat | undefined;
  /**
   * The loss from which on a decision is a mistake, in the unit of the objective; when left out 300 points, 400 placement points,
   * or a rate of 0.02 for `winRate` and `tenpai`.
   */
  readonly threshold?: number | undefined;
  /** How many of the best actions each decision comes with, 1 to 100; 5 when left out. */
  readonly rows?: number | undefined;
  /** Stops the review; the iteration then throws the signal's `reason`, at once. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the record is read, and after every decision; what it throws ends the review. */
  readonly onProgress?: ((progress: ReviewProgress) => void) | undefined;
}

/** One decision of a game, as `parseLog` gives it, what was done, and the best that could have been. */
export interface ReviewedDecision extends Decision, Verdict {
  /** Its round in the record, from 0. */
  round: number;
  /** Its place among all decisions of that round, from 0. */
  index: number;
  /** Whose it is: the seat's number, 0 for the one who deals first. */
  player: number;
}

/** What the search looked at, and what it ran on. */
export interface Search extends SearchInfo {
  /** Milliseconds inside the engine. */
  elapsedMs: number;
  /** Threads that searched. */
  threads: number;
  /** Why this many, in English. */
  threadsReason: string;
}

/** What `analyze` answers: the same for any number of threads, but for `elapsedMs`, `threads` and `threadsReason`. */
export interface Report extends Omit<EngineReport, "search"> {
  /** What the search looked at, and what it ran on. */
  search: Search;
}

/** What an analyzer runs on. */
export interface AnalyzerOptions {
  /** 1 to 64; as many as there are cores, at most 8, when left out. One thread is another, smaller build. */
  readonly threads?: number | undefined;
  /**
   * Most memory for searches, in MiB, 64 to 1024 (256 when left out); a stack of 8 MiB for each thread and the tables
   * come beside it, and all together is 1024 at the most. It takes what it needs. A device that refuses gets half:
   * `search.memoryMb` says what there is.
   */
  readonly memoryMb?: number | undefined;
  /** Addresses of the two WebAssembly files, where the package's own cannot be found: then nothing else is tried. */
  readonly wasmUrl?: { readonly single?: string | URL; readonly threads?: string | URL } | undefined;
  /** Address of `worker.js` (in Node `worker.cjs`): then nothing else is tried. */
  readonly workerUrl?: string | URL | undefined;
}

/** Answers one question after the other in a worker of its own. */
export interface Analyzer {
  /** Values every action with a hand of 14 or 13 tiles. Questions asked meanwhile wait for their turn. */
  analyze(hand: HandInput, context?: Context, options?: AnalyzeOptions): Promise<Report>;
  /** What the table does to each tile: for all kinds and red fives, whatever the hand of 14 or 13 tiles holds. */
  danger(hand: HandInput, context: Context, options?: CallOptions): Promise<DangerReport>;
  /** Reads a game record (mjlog, tenhou.net/6 JSON, mjai) and gives every decision of every seat. */
  parseLog(log: LogInput, options?: CallOptions): Promise<GameLog>;
  /**
   * Judges the decisions of a game one after the other, of one seat or all: what was done, the best, and what the
   * difference is worth. Each is searched when it is asked for; a `break` ends the review.
   */
  review(log: LogInput | GameLog, options?: ReviewOptions): AsyncGenerator<ReviewedDecision, void, undefined>;
  /** Ends the worker and its threads; questions still open reject with `engine.disposed`. Hot reload of a module has to do so. */
  dispose(): void;
  /** The same, for `using analyzer = createAnalyzer()`. */
  [Symbol.dispose](): void;
}
