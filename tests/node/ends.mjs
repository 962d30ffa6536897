// Ways in which a worker of the package, or a thread of its pool, comes to its end: for tests of what happens then.
import { createRequire, syncBuiltinESMExports } from "node:module";
import { built, nanikiru } from "./support.mjs";

const threads = createRequire(import.meta.url)("node:worker_threads");
/** All workers that the package has started here. */
export const workers = [];
const { Worker } = threads;
threads.Worker = class extends Worker {
  constructor(file, options) {
    super(
      file,
      process.env.NANIKIRU_END === "memory" ? { ...options, resourceLimits: { maxOldGenerationSizeMb: 48 } } : options,
    );
    workers.push(this);
  }
};
syncBuiltinESMExports();

/** The package's worker; the fault that NANIKIRU_END names is in it, as long as it names one. */
const script = `
  import { createRequire } from "node:module";
  const require = createRequire(${JSON.stringify(import.meta.url)});
  const threads = require("node:worker_threads");
  const { parentPort, Worker } = threads;
  const inPool = threads.workerData != null;
  const self = new URL(import.meta.url);
  threads.Worker = class extends Worker { constructor(_, options) { super(self, options); } };
  const end = {
    exit: () => process.exit(0),
    "exit-1": () => process.exit(1),
    memory() { for (const held = []; ; ) held.push(new Array(100_000).fill(held)); },
  }[process.env.NANIKIRU_END];
  if (end && !inPool) parentPort.on("message", ({ type }) => { if (type === "ask") end(); });
  if (/^thread/.test(process.env.NANIKIRU_END)) {
    // a thread of the pool that ends, at the start or later, and an engine that waits for it for ever
    const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    const atStart = process.env.NANIKIRU_END === "thread-start";
    const instead = inPool
      ? { wbg_rayon_start_worker() { wait(atStart ? 100 : 1000); process.exit(0); } }
      : atStart ? {} : { wbg_rayon_poolbuilder_build() {}, analyze() { wait(60_000); } };
    const { Instance } = WebAssembly;
    WebAssembly.Instance = function (...given) {
      return { exports: { ...new Instance(...given).exports, ...instead } };
    };
  }
  require(${built("worker.cjs")});`;
const workerUrl = new URL(`data:text/javascript,${encodeURIComponent(script)}`);

/** Each with the code of its error. `terminate` is done from outside, the others inside the worker. */
export const ENDS = {
  exit: "engine.ended",
  "exit-1": "engine.ended",
  terminate: "engine.ended",
  memory: "engine.memory",
};

/** An analyzer whose first question finds this end. */
export function ending(t, end, options) {
  process.env.NANIKIRU_END = end;
  t.after(() => delete process.env.NANIKIRU_END);
  const engine = nanikiru.createAnalyzer({ ...options, workerUrl });
  t.after(() => engine.dispose());
  return engine;
}

/** From now on engines start that do not end. */
export const healthy = () => delete process.env.NANIKIRU_END;
