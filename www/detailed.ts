/** Asks for the details of a row that is opened: when what happens, and by which yaku. The last one opened counts. */

import { details, type Options } from "nanikiru";
import { type Position, toContext, toHand, toOptions } from "./position";
import { askAtRest } from "./resting";
import type { State, Store } from "./state";

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
  askAtRest(store, wanting, async (candidate, { position }, signal) => {
    const found = await details(toHand(position), toContext(position), candidate.action, { ...toOptions(position), signal });
    return { type: "detailed", candidate, details: found };
  });
}
