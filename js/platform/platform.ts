import type { Build, FromWorker, Life, ToWorker, WasmSource } from "../protocol.js";

/** A worker that has just been asked for, in a browser or in Node. */
export interface WorkerHandle {
  /** `transfer`: buffers that the worker has afterwards and this side no more. */
  post(message: ToWorker, transfer?: ArrayBuffer[]): void;
  /**
   * A new pair of listeners replaces the old; `failed` is for a script that cannot be loaded or that throws, and for
   * a thread that has ended.
   */
  listen(message: (data: FromWorker) => void, failed: (reason: string) => void): void;
  /** Has `failed` called when one of these threads ends, also without a word. */
  follow(lives: readonly Life[]): void;
  /** Ends the worker and its pool at once. */
  terminate(): void;
  /** Whether the worker keeps the process alive (Node). */
  hold(busy: boolean): void;
}

/** Where the engine's files are. */
export interface Files {
  spawn(): WorkerHandle;
  wasm(build: Build): WasmSource | Promise<WasmSource>;
}

/** What differs between a browser and Node. */
export interface Platform {
  /** Cores that this process may use. */
  cores(): number;
  /** Whether files come over a network, so that a small one is here before a large one. */
  readonly remote: boolean;
  /** Why there can be no threads, if so. */
  obstacle(): string | undefined;
  /** The package's own files, or those that the caller named. */
  files(named: NamedFiles): Files;
  /** The bytes of a WebAssembly file, or a compiled module when the platform can compile while it loads. */
  load(url: string): Promise<Uint8Array<ArrayBuffer> | WebAssembly.Module>;
  /** The same files carried inside the package's script, for bundlers that lose the others. */
  inlined?(): Promise<Files>;
}

/** Addresses that a caller gives instead of the package's own. */
export interface NamedFiles {
  readonly workerUrl: string | URL | undefined;
  readonly wasmUrl: { readonly [B in Build]?: string | URL } | undefined;
}
