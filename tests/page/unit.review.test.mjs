// Unit tests without a browser: the headless parts of the review: an opponent's riichi in the notation, what was found, and the file that keeps it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const [threat, review, saved, position] = await Promise.all(["threat", "review", "saved", "position"].map(load));

test("a riichi is laid with the last discard, its stick with it, and taken back", () => {
  const at = (river, more = {}) => ({ ...position.DEFAULTS, westRiver: river, ...more });
  const cases = [
    ["1z9m-4p", "1z9m-4p*"],
    ["1z9m-", "1z9m-*"],
    ["1z7s^E", "1z7s^E*"],
    ["1z7s+8s", "1z7s*+8s"],
    ["1z +8s 9m- ", "1z +8s 9m-* "],
  ];
  for (const [before, after] of cases) {
    const changed = threat.withRiichi(at(before), "west", true);
    assert.equal(changed.westRiver, after);
    assert.equal(threat.inRiichi(at(after), "west"), true, after);
    assert.equal(threat.withRiichi(at(after), "west", false).westRiver, before);
  }
  assert.equal(threat.hasDiscarded(at(""), "west"), false);
  assert.equal(threat.hasDiscarded(at("+8s"), "west"), false);
  const typed = at("1z", { westScore: "24000", sticks: "1" });
  const laid = { ...typed, ...threat.withRiichi(typed, "west", true) };
  assert.deepEqual([laid.westScore, laid.sticks], ["23000", "2"]);
  assert.deepEqual({ ...laid, ...threat.withRiichi(laid, "west", false) }, typed);
  // sticks that nobody typed follow from the rivers, points that nobody typed stay away
  const bare = threat.withRiichi(at("1z"), "west", true);
  assert.deepEqual([bare.westScore, bare.sticks], ["", "0"]);
});

const action = (tile) => ({ type: "discard", tile, riichi: false });
const row = (tile, value) => ({
  ...{ action: action(tile), value, worth: value, winRate: 0.2, tenpaiRate: 0.5, shanten: 1, ukeire: { kinds: "1m", tiles: 4 } },
  outcomes: Object.fromEntries(["win", "dealIn", "tsumo", "draw", "rest"].map((end) => [end, { rate: 0.2, mean: 10 }])),
});
const verdict = (loss, rank = loss > 0 ? 2 : 1) => ({ candidates: [row("1m", loss), row("2m", 0)], actions: 2, best: action("1m"), rank, loss });
const decision = (seat, turn) => ({ seat, turn, hand: "", context: {}, done: action("1m") });
/** Two rounds of four decisions, one of each player. */
const LOG = {
  format: "mjai",
  rounds: [1, 2].map((number) => ({ roundWind: "east", number, honba: 0, decisions: ["east", "south", "west", "north"].map((seat) => decision(seat, number)) })),
};
const [one, two] = LOG.rounds.map(({ decisions }) => decisions);
const found = (pairs) => ({ ...review.NO_REVIEW, found: new Map(pairs) });

test("mistakes are told from the rest by the threshold, and are gone through in the order of the game", () => {
  assert.deepEqual([undefined, verdict(0), verdict(299), verdict(300), { ...verdict(0), loss: undefined, unjudged: "hidden" }].map((v) => review.standing(v, 300)), [
    ...["pending", "best", "near", "mistake", "unjudged"],
  ]);
  for (const [threshold, number] of [["300", 300], [" 2.5 ", 2.5], ["", Number.POSITIVE_INFINITY], ["0", Number.POSITIVE_INFINITY], ["-1", Number.POSITIVE_INFINITY], ["x", Number.POSITIVE_INFINITY]]) {
    assert.equal(review.thresholdOf({ threshold }), number);
  }
  const seen = found([[one[1], verdict(500)], [one[2], verdict(10)], [two[0], verdict(400)]]);
  assert.deepEqual(review.tally(seen.found.values(), 300), { judged: 3, best: 0, mistakes: 2, loss: 910 });
  const go = (place, by) => review.nextMistake(LOG, place, seen, 300, by);
  const begin = { round: 0, player: 0, at: 0 };
  // in the second round the second player is East
  assert.deepEqual(go(begin, 1), { round: 0, player: 1, at: 0 });
  assert.deepEqual(go({ round: 0, player: 1, at: 0 }, 1), { round: 1, player: 1, at: 0 });
  assert.equal(go({ round: 1, player: 1, at: 0 }, 1), null);
  assert.deepEqual(go({ round: 1, player: 1, at: 0 }, -1), { round: 0, player: 1, at: 0 });
  assert.equal(go(begin, -1), null);
});

test("what is saved is what comes back; what is damaged is refused with its place", () => {
  const bytes = (text) => new TextEncoder().encode(text);
  const record = new Uint8Array(20_000).map((_, i) => (i * 7) % 256);
  const kept = { ...found([[one[1], verdict(500)], [two[3], { candidates: [], actions: 0, unjudged: "hidden" }]]), threshold: "250", objective: "placement" };
  const text = saved.savedText("game.json", record, LOG, kept);
  assert.equal(saved.claimsToBeSaved(bytes(text)), true);
  assert.equal(saved.claimsToBeSaved(bytes('{"type":"start_game"}')), false);
  const back = saved.readSaved(bytes(text));
  assert.deepEqual([back.name, back.threshold, back.objective, back.decisions], ["game.json", "250", "placement", 8]);
  assert.deepEqual(back.record, record);
  assert.deepEqual(saved.foundIn(LOG, back), new Map(kept.found));

  const refused = (content, code, message) => {
    assert.throws(() => saved.foundIn(LOG, saved.readSaved(bytes(content))), (error) => {
      assert.equal(error.code, code, `${content.slice(0, 80)}: ${error.message}`);
      assert.match(error.message, message);
      return true;
    });
  };
  refused(text.slice(0, -2), "saved.syntax", /./u);
  const change = (edit) => {
    const data = JSON.parse(text);
    edit(data);
    return JSON.stringify(data);
  };
  const cases = [
    [(data) => (data.version = 1), "saved.version", /^version 1, not 2$/u],
    [(data) => delete data.name, "saved.value", /^name: no text$/u],
    [(data) => (data.record = "%"), "saved.value", /^record: no base64$/u],
    [(data) => (data.objective = "winRate"), "saved.value", /^objective: /u],
    [(data) => (data.verdicts = {}), "saved.value", /^verdicts: no list$/u],
    [(data) => (data.verdicts[0].at = 1.5), "saved.value", /^verdicts\[0\]\.at: no count$/u],
    [(data) => (data.verdicts[0].verdict.loss = "500"), "saved.value", /^verdicts\[0\]\.verdict\.loss: no number$/u],
    [(data) => (data.verdicts[0].verdict.best = null), "saved.value", /^verdicts\[0\]\.verdict\.best: no object$/u],
    [(data) => delete data.verdicts[0].verdict.candidates[1].outcomes.draw, "saved.value", /^verdicts\[0\]\.verdict\.candidates\[1\]\.outcomes\.draw: no object$/u],
    [(data) => (data.verdicts[0].verdict.candidates[0].action.tile = 5), "saved.value", /\.candidates\[0\]\.action\.tile: no text$/u],
    [(data) => (data.verdicts[1].at = 8), "saved.record", /^the record has no decision 8$/u],
    [(data) => (data.decisions = 9), "saved.record", /^8 decisions in the record, 9 in the file$/u],
  ];
  for (const [edit, code, message] of cases) refused(change(edit), code, message);
});

test("a candidate that strong players prefer to one of more value is explained by that, in both languages", async () => {
  const { sentence } = await load("view/sentence");
  const outcome = { rate: 0.2, mean: 0 };
  const one = (tile, value, practice) => ({
    ...{ action: action(tile), value, worth: value, winRate: 0.2, tenpaiRate: 0.5, shanten: 1, ukeire: { kinds: "1m", tiles: 4 } },
    outcomes: Object.fromEntries(["win", "dealIn", "tsumo", "draw", "rest"].map((end) => [end, outcome])),
    ...(practice === undefined ? {} : { practice }),
  });
  const says = (a, b, lang) => sentence({ candidates: [one("4p", ...a), one("9s", ...b)] }, "points", lang);
  assert.match(says([100, 0.62], [140, 0.04], "en"), / is worth 40 points more, but strong players prefer this: 62\.0 % to 4\.0 %\.$/u);
  assert.match(says([100, 0.62], [140, 0.04], "ja"), /期待値は.+が40points上ですが、強者の選択は62\.0%対4\.0%でこちらです。$/u);
  // where practice is not the reason, or not known, nothing is said of it
  for (const [a, b] of [[[140, 0.62], [100, 0.04]], [[100], [140]], [[100, 0.04], [140, 0.62]]]) {
    assert.doesNotMatch(says(a, b, "en"), /strong players/u);
    assert.doesNotMatch(says(a, b, "ja"), /強者/u);
  }
});
