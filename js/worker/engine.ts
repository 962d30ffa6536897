// The engine inside its worker: loads one of the builds and answers.
import type { ApiError, Report } from "../api.js";
import { addressesOf, GUARD_BROKEN, guardsHold, readPanic, STACK_BYTES } from "../memory.js";
import {
  type Build,
  type Reply,
  type FromWorker,
  type Join,
  type Life,
  MAX_MEMORY_MIB,
  PAGES_PER_MIB,
  type Question,
  type Shared,
  type Start,
  type StartFault,
  type ToWorker,
  WATCH_MS,
  type WasmSource,
} from "../protocol.js";
import { guards, join, type PoolMember, type SpawnThread, startPool } from "./pool.js";
import * as preview from "./preview.js";
import * as single from "./single.js";
import * as threaded from "./threaded.js";

/** What a browser's worker and a Node worker have apart. */
export interface Host {
  post(message: FromWorker | PoolMember): void;
  /** The bytes of a file, or a compiled module when the platform can compile while it loads. */
  load(url: string, came: (bytes: number) => void): Promise<Uint8Array<ArrayBuffer> | WebAssembly.Module>;
  readonly spawnThread: SpawnThread;
}

const PAGE_BYTES = 1 << 16;
/** No memory for searches smaller than this is tried; in pages. */
const LEAST_PAGES = 64 * PAGES_PER_MIB;
const MOST_PAGES = MAX_MEMORY_MIB * PAGES_PER_MIB;
/** For reports as text and what the allocator loses; in pages. */
const SPARE_PAGES = 16 * PAGES_PER_MIB;

class Refusal extends Error {
  constructor(
    readonly fault: StartFault,
    message: string,
  ) {
    super(message);
  }
}

async function compile(host: Host, source: WasmSource, total: number): Promise<WebAssembly.Module> {
  try {
    // the length that a server names is that of the packed file
    const came = (done: number) => host.post({ type: "loading", done, total });
    const loaded = typeof source === "string" ? await host.load(source, came) : source;
    return loaded instanceof WebAssembly.Module ? loaded : await WebAssembly.compile(loaded);
  } catch (error) {
    throw new Refusal("load", error instanceof Error ? error.message : String(error));
  }
}

/**
 * Memory with `pages` for searches beside stacks and tables, so that what fits does not depend on the number of
 * threads; phones refuse large ones, so half and half again is tried.
 */
function reserve(build: Build, pages: number, threads: number): { memory: WebAssembly.Memory; searchBytes: number } {
  const initial = INITIAL_PAGES[build];
  const beside = initial + SPARE_PAGES + threads * (STACK_BYTES / PAGE_BYTES);
  for (let wanted = Math.min(pages, MOST_PAGES - beside); ; wanted = Math.max(LEAST_PAGES, wanted >> 1)) {
    try {
      const memory = new WebAssembly.Memory({ initial, maximum: wanted + beside, shared: threads > 0 });
      return { memory, searchBytes: wanted * PAGE_BYTES };
    } catch (error) {
      if (wanted <= LEAST_PAGES) throw new Refusal("memory", String(error));
    }
  }
}

/** What src/wasm.rs calls after each step of a search without threads. */
function postProgress(host: Host): void {
  let last = 0;
  const nanikiruProgress = (done: number, total: number) => {
    const now = performance.now();
    if (now - last < WATCH_MS) return;
    last = now;
    host.post({ type: "progress", done, total });
  };
  Object.assign(globalThis, { nanikiruProgress });
}

/** What src/wasm.rs calls with every report that a deeper one may follow. */
function postReports(host: Host, begun: () => number): void {
  const nanikiruReport = (report: Report) => {
    host.post({ type: "report", report, elapsedMs: performance.now() - begun() });
  };
  Object.assign(globalThis, { nanikiruReport });
}

type Engine = (question: Question) => FromWorker;

/** What src/wasm.rs throws: plain data, where a fault of the engine is an `Error`. */
function isApiError(thrown: unknown): thrown is ApiError {
  return typeof thrown === "object" && thrown !== null && !(thrown instanceof Error) && "code" in thrown;
}

/** Asks a build that answers all questions. */
function askWhole(glue: typeof single | typeof threaded, question: Question, searchBytes: number): Reply {
  switch (question.what) {
    case "analyze":
      return glue.analyze(question.request, searchBytes, question.watched);
    case "tabu":
      return glue.tabu(question.request);
    case "danger":
      return glue.danger(question.request);
    case "judge":
      return glue.judgeAll(question.requests, searchBytes);
    case "parseLog":
      return glue.parseLog(question.record, question.request);
    case "convertLog":
      return glue.convertLog(question.record, question.request);
  }
}

function askPreview(question: Question, searchBytes: number): Reply {
  if (question.what !== "analyze") throw new Error(`the small build knows no ${question.what}`);
  return preview.analyze(question.request, searchBytes, question.watched);
}

const BUILDS = { single, threads: threaded, preview };

async function start(host: Host, { build, threads, wasm, pages }: Start): Promise<{ engine: Engine; shared?: Shared }> {
  const glue = BUILDS[build];
  if (threads === 0) postProgress(host);
  const module = await compile(host, wasm, WASM_BYTES[build]);
  host.post({ type: "loaded" });
  const { memory, searchBytes } = reserve(build, pages, threads);
  try {
    glue.initSync({ module, memory });
  } catch (error) {
    throw new Refusal("load", String(error));
  }
  const at = addressesOf(glue.addresses());
  if (threads > 0) {
    try {
      if (TEST_HOOKS) await (await import("./hooks.js")).beforePool(host.spawnThread);
      await startPool(threads, host.spawnThread, (lives) => host.post({ type: "threads", lives }));
    } catch (error) {
      throw new Refusal("pool", String(error));
    }
  }
  let begin = 0;
  postReports(host, () => begin);
  const ask = (question: Question): Reply =>
    build === "preview" ? askPreview(question, searchBytes) : askWhole(BUILDS[build], question, searchBytes);
  const engine: Engine = (question) => {
    begin = performance.now();
    try {
      const answer = ask(question);
      const elapsedMs = performance.now() - begin;
      if (!guardsHold(memory.buffer, guards)) return { type: "crash", message: GUARD_BROKEN };
      return { type: "answer", answer, elapsedMs };
    } catch (error) {
      if (isApiError(error)) return { type: "error", error };
      const text = readPanic(memory.buffer, at) || String(error);
      return { type: "crash", message: guardsHold(memory.buffer, guards) ? text : GUARD_BROKEN };
    }
  };
  return threads > 0
    ? { engine, shared: { buffer: memory.buffer as unknown as SharedArrayBuffer, at, guards } }
    : { engine };
}

/**
 * What a worker does with its messages; it is the engine or a thread of its pool, by the first one. `life`: what
 * is the sign that it has ended.
 */
export function serve(host: Host, life?: Life): (message: ToWorker | Join) => Promise<void> {
  let engine: Engine = () => ({ type: "crash", message: "asked before the start" });
  host.post({ type: "hello", life });
  return async (message) => {
    switch (message.type) {
      case "join":
        try {
          return join(message, (joined) => host.post(joined));
        } catch (error) {
          return host.post({ type: "refused", fault: "pool", message: String(error) });
        }
      case "start":
        try {
          const started = await start(host, message);
          engine = started.engine;
          return host.post({ type: "ready", shared: started.shared });
        } catch (error) {
          const fault = error instanceof Refusal ? error.fault : "load";
          return host.post({ type: "refused", fault, message: error instanceof Error ? error.message : String(error) });
        }
      case "ask":
        return host.post(engine(message.question));
    }
  };
}
