/** Reviews a game record in the background, in the worker that answers the position as well. */

import { NanikiruError, review } from "nanikiru";
import { objectiveOf, type Verdict } from "./review";
import type { Store } from "./state";

let controller: AbortController | null = null;

export const stopReview = (): void => controller?.abort();

/** Judges the decisions of one player, or of all, one after the other; the questions about the position go in between. */
export async function startReview(store: Store, player: number | null): Promise<void> {
  const { record, position } = store.state;
  if (record.kind !== "open") return;
  stopReview();
  const own = new AbortController();
  controller = own;
  const { signal } = own;
  const { log } = record;
  /** Another record may have been opened meanwhile. */
  const current = () => controller === own && store.state.record.kind === "open" && store.state.record.log === log;
  let progress = { done: 0, total: 0 };
  const [others, objective] = [position.others !== "no", objectiveOf(position.objective)];
  try {
    store.send({ type: "reviewStarted", player, objective });
    const seat = player === null ? {} : { seat: player as 0 | 1 | 2 | 3 };
    const stream = review(log, { ...seat, exchanges: "fast", objective, others, signal, onProgress: (now) => (progress = now) });
    for await (const { round, index, candidates, actions, best, rank, loss, unjudged } of stream) {
      if (!current()) return own.abort();
      const decision = log.rounds[round]?.decisions[index];
      const verdict = { candidates, actions, best, rank, loss, unjudged } as Verdict;
      if (decision) store.send({ type: "reviewed", decision, verdict, ...progress });
    }
    if (current()) store.send({ type: "reviewEnded", run: { kind: "done", total: progress.total } });
  } catch (error) {
    if (!current()) return;
    if (signal.aborted) return store.send({ type: "reviewEnded", run: { kind: "stopped", ...progress } });
    const code = error instanceof NanikiruError ? error.code : "page";
    const message = error instanceof Error ? error.message : String(error);
    store.send({ type: "reviewEnded", run: { kind: "failed", failure: { code, field: "", value: null, message, span: null } } });
  }
}
