// A caller's data as plain data of its own, which crosses to the worker and into the engine as it is.
import { NanikiruError } from "./errors.js";
import { fieldsOf } from "./fields.js";
import type { Plain } from "./protocol.js";

/** Characters of a text in a request, and of all texts, names and values of one: a hundred times what any table takes. */
const LONGEST_TEXT = 100_000;
const LONGEST_REQUEST = 1_000_000;

/** What is no record of fields, though it looks like one: an empty one, mostly. */
const NO_RECORD = /^\[object (Map|Set|WeakMap|WeakSet|Promise|RegExp|Error|\w*ArrayBuffer|DataView|\w+Array)\]$/;
const BOXED = /^\[object (String|Number|Boolean)\]$/;

/** What JSON has no place for goes as text, so that the engine can name it as an error; `undefined` is left out. */
function spoken(value: unknown): string | number | boolean | object | null | undefined {
  switch (typeof value) {
    case "number":
      return Number.isFinite(value) ? value : String(value);
    case "bigint":
    case "symbol":
    case "function":
      return String(value);
    case "object": {
      if (value === null || Array.isArray(value)) return value;
      if ("toJSON" in value && typeof value.toJSON === "function") return spoken(value.toJSON());
      const tag = Object.prototype.toString.call(value);
      if (NO_RECORD.test(tag)) return tag;
      return BOXED.test(tag) ? spoken(value.valueOf()) : fieldsOf(value);
    }
    default:
      return value as string | boolean | undefined;
  }
}

/** By a copy: what went into it as text, by its field, and was given as something else. */
const SPOKEN = new WeakMap<object, ReadonlyMap<string, unknown>>();

/** Copies one request, and counts what it is made of. */
class Copier {
  #left = LONGEST_REQUEST;
  /** The objects that the one being copied lies in. */
  readonly #around: object[] = [];
  readonly spoken = new Map<string, unknown>();

  #count(size: number): void {
    this.#left -= size;
    if (this.#left >= 0) return;
    const message = `the request has more than the ${LONGEST_REQUEST} characters and values that are read`;
    throw new NanikiruError({ code: "request.out_of_range", message });
  }

  copy(given: unknown, field: string): Plain | undefined {
    const value = spoken(given);
    if (typeof value === "string") {
      if (typeof given !== "string") this.spoken.set(field, given);
      if (value.length > LONGEST_TEXT) {
        const code = /^hand\b/.test(field) ? "hand.size" : "request.out_of_range";
        const message = `${field} has ${value.length} characters, and at most ${LONGEST_TEXT} are read`;
        throw new NanikiruError({ code, field, value, message });
      }
      this.#count(value.length);
      return value;
    }
    if (typeof value !== "object" || value === null) {
      this.#count(1);
      return value;
    }
    if (this.#around.includes(value)) throw new Error(`${field} holds itself`);
    this.#around.push(value);
    const copied = Array.isArray(value) ? this.#list(value, field) : this.#record(value, field);
    this.#around.pop();
    return copied;
  }

  #list(list: readonly unknown[], field: string): Plain[] {
    return Array.from(list, (entry, i) => this.copy(entry, `${field}[${i}]`) ?? null);
  }

  #record(record: object, field: string): Plain {
    const copied: [string, Plain][] = [];
    for (const [name, value] of Object.entries(record)) {
      this.#count(name.length);
      const inner = this.copy(value, field === "" ? name : `${field}.${name}`);
      if (inner !== undefined) copied.push([name, inner]);
    }
    return Object.fromEntries(copied);
  }
}

/** A copy as JSON would have it. */
export function plainCopy(request: object): Plain {
  try {
    const copier = new Copier();
    const copy = copier.copy(request, "") ?? null;
    if (typeof copy === "object" && copy !== null) SPOKEN.set(copy, copier.spoken);
    return copy;
  } catch (error) {
    if (error instanceof NanikiruError) throw error;
    throw new NanikiruError({ code: "request.json", message: `the request is no JSON: ${String(error)}` });
  }
}

function named(value: unknown): string {
  if (typeof value === "number") return String(value);
  return `a ${typeof value === "object" ? Object.prototype.toString.call(value).slice(8, -1) : typeof value}`;
}

/** The error of a copy that was asked with, whose value is what the caller gave there and not the text that stood for it. */
export function asGiven(copy: Plain, error: unknown): unknown {
  const spoken = typeof copy === "object" && copy !== null ? SPOKEN.get(copy) : undefined;
  if (!(error instanceof NanikiruError) || !spoken?.has(error.field)) return error;
  const { code, field, message } = error;
  const value = spoken.get(field);
  return new NanikiruError({ code, field, value, message: message.replace(/found .*$/s, `found ${named(value)}`) });
}
