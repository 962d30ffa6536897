// Unit tests without a browser: the timeline of a game, its mistakes as they are listed, and learning from them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const [timeline, mistakes, lessons, review, saved, texts, link] = await Promise.all(
  ["view/timeline", "score", "practice", "review", "review-file", "review-text", "log"].map(load),
);

const discard = (tile, riichi = false) => ({ type: "discard", tile, riichi });
const rates = {
  win: { rate: 0, mean: 0 },
  dealIn: { rate: 0, mean: 0 },
  tsumo: { rate: 0, mean: 0 },
  draw: { rate: 1, mean: 0 },
  rest: { rate: 0, mean: 0 },
};
const row = (action, value, group = 2000 - value) => ({
  action,
  value,
  group,
  winRate: 0,
  tenpaiRate: 0,
  shanten: 1,
  ukeire: { kinds: "", tiles: 0 },
  outcomes: rates,
});
const decision = (seat, turn) => ({ seat, turn, hand: "", context: {}, done: discard("9m") });
const verdict = (loss, tile) => ({
  candidates: [row(discard(tile), 1000), row(discard("9m"), 1000 - loss)],
  actions: 3,
  best: discard(tile),
  rank: loss > 0 ? 2 : 1,
  loss,
});
/** Two rounds: the first player is East, then North. */
const LOG = {
  format: "mjai",
  rules: { name: "tenhou" },
  rounds: [
    {
      roundWind: "east",
      number: 1,
      honba: 0,
      places: [[0.25, 0.25, 0.25, 0.25]],
      decisions: [decision("east", 1), decision("south", 1), decision("east", 2), decision("east", 3)],
    },
    {
      roundWind: "east",
      number: 2,
      honba: 0,
      places: [[0.4, 0.3, 0.2, 0.1]],
      decisions: [decision("north", 1), decision("north", 2)],
    },
  ],
  places: [[0, 1, 0, 0]],
};
const [first, south, second, third] = LOG.rounds[0].decisions;
const [fourth, fifth] = LOG.rounds[1].decisions;
const REVIEW = {
  ...review.NO_REVIEW,
  found: new Map([
    [first, verdict(400, "1m")],
    [south, verdict(5000, "2m")],
    [second, verdict(900, "1m")],
    [third, verdict(0, "9m")],
    [fourth, verdict(2000, "3m")],
    [fifth, verdict(10, "4m")],
  ]),
};

test("the timeline adds up one player's losses, has a band for each round with the expected place before it, and the place at the end", () => {
  const { lived, bands, total, end } = timeline.timelineOf(LOG, REVIEW, 0);
  assert.deepEqual(
    lived.map((one) => one.total),
    [400, 1300, 1300, 3300, 3310],
  );
  assert.equal(total, 3310);
  assert.deepEqual(bands, [
    { round: 0, place: 2.5, from: 0, to: 3 },
    { round: 1, place: 2, from: 3, to: 5 },
  ]);
  assert.equal(end, 2);
  const { places, ...cut } = LOG;
  assert.equal(timeline.timelineOf(cut, REVIEW, 0).end, undefined);
});

test("mistakes are sifted by size and sorted by loss or as in the game; repeats come last among the worst", () => {
  const all = mistakes.mistakesOf(LOG, REVIEW);
  const losses = (filter) => mistakes.filterMistakes(all, filter).map(({ loss }) => loss);
  assert.deepEqual(losses({ sizes: review.SIZES, by: "game" }), [400, 5000, 900, 2000]);
  assert.deepEqual(losses({ sizes: review.SIZES, by: "loss" }), [5000, 2000, 400, 900], "900 repeats 400's plan");
  assert.deepEqual(losses({ sizes: ["blunder"], by: "loss" }), [5000, 2000]);
  assert.deepEqual(losses({ sizes: [], by: "loss" }), []);
});

test("lessons are the player's mistakes without repeats, each asked once; after the last there is an end", () => {
  assert.deepEqual(
    lessons.lessonsOf(LOG, REVIEW, 0).map((spot) => spot.decision),
    [first, fourth],
  );
  const start = { round: 0, player: 0, at: 0 };
  assert.deepEqual(lessons.nextLesson(LOG, REVIEW, start), { round: 1, player: 0, at: 0 });
  assert.deepEqual(
    lessons.nextLesson(LOG, REVIEW, { round: 1, player: 0, at: 0 }),
    start,
    "one before it has no choice yet",
  );
  const half = { ...REVIEW, learned: new Map([[fourth, { choice: discard("3m"), loss: 0 }]]) };
  assert.deepEqual(lessons.nextLesson(LOG, half, { round: 0, player: 0, at: 1 }), start);
  assert.deepEqual(lessons.resultsOf(LOG, half, 0), { all: 2, done: 1, right: 1 });
  const wrong = { ...half, learned: new Map(half.learned).set(first, { choice: discard("9m"), loss: 400 }) };
  assert.deepEqual(lessons.resultsOf(LOG, wrong, 0), { all: 2, done: 2, right: 1 });
  assert.equal(lessons.nextLesson(LOG, wrong, start), null, "all have a choice");
  assert.equal(lessons.worstSort(LOG, REVIEW, 0), "attack");
  assert.equal(lessons.worstSort(LOG, { ...REVIEW, found: new Map() }, 0), null);
});

test("a choice loses what the review says, else what the board says; choices stand in an order that gives nothing away", () => {
  const report = {
    candidates: [
      row(discard("1m"), 1200),
      row({ type: "ankan", tile: "5z" }, 1100),
      row(discard("9m"), 700),
      row(discard("4p"), 600),
      row(discard("0p", true), 10),
      row(discard("5p"), 9),
    ],
  };
  assert.equal(lessons.lossOf(discard("1m"), verdict(400, "1m"), report), 0);
  assert.equal(lessons.lossOf(discard("9m"), verdict(400, "1m"), report), 400);
  assert.equal(lessons.lossOf(discard("4p"), verdict(400, "1m"), report), 600);
  // what is about equal to the best loses nothing, though it is worth less
  const equal = { ...verdict(400, "1m"), candidates: [row(discard("1m"), 1000, 1), row(discard("9m"), 900, 1)] };
  assert.equal(lessons.lossOf(discard("9m"), equal, report), 0);
  const board = { candidates: [row(discard("1m"), 1200, 1), row(discard("4p"), 1300, 1)] };
  assert.equal(lessons.lossOf(discard("4p"), verdict(400, "1m"), board), 0);
  assert.deepEqual(
    lessons.choicesOf(report).map(({ tile }) => tile),
    ["1m", "9m", "4p", "0p", "5p", "5z"],
  );
});

test("what was learned is saved and read again, and a damaged one is refused", () => {
  const learned = new Map([[first, { choice: discard("4p"), loss: 123 }]]);
  const kept = JSON.parse(JSON.stringify(saved.savedReview(LOG, { ...REVIEW, learned })));
  assert.deepEqual(saved.foundIn(LOG, saved.readReview(kept)).learned, learned);
  assert.equal("learned" in saved.savedReview(LOG, REVIEW), false);
  for (const wrong of [{ at: -1 }, { choice: 7 }, { loss: "much" }]) {
    assert.throws(
      () => saved.readReview({ ...kept, learned: [{ ...kept.learned[0], ...wrong }] }),
      (error) => error.code === "saved.value",
    );
  }
});

test("a page for others holds the review, whatever is in it; another page is none", () => {
  const text = saved.savedText("</script><b>", new TextEncoder().encode("<mjlog>"), LOG, REVIEW);
  const page = saved.embedded("en", "<title>a</title>", "<p>{</p>", text);
  const bytes = new TextEncoder().encode(page);
  assert.equal(page.split("</script>").length, 2, "nothing inside ends it early");
  assert.equal(saved.claimsToBeSaved(bytes), true);
  const back = saved.readSaved(bytes);
  assert.equal(back.name, "</script><b>");
  assert.deepEqual(saved.foundIn(LOG, back).found, REVIEW.found);
  assert.equal(saved.claimsToBeSaved(new TextEncoder().encode("<!doctype html><html>")), false);
  assert.throws(
    () => saved.readSaved(bytes.slice(0, 100)),
    (error) => error.code === "saved.syntax",
  );
});

test("the report in Markdown has a line for each player and an item for each mistake, in both languages", () => {
  for (const lang of ["en", "ja"]) {
    const text = texts.markdownOf(texts.reviewText("a|b", LOG, REVIEW, lang), lang);
    assert.equal(text.match(/^\| (?!---)/gmu).length, 3, text);
    assert.equal(text.match(/^\d+\. \*\*/gmu).length, 4);
    assert.doesNotMatch(text, /undefined|NaN/u);
    // defect 15: no sentence runs into the next one
    for (const line of text.split("\n").filter((one) => /(?:Best: |最善：)/u.test(one)))
      assert.match(line, /^ {3}(?:[^.]*\. Best: |[^。]*。最善：)/u, line);
  }
});

test("a link says record, round, player and decision, and nothing else is one", () => {
  const place = { round: 11, player: 2, at: 104 };
  assert.deepEqual(link.linked(link.linkTo(7, place)), { id: 7, place });
  for (const wrong of ["", "#review=", "#review=1/0.4.0", "#review=1/0.2", "#review=a/0.2.1", "#answer"])
    assert.equal(link.linked(wrong), null);
});
