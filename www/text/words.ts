/** What has to be said in every language. */

import {
  type Because,
  type Candidate,
  type DecisionSort,
  formatError,
  type Language,
  type UnjudgedWord,
} from "nanikiru";
import type { Call, Parts } from "../candidates";
import type { Fact } from "../danger";
import type { ExampleName } from "../examples";
import type { Failure, PageCode } from "../failure";
import type { PlainField, SeatPart } from "../fields";
import type { Theme } from "../layout";
import type { AnyRules } from "../players";
import type { Against, Reason } from "../reason";
import type { Size, Standing } from "../review";
import type { From, MeldKind } from "../table-edits";
import { quoting } from "./format";
import type { PracticeWords, ReviewWords } from "./review-words";

// What is said where tiles are laid on the table.

export interface BoardWords {
  readonly asText: string;
  readonly layHint: string;
  /** In a frame of another page. */
  readonly embed: {
    readonly ask: string;
    readonly right: string;
    readonly equal: (tile: string) => string;
    readonly wrong: (tile: string, loss: string, unit: string) => string;
  };
  readonly embedMore: string;
  readonly embedShow: string;
  /** A page that has the answer in a frame. */
  readonly frame: {
    readonly title: string;
    readonly intro: string;
    readonly hand: string;
    readonly refused: string;
    readonly heard: (hand: string) => string;
  };
  readonly laying: {
    readonly title: string;
    /** The next tile of a river, or the one that lies there. */
    readonly river: (wind: string, tile: string | null) => string;
    readonly meld: (wind: string) => string;
    readonly dora: (place: number) => string;
    readonly add: (wind: string) => string;
    readonly addDora: string;
    readonly discard: string;
    readonly melds: Readonly<Record<MeldKind, string>>;
    readonly needs: Readonly<Record<MeldKind, string>>;
    readonly from: Readonly<Record<From, string>>;
    readonly fromWhom: string;
    readonly drawn: string;
    readonly riichi: string;
    readonly inTurn: string;
    readonly remove: string;
    readonly removeMeld: string;
    readonly kita: string;
    readonly removeKita: string;
    readonly close: string;
    readonly put: (tile: string) => string;
  };
}

/** The columns of the candidates. */
export type Column = "action" | "value" | "worth" | "win" | "dealIn" | "tile" | "policy" | "ukeire";

/** A field in words. */
export interface FieldWords {
  readonly label: string;
  /** Beside the label, smaller. */
  readonly hint?: string;
  /** What holds where it is left blank. */
  readonly blank?: string;
  /** Names of the words it is chosen from. */
  readonly choices?: Readonly<Record<string, string>>;
}

export interface Words extends BoardWords, PracticeWords, ReviewWords {
  /** Of the chooser of languages. */
  readonly languageLabel: string;
  /** `red 5 man`. */
  readonly tile: (tile: string) => string;
  /** On the screen: `red 5m`. */
  readonly tileCode: (tile: string) => string;
  /** On the screen: `Discard 9s, riichi`. */
  readonly action: (parts: Parts) => string;
  /** For the ear: `Discard 9 sou, riichi`. */
  readonly spokenAction: (parts: Parts) => string;
  /** Why the best is the best, and how the next differs from it. */
  readonly sentence: (reason: Reason, unit: string) => string;
  /** How an action differs from the best one. */
  readonly compare: (parts: Parts, how: Against, unit: string) => string;
  readonly fields: Readonly<Record<PlainField, FieldWords>> & {
    readonly rules: { readonly choices: Readonly<Record<AnyRules, string>> };
  };
  readonly exampleNames: Readonly<Record<ExampleName, string>>;
  readonly tagline: string;
  readonly examples: string;
  /** Marks a hand as an example. */
  readonly exampleMark: (name: string) => string;
  readonly exampleDropped: string;
  readonly restoreTable: string;
  readonly handOf: string;
  readonly handHint: string;
  readonly clear: string;
  readonly clearTable: string;
  readonly undo: string;
  readonly redo: string;
  /** The table that a hand was typed over. */
  readonly leftover: {
    readonly still: string;
    readonly clash: (why: string) => string;
    readonly seats: string;
  };
  readonly share: string;
  readonly shared: string;
  /** A click on a tile: what it shows. */
  readonly showDiscard: (tile: string) => string;
  readonly tileSays: (
    action: string,
    value: string,
    unit: string,
    win: string,
    dealIn: string,
    place: number,
    of: number,
  ) => string;
  /** `9 of 14`. */
  readonly tilesThere: (there: number, all: number) => string;
  readonly removeHint: string;
  readonly remove: (tile: string) => string;
  readonly removeMeld: (tiles: string) => string;
  readonly add: (tile: string, target: string) => string;
  readonly keys: string;
  readonly target: string;
  readonly targets: Readonly<Record<"hand" | "dora" | "visible" | "offered", string>>;
  /** `South’s river`. */
  readonly riverOf: (wind: string) => string;
  readonly winds: readonly [string, string, string, string];
  /** A letter each, for the middle of the table. */
  readonly windSigns: readonly [string, string, string, string];
  /** The line above the hand. */
  readonly entry: string;
  readonly chips: {
    readonly round: (wind: string, number: string, honba: string, sticks: string) => string;
    readonly seat: (wind: string, turn: string) => string;
    readonly dora: string;
    /** Beside a table it is what the table does not show. */
    readonly seen: (tiles: number, laid: boolean) => string;
    readonly offer: string;
    readonly around: string;
    readonly whatif: string;
    readonly counters: (honba: string, sticks: string) => string;
    readonly wall: (tiles: number) => string;
  };
  readonly stage: string;
  readonly tabRows: string;
  readonly tabBoard: string;
  readonly tabDanger: string;
  readonly tabDetail: string;
  readonly less: (what: string) => string;
  readonly plus: (what: string) => string;
  readonly settings: string;
  readonly own: string;
  readonly riverHint: string;
  readonly drawnMark: string;
  readonly calledMark: string;
  readonly kanMark: string;
  /** Set aside before a player. */
  readonly norths: (many: number) => string;
  readonly seatParts: Readonly<Record<SeatPart, string>>;
  readonly theme: Readonly<Record<Theme, string>>;
  readonly help: string;
  /** How to enter a hand, how to read a row, where the table goes. */
  readonly helpSteps: readonly [string, string, string];
  readonly keysTitle: string;
  readonly close: string;
  readonly shortcuts: readonly (readonly [string, string])[];
  readonly skip: string;
  /** Figures behind which there is no whole search. */
  readonly reach: {
    /** There are none yet: the engine is on its way. */
    readonly first: string;
    /** There are none, for a far hand without a table. */
    readonly rough: string;
    /** The shortest ways to a win alone. */
    readonly shortest: string;
    /** The same, with rates that records have corrected. */
    readonly corrected: string;
  };
  /** The best of a far hand, or several that are equal: how far it is then, and how many tiles improve it. */
  readonly far: (equal: readonly Parts[], shanten: string, tiles: string) => string;
  /** In how many of 100 rounds strong players win from a hand as far, by few tiles that improve it and by many. */
  readonly farWins: (low: string, high: string) => string;
  /** Beside a candidate that is farther from tenpai than another. */
  readonly goesBack: (shanten: string) => string;
  /** Candidates without a known difference. */
  readonly aboutEqual: string;
  /** What these are, and their order. `within`: how far apart they are; nothing where no figures are shown. */
  readonly equalRows: (within: string, unit: string) => string;
  /** What few readers look for, folded. */
  readonly more: string;
  readonly copyAnswer: string;
  readonly copied: string;

  readonly answer: string;
  readonly empty: string;
  /** The answer in a frame has no field to type in. */
  readonly noHand: string;
  readonly searching: string;
  /** The engine, which comes over the network. */
  readonly loading: {
    readonly name: string;
    readonly says: (done: string, total: string) => string;
  };
  readonly done: (share: string) => string;
  readonly stale: string;

  readonly candidates: string;
  readonly columns: Readonly<Record<Column, { name: string; unit: string; says: string }>>;
  readonly parts: {
    readonly title: string;
    readonly end: string;
    readonly rate: string;
    readonly mean: string;
    readonly adds: string;
    readonly names: Readonly<Record<keyof Candidate["outcomes"], string>>;
    readonly one: (name: string, rate: string, mean: string, adds: string) => string;
    /** What the search alone says, and which reasons moved it, each with its points. */
    readonly because: (search: string, reasons: string) => string;
    readonly reasons: Readonly<Record<Because["reason"], string>>;
  };
  readonly meanings: string;
  readonly methodsTitle: string;
  /** What other systems say beside this one. */
  readonly methods: {
    readonly waits: string;
    readonly says: string;
    readonly action: string;
    /** The value of this search. */
    readonly exact: string;
    /** The share of the runs of tabu search. */
    readonly tabu: string;
    /** Stands beside an action, over the winning hands of its runs. */
    readonly ends: string;
    /** What one of them pays. */
    readonly pays: (han: string, points: string) => string;
    /** Deal-in rates by the model, by Kurita and Hoki, by class and turn. */
    readonly estimators: readonly [string, string, string];
  };
  readonly model: string;
  readonly actions: Readonly<Record<Call, string>>;
  readonly riichi: string;
  readonly dama: string;
  /** What values are in. */
  readonly units: Readonly<Record<"points" | "placement", string>>;
  readonly tiles: (count: string) => string;
  readonly shanten: (n: number) => string;

  readonly details: (action: string) => string;
  readonly chart: string;
  readonly chartSays: (win: string, tenpai: string, turns: number) => string;
  readonly chartTurn: string;
  /** The dotted line of a candidate that is not the best. */
  readonly chartBest: string;
  readonly atTurn: (turn: number) => string;
  readonly chartTable: string;
  readonly win: string;
  readonly tenpai: string;
  readonly wins: string;
  readonly noWins: string;
  readonly byTsumo: string;
  readonly afterRiichi: string;
  readonly laterRiichi: string;
  readonly meanPoints: string;
  readonly whereTo: string;
  readonly targetsShare: (share: string) => string;
  readonly targetPays: (han: string, points: string) => string;
  readonly yakuMix: string;
  readonly hanMix: string;
  readonly han: (n: number) => string;
  readonly othersRate: string;
  readonly tenpaiAtDraw: string;
  readonly callRate: string;
  readonly foldRate: string;
  readonly ukeire: string;
  readonly noUkeire: string;
  readonly gained: string;
  readonly lost: string;
  readonly againstBest: string;
  readonly yaku: (name: string) => string;

  readonly dangerTitle: string;
  readonly danger: {
    readonly title: string;
    readonly total: string;
    readonly never: string;
    readonly tenpai: (rate: string) => string;
    /** Opponents whose lines are folded, and the rate that their tenpai are below. */
    readonly quiet: (names: string, rate: string) => string;
    readonly summary: (rate: string, loss: string) => string;
    readonly costs: (mean: string) => string;
    readonly cannot: string;
    readonly odds: string;
    readonly noFacts: string;
    readonly causes: Readonly<Record<Fact["cause"], string>>;
  };

  readonly keptTitle: string;
  readonly kept: {
    readonly unnamed: string;
    /** A game in the list: how much of it is reviewed, `mistakes` where that is all of it. */
    readonly game: (name: string, done: number, total: number, mistakes: number) => string;
    readonly remove: (name: string) => string;
    readonly refused: string;
  };

  readonly recordOpen: string;
  readonly recordPaste: string;
  readonly recordRead: string;
  readonly recordHint: string;
  /** The same where nothing is dropped. */
  readonly recordHintTouch: string;
  readonly recordRound: string;
  readonly iWas: string;
  readonly showHands: string;
  readonly closeRecord: string;
  readonly play: string;
  readonly flip: string;
  readonly recordDecision: string;
  readonly record: {
    readonly reading: (name: string) => string;
    readonly refused: (name: string, why: string) => string;
    readonly whole: (name: string, rounds: number) => string;
    /** The rules that a record names, and what its table has otherwise. */
    readonly rulesStated: (rules: string, differences: readonly string[]) => string;
    /** What a record says of its rules that is not known here. */
    readonly rulesUnknown: (said: readonly string[]) => string;
    /** Those of a record that names none. */
    readonly rulesUsual: (rules: string) => string;
    readonly broken: (rounds: number, where: number | undefined, why: string) => string;
    readonly round: (wind: string, number: number, honba: number) => string;
    readonly player: (index: number, name: string) => string;
    readonly own: (turn: number) => string;
    readonly offer: (turn: number, tile: string) => string;
    readonly hidden: string;
    readonly done: (action: string) => string;
    /** The mark of a row, with what it has less than the first. */
    readonly played: (less: string) => string;
    readonly best: string;
    /** What was done and the best are about equal. */
    readonly equal: (action: string) => string;
    readonly better: (action: string, by: string, unit: string) => string;
    readonly changed: string;
    readonly none: string;
    readonly back: string;
    readonly on: string;
  };

  readonly reviewTitle: string;
  readonly reviewStart: string;
  readonly reviewStop: string;
  readonly reviewSave: string;
  readonly reviewAll: string;
  readonly review: {
    readonly title: string;
    readonly strip: string;
    readonly accuracy: string;
    /** The loss of which a decision counts half. */
    readonly accuracySays: (half: string, unit: string) => string;
    readonly agreement: string;
    readonly agreementSays: string;
    readonly perDecision: string;
    readonly player: string;
    readonly judged: string;
    readonly sizes: Readonly<Record<Size, string>>;
    readonly sizesSay: (doubtful: string, mistake: string, blunder: string, unit: string) => string;
    readonly sorts: Readonly<Record<DecisionSort, string>>;
    readonly sortsSay: string;
    readonly ofSort: (name: string, loss: string, of: number) => string;
    readonly repeats: string;
    readonly back: string;
    readonly on: string;
    readonly progress: (done: number, total: number) => string;
    readonly stopped: (done: number, total: number) => string;
    readonly finished: (total: number) => string;
    readonly failed: (why: string) => string;
    /** `lossless`: decisions that lose nothing; `mistakes`: how many, in words. */
    readonly summary: (judged: number, lossless: number, mistakes: string, loss: string, unit: string) => string;
    readonly names: Readonly<Record<Standing, string>>;
    readonly unjudged: Readonly<Record<UnjudgedWord, string>>;
  };
  readonly whatifTitle: string;
  readonly whatifRestore: string;
  readonly whatif: {
    /** The best before and now, and what the value has gained. */
    readonly was: (before: string, value: string, after: string, now: string, gain: string, unit: string) => string;
    readonly same: (action: string, value: string, now: string, gain: string, unit: string) => string;
    readonly waiting: (before: string, value: string, unit: string) => string;
    readonly back: string;
    /** Points of a player that nobody has typed: those that everybody begins with. */
    readonly unset: (points: string) => string;
    readonly sum: (points: string) => string;
    readonly score: (wind: string) => string;
    readonly riichi: (wind: string) => string;
  };

  readonly search: {
    readonly hands: (n: string) => string;
    readonly estimated: string;
    readonly exchanges: (n: number) => string;
    readonly calls: (n: number) => string;
    readonly deeper: string;
    readonly memory: (hands: string, mib: string) => string;
    readonly tooMany: (hands: string) => string;
    readonly time: (hands: string) => string;
    readonly threads: (n: number) => string;
    readonly unseen: (n: number, draws: number) => string;
  };
  readonly overlong: (length: string) => string;
  readonly comma: string;
  /** Between two sentences. */
  readonly stop: string;
  readonly reason: (reason: string) => string;
  readonly error: (failure: Failure, text: string) => string;
}

/** A text for each code of the page. `quoted` puts the part of a field that is wrong before what is wrong with it. */
export type PageErrors = Readonly<Record<PageCode, string>> & {
  readonly quoted: (part: string) => string;
  /** With the message of the page, which is English and names the place. */
  readonly with: (text: string, message: string) => string;
};

/** Why there are no threads, or how many there are. */
const REASONS = {
  isolated: /cross-?origin/iu,
  shared: /SharedArrayBuffer/iu,
  cores: /one for each core/iu,
  single: /there is one core/iu,
} as const;
export type Reasons = Readonly<Record<keyof typeof REASONS, string>>;

/** Quotation marks, where they are not those of English. */
const MARKS: Partial<Readonly<Record<Language, readonly [string, string]>>> = {
  ja: ["「", "」"],
  "zh-Hant": ["「", "」"],
};

const isOfPage = (code: Failure["code"]): code is PageCode => code === "page" || code.startsWith("saved.");

export const errorIn =
  (language: Language, errors: PageErrors) =>
  (failure: Failure, text: string): string => {
    const { code, message, value, span } = failure;
    const part = span ? text.slice(span.start, span.end) : "";
    const says = isOfPage(code) ? errors.with(errors[code], message) : formatError({ code, message, value }, language);
    return `${part ? errors.quoted(part) : ""}${quoting(...(MARKS[language] ?? ["“", "”"]))(says)}`;
  };

/** The engine's reason in words of a language; a reason that is none of these stays as it is. */
export const reasonIn =
  (reasons: Reasons) =>
  (said: string): string => {
    const found = (Object.keys(REASONS) as (keyof typeof REASONS)[]).find((one) => REASONS[one].test(said));
    return found ? reasons[found] : said;
  };
