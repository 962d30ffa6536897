/**
 * nanikiru: what would you discard?
 *
 * @example
 * import { analyze } from "nanikiru";
 * const report = await analyze("2346m4067p2478s55z", { seat: "south", roundWind: "east", doraIndicators: "4p", turn: 5 });
 * console.log(report.candidates[0]);
 *
 * @packageDocumentation
 */
import { WorkerAnalyzer } from "./analyzer.js";
import type { Context, HandInput } from "./api.js";
// scripts/bundle.mjs puts Node's platform here for Node's files
import { platform } from "./platform/browser.js";
import type { Analyzer, AnalyzeOptions, AnalyzerOptions, Report } from "./types.js";

export type {
  Action,
  ByTurn,
  Candidate,
  Context,
  Depth,
  Ended,
  Exchanges,
  FromName,
  HandInput,
  HandParts,
  HanShare,
  ObjectiveWord,
  OfferedTile,
  Options,
  Span,
  Ukeire,
  WindName,
  Wins,
  YakuShare,
} from "./api.js";
export { type ErrorCode, NanikiruError } from "./errors.js";
export type { Analyzer, AnalyzeOptions, AnalyzerOptions, Progress, Report, Search } from "./types.js";

let shared: Analyzer | undefined;

/**
 * Values every action with a hand, best first, in a worker that all calls share: discards, riichi, kans and tsumo after a
 * draw; passes, calls and ron while another player's discard is on offer (`context.offered`).
 *
 * @param hand 14 tiles after a draw, 13 otherwise (a meld counts as three), in mpsz, melds after commas or in brackets, or its parts.
 * @param context The table as the player sees it; everything in it is optional, unknown fields are errors.
 * @returns Values in points, rates as probabilities 0..1.
 * @throws {@link NanikiruError} for a bad request or a fault of the engine; the signal's reason when it is aborted.
 */
export function analyze(hand: HandInput, context?: Context, options?: AnalyzeOptions): Promise<Report> {
  shared ??= createAnalyzer();
  return shared.analyze(hand, context, options);
}

/**
 * An analyzer with a worker of its own, for other settings than the shared one's; it starts with the first question.
 *
 * @throws {@link NanikiruError} for an option that does not exist or is out of range.
 */
export function createAnalyzer(options: AnalyzerOptions = {}): Analyzer {
  return new WorkerAnalyzer(platform, options);
}
