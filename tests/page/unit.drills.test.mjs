// Unit tests without a browser: whose mistakes are practised, in which order, and when one comes again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const [drills, state, format, review, summary, { MISTAKE_LOSS }] = await Promise.all(
  ["practice", "state", "text/format", "review", "score", "../js/statistics"].map(load),
);
const DAY = 24 * 3_600_000;
const NOW = 1_700_000_000_000;

const place = (at, player = 0) => ({ round: 0, player, at });
/** A mistake of so many losses of which a decision counts half. */
const mistake = (where, weight, objective = "points") => ({
  place: where,
  objective,
  loss: weight * MISTAKE_LOSS[objective],
});
const entry = (id, mistakes, more = {}) => ({
  id,
  name: `${id}`,
  mistakes,
  names: ["A", "B", "C", "D"],
  summaries: [0, 1].map((player) => ({ player })),
  ...more,
});
const shown = (cards) => cards.map(({ entry: { id }, mistake }) => `${id}:${drills.drillKey(mistake.place)}`);

test("right answers in a row come again after 1, 3, 7 and 21 days and are learned then; a wrong one comes in ten minutes and begins anew", () => {
  let one;
  for (const days of [1, 3, 7, 21]) {
    one = drills.answered(one, true, NOW);
    assert.equal(one.due, NOW + days * DAY);
  }
  assert.deepEqual(drills.answered(one, false, NOW), { rights: 0, due: NOW + 600_000 });
  assert.equal(drills.answered(drills.answered(one, false, NOW), true, NOW).due, NOW + DAY);
  assert.equal(drills.answered(one, true, NOW).due, Infinity);
});

test("the worst mistake comes first, over all games; of one that is due later nothing is asked now", () => {
  const entries = [
    entry(2, [mistake(place(3), 1), mistake(place(4), 3)]),
    entry(1, [mistake(place(7), 1), mistake(place(8), 2)], { drills: { "0.0.8": { rights: 1, due: NOW + DAY } } }),
    entry(3, undefined),
  ];
  const cards = drills.cardsOf(entries, []);
  assert.deepEqual(shown(cards), ["2:0.0.4", "1:0.0.8", "1:0.0.7", "2:0.0.3"]);
  assert.deepEqual(shown(drills.dueAt(cards, NOW)), ["2:0.0.4", "1:0.0.7", "2:0.0.3"]);
  assert.deepEqual(shown(drills.dueAt(cards, NOW + DAY)), shown(cards));
  assert.equal(drills.nextDue(cards), 0);
  const later = (due) => [entry(1, [mistake(place(7), 1)], { drills: { "0.0.7": { rights: 1, due } } })];
  assert.equal(drills.nextDue(drills.cardsOf(later(NOW), [])), NOW);
  assert.equal(drills.nextDue(drills.cardsOf(later(Infinity), [])), null, "all are learned");
  assert.equal(drills.nextDue([]), null);
});

test("mistakes of the others are not asked: the reader is known by name, else it is who was reviewed first", () => {
  const both = [mistake(place(1, 0), 1), mistake(place(1, 1), 2)];
  assert.deepEqual(shown(drills.cardsOf([entry(1, both)], [])), ["1:0.0.1"]);
  assert.deepEqual(shown(drills.cardsOf([entry(1, both)], ["B"])), ["1:0.1.1"]);
  assert.deepEqual(shown(drills.cardsOf([entry(1, both)], ["D"])), ["1:0.0.1"], "D was not reviewed");
  assert.deepEqual(shown(drills.cardsOf([entry(1, both, { names: undefined })], ["B"])), ["1:0.0.1"]);
});

test("a mistake is kept with what a list says of it, and one that only repeats is none", () => {
  const discard = (tile) => ({ type: "discard", tile, riichi: false });
  const decisions = [1, 2, 3].map((turn) => ({ seat: "east", turn, hand: "", context: {}, done: discard("9m") }));
  const round = { roundWind: "east", number: 1, honba: 0 };
  const verdict = (loss) => ({ candidates: [], actions: 2, best: discard("1m"), rank: 2, loss });
  const found = new Map([
    [decisions[0], verdict(1000)],
    [decisions[1], verdict(900)],
    [decisions[2], verdict(10)],
  ]);
  const only = {
    place: place(0),
    round,
    turn: 1,
    objective: "points",
    loss: 1000,
    played: discard("9m"),
    better: discard("1m"),
  };
  const log = { rules: { name: "tenhou" }, rounds: [{ ...round, decisions }] };
  assert.deepEqual(summary.mistakesIn(log, { ...review.NO_REVIEW, found }), [only]);
});

test("points and placement points compare by the loss of which a decision counts half", () => {
  const entries = [
    entry(1, [mistake(place(0), 2), mistake(place(1), 1)]),
    entry(2, [mistake(place(0), 1.5, "placement")]),
  ];
  assert.deepEqual(shown(drills.cardsOf(entries, [])), ["1:0.0.0", "2:0.0.0", "1:0.0.1"]);
});

test("practice counts the first answers, also over records; what is shown without an answer is not right", () => {
  const decision = { seat: "east", turn: 1, hand: "123m456p789s11223z", context: {} };
  const round = { roundWind: "east", number: 1, honba: 0, decisions: [decision, { ...decision }] };
  const log = { rules: { name: "tenhou" }, rounds: [round] };
  const opened = (learning) => ({
    type: "logOpened",
    name: "a",
    source: new Uint8Array(),
    log,
    place: place(0),
    learning,
  });
  const learned = (good) => ({
    type: "learned",
    decision,
    learned: { choice: { type: "discard", tile: "1m", riichi: false }, loss: 9 },
    good,
  });
  const run = (from, ...events) => events.reduce(state.apply, from);
  const start = run(state.INITIAL, opened({ over: "drills", drilled: { all: 0, right: 0 }, phase: "ask", tried: [] }));
  assert.equal(start.learning.phase, "ask");
  const right = run(start, learned(true));
  assert.deepEqual(right.learning.drilled, { all: 1, right: 1 });
  assert.equal(right.review.learned.get(decision).loss, 9, "so the page can say what came of it");
  const tried = run(right, { type: "logMoved", place: place(1) }, learned(false), learned(true));
  assert.deepEqual(tried.learning.drilled, { all: 2, right: 1 }, "only the first try counts");
  const shownOne = run(tried, opened(tried.learning), { type: "learnShown" });
  assert.deepEqual(shownOne.learning.drilled, { all: 3, right: 1 });
  assert.deepEqual(run(shownOne, { type: "learning", over: "drills" }).learning.drilled, { all: 0, right: 0 });
  assert.equal(run(start, opened(undefined)).learning, null, "another record is no practice");
});

test("times ahead are said in the largest unit that fits", () => {
  assert.deepEqual(
    [1000, 600_000, 7_200_000, DAY, 3 * DAY].map((ms) => format.ahead(ms, "en")),
    ["in 1 minute", "in 10 minutes", "in 2 hours", "tomorrow", "in 3 days"],
  );
});
