// What the package and the program say in every language. The types make sure that no language lacks a word.
import type { Action, HouseRule, RulesField, SearchEnd, TableRule, WindName } from "../api.js";
import type { ErrorCode } from "../errors.js";
import type { DecisionSort, TileClass } from "../types.js";

/** Of `formatAction`. */
export interface ActionWords {
  /** East, South, West, North, white, green and red dragon. */
  readonly honours: readonly [string, string, string, string, string, string, string];
  /** 1 to 9. */
  readonly numbers: readonly string[];
  readonly suits: Readonly<Record<"m" | "p" | "s", string>>;
  readonly red: string;
  readonly actions: Readonly<Record<Exclude<Action["type"], "discard">, string>>;
  readonly riichi: string;
  readonly discard: (tile: string) => string;
  /** Between one thing and another that follows. */
  readonly then: string;
  /** A call's tiles of the hand behind its name and the tile that it takes: `Chi 5m with 3m 4m`. */
  readonly calls: (call: string, tile: string, own: string) => string;
}

/** Of `formatError`: a sentence for each code; in English the engine's own message is one. */
export interface ErrorWords {
  readonly texts: Readonly<Record<ErrorCode, string>> | undefined;
  /** Modes and rules of `log.house_rule`, by the names of Mahjong Soul where it has one. */
  readonly houseRules: Readonly<Record<HouseRule, string>> | undefined;
  /** A sentence with the name of such a rule. */
  readonly named: (text: string, name: string) => string;
  /** A sentence with what it is about: a place, tiles, names. */
  readonly with: (text: string, particulars: readonly string[]) => string;
  /** A place in a record. */
  readonly place: (byte: number, line: number) => string;
  readonly afterRounds: (rounds: number) => string;
  readonly event: (event: number) => string;
}

/** Of `formatRule`. */
export type RuleWords = Readonly<Record<TableRule, string>>;

/** Of `<nanikiru-hand>`. */
export interface ElementWords {
  readonly units: Readonly<Record<"points" | "placement", string>>;
  readonly wins: string;
  readonly tenpai: string;
  readonly undecided: string;
  /** A quiz: its question, the way to the answer, and what a choice is worth. */
  readonly ask: string;
  readonly reveal: string;
  readonly right: string;
  /** A choice that is about equal to the best. */
  readonly equal: (tile: string) => string;
  readonly wrong: (tile: string, loss: string) => string;
  readonly away: (tile: string) => string;
}

// What the program `nanikiru` says in every language. The types make sure that no language lacks a word.

/** Codes of the system that people meet; any other is shown as it is. */
export type SystemCode =
  | "EACCES"
  | "EFBIG"
  | "EIO"
  | "EISDIR"
  | "ELOOP"
  | "EMFILE"
  | "ENAMETOOLONG"
  | "ENOENT"
  | "ENOSPC"
  | "ENOTDIR"
  | "EPERM"
  | "EROFS"
  | "ECONNREFUSED"
  | "ECONNRESET"
  | "ENOTFOUND"
  | "ETIMEDOUT"
  | "EPIPE";

/** What a path is that is no file. */
export type NoFile = "folder" | "pipe" | "socket" | "device";

type Two = readonly [string, string];
type Five = readonly [...Two, ...Two, string];

/** A command in its help: what it does, and what each line of the examples does. */
interface CommandWords<Examples extends readonly string[]> {
  readonly what: string;
  readonly examples: Examples;
}

/** What the options do; a name stands for one meaning, so that `seat` and `gameSeat` are two. */
type OptionName =
  | (
      | "help"
      | "lang"
      | "json"
      | "context"
      | "seat"
      | "roundWind"
      | "round"
      | "honba"
      | "sticks"
      | "dora"
      | "turn"
      | "visible"
      | "kita"
      | "offered"
      | "from"
      | "rules"
    )
  | (
      | "objective"
      | "budgetMs"
      | "threads"
      | "memoryMb"
      | "method"
      | "runs"
      | "details"
      | "estimator"
      | "all"
      | "to"
      | "gameRules"
      | "writtenNukidora"
      | "output"
      | "convertedJson"
    )
  | ("gameSeat" | "player" | "gamesRules" | "format" | "jsonFormat" | "summary" | "threshold" | "jobs" | "verbose")
  | (
      "tableSeat" | "framing" | "replies" | "tcp" | "ws" | "name" | "length" | "depthWord" | "nukidora" | "protocolJson"
    );

interface HelpWords {
  /** The program in a line, behind its name and version. */
  readonly title: string;
  readonly usage: string;
  readonly command: string;
  /** Stands for options in a line of usage. */
  readonly options: string;
  readonly heads: Readonly<Record<"commands" | "options" | "examples", string>>;
  readonly more: (line: string) => string;
  /** Each exit code with its number. */
  readonly codes: (fine: number, failed: number, usage: number, mistakes: number, interrupted: number) => string;
  readonly option: Readonly<Record<OptionName, string>> & {
    readonly depth: (usual: string) => string;
    readonly rows: (usual: number) => string;
    readonly failOn: (code: number) => string;
    readonly journal: (usual: string) => string;
    readonly deadline: (most: number, usual: number) => string;
  };
  readonly commands: {
    readonly analyze: CommandWords<Five>;
    readonly danger: CommandWords<Two>;
    readonly review: CommandWords<Five>;
    readonly convert: CommandWords<Two>;
    readonly mjai: CommandWords<readonly [...Two, string]>;
    readonly completions: CommandWords<Two>;
  };
}

/** What the caller has to write otherwise. */
interface UsageWords {
  readonly see: (command: string) => string;
  readonly noCommand: (name: string, all: string) => string;
  readonly noOption: (command: string, option: string, meant: string | undefined) => string;
  readonly needsValue: (option: string) => string;
  readonly takesNoValue: (option: string) => string;
  readonly oneOf: (option: string, words: string, given: string) => string;
  readonly number: (option: string, whole: boolean, least: number, most: number | undefined, given: string) => string;
  readonly runs: string;
  readonly undecided: string;
  readonly noHand: string;
  readonly oneHand: (given: string) => string;
  readonly offeredAndFrom: string;
  readonly noJson: (path: string, why: string) => string;
  readonly noObject: (path: string) => string;
  readonly oneRecord: string;
  readonly noFormat: string;
  readonly shells: (all: string) => string;
  readonly seat: (given: string) => string;
  readonly noRecord: string;
  readonly stdinOnce: string;
  readonly playerOrSeat: string;
  readonly jsonlJournal: string;
  readonly jsonlSummary: string;
  readonly onlyOptions: (given: string) => string;
  readonly tcpOrWs: string;
  readonly address: (given: string) => string;
  readonly webSocketNode: (version: string) => string;
  readonly webSocketAddress: (given: string, why: string) => string;
}

/** Of files and connections. */
interface FileWords {
  readonly missing: (path: string) => string;
  /** A path or an address, and what is wrong with it. */
  readonly fault: (path: string, reason: string) => string;
  /** What the system says. */
  readonly system: (code: string, message: string) => string;
  readonly noFile: (kind: NoFile) => string;
  readonly outputNoFile: (path: string) => string;
  readonly noFolder: (path: string) => string;
  /** Its bytes, or, where it was not read to its end, those that were read. */
  readonly tooLarge: (bytes: number, isAll: boolean, most: string) => string;
  readonly changed: string;
  readonly unwritable: (why: string) => string;
  readonly readerGone: string;
  readonly noPlayer: (player: string, names: string | undefined) => string;
  readonly emptyFolder: string;
  /** The code of a WebSocket that was closed, and what the platform says in English. */
  readonly noConnection: (code: number | undefined, message: string) => string;
  readonly brokenConnection: (code: number, message: string) => string;
  readonly longLine: (bytes: number, most: number) => string;
}

interface JournalWords {
  readonly noFile: (path: string) => string;
  readonly none: (path: string) => string;
  readonly settings: (path: string, settings: string) => string;
  readonly noLine: (path: string, line: number) => string;
  readonly twice: (path: string, line: number) => string;
  readonly held: (path: string, process: number, file: string) => string;
}

/** What a review and a conversion say beside their output. */
interface NoteWords {
  readonly progress: (games: number, all: number) => string;
  readonly leftOut: (path: string, why: string) => string;
  readonly deadLink: string;
  readonly tools: string;
  readonly countLeftOut: (count: number) => string;
  readonly contradictions: (file: string, rules: string, fields: readonly RulesField[]) => string;
  readonly cut: (file: string, why: string) => string;
  readonly converted: (file: string, why: string, rounds: number) => string;
  readonly interrupted: string;
}

interface MjaiWords {
  readonly framing: (found: "array" | "line", wanted: string) => string;
  readonly noEvent: string;
  readonly deep: string;
  readonly noJson: (why: string) => string;
  readonly host: (quote: string) => string;
  readonly lost: (what: string, why: string) => string;
  readonly noReply: string;
  readonly noSearch: (why: string) => string;
}

type FigureName = "wins" | "tsumo" | "winPoints" | "dealIns" | "dealInPoints" | "riichi" | "calls" | "tenpaiAtDraw";

interface SummaryWords {
  readonly title: string;
  readonly player: (name: string, games: number, rounds: number) => string;
  readonly heads: readonly [count: string, of: string, player: string, average: string];
  readonly figures: Readonly<Record<FigureName, string>>;
  readonly tiles: Readonly<Record<TileClass, string>>;
  readonly ofTile: (tile: string) => string;
  readonly ofTurn: (turn: number, last: boolean) => string;
  readonly lost: readonly [kind: string, decisions: string, mistakes: string, loss: string, each: string];
  readonly kinds: Readonly<Record<DecisionSort, string>>;
}

export interface CliWords {
  readonly winds: Readonly<Record<WindName, string>>;
  readonly help: HelpWords;
  readonly usage: UsageWords;
  readonly files: FileWords;
  readonly journal: JournalWords;
  readonly notes: NoteWords;
  readonly mjai: MjaiWords;
  readonly summary: SummaryWords;
  readonly analyze: {
    readonly heads: Readonly<Record<"action" | "value" | "wins" | "dealsIn" | "shanten" | "tiles", string>>;
    /** The candidates that are about equal, and how many strong players choose the first of them. */
    readonly equal: (actions: string, policy: string, first: string) => string;
    /** The same of one discard with and without riichi. */
    readonly equalStances: (policy: string, riichi: boolean) => string;
    readonly search: (hands: number, exchanges: number, ended: SearchEnd, ms: string) => string;
  };
  readonly tabu: {
    readonly heads: readonly [action: string, runs: string, points: string];
    readonly aim: (hand: string, shanten: number, points: number, similarity: string) => string;
    readonly sum: (runs: number, complete: number) => string;
  };
  readonly danger: {
    readonly heads: readonly [tile: string, dealsIn: string, costs: string];
    readonly tenpai: (rates: string) => string;
  };
  readonly review: {
    readonly title: string;
    /** The name of a player without one, by the seat in the first round. */
    readonly seats: readonly [string, string, string, string];
    readonly round: (wind: string, number: number, honba: number) => string;
    readonly heads: readonly [
      round: string,
      player: string,
      turn: string,
      hand: string,
      played: string,
      best: string,
      loss: string,
    ];
    readonly sums: readonly [
      player: string,
      decisions: string,
      accuracy: string,
      best: string,
      mistakes: string,
      loss: string,
    ];
    readonly none: string;
    /** A rule set, and what the table has otherwise. */
    readonly rules: (rules: string, differences: readonly string[]) => string;
    /** What a record says of its rules that is not known here. */
    readonly unknownRules: (said: readonly string[]) => string;
    readonly cut: (why: string) => string;
  };
}
