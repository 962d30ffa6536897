// Unit tests without a browser: another discard than in the record, and the record's later draws after it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const [variation, state, log, position] = await Promise.all(["notes", "state", "log", "position"].map(load));

/** East's decisions: hand, own river, what was done, and what else is in the context. */
const decision = (turn, hand, river, tile, more = {}) => ({
  seat: "east",
  turn,
  hand,
  context: {
    seat: "east",
    roundWind: "east",
    doraIndicators: "4p",
    players: { east: { river }, south: { river: "6z-".repeat(turn - 1) } },
    ...more,
  },
  done: { type: "discard", tile, riichi: false },
});
const DRAWS = [
  decision(1, "23406m456p346s11z9p", "", "4s"),
  decision(2, "23406m4569p36s11z7m", "4s", "9p"),
  decision(3, "234067m456p36s11z4s", "4s9p", "6s"),
];
const logOf = (decisions) => ({
  rules: { name: "tenhou" },
  rounds: [{ roundWind: "east", number: 1, honba: 0, decisions }],
});
const PLACE = { round: 0, player: 0, at: 0 };
const follow = (decisions, discards, at = 0) =>
  variation.follow(logOf(decisions), { place: { ...PLACE, at }, discards });

test("the draws of the record come to the other hand, the own river has the other discards, the rest is the record's", () => {
  const one = follow(DRAWS, ["9p"]);
  assert.deepEqual([one.at, one.drawn, one.hand], [1, "7m", "23406m456p346s11z7m"]);
  // 9p was the tile drawn
  assert.deepEqual(one.context, { ...DRAWS[1].context, players: { east: { river: "9p-" }, south: { river: "6z-" } } });
  const two = follow(DRAWS, ["9p", "3s"]);
  assert.deepEqual(
    [two.at, two.drawn, two.hand, two.context.players.east.river],
    [2, "4s", "234067m456p46s11z4s", "9p-3s"],
  );
  assert.deepEqual(
    [follow(DRAWS, ["9p", "3s", "4s"]), follow(DRAWS, ["7m"]), follow(DRAWS, ["1p"], 1)],
    [null, null, null],
    "no draw is left, or no such tile",
  );
});

test("the same discards as in the record lead to the record's own decisions", () => {
  for (const [i, real] of DRAWS.entries()) {
    const step = follow(
      DRAWS,
      DRAWS.slice(0, i).map(({ done }) => done.tile),
    );
    assert.equal(step.at, i);
    const tiles = (hand) =>
      [...hand.matchAll(/(\d+)([mpsz])/gu)]
        .flatMap(([, digits, suit]) => [...digits].map((digit) => digit + suit))
        .toSorted();
    assert.deepEqual(tiles(step.hand), tiles(real.hand));
    assert.deepEqual(step.context, real.context);
  }
});

test("tiles on offer are passed over; a call of one's own, a called discard and riichi end it", () => {
  const offer = {
    ...decision(2, "23406m456p36s11z9p", "4s", "7m", { offered: { tile: "1z", from: "across" } }),
    done: { type: "pass" },
  };
  assert.equal(follow([DRAWS[0], offer, ...DRAWS.slice(1)], ["9p"]).at, 2);
  assert.equal(follow([offer, ...DRAWS.slice(1)], ["9p"]), null, "a decision about another's tile has no discard");
  assert.equal(follow([DRAWS[0], decision(2, "23406m4569p36s7m,z111=", "4s", "9p")], ["9p"]), null);
  for (const mark of ["^W", "*", "+1z1z"])
    assert.equal(follow([DRAWS[0], decision(2, DRAWS[1].hand, `4s${mark}`, "9p")], ["9p"]), null, mark);
});

test("on the page a variation goes on from the decision and from itself, and is known after a step back", () => {
  const opened = state.apply(state.INITIAL, {
    type: "logOpened",
    name: "a",
    source: new Uint8Array(),
    game: 0,
    heading: {},
    log: logOf(DRAWS),
    place: PLACE,
  });
  const one = state.apply(opened, { type: "varied", tile: "9p" });
  assert.equal(one.position.hand, "23406m456p346s11z7m");
  const two = state.apply(one, { type: "varied", tile: "3s" });
  assert.deepEqual(variation.variationNow(two).variation.discards, ["9p", "3s"]);
  const back = state.apply(two, { type: "undone" });
  assert.deepEqual(variation.variationNow(back).variation.discards, ["9p"]);
  assert.equal(state.apply(two, { type: "varied", tile: "4s" }), two, "it ends with the record");
  const elsewhere = state.apply(two, { type: "edited", change: { turn: "9" } });
  assert.equal(variation.variationNow(elsewhere), null);
  assert.equal(state.apply(elsewhere, { type: "varied", tile: "4s" }), elsewhere);
  const record = state.apply(two, { type: "logMoved", place: { ...PLACE } });
  assert.deepEqual(
    [variation.variationNow(record), record.position.hand],
    [null, log.positionOf(DRAWS[0], position.DEFAULTS).hand],
  );
});
