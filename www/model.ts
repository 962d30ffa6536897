/** Everything the page knows, in one value without any document, and all that can happen to it. */

import type { Candidate, DetailedCandidate, LoadProgress, Progress, Report, TabuCandidate } from "nanikiru";
import type { DangerReport } from "./danger";
import type { Failure } from "./failure";
import type { Field, TileField } from "./fields";
import { DEFAULTS, type History, NO_HISTORY, type Position } from "./position";
import type { Entry } from "./storage";
import type { Door, Panel, Theme } from "./layout";
import type { Spot } from "./table-edits";
import type { RecordLink } from "./input";
import type { GameLog, Heading, LogDecision, Place, ReadOptions } from "./log";
import type { Note, Variation } from "./notes";
import {
  type MistakeFilter,
  NO_REVIEW,
  type Review,
  type ReviewObjective,
  type ReviewRun,
  type SecondTry,
  type Verdict,
} from "./review";
import type { Lang } from "./text";

export type { Failure } from "./failure";
export type { Theme } from "./layout";
export type { Lang } from "./text";

/** Codes of hands that are on their way to be one: nothing is wrong with them yet. */
const UNFINISHED: readonly Failure["code"][] = ["hand.size", "hand.not_drawn", "notation.incomplete"];
/** Whether the text may simply not be typed to its end; what is amiss further inside is an error. */
export const isUnfinished = ({ code, span }: Failure, text: string): boolean =>
  UNFINISHED.includes(code) && (!span || span.end >= text.trimEnd().length);

export type Run =
  | { readonly kind: "idle" }
  | { readonly kind: "running"; readonly progress: Progress | null }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly failure: Failure };

/** A report and the position that it answers. */
export interface Answer {
  readonly position: Position;
  readonly report: Report;
}

/** What every tile risks at a position. */
export interface PositionRisks {
  readonly position: Position;
  readonly risks: DangerReport;
}

/** A decision and what the package says of it. */
export interface DecisionVerdict {
  readonly decision: LogDecision;
  readonly objective: ReviewObjective;
  readonly verdict: Verdict;
}

/** The game record that is open. */
export type RecordState =
  | { readonly kind: "none" }
  | {
      readonly kind: "open";
      readonly name: string;
      /** The file or text as it was opened; of Mahjong Soul’s the game alone. */
      readonly source: Uint8Array;
      /** Which of its games it is. */
      readonly game: number;
      /** The rules that the reader chose, as the record names none. */
      readonly rules?: ReadOptions["rules"];
      readonly heading: Heading;
      readonly log: GameLog;
      readonly place: Place;
    };

/** What is being opened, or why it was not; what is open stays open meanwhile. */
export type Opening =
  | { readonly kind: "none" }
  | { readonly kind: "reading"; readonly name: string }
  | { readonly kind: "refused"; readonly name: string; readonly failure: Failure; readonly link: RecordAddress | null };

/** A link to a record as it was given. */
export type RecordAddress = RecordLink & { readonly address: string };

/** What is compared with: the position that is supposed to be another, and its answer as far as it had come. */
export interface Before {
  readonly position: Position;
  readonly answer: Answer | null;
}

/** The actions of a position that tabu search would do, with the winning hands that its runs ended on. */
export interface Aims {
  readonly position: Position;
  readonly candidates: readonly TabuCandidate[];
}

export interface State {
  readonly position: Position;
  /**
   * The position that the table came with: an example, a link, a decision of a record. None where the player laid it.
   */
  readonly origin: Position | null;
  /** The example whose table went when another hand replaced its hand. */
  readonly dropped: Position | null;
  readonly history: History;
  /** The field that was given far more text than a position has, and how many characters. */
  readonly overlong: { readonly field: Field; readonly length: number } | null;
  /** What was, while something else is supposed. */
  readonly before: Before | null;
  /** Discards in the place of the record’s, which its later draws follow. */
  readonly variation: Variation | null;
  readonly run: Run;
  /** How much of the engine is here, while it loads. */
  readonly loading: LoadProgress | null;
  /** The latest answer; while another position is being searched it stays on screen, dimmed. */
  readonly answer: Answer | null;
  /** The latest risks, where the table is known; they stay like the answer. */
  readonly risks: PositionRisks | null;
  /** Index of the candidate whose figures are shown in full. */
  readonly selected: number;
  /** The details of candidates that came without them in the answer. */
  readonly details: ReadonlyMap<Candidate, DetailedCandidate>;
  /** What tabu search says of a far hand, once one of its rows is open. */
  readonly aims: Aims | null;
  /** The field that the tile keys write to. */
  readonly target: TileField;
  /** What is open above the hand. */
  readonly panel: Panel | null;
  readonly board: Board;
  readonly door: Door;
  readonly record: RecordState;
  readonly opening: Opening;
  /** Whether the page has to ask which player of the record the reader is. */
  readonly asking: boolean;
  readonly review: Review;
  /** The verdict on a decision that was looked at before any review came to it; no part of the review. */
  readonly judged: DecisionVerdict | null;
  readonly learning: Learning | null;
  readonly keeping: KeptRecords;
  readonly lang: Lang;
  readonly theme: Theme;
}

/**
 * The page asks before it answers: about the mistakes of a record, about those of all kept games that are due, or
 * about every decision.
 */
export interface Learning {
  readonly over: "mistakes" | "drills" | "record";
  /** How many mistakes were answered in this practice, and how many of them right. */
  readonly drilled: { readonly all: number; readonly right: number };
  readonly phase: "ask" | "shown" | "end";
  /** What was chosen here and loses too much. */
  readonly tried: readonly SecondTry[];
}

/** How the table is looked at. */
export interface Board {
  /** Seats that it is turned by: 1 puts the player to the right in front. */
  readonly turned: number;
  /** Whether the others' hands lie open, where a record has them. */
  readonly open: boolean;
  /** The part of the answer that shows: of a record at every width, of a hand on a telephone. */
  readonly tab: Tab;
  /** Where tiles are being laid. */
  readonly spot: Spot | null;
}
export const TABS = ["mistakes", "moves", "rows", "board", "danger", "detail"] as const;
export type Tab = (typeof TABS)[number];

/** What `cleared` leaves beside the rules and how to search. */
export type Remainder = "nothing" | "hand";

/** The records that the browser keeps. */
export interface KeptRecords {
  readonly entries: readonly Entry[];
  /** The one that is open. */
  readonly open: number | null;
  /** Whether the browser has refused to keep anything. */
  readonly refused: boolean;
  /** How far the files that were given have been read. */
  readonly gathered: ImportProgress | null;
  /** Whose games are added up, `null` for everybody’s; who plays in most of them when left out. */
  readonly whose?: string | null;
  /** How far the review of all games is. */
  readonly backlog: Backlog | null;
}

/** A file, or a game in it, that cannot be read. */
export interface GameFailure {
  readonly name: string;
  readonly failure: Failure;
}

export interface ImportProgress {
  readonly done: number;
  readonly total: number;
  /** Games that were found in them. */
  readonly games: number;
  readonly refused: readonly GameFailure[];
  /** What a folder has beside records. */
  readonly left: readonly string[];
}

/** The review of all games, in the background. */
export interface Backlog {
  /** The game under review, and its place among those to be reviewed, from 1; none when all is over. */
  readonly game: {
    readonly name: string;
    readonly at: number;
    readonly of: number;
    readonly done: number;
    readonly total: number;
  } | null;
  readonly failed: readonly GameFailure[];
}

export type Event =
  | { readonly type: "edited"; readonly change: Partial<Position> }
  /** A key stroke: with the ones before it in the same field it is one change. */
  | { readonly type: "typed"; readonly field: Field; readonly text: string }
  /** A change to see what comes of it; what was before stays beside it. */
  | { readonly type: "supposed"; readonly change: Partial<Position> }
  /** Another tile is discarded than in the record: on to the player’s next draw. */
  | { readonly type: "varied"; readonly tile: string }
  /** A text that is no position, however it came there: nothing of it is taken. */
  | { readonly type: "overlong"; readonly field: Field; readonly length: number }
  | { readonly type: "cleared"; readonly left: Remainder }
  /** The table of the example is there again, under the hand that has replaced the example's. */
  | { readonly type: "tableRestored" }
  | { readonly type: "undone" }
  | { readonly type: "redone" }
  | { readonly type: "arrived"; readonly position: Position }
  /** The position that the page opens with: there is nothing before it. */
  | { readonly type: "began"; readonly position: Position }
  | { readonly type: "loading"; readonly loading: LoadProgress | null }
  | { readonly type: "started" }
  | { readonly type: "progressed"; readonly progress: Progress }
  /** An answer of a depth that is done, while the search goes on. */
  | { readonly type: "answered"; readonly answer: Answer }
  | { readonly type: "finished"; readonly answer: Answer }
  /** When what happens in a candidate of the answer, and by which yaku. */
  | { readonly type: "detailed"; readonly candidate: Candidate; readonly details: DetailedCandidate }
  | { readonly type: "sought"; readonly aims: Aims }
  | { readonly type: "failed"; readonly failure: Failure }
  /** The risks of a position, or none where no table is given. */
  | { readonly type: "risked"; readonly risks: PositionRisks | null }
  | { readonly type: "chosen"; readonly candidate: number }
  | { readonly type: "aimed"; readonly target: TileField }
  | { readonly type: "unfolded"; readonly panel: Panel | null }
  | { readonly type: "looked"; readonly board: Partial<Board> }
  | { readonly type: "logAsked"; readonly name: string }
  | { readonly type: "logRefused"; readonly name: string; readonly failure: Failure; readonly link?: RecordAddress }
  /** What was said about it is read. */
  | { readonly type: "noticed" }
  | { readonly type: "entered"; readonly door: Door }
  | {
      readonly type: "logOpened";
      readonly name: string;
      readonly source: Uint8Array;
      readonly game: number;
      readonly rules?: ReadOptions["rules"];
      readonly heading: Heading;
      readonly log: GameLog;
      /** What was found before, of a review that had been saved. */
      readonly review?: Review;
      /** Where the reader was; the first decision when left out. */
      readonly place?: Place;
      /** Which player the reader is, where that is known. */
      readonly you?: number;
      /** Practice that it was opened for. */
      readonly learning?: Learning;
    }
  /** Which player of the record the reader is. */
  | { readonly type: "identified"; readonly player: number }
  | { readonly type: "logMoved"; readonly place: Place }
  | { readonly type: "logClosed" }
  | { readonly type: "reviewStarted"; readonly player: number | null; readonly objective: ReviewObjective }
  | {
      readonly type: "reviewed";
      readonly decision: LogDecision;
      readonly verdict: Verdict;
      readonly done: number;
      readonly total: number;
    }
  /** What a review would say of the decision on the page, where none has yet. */
  | { readonly type: "judged"; readonly judged: DecisionVerdict }
  | { readonly type: "reviewEnded"; readonly run: ReviewRun }
  | { readonly type: "keptListed"; readonly entries: readonly Entry[]; readonly open: number | null }
  | { readonly type: "keepingRefused" }
  | { readonly type: "gathered"; readonly gathered: ImportProgress }
  | { readonly type: "backlogged"; readonly backlog: Backlog }
  /** Whose games are added up. */
  | { readonly type: "summedUp"; readonly whose: string | null }
  | { readonly type: "filtered"; readonly filter: Partial<MistakeFilter> }
  | { readonly type: "learning"; readonly over: Learning["over"] | null }
  /** A choice, and whether it is good enough. */
  | { readonly type: "learned"; readonly decision: LogDecision; readonly learned: SecondTry; readonly good: boolean }
  | { readonly type: "learnShown" }
  | { readonly type: "learnEnded" }
  /** These are asked about anew. */
  | { readonly type: "forgotten"; readonly decisions: readonly LogDecision[] }
  /** A deeper answer to a decision of the review takes the place of what the review found. */
  | { readonly type: "refined"; readonly decision: LogDecision; readonly verdict: Verdict }
  /** What the reader wrote to a decision, with its branches. */
  | { readonly type: "noted"; readonly decision: LogDecision; readonly note: Note }
  | { readonly type: "spoken"; readonly lang: Lang }
  | { readonly type: "lit"; readonly theme: Theme };

export const INITIAL: State = {
  position: DEFAULTS,
  origin: null,
  dropped: null,
  history: NO_HISTORY,
  overlong: null,
  before: null,
  variation: null,
  run: { kind: "idle" },
  loading: null,
  answer: null,
  risks: null,
  selected: 0,
  details: new Map(),
  aims: null,
  target: "hand",
  panel: null,
  board: { turned: 0, open: false, tab: "rows", spot: null },
  door: "hand",
  record: { kind: "none" },
  opening: { kind: "none" },
  asking: false,
  review: NO_REVIEW,
  judged: null,
  learning: null,
  keeping: { entries: [], open: null, refused: false, gathered: null, backlog: null },
  lang: "en",
  theme: "auto",
};
