// What the losses of reviewed decisions amount to.
import type { ObjectiveWord, WindName } from "./api.js";
import { refuse } from "./errors.js";
import type { DecisionSort, ReviewSummary, SummarizedDecision } from "./types.js";

/**
 * The loss from which on a decision is a mistake, in the unit of the objective, where the options name no other. A
 * decision that loses as much counts 50 in the accuracy.
 */
export const MISTAKE_LOSS: Readonly<Record<ObjectiveWord, number>> = {
  points: 500,
  placement: 667,
  winRate: 0.033,
  tenpai: 0.033,
};

const CALLING: readonly (string | undefined)[] = ["ankan", "kakan", "daiminkan", "chi", "pon", "pass"];
const SORTS: readonly DecisionSort[] = ["attack", "defence", "calls", "riichi"];
const WINDS: readonly WindName[] = ["east", "south", "west", "north"];

/** What a decision was about. */
export function sortOf({ context, seat, done, best, candidates }: SummarizedDecision): DecisionSort {
  if (context.offered || CALLING.includes(done?.type) || CALLING.includes(best?.type)) return "calls";
  if (candidates.some(({ action }) => action.type === "discard" && action.riichi)) return "riichi";
  const threatened = WINDS.some((wind) => wind !== seat && context.players?.[wind]?.river?.includes("*"));
  return threatened ? "defence" : "attack";
}

/** What a sum needs of a decision. */
export interface Entry {
  readonly loss?: number | undefined;
  readonly mistake: boolean;
  readonly sort: DecisionSort;
}

export function tally(entries: Iterable<Entry>, objective: ObjectiveWord = "points"): ReviewSummary {
  const sorts = Object.fromEntries(
    SORTS.map((sort) => [sort, { judged: 0, loss: 0, mistakes: 0 }]),
  ) as ReviewSummary["sorts"];
  let [all, judged, mistakes, loss, accuracy, lossless] = [0, 0, 0, 0, 0, 0];
  for (const entry of entries) {
    all += 1;
    if (entry.loss === undefined) continue;
    judged += 1;
    loss += entry.loss;
    accuracy += 100 / (1 + entry.loss / MISTAKE_LOSS[objective]);
    // what is about equal to the best loses nothing
    if (entry.loss === 0) lossless += 1;
    const sort = sorts[entry.sort];
    sort.judged += 1;
    sort.loss += entry.loss;
    if (!entry.mistake) continue;
    mistakes += 1;
    sort.mistakes += 1;
  }
  const mean = (sum: number) => (judged === 0 ? undefined : sum / judged);
  return { decisions: all, judged, mistakes, loss, accuracy: mean(accuracy), agreement: mean(lossless), sorts };
}

function entryOf(decision: SummarizedDecision, i: number): Entry {
  const field = `decisions[${i}]`;
  let sort: DecisionSort;
  try {
    sort = sortOf(decision);
  } catch {
    return refuse(
      "request.type",
      field,
      decision,
      "a decision is as `review` gives it, with its context and candidates",
    );
  }
  const { loss } = decision;
  if (loss !== undefined && !Number.isFinite(loss)) refuse("request.type", `${field}.loss`, loss, "a loss is a number");
  return { ...decision, sort };
}

/**
 * Sums decisions of a review up, in the order they come.
 *
 * @example
 * const decisions = [];
 * for await (const decision of review(file, { seat: 0 })) decisions.push(decision);
 * console.log(summarize(decisions).accuracy);
 *
 * @param objective What they were reviewed by; `points` when left out.
 * @throws {@link NanikiruError} for what are no reviewed decisions, and for an objective that does not exist.
 */
export function summarize(decisions: Iterable<SummarizedDecision>, objective: ObjectiveWord = "points"): ReviewSummary {
  if (
    typeof decisions !== "object" ||
    typeof (decisions as typeof decisions | null)?.[Symbol.iterator] !== "function"
  ) {
    refuse("request.type", "decisions", decisions, "decisions are a list of what `review` has given");
  }
  if (!Object.hasOwn(MISTAKE_LOSS, objective)) {
    const message = `objective is one of ${Object.keys(MISTAKE_LOSS).join(", ")}`;
    refuse("request.unknown_value", "objective", objective, message);
  }
  return tally(Array.from(decisions, entryOf), objective);
}
