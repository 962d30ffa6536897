/** Asks the engine about each new position, one question at a time: a new one cancels the old. */

import { analyze, type AnalyzeOptions, NanikiruError, type Progress, type Report } from "nanikiru";
import { isStroke, type Position, toContext } from "./position";
import type { Event, Failure, Store } from "./state";

/** Typing pauses of this many milliseconds start a search; a click or a link starts at once. */
const PAUSE_MS = 140;
/** The first answer is shown only when the full one takes this much longer: nobody likes figures that flicker. */
const IMPATIENCE_MS = 400;

function failureOf(error: unknown): Failure {
  if (error instanceof NanikiruError) {
    const { code, field, value, message, span } = error;
    return { code, field, value, message, span: span ?? null };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: "page", field: "", value: null, message, span: null };
}

type Search = (depth: Pick<AnalyzeOptions, "exchanges" | "maxHands">) => Promise<Report>;

/** More hands than this take longer than a reader waits for the full answer: about two seconds. */
const FULL_HANDS = 200_000;

/** The full answer; where it is too large the first one, which says that it is only that. */
async function deepen(position: Position, first: Report, search: Search, tell: (event: Event) => void): Promise<Report> {
  const timer = setTimeout(() => tell({ type: "answered", answer: { position, report: first } }), IMPATIENCE_MS);
  try {
    return await search({ exchanges: first.search.exchanges + 1, maxHands: FULL_HANDS });
  } catch (error) {
    if (error instanceof NanikiruError && error.code === "search.too_large") return first;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Watches the store and answers every position in it. */
export function answerPositions(store: Store): void {
  let controller: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ask = async (position: Position): Promise<void> => {
    const own = new AbortController();
    controller = own;
    const tell = (event: Event) => {
      if (!own.signal.aborted) store.send(event);
    };
    const onProgress = (progress: Progress) => tell({ type: "progressed", progress });
    const search: Search = (depth) =>
      analyze(position.hand, toContext(position), { ...depth, signal: own.signal, onProgress });
    tell({ type: "started" });
    try {
      const first = await search({ exchanges: "first" });
      const report = first.search.complete ? first : await deepen(position, first, search, tell);
      tell({ type: "finished", answer: { position, report } });
    } catch (error) {
      tell({ type: "failed", failure: failureOf(error) });
    }
  };

  store.watch((state, before) => {
    if (state.position === before.position) return;
    controller?.abort();
    clearTimeout(timer);
    const { position } = state;
    if (position.hand.trim() === "") return;
    timer = setTimeout(() => void ask(position), isStroke(before.position, position) ? PAUSE_MS : 0);
  });
}
