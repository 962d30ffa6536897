// Unit tests without a browser: tables and records of three players, by the rules and never by a copy for three.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const [players, position, edits, board, notation, log, games, text, fields] = await Promise.all(
  ["players", "position", "table-edits", "board", "notation", "log", "games", "text/index", "fields"].map(load),
);
const SANMA = ["tenhou-sanma", "mahjong-soul-sanma"];
const at = (more) => ({ ...position.DEFAULTS, rules: "tenhou-sanma", ...more });

test("every rule set has a name in every language, and is offered", () => {
  assert.deepEqual(fields.FIELDS.rules.choices, players.ALL_RULES);
  for (const lang of text.LANGS) {
    const names = players.ALL_RULES.map((rules) => text.words[lang].fields.rules.choices[rules]);
    assert.equal(new Set(names).size, players.ALL_RULES.length, `${lang}: ${names}`);
    for (const name of names) assert.ok(name?.length > 0, lang);
  }
});

test("three sit at the table: in front, to the right, to the left; East has South to the right", () => {
  for (const rules of SANMA)
    for (const [seat, places] of [
      ["east", ["front", "right", "left"]],
      ["south", ["left", "front", "right"]],
      ["west", ["right", "left", "front"]],
    ]) {
      const seats = board.seatsOf(at({ rules, seat }), 0);
      assert.deepEqual([seats.map((one) => one.wind), seats.map((one) => one.at)], [["east", "south", "west"], places]);
      const turned = board.seatsOf(at({ rules, seat }), 1);
      assert.equal(turned.find((one) => one.at === "front").wind, seats.find((one) => one.at === "right").wind);
      assert.deepEqual(board.placesAt(at({ rules, seat }), 3), board.placesAt(at({ rules, seat }), 0));
    }
});

test("whose a tile is: the engine counts the empty seat, the player sees who sits where", () => {
  const said = (rules, wind) => edits.othersOf(rules, wind).map((one) => `${one.from} ${one.wind} ${one.place}`);
  assert.deepEqual(said("tenhou-sanma", "east"), ["across west left", "right south right"]);
  assert.deepEqual(said("tenhou-sanma", "south"), ["left east left", "right west right"]);
  assert.deepEqual(said("tenhou-sanma", "west"), ["left south left", "across east right"]);
  assert.deepEqual(said("tenhou", "west"), ["left south left", "across east across", "right north right"]);
});

test("a called tile is marked in the river it came from, across the empty seat as well", () => {
  const seats = board.seatsOf(at({ seat: "south", eastRiver: "1z5pf4z9m", westMelds: "p55=5" }), 0);
  assert.deepEqual(
    seats[0].river.map(({ tile, called }) => tile + (called ? "^" : "")),
    ["1z", "5p^", "9m"],
  );
});

test("norths lie aside: read and written with the river, counted by seat, and no discards", () => {
  for (const river of ["f4z", "1zf4z9m-f4z2p*", "f4zf4z+1z3s"])
    assert.equal(edits.riverText(notation.riverOf(river)), river);
  const table = at({ eastRiver: "f4z1zf4z9m", seat: "south" });
  const [east, south] = board.seatsOf(table, 0);
  assert.deepEqual([east.kita, south.kita, east.river.length], [2, 0, 2]);
  assert.equal(edits.nextToDiscard(table), "south");
  assert.deepEqual(edits.withTile(table, { kind: "river", wind: "east", at: 1 }, "5s"), { eastRiver: "f4z1zf4z5s" });
  assert.deepEqual(edits.withKita(table, "west"), { westRiver: "f4z" });
  assert.deepEqual(edits.withoutKita(table, "east"), { eastRiver: "f4z1z9m" });
  assert.equal(position.shownTurn(at({ eastRiver: "f4z1z" })), "2");
  assert.deepEqual(edits.withRiichi(at({ eastRiver: "1zf4z" }), "east", true).eastRiver, "1z*f4z");
  assert.equal(edits.hasDiscarded(at({ eastRiver: "f4z" }), "east"), false);
});

test("a north set aside leaves the hand that is shown open", () => {
  const decision = (seat, hand, done, more = {}) => ({ seat, turn: 1, hand, context: { seat, ...more }, done });
  const one = decision("east", "1m2789p129s45566z6s", { type: "kita" });
  const two = decision("south", "1m2789p129s5566z11p", { type: "pass" });
  assert.ok(
    !board
      .heldAt({ decisions: [one, two] }, two)
      .get("east")
      .includes("4z"),
  );
  assert.equal(board.heldAt({ decisions: [one, two] }, two).get("east").length, 13);
});

test("other rules make a table of three and back: what both have stays, the rest goes", () => {
  const four = {
    ...position.DEFAULTS,
    ...{ hand: "123p1122z", dora: "1m", honba: "2", seat: "north", roundNumber: "4", offered: "5z" },
    ...{ eastRiver: "1z9m", northRiver: "2z", northMelds: "z111-", northScore: "25000", eastScore: "25000" },
  };
  const three = { ...four, ...edits.withRules(four, "mahjong-soul-sanma") };
  const gone = { rules: "mahjong-soul-sanma", seat: "east", roundNumber: "3", offeredFrom: "across" };
  assert.deepEqual(three, { ...four, ...gone, northRiver: "", northMelds: "", northScore: "" });
  const set = { ...three, kita: "1", offeredBy: "kita", eastRiver: "1zf4z9m", westRiver: "f4z3s" };
  const back = { ...set, ...edits.withRules(set, "wrc") };
  const fits = { rules: "wrc", kita: "0", offeredBy: "discard", eastRiver: "1z9m", westRiver: "3s" };
  assert.deepEqual(back, { ...set, ...fits });
  // a hand that three players cannot have stays as it was typed
  assert.equal({ ...four, ...edits.withRules({ ...four, hand: "2m" }, "tenhou-sanma") }.hand, four.hand);
  assert.deepEqual(edits.withRules(three, "tenhou-sanma"), { rules: "tenhou-sanma", tableRules: "" });
  assert.deepEqual(edits.withSeat(at({ offered: "1z" }), "south"), { seat: "south" });
  assert.deepEqual(edits.withSeat(at({ offered: "1z", offeredFrom: "right" }), "west"), {
    seat: "west",
    offeredFrom: "left",
  });
});

test("the address carries rules and norths; the question has three scores and a nought for the empty seat", () => {
  const table = at({ hand: "123p", kita: "2", eastScore: "35000", southScore: "40000", westScore: "30000" });
  assert.deepEqual(position.fromQuery(position.toQuery(table)), table);
  const context = position.toContext(table);
  assert.deepEqual([context.rules, context.kita], ["tenhou-sanma", 2]);
  assert.deepEqual(context.scores, [35000, 40000, 30000, 0]);
  assert.equal(position.toContext(at({})).kita, undefined);
  const recorded = { hand: "123p", context: { rules: "tenhou-sanma", scores: [35000, 35000, 35000, 0], players: {} } };
  const typed = position.typedOf(recorded, position.DEFAULTS);
  assert.deepEqual([typed.westScore, typed.northScore], ["35000", ""]);
  // what a link lays before nobody goes to the engine, which refuses it
  assert.equal(position.toContext(at({ northRiver: "1z" })).players.north.river, "1z");
});

test("no 2m to 8m among the keys, in lines of ten; with four all 37 as ever", () => {
  for (const rules of SANMA) {
    const keys = players.keysBy(rules);
    assert.equal(keys.length, 29);
    assert.deepEqual(
      keys.filter((tile) => tile.endsWith("m")),
      ["1m", "9m"],
    );
    assert.deepEqual([keys[0], keys[10], keys[20]], ["1p", "1s", "1m"]);
  }
  const four = players.keysBy("wrc");
  assert.deepEqual([four.length, four[0], four[9], four[10], four[36]], [37, "1m", "0m", "1p", "7z"]);
});

test("what one gains the two others share, from 35,000 each", () => {
  const scores = edits.scoresOf(at({}));
  assert.deepEqual(scores, { east: 35000, south: 35000, west: 35000 });
  assert.equal(edits.sumOf(scores), 105000);
  const after = edits.withScore(scores, "east", 45000);
  assert.deepEqual(after, { east: 45000, south: 30000, west: 30000 });
  assert.deepEqual(edits.typedScores(after), { eastScore: "45000", southScore: "30000", westScore: "30000" });
});

test("players of a record by seat: in round 3 West of the first round deals, and there is nobody else", () => {
  const rounds = [1, 2, 3].map((number) => ({
    number,
    decisions: ["east", "south", "west"].map((seat) => ({ seat })),
  }));
  const game = { rules: { name: "tenhou-sanma" }, rounds };
  assert.deepEqual(players.playersOf(game), [0, 1, 2]);
  assert.deepEqual(
    log.placesOf(game).map(({ place }) => place.player),
    [0, 1, 2, 1, 2, 0, 2, 0, 1],
  );
});

test("a game of three is reviewed when its three players are", () => {
  const share = { done: 4, total: 4 };
  const entry = { id: 1, name: "a", names: ["A", "B", "C"], shares: [share, share, share], summaries: [] };
  const [all] = games.gamesOf([entry], null);
  assert.deepEqual(all.share, { done: 12, total: 12 });
  assert.equal(games.isPending(all), false);
});
