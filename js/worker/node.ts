import { MessageChannel, parentPort, type TransferListItem, Worker } from "node:worker_threads";
import { fileBytes } from "../file.js";
import type { FromWorker, Join, Life, ToWorker } from "../protocol.js";
import { serve } from "./engine.js";
import type { PoolMember } from "./pool.js";

function spawnThread(message: Join): Promise<PoolMember> {
  return new Promise((resolve, reject) => {
    // the thread has the one end as long as it lives, and the analyzer the other: this worker is deaf while it searches
    const { port1, port2 } = new MessageChannel();
    const worker = new Worker(new URL(import.meta.url), {
      execArgv: [],
      name: "nanikiru-thread",
      workerData: port1,
      transferList: [port1],
    });
    const life = port2 as unknown as Life;
    worker.on("exit", () => reject(new Error("a thread ended as soon as it was started")));
    worker.on("error", (error) => reject(new Error(`a thread could not be started: ${error.message}`)));
    worker.on("message", (data: PoolMember | Extract<FromWorker, { type: "hello" | "refused" }>) => {
      if ("guard" in data) resolve({ ...data, life });
      else if (data.type === "refused") reject(new Error(`a thread could not be started: ${data.message}`));
      else worker.postMessage(message);
    });
  });
}

if (parentPort === null) throw new Error("nanikiru's worker.cjs runs in a worker thread only");
const port = parentPort;
function post(message: FromWorker | PoolMember): void {
  if (!("lives" in message)) return port.postMessage(message);
  try {
    port.postMessage(message, message.lives as unknown as TransferListItem[]);
  } catch {
    // from Node 22 on a port whose other end is gone cannot be sent
    throw new Error("a thread of the pool is gone");
  }
}

const answer = serve({ post, load: fileBytes, spawnThread });
port.on("message", (message: ToWorker | Join) => void answer(message));
