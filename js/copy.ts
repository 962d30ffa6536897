// A caller's objects: their fields, and a copy as plain data.
import type { Action, Context, EstimatorName, HandInput, Options, TabuOptions } from "./api.js";
import { NanikiruError, refuse } from "./errors.js";
import type { Plain } from "./protocol.js";

// What a caller's object holds, as one reads it with a dot: fields of its own and fields that it inherits.

/** The end of every chain of prototypes, `Object.prototype` of this realm or of another. */
function isEnd(prototype: object | null): boolean {
  return (
    prototype === null || (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, "hasOwnProperty"))
  );
}

/** The names that a prototype gives: values and getters, no methods. */
function inheritedNames(prototype: object): string[] {
  return Object.entries(Object.getOwnPropertyDescriptors(prototype))
    .filter(
      ([, { get, enumerable, value }]) => get !== undefined || (enumerable === true && typeof value !== "function"),
    )
    .map(([name]) => name);
}

/**
 * The same object where it inherits nothing, else a plain one: JSON and `...` see own fields only, and a seat that a
 * class or
 * `Object.create` has would be dropped without a word.
 */
export function fieldsOf(object: object): object {
  let prototype: object | null = Object.getPrototypeOf(object);
  if (isEnd(prototype)) return object;
  const names = new Set(Object.keys(object));
  for (; prototype !== null && !isEnd(prototype); prototype = Object.getPrototypeOf(prototype)) {
    for (const name of inheritedNames(prototype)) names.add(name);
  }
  return Object.fromEntries([...names].map((name) => [name, (object as Record<string, unknown>)[name]]));
}

/** The options of a question; none when left out. */
export function optionsOf<T extends object>(options: T | undefined, field = "options"): T {
  if (options === undefined) return {} as T;
  if (typeof options === "object" && options !== null && !Array.isArray(options)) return fieldsOf(options) as T;
  return refuse("request.type", field, options, `${field} is an object`);
}

/** The signal of a question. From another realm, or another library's, it is one as well. */
export function signalOf(signal: unknown): AbortSignal | undefined {
  if (signal === undefined) return undefined;
  const like = typeof signal === "object" && signal !== null && "aborted" in signal && "addEventListener" in signal;
  if (like) return signal as AbortSignal;
  return refuse("request.type", "signal", signal, "signal is an AbortSignal");
}

// A caller's data as plain data of its own, which crosses to the worker and into the engine as it is.

/**
 * Characters of a text in a request, and of all texts, names and values of one: a hundred times what any table takes.
 */
const LONGEST_TEXT = 100_000;
const LONGEST_REQUEST = 1_000_000;

/** What is no record of fields, though it looks like one: an empty one, mostly. */
const NO_RECORD = /^\[object (Map|Set|WeakMap|WeakSet|Promise|RegExp|Error|\w*ArrayBuffer|DataView|\w+Array)\]$/;
const BOXED = /^\[object (String|Number|Boolean)\]$/;

/** The value that an object of one value stands for; of any other with all of its fields, inherited ones too. */
function unwrapped(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  if ("toJSON" in value && typeof value.toJSON === "function") return unwrapped(value.toJSON());
  const tag = Object.prototype.toString.call(value);
  if (NO_RECORD.test(tag)) return value;
  return BOXED.test(tag) ? value.valueOf() : fieldsOf(value);
}

/** What JSON has no place for, in words; `undefined` for all else, and for `undefined`, which is left out. */
function foreign(value: unknown): string | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? undefined : String(value);
  if (typeof value === "bigint" || typeof value === "symbol" || typeof value === "function") return `a ${typeof value}`;
  const [, tag] = NO_RECORD.exec(Object.prototype.toString.call(value)) ?? [];
  return tag && `a ${tag}`;
}

/** Copies one request, and counts what it is made of. */
class Copier {
  #left = LONGEST_REQUEST;
  /** The objects that the one being copied lies in. */
  readonly #around: object[] = [];

  #count(size: number): void {
    this.#left -= size;
    if (this.#left >= 0) return;
    const message = `the request has more than the ${LONGEST_REQUEST} characters and values that are read`;
    throw new NanikiruError({ code: "request.out_of_range", message });
  }

  copy(given: unknown, field: string): Plain | undefined {
    const value = unwrapped(given);
    const found = foreign(value);
    if (found) {
      const message = `${field || "the request"} is to be plain data, as JSON has it: found ${found}`;
      throw new NanikiruError({ code: "request.type", field, value: given, message });
    }
    if (typeof value === "string") {
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
      return value as number | boolean | null | undefined;
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
    return new Copier().copy(request, "") ?? null;
  } catch (error) {
    if (error instanceof NanikiruError) throw error;
    throw new NanikiruError({ code: "request.json", message: `the request is no JSON: ${String(error)}` });
  }
}

/** A copy of a request, which later changes of the caller's objects do not reach; it is checked inside the engine. */
export function plainRequest(request: {
  readonly hand: HandInput;
  readonly context: Context | undefined;
  readonly options?: Options | TabuOptions;
  readonly estimator?: EstimatorName | undefined;
  readonly action?: Action | undefined;
  readonly done?: Action | undefined;
  readonly rows?: number | undefined;
  readonly threshold?: number | undefined;
}): Plain {
  return plainCopy(request);
}
