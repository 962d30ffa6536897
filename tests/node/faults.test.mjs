// Every pitfall of threads in WebAssembly: none may hang, and the next question is answered.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { fault, hooked } from "./hooks.mjs";
import { HAND, analyzer, built, nanikiru, timed } from "./support.mjs";

/** The fault is this error, and a fresh engine answers after it. */
async function recovers(engine, threads, name, number, code) {
  await fault(engine, "threads");
  const { error } = await timed(() => fault(engine, name, number));
  assert.equal(error?.code, code, `${name}: ${error}`);
  assert.ok(error instanceof hooked.NanikiruError);
  assert.equal(await fault(engine, "threads"), threads);
  return error;
}

for (const threads of [1, 2, 4]) {
  test(`a panic is an error, ${threads} thread(s)`, async (t) => {
    const engine = analyzer(t, hooked, { threads });
    const inPool = await recovers(engine, threads, "panic-pool", 0, "engine.panic");
    assert.match(inPool.message, /a panic in task 777/);
    assert.match(inPool.message, /hooks\.rs/);
    const inCaller = await recovers(engine, threads, "panic-caller", 0, "engine.panic");
    assert.match(inCaller.message, /a panic on the calling thread/);
  });

  test(`a stack of 8 MiB is there everywhere and does not overflow in silence, ${threads} thread(s)`, async (t) => {
    const engine = analyzer(t, hooked, { threads });
    for (const name of ["deep-pool", "deep-caller"]) {
      assert.equal(await fault(engine, name, 7000), 7000);
      // just past the end: nothing traps in a pool thread, only the guard notices
      await recovers(engine, threads, name, 8260, "engine.stack");
      await recovers(engine, threads, name, 100_000, "engine.stack");
    }
  });
}

test("memory that runs out is an error, and freed memory is used again", async (t) => {
  for (const threads of [1, 2]) {
    const engine = analyzer(t, hooked, { threads, memoryMb: 128 });
    const error = await recovers(engine, threads, "fill", 256, "engine.memory");
    assert.match(error.message, /^the search ran out of memory: .*maxHands.*memoryMb/);
    assert.doesNotMatch(error.message, /unreachable/i);
    for (let i = 0; i < 5; i++) assert.equal(await fault(engine, "fill", 60), 60);
  }
});

test("blocks that one thread allocates and another frees stay whole", async (t) => {
  for (const threads of [2, 4]) assert.equal(await fault(analyzer(t, hooked, { threads }), "storm", 10), 10);
});

test("questions that wait behind a panic are answered", async (t) => {
  const engine = analyzer(t, hooked, { threads: 2 });
  const [panic, next, last] = await Promise.all(
    ["panic-pool", "threads", "threads"].map((name) => timed(() => fault(engine, name))),
  );
  assert.equal(panic.error.code, "engine.panic");
  assert.deepEqual([next.result, last.result], [2, 2]);
});

for (const name of ["rayon-first", "two-pools"]) {
  test(`${name}: a pool that cannot start leaves one thread and the reason`, async (t) => {
    process.env.NANIKIRU_FAULT = name;
    t.after(() => delete process.env.NANIKIRU_FAULT);
    const engine = analyzer(t, hooked, { threads: 2 });
    const { search } = await engine.analyze("test:threads:0");
    assert.equal(search.hands, 1);
    assert.equal(search.threads, 1);
    assert.match(search.threadsReason, /the threads did not start: .*rayon has a pool already/);
  });
}

test("shared memory that is refused leaves one thread and the reason", async (t) => {
  // a worker's globals are its own, so the refusal is put in front of the worker's script
  const script = `
    import { createRequire } from "node:module";
    const Memory = WebAssembly.Memory;
    WebAssembly.Memory = class extends Memory {
      constructor(descriptor) {
        if (descriptor.shared) throw new RangeError("could not allocate memory");
        super(descriptor);
      }
    };
    createRequire(${JSON.stringify(import.meta.url)})(${built("worker.cjs")});`;
  const workerUrl = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
  const { search } = await analyzer(t, nanikiru, { threads: 2, workerUrl }).analyze(HAND);
  assert.equal(search.threads, 1);
  assert.match(search.threadsReason, /^shared memory could not be reserved: RangeError/);
});

test("Node 20's compiler fault: pools start again and again", async (t) => {
  for (let i = 0; i < 8; i++) {
    const engine = nanikiru.createAnalyzer({ threads: 4 });
    const { search } = await engine.analyze(HAND);
    assert.equal(search.threads, 4);
    engine.dispose();
  }
  t.diagnostic(`V8 ${process.versions.v8}`);
});

test("inside a worker thread it works as well", async () => {
  const worker = new Worker(
    `const { parentPort } = require("node:worker_threads");
     const { analyze } = require(${built("node.cjs")});
     analyze(${JSON.stringify(HAND)}).then((report) => parentPort.postMessage(report.candidates.length));`,
    { eval: true },
  );
  const count = await new Promise((done, failed) => worker.on("message", done).on("error", failed));
  assert.ok(count > 0);
  const code = await new Promise((done) => worker.on("exit", done));
  assert.equal(code, 0);
});
