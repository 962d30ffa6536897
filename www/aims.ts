/** Asks tabu search for the winning hands that the actions of a far hand lead to: where no search fitted, nothing else knows them. */

import { analyze } from "nanikiru";
import { toContext, toHand } from "./position";
import { askAtRest } from "./resting";
import type { Answer, State, Store } from "./state";

/** Moves of a run beyond those that the nearest win takes. */
const DETOURS = 3;

/** The answer whose open row is an average of far hands, and whose aims nobody has asked for yet. */
function wanting({ answer, position, run, selected, aims }: State): Answer | null {
  if (run.kind !== "done" || !answer || answer.position !== position || aims?.position === position) return null;
  return answer.report.candidates[selected]?.estimated ? answer : null;
}

/** Watches the store; one search serves all rows of a hand. */
export function answerAims(store: Store): void {
  askAtRest(store, wanting, async ({ position, report }, _state, signal) => {
    const moves = report.shanten + DETOURS;
    const { candidates } = await analyze(toHand(position), toContext(position), { method: "tabu", moves, signal });
    return { type: "sought", aims: { position, candidates } };
  });
}
