// Unit tests without a browser: which candidates are one row.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { foldedRows } = await load("fold");
const outcomes = { win: { rate: 0.1, mean: 1 }, dealIn: { rate: 0.2, mean: 1 }, tsumo: { rate: 0, mean: 0 }, draw: { rate: 0.3, mean: 1 }, rest: { rate: 0, mean: 0 } };
const candidate = (tile, more = {}) => ({ action: { type: "discard", tile, riichi: false }, value: 10, winRate: 0.1, tenpaiRate: 0.2, shanten: 4, ukeire: { kinds: "1m", tiles: 31 }, outcomes, ...more });
const rows = (all, played) => foldedRows(all, ({ action }) => action.tile === played);

test("discards of a far hand that say the same are one row, and only those", () => {
  assert.deepEqual(rows([candidate("1z"), candidate("3z", { value: 10.2 }), candidate("5m", { value: 11 }), candidate("6z")]), [[0, 1], [2], [3]]);
  assert.deepEqual(rows([candidate("1z"), candidate("3z", { shanten: 2 })]), [[0], [1]], "as far as written");
  assert.deepEqual(rows([candidate("1z", { shanten: 2 }), candidate("3z", { shanten: 2 })]), [[0], [1]], "near hands keep their rows");
  assert.deepEqual(rows([{ ...candidate("1z"), action: { type: "pass" } }, { ...candidate("1z"), action: { type: "pass" } }]), [[0], [1]]);
});

test("what was played has a row of its own; no candidate is lost", () => {
  const all = ["1z", "2z", "3z", "4z"].map((tile) => candidate(tile));
  assert.deepEqual(rows(all, "3z"), [[0, 1], [2], [3]]);
  assert.deepEqual(rows(all, "3z").flat(), [0, 1, 2, 3]);
});
