// What the two sides of a worker say to each other.
import type { ApiError, ConvertedLog, DangerReport, GameLog, Report, TabuReport, Verdict } from "./api.js";

/** A WebAssembly file: its address, or its bytes. */
export type WasmSource = string | Uint8Array<ArrayBuffer>;

/** The builds of the engine: without threads, with a pool of them, and the small one of `preview`. */
export type Build = "single" | "threads" | "preview";

/** Starts the engine in a fresh worker. */
export interface Start {
  readonly type: "start";
  readonly build: Build;
  /** Threads of the pool; 0 without one. */
  readonly threads: number;
  readonly wasm: WasmSource;
  /** Most memory for searches, in 64 KiB pages; stacks and tables come beside it. */
  readonly pages: number;
}

/** Data that crosses to a worker and into the engine as it is. */
export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [field: string]: Plain };

/** What the engine answers, each to its question. */
export type Reply = Report | TabuReport | DangerReport | readonly VerdictReply[] | GameLog | ConvertedLog;

/** What the engine answers to one of several decisions. */
export type VerdictReply = { readonly answer: Verdict } | { readonly error: ApiError };

export type Question =
  /** A `Request`, not checked yet; `watched`: somebody waits for the reports before the last. */
  | { readonly what: "analyze"; readonly request: Plain; readonly watched: boolean }
  /** A `TabuRequest`, not checked yet. */
  | { readonly what: "tabu"; readonly request: Plain }
  /** A `DangerRequest`, not checked yet. */
  | { readonly what: "danger"; readonly request: Plain }
  /** Each a `JudgeRequest`, not checked yet. */
  | { readonly what: "judge"; readonly requests: readonly Plain[] }
  /** A game record as it was stored, with `LogOptions`, not checked yet. */
  | { readonly what: "parseLog"; readonly record: Uint8Array<ArrayBuffer>; readonly request: Plain }
  /** The same, to be written in another format. */
  | { readonly what: "convertLog"; readonly record: Uint8Array<ArrayBuffer>; readonly request: Plain };

/** Asks the engine; one question at a time. */
export interface Ask {
  readonly type: "ask";
  readonly question: Question;
}

export type ToWorker = Start | Ask;

/** Addresses in the engine's memory, in the order of `addresses()` in src/wasm.rs. */
export interface Addresses {
  readonly cancel: number;
  readonly done: number;
  readonly total: number;
  readonly panicLength: number;
  readonly panicText: number;
}

/** What only the start can go wrong with. */
export type StartFault = "load" | "memory" | "pool";

/**
 * The sign that a thread has ended, when there is no other: in browsers the name of a Web Lock that it holds as
 * long as it lives, in Node a port whose other end it has.
 */
export type Life = string | MessagePort;

export type FromWorker =
  /** The script runs. */
  | { readonly type: "hello"; readonly life?: Life | undefined }
  /** How much of the WebAssembly file is here, unpacked. */
  | { readonly type: "loading"; readonly done: number; readonly total: number }
  /** The WebAssembly file is here; what follows takes no network. */
  | { readonly type: "loaded" }
  /** The pool's threads have been started: waiting for one that has ended would never end. */
  | { readonly type: "threads"; readonly lives: readonly Life[] }
  | { readonly type: "ready"; readonly shared: Shared | undefined }
  | { readonly type: "refused"; readonly fault: StartFault; readonly message: string }
  /** Where the search is; without threads only, which have it in shared memory. */
  | { readonly type: "progress"; readonly done: number; readonly total: number }
  /** A report that a deeper one may follow. */
  | { readonly type: "report"; readonly report: Report; readonly elapsedMs: number }
  | { readonly type: "answer"; readonly answer: Reply; readonly elapsedMs: number }
  /** The question cannot be answered. */
  | { readonly type: "error"; readonly error: ApiError }
  /** The engine is broken: its worker must end. */
  | { readonly type: "crash"; readonly message: string };

/** Memory that both sides see while the worker is busy. */
export interface Shared {
  readonly buffer: SharedArrayBuffer;
  readonly at: Addresses;
  /** Guards of the pool's stacks. */
  readonly guards: readonly number[];
}

/** What one thread of the pool starts with. */
export interface Join {
  readonly type: "join";
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly receiver: number;
}

/** Milliseconds between two looks at progress and panics; a panic has to be an error within 200. */
export const WATCH_MS = 20;
export const PAGES_PER_MIB = 16;
/** `--max-memory` in .cargo/config.toml. */
export const MAX_MEMORY_MIB = 1024;
/** What searches may take when the caller does not say: a telephone's tab still has it. */
export const DEFAULT_MEMORY_MIB = 256;
