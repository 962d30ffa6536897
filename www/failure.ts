/** What can go wrong, wherever it comes from. */

import type { ErrorCode, Span } from "nanikiru";

/** Why a file is no saved review. */
export type SavedCode = "saved.syntax" | "saved.version" | "saved.value" | "saved.record";

/** An error of the engine, or of a saved review; `page` is a fault of the page itself. */
export interface Failure {
  readonly code: ErrorCode | SavedCode | "page";
  readonly field: string;
  readonly value: unknown;
  readonly message: string;
  /** Where in the field's text, as `slice` takes it. */
  readonly span: Span | null;
}
