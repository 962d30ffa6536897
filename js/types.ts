// The shapes of the public face that are not the engine's own (those are in api.d.ts, generated from Rust).
import type {
  Action as EngineAction,
  ByTurn,
  Candidate as EngineCandidate,
  Context,
  ConvertedLog,
  DangerReport,
  EstimatorName,
  Decision as EngineDecision,
  GameLog as EngineGameLog,
  HandInput,
  JudgedAction as EngineJudgedAction,
  ObjectiveWord,
  Options,
  Report as EngineReport,
  RoundOfLog as EngineRoundOfLog,
  SearchInfo,
  TableOptions as GameOptions,
  TabuCandidate as EngineTabuCandidate,
  TabuOptions,
  TabuReport as EngineTabuReport,
  Target,
  Verdict as EngineVerdict,
  WindName,
  Wins,
  WrittenFormat,
} from "./api.js";
import type { RulesName, ThreePlayerRulesName } from "./rules.js";

declare global {
  interface SymbolConstructor {
    // as in TypeScript's lib esnext.disposable, for projects that are without it
    readonly dispose: unique symbol;
  }
}

/** Every one of a union with all fields of the others, which it does not have. */
type Whole<T, Field extends PropertyKey = T extends unknown ? keyof T : never> = T extends unknown
  ? T & { readonly [Other in Exclude<Field, keyof T>]?: undefined }
  : never;

/** A field that an action does not have can be read, too, and is undefined. */
export type Action = Whole<EngineAction>;

/** One action and what it is worth. */
export interface Candidate extends Omit<EngineCandidate, "action"> {
  /** What to do. */
  action: Action;
}

/** The figures of one action; those of the same names as in `analyze`. */
export interface JudgedAction extends Omit<EngineJudgedAction, "action"> {
  /** What to do. */
  action: Action;
}

/** A moment at which a seat chooses; `hand` and `context` are as `analyze` and `danger` take them. */
export interface Decision extends Omit<EngineDecision, "done"> {
  /** What it did. Left out where that does not show: another seat's call or win went first. */
  done?: Action;
}

/** What was done in a decision, against the best that could have been done. */
export interface Verdict extends Omit<EngineVerdict, "candidates" | "best"> {
  /** The best actions, best first, and what was done; none where nothing was judged. */
  candidates: JudgedAction[];
  /** The best of them. */
  best?: Action;
}

/** One round of a game. */
export interface RoundOfLog extends Omit<EngineRoundOfLog, "decisions"> {
  /**
   * Every decision of every seat in order: after each draw, after each chi and pon, and about each discard that a
   * seat can win, chi, pon or kan with. A seat in riichi has one only where it can win or declare a kan; wins on an
   * added kan are left out.
   */
  decisions: Decision[];
}

/** What `parseLog` answers: a game, decision by decision. */
export interface GameLog extends Omit<EngineGameLog, "rounds"> {
  /** The rounds that are whole and legal, in order. */
  rounds: RoundOfLog[];
}

/** An action, with how the runs of tabu search took it. */
export interface TabuCandidate extends Omit<EngineTabuCandidate, "action"> {
  /** What to do. */
  action: Action;
}

/** What tabu search found. */
export interface TabuReport extends Omit<EngineTabuReport, "candidates"> {
  /**
   * What may lead to the best hand, best first: a win where there is one, else the discards that the hand aimed at
   * lacks, all of them where no better hand was found; of a tile on offer the call that leads to a win, or to pass.
   */
  candidates: TabuCandidate[];
}

/** How far a search has come. */
export interface Progress {
  /** Steps done of the search under way; each depth begins anew. */
  readonly done: number;
  /** Steps in all; 0 until it is known. */
  readonly total: number;
  /** A complete report of a depth that is done, once for each; `search.stage` counts them. The promise has the last. */
  readonly report?: Report;
}

/** How to search, how to stop and how to watch. */
export interface AnalyzeOptions extends Options {
  /** The exact search, which is what there is when it is left out; `tabu` has options of its own. */
  readonly method?: "exact" | undefined;
  /** The one action to value; every possible one when left out. One that is not possible is an error that says why. */
  readonly action?: Action | undefined;
  /** Stops the search; the promise then rejects with the signal's `reason`, at once. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called about every 20 ms while the search runs, and with every report that a deeper one may follow. Without it,
   * and without
   * `budgetMs`, only the deepest is searched: the same report, sooner. When it throws, or gives a promise that
   * rejects, the search is stopped and the question rejects with the same.
   */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** How to search, and how to stop. `danger` and `policy` have no effect: nothing is known of the others. */
export interface PreviewOptions extends Options {
  /** Stops the search; the promise then rejects with the signal's `reason`, at once. */
  readonly signal?: AbortSignal | undefined;
}

/** A candidate with details: curves by turn, and yaku. */
export interface DetailedCandidate extends Candidate {
  /** The same figures by turn: entry i is after i + 1 more draws. */
  byTurn: ByTurn;
  /** The finished hands that it wins with most often, likeliest first. */
  targets: Target[];
  /** What the wins look like, with their yaku and han. */
  wins: Required<Wins>;
}

/** How to search, how to stop and how to watch, of a question about one action. */
export type DetailsOptions = Omit<AnalyzeOptions, "action" | "details">;

/** How much tabu search looks at, how to stop and how to watch. */
export interface TabuSearchOptions extends TabuOptions {
  /** Tabu search in the place of the exact one. */
  readonly method: "tabu";
  /** Stops the search; the promise then rejects with the signal's `reason`, at once. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called about every 20 ms with the runs done; when it throws, the search is stopped and the question rejects with
   * the same.
   */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Who estimates, and how to stop. */
export interface DangerOptions extends CallOptions {
  /** Who estimates how likely tiles deal in; `model` when left out. */
  readonly estimator?: EstimatorName | undefined;
}

/** How to stop. */
export interface CallOptions {
  /** The promise then rejects with the signal's `reason`, at once. */
  readonly signal?: AbortSignal | undefined;
}

/** How much of the engine is here: bytes of its files, unpacked, that of `preview` included. */
export interface LoadProgress {
  readonly done: number;
  readonly total: number;
}

/** How to watch, and how to stop. */
export interface LoadOptions extends CallOptions {
  /**
   * Called while the WebAssembly file comes over the network; never where it comes from the disk. When it throws,
   * `load` rejects with the same.
   */
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
}

/** What the record does not say, and how to stop. */
export interface LogOptions extends CallOptions {
  /** The rule set of the game, where the record names none; `tenhou` when left out. What the record says goes first. */
  readonly rules?: RulesName | ThreePlayerRulesName | undefined;
  /**
   * Which game of an input with several, from 0, as they stand in `games` of a `GameLog`. Without it the first is
   * read, and `broken` names the second.
   */
  readonly game?: number | undefined;
}

/** How `convertLog` writes, beside what it does not find in the record. */
export interface ConvertOptions extends LogOptions {
  /** Whether mjai says `nukidora` for a north that is set aside, as some hosts of three players do; else `kita`. */
  readonly nukidora?: boolean | undefined;
}

/**
 * Whatever has a body that can be read: a `Blob`, a `File` of an `<input>`, the `Response` of a `fetch`. It is read
 * once for each question. The engine takes the buffer and makes no copy, so that nobody else can read it afterwards.
 */
export interface RecordBody {
  /** Bytes of the body. A body that is too large is refused before it is read. */
  readonly size?: number | undefined;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/**
 * A game record: its text, its bytes as they were stored, gzip'd or not; a file or a response that holds it, which is
 * then read; or the JSON of tenhou.net/6 or majiang, or the array of mjai's events, when they have been parsed
 * already.
 */
export type LogInput = string | ArrayBuffer | ArrayBufferView | RecordBody | JsonRecord;

/** A game record that `JSON.parse` has read: an object of tenhou.net/6 or majiang, or events (or lines) of mjai. */
export type JsonRecord = { readonly log: readonly unknown[] } | readonly ({ readonly type: string } | string)[];

/** A seat of a game: its wind in the first round, or its number, 0 for the one who deals first. */
export type GameSeat = WindName | 0 | 1 | 2 | 3;

/** How far a review has come. */
export interface ReviewProgress {
  /** Decisions that are done with. */
  readonly done: number;
  /** Decisions in all. */
  readonly total: number;
  /** Mistakes among those done. */
  readonly mistakes: number;
}

/**
 * Whose decisions, what is a mistake, how to search, how to stop and how to watch. It has the fields of `Options`,
 * too, but `details`.
 */
export interface ReviewOptions extends Omit<Options, "details"> {
  /** The rule set of the game, where the record names none, for a record that is still to be read. */
  readonly rules?: RulesName | ThreePlayerRulesName | undefined;
  /** Which game of an input with several, from 0, for a record that is still to be read. */
  readonly game?: number | undefined;
  /** Whose decisions are reviewed; everybody's when left out. */
  readonly seat?: GameSeat | undefined;
  /**
   * The loss from which on a decision is a mistake, in the unit of the objective; when left out that of
   * `MISTAKE_LOSS`: 500 points, 667 placement points, or a rate of 0.033 for `winRate` and `tenpai`.
   */
  readonly threshold?: number | undefined;
  /** How many of the best actions each decision comes with, 1 to 100; 5 when left out. */
  readonly rows?: number | undefined;
  /** Stops the review; the iteration then throws the signal's `reason`, at once. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the record is read, and after every decision; what it throws ends the review. */
  readonly onProgress?: ((progress: ReviewProgress) => void) | undefined;
}

/**
 * A part of the difference between two actions: how often the round is won, what a win is worth, deal-ins, others'
 * tsumo, exhaustive draws, and the rest: wins between others and abortive draws.
 */
export type PartName = "winRate" | "winPoints" | "dealIn" | "tsumo" | "draw" | "rest";

/** A part, and what it adds. */
export interface DifferencePart {
  /** Which part. */
  part: PartName;
  /** What it adds, in the unit of `value`. */
  adds: number;
}

/** What two actions differ by. */
export interface Difference {
  /** The value of the one less that of the other, in points or placement points. */
  value: number;
  /** The parts, which add up to `value`; the largest first. */
  parts: DifferencePart[];
}

/** Why an action is worth less than the best: a part of the difference, or the objective where that is a chance. */
export type ReasonCode = PartName | "tenpai";

/** Why one action is worth less than another, or more. */
export interface Explanation {
  /** The largest reason first; together they make up nine tenths of the difference or more. */
  reasons: ReasonCode[];
  /** The same in a sentence, in English, with the figures. */
  sentence: string;
}

/** One action of a reviewed decision. */
export interface ReviewedAction extends JudgedAction {
  /** The action in English, as `formatAction` writes it. */
  text: string;
  /** What it differs from the best by; 0 without parts for the best itself. */
  difference: Difference;
}

/**
 * One decision of a game, as `parseLog` gives it, what was done, and the best that could have been. It can be read
 * alone: as JSON it is what `nanikiru review --format jsonl` writes a line of, and `schema/decision.json` describes.
 */
export interface ReviewedDecision extends Decision, Omit<Verdict, "candidates"> {
  /**
   * The version of this shape: another one where a field goes or changes its meaning. Fields can be added within a
   * version.
   */
  version: 1;
  /** The record's file, of the command line only. */
  file?: string;
  /** Which game of its record, from 0. */
  game: number;
  /** Its round in the game, from 0. */
  round: number;
  /** Its place among all decisions of that round, from 0. */
  index: number;
  /** Whose it is: the seat's number, 0 for the one who deals first. */
  player: number;
  /** The player's name, where the record has it. */
  name?: string;
  /** What `loss` is in the unit of: `points`, `placement` points, or a rate. */
  objective: ObjectiveWord;
  /** The best actions, best first, and what was done; none where nothing was judged. */
  candidates: ReviewedAction[];
  /** Why it lost what it lost, the largest reason first; none where it lost nothing, and where nothing was judged. */
  reasons: ReasonCode[];
  /** The same in a sentence, in English, with the figures. */
  sentence: string;
}

/** What a decision was about: the own hand, others' riichi, a call or kan, or whether to declare riichi. */
export type DecisionSort = "attack" | "defence" | "calls" | "riichi";

/** What is looked at of a reviewed decision to sum it up. */
export type SummarizedDecision = Pick<ReviewedDecision, "context" | "seat" | "done" | "best" | "loss" | "mistake"> &
  Pick<Verdict, "candidates">;

/** What the decisions of a review amount to. */
export interface ReviewSummary {
  /** Decisions in all. */
  decisions: number;
  /** Those that were judged. */
  judged: number;
  /** Mistakes among them. */
  mistakes: number;
  /** The sum of their losses. */
  loss: number;
  /**
   * 0 to 100: the mean of 100 / (1 + loss / 500 points), so that a decision that loses nothing counts 100 and one
   * that loses 500 points 50 (667 placement points, or a rate of 1/30). None where nothing was judged.
   */
  accuracy: number | undefined;
  /**
   * The share of decisions, 0..1, that lose nothing: the best was done, or what is about equal to it. None where
   * nothing was judged.
   */
  agreement: number | undefined;
  /** The same by what they were about. */
  sorts: Record<DecisionSort, { judged: number; loss: number; mistakes: number }>;
}

/** A player's game: as `parseLog` gives it, whole, and those of the player's decisions that have been reviewed. */
export interface SummarizedGame {
  /** The game, with the decisions of everybody. */
  readonly log: GameLog;
  /** Whose game it is. */
  readonly player: GameSeat;
  /** The player's decisions, as `review` gives them; their losses are summed up. */
  readonly decisions?: Iterable<SummarizedDecision> | undefined;
}

/**
 * A class of tiles, the first that fits: a red five; a tile that an indicator shows; a dragon, the wind of the round
 * or of the seat; another wind; 1 and 9; 2 and 8; 3 to 7.
 */
export type TileClass = "red" | "dora" | "yakuhai" | "guestWind" | "terminal" | "edge" | "middle";

/** Something that was counted. */
export interface Figure {
  /** How often it was so, or the sum of the points. */
  total: number;
  /** Of how many. */
  of: number;
  /** `total / of`: a rate 0..1, or points. None where there were none. */
  mean: number | undefined;
  /** The same in Tenhou's top room. */
  average: number;
}

/** What a player's games amount to. */
export interface GamesSummary {
  /** Games. */
  games: number;
  /** Their whole rounds. */
  rounds: number;
  /** Rounds that were won. */
  wins: Figure;
  /** Wins by tsumo. */
  tsumo: Figure;
  /** Points of a win, honba and sticks included. */
  winPoints: Figure;
  /** Rounds in which the player dealt in. */
  dealIns: Figure;
  /** Points that a deal-in cost, honba included, to all winners of the tile together. */
  dealInPoints: Figure;
  /** Rounds in which the player declared riichi. */
  riichi: Figure;
  /** Rounds in which the player called a chi, a pon or an open kan. */
  calls: Figure;
  /** Exhaustive draws with the hand tenpai. */
  tenpaiAtDraw: Figure;
  /** Discards that dealt in, of those that were not made in riichi, by what was discarded. */
  dealInsByTile: Record<TileClass, Figure>;
  /** The same by turn: the first entry is turn 1, the last turn 18 and later. */
  dealInsByTurn: Figure[];
  /** What reviewed decisions lost, by kind of decision, too. */
  review: ReviewSummary;
}

/** What the search looked at, and what it ran on. */
export interface Search extends SearchInfo {
  /** Milliseconds inside the engine. */
  elapsedMs: number;
  /** Threads that searched. */
  threads: number;
  /** Why this many, in English. */
  threadsReason: string;
  /** It is a report of `preview`: of the small build. */
  preview?: true;
}

/** What `analyze` answers: the same for any number of threads, but for `elapsedMs`, `threads` and `threadsReason`. */
export interface Report extends Omit<EngineReport, "search" | "candidates"> {
  /** Best first, by `value`; with the objectives `winRate` and `tenpai` by that probability. */
  candidates: Candidate[];
  /** What the search looked at, and what it ran on. */
  search: Search;
}

/** What an analyzer runs on. */
export interface AnalyzerOptions {
  /** 1 to 64; as many as there are cores, at most 8, when left out. One thread is another, smaller build. */
  readonly threads?: number | undefined;
  /**
   * Most memory for searches, in MiB, 64 to 1024 (256 when left out); a stack of 8 MiB for each thread and the tables
   * come beside it, and all together is 1024 at the most. It takes what it needs. A device that refuses gets half:
   * `search.memoryMb` says what there is.
   */
  readonly memoryMb?: number | undefined;
  /**
   * Addresses of the WebAssembly files, where the package's own cannot be found: then nothing else is tried. Without
   * `preview`, `preview()` has no answer.
   */
  readonly wasmUrl?: Readonly<Partial<Record<"single" | "threads" | "preview", string | URL>>> | undefined;
  /** Address of `worker.js` (in Node `worker.cjs`): then nothing else is tried. */
  readonly workerUrl?: string | URL | undefined;
}

/** Answers one question after the other in a worker of its own. */
export interface Analyzer {
  /** Starts the engine before the first question, which starts it otherwise. */
  load(options?: LoadOptions): Promise<void>;
  /** What tabu search would do with a hand: a baseline, which knows no chances and no opponents. */
  analyze(hand: HandInput, context: Context | undefined, options: TabuSearchOptions): Promise<TabuReport>;
  // the usual one last: what `ReturnType` gives
  /** Values every action with a hand of 14 or 13 tiles. Questions asked meanwhile wait for their turn. */
  analyze(hand: HandInput, context?: Context, options?: AnalyzeOptions): Promise<Report>;
  /**
   * One action with its details, for those who have a report without them: the same figures, as long as the search is
   * no other and
   * `budgetMs` does not end it. It takes as long as `analyze`.
   */
  details(
    hand: HandInput,
    context: Context | undefined,
    action: Action,
    options?: DetailsOptions,
  ): Promise<DetailedCandidate>;
  /**
   * What a small build of the engine says, while the whole one is not here yet. See {@link preview}.
   */
  preview(hand: HandInput, context?: Context, options?: PreviewOptions): Promise<Report | undefined>;
  /** What the table does to each tile: for all kinds and red fives, held or not. */
  danger(hand: HandInput, context: Context, options?: DangerOptions): Promise<DangerReport>;
  /** Reads a game record in one of the `LogFormat`s, and gives every decision of every seat. */
  parseLog(log: LogInput, options?: LogOptions): Promise<GameLog>;
  /** Writes a game record as mjai or as the JSON of tenhou.net/6. */
  convertLog(log: LogInput, format: WrittenFormat, options?: ConvertOptions): Promise<ConvertedLog>;
  /**
   * Judges the decisions of a game one after the other, of one seat or all: what was done, the best, and what the
   * difference is worth. Each is searched when it is asked for; a `break` ends the review. Its return value sums it up.
   */
  review(log: LogInput | GameLog, options?: ReviewOptions): AsyncGenerator<ReviewedDecision, ReviewSummary, undefined>;
  /**
   * Ends the worker and its threads; questions still open reject with `engine.disposed`. Hot reload of a module has
   * to do so.
   */
  dispose(): void;
  /** The same, for `using analyzer = createAnalyzer()`. */
  [Symbol.dispose](): void;
}

/** An event of mjai; its fields are those of its type. */
export interface MjaiEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** `analyze` with the exact search. */
export type ExactAnalyze = (hand: HandInput, context?: Context, options?: AnalyzeOptions) => Promise<Report>;

/** What is known of a game before its first event, and who answers. */
export interface TableOptions extends GameOptions {
  /** Who is asked where there is a choice; the shared analyzer when left out. */
  readonly analyzer?: { readonly analyze: ExactAnalyze } | undefined;
  /**
   * Address of `nanikiru.wasm`, where the package's own cannot be found: then nothing else is tried. Tables with the
   * same address share one engine.
   */
  readonly wasmUrl?: string | URL | undefined;
}

/** How to decide: as `analyze` searches, and by when. */
export interface DecideOptions extends Omit<AnalyzeOptions, "action"> {
  /**
   * Milliseconds after which there is an answer, however far the search is: the best of the reports so far, and
   * before the first a win, the tile drawn, or no call. More than 0 and at most 2,147,483,647. `budgetMs` is half of
   * it when left out.
   */
  readonly deadlineMs?: number | undefined;
}

/** What to do now. */
export interface TableDecision {
  /** One of `table.actions()`. */
  readonly action: Action;
  /**
   * How it was found: there was no other (`only`), it belongs to the call or riichi before (`plan`), by a search that
   * has ended (`search`), or because time was up (`deadline`).
   */
  readonly by: "only" | "plan" | "search" | "deadline";
  /** The search; with `deadline` as far as it has come. */
  readonly report?: Report;
}

/**
 * A game as one player follows it, by the events of mjai. Everything but `decide` answers at once. When its engine
 * has failed (`engine.panic`, `engine.memory`, `engine.stack`), every later call has the same code: make a new table.
 */
export interface Table {
  /** Whose game it is, 0 for the one who deals first; when it is known. */
  readonly seat: number | undefined;
  /** The player's hand, the tile drawn last, as `analyze` takes it; none while nobody can be asked. */
  readonly hand: string | undefined;
  /**
   * Takes an event in, the others' tiles hidden (`?`) or shown. One that cannot be is an error, and changes nothing.
   */
  apply(event: MjaiEvent): void;
  /** The table as the player sees it, as `analyze` takes it; none while nobody can be asked. */
  context(): Context | undefined;
  /** What the player may do now; nothing where there is only waiting. */
  actions(): Action[];
  /**
   * What to do now; nothing where there is only waiting. It searches only where there is a choice that is not planned
   * yet.
   */
  decide(options?: DecideOptions): Promise<TableDecision | undefined>;
  /**
   * Says an action in mjai: `none` for a pass; of a riichi first `reach` and, once that has come back as an event,
   * the discard.
   */
  toMjai(action: Action): MjaiEvent;
  /** Frees its memory. */
  dispose(): void;
  /** The same, for `using table = await createTable()`. */
  [Symbol.dispose](): void;
}
