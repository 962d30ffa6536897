// Browsers, with the files that lie beside the script and no others: what `nanikiru/no-inline` has.
import { fetchWasm, underPolicy, watchPolicy } from "../wasm-fetch.js";
import type { FromWorker } from "../protocol.js";
import type { Files, Platform, WorkerHandle } from "./platform.js";

/** How long a report of the page's policy may come before or after the worker's own error. */
const POLICY_MS = 50;

/** `make`: the worker, in the words that bundlers look for; `url`: the same script's address. */
export function handle(make: () => Worker, url: () => string, options: WorkerOptions): WorkerHandle {
  const policy = watchPolicy(/^(worker|child)-src/);
  let worker: Worker;
  try {
    worker = underPolicy(make, url, options);
  } catch (error) {
    policy.end();
    throw new Error(policy.blocked() ?? (error instanceof Error ? error.message : String(error)));
  }
  const gone = new AbortController();
  let onFailure = (_: string): void => {};
  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    listen(message, failed) {
      onFailure = failed;
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        policy.end();
        message(data);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        if (event.message) return failed(event.message);
        setTimeout(() => {
          policy.end();
          failed(policy.blocked() ?? "the worker's script could not be loaded");
        }, POLICY_MS);
      };
      worker.onmessageerror = () => failed("a message from the worker could not be read");
    },
    follow(lives) {
      for (const life of lives) {
        // it is given to us when the thread that holds it has ended, for any reason
        const free = () => onFailure("it is gone, or a thread of its pool");
        navigator.locks.request(life as string, { signal: gone.signal }, free).catch(() => {});
      }
    },
    terminate() {
      gone.abort();
      worker.terminate();
    },
    hold() {},
  };
}

/** Bundlers look for exactly these expressions. */
const OWN = {
  single: () => new URL("./nanikiru.wasm", import.meta.url),
  threads: () => new URL("./nanikiru-threads.wasm", import.meta.url),
  preview: () => new URL("./nanikiru-preview.wasm", import.meta.url),
};

export const platform: Platform = {
  remote: true,
  load: fetchWasm,
  cores: () => globalThis.navigator?.hardwareConcurrency ?? 1,

  obstacle() {
    if (typeof SharedArrayBuffer === "undefined" || globalThis.crossOriginIsolated === false) {
      return "the page is not cross-origin isolated: it is served without the headers COOP and COEP";
    }
    return undefined;
  },

  files({ workerUrl, wasmUrl }): Files {
    // bundlers look for exactly this expression
    const own = () => new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "nanikiru" });
    const options: WorkerOptions = { type: "module", name: "nanikiru" };
    const named = (url: string | URL) => new Worker(url, options);
    return {
      spawn: () =>
        workerUrl === undefined
          ? handle(own, () => new URL("./worker.js", import.meta.url).href, options)
          : handle(
              () => named(workerUrl),
              () => String(workerUrl),
              options,
            ),
      wasm: (build) => String(wasmUrl?.[build] ?? OWN[build]()),
    };
  },
};
