import type { ErrorCode as RequestErrorCode, Span } from "./api.js";

/**
 * The stable codes. Those of the engine come from this side of the boundary:
 * `engine.start` (the worker or the WebAssembly file could not be loaded), `engine.memory` (out of memory),
 * `engine.stack` (recursion too deep), `engine.panic` (a fault of ours), `engine.ended` (the worker was ended from
 * outside, or ended by itself), `engine.disposed` (used after `dispose`). After each of them but the last the next
 * question, or the next table, starts an engine anew.
 */
export type ErrorCode =
  RequestErrorCode | "engine.start" | "engine.memory" | "engine.stack" | "engine.ended" | "engine.disposed";

/** What went wrong: `code`, `field` and `value` for programs, `message` for people. */
export class NanikiruError extends Error {
  override readonly name = "NanikiruError";
  /** Stable, like `hand.size`. */
  readonly code: ErrorCode;
  /** The field at fault, like `context.doraIndicators`; empty when it is none or all. */
  readonly field: string;
  /** The offending value as it was given. */
  readonly value: unknown;
  /** Where in the field's text, in UTF-16 code units, for `slice(start, end)`; only for notation. */
  readonly span: Span | undefined;

  constructor(what: { code: ErrorCode; field?: string; value?: unknown; message: string; span?: Span | undefined }) {
    super(what.message);
    this.code = what.code;
    this.field = what.field ?? "";
    this.value = what.value;
    this.span = what.span;
  }
}

/** Throws what is wrong with a value of a request. */
export function refuse(code: ErrorCode, field: string, value: unknown, message: string): never {
  throw new NanikiruError({ code, field, value, message });
}
