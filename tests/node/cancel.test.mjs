// Stopping, watching, waiting in line, and going away.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { DIST, HAND, HOOKS, analyzer, fault, hooked, nanikiru, sleep, timed } from "./support.mjs";

/** `spin` works for about this many milliseconds on one core: far longer than any test waits. */
const LONG = 60_000;

for (const threads of [1, 2]) {
  test(`an abort stops the search within 50 ms, ${threads} thread(s)`, async (t) => {
    const engine = analyzer(t, hooked, { threads });
    await fault(engine, "threads");
    for (const wait of [5, 60, 200]) {
      const controller = new AbortController();
      const reason = new Error("enough");
      let begin;
      setTimeout(() => {
        begin = performance.now();
        controller.abort(reason);
      }, wait);
      const { error } = await timed(() => fault(engine, "spin", LONG, { signal: controller.signal }));
      const ms = performance.now() - begin;
      assert.equal(error, reason);
      assert.ok(ms < 50, `the promise took ${ms} ms`);
      // the engine itself is free again soon, not only the promise: with threads it is the same one, still warm
      const next = await timed(() => fault(engine, "threads"));
      assert.equal(next.result, threads);
      if (threads > 1) assert.ok(next.ms < 150, `the next answer took ${next.ms} ms`);
    }
  });
}

for (const threads of [1, 2]) {
  test(`50 ms after an abort a real search takes no time any more, ${threads} thread(s)`, async (t) => {
    const engine = analyzer(t, nanikiru, { threads, memoryMb: 1024 });
    // 350,387 hands: seconds in all; in the first half second its graph is sorted, which looks at no flag
    const ask = (signal) =>
      engine.analyze("1358m247p358s1266z", { turn: 3 }, { exchanges: 5, calls: 0, memoryMb: 1024, signal });
    for (const wait of [100, 200, 300, 600]) {
      // the engine is up, and its hot functions have been compiled for speed: that, too, is processor time
      await engine.analyze(HAND, {}, { exchanges: 4, calls: 0 });
      const controller = new AbortController();
      const answer = assert.rejects(ask(controller.signal), { name: "AbortError" });
      await sleep(wait);
      controller.abort(); // had the search been over, it would not reject
      await answer;
      await sleep(50);
      const over = process.cpuUsage();
      await sleep(100);
      const { user } = process.cpuUsage(over);
      // a search that went on would take 100 for each thread
      assert.ok(user < threads * 60_000, `aborted after ${wait} ms, it took ${user / 1000} of the 100 ms that followed the 50`);
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
  const { error, ms } = await second;
  assert.equal(error.name, "AbortError");
  assert.ok(ms < 50, `${ms} ms`);
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
    const { ms } = await timed(() => fault(engine, "spin", 500, { onProgress: (progress) => seen.push(progress) }));
    clearInterval(ticker);
    const between = seen.filter(({ done, total }) => done > 0 && done < 500 && total === 500);
    assert.ok(between.length > 2, JSON.stringify(seen));
    for (let i = 1; i < seen.length; i++) assert.ok(seen[i].done >= seen[i - 1].done);
    assert.ok(ticks > ms / 5 / 4, `${ticks} ticks of 5 ms in ${ms} ms`);
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
    const open = [fault(engine, "spin", LONG), fault(engine, "threads")].map((promise) => timed(() => promise));
    await sleep(20);
    const begin = performance.now();
    engine.dispose();
    for (const { error } of await Promise.all(open)) assert.equal(error?.code, "engine.disposed");
    assert.ok(performance.now() - begin < 100);
    await assert.rejects(fault(engine, "threads"), { code: "engine.disposed" });
    engine.dispose();
  }
  const unused = hooked.createAnalyzer();
  unused.dispose();
  await assert.rejects(fault(unused, "threads"), { code: "engine.disposed" });
  const starting = hooked.createAnalyzer({ threads: 2 });
  const early = fault(starting, "spin", LONG);
  starting.dispose();
  await assert.rejects(early, { code: "engine.disposed" });
});

/** Runs a program and resolves to its exit code, what it printed, and how long it lived after printing. */
async function program(source) {
  const child = spawn(process.execPath, ["--input-type=module", "-e", source], { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  let printed;
  child.stdout.on("data", (chunk) => {
    text += chunk;
    printed = performance.now();
  });
  const code = await new Promise((done, failed) => {
    const timer = setTimeout(() => failed(new Error(`still running; printed: ${text}`)), 20_000);
    child.on("close", (status) => done(status, clearTimeout(timer)));
  });
  return { code, text, lingered: performance.now() - printed };
}

const from = (folder) => JSON.stringify(pathToFileURL(join(folder, "node.js")).href);

test("a process ends by itself when it has its answer", async () => {
  for (const options of ["", "{ threads: 1 }", "{ threads: 2 }"]) {
    const { code, text, lingered } = await program(`
      import { analyze, createAnalyzer } from ${from(DIST)};
      const report = await ${options ? `createAnalyzer(${options}).analyze` : "analyze"}(${JSON.stringify(HAND)}, {}, { exchanges: "first" });
      console.log(report.candidates.length);`);
    assert.equal(code, 0);
    assert.ok(Number(text) > 0);
    assert.ok(lingered < 1500, `${lingered} ms`);
  }
});

test("a process ends by itself after an abort, a panic and when it only imports", async () => {
  const { code, text } = await program(`
    import { createAnalyzer } from ${from(HOOKS)};
    const engine = createAnalyzer({ threads: 2 });
    const abort = await engine.analyze("test:spin:${LONG}", {}, { signal: AbortSignal.timeout(50) }).catch((e) => e.name);
    const panic = await engine.analyze("test:panic-pool").catch((e) => e.code);
    console.log(abort, panic);`);
  assert.deepEqual([code, text], [0, "TimeoutError engine.panic\n"]);
  assert.equal((await program(`import { createAnalyzer } from ${from(DIST)}; createAnalyzer();`)).code, 0);
});
