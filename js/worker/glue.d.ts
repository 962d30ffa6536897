// What wasm-bindgen writes to pkg/; scripts/bundle.mjs knows where it is.

interface Glue {
  initSync(input: { module: WebAssembly.Module; memory: WebAssembly.Memory; thread_stack_size?: number }): {
    readonly memory: WebAssembly.Memory;
    /** Lowest address of this thread's stack. */
    readonly __stack_alloc?: WebAssembly.Global;
  };
  /**
   * Answers a `Request`; this and the others throw an `ApiError` for an error in what they are given. `memory`: bytes
   * that a search can have. Reports before the last go to `globalThis.nanikiruReport` where they are `watched`.
   */
  analyze(request: unknown, memory: number, watched: boolean): import("../api.js").Report;
  /** Answers a `TabuRequest`. */
  tabu(request: unknown): import("../api.js").TabuReport;
  /** Answers a `DangerRequest`. */
  danger(request: unknown): import("../api.js").DangerReport;
  /** Answers each of some `JudgeRequest`s, side by side. */
  judgeAll(
    requests: readonly unknown[],
    memory: number,
  ): ({ readonly answer: import("../api.js").Verdict } | { readonly error: import("../api.js").ApiError })[];
  /** Reads a game record, `{ rules }` where it names none. */
  parseLog(record: Uint8Array, options: unknown): import("../api.js").GameLog;
  /** Writes a game record in another format, `{ format, rules }`. */
  convertLog(record: Uint8Array, request: unknown): import("../api.js").ConvertedLog;
  addresses(): Uint32Array;
}

declare module "glue:single" {
  const glue: Glue;
  export const initSync: typeof glue.initSync, addresses: typeof glue.addresses;
  export const analyze: typeof glue.analyze,
    tabu: typeof glue.tabu,
    danger: typeof glue.danger,
    judgeAll: typeof glue.judgeAll;
  export const parseLog: typeof glue.parseLog, convertLog: typeof glue.convertLog;
}

declare module "glue:preview" {
  const glue: Glue;
  export const initSync: typeof glue.initSync, addresses: typeof glue.addresses, analyze: typeof glue.analyze;
}

/** What `glue:single` is made of, anew each time it is asked: a module has one instance as long as it lives. */
declare module "glue:table" {
  /** A game as one player follows it. */
  export interface Table {
    apply(event: unknown): void;
    seat(): number | undefined;
    actions(): import("../api.js").Action[];
    moment(): import("../api.js").Moment | null;
    toMjai(action: unknown): import("../types.js").MjaiEvent;
    free(): void;
  }
  export function glue(): {
    init(input: {
      module_or_path: WebAssembly.Module | Uint8Array<ArrayBuffer>;
      memory: WebAssembly.Memory;
    }): Promise<{ readonly memory: WebAssembly.Memory }>;
    addresses(): Uint32Array;
    readonly Table: new (options: unknown) => Table;
    /** From now on a table that nobody holds any more is not freed inside the instance. */
    giveUp(): void;
  };
}

declare module "glue:threads" {
  const glue: Glue;
  export const initSync: typeof glue.initSync, addresses: typeof glue.addresses;
  export const analyze: typeof glue.analyze,
    tabu: typeof glue.tabu,
    danger: typeof glue.danger,
    judgeAll: typeof glue.judgeAll;
  export const parseLog: typeof glue.parseLog, convertLog: typeof glue.convertLog;
  export function initThreadPool(threads: number): Promise<void>;
  export function wbg_rayon_start_worker(receiver: number): void;
}

/** Pages that the builds start with. */
declare const INITIAL_PAGES: { readonly single: number; readonly threads: number; readonly preview: number };
/** Bytes of the WebAssembly files. */
declare const WASM_BYTES: { readonly single: number; readonly threads: number; readonly preview: number };
/** Whether this is the build for the tests, with faults on demand. */
declare const TEST_HOOKS: boolean;
