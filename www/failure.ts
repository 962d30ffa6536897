/** What can go wrong, wherever it comes from. */

import type { ErrorCode, Span } from "nanikiru";

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
