// The shapes of the public face that are not the engine's own (those are in api.d.ts, generated from Rust).
import type {
  Action,
  Context,
  DangerReport,
  GameLog,
  HandInput,
  Options,
  Report as EngineReport,
  SearchInfo,
} from "./api.js";

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
  /** Called about every 20 ms while the search runs, and with every report that a deeper one may follow. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** How to stop. */
export interface CallOptions {
  /** The promise then rejects with the signal's `reason`, at once. */
  readonly signal?: AbortSignal | undefined;
}

/** A game record: its text, or its bytes as they were stored, gzip'd or not. */
export type LogInput = string | ArrayBuffer | ArrayBufferView;

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
  /** Ends the worker and its threads; questions still open reject with `engine.disposed`. */
  dispose(): void;
}
