/** What the page knows changes through one door, here. */

import type { Action } from "nanikiru";
import type { Field, Group } from "./fields";
import {
  changed,
  cleared,
  type Moment,
  NO_HISTORY,
  type Position,
  samePosition,
  settled,
  stepped,
  withoutTable,
  withTable,
} from "./position";
import { decisionAt, firstOf, firstPlace, nearest, positionOf } from "./log";
import { varied, withNote } from "./notes";
import { aimOf } from "./layout";
import { exampleOf, replaces } from "./examples";
import { firstReviewed, heldAgainst, NO_REVIEW } from "./review";
import {
  type Answer,
  type Board,
  type Event,
  INITIAL,
  type Learning,
  type RecordState,
  type Remainder,
  type State,
} from "./model";

export * from "./model";

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

/** What each event makes of a state; the same value when nothing changes. */
type Changes = {
  readonly [Type in Event["type"]]: (state: State, event: Extract<Event, { readonly type: Type }>) => State;
};

/** The position: what is typed, laid and supposed, and the way back. */
const OF_POSITION = {
  edited: (state, event) => moved(state, edited(state, event.change)),
  typed: (state, event) => moved(state, edited(state, { [event.field]: event.text }), event.field),
  supposed: (state, event) => {
    const before = state.before ?? {
      position: state.position,
      answer: state.answer?.position === state.position ? state.answer : null,
    };
    const next = moved(state, edited(state, event.change));
    return next.position === state.position || samePosition(next.position, before.position)
      ? next
      : { ...next, before };
  },
  varied: (state, event) => {
    const to = varied(state, event.tile);
    return to
      ? { ...moved(state, { position: to.position, origin: to.position, dropped: null }), variation: to.variation }
      : state;
  },
  overlong: (state, event) => ({ ...state, overlong: { field: event.field, length: event.length } }),
  cleared: (state, event) => ({
    ...moved(state, { position: cleared(state.position, CLEARED[event.left]), origin: null, dropped: null }),
    target: "hand",
  }),
  tableRestored: (state) =>
    state.dropped
      ? moved(state, { position: withTable(state.position, state.dropped), origin: null, dropped: null })
      : state,
  undone: (state) => gone(state, -1),
  redone: (state) => gone(state, 1),
  began: (state, event) => ({
    ...at(state, { position: event.position, origin: event.position, dropped: null }),
    history: NO_HISTORY,
  }),
  arrived: (state, event) => ({
    ...moved(state, { position: event.position, origin: event.position, dropped: null }),
    target: "hand",
  }),
} satisfies Partial<Changes>;

/** The answer of the engine, as it comes. */
const OF_ANSWER = {
  loading: (state, event) => ({ ...state, loading: event.loading }),
  started: (state) => ({ ...state, run: { kind: "running", progress: null } }),
  progressed: (state, event) =>
    state.run.kind === "running" ? { ...state, run: { kind: "running", progress: event.progress } } : state,
  finished: (state, event) => ({
    ...state,
    run: { kind: "done" },
    history: settled(state.history),
    answer: event.answer,
    selected: stillSelected(state, event.answer),
    details: INITIAL.details,
  }),
  answered: (state, event) => ({
    ...state,
    answer: event.answer,
    selected: stillSelected(state, event.answer),
    details: INITIAL.details,
  }),
  detailed: (state, event) => ({ ...state, details: new Map(state.details).set(event.candidate, event.details) }),
  sought: (state, event) => ({ ...state, aims: event.aims }),
  failed: (state, event) => ({ ...state, run: { kind: "failed", failure: event.failure } }),
  risked: (state, event) => (state.risks === event.risks ? state : { ...state, risks: event.risks }),
} satisfies Partial<Changes>;

/** What is looked at, and how. */
const OF_VIEW = {
  chosen: (state, event) => (state.selected === event.candidate ? state : { ...state, selected: event.candidate }),
  aimed: (state, event) => (state.target === event.target ? state : { ...state, target: event.target }),
  unfolded: (state, event) => {
    const { panel } = event;
    if (state.panel === panel) return state;
    // tiles are laid on the table, which a telephone has behind a tab
    const board: Board = panel === "around" ? { ...state.board, tab: "board" } : { ...state.board, spot: null };
    return { ...state, panel, board, target: aimOf(panel) ?? "hand" };
  },
  looked: (state, event) => ({ ...state, board: { ...state.board, ...event.board } }),
  noticed: (state) => ({ ...state, opening: INITIAL.opening }),
  entered: (state, event) => ({ ...state, door: event.door, opening: INITIAL.opening }),
  spoken: (state, event) => ({ ...state, lang: event.lang }),
  lit: (state, event) => ({ ...state, theme: event.theme }),
} satisfies Partial<Changes>;

/** The record on the page, and the games that the browser keeps. */
const OF_RECORD = {
  logAsked: (state, event) => ({ ...state, opening: { kind: "reading", name: event.name } }),
  logRefused: (state, event) => ({
    ...state,
    // there it says how to get the file
    door: event.link ? "game" : state.door,
    opening: { kind: "refused", name: event.name, failure: event.failure, link: event.link ?? null },
  }),
  logOpened: (state, event) => {
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
  },
  identified: (state, event) => {
    const { record } = state;
    if (record.kind !== "open") return state;
    const next = { ...state, asking: false };
    return record.place.player === event.player
      ? next
      : placed(next, { ...record, place: firstOf(record.log, event.player) });
  },
  logClosed: (state) => {
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
  },
  logMoved: (state, event) => {
    if (state.record.kind !== "open") return state;
    const learning = state.learning && asked(state.learning.over, state.learning.drilled);
    // whose decisions are looked at is an answer to the question
    const asking = state.asking && event.place.player === state.record.place.player;
    return placed({ ...state, learning, asking }, { ...state.record, place: event.place });
  },
  keptListed: (state, event) => ({ ...state, keeping: { ...state.keeping, entries: event.entries, open: event.open } }),
  keepingRefused: (state) => ({ ...state, keeping: { ...INITIAL.keeping, refused: true } }),
  gathered: (state, event) => ({ ...state, keeping: { ...state.keeping, gathered: event.gathered } }),
  backlogged: (state, event) => ({ ...state, keeping: { ...state.keeping, backlog: event.backlog } }),
  summedUp: (state, event) => ({ ...state, keeping: { ...state.keeping, whose: event.whose } }),
} satisfies Partial<Changes>;

/** The review of the record, and learning from it. */
const OF_REVIEW = {
  reviewStarted: (state, event) => {
    const { player, objective } = event;
    const run = { kind: "running", player, done: 0, total: 0 } as const;
    return lookedAt({ ...state, asking: false, review: { ...heldAgainst(state.review, objective), run } }, player);
  },
  reviewed: (state, event) => {
    const { decision, verdict, done, total } = event;
    const { run, found } = state.review;
    if (run.kind !== "running") return state;
    return {
      ...state,
      review: { ...state.review, run: { ...run, done, total }, found: new Map(found).set(decision, verdict) },
    };
  },
  judged: (state, event) => ({ ...state, judged: event.judged }),
  reviewEnded: (state, event) => ({ ...state, review: { ...state.review, run: event.run } }),
  filtered: (state, event) => ({
    ...state,
    review: { ...state.review, filter: { ...state.review.filter, ...event.filter } },
  }),
  learning: (state, event) => ({ ...state, learning: event.over ? asked(event.over) : null }),
  learned: (state, event) => {
    const { learning, review } = state;
    if (!learning) return state;
    const { decision, learned, good } = event;
    const counted = { ...learning, drilled: drilled(learning, good) };
    const next: Learning = good ? { ...counted, phase: "shown" } : { ...counted, tried: [...learning.tried, learned] };
    // the first choice counts
    const counts = learning.over !== "record" && learning.tried.length === 0;
    return {
      ...state,
      learning: next,
      ...(counts && { review: { ...review, learned: new Map(review.learned).set(decision, learned) } }),
    };
  },
  learnShown: (state) => ({
    ...state,
    learning: state.learning && { ...state.learning, drilled: drilled(state.learning, false), phase: "shown" },
  }),
  learnEnded: (state) => ({ ...state, learning: state.learning && { ...state.learning, phase: "end" } }),
  forgotten: (state, event) => {
    const learned = new Map([...state.review.learned].filter(([decision]) => !event.decisions.includes(decision)));
    return { ...state, review: { ...state.review, learned } };
  },
  refined: (state, event) => {
    const found = new Map(state.review.found).set(event.decision, event.verdict);
    return { ...state, review: { ...state.review, found } };
  },
  noted: (state, event) => ({
    ...state,
    review: { ...state.review, notes: withNote(state.review.notes, event.decision, event.note) },
  }),
} satisfies Partial<Changes>;

const CHANGES: Changes = { ...OF_POSITION, ...OF_ANSWER, ...OF_VIEW, ...OF_RECORD, ...OF_REVIEW };

/** The next state; the same value when nothing changes. */
export function apply(state: State, event: Event): State {
  const change: (state: State, event: never) => State = CHANGES[event.type];
  return change(state, event as never);
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
