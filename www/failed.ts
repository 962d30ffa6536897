/** What was thrown, as the page tells it. */

import { NanikiruError } from "nanikiru";
import type { Failure } from "./failure";

/** Of 13 tiles to which none was offered: to pass is all that is left, and that is no answer. In the engine's words, which are English. */
export const LACKS_TILE: Failure = {
  ...{ code: "hand.not_drawn", field: "hand", value: null, span: null },
  message: "13 tiles: add the tile you drew, or the tile that is on offer.",
};

export function failureOf(error: unknown): Failure {
  if (error instanceof NanikiruError) {
    const { code, field, value, message, span } = error;
    return { code, field, value, message, span: span ?? null };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: "page", field: "", value: null, message, span: null };
}
