import type { Action, Context, HandInput, Options } from "./api.js";
import { NanikiruError } from "./errors.js";
import type { LogInput } from "./types.js";

/** What JSON would drop or change without a word goes as text, so that the engine can name it as an error. */
function spoken(_key: string, value: unknown): unknown {
  switch (typeof value) {
    case "number":
      return Number.isFinite(value) ? value : String(value);
    case "bigint":
    case "symbol":
    case "function":
      return String(value);
    case "object":
      return value instanceof Map || value instanceof Set ? Object.prototype.toString.call(value) : value;
    default:
      return value;
  }
}

/** JSON of a request; it is checked inside the engine. */
export function requestText(request: {
  readonly hand: HandInput;
  readonly context: Context | undefined;
  readonly options?: Options;
  readonly action?: Action | undefined;
  readonly done?: Action | undefined;
  readonly rows?: number | undefined;
  readonly threshold?: number | undefined;
}): string {
  try {
    return JSON.stringify(request, spoken);
  } catch (error) {
    throw new NanikiruError({ code: "request.json", message: `the request is no JSON: ${String(error)}` });
  }
}

/** A record as bytes of its own: text as UTF-8, whatever the caller does with its buffer meanwhile. */
export function recordBytes(record: LogInput): Uint8Array {
  if (typeof record === "string") return new TextEncoder().encode(record);
  if (record instanceof ArrayBuffer) return new Uint8Array(record).slice();
  if (ArrayBuffer.isView(record)) return new Uint8Array(record.buffer, record.byteOffset, record.byteLength).slice();
  const message = "a record is text, an ArrayBuffer or a view of one";
  throw new NanikiruError({ code: "request.type", field: "log", value: record, message });
}
