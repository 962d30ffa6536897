// Unit tests without a browser: what a review's losses amount to, and what lies on the table.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const [score, board, position] = await Promise.all(["score", "board", "position"].map(load));

const discard = (tile, riichi = false) => ({ type: "discard", tile, riichi });
const verdict = (loss, best = discard("1m"), candidates = [{ action: best }]) => ({ candidates, actions: 5, best, rank: loss > 0 ? 2 : 1, loss });
const spot = (turn, more = {}, round = 0) => ({ place: { round, player: 0, at: turn }, decision: { seat: "east", turn, hand: "", context: {}, done: discard("9m"), ...more } });
const judged = (pairs, least = 300) => score.scored(pairs.map(([one]) => one), { found: new Map(pairs.map(([one, found]) => [one.decision, found])) }, least);

test("accuracy is 100 for no loss, 50 for 500 points, and falls with every point", () => {
  assert.equal(score.accuracyOf(0), 100);
  assert.equal(score.accuracyOf(500), 50);
  const all = [0, 1, 10, 100, 1000, 30_000].map(score.accuracyOf);
  assert.deepEqual(all, all.toSorted((a, b) => b - a));
  assert.equal(new Set(all).size, all.length);
  assert.ok(all.every((one) => one > 0 && one <= 100));
});

test("mistakes have sizes; one that repeats the plan of the mistake before is marked and not counted again", () => {
  assert.deepEqual([299, 300, 599, 600, 1199, 1200].map((loss) => score.sizeOf(loss, 300)), [null, "small", "small", "medium", "medium", "large"]);
  assert.equal(score.sizeOf(5000, Number.POSITIVE_INFINITY), null);
  const all = judged([
    [spot(1), verdict(400)],
    [spot(2), verdict(700)],
    [spot(3), verdict(1300, discard("2m"))],
    [spot(4), verdict(0, discard("2m"))],
    [spot(5), verdict(400, discard("2m"))],
    [spot(1, {}, 1), verdict(400, discard("2m"))],
  ]);
  assert.deepEqual(all.map(({ repeats }) => repeats), [false, true, false, false, false, false]);
  const { sizes, judged: many, loss, agreement } = score.scoreOf(all);
  assert.deepEqual(sizes, { small: 3, medium: 0, large: 1 });
  assert.deepEqual([many, Math.round(loss)], [6, 3200]);
  assert.ok(Math.abs(agreement - 1 / 6) < 1e-9);
  assert.equal(score.scoreOf([]), null);
});

test("decisions are attack, defence, calls or riichi", () => {
  const threat = { players: { south: { river: "1z9m*" } } };
  const cases = [
    ["attack", spot(1), verdict(0)],
    ["defence", spot(2, { context: threat }), verdict(0)],
    ["attack", spot(3, { context: { players: { east: { river: "1z*" } } } }), verdict(0)],
    ["calls", spot(4, { context: { ...threat, offered: { tile: "1z", from: "left" } }, done: { type: "pass" } }), verdict(0)],
    ["calls", spot(5), verdict(900, { type: "ankan", tile: "1z" })],
    ["riichi", spot(6, { context: threat }), verdict(0, discard("1m", true))],
  ];
  for (const [kind, { decision }, found] of cases) assert.equal(score.kindOf(decision, found), kind);
});

test("a called tile is marked in the river it came from; a concealed kan lies face down at its ends", () => {
  const table = { ...position.DEFAULTS, seat: "south", eastRiver: "1z5p9m", southMelds: "p406-", westMelds: "z1111,p555+" };
  const [east, south, west] = board.seatsOf(table, 0);
  assert.deepEqual([east.at, south.at, west.at], [3, 0, 1]);
  assert.equal(south.own, true);
  assert.deepEqual(west.melds.map(({ concealed }) => concealed), [true, false]);
  assert.equal(west.held, 7);
  const pon = board.seatsOf({ ...position.DEFAULTS, eastRiver: "1z5p9m", southMelds: "p55-5" }, 0);
  assert.deepEqual(pon[0].river.map(({ called }) => called), [false, true, false]);
  assert.equal(board.seatsOf(table, 1)[2].at, 0, "turned by one: the player to the right is in front");
});
