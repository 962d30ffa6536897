/** What other systems say of a position: tabu search, and the estimators of danger beside the model. */

import { type Action, analyze, danger, type TabuCandidate } from "nanikiru";
import type { DangerReport } from "./danger";
import { type Position, toContext, toHand } from "./position";
import { actionKey } from "./state";

/** In the order of their columns. */
const ESTIMATORS = ["model", "kurita-hoki", "class"] as const;

/** What they say; a share or a rate is null where a system says nothing of an action. */
export interface Methods {
  /** The share of the runs of tabu search in which this was done first, by action. */
  readonly tabu: (key: string) => number | null;
  /** What tabu search would do, its first choice first. */
  readonly candidates: readonly TabuCandidate[];
  /** How likely a tile deals in, by estimator; none without a table. */
  readonly dealIn: readonly ((tile: string) => number | null)[];
}

/** The key of an action for tabu search: riichi and dama with one tile are one discard to it. */
export const tabuKey = (action: Action): string => actionKey(action).replace(/ true$/u, " false");

/** Asks all of them; rejects as `analyze` does. */
export async function askMethods(position: Position, signal: AbortSignal): Promise<Methods> {
  const context = toContext(position);
  const found = await analyze(toHand(position), context, { method: "tabu", signal });
  const shares = new Map(
    found.candidates.map(({ action, runs }) => [actionKey(action), found.runs === 0 ? 1 : runs / found.runs]),
  );
  const reports: DangerReport[] = [];
  if (context.players) {
    for (const estimator of ESTIMATORS) reports.push(await danger(toHand(position), context, { estimator, signal }));
  }
  return {
    tabu: (key) => shares.get(key) ?? null,
    candidates: found.candidates,
    dealIn: reports.map(
      ({ tiles }) =>
        (tile) =>
          tiles.find((risk) => risk.tile === tile)?.dealInRate ?? null,
    ),
  };
}
