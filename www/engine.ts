/** Asks the engine about each new position, one question at a time: a new one cancels the old. */

import { analyze, danger, NanikiruError, type Progress } from "nanikiru";
import { strokeOf, type Position, toContext, toOptions } from "./position";
import type { Event, Failure, Store } from "./state";

/** Typing pauses of this many milliseconds start a search; a click or a link starts at once. */
const PAUSE_MS = 140;

function failureOf(error: unknown): Failure {
  if (error instanceof NanikiruError) {
    const { code, field, value, message, span } = error;
    return { code, field, value, message, span: span ?? null };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: "page", field: "", value: null, message, span: null };
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
    const onProgress = (progress: Progress) => {
      const { report } = progress;
      tell(report ? { type: "answered", answer: { position, report } } : { type: "progressed", progress });
    };
    tell({ type: "started" });
    try {
      const { signal } = own;
      const context = toContext(position);
      // the risks take milliseconds: they need not wait for the search
      const risks = context.players ? { position, risks: await danger(position.hand, context, { signal }) } : null;
      tell({ type: "risked", risks });
      const report = await analyze(position.hand, context, { ...toOptions(position), signal, onProgress });
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
    timer = setTimeout(() => void ask(position), strokeOf(before.position, position) ? PAUSE_MS : 0);
  });
}
