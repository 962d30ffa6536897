// Unit tests without a browser: which candidates are one row.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { equalSpan, foldedCalls, foldedRows, isEqualToBest, isRough, lossAgainst, winRangeOf } =
  await load("candidates");
const outcomes = {
  win: { rate: 0.1, mean: 1 },
  dealIn: { rate: 0.2, mean: 1 },
  tsumo: { rate: 0, mean: 0 },
  draw: { rate: 0.3, mean: 1 },
  rest: { rate: 0, mean: 0 },
};
const candidate = (tile, more = {}) => ({
  action: { type: "discard", tile, riichi: false },
  value: 10,
  winRate: 0.1,
  tenpaiRate: 0.2,
  shanten: 4,
  ukeire: { kinds: "1m", tiles: 31 },
  outcomes,
  ...more,
});
const rows = (all, played, rough = false) => foldedRows(all, rough, ({ action }) => action.tile === played);

test("discards of a far hand that say the same are one row, and only those", () => {
  assert.deepEqual(
    rows([candidate("1z"), candidate("3z", { value: 10.2 }), candidate("5m", { value: 11 }), candidate("6z")]),
    [[0, 1], [2], [3]],
  );
  assert.deepEqual(rows([candidate("1z"), candidate("3z", { shanten: 2 })]), [[0], [1]], "as far as written");
  assert.deepEqual(
    rows([candidate("1z", { shanten: 2 }), candidate("3z", { shanten: 2 })]),
    [[0], [1]],
    "near hands keep their rows",
  );
  assert.deepEqual(
    rows([
      { ...candidate("1z"), action: { type: "pass" } },
      { ...candidate("1z"), action: { type: "pass" } },
    ]),
    [[0], [1]],
  );
});

test("what was played has a row of its own; no candidate is lost", () => {
  const all = ["1z", "2z", "3z", "4z"].map((tile) => candidate(tile));
  assert.deepEqual(rows(all, "3z"), [[0, 1], [2], [3]]);
  assert.deepEqual(rows(all, "3z").flat(), [0, 1, 2, 3]);
});

test("where no figure stands, discards that improve by as many tiles are one row, whatever their values are", () => {
  const all = [
    candidate("1z"),
    candidate("3z", { value: 300, winRate: 0.3 }),
    candidate("5m", { ukeire: { kinds: "1m", tiles: 30 } }),
  ];
  assert.deepEqual(rows(all, undefined, true), [[0, 1], [2]]);
  assert.deepEqual(rows(all), [[0], [1], [2]]);
});

test("defect 11: figures of a far hand stand where the search is whole or records correct them", () => {
  const search = { complete: false, estimated: false };
  assert.equal(isRough({ shanten: 4, search }), true);
  assert.equal(isRough({ shanten: 3, search: { complete: true, estimated: true } }), true);
  assert.equal(isRough({ shanten: 4, search: { complete: true, estimated: false } }), false);
  assert.equal(isRough({ shanten: 2, search }), false, "a near hand");
  assert.equal(isRough({ shanten: 4, search, opponents: [] }), false, "at a known table");
});

test("a far closed hand has the range of recorded wins of as far hands, with as many draws, of as many players", () => {
  const rangeOf = (shanten, drawsLeft, hand = "1m", rules = "tenhou") =>
    winRangeOf({ shanten, drawsLeft, candidates: [candidate("1z", { shanten })] }, { hand, rules });
  for (const [rules, counted] of [
    ["tenhou", [3, 4, 5]],
    ["tenhou-sanma", [3, 4]],
  ]) {
    const early = counted.map((shanten) => rangeOf(shanten, 16, "1m", rules));
    for (const { low, high } of early) assert.ok(0 < low && low < high && high < 0.5, `${low} ${high}`);
    const lows = early.map(({ low }) => low);
    assert.deepEqual(
      lows.toSorted((a, b) => b - a),
      lows,
      "nearer hands win more often",
    );
    assert.ok(rangeOf(4, 12, "1m", rules).high < rangeOf(4, 17, "1m", rules).high, "later ones less often");
  }
  assert.notDeepEqual(rangeOf(4, 17), rangeOf(4, 17, "1m", "tenhou-sanma"));
  assert.equal(rangeOf(6, 17), null, "too few were counted");
  assert.equal(rangeOf(2, 17), null, "a near hand");
  assert.equal(rangeOf(3, 17, "123456789m, 999p"), null, "an open hand");
});

test("the candidates of group 1 are about equal, where there is more than one", () => {
  const equal = (groups) => {
    const all = groups.map((group, i) => candidate(`${i + 1}m`, { group }));
    return all.map((one) => isEqualToBest(one, all));
  };
  assert.deepEqual(equal([1, 1, 2, 3]), [true, true, false, false]);
  assert.deepEqual(equal([1, 2, 3]), [false, false, false], "the best alone");
});

test("one row a call: the same call with a worse discard is folded under its best, other calls and actions are not", async () => {
  const chi = (tiles, discard) => ({ action: { type: "chi", tiles, discard } });
  const all = [
    chi("34m", "8s"),
    { action: { type: "pass" } },
    chi("34m", "9p"),
    chi("45m", "8s"),
    { action: { type: "pon", tiles: "22m", discard: "8s" } },
    chi("34m", "1z"),
    { action: { type: "pon", tiles: "22m", discard: "1z" } },
  ];
  assert.deepEqual(
    [...foldedCalls(all)],
    [
      [2, 0],
      [5, 0],
      [6, 4],
    ],
  );
});

test("what is about equal to the best loses nothing, also where its value is the larger one; values within a group have a span", () => {
  const [best, equal, other] = [
    candidate("1z", { value: -70, group: 1 }),
    candidate("3z", { value: 2, group: 1 }),
    candidate("5m", { value: -100, group: 2 }),
  ];
  assert.equal(lossAgainst(best, equal), 0);
  assert.equal(lossAgainst(best, other), 30);
  assert.equal(lossAgainst(best, { ...other, value: 0 }), 0, "another objective than points may put it last");
  assert.equal(equalSpan([best, equal, other]), 72);
  assert.equal(equalSpan([best, other]), null, "nothing is equal to one that stands alone");
});

test("in a frame's quiz a choice that is about equal to the best is as good, in every language", async () => {
  const [{ judged }, { LANGS, words }, { DEFAULTS }] = await Promise.all(
    ["view/frame", "text/index", "position"].map(load),
  );
  const candidates = [
    candidate("9s", { value: -100, group: 1 }),
    candidate("8m", { value: -28, group: 1 }),
    candidate("1z", { value: -400, group: 2, winRate: 0.04 }),
    candidate("2z", { value: 0, group: 3, winRate: 0.02, tenpaiAtDraw: 0 }),
  ];
  const of = (tile, lang, position = DEFAULTS) =>
    judged({ answer: { position, report: { candidates } }, position }, tile, lang);
  for (const lang of LANGS) {
    const { embed, tileCode } = words[lang];
    assert.equal(of("9s", lang), embed.right);
    assert.equal(of("8m", lang), embed.equal(tileCode("8m")), lang);
    assert.doesNotMatch(of("8m", lang).replace(tileCode("8m"), ""), /\d/u);
    assert.match(of("1z", lang), /−300/u);
  }
  assert.equal(of("8m", "en"), "8m is just as good.");
  assert.equal(of("1z", "en"), "East: −300 points.");
  // chances are what counts there, and values may say otherwise
  assert.equal(of("2z", "en", { ...DEFAULTS, objective: "winRate" }), "South: −8.0%.");
});
