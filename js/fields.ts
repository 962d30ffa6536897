// What a caller's object holds, as one reads it with a dot: fields of its own and fields that it inherits.
import { refuse } from "./errors.js";

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
