// Unit tests without a browser: what a review's losses amount to, and what lies on the table.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load as loadSource } from "../source.mjs";
import { load } from "./load.mjs";

const { MISTAKE_LOSS, summarize } = await loadSource("js/index");
const [score, review, texts, text, board, position] = await Promise.all(
  ["score", "review", "review-text", "text/index", "board", "position"].map(load),
);

const discard = (tile, riichi = false) => ({ type: "discard", tile, riichi });
const verdict = (loss, best = discard("1m"), candidates = [{ action: best }]) => ({
  candidates,
  actions: 5,
  best,
  rank: loss > 0 ? 2 : 1,
  loss,
});
const spot = (turn, more = {}, round = 0) => ({
  place: { round, player: 0, at: turn },
  decision: { seat: "east", turn, hand: "", context: {}, done: discard("9m"), ...more },
});
const judged = (pairs, objective = "points") =>
  score.decisionScores(
    pairs.map(([one]) => one),
    { found: new Map(pairs.map(([one, found]) => [one.decision, found])), objective },
  );

test("the page sums a review up as the package does, in points and in placement points", () => {
  const threat = { players: { south: { river: "1z9m*" } } };
  const pairs = [
    [spot(1), verdict(0)],
    [spot(2, { context: threat }), verdict(350)],
    [
      spot(3, { context: { offered: { tile: "1z", from: "left" } }, done: { type: "pass" } }),
      verdict(500, discard("2m")),
    ],
    [spot(4), verdict(667, discard("1m", true))],
  ];
  for (const objective of ["points", "placement"]) {
    const least = review.leastOf("doubtful", objective);
    const { sizes, ...own } = score.scoreOf(judged(pairs, objective), objective);
    const {
      decisions: _,
      mistakes,
      ...wanted
    } = summarize(
      pairs.map(([{ decision }, found]) => ({ ...decision, ...found, mistake: found.loss >= least })),
      objective,
    );
    assert.deepEqual(own, wanted, objective);
    assert.equal(sizes.doubtful + sizes.mistake + sizes.blunder, mistakes);
  }
  const accuracy = (loss, objective) =>
    score.scoreOf(judged([[spot(1), verdict(loss)]], objective), objective).accuracy;
  assert.deepEqual(
    [accuracy(0, "points"), accuracy(500, "points"), accuracy(0, "placement"), accuracy(667, "placement")],
    [100, 50, 100, 50],
  );
});

test("the package's own loss of a mistake is the engine's: 500 points, or 667 placement points", () => {
  const engine = readFileSync(new URL("../../src/api/review.rs", import.meta.url), "utf8");
  const [, points, placement, rate] =
    /Objective::Points => ([\d.]+),[^]*?Objective::Placement => ([\d.]+),[^]*?Objective::WinRate \| Objective::Tenpai => ([\d.]+),/u
      .exec(engine)
      .map(Number);
  assert.deepEqual(MISTAKE_LOSS, { points, placement, winRate: rate, tenpai: rate });
});

test("what is lost is said in the unit of the objective", () => {
  for (const [lang, placement] of [
    ["en", "placement points"],
    ["ja", "順位点"],
  ]) {
    const w = text.words[lang];
    const sentences = [
      texts.accuracyWords("placement", lang),
      w.review.sizesSay("2", "4", "8", placement),
      w.review.summary(3, 1, "", "5", placement),
      w.record.better("", "5", placement),
      w.learn.tryAgain("5", placement),
      w.learn.nearly("5", placement),
      w.timeline.says(placement),
      w.timeline.at("", "", "5", placement, ""),
    ];
    for (const sentence of sentences) assert.ok(sentence.toLowerCase().includes(placement), sentence);
  }
  assert.match(texts.accuracyWords("points", "en"), /loss \/ 500\).* loses 500 points 50/u);
  assert.match(texts.accuracyWords("placement", "en"), /loss \/ 667\).* loses 667 placement points 50/u);
  assert.match(text.words.en.record.better("Pass", "1", "points"), /worth 1 point more$/u);
});

test("mistakes have fixed sizes, in points and in placement points; one that repeats the plan of the mistake before is marked and not counted again", () => {
  assert.deepEqual(
    [199, 200, 499, 500, 999, 1000].map((loss) => review.sizeOf(loss, "points")),
    [null, "doubtful", "doubtful", "mistake", "mistake", "blunder"],
  );
  assert.deepEqual(
    review.SIZES.map((size) => review.leastOf(size, "placement")),
    [267, 667, 1334],
  );
  const all = judged([
    [spot(1), verdict(400)],
    [spot(2), verdict(700)],
    [spot(3), verdict(1300, discard("2m"))],
    [spot(4), verdict(0, discard("2m"))],
    [spot(5), verdict(400, discard("2m"))],
    [spot(1, {}, 1), verdict(400, discard("2m"))],
  ]);
  assert.deepEqual(
    all.map(({ repeats }) => repeats),
    [false, true, false, false, false, false],
  );
  const { sizes, judged: many, loss, agreement } = score.scoreOf(all, "points");
  assert.deepEqual(sizes, { doubtful: 3, mistake: 0, blunder: 1 });
  assert.deepEqual([many, Math.round(loss)], [6, 3200]);
  assert.ok(Math.abs(agreement - 1 / 6) < 1e-9);
  assert.deepEqual(score.countOf(all), { mistakes: 4, repeats: 1 });
  const total = score.tally(all);
  assert.deepEqual(
    { ...total, loss: Math.round(total.loss) },
    { judged: 6, lossless: 1, mistakes: 4, repeats: 1, loss: 3200 },
  );
  assert.equal(score.scoreOf([], "points"), null);
});

test("what is about equal to the best loses nothing and agrees, on the page and in the package", () => {
  const equal = { ...verdict(0), rank: 3 };
  const all = judged([
    [spot(1), verdict(0)],
    [spot(2), equal],
    [spot(3), verdict(30)],
  ]);
  assert.equal(score.tally(all).lossless, 2);
  assert.ok(Math.abs(score.scoreOf(all, "points").agreement - 2 / 3) < 1e-9);
  assert.equal(review.standing(equal, "points"), "best");
});

test("one count of mistakes: status line, heading and sizes agree, and what only repeats stands behind a plus", () => {
  const all = judged([
    [spot(1), verdict(400)],
    [spot(2), verdict(700)],
    [spot(3), verdict(1300)],
    [spot(4), verdict(600, discard("2m"))],
  ]);
  const { mistakes, repeats } = score.tally(all);
  assert.deepEqual({ mistakes, repeats }, { mistakes: 2, repeats: 2 });
  assert.deepEqual(score.countOf(all), { mistakes, repeats });
  const { sizes } = score.scoreOf(all, "points");
  assert.equal(
    review.SIZES.reduce((sum, size) => sum + sizes[size], 0),
    mistakes,
  );
  for (const size of review.SIZES)
    assert.equal(score.countOf(all.filter((one) => one.size === size)).mistakes, sizes[size], size);
  assert.equal(text.words.en.mistakes.title(mistakes, repeats), "2 mistakes (+2 repeats)");
  assert.equal(text.words.en.mistakes.title(1, 1), "1 mistake (+1 repeat)");
  for (const lang of text.LANGS) {
    const w = text.words[lang];
    assert.match(w.mistakes.title(7, 0), /^\D*7\D*$/u, lang);
    assert.match(w.mistakes.title(4, 3), /4\D*3/u, lang);
    const total = w.mistakes.title(2, 0).replace(/\d+|\s/gu, "");
    for (const name of [...Object.values(w.review.sizes), ...review.SIZES.map((size) => w.review.names[size])])
      assert.notEqual(name.toLowerCase(), total, `${lang}: the total and a size have one name`);
  }
});

test("decisions are attack, defence, calls or riichi", () => {
  const threat = { players: { south: { river: "1z9m*" } } };
  const cases = [
    ["attack", spot(1), verdict(0)],
    ["defence", spot(2, { context: threat }), verdict(0)],
    ["attack", spot(3, { context: { players: { east: { river: "1z*" } } } }), verdict(0)],
    [
      "calls",
      spot(4, { context: { ...threat, offered: { tile: "1z", from: "left" } }, done: { type: "pass" } }),
      verdict(0),
    ],
    ["calls", spot(5), verdict(900, { type: "ankan", tile: "1z" })],
    ["riichi", spot(6, { context: threat }), verdict(0, discard("1m", true))],
  ];
  for (const [sort, one, found] of cases)
    assert.deepEqual(score.sortsOf(score.scoreOf(judged([[one, found]]), "points")), [sort]);
});

test("a called tile is marked in the river it came from; a concealed kan lies face down at its ends", () => {
  const table = {
    ...position.DEFAULTS,
    seat: "south",
    eastRiver: "1z5p9m",
    southMelds: "p406-",
    westMelds: "z1111,p555+",
  };
  const [east, south, west] = board.seatsOf(table, 0);
  assert.deepEqual([east.at, south.at, west.at], ["left", "front", "right"]);
  assert.equal(south.own, true);
  assert.deepEqual(
    west.melds.map(({ concealed }) => concealed),
    [true, false],
  );
  assert.equal(west.held, 7);
  const pon = board.seatsOf({ ...position.DEFAULTS, eastRiver: "1z5p9m", southMelds: "p55-5" }, 0);
  assert.deepEqual(
    pon[0].river.map(({ called }) => called),
    [false, true, false],
  );
  assert.equal(board.seatsOf(table, 1)[2].at, "front", "turned by one: the player to the right is in front");
});
