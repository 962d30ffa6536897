import type { Action, Context, HandInput, Options } from "./api.js";
import { plainCopy } from "./plain.js";
import type { Plain } from "./protocol.js";

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
