import type { Action, Context, HandInput, Options } from "./api.js";
import { NanikiruError } from "./errors.js";
import { plainCopy } from "./plain.js";
import type { Plain } from "./protocol.js";
import type { LogInput } from "./types.js";

/** A request as it is now, whatever the caller does with its objects meanwhile; it is checked inside the engine. */
export function plainRequest(request: {
  readonly hand: HandInput;
  readonly context: Context | undefined;
  readonly options?: Options;
  readonly action?: Action | undefined;
  readonly done?: Action | undefined;
  readonly rows?: number | undefined;
  readonly threshold?: number | undefined;
}): Plain {
  return plainCopy(request);
}

/** A record as bytes of its own: text as UTF-8, whatever the caller does with its buffer meanwhile. */
export function recordBytes(record: LogInput): Uint8Array<ArrayBuffer> {
  if (typeof record === "string") return new TextEncoder().encode(record);
  if (record instanceof ArrayBuffer) return new Uint8Array(record).slice();
  if (ArrayBuffer.isView(record)) return new Uint8Array(record.buffer, record.byteOffset, record.byteLength).slice();
  const message = "a record is text, an ArrayBuffer or a view of one";
  throw new NanikiruError({ code: "request.type", field: "log", value: record, message });
}
