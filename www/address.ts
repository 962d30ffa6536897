/**
 * The address bar holds the position, and of a record the decision; back and forward walk through what had an answer.
 */

import { linked, linkTo } from "./log";
import { DEFAULTS, fromQuery, type Position, samePosition, toQuery } from "./position";
import { recorded } from "./reviewer";
import { followLink, leaveRecord } from "./records";
import type { State, Store } from "./state";

/** Safari refuses more than 100 changes of the address in 30 seconds: typing waits this long. */
const PAUSE_MS = 160;

interface Mark {
  /** Whether the position of this entry got an answer: then the next change begins a new entry. */
  readonly answered: boolean;
}
const isAnswered = (): boolean => (history.state as Mark | null)?.answered === true;

/** The position that the address asks for. */
export const addressed = (): Position | null => fromQuery(location.search);

/** The decision of a record that the browser keeps, as a part of the address; nothing for any other position. */
const placed = (state: State): string => {
  const { record, keeping } = state;
  return record.kind === "open" && keeping.open !== null && recorded(state) ? linkTo(keeping.open, record.place) : "";
};

/** Keeps address and store equal, both ways. Returns a function that writes at once what still waits. */
export function followAddress(store: Store): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: (() => void) | null = null;

  const write = (): void => {
    pending = null;
    const { state } = store;
    const current = addressed();
    const hash = placed(state);
    if (current && samePosition(current, state.position) && location.hash === hash) return;
    const address = toQuery(state.position) + hash;
    const mark: Mark = { answered: false };
    // the same decision only gets the name of its record
    const named = current !== null && samePosition(current, state.position) && location.hash === "" && hash !== "";
    if (isAnswered() && !named) history.pushState(mark, "", address);
    else history.replaceState(named ? history.state : mark, "", address);
  };
  const flush = (): void => {
    clearTimeout(timer);
    pending?.();
  };

  store.watch((state, before) => {
    if (state.position !== before.position || placed(state) !== placed(before)) {
      clearTimeout(timer);
      pending = write;
      timer = setTimeout(flush, PAUSE_MS);
      // a reload leads where the address did when it began, so one that leads to a record, or no longer does, waits
      // for nothing
      if ((placed(state) === "") !== (placed(before) === "")) flush();
    }
    if (state.answer !== before.answer && state.answer?.position === state.position) {
      flush();
      const mark: Mark = { answered: true };
      history.replaceState(mark, "", toQuery(state.position) + placed(state));
    }
  });
  const arrive = () => {
    const { record, keeping } = store.state;
    const to = linked(location.hash);
    if (!to) {
      leaveRecord(store);
      return store.send({ type: "arrived", position: addressed() ?? DEFAULTS });
    }
    if (record.kind === "open" && keeping.open === to.id) store.send({ type: "logMoved", place: to.place });
    else void followLink(store);
  };
  addEventListener("popstate", () => {
    clearTimeout(timer);
    pending = null;
    arrive();
  });
  addEventListener("pagehide", flush);
  return flush;
}
