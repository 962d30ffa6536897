// A game record judged decision by decision, through the package.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { game } from "../page/game.mjs";
import { ROOT, analyzer, nanikiru, timed } from "./support.mjs";

const GAME = game();
/** The first round and half of the second. */
const CUT = GAME.slice(0, GAME.indexOf('"kyoku":2') + 3000);

/** The first decisions of a review. */
async function first(stream, count) {
  const found = [];
  for await (const decision of stream) {
    found.push(decision);
    if (found.length === count) break;
  }
  return found;
}

for (const threads of [1, 2]) {
  test(`decisions come one by one, each with the best and what was lost, ${threads} thread(s)`, async (t) => {
    const engine = analyzer(t, nanikiru, { threads });
    const log = await engine.parseLog(GAME);
    const seen = [];
    const progress = [];
    for await (const decision of engine.review(GAME, {
      seat: "south",
      depth: "fast",
      rows: 3,
      onProgress: (now) => progress.push(now),
    })) {
      // it streams: the progress is that of this decision, not of the last
      assert.equal(progress.at(-1).done, seen.length + 1);
      seen.push(decision);
      if (seen.length === 24) break;
    }
    assert.deepEqual(progress[0], { done: 0, total: progress[0].total, mistakes: 0 });
    const places = log.rounds.flatMap((round, i) =>
      round.decisions.map((decision, index) => ({ decision, round: i, index, number: round.number })),
    );
    const own = places.filter(
      ({ decision, number }) => (number - 1 + ["east", "south", "west", "north"].indexOf(decision.seat)) % 4 === 1,
    );
    assert.equal(progress[0].total, own.length);
    let judged = 0;
    for (const [
      i,
      {
        version,
        game,
        name,
        objective,
        reasons,
        sentence,
        round,
        index,
        player,
        candidates,
        actions,
        best,
        rank,
        loss,
        mistake,
        unjudged,
        ...decision
      },
    ] of seen.entries()) {
      assert.deepEqual(
        [version, name, objective, typeof sentence, reasons.length > 0],
        [1, "Botan", "points", "string", loss > 0],
      );
      assert.deepEqual(decision, own[i].decision, "as parseLog gives it");
      assert.deepEqual([game, round, index, player], [0, own[i].round, own[i].index, 1]);
      if (unjudged !== undefined) {
        assert.deepEqual(
          [candidates, actions, best, rank, loss, mistake],
          [[], 0, undefined, undefined, undefined, false],
        );
        continue;
      }
      judged += 1;
      assert.deepEqual(best, candidates[0].action);
      const done = candidates.find(({ action }) => JSON.stringify(action) === JSON.stringify(decision.done));
      assert.equal(loss, done.group === candidates[0].group ? 0 : candidates[0].value - done.value);
      assert.equal(mistake, loss >= 500);
      assert.ok(rank >= 1 && rank <= actions && candidates.length <= 4 && (rank === 1 ? loss === 0 : loss >= 0));
      for (const { value, searchValue, correction, outcomes } of candidates) {
        assert.ok(Math.abs(searchValue + correction.outcome - value) < 1e-6 * (1 + Math.abs(value)));
        const parts = Object.values(outcomes);
        assert.ok(Math.abs(parts.reduce((sum, { rate }) => sum + rate, 0) - 1) < 1e-6);
        assert.ok([value, searchValue, ...parts.map(({ mean }) => mean)].every(Number.isFinite));
      }
    }
    assert.ok(judged > 5, `${judged} judged`);
    assert.equal(progress.at(-1).mistakes, seen.filter(({ mistake }) => mistake).length);
    // the riichi was declared in the first turn: the wins that were left are what there was to choose
    const left = seen.filter(({ round, turn }) => round === 0 && turn > 1);
    assert.ok(left.length > 0 && left.every(({ actions, rank, mistake }) => actions === 2 && rank === 2 && mistake));

    // the same as analyze has
    const one = seen.find(({ loss }) => loss > 0);
    const { candidates } = await engine.analyze(one.hand, one.context, { depth: "fast" });
    for (const { text, difference, ...row } of one.candidates) {
      assert.ok(text !== "" && difference.value <= 0);
      const same = candidates.find(({ action }) => JSON.stringify(action) === JSON.stringify(row.action));
      for (const [name, value] of Object.entries(row)) assert.deepEqual(value, same[name], name);
    }
    assert.equal(one.actions, candidates.length);
  });
}

test("judged side by side, decisions are in the order of the game, and each is as if alone", async (t) => {
  const [alone, two, three] = [1, 2, 3].map((threads) => analyzer(t, nanikiru, { threads }));
  const log = await alone.parseLog(GAME);
  const options = { seat: 1, depth: "fast", rows: 2 };
  const expected = await first(alone.review(log, options), 30);
  for (const engine of [two, three]) assert.deepEqual(await first(engine.review(log, options), 30), expected);
  // a question in between has its turn, and whoever leaves a group takes nothing from who comes next
  const [some, { candidates }] = await Promise.all([
    first(two.review(log, options), 7),
    two.analyze(expected[3].hand, expected[3].context, { depth: "fast" }),
  ]);
  assert.deepEqual(some, expected.slice(0, 7));
  assert.equal(candidates[0].value, expected[3].candidates[0].value);
  assert.deepEqual(
    await first(two.review(log, { ...options, memoryMb: 16 }), 12),
    expected.slice(0, 12),
    "with room for one at a time",
  );
});

test("a decision of a group that cannot be judged has its error in its place", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 2 });
  const log = await engine.parseLog(GAME);
  const decisions = log.rounds[0].decisions
    .slice(0, 9)
    .map((decision, i) => (i === 3 ? { ...decision, hand: "123m" } : decision));
  const seen = [];
  const read = async () => {
    for await (const decision of engine.review(
      { ...log, rounds: [{ ...log.rounds[0], decisions }] },
      { depth: "fast" },
    ))
      seen.push(decision.index);
  };
  await assert.rejects(read, { name: "NanikiruError", code: "hand.size", field: "hand" });
  assert.deepEqual(seen, [0, 1, 2]);
});

test("a table's own rules are in every decision of its record, which is valued by them", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 2 });
  const [begin, ...events] = GAME.trim().split("\n");
  const values = async (uma) => {
    const tableRules = { uma, kuikae: "allowed" };
    const game = { ...JSON.parse(begin), rules: "mahjong-soul", tableRules };
    const log = await engine.parseLog([JSON.stringify(game), ...events].join("\n"));
    assert.deepEqual(log.rules.differences, ["kuikae", "uma"]);
    const decisions = log.rounds.flatMap((round) => round.decisions);
    assert.ok(decisions.length > 10 && log.broken === undefined);
    for (const { context } of decisions) assert.deepEqual(context.tableRules, tableRules);
    const [{ hand, context }] = decisions;
    const { candidates } = await engine.analyze(hand, context, { depth: "first", objective: "placement" });
    const { text } = await engine.convertLog(JSON.stringify(game) + "\n" + events.join("\n"), "mjai");
    assert.deepEqual(JSON.parse(text.split("\n")[0]).tableRules, tableRules);
    return candidates.map(({ value }) => value);
  };
  const [narrow, wide] = [
    await values([10_000, 5_000, -5_000, -10_000]),
    await values([30_000, 10_000, -10_000, -30_000]),
  ];
  assert.ok(narrow.some((value, i) => Math.abs(value - wide[i]) > 1e-6));
  const wrong = { hand: "123m456p789s1122z5z", tableRules: { riichiWall: 0 } };
  await assert.rejects(engine.analyze(wrong.hand, { tableRules: wrong.tableRules }), {
    code: "request.out_of_range",
    field: "context.tableRules.riichiWall",
  });
});

test("an abort and a dispose are minded between the decisions of a group", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 2 });
  const log = await engine.parseLog(GAME);
  const controller = new AbortController();
  const stream = engine.review(log, { depth: "fast", signal: controller.signal });
  for (let i = 0; i < 3; i += 1) await stream.next();
  controller.abort();
  await assert.rejects(stream.next(), { name: "AbortError" });
  const other = engine.review(log, { depth: "fast" });
  for (let i = 0; i < 3; i += 1) await other.next();
  engine.dispose();
  await assert.rejects(other.next(), { code: "engine.disposed" });
});

test("whose decisions: by wind in the first round, by number, or everybody's; a log that has been read will do", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  const log = await engine.parseLog(GAME);
  const [byWind, byNumber] = await Promise.all([
    first(engine.review(GAME, { seat: "west", depth: "fast" }), 5),
    first(engine.review(log, { seat: 2, depth: "fast" }), 5),
  ]);
  assert.deepEqual(byWind, byNumber);
  assert.deepEqual([...new Set(byWind.map(({ player }) => player))], [2]);
  const all = await first(engine.review(log, { depth: "fast", rows: 1 }), 12);
  assert.deepEqual(
    all.map(({ round, index }) => [round, index]),
    all.map((_, i) => [0, i]),
  );
  assert.ok(new Set(all.map(({ player }) => player)).size > 1);
  // the two give the same to whoever asks in between
  const strict = await first(engine.review(log, { seat: 0, depth: "fast", threshold: 1e-9 }), 8);
  for (const { loss, mistake } of strict) assert.equal(mistake, loss !== undefined && loss > 0);
});

for (const threads of [1, 2]) {
  test(`an abort ends a review, and the engine goes on, ${threads} thread(s)`, async (t) => {
    const engine = analyzer(t, nanikiru, { threads });
    const controller = new AbortController();
    const reason = new Error("enough");
    const seen = [];
    const stopped = timed(async () => {
      for await (const decision of engine.review(GAME, { depth: "full", signal: controller.signal })) {
        seen.push(decision);
        if (seen.length === 2) setTimeout(() => controller.abort(reason), 5);
      }
    });
    assert.equal((await stopped).error, reason);
    assert.ok(seen.length >= 2 && seen.length < 60, `${seen.length} decisions`);
    const before = engine.review(GAME, { signal: AbortSignal.abort() });
    await assert.rejects(before.next(), { name: "AbortError" });
    assert.equal((await first(engine.review(GAME, { depth: "fast" }), 1)).length, 1);
  });
}

test("a cut record gives the decisions of its whole rounds, then its error; of a log that was read no error comes twice", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 2 });
  const log = await engine.parseLog(CUT);
  assert.equal(log.rounds.length, 1);
  const all = (input) =>
    timed(async () => {
      let count = 0;
      try {
        for await (const _ of engine.review(input, { seat: 3, depth: "fast", rows: 1 })) count += 1;
      } catch (error) {
        throw Object.assign(error, { count });
      }
      return count;
    });
  const { error } = await all(CUT);
  assert.deepEqual([error.name, error.code, error.field], ["NanikiruError", "log.unfinished", "log"]);
  assert.equal(error.value.rounds, 1);
  const { result } = await all(log);
  assert.ok(result > 15);
  assert.equal(error.count, result);
});

test("what is asked wrongly is an error before anything is searched", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  const ask = (options, log = GAME) => engine.review(log, options).next();
  await assert.rejects(ask({ seat: "up" }), {
    name: "NanikiruError",
    code: "request.unknown_value",
    field: "seat",
    value: "up",
  });
  await assert.rejects(ask({ seat: 4 }), { code: "request.out_of_range", field: "seat", value: 4 });
  await assert.rejects(ask({ threshold: 0 }), { code: "request.out_of_range", field: "threshold", value: 0 });
  await assert.rejects(ask({ rows: 0 }), { code: "request.out_of_range", field: "rows" });
  await assert.rejects(ask({ rows: 1.5 }), { code: "request.type", field: "rows" });
  await assert.rejects(ask({ dept: 1 }), { code: "request.unknown_field", field: "options.dept" });
  await assert.rejects(ask({ calls: 5 }), { code: "request.out_of_range", field: "options.calls" });
  await assert.rejects(ask({}, "milk, eggs, bread"), { code: "log.unknown", field: "log" });
  await assert.rejects(ask({}, 5), { code: "request.type", field: "log" });
  engine.dispose();
  await assert.rejects(ask({}), { code: "engine.disposed" });
});

test("what cannot be summed up is an error that names it", () => {
  const { summarize } = nanikiru;
  const decision = { context: {}, seat: "east", candidates: [], mistake: false };
  assert.equal(summarize([decision]).decisions, 1);
  const bad = [
    [[undefined], "request.type", "decisions"],
    [[null], "request.type", "decisions"],
    [["abc"], "request.type", "decisions"],
    [[nanikiru.review(GAME)], "request.type", "decisions"],
    [[[decision, 1]], "request.type", "decisions[1]"],
    [[[{ ...decision, context: undefined }]], "request.type", "decisions[0]"],
    [[[{ ...decision, candidates: undefined }]], "request.type", "decisions[0]"],
    [[[{ ...decision, loss: "300" }]], "request.type", "decisions[0].loss"],
    [[[{ ...decision, loss: Number.NaN }]], "request.type", "decisions[0].loss"],
    [[[], "loss"], "request.unknown_value", "objective"],
    [[[decision], null], "request.unknown_value", "objective"],
  ];
  for (const [given, code, field] of bad)
    assert.throws(() => summarize(...given), { name: "NanikiruError", code, field });
});

test("an objective that is null is none: the review is summed up in points", async (t) => {
  const record = readFileSync(join(ROOT, "docs/example.mjson"));
  const stream = analyzer(t, nanikiru, { threads: 1 }).review(record, { seat: 0, depth: "first", objective: null });
  let found = await stream.next();
  while (!found.done) found = await stream.next();
  assert.equal(found.value.judged, 3);
});

test("the shared analyzer reviews, too", async () => {
  const [decision] = await first(nanikiru.review(GAME, { depth: "fast" }), 1);
  assert.equal(decision.round, 0);
});

const FIXTURES = join(ROOT, "../shared/data/fixtures/mjai");
test("a real game is reviewed to its end", { skip: !existsSync(FIXTURES) && "no ../shared" }, async (t) => {
  const engine = analyzer(t, nanikiru);
  const records = readdirSync(FIXTURES).map((name) => readFileSync(join(FIXTURES, name)));
  const longest = records.toSorted((a, b) => b.length - a.length)[0];
  let [judged, total, last] = [0, 0, 0];
  const onProgress = (progress) => ([total, last] = [progress.total, progress.done]);
  for await (const { loss } of engine.review(longest, { seat: 0, depth: "fast", rows: 1, onProgress }))
    if (loss !== undefined) judged += 1;
  assert.equal(last, total);
  assert.ok(judged > 20 && judged <= total, `${judged} of ${total}`);
});
