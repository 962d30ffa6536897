import type { FromWorker } from "../protocol.js";
import type { Files, Platform, WorkerHandle } from "./platform.js";

function handle(worker: Worker): WorkerHandle {
  return {
    post: (message) => worker.postMessage(message),
    listen(message, failed) {
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => message(data);
      worker.onerror = (event) => {
        event.preventDefault();
        failed(event.message || "the worker's script could not be loaded");
      };
      worker.onmessageerror = () => failed("a message from the worker could not be read");
    },
    terminate: () => worker.terminate(),
    hold() {},
  };
}

async function unpacked(base64: string): Promise<Uint8Array<ArrayBuffer>> {
  const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export const platform: Platform = {
  cores: () => globalThis.navigator?.hardwareConcurrency ?? 1,

  obstacle() {
    if (typeof SharedArrayBuffer === "undefined" || globalThis.crossOriginIsolated === false) {
      return "the page is not cross-origin isolated: it is served without the headers COOP and COEP";
    }
    return undefined;
  },

  files({ workerUrl, wasmUrl }): Files {
    return {
      spawn: () =>
        handle(
          workerUrl === undefined
            ? // bundlers look for exactly this expression
              new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "nanikiru" })
            : new Worker(workerUrl, { type: "module", name: "nanikiru" }),
        ),
      wasm: (threads) =>
        threads
          ? String(wasmUrl?.threads ?? new URL("./nanikiru-threads.wasm", import.meta.url))
          : String(wasmUrl?.single ?? new URL("./nanikiru.wasm", import.meta.url)),
    };
  },

  async inlined(): Promise<Files> {
    // its own file, fetched only when it is needed
    const { worker, single, threads } = await import("../inline.js");
    const url = URL.createObjectURL(new Blob([worker], { type: "text/javascript" }));
    return {
      // the pool's threads load the same address later: it is never revoked
      spawn: () => handle(new Worker(url, { name: "nanikiru" })),
      wasm: (withThreads) => unpacked(withThreads ? threads : single),
    };
  },
};
