// The build without threads, in the caller's own thread: for tables that follow events, and for nothing that takes
// long.
import { glue, type Table } from "glue:table";
import { addressesOf, readPanic } from "./memory.js";

export type EngineTable = Table;

/** Pages of 64 KiB that tables can take beside what the build starts with; one of them takes some ten kilobytes. */
const TABLE_PAGES = 1 << 10;

export interface TableGlue {
  /** Takes `TableOptions`; this and its methods throw an `ApiError` for an error in what they are given. */
  readonly Table: new (options: unknown) => Table;
  /** The text of a panic, empty when there was none. */
  panic(): string;
  /** Lets go of the instance: none of its tables may be used after that. */
  giveUp(): void;
}

/** Starts an instance of the build. */
export async function start(source: WebAssembly.Module | Uint8Array<ArrayBuffer>): Promise<TableGlue> {
  const initial = INITIAL_PAGES.single;
  const memory = new WebAssembly.Memory({ initial, maximum: initial + TABLE_PAGES });
  const { init, addresses, Table, giveUp } = glue();
  const started = await init({ module_or_path: source, memory });
  const at = addressesOf(addresses());
  return { Table, panic: () => readPanic(started.memory.buffer, at), giveUp };
}
