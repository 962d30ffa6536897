import type { Report } from "./api.js";
import { NanikiruError } from "./errors.js";
import { crash, ended } from "./faults.js";
import { GUARD_BROKEN, guardsHold } from "./memory.js";
import type { Files, WorkerHandle } from "./platform/platform.js";
import { type Build, type FromWorker, type Question, type Shared, type StartFault, WATCH_MS } from "./protocol.js";

/** The engine's answer, as it came out of WebAssembly, and how long it took there. */
export interface Answer<T> {
  readonly answer: T;
  readonly elapsedMs: number;
}

/** Where the search under way is. */
export interface Steps {
  readonly done: number;
  readonly total: number;
}

/** The engine did not start; the caller may try another way. */
export class StartError extends Error {
  constructor(
    readonly fault: StartFault | "worker",
    message: string,
  ) {
    super(message);
  }
}

/** How to start an engine. */
export interface EngineOptions {
  readonly build: Build;
  /** Threads of the pool; 0 without one. */
  readonly threads: number;
  /** Most memory for searches, in pages of 64 KiB. */
  readonly pages: number;
}

/** A script that does not run, or a pool that does not start, in this time never will: not all of it is an event. */
const PATIENCE_MS = 10_000;

/** One worker with one engine: it answers one request at a time and is thrown away after a fault. */
export class Engine {
  readonly #worker: WorkerHandle;
  readonly #shared: Shared | undefined;
  #job: { readonly what: Question["what"]; settle(message: FromWorker): void; fail(error: unknown): void } | undefined;
  /** Why the worker has ended, by a fault or by `stop`; none while it lives. */
  #end: { readonly reason: unknown } | undefined;

  private constructor(worker: WorkerHandle, shared: Shared | undefined) {
    this.#worker = worker;
    this.#shared = shared;
    worker.listen(
      (message) => {
        if (message.type === "crash") this.#fail(crash(message.message, this.#job?.what));
        else this.#job?.settle(message);
      },
      (reason) => this.#fail(ended(reason, this.#job?.what)),
    );
  }

  /** Starts a worker. `loading` hears of its file. Rejects with `StartError`. */
  static async start(
    files: Files,
    { build, threads, pages }: EngineOptions,
    loading: (progress: Steps) => void,
  ): Promise<Engine> {
    let worker: WorkerHandle;
    try {
      worker = files.spawn();
    } catch (error) {
      throw new StartError("worker", error instanceof Error ? error.message : String(error));
    }
    worker.hold(true);
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      const shared = await new Promise<Shared | undefined>((resolve, reject) => {
        const expect = (fault: StartError["fault"], what: string) => {
          clearTimeout(timer);
          const silence = `${what} gives no sign of life in ${PATIENCE_MS / 1000} s`;
          timer = setTimeout(() => reject(new StartError(fault, silence)), PATIENCE_MS);
        };
        let threaded = false;
        expect("worker", "the worker");
        worker.listen(
          (message) => {
            switch (message.type) {
              case "hello":
                if (message.life !== undefined) worker.follow([message.life]);
                clearTimeout(timer); // a slow network may take its time
                return void Promise.resolve(files.wasm(build)).then(
                  (wasm) => worker.post({ type: "start", build, threads, wasm, pages }),
                  (error) => reject(new StartError("load", String(error))),
                );
              case "loading":
                return loading({ done: message.done, total: message.total });
              case "loaded":
                return expect("pool", "the pool of threads");
              case "threads":
                threaded = true;
                return worker.follow(message.lives);
              case "ready":
                return resolve(message.shared);
              case "refused":
                return reject(new StartError(message.fault, message.message));
            }
          },
          (reason) => reject(new StartError(threaded ? "pool" : "worker", reason)),
        );
      });
      worker.hold(false);
      return new Engine(worker, shared);
    } catch (error) {
      worker.terminate();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Whether `cancel` leaves the engine usable; without shared memory only `stop` stops a search. */
  get cancellable(): boolean {
    return this.#shared !== undefined;
  }

  /** Whether the worker has ended, by a fault or by `stop`. */
  get ended(): boolean {
    return this.#end !== undefined;
  }

  /**
   * Asks for an answer, a `T`. Rejects with `NanikiruError`; after a fault of the engine it has `ended`, and `run`
   * rejects with the reason.
   */
  async run<T>(
    question: Question,
    onProgress: (progress: Steps) => void,
    onReport: (report: Answer<Report>) => void,
  ): Promise<Answer<T>> {
    // nothing answers what is posted to a worker that has ended
    if (this.#end) throw this.#end.reason;
    // before the request is posted: a cancel that comes while it is on its way must not be wiped out
    this.#store("cancel", 0);
    this.#store("done", 0);
    this.#store("total", 0);
    this.#worker.hold(true);
    let watch: ReturnType<typeof setInterval> | undefined;
    try {
      return await new Promise<Answer<T>>((resolve, reject) => {
        this.#job = {
          what: question.what,
          fail: reject,
          settle(message) {
            if (message.type === "progress") {
              onProgress({ done: message.done, total: message.total });
            } else if (message.type === "report") {
              onReport({ answer: message.report, elapsedMs: message.elapsedMs });
            } else if (message.type === "answer") {
              resolve({ answer: message.answer as T, elapsedMs: message.elapsedMs });
            } else if (message.type === "error") {
              const { code, field, value, message: text, span } = message.error;
              reject(new NanikiruError({ code, field, value, message: text, span }));
            }
          },
        };
        // a record is the engine's now: a copy of a large one would be for nothing
        const transfer = "record" in question ? [question.record.buffer] : [];
        this.#worker.post({ type: "ask", question }, transfer);
        if (this.#shared) watch = setInterval(() => this.#look(this.#shared as Shared, onProgress), WATCH_MS);
      });
    } finally {
      clearInterval(watch);
      this.#job = undefined;
      if (!this.ended) this.#worker.hold(false);
    }
  }

  /** Tells a running search to stop; its `run` rejects soon with `search.cancelled`. */
  cancel(): void {
    this.#store("cancel", 1);
  }

  /** Ends the worker and all its threads; a `run` under way rejects with `reason`. */
  stop(reason: unknown): void {
    this.#fail(reason);
  }

  #fail(reason: unknown): void {
    if (this.#end) return;
    this.#end = { reason };
    this.#worker.terminate();
    this.#job?.fail(reason);
  }

  #store(what: "cancel" | "done" | "total", value: number): void {
    const { buffer, at } = this.#shared ?? {};
    if (!buffer || !at) return;
    const view = what === "cancel" ? new Uint8Array(buffer, at.cancel, 1) : new Uint32Array(buffer, at[what], 1);
    Atomics.store(view, 0, value);
  }

  /** A caller that waits for a thread that has panicked waits for ever: only this sees it. */
  #look({ buffer, at, guards }: Shared, onProgress: (progress: Steps) => void): void {
    const load = (address: number) => Atomics.load(new Uint32Array(buffer, address, 1), 0);
    const length = load(at.panicLength);
    // a stack that grew over other data may panic for that reason: the guard is asked first
    if (!guardsHold(buffer, guards)) {
      this.#fail(crash(GUARD_BROKEN, this.#job?.what));
    } else if (length > 0) {
      // a copy: decode() takes no shared memory
      const text = new Uint8Array(buffer, at.panicText, length).slice();
      this.#fail(crash(new TextDecoder().decode(text), this.#job?.what));
    } else {
      onProgress({ done: load(at.done), total: load(at.total) });
    }
  }
}
