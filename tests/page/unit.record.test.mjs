// Unit tests without a browser: how a record is opened, closed and asked about, how its rounds went, and one number
// for one decision.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const [state, rounds, shown, review] = await Promise.all(["state", "view/moves", "reviewer", "review"].map(load));

const discard = (tile) => ({ type: "discard", tile, riichi: false });
const decision = (seat, turn) => ({ seat, turn, hand: "123456789m1234p5s", context: { seat }, done: discard("5s") });
const LOG = {
  format: "mjai",
  names: ["Ayumi", "Botan", "Chika", "Daigo"],
  points: [24000, 33000, 19000, 24000],
  rules: { name: "tenhou" },
  rounds: [
    {
      roundWind: "east",
      number: 1,
      honba: 0,
      scores: [25000, 25000, 25000, 25000],
      result: {
        gains: [-1000, 7000, -6000, 0],
        wins: [{ player: 1, from: 2, tile: "1m", gains: [-1000, 7000, -6000, 0] }],
      },
      decisions: [decision("east", 1), decision("south", 1)],
    },
    {
      roundWind: "east",
      number: 2,
      honba: 0,
      scores: [24000, 32000, 19000, 25000],
      result: { gains: [0, 1000, 0, -1000], wins: [], draw: "exhausted" },
      decisions: [decision("east", 1), decision("west", 2)],
    },
  ],
};
const opened = (more = {}) => ({ type: "logOpened", name: "a.json", source: new Uint8Array(1), log: LOG, ...more });
const run = (...events) => events.reduce(state.apply, state.INITIAL);

test("a record that is refused closes nothing, whatever is open", () => {
  const open = run(opened());
  const failure = { code: "log.format", field: "", value: null, message: "no", span: null };
  const after = [
    { type: "logAsked", name: "b.pdf" },
    { type: "logRefused", name: "b.pdf", failure },
  ].reduce(state.apply, open);
  assert.equal(after.record, open.record);
  assert.deepEqual([after.opening.kind, after.opening.name], ["refused", "b.pdf"]);
  assert.equal(state.apply(after, { type: "noticed" }).opening.kind, "none");
  assert.equal(run({ type: "logRefused", name: "b.pdf", failure }).door, "hand", "and leads nowhere");
  const link = { site: "tenhou", log: "x", address: "y" };
  assert.equal(
    run({ type: "logRefused", name: "", failure, link }).door,
    "game",
    "but a link to where it says how to get the file",
  );
});

test("the page asks which player the reader is only where nothing says so", () => {
  assert.equal(run(opened()).asking, true);
  assert.equal(run(opened({ you: 2 })).asking, false);
  const found = {
    ...review.NO_REVIEW,
    found: new Map([[LOG.rounds[0].decisions[1], { candidates: [], actions: 2, rank: 1, loss: 0 }]]),
  };
  assert.equal(run(opened({ review: found })).asking, false, "reviewed before");
  const answered = run(opened(), { type: "identified", player: 1 });
  assert.deepEqual([answered.asking, answered.record.place], [false, { round: 0, player: 1, at: 0 }]);
  assert.equal(run(opened(), { type: "reviewStarted", player: null, objective: "points" }).asking, false);
});

test("closing leads to the list: nothing of the record is left", () => {
  const closed = run(opened(), { type: "learning", over: "record" }, { type: "logClosed" });
  assert.deepEqual(
    [closed.door, closed.record.kind, closed.learning, closed.asking, closed.board.tab],
    ["game", "none", null, false, "rows"],
  );
});

test("a round's line: who won how much of whom, the points before and after, what was lost", () => {
  const [first] = LOG.rounds[1].decisions;
  const lines = rounds.roundsOf(
    LOG,
    { found: new Map([[first, { candidates: [], actions: 2, rank: 2, loss: 700 }]]), objective: "points" },
    1,
  );
  assert.deepEqual(
    lines.map(({ endings, before, after, lost, mistakes }) => ({ endings, before, after, lost, mistakes })),
    [
      {
        endings: [{ kind: "win", player: 1, points: 7000, from: 2 }],
        before: 25000,
        after: 32000,
        lost: 0,
        mistakes: [],
      },
      { endings: [{ kind: "draw", draw: "exhausted" }], before: 32000, after: 33000, lost: 700, mistakes: ["mistake"] },
    ],
  );
});

test("a second try: the first choice counts, the answer comes with a good one or when it is asked for", () => {
  const [now] = LOG.rounds[0].decisions;
  const chosen = (loss, good) => ({ type: "learned", decision: now, learned: { choice: discard("1m"), loss }, good });
  const wrong = run(opened(), { type: "learning", over: "mistakes" }, chosen(741, false));
  assert.deepEqual(
    [wrong.learning.phase, wrong.learning.tried.length, wrong.review.learned.get(now).loss],
    ["ask", 1, 741],
  );
  const right = state.apply(wrong, chosen(0, true));
  assert.deepEqual([right.learning.phase, right.review.learned.get(now).loss], ["shown", 741]);
  assert.equal(state.apply(wrong, { type: "learnShown" }).learning.phase, "shown");
  assert.deepEqual(state.apply(right, { type: "logMoved", place: { round: 1, player: 0, at: 0 } }).learning, {
    over: "mistakes",
    phase: "ask",
    tried: [],
    drilled: { all: 0, right: 0 },
  });
  assert.equal(state.apply(right, { type: "forgotten", decisions: [now] }).review.learned.size, 0);
  const veiled = run(opened(), { type: "learning", over: "record" }, chosen(741, false));
  assert.equal(veiled.review.learned.size, 0, "only mistakes are learned from");
});

test("one number for one decision: the board's answer is the review's figure while it is there, and stays it when it is deeper", () => {
  const [now] = LOG.rounds[0].decisions;
  const before = { candidates: [], actions: 2, best: discard("1m"), rank: 2, loss: 434 };
  const open = run(opened({ review: { ...review.NO_REVIEW, found: new Map([[now, before]]) } }));
  const outcomes = Object.fromEntries(
    ["win", "dealIn", "tsumo", "draw", "rest"].map((end) => [end, { rate: 0.2, mean: 0 }]),
  );
  const row = (tile, value) => ({ action: discard(tile), value, group: value > 95 ? 1 : 2, risks: [], outcomes });
  const report = {
    candidates: [
      row("2m", 100),
      row("3m", 90),
      row("4m", 80),
      row("6m", 70),
      row("7m", 60),
      row("8m", 50),
      row("5s", -612),
    ],
  };
  const answered = state.apply(open, { type: "answered", answer: { position: open.position, report } });
  const own = shown.shownReview(answered).found.get(now);
  assert.deepEqual([own.loss, own.rank, own.best, own.actions, own.candidates.length], [712, 7, discard("2m"), 7, 6]);
  assert.equal(shown.shownReview(answered), shown.shownReview(answered), "the same value for the same state");
  assert.equal(shown.verdictNow(answered, now).verdict.loss, 712);
  assert.equal(answered.review.found.get(now).loss, 434);
  const kept = state.apply(answered, { type: "refined", ...shown.refined(answered) });
  assert.equal(kept.review.found.get(now).loss, 712);
  assert.equal(shown.shownReview(kept), kept.review);
  // what is about equal to the best loses nothing
  const equal = { candidates: report.candidates.map((one) => ({ ...one, group: 1 })) };
  assert.equal(shown.verdictOf(equal, now, before).loss, 0);
  // figures of another objective are no figures of this review
  const other = state.apply(open, { type: "edited", change: { objective: "placement" } });
  assert.equal(
    shown.refined(state.apply(other, { type: "answered", answer: { position: other.position, report } })),
    null,
  );
  const unjudged = run(
    opened({
      review: { ...review.NO_REVIEW, found: new Map([[now, { candidates: [], actions: 0, unjudged: "hidden" }]]) },
    }),
  );
  assert.equal(
    shown.refined(state.apply(unjudged, { type: "answered", answer: { position: unjudged.position, report } })).verdict
      .loss,
    undefined,
  );
});

test("the text of a cut record names its line and its whole rounds once, in every language", async () => {
  const [{ broken }, { LANGS, words }] = await Promise.all(["view/record", "text/index"].map(load));
  const of = (rounds) =>
    LANGS.map((lang) => {
      const problem = "the record ends here, unfinished";
      const cut = { code: "log.unfinished", rounds, byte: 4167, line: 23, problem };
      return broken({ rounds: Array(rounds).fill({}) }, cut, lang);
    });
  for (const rounds of [0, 1, 7]) {
    for (const [i, text] of of(rounds).entries()) {
      assert.deepEqual(text.match(/23/gu), ["23"], text);
      assert.deepEqual(text.match(/(?<!\d)[017](?!\d)/gu), [String(rounds)], `${LANGS[i]}: ${text}`);
      assert.doesNotMatch(text, /4167|1 whole rounds/u);
    }
  }
  assert.equal(of(1)[0], "1 whole round; then the record breaks in line 23: the record ends here, unfinished");
  assert.match(words.en.record.broken(2, undefined, "why"), /^2 whole rounds; then the record breaks: why$/u);
});

test("a table's own rules stand beside those of the record, in every language", async () => {
  const [{ statedRules }, { LANGS, words }] = await Promise.all(["view/record", "text/index"].map(load));
  const of = (differences, lang) =>
    statedRules({ rules: { name: "mahjong-soul", source: "record", ...(differences && { differences }) } }, lang);
  assert.equal(of(undefined, "en"), "Rules: Mahjong Soul, as the record says");
  assert.equal(
    of(["kuikae", "abortive"], "en"),
    "Rules: Mahjong Soul, as the record says; this table differs in swap calling (kuikae), abortive draws",
  );
  assert.equal(of(["kuikae", "abortive"], "ja"), "ルール：雀魂（牌譜による）、この卓の違い：喰い替え、途中流局");
  for (const lang of LANGS) {
    const plain = words[lang].record.rulesStated(words[lang].fields.rules.choices["mahjong-soul"], []);
    assert.equal(of(undefined, lang), plain);
    assert.ok(of(["uma"], lang).startsWith(plain) && of(["uma"], lang) !== of(["oka"], lang), lang);
  }
});

test("a game of a special mode is refused by its name and not called damaged", async () => {
  const [{ broken }, { LANGS, words }] = await Promise.all(["view/record", "text/index"].map(load));
  const message = "games with this rule are not read: Battle of Asura";
  for (const lang of LANGS) {
    const of = (houseRule) =>
      broken(
        { rounds: [] },
        { code: "log.house_rule", refused: true, rounds: 0, byte: 9, line: 1, houseRule, problem: message },
        lang,
      );
    const failure = { code: "log.house_rule", field: "", value: { houseRule: "playOn" }, message, span: null };
    assert.equal(of("playOn"), words[lang].error(failure, ""));
    assert.doesNotMatch(of("playOn"), /\d/u);
  }
});
