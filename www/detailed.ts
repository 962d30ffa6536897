/** Asks for the details of a row that is opened: when what happens, and by which yaku. The last one opened counts. */

import { details, type Options } from "nanikiru";
import { failureOf } from "./failed";
import { type Position, toContext, toOptions } from "./position";
import type { State, Store } from "./state";

/** Whoever goes through the rows by keyboard asks about the one on which they rest for so many milliseconds. */
const REST_MS = 120;

/**
 * The rows that an answer tells everything of. Only short searches are made again for a row, and only such as find the same again,
 * which one that ends by time need not.
 */
export const detailsOf = ({ depth, budget }: Position): NonNullable<Options["details"]> =>
  budget.trim() === "" && ["first", "fast", "full"].includes(depth) ? "first" : "all";

/** The row that is open and does not tell everything yet. */
function wanting({ answer, position, run, selected, told }: State) {
  if (run.kind !== "done" || !answer || answer.position !== position) return null;
  const candidate = answer.report.candidates[selected];
  return candidate && !candidate.byTurn && !told.has(candidate) ? candidate : null;
}

/** Watches the store and lets the row that is open tell everything. */
export function answerDetails(store: Store): void {
  let controller: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  store.watch((state, before) => {
    const candidate = wanting(state);
    if (candidate === wanting(before)) return;
    controller?.abort();
    clearTimeout(timer);
    if (!candidate) return;
    const { position } = state;
    const own = new AbortController();
    controller = own;
    timer = setTimeout(async () => {
      try {
        const context = toContext(position);
        const found = await details(position.hand, context, candidate.action, { ...toOptions(position), signal: own.signal });
        if (!own.signal.aborted) store.send({ type: "detailed", candidate, details: found });
      } catch (error) {
        if (!own.signal.aborted) store.send({ type: "failed", failure: failureOf(error) });
      }
    }, REST_MS);
  });
}
