/** What was thrown, as the page tells it. */

import { NanikiruError } from "nanikiru";
import type { Failure } from "./failure";

export function failureOf(error: unknown): Failure {
  if (error instanceof NanikiruError) {
    const { code, field, value, message, span } = error;
    return { code, field, value, message, span: span ?? null };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: "page", field: "", value: null, message, span: null };
}
