// Unit tests without a browser: many games as a list, and as one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const [games, review] = await Promise.all(["games", "review"].map(load));
const summary = (name, judged, accuracy, loss = 100, player = 0) => ({
  player,
  name,
  judged,
  accuracy,
  agreement: 0.5,
  loss,
  sizes: { doubtful: 1, mistake: 2, blunder: 3 },
});
/** `done` of each player's ten decisions. */
const entry = (id, names, summaries, done = [10, 10, 10, 10]) => ({
  ...{ id, name: `${id}.json`, size: 1, at: 100 - id, place: { round: 0, player: 0, at: 0 } },
  ...review.reviewed(done.map((own) => ({ done: own, total: 10 }))),
  shares: done.map((own) => ({ done: own, total: 10 })),
  ...(names && { names }),
  ...(summaries && { summaries }),
});
const ALL = [
  entry(
    3,
    ["Ayumi", "Botan", "Chika", "Daigo"],
    [summary("Ayumi", 100, 80, 1000), summary("Botan", 100, 10, 100, 1)],
    [10, 4, 0, 0],
  ),
  entry(1, ["Eri", "Ayumi", "Fumi", "Gou"], [summary("Ayumi", 300, 60, 3000, 1)], [0, 10, 0, 0]),
  entry(2, ["Ayumi", "Hana", "Ichi", "Jun"], undefined, [0, 0, 0, 0]),
  entry(4, ["Eri", "Kei", "Rin", "Sora"], [summary("Eri", 50, 99)]),
];

test("the player of most games comes first; games are those of one player, the oldest first", () => {
  assert.deepEqual(games.playersOf(ALL).slice(0, 2), ["Ayumi", "Eri"]);
  const own = games.gamesOf(ALL, "Ayumi");
  assert.deepEqual(
    own.map((game) => [game.entry.id, game.seats, game.summaries.map(({ accuracy }) => accuracy)]),
    [
      [1, [1], [60]],
      [2, [0], []],
      [3, [0], [80]],
      [4, [], []],
    ],
  );
  assert.deepEqual(
    own.map(games.isPending),
    [false, true, false, false],
    "a game without the player has nothing to review",
  );
  const nameless = entry(5, undefined, [summary("", 10, 70, 100, 2)]);
  assert.deepEqual(
    games.gamesOf([nameless], "Ayumi").map((game) => [game.seats, game.summaries.map(({ accuracy }) => accuracy)]),
    [[[2], [70]]],
  );
});

test("a game is whole when all decisions of the player in question are reviewed, however many of another's are", () => {
  const names = ["Ayumi", "Botan", "Chika", "Daigo"];
  const whole = (player, ...more) =>
    games.gamesOf([entry(1, names, ...more)], player).map((game) => !games.isPending(game));
  const both = [summary("Ayumi", 8, 80), summary("Botan", 4, 70, 100, 1)];
  assert.deepEqual(
    ["Ayumi", "Botan", "Chika"].map((player) => whole(player, both, [10, 4, 0, 0])),
    [[true], [false], [false]],
  );
  assert.deepEqual(whole("Daigo", [], [0, 0, 0, 10]), [true], "none of them could be judged");
  const { shares, ...earlier } = entry(1, names, both, [10, 10, 0, 0]);
  assert.deepEqual(games.gamesOf([earlier], "Ayumi").map(games.isPending), [true], "nobody knows until it is opened");
});

test("what an earlier version of the page counted by other sizes is not mixed with these", () => {
  const earlier = entry(
    1,
    ["Ayumi", "Botan", "Chika", "Daigo"],
    [{ ...summary("Ayumi", 8, 80), sizes: { small: 1, medium: 2, large: 3 } }],
  );
  assert.deepEqual(
    games.gamesOf([earlier], "Ayumi").map((game) => game.summaries),
    [[]],
  );
});

test("in the total each decision counts the same", () => {
  const { judged, accuracy, loss, sizes } = games.totalOf(games.gamesOf(ALL, "Ayumi"));
  assert.deepEqual([judged, accuracy, loss], [400, 65, 4000]);
  assert.deepEqual(sizes, { doubtful: 2, mistake: 4, blunder: 6 });
  assert.equal(games.totalOf(games.gamesOf(ALL, "Hana")), null);
});

test("points and placement points are not added up", () => {
  const names = ["Ayumi", "Botan", "Chika", "Daigo"];
  const held = (...objectives) =>
    games.gamesOf(
      objectives.map((objective, id) =>
        entry(id, names, [{ ...summary("Ayumi", 100, 80, 1000), ...(objective && { objective }) }]),
      ),
      "Ayumi",
    );
  assert.equal(games.totalOf(held("points", "points")).loss, 2000);
  const { loss, accuracy, judged } = games.totalOf(held("points", "placement"));
  assert.deepEqual([loss, accuracy, judged], [null, 80, 200]);
  assert.equal(games.totalOf(held(undefined, undefined)).loss, 2000, "games that an earlier version of the page kept");
});

test("everybody’s games add up all players; games are in the order of their days where all have one", () => {
  const everybody = games.gamesOf(ALL, null);
  assert.deepEqual(
    everybody.map(({ entry: { id }, seats }) => [id, seats.length]),
    [
      [1, 4],
      [2, 4],
      [3, 4],
      [4, 4],
    ],
  );
  assert.equal(games.totalOf(everybody).judged, 550);
  assert.deepEqual(
    everybody.map(({ share }) => share.done),
    [10, 0, 14, 40],
  );
  const dated = ["2021-08-15T14:51:03Z", "2019-05-04", "2020-01-01"].map((date, i) => ({
    ...entry(i + 1),
    heading: { date },
  }));
  assert.deepEqual(
    games.gamesOf(dated, null).map((game) => game.entry.id),
    [2, 3, 1],
  );
  assert.deepEqual(
    games.gamesOf([...dated, { ...entry(4), heading: { date: "第１節" } }], null).map((game) => game.entry.id),
    [1, 2, 3, 4],
  );
});

test("the worst mistakes over all games are the player’s, the worst first, in one unit", () => {
  const worst = (player, loss, objective = "points") => ({
    place: { round: 0, player, at: 0 },
    round: { roundWind: "east", number: 1, honba: 0 },
    turn: 3,
    objective,
    loss,
    played: { type: "pass" },
    better: { type: "ron" },
  });
  const names = ["Ayumi", "Botan", "Chika", "Daigo"];
  const held = [
    { ...entry(1, names), mistakes: [worst(0, 300), worst(1, 9000)] },
    { ...entry(2, names), mistakes: [worst(0, 700), worst(0, 5000, "placement"), ...Array(20).fill(worst(0, 201))] },
  ];
  const found = games.worstOfAll(games.gamesOf(held, "Ayumi"));
  assert.deepEqual(
    found.slice(0, 3).map(({ entry: { id }, mistake: { loss } }) => [id, loss]),
    [
      [2, 700],
      [1, 300],
      [2, 201],
    ],
  );
  assert.equal(found.length, 10);
});
