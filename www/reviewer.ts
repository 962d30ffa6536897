/** The review of the record on the page: what it says of the decision on the board, and how it runs. */

import { difference, formatAction, type Report, review, type ReviewedDecision, type ReviewProgress } from "nanikiru";
import { leaving, lossAgainst } from "./candidates";
import { failureOf } from "./failure";
import { decisionAt, type GameLog, type LogDecision, placesOf, positionOf } from "./log";
import { type Position, samePosition } from "./position";
import { objectiveOf, type Review, REVIEW_DEPTH, type ReviewObjective, type Verdict } from "./review";
import { actionKey, type State, type Store } from "./state";

// The review as the page shows it: the decision on the board has the board's figures, so that it has one loss
// everywhere.

/** The decision that `position` is, by default the one on the page. */
export function recorded({ record, position: now }: State, position: Position = now): LogDecision | null {
  if (record.kind !== "open") return null;
  const decision = decisionAt(record.log, record.place);
  return decision && samePosition(position, positionOf(decision, position)) ? decision : null;
}

/** The tile that left the hand in the decision on the page; none where another action was taken, or nobody knows. */
export function playedTile(state: State): string | null {
  return leaving(recorded(state)?.done);
}

/** Candidates that a verdict has beside what was done, as those of the package's review. */
const ROWS = 5;

/**
 * The verdict of a report on a decision that was judged before; the same where the report does not value what was
 * done. What is about equal to the best loses nothing.
 */
export function verdictOf({ candidates }: Report, { done }: LogDecision, before: Verdict): Verdict {
  const best = candidates[0];
  const at = done ? candidates.findIndex(({ action }) => actionKey(action) === actionKey(done)) : -1;
  const played = candidates[at];
  if (before.loss === undefined || !best || !played) return before;
  const shown = candidates.filter((_, i) => i < ROWS || i === at);
  const rows = shown.map((one) => ({ ...one, text: formatAction(one.action), difference: difference(one, best) }));
  const loss = lossAgainst(best, played);
  return { candidates: rows, actions: candidates.length, best: best.action, rank: at + 1, loss };
}

/** The objective that figures of the board and of a review must have in common to be exchanged. */
const comparable = ({ position }: Pick<State, "position">, objective: ReviewObjective): boolean =>
  position.objective === objective;

/**
 * The decision on the board with its latest report; null where there is none, or it is of another objective than the
 * review.
 */
export function refined(state: State): { readonly decision: LogDecision; readonly verdict: Verdict } | null {
  const { answer, position, review } = state;
  if (!answer || answer.position !== position || !comparable(state, review.objective)) return null;
  const decision = recorded(state);
  const before = decision && review.found.get(decision);
  return decision && before ? { decision, verdict: verdictOf(answer.report, decision, before) } : null;
}

let last: {
  readonly review: Review;
  readonly answer: State["answer"];
  readonly position: State["position"];
  readonly shown: Review;
} | null = null;

/** The review with what the board shows in its place; the same value for the same state. */
export function shownReview(state: State): Review {
  const { review, answer, position } = state;
  if (last?.review === review && last.answer === answer && last.position === position) return last.shown;
  const now = refined(state);
  const kept = now && review.found.get(now.decision);
  const same = !now || !kept || (kept.loss === now.verdict.loss && kept.rank === now.verdict.rank);
  const shown = same ? review : { ...review, found: new Map(review.found).set(now.decision, now.verdict) };
  last = { review, answer, position, shown };
  return shown;
}

/** What is known of a decision on the board: from the review, or judged by itself, with the board's figures. */
export function verdictNow(
  state: State,
  decision: LogDecision,
): { readonly objective: ReviewObjective; readonly verdict: Verdict } | null {
  const { judged, position, answer } = state;
  const { objective, found } = shownReview(state);
  const verdict = found.get(decision);
  if (verdict) return { objective, verdict };
  if (judged?.decision !== decision || judged.objective !== position.objective) return null;
  const report = answer?.position === position ? answer.report : null;
  return {
    objective: judged.objective,
    verdict: report ? verdictOf(report, decision, judged.verdict) : judged.verdict,
  };
}

// Reviews a game record in the background, in the worker that answers the position as well.

let controller: AbortController | null = null;

export const stopReview = (): void => controller?.abort();

/** What the package said of a decision, without what the record says of it. */
const packageVerdict = ({ candidates, actions, best, rank, loss, unjudged }: ReviewedDecision): Verdict => ({
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
  for await (const found of review({ ...log, rounds }, { ...searchOf(position), signal })) return packageVerdict(found);
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
interface ReviewStep {
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
    if (decision) yield { decision, verdict: packageVerdict(one), ...progress };
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
