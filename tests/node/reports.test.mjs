// Reports from shallow to deep, actions asked for alone, waiting hands, and the memory that a search has.
import assert from "node:assert/strict";
import { test } from "node:test";
import { HAND, analyzer, built, nanikiru, sleep } from "./support.mjs";

const CONTEXT = { turn: 9, doraIndicators: "4p" };
const WAITING = "23m406p789s11122z";

for (const threads of [1, 2]) {
  test(`every depth is reported once, complete, and the promise has the last, ${threads} thread(s)`, async (t) => {
    const engine = analyzer(t, nanikiru, { threads });
    const partial = [];
    const onProgress = ({ done, total, report }) => {
      assert.ok(Number.isInteger(done) && Number.isInteger(total) && done >= 0 && total >= 0, `${done} of ${total}`);
      if (report) partial.push(report);
    };
    const last = await engine.analyze(HAND, CONTEXT, { onProgress });
    assert.ok(partial.length >= 2);
    assert.deepEqual(
      partial.map(({ search }) => [search.stage, search.ended]),
      partial.map((_, i) => [i, "deeper"]),
    );
    assert.deepEqual([last.search.stage, last.search.ended, last.search.calls], [partial.length, "depth", 2]);
    const actions = (report) => report.candidates.map(({ action }) => JSON.stringify(action)).sort();
    for (const report of partial) {
      assert.deepEqual(actions(report), actions(last));
      assert.equal(report.search.threads, threads);
      assert.ok(report.search.elapsedMs <= last.search.elapsedMs && report.search.hands <= last.search.hands);
      for (const [i, { byTurn, targets, wins, winRate, value }] of report.candidates.entries()) {
        assert.ok(Number.isFinite(value));
        assert.deepEqual(
          [byTurn, targets, wins.yaku, wins.han].map((figure) => figure !== undefined),
          Array(4).fill(i === 0),
        );
        if (i > 0) continue;
        assert.equal(byTurn.winRate.length, report.drawsLeft);
        assert.ok(winRate === 0 || (wins.han.length > 0 && targets.length > 0));
      }
    }
    const one = [];
    await engine.analyze(HAND, CONTEXT, { depth: "first", onProgress: ({ report }) => report && one.push(report) });
    assert.deepEqual(one, [], "the only report is the answer");
  });

  test(`reports arrive while the deeper search runs, and none after an abort, ${threads} thread(s)`, async (t) => {
    const engine = analyzer(t, nanikiru, { threads });
    await engine.analyze(HAND, CONTEXT, { depth: "first" }); // the engine is up
    const controller = new AbortController();
    let reports = 0;
    const stopped = engine.analyze(
      "1358m247p358s1266z",
      { turn: 1 },
      {
        calls: 0,
        signal: controller.signal,
        onProgress({ report }) {
          if (!report) return;
          reports += 1;
          controller.abort();
        },
      },
    );
    await assert.rejects(stopped, { name: "AbortError" });
    assert.equal(reports, 1);
    await sleep(100);
    assert.equal(reports, 1);
    assert.ok((await engine.analyze(HAND, CONTEXT, { depth: "first" })).candidates.length > 0);
  });
}

/** A candidate without what only some of them tell. */
const plain = ({ byTurn: _, targets: __, wins: { yaku: ___, han: ____, ...wins }, ...candidate }) => ({
  ...candidate,
  wins,
});

test("details come for the rows that are asked for, and change no other figure", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 2 });
  const ask = async (options) => (await engine.analyze(HAND, CONTEXT, options)).candidates;
  const all = await ask({ details: "all" });
  assert.ok(all.every(({ byTurn, targets, wins }) => byTurn && targets && wins.yaku && wins.han));
  const [none, first] = [await ask({ details: "none" }), await ask()];
  assert.deepEqual(none, all.map(plain));
  assert.deepEqual(
    first,
    all.map((candidate, i) => (i === 0 ? candidate : plain(candidate))),
  );
  assert.deepEqual(await ask({ details: "first" }), first);
  const { action } = all[4];
  const fifth = await ask({ details: action });
  assert.deepEqual(
    fifth,
    all.map((candidate, i) => (i === 4 ? candidate : plain(candidate))),
  );
  assert.deepEqual(await engine.details(HAND, CONTEXT, action), all[4]);
  assert.deepEqual(
    await engine.details(HAND, CONTEXT, action, { depth: "first" }),
    (await ask({ depth: "first", details: action })).find((c) => c.byTurn),
  );
  const bad = [
    [{ details: "best" }, "request.unknown_value"],
    [{ details: 1 }, "request.type"],
    [{ details: { type: "ron" } }, "action.not_waiting"],
  ];
  for (const [options, code] of bad)
    await assert.rejects(ask(options), { name: "NanikiruError", code, field: "options.details" });
  await assert.rejects(engine.details(HAND, CONTEXT, { type: "pass" }), { code: "action.not_waiting" });
});

test("an action asked for alone has the same figures, also in the partial reports", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 2 });
  const whole = await engine.analyze(HAND, CONTEXT);
  const { action } = whole.candidates[3];
  const partial = [];
  const onProgress = ({ report }) => report && partial.push(report.candidates.length);
  const alone = await engine.analyze(HAND, CONTEXT, { action, onProgress });
  assert.deepEqual(alone.candidates.map(plain), [plain(whole.candidates[3])]);
  assert.equal(alone.candidates[0].byTurn.winRate.length, alone.drawsLeft);
  assert.ok(partial.length >= 2 && partial.every((count) => count === 1), `${partial}`);
});

test("a waiting hand goes on, or calls what is offered", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  const types = async (context) => {
    const { candidates } = await engine.analyze(WAITING, { turn: 14, ...context });
    return [...new Set(candidates.map(({ action }) => action.type))].sort();
  };
  assert.deepEqual(await types({}), ["pass"]);
  assert.deepEqual(await types({ offered: { tile: "1z", from: "across" } }), ["daiminkan", "pass", "pon"]);
  assert.deepEqual(await types({ offered: { tile: "4m", from: "left" } }), ["chi", "pass", "ron"]);
  assert.deepEqual(await types({ offered: { tile: "4m", from: "right" } }), ["pass", "ron"]);
});

test("an action that is not possible is an error that says why, and the engine stays", async (t) => {
  for (const threads of [1, 2]) {
    const engine = analyzer(t, nanikiru, { threads });
    const offered = { tile: "1z", from: "across" };
    const bad = [
      [HAND, {}, { type: "discard", tile: "2m", riichi: true }, "action.riichi_noten"],
      [HAND, {}, { type: "ankan", tile: "5z" }, "action.no_kan"],
      [HAND, {}, { type: "ron" }, "action.not_waiting"],
      [WAITING, {}, { type: "pon", tiles: "11z", discard: "2m" }, "action.no_offer"],
      [WAITING, { offered }, { type: "chi", tiles: "23m", discard: "2z" }, "action.no_chi"],
      [WAITING, { offered }, { type: "pon", tiles: "11z", discard: "1z" }, "action.kuikae"],
      [HAND, { offered }, undefined, "context.offered_to_drawn"],
    ];
    for (const [hand, context, action, code] of bad) {
      await assert.rejects(engine.analyze(hand, { ...CONTEXT, ...context }, { action }), {
        name: "NanikiruError",
        code,
      });
    }
    await assert.rejects(engine.analyze(HAND, {}, { budgetMs: 0 }), {
      code: "request.out_of_range",
      field: "options.budgetMs",
    });
    await assert.rejects(engine.analyze(HAND, {}, { memoryMb: 8 }), {
      code: "request.out_of_range",
      field: "options.memoryMb",
    });
    await assert.rejects(engine.analyze(HAND, {}, { depth: 14 }), {
      code: "request.out_of_range",
      field: "options.depth",
    });
    assert.ok((await engine.analyze(HAND, CONTEXT)).candidates.length > 0);
  }
});

test("what does not fit the memory is left out, and the report says so", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 2 });
  const { search, candidates } = await engine.analyze("259m1468p1379s155z", { turn: 1 }, { memoryMb: 16 });
  assert.deepEqual([search.ended, search.memoryMb], ["memory", 16]);
  assert.ok(search.nextHands > search.hands && candidates.length > 10);
  // the engine's own memory is the most that a question can have
  assert.equal((await engine.analyze(HAND, CONTEXT, { depth: "first", memoryMb: 4096 })).search.memoryMb, 256);
  const large = analyzer(t, nanikiru, { threads: 2, memoryMb: 1024 });
  const { memoryMb } = (await large.analyze(HAND, CONTEXT, { depth: "first", memoryMb: 4096 })).search;
  assert.ok(memoryMb > 900 && memoryMb < 1024, `${memoryMb}`);
});

for (const threads of [1, 2]) {
  test(`a device that refuses the memory gives half of it, and the report says so, ${threads} thread(s)`, async (t) => {
    // a worker's globals are its own, so the refusal is put in front of the worker's script
    const script = `
      import { createRequire } from "node:module";
      const Memory = WebAssembly.Memory;
      WebAssembly.Memory = class extends Memory {
        constructor(descriptor) {
          if (descriptor.maximum > 256 * 16) throw new RangeError("could not allocate memory");
          super(descriptor);
        }
      };
      createRequire(${JSON.stringify(import.meta.url)})(${built("worker.cjs")});`;
    const workerUrl = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
    const { search } = await analyzer(t, nanikiru, { threads, workerUrl }).analyze(HAND, CONTEXT, { depth: "first" });
    assert.deepEqual([search.memoryMb, search.threads], [128, threads]);
  });
}
