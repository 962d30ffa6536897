// Stopping, watching, waiting in line, and going away.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { LONG_SEARCH } from "../limits.mjs";
import { fault, hooked, HOOKS } from "./hooks.mjs";
import { DIST, HAND, analyzer, nanikiru, program, sleep, timed } from "./support.mjs";

for (const threads of [1, 2]) {
  test(`an abort rejects with its reason, and the engine is free again, ${threads} thread(s)`, async (t) => {
    const engine = analyzer(t, hooked, { threads });
    await fault(engine, "threads");
    for (const wait of [5, 60, 200]) {
      const controller = new AbortController();
      const reason = new Error("enough");
      setTimeout(() => controller.abort(reason), wait);
      const { error } = await timed(() => fault(engine, "spin", LONG_SEARCH, { signal: controller.signal }));
      assert.equal(error, reason);
      assert.equal(await fault(engine, "threads"), threads);
    }
  });
}

test("a signal aborted before, or while another question is under way", async (t) => {
  const engine = analyzer(t, hooked, { threads: 2 });
  await assert.rejects(fault(engine, "threads", 0, { signal: AbortSignal.abort() }), { name: "AbortError" });
  const first = fault(engine, "spin", 300);
  const waiting = new AbortController();
  const second = timed(() => fault(engine, "threads", 0, { signal: waiting.signal }));
  const third = fault(engine, "threads");
  waiting.abort();
  let firstIsDone = false;
  void first.then(() => (firstIsDone = true));
  assert.equal((await second).error.name, "AbortError");
  assert.equal(firstIsDone, false, "at once, not when its turn has come");
  assert.equal(await first, 300);
  assert.equal(await third, 2);
});

test("an abort after the answer does nothing to the next question", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 2 });
  const controller = new AbortController();
  await engine.analyze(HAND, {}, { signal: controller.signal });
  controller.abort();
  assert.ok((await engine.analyze(HAND)).candidates.length > 0);
});

for (const threads of [1, 2]) {
  test(`progress comes while the search runs, never goes back, and the event loop is free, ${threads} thread(s)`, async (t) => {
    const engine = analyzer(t, hooked, { threads });
    await fault(engine, "threads");
    const seen = [];
    let ticks = 0;
    const ticker = setInterval(() => ticks++, 5);
    await fault(engine, "spin", 500, { onProgress: (progress) => seen.push(progress) });
    clearInterval(ticker);
    const between = seen.filter(({ done, total }) => done > 0 && done < 500 && total === 500);
    assert.ok(between.length > 2, JSON.stringify(seen));
    for (let i = 1; i < seen.length; i++) assert.ok(seen[i].done >= seen[i - 1].done);
    // a search on this side would let none through
    assert.ok(ticks > 5, `${ticks} ticks of 5 ms`);
  });
}

test("questions asked together are answered in order, each its own", async (t) => {
  for (const threads of [1, 2]) {
    const engine = analyzer(t, hooked, { threads });
    const order = [];
    const ask = (steps) => fault(engine, "spin", steps).then((done) => order.push(done));
    await Promise.all([30, 1, 20, 2].map(ask));
    assert.deepEqual(order, [30, 1, 20, 2]);
  }
});

test("two analyzers at once have their own threads and give the same", async (t) => {
  const [one, two, three] = [2, 2, 1].map((threads) => analyzer(t, nanikiru, { threads }));
  const answers = await Promise.all([one, two, three, one].map((engine) => engine.analyze(HAND)));
  const values = answers.map(({ candidates }) => candidates);
  for (const other of values.slice(1)) assert.deepStrictEqual(other, values[0]);
});

test("dispose ends what is under way and what waits, and all that comes after", async (t) => {
  for (const threads of [1, 2]) {
    const engine = analyzer(t, hooked, { threads });
    await fault(engine, "threads");
    const open = [fault(engine, "spin", LONG_SEARCH), fault(engine, "threads")].map((promise) => timed(() => promise));
    await sleep(20);
    engine.dispose();
    for (const { error } of await Promise.all(open)) assert.equal(error?.code, "engine.disposed");
    await assert.rejects(fault(engine, "threads"), { code: "engine.disposed" });
    engine.dispose();
  }
  const unused = hooked.createAnalyzer();
  unused.dispose();
  await assert.rejects(fault(unused, "threads"), { code: "engine.disposed" });
  const starting = hooked.createAnalyzer({ threads: 2 });
  const early = fault(starting, "spin", LONG_SEARCH);
  starting.dispose();
  await assert.rejects(early, { code: "engine.disposed" });
});

const from = (folder) => JSON.stringify(pathToFileURL(join(folder, "node.js")).href);

test("a process ends by itself when it has its answer", async () => {
  for (const options of ["", "{ threads: 1 }", "{ threads: 2 }"]) {
    const { code, text } = await program(`
      import { analyze, createAnalyzer } from ${from(DIST)};
      const report = await ${options ? `createAnalyzer(${options}).analyze` : "analyze"}(${JSON.stringify(HAND)}, {}, { depth: "first" });
      console.log(report.candidates.length);`);
    assert.equal(code, 0);
    assert.ok(Number(text) > 0);
  }
});

test("a process ends by itself after an abort, a panic and when it only imports", async () => {
  const { code, text } = await program(`
    import { createAnalyzer } from ${from(HOOKS)};
    const engine = createAnalyzer({ threads: 2 });
    const abort = await engine.analyze("test:spin:${LONG_SEARCH}", {}, { signal: AbortSignal.timeout(50) }).catch((e) => e.name);
    const panic = await engine.analyze("test:panic-pool").catch((e) => e.code);
    console.log(abort, panic);`);
  assert.deepEqual([code, text], [0, "TimeoutError engine.panic\n"]);
  assert.equal((await program(`import { createAnalyzer } from ${from(DIST)}; createAnalyzer();`)).code, 0);
});

test("`using` ends an analyzer", async () => {
  // as compilers of `using` have it where there is no such symbol
  const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");
  const engine = nanikiru.createAnalyzer({ threads: 1 });
  const [best] = (await engine.analyze(HAND, {}, { depth: "first" })).candidates;
  assert.match(nanikiru.formatAction(best.action), /^Discard /);
  engine[dispose]();
  await assert.rejects(engine.analyze(HAND), { code: "engine.disposed" });
});
