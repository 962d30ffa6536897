// Faults on demand around the start of the pool, for tests/node; not in the package.
import * as glue from "glue:threads";
import { type SpawnThread, startPool } from "./pool.js";

declare const process: { env: Record<string, string | undefined> } | undefined;

export async function beforePool(spawn: SpawnThread): Promise<void> {
  const fault = typeof process === "undefined" ? undefined : process.env.NANIKIRU_FAULT;
  if (fault === "rayon-first") glue.analyze({ hand: "test:threads" }, 0, false);
  if (fault === "two-pools") await startPool(1, spawn, () => {});
}
