/** Reviews a game record in the background, in the worker that answers the position as well. */

import { review, type ReviewedDecision, type ReviewProgress } from "nanikiru";
import { failureOf } from "./failure";
import { type GameLog, type LogDecision, placesOf } from "./log";
import type { Position } from "./position";
import { objectiveOf, type Review, REVIEW_DEPTH, type Verdict } from "./review";
import type { Store } from "./state";

let controller: AbortController | null = null;

export const stopReview = (): void => controller?.abort();

/** What the package said of a decision, without what the record says of it. */
const verdictOf = ({ candidates, actions, best, rank, loss, unjudged }: ReviewedDecision): Verdict => ({
  ...{ candidates, actions },
  ...(best && { best }),
  ...(rank !== undefined && { rank }),
  ...(loss !== undefined && { loss }),
  ...(unjudged && { unjudged }),
});

/** Judges one decision as a review does; nothing where the record does not have it. */
export async function judge(
  log: GameLog,
  decision: LogDecision,
  position: Position,
  signal: AbortSignal,
): Promise<Verdict | null> {
  const rounds = log.rounds
    .filter((round) => round.decisions.includes(decision))
    .map((round) => ({ ...round, decisions: [decision] }));
  for await (const found of review({ ...log, rounds }, { ...searchOf(position), signal })) return verdictOf(found);
  return null;
}

const searchOf = ({ others, objective }: Position) =>
  ({ depth: REVIEW_DEPTH, objective: objectiveOf(objective), others: others !== "no" }) as const;

/** The record with only those decisions of one player, or of all, that are still to be judged. */
function remaining(
  log: GameLog,
  player: number | null,
  found: Review["found"],
): { readonly rest: GameLog; readonly done: number } {
  const own = new Set(
    placesOf(log).flatMap(({ place, decision }) => (player === null || place.player === player ? [decision] : [])),
  );
  const left = new Set([...own].filter((decision) => !found.has(decision)));
  // asked for once more when there is nothing left, all of them are judged anew
  const wanted = left.size > 0 ? left : own;
  const rounds = log.rounds.map((round) => ({
    ...round,
    decisions: round.decisions.filter((decision) => wanted.has(decision)),
  }));
  return { rest: { ...log, rounds }, done: own.size - wanted.size };
}

/** A decision of a review, how far the review is with it, and what it was. */
export interface ReviewStep {
  readonly decision: LogDecision;
  readonly verdict: Verdict;
  readonly done: number;
  readonly total: number;
}

/** The decisions of one player, or of all, that are still to be judged, one after the other. */
export async function* reviewOf(
  log: GameLog,
  player: number | null,
  found: Review["found"],
  position: Position,
  signal: AbortSignal,
): AsyncGenerator<ReviewStep, number> {
  const { rest, done: before } = remaining(log, player, found);
  let progress = { done: before, total: before };
  const onProgress = ({ done, total }: ReviewProgress) => (progress = { done: before + done, total: before + total });
  for await (const one of review(rest, { ...searchOf(position), signal, onProgress })) {
    const decision = rest.rounds[one.round]?.decisions[one.index];
    if (decision) yield { decision, verdict: verdictOf(one), ...progress };
  }
  return progress.total;
}

/**
 * Judges the decisions of one player, or of all, one after the other, and goes on where it was stopped; the questions
 * about the position go in between.
 */
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
  try {
    store.send({ type: "reviewStarted", player, objective: searchOf(position).objective });
    const all = reviewOf(log, player, store.state.review.found, position, signal);
    for (;;) {
      const next = await all.next();
      if (!current()) return own.abort();
      if (next.done) return store.send({ type: "reviewEnded", run: { kind: "done", total: next.value } });
      progress = { done: next.value.done, total: next.value.total };
      store.send({ type: "reviewed", ...next.value });
    }
  } catch (error) {
    if (!current()) return;
    if (signal.aborted) return store.send({ type: "reviewEnded", run: { kind: "stopped", ...progress } });
    store.send({ type: "reviewEnded", run: { kind: "failed", failure: failureOf(error) } });
  }
}
