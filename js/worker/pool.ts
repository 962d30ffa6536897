// Stands in for wasm-bindgen-rayon's workerHelpers.js, whose `import('../../..')` neither browsers nor Node resolve,
// whose threads get 2 MiB of stack and no guard, and which never hears of a thread that dies.
import * as glue from "glue:threads";
import { addressesOf, layGuard, STACK_BYTES, writePanic } from "../memory.js";
import type { Join, Life } from "../protocol.js";

/** A worker that has joined the pool. */
export interface PoolMember {
  /** Where the guard of its stack lies. */
  readonly guard: number;
  /** The sign that it has ended. */
  readonly life?: Life | undefined;
}

/** Starts a worker and has it `join`; rejects when it cannot. */
export type SpawnThread = (message: Join) => Promise<PoolMember>;

let spawnThread: SpawnThread = () => Promise.reject(new Error("no pool here"));
let onStarted = (_: readonly Life[]): void => {};
/** Guards of all threads of the pool. */
export const guards: number[] = [];

/**
 * Starts the pool of rayon; rejects when there is one. `started` hears of its threads before anything waits for them.
 */
export async function startPool(
  threads: number,
  spawn: SpawnThread,
  started: (lives: readonly Life[]) => void,
): Promise<void> {
  spawnThread = spawn;
  onStarted = started;
  await glue.initThreadPool(threads);
}

interface PoolBuilder {
  numThreads(): number;
  receiver(): number;
  build(): void;
}

/** Called by the glue from `initThreadPool`. */
export async function startWorkers(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  builder: PoolBuilder,
): Promise<void> {
  const message: Join = { type: "join", module, memory, receiver: builder.receiver() };
  const joined = await Promise.all(Array.from({ length: builder.numThreads() }, () => spawnThread(message)));
  onStarted(joined.flatMap(({ life }) => life ?? []));
  try {
    builder.build();
  } catch (error) {
    // the only fault that rayon knows here; in a release build the text of the error does not name it
    throw new Error(`rayon has a pool already, from an earlier use or start (${String(error)})`);
  }
  guards.push(...joined.map(({ guard }) => guard));
}

/** The life of a pool thread: it only comes back when it dies, and leaves word of why. */
export function join({ module, memory, receiver }: Join, ready: (joined: PoolMember) => void): void {
  const instance = glue.initSync({ module, memory, thread_stack_size: STACK_BYTES });
  const at = addressesOf(glue.addresses());
  const base: unknown = instance.__stack_alloc?.value;
  if (typeof base !== "number") throw new Error("the build does not export __stack_alloc");
  ready({ guard: layGuard(memory, base) });
  try {
    glue.wbg_rayon_start_worker(receiver);
  } catch (error) {
    writePanic(memory.buffer, at, String(error));
  }
}
