// What a decision of a review says beside its figures: the parts of a difference, reasons, and a sentence.
import { formatAction } from "./action.js";
import type { ObjectiveWord, Outcomes, UnjudgedWord, Verdict as EngineVerdict } from "./api.js";
import { refuse } from "./errors.js";
import type {
  Difference,
  DifferencePart,
  Explanation,
  JudgedAction,
  PartName,
  ReviewedAction,
  ReviewedDecision,
  Verdict,
} from "./types.js";

/** The version of what `review` gives of a decision, and of schema/decision.json. */
export const DECISION_VERSION = 1;

/** Parts smaller than this are rounding of sums of floating-point numbers. */
const ROUNDING = 1e-6;
/** Reasons are named until what is left is at most this share of the difference. */
const UNNAMED = 0.1;

/** What is compared of an action. */
export type ComparedAction = Pick<JudgedAction, "value" | "outcomes">;

/** The points of each way in which the round can end: together all of the value that outcomes explain. */
const pointsOf = (outcomes: Outcomes, end: keyof Outcomes): number => outcomes[end].rate * outcomes[end].mean;

function check(field: string, given: ComparedAction | null | undefined): void {
  const { value, outcomes } = given ?? {};
  if (typeof value !== "number" || typeof outcomes !== "object")
    refuse("request.type", field, given, "an action is as `analyze` and `review` give it, with its outcomes");
}

/**
 * What two actions differ by, in parts.
 *
 * @example
 * const [best, next] = (await analyze(hand, context)).candidates;
 * for (const { part, adds } of difference(next, best).parts) console.log(part, adds);
 *
 * @param action An action of an answer or of a review.
 * @param other Another action of the same decision, as a rule its best.
 * @returns `value` is that of `action` less that of `other`; the parts add up to it, the largest first.
 * @throws {@link NanikiruError} for what are no actions of an answer.
 */
export function difference(action: ComparedAction, other: ComparedAction): Difference {
  check("action", action);
  check("other", other);
  const [a, b] = [action.outcomes, other.outcomes];
  const value = action.value - other.value;
  const win = pointsOf(a, "win") - pointsOf(b, "win");
  // what never wins has no mean that could be compared
  const never = a.win.rate === 0 || b.win.rate === 0;
  const winRate = never ? win : ((a.win.rate - b.win.rate) * (a.win.mean + b.win.mean)) / 2;
  const byEnd = (end: keyof Outcomes) => pointsOf(a, end) - pointsOf(b, end);
  const known: Record<PartName, number> = {
    winRate,
    winPoints: win - winRate,
    dealIn: byEnd("dealIn"),
    tsumo: byEnd("tsumo"),
    draw: byEnd("draw"),
    rest: byEnd("rest"),
  };
  const parts = Object.entries(known).map(([part, adds]) => ({ part, adds }) as DifferencePart);
  const real = parts.filter(({ adds }) => Math.abs(adds) >= ROUNDING * (1 + Math.abs(value)));
  return { value, parts: real.sort((one, next) => Math.abs(next.adds) - Math.abs(one.adds)) };
}

/** The largest parts, so many that what is left of the difference is small. */
function mainParts({ value, parts }: Difference): DifferencePart[] {
  let left = value;
  const named: DifferencePart[] = [];
  for (const part of parts) {
    if (Math.abs(left) <= UNNAMED * Math.abs(value)) break;
    named.push(part);
    left -= part.adds;
  }
  return named;
}

const UNJUDGED: Readonly<Record<UnjudgedWord, string>> = {
  inRiichi: "the player is in riichi, with no win and no kan to choose",
  afterCall: "the discard after a call is judged together with the call",
  hidden: "another player went first, so the record does not show what was done",
  notValued: "the action is none of those that are valued",
};

const PARTS: Readonly<Record<PartName, string>> = {
  winRate: "win rate",
  winPoints: "average win",
  dealIn: "deal-ins",
  tsumo: "others' tsumo",
  draw: "exhaustive draws",
  rest: "wins between others",
};

const whole = (number: number): string => Math.round(Math.abs(number)).toLocaleString("en");
const signed = (number: number): string => `${number < 0 ? "-" : "+"}${whole(number)}`;
const percent = (rate: number): string => `${(100 * rate).toFixed(1)}%`;

/** A part with the figures behind it: `win rate 21.3% against 24.4% (-310)`. */
function partWords(
  { part, adds }: DifferencePart,
  { outcomes: a }: ComparedAction,
  { outcomes: b }: ComparedAction,
): string {
  const figures: Partial<Record<PartName, string>> = {
    winRate: ` ${percent(a.win.rate)} against ${percent(b.win.rate)}`,
    winPoints: ` ${signed(a.win.mean)} against ${signed(b.win.mean)}`,
    dealIn: ` ${percent(a.dealIn.rate)} against ${percent(b.dealIn.rate)}`,
  };
  return `${PARTS[part]}${figures[part] ?? ""} (${signed(adds)})`;
}

/** What is read of an action to explain it. */
export type ExplainedAction = ComparedAction & Pick<JudgedAction, "action" | "winRate" | "tenpaiRate">;

/**
 * Why an action is worth less than another, or more: codes for programs, and a sentence in English with the figures.
 *
 * @example
 * const [best, next] = (await analyze(hand, context)).candidates;
 * console.log(explain(next, best).sentence);
 *
 * @param action An action of an answer or of a review.
 * @param other Another action of the same decision, as a rule its best.
 * @param objective What the decision was analysed for; `points` when left out.
 * @returns The reasons that make up nine tenths of the difference or more, the largest first.
 * @throws {@link NanikiruError} for what are no actions of an answer.
 */
export function explain(
  action: ExplainedAction,
  other: ExplainedAction,
  objective: ObjectiveWord = "points",
): Explanation {
  check("action", action);
  check("other", other);
  const [one, another] = [formatAction(action.action), formatAction(other.action)];
  if (objective === "winRate" || objective === "tenpai") {
    const rate = objective === "winRate" ? "winRate" : "tenpaiRate";
    const words = `${objective === "winRate" ? "wins" : "is tenpai"} in ${percent(action[rate])} of rounds`;
    return { reasons: [objective], sentence: `${one} ${words}, ${another} in ${percent(other[rate])}.` };
  }
  const of = difference(action, other);
  const named = mainParts(of);
  const unit = objective === "placement" ? "placement points" : "points";
  if (named.length === 0) return { reasons: [], sentence: `${one} is worth as much as ${another}.` };
  const words = named.map((part) => partWords(part, action, other)).join(", ");
  const amount = `${whole(of.value)} ${unit} ${of.value < 0 ? "less" : "more"}`;
  return { reasons: named.map(({ part }) => part), sentence: `${one} is worth ${amount} than ${another}: ${words}.` };
}

function explanation(verdict: Verdict, objective: ObjectiveWord): Explanation {
  const { candidates, actions, rank, loss, unjudged } = verdict;
  const [best] = candidates;
  if (unjudged || !best || rank === undefined)
    return { reasons: [], sentence: `Not judged${unjudged ? `: ${UNJUDGED[unjudged]}` : ""}.` };
  // what was done stands at its rank, or last where it is none of the best
  const done = candidates[Math.min(rank, candidates.length) - 1] ?? best;
  const words = formatAction(done.action);
  if (actions === 1) return { reasons: [], sentence: `${words} is the only action.` };
  if (rank === 1) return { reasons: [], sentence: `${words} is the best of ${actions} actions.` };
  if (loss === 0) return { reasons: [], sentence: `${words} is as good as ${formatAction(best.action)}.` };
  return explain(done, best, objective);
}

/** A verdict with all that stands in an object of its own. */
type DecisionText = Pick<ReviewedDecision, "version" | "objective" | "candidates" | "reasons" | "sentence">;

export function described(verdict: EngineVerdict, objective: ObjectiveWord): DecisionText {
  // an action of the engine has no fields of other actions, and all of them can be read
  const whole = verdict as Verdict;
  const [best] = whole.candidates;
  const candidates = whole.candidates.map((one): ReviewedAction => ({
    ...one,
    text: formatAction(one.action),
    difference: difference(one, best ?? one),
  }));
  return { version: DECISION_VERSION, objective, candidates, ...explanation(whole, objective) };
}
