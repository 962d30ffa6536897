/**
 * nanikiru: what would you discard?
 *
 * @example
 * import { analyze } from "nanikiru";
 * const context = { seat: "south", roundWind: "east", doraIndicators: "4p", turn: 5 };
 * const report = await analyze("2346m4067p2478s55z", context);
 * console.log(report.candidates[0]);
 *
 * @packageDocumentation
 */
import { WorkerAnalyzer } from "./analyzer.js";
import type { Context, ConvertedLog, DangerReport, HandInput, WrittenFormat } from "./api.js";
export type {
  Abortive,
  Bankruptcy,
  DealerStop,
  DoubleWindPair,
  DoubleYakuman,
  ExtraRound,
  KanDora,
  Kazoe,
  Kuikae,
  MultipleRon,
  Nagashi,
  Pao,
  PaoHonba,
  PaoScope,
  Renhou,
  RiichiKans,
  RiichiPoints,
  Ties,
  TsumoLoss,
  YakumanSum,
} from "./api.js";
// scripts/bundle.mjs puts Node's platform here for Node's files
import { platform } from "./platform/browser.js";
import { followTable } from "./table.js";
import type {
  Action,
  Analyzer,
  AnalyzeOptions,
  AnalyzerOptions,
  ConvertOptions,
  DangerOptions,
  DetailedCandidate,
  DetailsOptions,
  GameLog,
  LoadOptions,
  LogInput,
  LogOptions,
  PreviewOptions,
  Report,
  ReviewedDecision,
  ReviewOptions,
  ReviewSummary,
  Table,
  TableOptions,
  TabuReport,
  TabuSearchOptions,
} from "./types.js";

export type {
  Because,
  ByTurn,
  Cause,
  Context,
  ConvertedLog,
  Correction,
  DangerReport,
  Depth,
  DepthWord,
  DetailsWord,
  DrawWord,
  EstimatorName,
  Fact,
  FromName,
  HandInput,
  HandParts,
  HanShare,
  HouseRule,
  LengthName,
  FinalPlaces,
  GameOfInput,
  LogBreak,
  LogFormat,
  LogRules,
  ObjectiveWord,
  OfferedByName,
  OfferedTile,
  Opponent,
  OpponentRisk,
  Options,
  Outcome,
  Outcomes,
  PaymentShare,
  Player,
  Players,
  Reason,
  RoundResult,
  RoundWin,
  RulesField,
  RulesSourceWord,
  SearchEnd,
  Span,
  TabuOptions,
  TabuTarget,
  TableRule,
  TableRules,
  TabuWin,
  Target,
  TileRisk,
  Ukeire,
  UnjudgedWord,
  WindName,
  Wins,
  WrittenFormat,
  YakuShare,
} from "./api.js";
export { formatAction, formatError, formatRule } from "./action.js";
export { type Language, LANGUAGES, languageOf, preferredLanguage } from "./languages.js";
export { difference, explain } from "./decision.js";
export { MISTAKE_LOSS, summarize } from "./statistics.js";
export { summarizeGames } from "./statistics.js";
export { RULES, type RulesName, THREE_PLAYER_RULES, type ThreePlayerRulesName } from "./rules.js";
export { type ErrorCode, NanikiruError } from "./errors.js";
export type {
  Action,
  AnalyzeOptions,
  Analyzer,
  AnalyzerOptions,
  CallOptions,
  Candidate,
  ConvertOptions,
  DangerOptions,
  DecideOptions,
  Decision,
  DecisionSort,
  DetailedCandidate,
  DetailsOptions,
  Difference,
  DifferencePart,
  Explanation,
  Figure,
  GameLog,
  GameSeat,
  GamesSummary,
  JsonRecord,
  JudgedAction,
  LoadOptions,
  LoadProgress,
  LogInput,
  LogOptions,
  MjaiEvent,
  PartName,
  PreviewOptions,
  Progress,
  ReasonCode,
  RecordBody,
  Report,
  ReviewedAction,
  ReviewedDecision,
  ReviewOptions,
  ReviewProgress,
  ReviewSummary,
  RoundOfLog,
  Search,
  SummarizedDecision,
  SummarizedGame,
  Table,
  TableDecision,
  TableOptions,
  TabuCandidate,
  TabuReport,
  TabuSearchOptions,
  TileClass,
  Verdict,
} from "./types.js";

let shared: Analyzer | undefined;

/**
 * What tabu search (Yoshimura et al.) would do with a hand: `method: "tabu"`. A baseline: it knows no chances and no
 * opponents, always declares riichi and never folds.
 */
export function analyze(hand: HandInput, context: Context | undefined, options: TabuSearchOptions): Promise<TabuReport>;
// the usual one last: what `ReturnType` gives
/**
 * Values every action with a hand, the best first, in a worker that all calls share: discards, riichi, kans and tsumo
 * after a draw; passes, calls and ron while another player's tile is on offer (`context.offered`).
 *
 * @example
 * const { candidates } = await analyze("2346m4067p2478s55z", { seat: "south", doraIndicators: "4p", turn: 5 });
 * for (const { action, value, winRate } of candidates) console.log(formatAction(action), value, winRate);
 *
 * @param hand 14 tiles after a draw, 13 otherwise (a meld counts as three), in mpsz, melds after commas or in
 * brackets, or its parts.
 * @param context The table as the player sees it; everything in it is optional, unknown fields are errors.
 * @returns Rates as probabilities 0..1. `value` is in points, with `objective: "placement"` in placement points (uma
 * and oka of the rules); the order follows it, with `winRate` and `tenpai` that probability.
 * @throws {@link NanikiruError} for a bad request or a fault of the engine; the signal's reason when it is aborted;
 * what `onProgress` throws.
 */
export function analyze(hand: HandInput, context?: Context, options?: AnalyzeOptions): Promise<Report>;
export function analyze(
  hand: HandInput,
  context?: Context,
  options?: AnalyzeOptions | TabuSearchOptions,
): Promise<Report | TabuReport> {
  shared ??= createAnalyzer();
  return shared.analyze(hand, context, options as AnalyzeOptions);
}

/**
 * One action with its details (`byTurn`, `targets`, `wins.yaku`, `wins.han`), in the worker that all calls share: for
 * a report whose `options.details` did not ask for it.
 *
 * @example
 * const { candidates } = await analyze(hand, context, { details: "none" });
 * const { byTurn, targets } = await details(hand, context, candidates[0].action);
 * console.log(byTurn.winRate, targets);
 *
 * @param action The action, as a candidate has it.
 * @param options As the report was asked for: then all other figures are the same bits, unless `budgetMs` ends the
 * search.
 * @throws {@link NanikiruError} as `analyze`, and where the action is not possible.
 */
export function details(
  hand: HandInput,
  context: Context | undefined,
  action: Action,
  options?: DetailsOptions,
): Promise<DetailedCandidate> {
  shared ??= createAnalyzer();
  return shared.details(hand, context, action, options);
}

/**
 * Starts the engine that all calls share before the first question, which starts it otherwise: a page can show how
 * much of it is here.
 *
 * @example
 * await load({ onProgress: ({ done, total }) => (bar.value = done / total) });
 *
 * @returns When the engine can answer.
 * @throws {@link NanikiruError} where it cannot start; the signal's reason when it is aborted; what `onProgress`
 * throws.
 */
export function load(options?: LoadOptions): Promise<void> {
  shared ??= createAnalyzer();
  return shared.load(options);
}

/**
 * What a small build of the engine says of a hand, for a first visit: its file is half as large, so that a page shows
 * something in half the time. Ask before anything else; the whole engine is fetched after it.
 *
 * @example
 * const small = preview(hand, context, { depth: "first" });
 * const whole = analyze(hand, context);
 * const report = (await small) ?? (await whole); // and then `await whole`
 *
 * @returns The hand as if `context.players` were not there: no danger, no policy. `undefined` after the first
 * time, where the whole engine is on its way or here, in Node, and where `nanikiru-preview.wasm` cannot be fetched.
 * @throws {@link NanikiruError} for a bad request; the signal's reason when it is aborted.
 */
export function preview(hand: HandInput, context?: Context, options?: PreviewOptions): Promise<Report | undefined> {
  shared ??= createAnalyzer();
  return shared.preview(hand, context, options);
}

/**
 * What the table does to each tile, in the worker that all calls share: how likely it deals in, to whom, at what cost
 * and why.
 *
 * @example
 * const { tiles } = await danger(hand, context);
 * for (const { tile, dealInRate, expectedLoss } of tiles) console.log(tile, dealInRate, expectedLoss);
 *
 * @param hand The own hand, of 14 or 13 tiles.
 * @param context The table, with `players`: rivers and melds show how dangerous a tile is.
 * @returns All 34 kinds and the red fives; rates as probabilities 0..1, losses in points.
 * @throws {@link NanikiruError} for a bad request or a table that cannot be; the signal's reason when it is aborted.
 */
export function danger(hand: HandInput, context: Context, options?: DangerOptions): Promise<DangerReport> {
  shared ??= createAnalyzer();
  return shared.danger(hand, context, options);
}

/**
 * Reads a game record, in the worker that all calls share: mjlog, tenhou.net/6 JSON, mjai, Mahjong Soul or majiang,
 * plain or gzip'd; also an address that has the record in it (`https://tenhou.net/6/#json=...`).
 *
 * @example
 * const [file] = input.files;
 * const game = await parseLog(file); // so are `await fetch(...)`, text, bytes, and JSON that has been parsed
 *
 * @param options `rules` is the rule set of the game, for what the record itself does not say.
 * @returns Every decision of every seat, with `hand` and `context` as `analyze` and `danger` take them. A record that
 * is cut or damaged gives the rounds that are whole, and `broken` says where it broke.
 * @throws {@link NanikiruError} with a code `log.` when it is no record at all; the signal's reason when it is aborted.
 */
export function parseLog(log: LogInput, options?: LogOptions): Promise<GameLog> {
  shared ??= createAnalyzer();
  return shared.parseLog(log, options);
}

/**
 * Writes a game record in another format, in the worker that all calls share: mjai, or the JSON that the viewer of
 * tenhou.net/6 opens.
 *
 * @example
 * const { text, rounds } = await convertLog(file, "mjai");
 *
 * @returns The text, and how many rounds it has: of a cut or damaged record those that are whole, with `broken`.
 * @throws {@link NanikiruError} with a code `log.` when it is no record at all; the signal's reason when it is aborted.
 */
export function convertLog(log: LogInput, format: WrittenFormat, options?: ConvertOptions): Promise<ConvertedLog> {
  shared ??= createAnalyzer();
  return shared.convertLog(log, format, options);
}

/**
 * Judges the decisions of a game one after the other, in the worker that all calls share: what was done, the best
 * that could have been done, and what the difference is worth.
 *
 * @example
 * for await (const { turn, loss = 0, sentence } of review(file, { seat: 0 }))
 *   if (loss >= 500) console.log(turn, loss, sentence);
 *
 * @param log A record as {@link parseLog} takes it, or what it has answered.
 * @returns One decision after the other, each searched when it is asked for. `loss` is in the unit of the objective:
 * points, placement points or a rate.
 * @throws {@link NanikiruError} for a bad option, a record that cannot be read, and after the last decision of a
 * record that is cut; the signal's reason when it is aborted; what `onProgress` throws.
 */
export function review(
  log: LogInput | GameLog,
  options?: ReviewOptions,
): AsyncGenerator<ReviewedDecision, ReviewSummary, undefined> {
  shared ??= createAnalyzer();
  return shared.review(log, options);
}

/**
 * An analyzer with a worker of its own, for other settings than the shared one's; it starts with the first question.
 *
 * @example
 * const analyzer = createAnalyzer({ threads: 2, memoryMb: 256 });
 * const report = await analyzer.analyze(hand, context);
 * analyzer.dispose();
 *
 * @throws {@link NanikiruError} for an option that does not exist or is out of range.
 */
export function createAnalyzer(options?: AnalyzerOptions): Analyzer {
  return new WorkerAnalyzer(platform, options);
}

/**
 * A table that follows a game by the events of mjai, as one player hears them: the own hand, the table, what may be
 * done now and what to do. It lives in the caller's own thread, so that all but `decide` answers in microseconds.
 *
 * @example
 * const table = await createTable({ seat: 0 });
 * table.apply(event);
 * const decision = await table.decide({ deadlineMs: 2000 });
 * send(decision ? table.toMjai(decision.action) : { type: "none" });
 *
 * @throws {@link NanikiruError} for an option that does not exist, and where the WebAssembly file could not be loaded.
 */
export function createTable(options?: TableOptions): Promise<Table> {
  return followTable(platform, analyze, options);
}
