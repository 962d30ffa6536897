// A game record in any of the shapes that a caller has it in, as bytes.
import { NanikiruError } from "./errors.js";
import type { LogInput } from "./types.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** The most bytes that the engine takes of a record. */
const MOST_BYTES = 64 * 1024 * 1024;

const SHAPES = "text, bytes, a Blob or File, a Response, or JSON that has been parsed";

function refusal(value: unknown, message: string): NanikiruError {
  return new NanikiruError({ code: "request.type", field: "log", value, message });
}

const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

/** A body that is read once: of a Blob, a File or a Response, also of another realm or library. */
interface Body {
  arrayBuffer(): Promise<ArrayBuffer>;
  readonly ok?: unknown;
  readonly status?: unknown;
  readonly url?: unknown;
  readonly size?: unknown;
}

function isBody(value: object): value is Body {
  return "arrayBuffer" in value && typeof value.arrayBuffer === "function";
}

async function bodyBytes(body: Body): Promise<Bytes> {
  if (body.ok === false) {
    const message = `the server answered ${String(body.url)} with status ${String(body.status)}, and no record`;
    throw new NanikiruError({ code: "log.unknown", field: "log", value: body.status, message });
  }
  if (typeof body.size === "number" && body.size > MOST_BYTES) {
    const message = `a record of ${body.size} bytes: ${MOST_BYTES} are the most`;
    throw new NanikiruError({ code: "log.too_large", field: "log", value: { byte: MOST_BYTES, line: 1 }, message });
  }
  try {
    return new Uint8Array(await body.arrayBuffer());
  } catch (error) {
    throw refusal(body, `the record could not be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Parsed JSON as text. */
function parsedText(json: object): string {
  try {
    return JSON.stringify(json);
  } catch (error) {
    throw refusal(json, `a record is ${SHAPES}; this is no JSON: ${String(error)}`);
  }
}

/** A copy of a record as bytes, text as UTF-8: later changes of the caller's buffer do not reach it. */
export async function recordBytes(record: LogInput): Promise<Bytes> {
  if (typeof record === "string") return utf8(record);
  if (typeof record !== "object" || record === null) throw refusal(record, `a record is ${SHAPES}`);
  if (record instanceof ArrayBuffer) return new Uint8Array(record).slice();
  if (ArrayBuffer.isView(record)) return new Uint8Array(record.buffer, record.byteOffset, record.byteLength).slice();
  if (isBody(record)) return bodyBytes(record);
  if ("then" in record) throw refusal(record, `a record is ${SHAPES}; this is a promise of one: await it first`);
  const tag = Object.prototype.toString.call(record);
  if (tag === "[object ArrayBuffer]") return new Uint8Array(record as unknown as ArrayBuffer).slice();
  if (!Array.isArray(record) && tag !== "[object Object]")
    throw refusal(record, `a record is ${SHAPES}, and no ${tag.slice(8, -1)}`);
  return utf8(parsedText(record));
}
