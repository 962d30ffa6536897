import type { Action, Context, HandInput, Options } from "./api.js";
import { NanikiruError } from "./errors.js";
import { fieldsOf } from "./fields.js";

/** Characters of a text in a request, and of all of a request: a hundred times what any table takes. */
const LONGEST_TEXT = 100_000;
const LONGEST_REQUEST = 1_000_000;

/** What is no record of fields, though JSON takes it for one: an empty one, mostly. */
const NO_RECORD = /^\[object (Map|Set|WeakMap|WeakSet|Promise|RegExp|Error|\w*ArrayBuffer|DataView|\w+Array)\]$/;

/** What JSON would drop or change without a word goes as text, so that the engine can name it as an error. */
function spoken(_key: string, value: unknown): unknown {
  switch (typeof value) {
    case "number":
      return Number.isFinite(value) ? value : String(value);
    case "bigint":
    case "symbol":
    case "function":
      return String(value);
    case "object": {
      if (value === null || Array.isArray(value)) return value;
      const tag = Object.prototype.toString.call(value);
      if (NO_RECORD.test(tag)) return tag;
      // JSON takes the text, number or boolean out of these by itself
      return /^\[object (String|Number|Boolean)\]$/.test(tag) ? value : fieldsOf(value);
    }
    default:
      return value;
  }
}

/** Refuses text that no table has, before it is copied into the engine: the field that is too long, with its path. */
function checkLengths(value: unknown, field: string): void {
  if (typeof value === "string" && value.length > LONGEST_TEXT) {
    const code = /^hand\b/.test(field) ? "hand.size" : "request.out_of_range";
    const message = `${field} has ${value.length} characters, and at most ${LONGEST_TEXT} are read`;
    throw new NanikiruError({ code, field, value, message });
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const path = Array.isArray(value) ? `${field}[${key}]` : field === "" ? key : `${field}.${key}`;
    checkLengths(inner, path);
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
  let text: string;
  try {
    text = JSON.stringify(request, spoken);
  } catch (error) {
    throw new NanikiruError({ code: "request.json", message: `the request is no JSON: ${String(error)}` });
  }
  if (text.length <= LONGEST_TEXT) return text;
  checkLengths(JSON.parse(text), "");
  if (text.length <= LONGEST_REQUEST) return text;
  const message = `the request has ${text.length} characters as JSON, and at most ${LONGEST_REQUEST} are read`;
  throw new NanikiruError({ code: "request.out_of_range", message });
}
