// What wasm-bindgen writes to pkg/; scripts/bundle.mjs knows where it is.

interface Glue {
  initSync(input: { module: WebAssembly.Module; memory: WebAssembly.Memory; thread_stack_size?: number }): {
    readonly memory: WebAssembly.Memory;
    /** Lowest address of this thread's stack. */
    readonly __stack_alloc?: WebAssembly.Global;
  };
  /**
   * Answers JSON with JSON; throws a string, JSON too, for an error in the request. `memory`: bytes that a search can
   * have. Reports before the last go to `globalThis.nanikiruReport` where they are `watched`.
   */
  ask(what: "analyze" | "danger" | "judge", request: string, memory: number, watched: boolean): string;
  /** Reads a game record; answers as `ask` does. */
  parseLog(record: Uint8Array): string;
  addresses(): Uint32Array;
}

declare module "glue:single" {
  const glue: Glue;
  export const initSync: typeof glue.initSync, addresses: typeof glue.addresses;
  export const ask: typeof glue.ask, parseLog: typeof glue.parseLog;
}

declare module "glue:threads" {
  const glue: Glue;
  export const initSync: typeof glue.initSync, addresses: typeof glue.addresses;
  export const ask: typeof glue.ask, parseLog: typeof glue.parseLog;
  export function initThreadPool(threads: number): Promise<void>;
  export function wbg_rayon_start_worker(receiver: number): void;
}

/** Pages that the two builds start with. */
declare const INITIAL_PAGES: { readonly single: number; readonly threads: number };
/** Whether this is the build for the tests, with faults on demand. */
declare const TEST_HOOKS: boolean;
