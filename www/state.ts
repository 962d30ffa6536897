/** Everything the page knows, in one value without any document; and the one door through which it changes. */

import type { Action, Candidate, DetailedCandidate, LoadProgress, Progress, Report, TabuCandidate } from "nanikiru";
import type { DangerReport } from "./danger";
import type { Failure } from "./failure";
import type { Field, Group, TileField } from "./fields";
import { changed, type History, type Moment, NO_HISTORY, settled, stepped } from "./history";
import type { Entry } from "./storage";
import type { Door, Theme } from "./looks";
import type { Spot } from "./table-edits";
import type { RecordLink } from "./input";
import {
  decisionAt,
  firstOf,
  firstPlace,
  type GameLog,
  type Heading,
  type LogDecision,
  nearest,
  type Place,
  positionOf,
  type Reading,
} from "./log";
import { type Note, withNote } from "./notes";
import { aimOf, type Panel } from "./panels";
import { exampleOf, replaces } from "./examples";
import { cleared, DEFAULTS, type Position, samePosition, withoutTable, withTable } from "./position";
import {
  firstReviewed,
  heldAgainst,
  type MistakeFilter,
  NO_REVIEW,
  type Review,
  type ReviewObjective,
  type ReviewRun,
  type SecondTry,
  type Verdict,
} from "./review";
import type { Lang } from "./text";
import { type Variation, varied } from "./variation";

export type { Failure } from "./failure";
export type { Theme } from "./looks";
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
      readonly rules?: Reading["rules"];
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
  readonly keeping: Keeping;
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
export interface Keeping {
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
  /** A change to see what comes of it; what was before is kept beside it. */
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
      readonly rules?: Reading["rules"];
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

/** Another position on the page, without a word of how it came there. */
function at(state: State, { position, origin, dropped }: Moment): State {
  if (samePosition(state.position, position)) return { ...state, origin, dropped };
  const empty = position.hand.trim() === "";
  return {
    ...state,
    position,
    origin,
    dropped,
    overlong: null,
    before: null,
    run: { kind: "idle" },
    answer: empty ? null : state.answer,
    risks: empty ? null : state.risks,
  };
}

const momentOf = ({ position, origin, dropped }: State): Moment => ({ position, origin, dropped });

/** A change that can be taken back. */
function moved(state: State, to: Moment, typing: Field | null = null): State {
  if (samePosition(state.position, to.position))
    return state.origin === to.origin && state.dropped === to.dropped
      ? state
      : { ...state, origin: to.origin, dropped: to.dropped };
  return { ...at(state, to), history: changed(state.history, momentOf(state), typing) };
}

/** Where a change by the player leads. An example is no table: a hand that replaces its hand does not stand at it. */
function edited({ position: before, origin, dropped }: State, change: Partial<Position>): Moment {
  const position = { ...before, ...change };
  if (position.hand === before.hand) return { position, origin, dropped: null };
  if (origin === null || exampleOf(origin) === null || !replaces(position.hand, origin.hand))
    return { position, origin, dropped };
  const without = withoutTable(position, origin);
  return { position: without, origin: null, dropped: samePosition(without, position) ? null : origin };
}

function gone(state: State, by: -1 | 1): State {
  const step = stepped(state.history, momentOf(state), by);
  return step ? { ...at(state, step.moment), history: step.history, target: "hand" } : state;
}

const CLEARED: Readonly<Record<Remainder, readonly Group[]>> = { nothing: ["hand", "table"], hand: ["table"] };

/** The key of an action: equal for the same action in every report, different for any two others. */
export const actionKey = (action: Action): string => Object.values(action).join(" ");

/** What was selected in an answer stays selected in the deeper one; otherwise the best is. */
function stillSelected({ answer, selected }: State, { position, report }: Answer): number {
  const chosen = answer?.position === position && selected > 0 ? answer.report.candidates[selected]?.action : undefined;
  return chosen
    ? Math.max(
        0,
        report.candidates.findIndex(({ action }) => actionKey(action) === actionKey(chosen)),
      )
    : 0;
}

/** Shows a decision of a record. */
function placed(state: State, record: RecordState & { kind: "open" }): State {
  const decision = decisionAt(record.log, record.place);
  const board = { ...state.board, spot: null };
  if (!decision) return { ...state, record, board, target: "hand" };
  const position = positionOf(decision, state.position);
  // a record has its own ways back and on
  return {
    ...at(state, { position, origin: position, dropped: null }),
    history: NO_HISTORY,
    record,
    board,
    target: "hand",
  };
}

/** The player under review is the one on the page, so that the grid is theirs. */
function lookedAt(state: State, player: number | null): State {
  const { record } = state;
  if (record.kind !== "open" || player === null || record.place.player === player) return state;
  return placed(state, { ...record, place: nearest(record.log, { ...record.place, player }) });
}

const asked = (over: Learning["over"], drilled: Learning["drilled"] = { all: 0, right: 0 }): Learning => ({
  over,
  drilled,
  phase: "ask",
  tried: [],
});

/** The first answer to a mistake counts; to have it shown is none that is right. */
const drilled = ({ over, drilled: { all, right }, tried }: Learning, good: boolean): Learning["drilled"] =>
  over === "drills" && tried.length === 0 ? { all: all + 1, right: right + Number(good) } : { all, right };

/** The next state; the same value when nothing changes. */
export function apply(state: State, event: Event): State {
  switch (event.type) {
    case "edited":
      return moved(state, edited(state, event.change));
    case "typed":
      return moved(state, edited(state, { [event.field]: event.text }), event.field);
    case "supposed": {
      const before = state.before ?? {
        position: state.position,
        answer: state.answer?.position === state.position ? state.answer : null,
      };
      const next = moved(state, edited(state, event.change));
      return next.position === state.position || samePosition(next.position, before.position)
        ? next
        : { ...next, before };
    }
    case "varied": {
      const to = varied(state, event.tile);
      return to
        ? { ...moved(state, { position: to.position, origin: to.position, dropped: null }), variation: to.variation }
        : state;
    }
    case "overlong":
      return { ...state, overlong: { field: event.field, length: event.length } };
    case "cleared":
      return {
        ...moved(state, { position: cleared(state.position, CLEARED[event.left]), origin: null, dropped: null }),
        target: "hand",
      };
    case "tableRestored":
      return state.dropped
        ? moved(state, { position: withTable(state.position, state.dropped), origin: null, dropped: null })
        : state;
    case "undone":
      return gone(state, -1);
    case "redone":
      return gone(state, 1);
    case "began":
      return { ...at(state, { position: event.position, origin: event.position, dropped: null }), history: NO_HISTORY };
    case "arrived":
      return { ...moved(state, { position: event.position, origin: event.position, dropped: null }), target: "hand" };
    case "loading":
      return { ...state, loading: event.loading };
    case "started":
      return { ...state, run: { kind: "running", progress: null } };
    case "progressed":
      return state.run.kind === "running" ? { ...state, run: { kind: "running", progress: event.progress } } : state;
    case "finished":
      return {
        ...state,
        run: { kind: "done" },
        history: settled(state.history),
        answer: event.answer,
        selected: stillSelected(state, event.answer),
        details: INITIAL.details,
      };
    case "answered":
      return { ...state, answer: event.answer, selected: stillSelected(state, event.answer), details: INITIAL.details };
    case "detailed":
      return { ...state, details: new Map(state.details).set(event.candidate, event.details) };
    case "sought":
      return { ...state, aims: event.aims };
    case "failed":
      return { ...state, run: { kind: "failed", failure: event.failure } };
    case "risked":
      return state.risks === event.risks ? state : { ...state, risks: event.risks };
    case "chosen":
      return state.selected === event.candidate ? state : { ...state, selected: event.candidate };
    case "aimed":
      return state.target === event.target ? state : { ...state, target: event.target };
    case "unfolded": {
      const { panel } = event;
      if (state.panel === panel) return state;
      // tiles are laid on the table, which a telephone has behind a tab
      const board: Board = panel === "around" ? { ...state.board, tab: "board" } : { ...state.board, spot: null };
      return { ...state, panel, board, target: aimOf(panel) ?? "hand" };
    }
    case "looked":
      return { ...state, board: { ...state.board, ...event.board } };
    case "logAsked":
      return { ...state, opening: { kind: "reading", name: event.name } };
    case "logRefused":
      return {
        ...state,
        // there it says how to get the file
        door: event.link ? "game" : state.door,
        opening: { kind: "refused", name: event.name, failure: event.failure, link: event.link ?? null },
      };
    case "noticed":
      return { ...state, opening: INITIAL.opening };
    case "entered":
      return { ...state, door: event.door, opening: INITIAL.opening };
    case "logOpened": {
      const { name, source, game, rules, heading, log, you } = event;
      const review = event.review ?? NO_REVIEW;
      const first = firstReviewed(log, review.found) ?? (you === undefined ? firstPlace(log) : firstOf(log, you));
      const place = event.place && decisionAt(log, event.place) ? event.place : first;
      const record = { kind: "open", name, source, game, ...(rules && { rules }), heading, log, place } as const;
      const asking = you === undefined && review.found.size === 0;
      const board = { ...state.board, tab: "mistakes", open: false, turned: 0 } as const;
      return placed(
        {
          ...state,
          door: "game",
          record,
          opening: INITIAL.opening,
          asking,
          review,
          panel: null,
          learning: event.learning ? asked(event.learning.over, event.learning.drilled) : null,
          judged: null,
          board,
        },
        record,
      );
    }
    case "identified": {
      const { record } = state;
      if (record.kind !== "open") return state;
      const next = { ...state, asking: false };
      return record.place.player === event.player
        ? next
        : placed(next, { ...record, place: firstOf(record.log, event.player) });
    }
    case "logClosed": {
      const board = { ...state.board, tab: "rows", open: false, turned: 0 } as const;
      return {
        ...state,
        board,
        record: { kind: "none" },
        opening: INITIAL.opening,
        asking: false,
        review: NO_REVIEW,
        judged: null,
        learning: null,
        before: null,
      };
    }
    case "logMoved": {
      if (state.record.kind !== "open") return state;
      const learning = state.learning && asked(state.learning.over, state.learning.drilled);
      // whose decisions are looked at is an answer to the question
      const asking = state.asking && event.place.player === state.record.place.player;
      return placed({ ...state, learning, asking }, { ...state.record, place: event.place });
    }
    case "reviewStarted": {
      const { player, objective } = event;
      const run = { kind: "running", player, done: 0, total: 0 } as const;
      return lookedAt({ ...state, asking: false, review: { ...heldAgainst(state.review, objective), run } }, player);
    }
    case "reviewed": {
      const { decision, verdict, done, total } = event;
      const { run, found } = state.review;
      if (run.kind !== "running") return state;
      return {
        ...state,
        review: { ...state.review, run: { ...run, done, total }, found: new Map(found).set(decision, verdict) },
      };
    }
    case "judged":
      return { ...state, judged: event.judged };
    case "reviewEnded":
      return { ...state, review: { ...state.review, run: event.run } };
    case "keptListed":
      return { ...state, keeping: { ...state.keeping, entries: event.entries, open: event.open } };
    case "keepingRefused":
      return { ...state, keeping: { ...INITIAL.keeping, refused: true } };
    case "gathered":
      return { ...state, keeping: { ...state.keeping, gathered: event.gathered } };
    case "backlogged":
      return { ...state, keeping: { ...state.keeping, backlog: event.backlog } };
    case "summedUp":
      return { ...state, keeping: { ...state.keeping, whose: event.whose } };
    case "filtered":
      return { ...state, review: { ...state.review, filter: { ...state.review.filter, ...event.filter } } };
    case "learning":
      return { ...state, learning: event.over ? asked(event.over) : null };
    case "learned": {
      const { learning, review } = state;
      if (!learning) return state;
      const { decision, learned, good } = event;
      const counted = { ...learning, drilled: drilled(learning, good) };
      const next: Learning = good
        ? { ...counted, phase: "shown" }
        : { ...counted, tried: [...learning.tried, learned] };
      // the first choice counts
      const counts = learning.over !== "record" && learning.tried.length === 0;
      return {
        ...state,
        learning: next,
        ...(counts && { review: { ...review, learned: new Map(review.learned).set(decision, learned) } }),
      };
    }
    case "learnShown":
      return {
        ...state,
        learning: state.learning && { ...state.learning, drilled: drilled(state.learning, false), phase: "shown" },
      };
    case "learnEnded":
      return { ...state, learning: state.learning && { ...state.learning, phase: "end" } };
    case "forgotten": {
      const learned = new Map([...state.review.learned].filter(([decision]) => !event.decisions.includes(decision)));
      return { ...state, review: { ...state.review, learned } };
    }
    case "refined": {
      const found = new Map(state.review.found).set(event.decision, event.verdict);
      return { ...state, review: { ...state.review, found } };
    }
    case "noted":
      return { ...state, review: { ...state.review, notes: withNote(state.review.notes, event.decision, event.note) } };
    case "spoken":
      return { ...state, lang: event.lang };
    case "lit":
      return { ...state, theme: event.theme };
  }
}

export type Watcher = (state: State, before: State) => void;

/** Holds the state; `send` is the only way to change it. */
export class Store {
  #state: State;
  readonly #watchers: Watcher[] = [];

  constructor(state: State) {
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  watch(watcher: Watcher): void {
    this.#watchers.push(watcher);
  }

  send(event: Event): void {
    const before = this.#state;
    const state = apply(before, event);
    if (state === before) return;
    this.#state = state;
    for (const watcher of this.#watchers) watcher(state, before);
  }
}
