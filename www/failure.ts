/** What can go wrong, wherever it comes from, and what was thrown as such a failure. */

import { type ErrorCode, NanikiruError, type Span } from "nanikiru";

/** Why a file is no saved review. */
export type SavedCode = "saved.syntax" | "saved.version" | "saved.value" | "saved.record";

/** What no engine reports: a saved review, or a fault of the page itself. */
export type PageCode = SavedCode | "page";

/** An error of the engine, or of the page. */
export interface Failure {
  readonly code: ErrorCode | PageCode;
  readonly field: string;
  readonly value: unknown;
  readonly message: string;
  /** Where in the field's text, as `slice` takes it. */
  readonly span: Span | null;
}

/**
 * Of 13 tiles to which none was offered: to pass is all that is left, and that is no answer. In the engine's words,
 * which are English.
 */
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
