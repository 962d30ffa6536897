/** Asks about what the page comes to rest on: a row that stays open. The last one counts. */

import { failureOf } from "./failed";
import type { Event, State, Store } from "./state";

/** Whoever goes through the rows by keyboard asks about the one on which they rest for so many milliseconds. */
const REST_MS = 120;

/** Sends what `ask` answers about what a state wants; it is aborted when the state wants something else, or nothing. */
export function askAtRest<Wanted>(store: Store, wanting: (state: State) => Wanted | null, ask: (wanted: Wanted, state: State, signal: AbortSignal) => Promise<Event>): void {
  let controller: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  store.watch((state, before) => {
    const wanted = wanting(state);
    if (wanted === wanting(before)) return;
    controller?.abort();
    clearTimeout(timer);
    if (!wanted) return;
    const own = new AbortController();
    controller = own;
    timer = setTimeout(async () => {
      try {
        const event = await ask(wanted, state, own.signal);
        if (!own.signal.aborted) store.send(event);
      } catch (error) {
        if (!own.signal.aborted) store.send({ type: "failed", failure: failureOf(error) });
      }
    }, REST_MS);
  });
}
