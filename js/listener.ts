// Whoever watches a question: what goes wrong in their code ends their question and nothing else.
import { NanikiruError } from "./errors.js";

type Callback<T> = (now: T) => unknown;

function isThenable(result: unknown): boolean {
  return typeof result === "object" && result !== null && "then" in result;
}

/**
 * Calls `onProgress`. When that throws, or gives a promise that rejects, the question is stopped and rejects with the
 * same.
 */
export class Listener<T> {
  readonly #callback: Callback<T> | undefined;
  readonly #stop: AbortController | undefined;
  readonly #callers: AbortSignal | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(callback: unknown, signal: AbortSignal | undefined) {
    if (callback !== undefined && typeof callback !== "function") {
      const message = "onProgress is a function";
      throw new NanikiruError({ code: "request.type", field: "onProgress", value: callback, message });
    }
    this.#callback = callback as Callback<T> | undefined;
    this.#callers = signal;
    if (!callback) return;
    this.#stop = new AbortController();
    if (signal?.aborted) this.#passOn();
    else signal?.addEventListener("abort", this.#passOn, { once: true });
  }

  /** Whether anybody listens. */
  get listens(): boolean {
    return this.#callback !== undefined;
  }

  /** Says how far it is; to nobody who has stopped the question. */
  notify(now: T): void {
    if (!this.#callback || this.#stop?.signal.aborted) return;
    try {
      const result = this.#callback(now);
      // of an async function: nobody else has its promise, and in Node one that rejects ends the process
      if (isThenable(result)) Promise.resolve(result).then(undefined, this.#fail);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Does `work` until the caller's signal or a failing `onProgress` stops it; throws what that has thrown. */
  async during<R>(work: (signal: AbortSignal | undefined) => Promise<R>): Promise<R> {
    try {
      const result = await work(this.#stop?.signal ?? this.#callers);
      this.check();
      return result;
    } catch (error) {
      this.check();
      throw error;
    }
  }

  /** Throws what `onProgress` has thrown. */
  check(): void {
    if (this.#failure) throw this.#failure.error;
  }

  /** Lets go of the caller's signal. */
  end(): void {
    this.#callers?.removeEventListener("abort", this.#passOn);
  }

  readonly #passOn = (): void => this.#stop?.abort(this.#callers?.reason);

  readonly #fail = (error: unknown): void => {
    this.#failure ??= { error };
    this.#stop?.abort(error);
  };
}
