import { underPolicy, watchPolicy } from "../page-policy.js";
import type { FromWorker, Join, Life, ToWorker } from "../protocol.js";
import { serve } from "./engine.js";
import type { Joined } from "./pool.js";

declare const self: DedicatedWorkerGlobalScope;

/** Firefox forgets workers that share memory and that nobody holds (bug 1702191). */
const threads: Worker[] = [];

function spawnThread(message: Join): Promise<Joined> {
  return new Promise((resolve, reject) => {
    // this very script again; from a blob it is a classic one, which is all that Firefox takes
    const type = self.location.protocol === "blob:" ? "classic" : "module";
    const options: WorkerOptions = { type, name: "nanikiru-thread" };
    const { href } = self.location;
    const worker = underPolicy(() => new Worker(href, options), () => href, options);
    threads.push(worker);
    let life: Life | undefined;
    worker.onerror = (event) => reject(new Error(`a thread could not be started: ${event.message}`));
    worker.onmessage = ({ data }: MessageEvent<Joined | Extract<FromWorker, { type: "hello" | "refused" }>>) => {
      if ("guard" in data) return resolve({ ...data, life });
      if (data.type === "refused") return reject(new Error(`a thread could not be started: ${data.message}`));
      life = data.life;
      worker.postMessage(message);
    };
  });
}

/** Compiles while it loads where the server says application/wasm; says what came instead of WebAssembly. */
async function load(url: string): Promise<Uint8Array<ArrayBuffer> | WebAssembly.Module> {
  const policy = watchPolicy(/^connect-src/);
  const response = await fetch(url)
    .catch((error: unknown) => {
      throw new Error(`${url}: ${policy.blocked() ?? String(error)}`);
    })
    .finally(policy.end);
  const type = response.headers.get("Content-Type") ?? "";
  if (response.ok && type.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const [a, b, c, d] = bytes;
  if (response.ok && a === 0 && b === 0x61 && c === 0x73 && d === 0x6d) return bytes;
  const begin = new TextDecoder().decode(bytes.subarray(0, 16));
  throw new Error(`${url} is no WebAssembly: HTTP ${response.status}, ${type || "no type"}, begins with ${JSON.stringify(begin)}`);
}

/** Takes a lock that is let go when this worker ends, also when it ends without a word; nothing where there are none. */
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
  const answer = serve({ post: (message) => self.postMessage(message), load, spawnThread }, life);
  self.onmessage = ({ data }: MessageEvent<ToWorker | Join>) => void answer(data);
});
