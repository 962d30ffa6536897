import type { Action, Context, HandInput, Options } from "./api.js";
import { NanikiruError } from "./errors.js";

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
export function requestText(
  hand: HandInput,
  context: Context | undefined,
  options: Options,
  action: Action | undefined,
): string {
  try {
    return JSON.stringify({ hand, context, options, action }, spoken);
  } catch (error) {
    throw new NanikiruError({ code: "request.json", message: `the request is no JSON: ${String(error)}` });
  }
}
