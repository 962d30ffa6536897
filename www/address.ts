/** The address bar holds the position; back and forward walk through the positions that had an answer. */

import { DEFAULTS, fromQuery, type Position, samePosition, toQuery } from "./position";
import type { Store } from "./state";

/** Safari refuses more than 100 changes of the address in 30 seconds: typing waits this long. */
const PAUSE_MS = 160;

interface Mark {
  /** Whether the position of this entry got an answer: then the next change begins a new entry. */
  readonly answered: boolean;
}
const isAnswered = (): boolean => (history.state as Mark | null)?.answered === true;

/** The position that the address asks for. */
export const addressed = (): Position | null => fromQuery(location.search);

/** Keeps address and store equal, both ways. Returns a function that writes at once what still waits. */
export function followAddress(store: Store): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: (() => void) | null = null;

  const write = (position: Position): void => {
    pending = null;
    const current = addressed();
    if (current && samePosition(current, position)) return;
    const mark: Mark = { answered: false };
    if (isAnswered()) history.pushState(mark, "", toQuery(position));
    else history.replaceState(mark, "", toQuery(position));
  };
  const flush = (): void => {
    clearTimeout(timer);
    pending?.();
  };

  store.watch((state, before) => {
    if (state.position !== before.position) {
      clearTimeout(timer);
      pending = () => write(state.position);
      timer = setTimeout(flush, PAUSE_MS);
    }
    if (state.answer !== before.answer && state.answer?.position === state.position) {
      flush();
      const mark: Mark = { answered: true };
      history.replaceState(mark, "", toQuery(state.position));
    }
  });
  addEventListener("popstate", () => {
    clearTimeout(timer);
    pending = null;
    store.send({ type: "arrived", position: addressed() ?? DEFAULTS });
  });
  addEventListener("pagehide", flush);
  return flush;
}
