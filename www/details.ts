/** Asks about the row that stays open: when what happens, by which yaku, and where a far hand leads. */

import { analyze, details, type Options } from "nanikiru";
import { failureOf } from "./failure";
import { partyBy } from "./players";
import { type Position, toContext, toHand, toOptions } from "./position";
import type { Answer, Event, State, Store } from "./state";

/** By keyboard a reader passes many rows: only one that stays open for so many milliseconds is asked about. */
const REST_MS = 120;

/** Sends what `ask` answers about what a state wants; it is aborted when the state wants something else, or nothing. */
export function askAtRest<Wanted>(
  store: Store,
  wanting: (state: State) => Wanted | null,
  ask: (wanted: Wanted, state: State, signal: AbortSignal) => Promise<Event>,
): void {
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

/**
 * The rows of which an answer has everything. Only short searches are made again for a row, and only such as find
 * the same again, which one that ends by time need not.
 */
export const detailsOf = ({ depth, budget }: Position): NonNullable<Options["details"]> =>
  budget.trim() === "" && ["first", "fast", "full"].includes(depth) ? "first" : "all";

/** The candidate that is open and lacks its details. */
function shortRow({ answer, position, run, selected, details }: State) {
  if (run.kind !== "done" || !answer || answer.position !== position) return null;
  const candidate = answer.report.candidates[selected];
  return candidate && !candidate.byTurn && !details.has(candidate) ? candidate : null;
}

/** Watches the store and asks for the details of the candidate that is open. */
export function answerDetails(store: Store): void {
  askAtRest(store, shortRow, async (candidate, { position }, signal) => {
    const found = await details(toHand(position), toContext(position), candidate.action, {
      ...toOptions(position),
      signal,
    });
    return { type: "detailed", candidate, details: found };
  });
}

/** Moves of a run beyond those that the nearest win takes. */
const DETOURS = 3;

/** The answer whose open row is an average of far hands, and whose aims nobody has asked for yet. */
function farRow({ answer, position, run, selected, aims }: State): Answer | null {
  if (run.kind !== "done" || !answer || answer.position !== position || aims?.position === position) return null;
  if (!partyBy(position.rules).tabu) return null;
  return answer.report.candidates[selected]?.estimated ? answer : null;
}

/** Watches the store; one search serves all rows of a hand. */
export function answerAims(store: Store): void {
  askAtRest(store, farRow, async ({ position, report }, _state, signal) => {
    const moves = report.shanten + DETOURS;
    const { candidates } = await analyze(toHand(position), toContext(position), { method: "tabu", moves, signal });
    return { type: "sought", aims: { position, candidates } };
  });
}
