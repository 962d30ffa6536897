/** What other systems say of a position: tabu search, and the estimators of danger beside the model. */

import { type Action, analyze, type Context, danger, type TabuCandidate } from "nanikiru";
import type { DangerReport } from "./danger";
import { partyBy } from "./players";
import { type Position, toContext, toHand } from "./position";
import { actionKey } from "./state";

/** In the order of their columns. */
const ESTIMATORS = ["model", "kurita-hoki", "class"] as const;

/** What they say; a share or a rate is null where a system says nothing of an action. */
export interface Methods {
  /** The share of the runs of tabu search in which this was done first, by action; null where it knows no such table. */
  readonly tabu: ((key: string) => number | null) | null;
  /** What tabu search would do, its first choice first. */
  readonly candidates: readonly TabuCandidate[];
  /** How likely a tile deals in, by estimator; none without a table. */
  readonly dealIn: readonly ((tile: string) => number | null)[];
}

/** The key of an action for tabu search: riichi and dama with one tile are one discard to it. */
export const tabuKey = (action: Action): string => actionKey(action).replace(/ true$/u, " false");

/** What tabu search says. */
async function tabuOf(position: Position, context: Context, signal: AbortSignal): Promise<Omit<Methods, "dealIn">> {
  if (!partyBy(position.rules).tabu) return { tabu: null, candidates: [] };
  const { candidates, runs: all } = await analyze(toHand(position), context, { method: "tabu", signal });
  const shares = new Map(candidates.map(({ action, runs }) => [actionKey(action), all === 0 ? 1 : runs / all]));
  return { tabu: (key) => shares.get(key) ?? null, candidates };
}

/** Asks all of them; rejects as `analyze` does. */
export async function askMethods(position: Position, signal: AbortSignal): Promise<Methods> {
  const context = toContext(position);
  const found = await tabuOf(position, context, signal);
  const reports: DangerReport[] = [];
  if (context.players) {
    for (const estimator of ESTIMATORS) reports.push(await danger(toHand(position), context, { estimator, signal }));
  }
  return {
    ...found,
    dealIn: reports.map(
      ({ tiles }) =>
        (tile) =>
          tiles.find((risk) => risk.tile === tile)?.dealInRate ?? null,
    ),
  };
}
