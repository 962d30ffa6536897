// Risks of discards, and game records, through the package.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT, analyzer, nanikiru } from "./support.mjs";

const HAND = "346m40678p34577s2p";
const CONTEXT = {
  seat: "north",
  doraIndicators: "3s",
  players: {
    east: { river: "1z9m4p-2s7z-" },
    south: { river: "9p1z4z-1m*8s-" },
    west: { river: "2z9s7z6m8m3p-", melds: ["z555+"] },
    north: { river: "3z9m1s-5z2m" },
  },
};

/** A game of two rounds in mjai: the first thrown in for nine terminals at once, the second cut. */
function record() {
  const hands = [
    "2m 3m 5m 6m 2p 3p 5p 6p 2s 3s 5s 6s E",
    "1m 9m 1p 9p 1s 9s E S W N 4m 4p 4s",
    "2m 3m 5m 6m 2p 3p 5p 6p 2s 3s 5s 6s S",
    "7m 8m 7p 8p 7s 8s P F W W 4m 4p 4s",
  ].map((hand) => hand.split(" "));
  const start = (kyoku) => ({
    type: "start_kyoku",
    bakaze: "E",
    kyoku,
    honba: kyoku - 1,
    kyotaku: 0,
    oya: kyoku - 1,
    dora_marker: "9m",
    scores: [25000, 25000, 25000, 25000],
    tehais: hands,
  });
  const lines = [
    { type: "start_game", names: ["A", "B", "C", "D"] },
    start(1),
    { type: "tsumo", actor: 0, pai: "C" },
    { type: "dahai", actor: 0, pai: "C", tsumogiri: true },
    { type: "tsumo", actor: 1, pai: "P" },
    { type: "ryukyoku", reason: "kyushukyuhai", deltas: [0, 0, 0, 0] },
    { type: "end_kyoku" },
    start(2),
    { type: "tsumo", actor: 1, pai: "P" },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

test("what strong players discard counts in the order, unless it is not to", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  const { candidates } = await engine.analyze(HAND, CONTEXT, { depth: "first" });
  const sum = candidates.reduce((sum, { policy }) => sum + (policy ?? 0), 0);
  assert.ok(Math.abs(sum - 1) < 1e-9, `${sum}`);
  const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-6, `${a} ${b}`);
  const ends = ({ outcomes }) => Object.values(outcomes).reduce((sum, { rate, mean }) => sum + rate * mean, 0);
  for (const [i, row] of candidates.entries()) {
    const { action, value, searchValue, correction, policy } = row;
    assert.equal(policy !== undefined, action.type === "discard");
    near(value, searchValue + correction.outcome);
    near(value, ends(row));
    // searches are in single precision
    const named = (correction.because ?? []).reduce((sum, { adds }) => sum + adds, 0);
    assert.ok(Math.abs(correction.outcome - named) < 1, `${correction.outcome} ${named}`);
    const { group } = row;
    const before = candidates[i - 1];
    if (!before) assert.equal(group, 1);
    else if (group === 1) assert.ok(before.policy >= policy, "about equal: by policy");
    else assert.ok(group > before.group && candidates.slice(0, i).every((other) => other.value >= value), "best first");
  }
  const plain = await engine.analyze(HAND, CONTEXT, { depth: "first", policy: false });
  for (const [i, row] of plain.candidates.entries()) {
    const { action, value, searchValue, policy } = row;
    const same = candidates.find((other) => JSON.stringify(other.action) === JSON.stringify(action));
    assert.deepEqual({ searchValue, policy }, { searchValue: same.searchValue, policy: same.policy });
    assert.equal(value, same.value);
    assert.equal(row.group, i + 1);
    if (i > 0) assert.ok(plain.candidates[i - 1].value >= value);
  }
  const { players: _, ...alone } = CONTEXT;
  const unknown = await engine.analyze(HAND, alone, { depth: "first" });
  assert.ok(
    unknown.candidates.every(({ policy, searchValue, value }) => policy === undefined && searchValue === value),
  );
});

for (const threads of [1, 2]) {
  test(`danger of every tile, ${threads} thread(s)`, async (t) => {
    const engine = analyzer(t, nanikiru, { threads });
    const { opponents, tiles } = await engine.danger(HAND, CONTEXT);
    assert.deepEqual(
      opponents.map(({ seat }) => seat),
      ["east", "south", "west"],
    );
    assert.equal(opponents[1].tenpaiRate, 1, "South is in riichi");
    assert.equal(tiles.length, 37);
    for (const { tile, dealInRate, expectedLoss, risks } of tiles) {
      assert.ok(dealInRate >= 0 && dealInRate < 1 && expectedLoss >= 0, tile);
      assert.deepEqual(
        risks.map(({ seat }) => seat),
        ["east", "south", "west"],
      );
      for (const { rate, mean, payments, facts } of risks) {
        const shares = payments.reduce((sum, { share }) => sum + share, 0);
        assert.ok(rate === 0 ? mean === 0 && payments.length === 0 : Math.abs(shares - 1) < 1e-9);
        assert.ok(facts.length <= 4);
      }
    }
    // South's own discards are safe against South
    const south = (name) => tiles.find(({ tile }) => tile === name).risks[1].rate;
    for (const tile of ["9p", "1z", "4z", "1m", "8s"]) assert.equal(south(tile), 0);
    assert.ok(south("5m") > 0);

    // the rows of analyze have the same
    const { candidates, ...report } = await engine.analyze(HAND, CONTEXT, { depth: "first" });
    assert.deepEqual(report.opponents, opponents);
    for (const { action, dealInRate, expectedLoss, risks } of candidates) {
      if (action.type !== "discard") continue;
      const { tile: _, ...same } = tiles.find(({ tile }) => tile === action.tile);
      assert.deepEqual({ dealInRate, expectedLoss, risks }, same);
    }
  });
}

test("a table that cannot be is an error that names seat and turn", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  const west = { ...CONTEXT.players.west, melds: ["z666+"] };
  const bad = { ...CONTEXT, players: { ...CONTEXT.players, west } };
  for (const ask of [() => engine.danger(HAND, bad), () => engine.analyze(HAND, bad)]) {
    await assert.rejects(ask, {
      name: "NanikiruError",
      code: "context.never_discarded",
      field: "context.players.west.melds[0]",
      value: "z666+",
      message: /^West, meld z666\+: 6z was claimed from North/,
    });
  }
  await assert.rejects(engine.danger(HAND, {}), { code: "request.missing_field", field: "context.players" });
  await assert.rejects(engine.danger(HAND, { ...CONTEXT, turns: 1 }), {
    code: "request.unknown_field",
    field: "context.turns",
  });
  assert.equal((await engine.danger(HAND, CONTEXT)).tiles.length, 37);
});

test("a record gives its decisions, and says where it breaks", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  const text = record();
  const game = await engine.parseLog(text);
  assert.deepEqual([game.format, game.names], ["mjai", ["A", "B", "C", "D"]]);
  const [round] = game.rounds;
  assert.deepEqual([game.rounds.length, round.roundWind, round.number, round.honba], [1, "east", 1, 0]);
  assert.deepEqual(
    round.decisions.map(({ seat, done }) => [seat, done]),
    [
      ["east", { type: "discard", tile: "7z", riichi: false }],
      ["south", { type: "nineTerminals" }],
    ],
  );
  assert.deepEqual([game.broken.code, game.broken.rounds], ["log.unfinished", 1]);
  for (const { hand, context } of round.decisions) {
    assert.equal((await engine.danger(hand, context)).tiles.length, 37);
    assert.ok((await engine.analyze(hand, context, { depth: "first" })).candidates.length > 0);
  }
  const bytes = new TextEncoder().encode(text);
  assert.deepEqual(await engine.parseLog(bytes), game);
  assert.deepEqual(await engine.parseLog(bytes.buffer), game);

  await assert.rejects(engine.parseLog("123m406p"), { name: "NanikiruError", code: "log.unknown", field: "log" });
  await assert.rejects(engine.parseLog(5), { code: "request.type", field: "log", value: 5 });
  await assert.rejects(engine.parseLog(text, { signal: AbortSignal.abort() }), { name: "AbortError" });
  await assert.rejects(engine.danger(HAND, CONTEXT, { signal: AbortSignal.abort() }), { name: "AbortError" });
});

test("an abort while a record is read", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  await engine.danger(HAND, CONTEXT);
  const controller = new AbortController();
  const stopped = engine.parseLog(record(), { signal: controller.signal });
  controller.abort();
  await assert.rejects(stopped, { name: "AbortError" });
  assert.equal((await engine.danger(HAND, CONTEXT)).tiles.length, 37);
});

test("the shared analyzer answers, too", async () => {
  const { tiles } = await nanikiru.danger(HAND, CONTEXT);
  assert.equal(tiles.length, 37);
  assert.equal((await nanikiru.parseLog(record())).rounds.length, 1);
});

test("real records", { skip: !existsSync(join(ROOT, "../shared/data/fixtures")) && "no ../shared" }, async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  let seen = 0;
  for (const folder of ["mjai", "tenhou6"]) {
    const path = join(ROOT, "../shared/data/fixtures", folder);
    const names = readdirSync(path);
    assert.ok(names.length > 0, path);
    for (const name of names) {
      const game = await engine.parseLog(readFileSync(join(path, name)));
      assert.equal(game.format, folder, name);
      const decisions = game.rounds.flatMap((round) => round.decisions);
      // some show what one player saw, or cannot be played as they say
      assert.ok(decisions.length > 0 || /^log\.(hidden|illegal|order)$/.test(game.broken?.code), name);
      seen += decisions.length;
      for (const { hand, context } of decisions.slice(0, 3)) {
        assert.equal((await engine.danger(hand, context)).opponents.length, 3);
      }
    }
  }
  assert.ok(seen > 1000, `${seen} decisions`);
});
