// A worker that ends, or a thread of its pool: the question under way is an error, and the next one has a fresh engine.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { LINGER } from "../limits.mjs";
import { ENDS, ending, healthy, workers } from "./ends.mjs";
import { DIST, HAND, analyzer, nanikiru, program, sleep } from "./support.mjs";

/** 350,387 hands: seconds on any machine, so that the worker's end comes before the answer. */
const LONG = ["1358m247p358s1266z", { turn: 1 }, { depth: 5, calls: 0, memoryMb: 1024 }];
const rejection = (asked) =>
  asked.then(
    () => assert.fail("there was no error"),
    (error) => error,
  );

for (const threads of [1, 2]) {
  for (const [end, code] of Object.entries(ENDS)) {
    test(`a worker that ends by ${end} rejects the question, and the next is answered, ${threads} thread(s)`, async (t) => {
      const engine = ending(t, end, { threads, memoryMb: 1024 });
      if (end === "terminate") await engine.analyze(HAND, {}, { depth: "first" });
      const asked = rejection(engine.analyze(...LONG));
      if (end === "terminate") {
        await sleep(50);
        void workers.at(-1).terminate();
      }
      const error = await asked;
      assert.equal(error.name, "NanikiruError");
      assert.equal(error.code, code, error.message);
      healthy();
      assert.equal((await engine.analyze(HAND, {}, { depth: "first" })).search.threads, threads);
    });
  }
}

test("a thread of the pool that ends without a word rejects the question, and the next is answered", async (t) => {
  const engine = ending(t, "thread", { threads: 2 });
  const error = await rejection(engine.analyze(HAND));
  assert.equal(error.code, "engine.ended", error.message);
  healthy();
  assert.equal((await engine.analyze(HAND, {}, { depth: "first" })).search.threads, 2);
});

test("a thread of the pool that ends at the start leaves one thread and the reason", async (t) => {
  const { search } = await ending(t, "thread-start", { threads: 2 }).analyze(HAND, {}, { depth: "first" });
  assert.equal(search.threads, 1);
  assert.match(search.threadsReason, /the threads did not start: (Error: )?a thread of the pool is gone/);
});

test("a worker that ends between two questions is not noticed", async (t) => {
  const engine = ending(t, "none", { threads: 2 });
  await engine.analyze(HAND, {}, { depth: "first" });
  await workers.at(-1).terminate();
  assert.equal((await engine.analyze(HAND, {}, { depth: "first" })).search.threads, 2);
});

test("risks and records, too", async (t) => {
  const engine = ending(t, "exit", { threads: 1 });
  const [risks, record] = [engine.danger(HAND, { players: {} }), engine.parseLog("nothing")].map(rejection);
  assert.deepEqual([(await risks).code, (await record).code], ["engine.ended", "engine.ended"]);
  healthy();
  assert.equal((await rejection(engine.parseLog("nothing"))).code, "log.unknown");
});

for (const threads of [1, 2]) {
  for (const first of [true, false]) {
    test(`whoever disposes of an analyzer ${first ? "before its first answer" : "after an answer"} rejects what was just asked, ${threads} thread(s)`, async (t) => {
      for (let microtasks = 0; microtasks <= 6; microtasks += 1) {
        const engine = analyzer(t, nanikiru, { threads });
        if (!first) await engine.analyze(HAND, {}, { depth: "first" });
        const asked = rejection(engine.analyze(HAND));
        for (let i = 0; i < microtasks; i += 1) await null;
        engine.dispose();
        const error = await asked;
        assert.equal(error.code, "engine.disposed", `${microtasks} microtasks: ${error}`);
      }
    });
  }

  test(`an analyzer that was disposed of with a question on its way lets Node end, ${threads} thread(s)`, async () => {
    const { code, text, lingered } = await program(`
      import { createAnalyzer } from ${JSON.stringify(pathToFileURL(join(DIST, "node.js")).href)};
      for (let microtasks = 0; microtasks <= 6; microtasks += 1) {
        const engine = createAnalyzer({ threads: ${threads} });
        await engine.analyze(${JSON.stringify(HAND)}, {}, { depth: "first" });
        const asked = engine.analyze(${JSON.stringify(HAND)}).catch((error) => console.log(error.code));
        for (let i = 0; i < microtasks; i += 1) await null;
        engine.dispose();
      }`);
    assert.deepEqual([code, text], [0, "engine.disposed\n".repeat(7)]);
    assert.ok(lingered < LINGER, `${lingered} ms`);
  });
}
