// Bad input is a NanikiruError with code, field and value, and the engine answers the next question.
import assert from "node:assert/strict";
import { test } from "node:test";
import { HAND, analyzer, nanikiru } from "./support.mjs";

const { NanikiruError, createAnalyzer } = nanikiru;

async function rejection(promise) {
  const error = await promise.then(
    () => assert.fail("there was no error"),
    (thrown) => thrown,
  );
  assert.ok(error instanceof NanikiruError, String(error));
  assert.ok(error instanceof Error && error.name === "NanikiruError" && error.message.length > 0);
  return error;
}

test("an error names what JSON has no place for as it was given, by analyze, danger, details and a table", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  const turn = () => 1;
  const honba = Symbol("honba");
  const bad = [
    [{ turn: 5n }, "context.turn", 5n, "a bigint"],
    [{ turn }, "context.turn", turn, "a function"],
    [{ honba }, "context.honba", honba, "a symbol"],
    [{ honba: -Infinity }, "context.honba", -Infinity, "-Infinity"],
    [{ scores: [1, 2, 5n, 3] }, "context.scores[2]", 5n, "a bigint"],
  ];
  for (const [context, field, value, found] of bad) {
    for (const ask of [
      () => engine.analyze(HAND, context),
      () => engine.danger(HAND, context),
      () => engine.analyze(HAND, context, { method: "tabu" }),
    ]) {
      const error = await rejection(ask());
      assert.deepEqual([error.code, error.field, error.value], ["request.type", field, value]);
      assert.ok(error.message.endsWith(`found ${found}`), error.message);
    }
  }
  assert.equal((await rejection(engine.analyze(HAND, {}, { calls: 2n }))).value, 2n);
  const options = await rejection(nanikiru.createTable({ seat: 1n }));
  assert.deepEqual([options.code, options.value], ["request.type", 1n]);
  const table = await nanikiru.createTable({ seat: 0 });
  t.after(() => table.dispose());
  assert.throws(() => table.toMjai({ type: "discard", tile: "5m", riichi: 5n }), {
    name: "NanikiruError",
    code: "request.type",
    value: 5n,
  });
});

test("what JSON would drop or change in silence is an error that names it", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  const then = () => 1;
  const bad = [
    [{ honba: Number.NaN }, "context.honba", Number.NaN],
    [{ honba: Number.POSITIVE_INFINITY }, "context.honba", Number.POSITIVE_INFINITY],
    [{ honba: 1n }, "context.honba", 1n],
    [{ honba: 1.5 }, "context.honba", 1.5],
    [{ scores: [1, 2, 3, Number.NaN] }, "context.scores[3]", Number.NaN],
    [{ honbas: 1 }, "context.honbas", 1],
    [{ then }, "context.then", then],
  ];
  for (const [context, field, value] of bad) {
    const error = await rejection(engine.analyze(HAND, context));
    assert.equal(error.field, field);
    assert.deepEqual(error.value, value);
  }
  assert.equal((await rejection(engine.analyze(HAND, new Map([["honba", 1]])))).field, "context");
  assert.equal((await rejection(engine.analyze(HAND, {}, { dept: 3 }))).field, "options.dept");
  assert.equal((await rejection(engine.analyze(undefined))).field, "hand");
  assert.ok((await engine.analyze(HAND)).candidates.length > 0);
});

test("a request that is no JSON", async (t) => {
  const circle = {};
  circle.context = circle;
  assert.equal((await rejection(analyzer(t, nanikiru, { threads: 1 }).analyze(HAND, circle))).code, "request.json");
});

test("fields that an object inherits count like its own", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  const quick = { depth: "first" };
  class Table {
    seat = "south";
    get roundWind() {
      return "south";
    }
    method() {}
  }
  class Later extends Table {
    turn = 7;
    get doraIndicators() {
      return "4p";
    }
  }
  const plain = { seat: "south", roundWind: "south", turn: 7, doraIndicators: "4p" };
  const wanted = await engine.analyze(HAND, plain, quick);
  const shapes = [
    new Later(),
    Object.create(plain),
    Object.create(
      Object.create(null, { seat: { value: "south", enumerable: true } }),
      Object.getOwnPropertyDescriptors({ roundWind: "south", turn: 7, doraIndicators: "4p" }),
    ),
    Object.assign(Object.create({ turn: 1 }), plain),
    Object.assign(Object.create(null), plain),
    new Proxy(plain, {}),
  ];
  for (const context of shapes) {
    assert.deepEqual((await engine.analyze(HAND, context, quick)).candidates, wanted.candidates);
  }
  assert.deepEqual((await engine.analyze(HAND, plain, Object.create(quick))).candidates, wanted.candidates);
  assert.deepEqual((await engine.analyze(Object.create({ tiles: HAND }), plain, quick)).candidates, wanted.candidates);
  const misspelt = await rejection(engine.analyze(HAND, Object.create({ honbas: 1 })));
  assert.deepEqual([misspelt.code, misspelt.field], ["request.unknown_field", "context.honbas"]);
  const option = await rejection(engine.analyze(HAND, {}, Object.create({ dept: 1 })));
  assert.deepEqual([option.code, option.field], ["request.unknown_field", "options.dept"]);
  assert.throws(() => createAnalyzer(Object.create({ thread: 1 })), { code: "request.unknown_field", field: "thread" });
  const waited = Promise.resolve(plain);
  for (const none of [waited, /x/, new Map(), new Set(), new Error("x"), new Uint8Array(3), new ArrayBuffer(3)]) {
    const error = await rejection(engine.analyze(HAND, none));
    assert.deepEqual([error.code, error.field, error.value], ["request.type", "context", none]);
  }
});

test("text that no table has is refused before the engine has it", async (t) => {
  for (const threads of [1, 2]) {
    const engine = analyzer(t, nanikiru, { threads, memoryMb: 64 });
    const long = "1m".repeat(10_000_000);
    const bad = [
      [long, {}, "hand", "hand.size"],
      ["1m".repeat(60_000), {}, "hand", "hand.size"],
      [{ tiles: long }, {}, "hand.tiles", "hand.size"],
      [{ tiles: HAND, melds: ["p123-", long] }, {}, "hand.melds[1]", "hand.size"],
      [HAND, { visible: long }, "context.visible", "request.out_of_range"],
      [HAND, { players: { east: { river: long } } }, "context.players.east.river", "request.out_of_range"],
      [HAND, { scores: Array(1_000_000).fill(1) }, "", "request.out_of_range"],
    ];
    for (const [hand, context, field, code] of bad) {
      for (const ask of [() => engine.analyze(hand, context), () => engine.danger(hand, context)]) {
        const error = await rejection(ask());
        assert.deepEqual([error.code, error.field], [code, field]);
        assert.ok(error.message.length < 200 && !/unreachable/i.test(error.message), error.message);
        if (field === "hand") assert.equal(error.value, hand);
      }
    }
    // short of that the engine reads it, and says the same
    const error = await rejection(engine.analyze("1m".repeat(40_000)));
    assert.equal(error.code, "hand.size");
    assert.ok((await engine.analyze(HAND, {}, { depth: "first" })).candidates.length > 0);
  }
});

test("options of an analyzer are checked at once", () => {
  const bad = [
    [{ threads: 0 }, "threads", "request.out_of_range"],
    [{ threads: 65 }, "threads", "request.out_of_range"],
    [{ threads: 1.5 }, "threads", "request.type"],
    [{ threads: Number.NaN }, "threads", "request.type"],
    [{ threads: "2" }, "threads", "request.type"],
    [{ memoryMb: 1 }, "memoryMb", "request.out_of_range"],
    [{ memoryMb: 4096 }, "memoryMb", "request.out_of_range"],
    [{ thread: 2 }, "thread", "request.unknown_field"],
  ];
  for (const [options, field, code] of bad) {
    assert.throws(
      () => createAnalyzer(options),
      (error) =>
        error instanceof NanikiruError &&
        error.code === code &&
        error.field === field &&
        Object.is(error.value, options[field]),
    );
  }
});

test("a file that the caller names and that is not there is an error that names it", async (t) => {
  const missing = new URL("./no-such-file.wasm", import.meta.url);
  for (const threads of [1, 2]) {
    const engine = analyzer(t, nanikiru, { threads, wasmUrl: { single: missing, threads: missing } });
    const error = await rejection(engine.analyze(HAND));
    assert.equal(error.code, "engine.start");
    assert.match(error.message, /no-such-file\.wasm/);
  }
  const none = analyzer(t, nanikiru, { workerUrl: new URL("./no-such-worker.cjs", import.meta.url) });
  assert.match((await rejection(none.analyze(HAND))).message, /no-such-worker\.cjs/);
  const text = analyzer(t, nanikiru, { threads: 1, wasmUrl: { single: new URL(import.meta.url) } });
  assert.equal((await rejection(text.analyze(HAND))).code, "engine.start");
});
