// Unit tests without a browser: which candidates are one row.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { foldedCalls, foldedRows, isEqualToBest, isRough } = await load("fold");
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
