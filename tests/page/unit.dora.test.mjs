// Unit tests without a browser: which tiles indicators make dora.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const [{ doraOf }, { ALL_RULES, partyBy }] = await Promise.all(["board", "players"].map(load));
const [four, three] = [4, 3].map((many) => ALL_RULES.find((rules) => partyBy(rules).players === many));
const dora = (indicators, rules = four) => [...doraOf(indicators, rules)].join(" ");

test("the next of the suit, of the winds or of the dragons is dora, and after the last the first", () => {
  assert.equal(dora(["1m"]), "2m");
  assert.equal(dora(["9p"]), "1p");
  assert.equal(dora(["1z"]), "2z");
  assert.equal(dora(["4z"]), "1z");
  assert.equal(dora(["5z"]), "6z");
  assert.equal(dora(["7z"]), "5z");
  assert.equal(dora([]), "");
});

test("a red five is dora after a four, and indicates a six; several indicators add up", () => {
  assert.equal(dora(["4s"]), "5s 0s");
  assert.equal(dora(["0p"]), "6p");
  assert.equal(dora(["4z", "4m", "3z"]), "1z 5m 4z 0m");
});

test("three players have only 1 and 9 of characters, which indicate each other", () => {
  assert.equal(dora(["1m"], three), "9m");
  assert.equal(dora(["9m"], three), "1m");
  assert.equal(dora(["1p"], three), "2p");
  assert.equal(dora(["3z"], three), "4z");
});
