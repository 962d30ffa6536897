// Statistics over many games: beside a plain count of the events of mjai, and of records whose counts are known.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { called, game, gameOfThree, hanchan } from "../page/game.mjs";
import { ROOT, analyzer, nanikiru } from "./support.mjs";

const { summarizeGames } = nanikiru;
const EXAMPLE = readFileSync(join(ROOT, "docs/example.mjson"), "utf8");
const FIGURES = ["wins", "tsumo", "winPoints", "dealIns", "dealInPoints", "riichi", "calls", "tenpaiAtDraw"];
const AVERAGES = JSON.parse(readFileSync(join(ROOT, "js/averages.json"), "utf8"));
const LAST_TURN = 18;

const count = ({ total, of }) => [total, of];
/** What was counted, without means and averages. */
function counts(summary) {
  const tiles = Object.fromEntries(
    Object.entries(summary.dealInsByTile).map(([name, figure]) => [name, count(figure)]),
  );
  const figures = Object.fromEntries(FIGURES.map((name) => [name, count(summary[name])]));
  return { games: summary.games, rounds: summary.rounds, ...figures, tiles, turns: summary.dealInsByTurn.map(count) };
}

const WINDS = ["E", "S", "W", "N"];
const NEXT = { E: "S", S: "W", W: "N", N: "E", P: "F", F: "C", C: "P" };
const doraOf = (marker) => NEXT[marker] ?? `${(Number(marker[0]) % 9) + 1}${marker[1]}`;

function classOf(tile, { markers, bakaze, own }) {
  if (tile.endsWith("r")) return "red";
  if (markers.some((marker) => doraOf(marker) === tile)) return "dora";
  if (["P", "F", "C", bakaze, own].includes(tile)) return "yakuhai";
  if (WINDS.includes(tile)) return "guestWind";
  return { 1: "terminal", 9: "terminal", 2: "edge", 8: "edge" }[tile[0]] ?? "middle";
}

/** Plainly: one event after the other. */
function slowly(events, player) {
  const found = { games: 1, rounds: 0, tiles: {}, turns: Array.from({ length: LAST_TURN }, () => [0, 0]) };
  for (const name of FIGURES) found[name] = [0, 0];
  for (const name of ["red", "dora", "yakuhai", "guestWind", "terminal", "edge", "middle"]) found.tiles[name] = [0, 0];
  const add = (to, value) => {
    to[0] += Number(value);
    to[1] += 1;
  };
  let round;
  for (const event of events) {
    const { type, actor } = event;
    const mine = actor === player;
    if (type === "start_kyoku") {
      const own = WINDS[(player - event.oya + 4) % 4];
      round = {
        table: { markers: [event.dora_marker], bakaze: event.bakaze, own },
        turn: 0,
        discards: [],
        riichi: false,
        declaring: false,
        called: false,
        horas: [],
        robbed: false,
      };
    }
    if (type === "dora") round.table.markers.push(event.dora_marker);
    if (type === "reach" && mine) round.declaring = true;
    if (["chi", "pon", "daiminkan"].includes(type) && mine) round.called = true;
    if (["kakan", "ankan"].includes(type)) round.robbed = true;
    if (["tsumo", "dahai"].includes(type)) round.robbed = false;
    if (type === "dahai") {
      round.last = actor;
      if (mine) {
        round.turn += 1;
        round.discards.push({ turn: round.turn, name: classOf(event.pai, round.table), chosen: !round.riichi });
        if (round.declaring) round.riichi = true;
      }
    }
    if (type === "hora") round.horas.push(event);
    // some records have no hands here: those that are paid are tenpai
    const { tenpais, deltas } = event;
    if (type === "ryukyoku" && (tenpais || deltas.some((points) => points !== 0)))
      add(found.tenpaiAtDraw, tenpais?.[player] ?? deltas[player] > 0);
    if (type !== "end_kyoku") continue;
    found.rounds += 1;
    const own = round.horas.filter((hora) => hora.actor === player);
    const paid = round.horas.filter((hora) => hora.target === player && hora.actor !== player);
    add(found.wins, own.length > 0);
    for (const { target, deltas } of own) {
      add(found.tsumo, target === player);
      add(found.winPoints, deltas[player]);
    }
    add(found.dealIns, paid.length > 0);
    if (paid.length > 0)
      add(
        found.dealInPoints,
        paid.map(({ deltas }) => -deltas[player]).reduce((a, b) => a + b),
      );
    add(found.riichi, round.declaring);
    add(found.calls, round.called);
    for (const [i, { turn, name, chosen }] of round.discards.entries()) {
      if (!chosen) continue;
      const won = paid.length > 0 && !round.robbed && i === round.discards.length - 1;
      add(found.tiles[name], won);
      add(found.turns[Math.min(turn, LAST_TURN) - 1], won);
    }
  }
  return found;
}

const parsed = (text) =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

async function compare(engine, text) {
  const log = await engine.parseLog(text);
  assert.equal(log.broken, undefined);
  for (const player of [0, 1, 2, 3])
    assert.deepEqual(counts(summarizeGames([{ log, player }])), slowly(parsed(text), player), `player ${player}`);
  return log;
}

test("counts are those of the events, of made-up games", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  const texts = [EXAMPLE, game(), hanchan()];
  const logs = [];
  for (const text of texts) logs.push(await compare(engine, text));
  // several games add up
  const sum = counts(summarizeGames(logs.map((log) => ({ log, player: "south" }))));
  const each = logs.map((log) => counts(summarizeGames([{ log, player: 1 }])));
  for (const name of FIGURES)
    assert.deepEqual(
      sum[name],
      [0, 1].map((i) => each.reduce((all, one) => all + one[name][i], 0)),
      name,
    );
  assert.deepEqual([sum.games, sum.rounds], [3, logs.reduce((all, { rounds }) => all + rounds.length, 0)]);
});

test("a round with a call and a deal-in has the counts that it was made with", async (t) => {
  const log = await compare(analyzer(t, nanikiru, { threads: 1 }), called());
  const [east, south, , north] = [0, 1, 2, 3].map((player) => summarizeGames([{ log, player }]));
  assert.deepEqual([east.dealIns, east.dealInPoints].map(count), [
    [1, 1],
    [1300, 1],
  ]);
  assert.deepEqual([east.dealInsByTile.terminal, east.dealInsByTile.middle].map(count), [
    [0, 1],
    [1, 1],
  ]);
  assert.deepEqual(east.dealInsByTurn.slice(0, 3).map(count), [
    [0, 1],
    [1, 1],
    [0, 0],
  ]);
  assert.deepEqual([east.dealIns.mean, east.winPoints.mean, east.tsumo.mean], [1, undefined, undefined]);
  assert.deepEqual([south.calls, south.dealIns].map(count), [
    [0, 1],
    [0, 1],
  ]);
  assert.deepEqual([north.calls, north.wins, north.tsumo, north.winPoints, north.riichi].map(count), [
    [1, 1],
    [1, 1],
    [0, 1],
    [1300, 1],
    [0, 1],
  ]);
  assert.deepEqual(
    Object.values(north.dealInsByTile).reduce((sum, { of }) => sum + of, 0),
    1,
  );
});

test("losses are those of summarize, by kind of decision", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  const log = await engine.parseLog(EXAMPLE);
  const decisions = [];
  for await (const decision of engine.review(log, { seat: 0, depth: "first" })) decisions.push(decision);
  const { review } = summarizeGames([{ log, player: 0, decisions }]);
  assert.deepEqual(review, nanikiru.summarize(decisions));
  assert.equal(
    Object.values(review.sorts).reduce((sum, { loss }) => sum + loss, 0),
    decisions.reduce((sum, { loss = 0 }) => sum + loss, 0),
  );
});

/** The kind of a reviewed decision, by the choices of all players before it in the round. */
function kindOf(log, { round, index, player, done, best, context, candidates }) {
  const kans = ["ankan", "kakan", "daiminkan", "chi", "pon", "pass"];
  if (context.offered || kans.includes(done?.type) || kans.includes(best?.type)) return "calls";
  if (candidates.some(({ action: { riichi } }) => riichi)) return "riichi";
  const { number, decisions } = log.rounds[round];
  const others = decisions
    .slice(0, index)
    .filter(({ seat }) => (["east", "south", "west", "north"].indexOf(seat) + number - 1) % 4 !== player);
  return others.some(({ done: made }) => made?.riichi) ? "defence" : "attack";
}

test("losses by kind are those of a plain sum over the choices of a game", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  const log = await engine.parseLog(game());
  const seen = new Set();
  for (const [objective, threshold, players] of [
    ["points", 500, [0, 1]],
    ["placement", 667, [2]],
  ]) {
    for (const player of players) {
      const decisions = [];
      for await (const decision of engine.review(log, { seat: player, depth: "first", objective }))
        decisions.push(decision);
      const { review, ...figures } = summarizeGames([{ log, player, decisions }], objective);
      const judged = decisions.filter(({ loss }) => loss !== undefined);
      const near = (found, wanted, what) =>
        assert.ok(
          Math.abs(found - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted)),
          `${objective}, player ${player}, ${what}: ${found}, ${wanted}`,
        );
      assert.deepEqual(
        [review.decisions, review.judged, review.mistakes],
        [decisions.length, judged.length, judged.filter(({ loss }) => loss >= threshold).length],
      );
      near(
        review.loss,
        judged.reduce((sum, { loss }) => sum + loss, 0),
        "loss",
      );
      near(
        review.accuracy,
        judged.reduce((sum, { loss }) => sum + 100 / (1 + loss / threshold), 0) / judged.length,
        "accuracy",
      );
      near(review.agreement, judged.filter(({ loss }) => loss === 0).length / judged.length, "agreement");
      for (const [kind, found] of Object.entries(review.sorts)) {
        const own = judged.filter((decision) => kindOf(log, decision) === kind);
        if (own.length > 0) seen.add(kind);
        assert.deepEqual(
          [found.judged, found.mistakes],
          [own.length, own.filter(({ loss }) => loss >= threshold).length],
          `${objective}, player ${player}, ${kind}`,
        );
        near(
          found.loss,
          own.reduce((sum, { loss }) => sum + loss, 0),
          kind,
        );
      }
      // the figures of play do not depend on the review
      assert.deepEqual(figures, (({ review: _, ...rest }) => rest)(summarizeGames([{ log, player }])));
    }
  }
  assert.deepEqual(
    [...seen].sort(),
    ["attack", "calls", "defence", "riichi"],
    "a kind that the game does not have is not tested",
  );
});

test("averages are counts of whole rounds of all seats, of four players and of three", () => {
  for (const [kind, players, most] of [
    ["four", 4, 30_000],
    ["three", 3, 1_000],
  ]) {
    const all = AVERAGES[kind];
    const { games, rounds, roundsOfThree } = all;
    assert.ok(games > players * most && games % players === 0 && rounds % players === 0, `${kind}: ${games} games`);
    assert.equal(roundsOfThree, players === 3 ? rounds : 0);
    for (const name of ["wins", "dealIns", "riichi", "calls"]) assert.equal(all[name].of, rounds, name);
    assert.equal(all.tsumo.of, all.winPoints.of);
    const sums = [Object.values(all.dealInsByTile), all.dealInsByTurn].map((figures) =>
      figures.reduce(([a, b], { total, of }) => [a + total, b + of], [0, 0]),
    );
    assert.deepEqual(sums[0], sums[1]);
    // some deal-ins are made in riichi, or with a tile of a kan
    assert.ok(sums[0][0] < all.dealIns.total && sums[0][0] > 0.8 * all.dealIns.total, kind);
  }
});

const rate = ({ total, of }) => total / of;

test("averages of four players stand beside figures of four, of three beside three; of both as many of each", async (t) => {
  const reader = analyzer(t, nanikiru, { threads: 1 });
  const four = { log: await reader.parseLog(EXAMPLE), player: 3 };
  const three = { log: await reader.parseLog(gameOfThree()), player: 0 };
  const [ofFour, ofThree, both] = [[four], [three], [four, three]].map((games) => summarizeGames(games));
  for (const [summary, kind] of [
    [ofFour, "four"],
    [ofThree, "three"],
  ]) {
    const all = AVERAGES[kind];
    for (const name of FIGURES) assert.equal(summary[name].average, rate(all[name]), `${kind}: ${name}`);
    assert.equal(summary.dealInsByTile.dora.average, rate(all.dealInsByTile.dora));
    assert.equal(summary.dealInsByTurn[6].average, rate(all.dealInsByTurn[6]));
  }
  const share = ofThree.rounds / both.rounds;
  for (const name of FIGURES) {
    const mixed = (1 - share) * rate(AVERAGES.four[name]) + share * rate(AVERAGES.three[name]);
    assert.ok(Math.abs(both[name].average - mixed) < 1e-12 * mixed, name);
  }
});

test("what are no games is an error that names it", () => {
  const log = { rounds: [] };
  const bad = [
    [undefined, "request.type", "games"],
    ["abc", "request.type", "games"],
    [[null], "request.type", "games[0].log"],
    [[{ log: EXAMPLE, player: 0 }], "request.type", "games[0].log"],
    [[{ log }], "request.missing_field", "games[0].player"],
    [[{ log, player: 4 }], "request.out_of_range", "seat"],
  ];
  for (const [given, code, field] of bad)
    assert.throws(() => summarizeGames(given), { name: "NanikiruError", code, field });
  assert.throws(() => summarizeGames([], "loss"), { code: "request.unknown_value", field: "objective" });
});

const FIXTURES = join(ROOT, "../shared/data/fixtures/mjai");
test("counts are those of the events, of real games", { skip: !existsSync(FIXTURES) && "no ../shared" }, async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  let games = 0;
  for (const name of readdirSync(FIXTURES)) {
    const text = readFileSync(join(FIXTURES, name), "utf8");
    const log = await engine.parseLog(text).catch(() => undefined);
    // made-up rounds of single rules have no end
    if (!log || log.broken || log.rounds.length === 0) continue;
    await t.test(name, () => compare(engine, text));
    games += 1;
  }
  assert.ok(games > 0);
});
