// From what an engine leaves behind when it breaks to an error that a caller can act on.
import { NanikiruError } from "./errors.js";
import type { Question } from "./protocol.js";

// the words of V8, SpiderMonkey and JavaScriptCore, in this order
const MEMORY =
  /out of memory|memory limit|allocation (size overflow|failed)|invalid (array|string|typed array)( buffer)? length/i;
const STACK = /call stack|too much recursion|stack overflow|out of bounds/i;
/** A trap: what WebAssembly does when an allocation fails, without a panic. */
const TRAP = /unreachable/i;
const PANIC = /panicked/;

type QuestionKind = Question["what"] | "table";

function memoryAdvice(what: QuestionKind | undefined): string {
  if (what === "table") return "the tables ran out of memory: dispose of those that follow no game any more";
  return what === "parseLog" || what === "convertLog"
    ? "the record is too large for the engine's memory: give it more (memoryMb), or the record in parts"
    : "the search ran out of memory: allow fewer hands (maxHands) or more memory (memoryMb)";
}

/** The error of an engine that broke with these words while it was asked this. */
export function crash(words: string, what?: QuestionKind): NanikiruError {
  if (MEMORY.test(words) || (TRAP.test(words) && !PANIC.test(words))) {
    return new NanikiruError({ code: "engine.memory", message: memoryAdvice(what) });
  }
  if (STACK.test(words) && !PANIC.test(words)) {
    return new NanikiruError({ code: "engine.stack", message: "the search ran out of stack: please report it" });
  }
  return new NanikiruError({ code: "engine.panic", message: `the engine failed, please report it (${words})` });
}

/** The error of a worker, or of a thread of its pool, that is no more. */
export function ended(words: string, what?: Question["what"]): NanikiruError {
  if (MEMORY.test(words)) return crash(words, what);
  const message = `the engine's worker ended before it had answered: ask again, and a new one is started (${words})`;
  return new NanikiruError({ code: "engine.ended", message });
}
