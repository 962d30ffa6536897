// Unit tests without a browser: tiles laid on the table, as text.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const [edits, notation, position] = await Promise.all(["table-edits", "notation", "position"].map(load));
const at = (more) => ({ ...position.DEFAULTS, ...more });
const river = (wind, place) => ({ kind: "river", wind, at: place });

test("a river is written as it was read, with every mark", () => {
  for (const text of ["", "1z9m-4p*7s^W+8s", "0p-*", "1m+2z3m"])
    assert.equal(edits.riverText(notation.riverOf(text)), text);
  assert.equal(edits.riverText(notation.riverOf("19m 2z-")), "1m9m2z-");
});

test("tiles are added, changed, marked and taken away; kans between are not counted", () => {
  const table = at({ southRiver: "1z9m-+8s4p*7s^W" });
  assert.deepEqual(edits.withTile(table, river("south", null), "0m", true), { southRiver: "1z9m-+8s4p*7s^W0m-" });
  assert.deepEqual(edits.withTile(table, river("south", 2), "5z"), { southRiver: "1z9m-+8s5z*7s^W" });
  assert.deepEqual(edits.withoutTile(table, river("south", 0)), { southRiver: "9m-+8s4p*7s^W" });
  assert.deepEqual(edits.withDrawn(table, "south", 1), { southRiver: "1z9m+8s4p*7s^W" });
  assert.deepEqual(edits.withRiichiAt(table, "south", 2), { southRiver: "1z9m-+8s4p7s^W" });
  assert.deepEqual(edits.withRiichiAt(table, "south", 0), { southRiver: "1z*9m-+8s4p7s^W" });
  assert.deepEqual(edits.withTile(at({ dora: "7s" }), { kind: "dora", at: 0 }, "1m"), { dora: "1m" });
  assert.deepEqual(edits.withTile(at({ dora: "7s" }), { kind: "dora", at: null }, "1m"), { dora: "7s1m" });
  assert.deepEqual(edits.withoutTile(at({ dora: "7s1m" }), { kind: "dora", at: 0 }), { dora: "1m" });
});

test("after East comes South; the first with the fewest discards is next", () => {
  assert.equal(edits.nextToDiscard(at({})), "east");
  assert.equal(edits.nextToDiscard(at({ eastRiver: "1z" })), "south");
  assert.equal(
    edits.nextToDiscard(at({ eastRiver: "1z", southRiver: "1m", westRiver: "9p", northRiver: "+1m2m" })),
    "east",
  );
});

test("melds as the engine reads them", () => {
  assert.equal(edits.meldText("chi", ["2m", "3m", "1m"], "left", true), "m12-3");
  assert.equal(edits.meldText("chi", ["6p", "4p", "0p"], "left", true), "p406-");
  assert.equal(edits.meldText("pon", ["5p"], "right", true), "p555+");
  assert.equal(edits.meldText("pon", ["0p"], "across", true), "p055=");
  assert.equal(edits.meldText("daiminkan", ["1z"], "across", true), "z111=1");
  assert.equal(edits.meldText("ankan", ["8s"], "left", true), "s8888");
  assert.equal(edits.meldText("ankan", ["5s"], "left", true), "s0555");
  assert.equal(edits.meldText("ankan", ["5s"], "left", false), "s5555");
  assert.deepEqual(edits.withMeld(at({ westMelds: "m12-3" }), "west", "z555+"), { westMelds: "m12-3,z555+" });
  assert.deepEqual(edits.withoutMeld(at({ westMelds: "m12-3,z555+" }), "west"), { westMelds: "m12-3" });
  assert.deepEqual(edits.withoutMeld(at({ westMelds: "m12-3" }), "west"), { westMelds: "" });
});
