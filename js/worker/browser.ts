import { fetchWasm, underPolicy } from "../wasm-fetch.js";
import type { FromWorker, Join, Life, ToWorker } from "../protocol.js";
import { serve } from "./engine.js";
import type { PoolMember } from "./pool.js";

declare const self: DedicatedWorkerGlobalScope;

/** Firefox forgets workers that share memory and that nobody holds (bug 1702191). */
const threads: Worker[] = [];

/**
 * Firefox takes only a classic worker from a blob, and some bundlers make one of a module: no module may import
 * scripts.
 */
function isClassic(): boolean {
  try {
    importScripts();
    return true;
  } catch {
    return false;
  }
}

function spawnThread(message: Join): Promise<PoolMember> {
  return new Promise((resolve, reject) => {
    // this very script again
    const options: WorkerOptions = { type: isClassic() ? "classic" : "module", name: "nanikiru-thread" };
    const { href } = self.location;
    const worker = underPolicy(
      () => new Worker(href, options),
      () => href,
      options,
    );
    threads.push(worker);
    let life: Life | undefined;
    worker.onerror = (event) => reject(new Error(`a thread could not be started: ${event.message}`));
    worker.onmessage = ({ data }: MessageEvent<PoolMember | Extract<FromWorker, { type: "hello" | "refused" }>>) => {
      if ("guard" in data) return resolve({ ...data, life });
      if (data.type === "refused") return reject(new Error(`a thread could not be started: ${data.message}`));
      life = data.life;
      worker.postMessage(message);
    };
  });
}

/**
 * Takes a lock that is let go when this worker ends, also when it ends without a word; nothing where there are none.
 */
function holdLock(): Promise<Life | undefined> {
  return new Promise((resolve) => {
    // not on pages without HTTPS
    if (!self.navigator.locks) return resolve(undefined);
    const name = `nanikiru ${self.crypto.randomUUID()}`;
    const hold = () => {
      resolve(name);
      return new Promise(() => {});
    };
    self.navigator.locks.request(name, hold).catch(() => resolve(undefined));
  });
}

void holdLock().then((life) => {
  const answer = serve({ post: (message) => self.postMessage(message), load: fetchWasm, spawnThread }, life);
  self.onmessage = ({ data }: MessageEvent<ToWorker | Join>) => void answer(data);
});
