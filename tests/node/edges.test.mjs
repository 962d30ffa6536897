// The edges of the rules as a bot meets them: what it may say, and that it never says anything else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { nanikiru } from "./support.mjs";

const { createTable } = nanikiru;
const HIDDEN = Array(13).fill("?");
const tiles = (text) => text.split(" ");

const draw = (actor, pai = "?") => ({ type: "tsumo", actor, pai });
const dahai = (actor, pai, tsumogiri = true) => ({ type: "dahai", actor, pai, tsumogiri });
/** The players from `from` on draw and throw away these tiles. */
const turns = (from, ...thrown) => thrown.flatMap((pai, i) => [draw((from + i) % 4), dahai((from + i) % 4, pai)]);
const start = (hand, marker, seat, oya) => ({
  type: "start_kyoku",
  bakaze: "E",
  dora_marker: marker,
  kyoku: oya + 1,
  honba: 0,
  kyotaku: 0,
  oya,
  scores: Array(4).fill(25000),
  tehais: [0, 1, 2, 3].map((n) => (n === seat ? hand : HIDDEN)),
});

/** A table that has heard these events of a round; the player's seat is 0. */
async function heard(t, hand, events, { marker = "N", oya = 0, ...options } = {}) {
  const table = await createTable({ seat: 0, ...options });
  t.after(() => table.dispose());
  table.apply({ type: "start_game" });
  for (const event of [start(tiles(hand), marker, 0, oya), ...events]) table.apply(event);
  return table;
}

const types = (table) => [...new Set(table.actions().map(({ type }) => type))].sort();
const replies = (table, type) =>
  table
    .actions()
    .filter((action) => action.type === type)
    .map((action) => table.toMjai(action));
const discards = (table) =>
  table.actions().flatMap((action) => (action.type === "discard" && !action.riichi ? [action.tile] : []));

test("kuikae: after a call neither the tile called nor the other end of its run goes", async (t) => {
  const hand = "1m 2m 3m 4m 9m 1p 5p 9p 1s 5s 9s E S";
  const table = await heard(t, hand, [draw(0, "W"), dahai(0, "W"), ...turns(1, "9p", "9s", "4m")]);
  const chis = table.actions().filter(({ type }) => type === "chi");
  const after = (own) => chis.filter((action) => action.tiles === own).map(({ discard }) => discard);
  assert.ok(after("23m").length > 5);
  assert.ok(!after("23m").includes("4m") && !after("23m").includes("1m"), `${after("23m")}`);
  // a run of the middle has one end only that is the same tile
  const [run] = chis.filter(({ tiles: own }) => own === "23m");
  table.apply(table.toMjai(run));
  assert.ok(discards(table).includes("9m"));
  for (const tile of ["1m", "4m"]) {
    assert.ok(!discards(table).includes(tile), tile);
    assert.throws(() => table.toMjai({ type: "discard", tile, riichi: false }), { code: "action.kuikae" });
  }
  const pon = await heard(t, "5p 5p 0p 1m 2m 3m 9m 1s 5s 9s E S W".replace("0p", "5pr"), [
    draw(0, "W"),
    dahai(0, "W"),
    ...turns(1, "5p"),
  ]);
  const pons = pon.actions().filter(({ type }) => type === "pon");
  assert.ok(pons.length > 0);
  // the red five left over is the same tile
  for (const { tiles: own, discard } of pons) assert.ok(!["5p", "0p"].includes(discard), `${own} ${discard}`);
});

const WAITING = "2m 3m 5m 6m 7m 3p 4p 5p 6s 7s 8s 2s 2s";

test("furiten: a wait in the own river, one that was let go, and one after riichi are not won by ron", async (t) => {
  const own = await heard(t, WAITING, [draw(0, "1m"), dahai(0, "1m"), ...turns(1, "4m")]);
  assert.ok(!types(own).includes("ron"), "one of the waits is in the own river");
  const passed = [draw(0, "E"), dahai(0, "E"), ...turns(1, "4m")];
  const first = await heard(t, WAITING, passed);
  assert.deepEqual(replies(first, "ron"), [{ type: "hora", actor: 0, target: 1, pai: "4m" }]);
  for (const event of turns(2, "1m")) first.apply(event);
  assert.ok(!types(first).includes("ron"), "within the same turn");
  for (const event of [...turns(3, "9p"), draw(0, "W"), dahai(0, "W"), ...turns(1, "1m")]) first.apply(event);
  assert.ok(types(first).includes("ron"), "after the own draw it waits again");

  const riichi = await heard(t, WAITING, [
    draw(0, "E"),
    { type: "reach", actor: 0 },
    dahai(0, "E"),
    { type: "reach_accepted", actor: 0 },
    ...turns(1, "4m"),
  ]);
  assert.deepEqual(types(riichi), ["pass", "ron"]);
  for (const event of [...turns(2, "9p", "9p"), draw(0, "W"), dahai(0, "W"), ...turns(1, "1m")]) riichi.apply(event);
  assert.deepEqual(types(riichi), [], "to the end of the round");
  for (const event of [...turns(2, "9p", "9p"), draw(0, "1m")]) riichi.apply(event);
  assert.deepEqual(types(riichi), ["discard", "tsumo"], "but it may still draw its win");
});

test("chankan: a tile that is added to a pon can be won, one of a concealed kan only where the rules say so", async (t) => {
  const events = [
    draw(0, "4m"),
    dahai(0, "4m"),
    draw(1),
    dahai(1, "1s"),
    { type: "pon", actor: 2, target: 1, pai: "1s", consumed: ["1s", "1s"] },
    dahai(2, "9p", false),
    draw(3),
    dahai(3, "9p"),
    draw(0, "N"),
    dahai(0, "N"),
    ...turns(1, "N"),
    draw(2),
    { type: "kakan", actor: 2, pai: "1s", consumed: ["1s", "1s", "1s"] },
  ];
  const hand = "2m 3m 4m 5m 6m 7m 3p 4p 5p 7p 7p 2s 3s";
  const robbing = await heard(t, hand, events);
  assert.deepEqual(types(robbing), ["pass", "ron"]);
  assert.deepEqual(replies(robbing, "ron"), [{ type: "hora", actor: 0, target: 2, pai: "1s" }]);
  assert.deepEqual(replies(robbing, "pass"), [{ type: "none" }]);

  const orphans = "1m 9m 1p 9p 1s 9s E S W N P F F";
  const concealed = [
    draw(0, "5p"),
    dahai(0, "5p"),
    draw(1),
    { type: "ankan", actor: 1, pai: "C", consumed: ["C", "C", "C", "C"] },
  ];
  assert.deepEqual(types(await heard(t, orphans, concealed)), [], "Tenhou's rules");
  assert.deepEqual(types(await heard(t, orphans, concealed, { rules: "mahjong-soul" })), ["pass", "ron"]);
});

test("nine terminals: a reply on the first draw only, and none after a call", async (t) => {
  const hand = "1m 9m 1p 9p 1s 9s E S 3m 4m 5p 6p 7s";
  const first = await heard(t, hand, [draw(0, "W")]);
  assert.deepEqual(
    replies(first, "nineTerminals").map(({ type, actor }) => [type, actor]),
    [["ryukyoku", 0]],
  );
  assert.ok(!types(await heard(t, hand, [draw(0, "5m")])).includes("nineTerminals"), "eight kinds");
  assert.ok(!types(await heard(t, hand, [draw(0, "W")], { rules: "m-league" })).includes("nineTerminals"));
  const later = [draw(0, "8p"), dahai(0, "8p"), ...turns(1, "2p", "2p", "2p"), draw(0, "W")];
  assert.ok(!types(await heard(t, hand, later)).includes("nineTerminals"), "the second draw");
  const called = [
    ...turns(3, "2s").with(0, draw(3)),
    { type: "pon", actor: 1, target: 3, pai: "2s", consumed: ["2s", "2s"] },
    dahai(1, "2p", false),
  ];
  const third = await heard(t, hand, [...called, ...turns(2, "2p", "3p"), draw(0, "W")], { oya: 3 });
  assert.ok(!types(third).includes("nineTerminals"), "somebody has called");
  const untouched = await heard(t, hand, [...turns(3, "2s"), draw(0, "W")], { oya: 3 });
  assert.ok(types(untouched).includes("nineTerminals"), "nobody has");
});

test("kan dora: of a concealed kan before the draw, of an open one after the discard, and both are seen", async (t) => {
  const indicators = (table) => table.context().doraIndicators;
  const dora = (dora_marker) => ({ type: "dora", dora_marker });
  const hand = "1m 1m 1m 1m 5p 6p 7p E E E 3s 4s 9s";
  const ankan = await heard(t, hand, [draw(0, "W")]);
  const [kan] = replies(ankan, "ankan").filter(({ consumed }) => consumed[0] === "1m");
  assert.deepEqual(kan, { type: "ankan", actor: 0, consumed: ["1m", "1m", "1m", "1m"] });
  ankan.apply(kan);
  assert.deepEqual(types(ankan), [], "until the tile has been drawn");
  for (const event of [dora("3p"), draw(0, "9p")]) ankan.apply(event);
  assert.equal(indicators(ankan), "4z3p");
  assert.ok(types(ankan).includes("discard"));

  const open = await heard(t, hand, [draw(0, "W"), dahai(0, "W"), ...turns(1, "E")]);
  assert.deepEqual(replies(open, "daiminkan"), [
    { type: "daiminkan", actor: 0, target: 1, pai: "E", consumed: ["E", "E", "E"] },
  ]);
  for (const event of [...replies(open, "daiminkan"), draw(0, "9p")]) open.apply(event);
  assert.equal(indicators(open), "4z", "not yet");
  for (const event of [dahai(0, "9p"), dora("3p")]) open.apply(event);
  for (const event of turns(1, "2p", "2p", "2p")) open.apply(event);
  open.apply(draw(0, "6p"));
  assert.equal(indicators(open), "4z3p");
});

test("red fives: apart where they go, taken along where they are called", async (t) => {
  const hand = "5m 5mr 5m 4p 6p 9p 1s 9s E S W N P";
  const table = await heard(t, hand, [draw(0, "F")]);
  const thrown = replies(table, "discard").map(({ pai }) => pai);
  assert.ok(thrown.includes("5m") && thrown.includes("5mr"));
  for (const event of [dahai(0, "F"), ...turns(1, "9p", "9p", "5pr")]) table.apply(event);
  assert.deepEqual(replies(table, "chi")[0], { type: "chi", actor: 0, target: 3, pai: "5pr", consumed: ["4p", "6p"] });
  const fives = await heard(t, hand, [draw(0, "F"), dahai(0, "F"), ...turns(1, "5m")]);
  const pons = new Set(replies(fives, "pon").map(({ consumed }) => [...consumed].sort().join(" ")));
  assert.deepEqual([...pons].sort(), ["5m 5m", "5m 5mr"]);
  assert.deepEqual(
    replies(fives, "daiminkan").map(({ consumed }) => [...consumed].sort()),
    [["5m", "5m", "5mr"]],
  );
  // a drawn red five that goes at once is another tile than the plain one in the hand
  const drawn = await heard(t, hand.replace("5mr", "3m"), [draw(0, "5mr")]);
  const both = replies(drawn, "discard").filter(({ pai }) => pai.startsWith("5m"));
  assert.deepEqual(both.map(({ pai, tsumogiri }) => [pai, tsumogiri]).sort(), [
    ["5m", false],
    ["5mr", true],
  ]);
});

test("four kans: no fifth, whoever has made them", async (t) => {
  const hand = "1m 1m 1m 1m 2p 2p 2p 2p E 3s 4s 9s W";
  const kan = (tile) => ({ type: "ankan", actor: 0, consumed: [tile, tile, tile, tile] });
  const others = (actor, tile, next) => [
    draw(actor),
    { type: "ankan", actor, consumed: [tile, tile, tile, tile] },
    { type: "dora", dora_marker: next },
    draw(actor),
    dahai(actor, "N"),
  ];
  const two = [draw(0, "F"), dahai(0, "F"), ...others(1, "9m", "S"), ...others(2, "8s", "6s"), draw(3), dahai(3, "N")];
  const table = await heard(t, hand, [...two, draw(0, "N")], { marker: "P" });
  assert.equal(replies(table, "ankan").length, 2);
  for (const event of [kan("1m"), { type: "dora", dora_marker: "5s" }, draw(0, "C")]) table.apply(event);
  assert.equal(replies(table, "ankan").length, 1, "the fourth may be made; the round is over with its discard");
  // one player's four kans are a hand of their own, and the round goes on
  const one = await heard(
    t,
    hand.replace("E 3s 4s 9s W", "3s 3s 3s 3s W"),
    [draw(0, "F"), dahai(0, "F"), ...turns(1, "5p", "6p", "7p"), draw(0, "8s")],
    { marker: "P" },
  );
  for (const [tile, marker, next] of [
    ["1m", "5s", "8s"],
    ["2p", "6s", "8s"],
    ["3s", "7p", "8s"],
  ]) {
    for (const event of [kan(tile), { type: "dora", dora_marker: marker }, draw(0, next)]) one.apply(event);
  }
  assert.equal(replies(one, "ankan").length, 1);
  for (const event of [kan("8s"), { type: "dora", dora_marker: "S" }, draw(0, "W")]) one.apply(event);
  assert.deepEqual(types(one), ["discard", "tsumo"], "four kans and a pair");
  const full = ["9m", "8s", "7p", "1s"].flatMap((tile, i) => [
    draw(1),
    { type: "ankan", actor: 1, consumed: Array(4).fill(tile) },
    { type: "dora", dora_marker: ["S", "6s", "5s", "9p"][i] },
  ]);
  const begun = [draw(0, "F"), dahai(0, "F"), ...full.slice(0, 9), draw(1), dahai(1, "N"), ...turns(2, "N", "N")];
  assert.equal(
    replies(await heard(t, hand, [...begun, draw(0, "E")], { marker: "P" }), "ankan").length,
    2,
    "three by another",
  );
  const ended = [draw(0, "F"), dahai(0, "F"), ...full, draw(1), dahai(1, "N"), ...turns(2, "N", "N")];
  assert.equal(
    replies(await heard(t, hand, [...ended, draw(0, "E")], { marker: "P" }), "ankan").length,
    0,
    "four by another",
  );
});
