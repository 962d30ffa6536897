/** Asks the engine about each new position, one question at a time: a new one cancels the old. */

import { analyze, NanikiruError } from "nanikiru";
import { type Position, toContext } from "./position";
import type { Failure, Store } from "./state";

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
    store.send({ type: "started" });
    try {
      const report = await analyze(position.hand, toContext(position), {
        signal: own.signal,
        onProgress: (progress) => {
          if (!own.signal.aborted) store.send({ type: "progressed", progress });
        },
      });
      if (!own.signal.aborted) store.send({ type: "finished", answer: { position, report } });
    } catch (error) {
      if (!own.signal.aborted) store.send({ type: "failed", failure: failureOf(error) });
    }
  };

  store.watch((state, before) => {
    if (state.position === before.position) return;
    controller?.abort();
    clearTimeout(timer);
    const { position } = state;
    if (position.hand.trim() === "") return;
    timer = setTimeout(() => void ask(position), before.position.hand === "" ? 0 : PAUSE_MS);
  });
}
