// Unit tests without a browser: how an accuracy compares with Tenhou's top room, and the numbers that it is compared
// with.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { decilesOf, isTraining, written } from "../../scripts/percentiles.mjs";
import { load } from "./load.mjs";

const [scale, review, texts] = await Promise.all(["score", "review", "review-text"].map(load));
const shipped = JSON.parse(readFileSync(new URL("../../www/percentiles.json", import.meta.url), "utf8"));

const KNOWN = Object.fromEntries(
  [
    ["hanchan", 60],
    ["tonpuu", 70],
    ["sanma", 50],
  ].map(([kind, from]) => [kind, { players: 100, accuracy: [0, 1, 2, 3, 4, 4, 6, 7, 8].map((i) => from + i) }]),
);
const decision = (seat, length = "hanchan") => ({
  seat,
  turn: 1,
  hand: "",
  context: { length },
  done: { type: "discard", tile: "1m", riichi: false },
});
const game = (length, more = {}) => ({
  rules: { name: "tenhou" },
  rounds: [
    {
      roundWind: "east",
      number: 1,
      honba: 0,
      decisions: [decision("east", length), decision("south", length), decision("east", length)],
    },
  ],
  places: [
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
    [0, 0, 0, 1],
  ],
  ...more,
});
/** Of three players; `places` has a row a player. */
const gameOfThree = (length, more = {}) =>
  game(length, { rules: { name: "tenhou-sanma" }, places: [0, 1, 2].map((at) => [0, 1, 2].map((i) => Number(i === at))), ...more });
const verdict = { candidates: [], actions: 2, best: { type: "discard", tile: "1m", riichi: false }, rank: 1, loss: 0 };
const found = (log, all = log.rounds[0].decisions) => ({
  ...review.NO_REVIEW,
  found: new Map(all.map((one) => [one, verdict])),
});

test("an accuracy is better than as many tenths of players as it reaches deciles of the games of its kind", () => {
  for (const [kind, log] of [
    ["hanchan", game("hanchan")],
    ["tonpuu", game("tonpuu")],
    ["sanma", gameOfThree("hanchan")],
  ]) {
    const { accuracy, players } = KNOWN[kind];
    for (const [i, least] of accuracy.entries()) {
      const above = accuracy.filter((other) => other <= least).length;
      assert.deepEqual(scale.scaleOf(log, found(log), 0, least, KNOWN), { kind, better: above, players });
      assert.ok(scale.scaleOf(log, found(log), 0, least - 0.001, KNOWN).better <= i);
    }
    assert.equal(scale.scaleOf(log, found(log), 0, 0, KNOWN).better, 0);
    assert.equal(scale.scaleOf(log, found(log), 0, 100, KNOWN).better, 9);
  }
});

test("a game of a kind that nothing is known of does not compare", () => {
  const { hanchan, tonpuu } = KNOWN;
  for (const [log, known] of [
    [game("tonpuu"), { hanchan }],
    [gameOfThree("hanchan"), { hanchan, tonpuu }],
    [gameOfThree("tonpuu"), KNOWN],
  ])
    assert.equal(scale.scaleOf(log, found(log), 0, 90, known), null, log.rules.name);
});

test("only a whole game compares, wholly reviewed, by points", () => {
  const log = game("hanchan");
  assert.notEqual(scale.scaleOf(log, found(log), 0, 90, KNOWN), null);
  const [first, south, last] = log.rounds[0].decisions;
  assert.equal(
    scale.scaleOf(log, found(log, [first, south]), 0, 90, KNOWN),
    null,
    "a decision is still to be reviewed",
  );
  assert.notEqual(
    scale.scaleOf(log, found(log, [first, last]), 0, 90, KNOWN),
    null,
    "those of the others are not asked for",
  );
  assert.equal(scale.scaleOf(log, found(log, [first, last]), 1, 90, KNOWN), null, "another player");
  assert.equal(scale.scaleOf(log, { ...found(log), objective: "placement" }, 0, 90, KNOWN), null, "another unit");
  for (const more of [{ broken: { code: "log.order" } }, { places: [[0.5, 0.5, 0, 0]] }, { places: undefined }]) {
    const cut = game("hanchan", more);
    assert.equal(scale.scaleOf(cut, found(cut), 0, 90, KNOWN), null, JSON.stringify(more));
  }
});

test("the player is named where several are reviewed, and one sentence says what is compared", () => {
  const log = { ...game("tonpuu"), names: ["Ayumi", "Botan", "", ""] };
  const alone = texts.scaleWords(log, found(log), [{ player: 0, one: { accuracy: 99 } }], "en", KNOWN);
  assert.deepEqual(alone.texts, ["Better than 9 of 10 players of Tenhou’s top room, by accuracy in a tonpuu."]);
  assert.deepEqual(alone.says, [
    "Compared with 100 players, each in one tonpuu of Tenhou’s top room, reviewed in the same way.",
  ]);
  const both = texts.scaleWords(
    log,
    found(log),
    [
      { player: 0, one: { accuracy: 99 } },
      { player: 1, one: { accuracy: 9 } },
    ],
    "en",
    KNOWN,
  );
  assert.deepEqual(
    both.texts.map((text) => text.split(" ").slice(0, 2).join(" ")),
    ["Ayumi: Better", "Botan: In"],
  );
  assert.equal(both.says.length, 1);
  const three = gameOfThree("hanchan");
  assert.deepEqual(texts.scaleWords(three, found(three), [{ player: 0, one: { accuracy: 99 } }], "en", KNOWN), {
    texts: ["Better than 9 of 10 players of Tenhou’s top room, by accuracy in a three-player hanchan."],
    says: ["Compared with 100 players, each in one three-player hanchan of Tenhou’s top room, reviewed in the same way."],
  });
  for (const lang of ["en", "ja", "ko", "zh-Hans", "zh-Hant"]) {
    const lines = [9, 72, 99].map(
      (accuracy) => texts.scaleWords(log, found(log), [{ player: 0, one: { accuracy } }], lang, KNOWN).texts[0],
    );
    assert.equal(new Set(lines).size, 3, lang);
    const said = [
      ...lines,
      ...texts.scaleWords(log, found(log), [{ player: 0, one: { accuracy: 9 } }], lang, KNOWN).says,
    ].join();
    assert.doesNotMatch(said, lang === "en" ? /undefined/u : /[a-z]{3}/iu, lang);
  }
  assert.deepEqual(
    texts.scaleWords({ ...log, broken: {} }, found(log), [{ player: 0, one: { accuracy: 9 } }], "en", KNOWN),
    { texts: [], says: [] },
  );
});

test("the shipped numbers are of enough players, and their deciles rise", () => {
  assert.deepEqual(Object.keys(shipped), ["hanchan", "tonpuu", "sanma"]);
  for (const { players, accuracy } of Object.values(shipped)) {
    assert.ok(players >= 40, `${players} players`);
    assert.equal(accuracy.length, 9);
    assert.deepEqual(
      accuracy,
      accuracy.toSorted((a, b) => a - b),
    );
    for (const one of accuracy) assert.ok(one > 50 && one < 100, String(one));
  }
});

test("deciles are accuracies of players, and games are parted as the tools do it", () => {
  assert.deepEqual(decilesOf([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.deepEqual(decilesOf(Array.from({ length: 20 }, (_, i) => i)), [1, 3, 5, 7, 9, 11, 13, 15, 17]);
  const found = ["hanchan", "sanma"].flatMap((kind) =>
    [3, 1, 2].map((n) => ({ kind, name: `${n}`, accuracy: 80.25 + n })),
  );
  const before = { hanchan: { players: 1, accuracy: [1] }, tonpuu: { players: 2, accuracy: [2] } };
  const { tonpuu, ...anew } = JSON.parse(written(found, before));
  for (const kind of ["hanchan", "sanma"])
    assert.deepEqual(anew[kind], {
      players: 3,
      accuracy: [81, 81, 81, 82, 82, 82, 83, 83, 83].map((one) => one + 0.25),
    });
  assert.deepEqual(tonpuu, before.tonpuu, "no game of it was reviewed");
  const training = Array.from({ length: 2000 }, (_, i) => `game-${i}.xml`).filter(isTraining).length;
  assert.ok(training > 1500 && training < 1700, `${training} of 2,000`);
});
