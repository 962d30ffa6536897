/**
 * The review as the page shows it: the decision on the board has the board's figures, so that it has one loss
 * everywhere.
 */

import { difference, formatAction, type Report } from "nanikiru";
import { leaving } from "./action";
import { lossAgainst } from "./fold";
import { decisionAt, type LogDecision, positionOf } from "./log";
import { type Position, samePosition } from "./position";
import type { Review, ReviewObjective, Verdict } from "./review";
import { actionKey, type State } from "./state";

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
