import type { Action, Context, EstimatorName, HandInput, Options, TabuOptions } from "./api.js";
import { plainCopy } from "./copy.js";
import type { Plain } from "./protocol.js";

/** A request as it is now, whatever the caller does with its objects meanwhile; it is checked inside the engine. */
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
