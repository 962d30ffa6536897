import { availableParallelism } from "node:os";
import { type MessagePort, Worker } from "node:worker_threads";
import { fileBytes } from "../file.js";
import type { FromWorker } from "../protocol.js";
import type { Files, Platform, WorkerHandle } from "./platform.js";

function handle(worker: Worker): WorkerHandle {
  let onMessage = (_: FromWorker): void => {};
  let onFailure = (_: string): void => {};
  let gone: string | undefined;
  worker.unref();
  worker.on("message", (data: FromWorker) => onMessage(data));
  worker.on("error", (error) => onFailure(String(error)));
  worker.on("messageerror", (error) => onFailure(String(error)));
  worker.on("exit", (code) => onFailure(gone ?? `it ended with code ${code}`));
  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    listen(message, failed) {
      onMessage = message;
      onFailure = failed;
    },
    follow(lives) {
      for (const life of lives) {
        // a port inside a message is the web's own in Deno: it has no `on` and no `unref`, and keeps no program alive
        const port: EventTarget & Partial<Pick<MessagePort, "unref">> = life as unknown as MessagePort;
        port.addEventListener("close", () => {
          gone = "a thread of the pool is gone";
          // where the whole worker is at its end, its own event says more, and comes before that of its exit
          void Promise.resolve(worker.terminate()).then(() => onFailure(gone as string));
        });
        port.unref?.();
      }
    },
    terminate() {
      onMessage = onFailure = () => {};
      void worker.terminate();
    },
    hold: (busy) => (busy ? worker.ref() : worker.unref()),
  };
}

const OWN = { single: "./nanikiru.wasm", threads: "./nanikiru-threads.wasm", preview: "./nanikiru-preview.wasm" };

export const platform: Platform = {
  remote: false,
  load: fileBytes,
  cores: availableParallelism,
  obstacle: () => undefined,
  files({ workerUrl, wasmUrl }): Files {
    const file = new URL(workerUrl ?? "./worker.cjs", import.meta.url);
    return {
      spawn: () => handle(new Worker(file, { execArgv: [], name: "nanikiru" })),
      wasm: (build) => new URL(wasmUrl?.[build] ?? OWN[build], import.meta.url).href,
    };
  },
};
