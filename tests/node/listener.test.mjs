// `onProgress` is the caller's code: what goes wrong in it ends the caller's question and nothing else.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { game } from "../page/game.mjs";
import { HANG, LONG_SEARCH } from "../limits.mjs";
import { fault, hooked } from "./hooks.mjs";
import { DIST, HAND, analyzer, nanikiru } from "./support.mjs";

const GAME = game();
const NO_FUNCTIONS = [null, 1, "log", {}, [], true];
const QUICK = { depth: "fast" };

for (const threads of [1, 2]) {
  test(`an onProgress that throws rejects the question with what it threw, and stops the search, ${threads} thread(s)`, async (t) => {
    const engine = analyzer(t, hooked, { threads });
    for (const thrown of [new Error("mine"), "a word", undefined, null]) {
      let calls = 0;
      const onProgress = () => {
        calls += 1;
        throw thrown;
      };
      const [settled] = await Promise.allSettled([fault(engine, "spin", LONG_SEARCH, { onProgress })]);
      assert.deepEqual([settled.status, settled.reason, calls], ["rejected", thrown, 1]);
      assert.equal(await fault(engine, "threads"), threads, "the next question is answered");
    }
  });

  test(`a promise of onProgress that rejects does the same, ${threads} thread(s)`, async (t) => {
    const engine = analyzer(t, hooked, { threads });
    const mine = new Error("mine, later");
    const onProgress = async () => {
      await Promise.resolve();
      throw mine;
    };
    await assert.rejects(fault(engine, "spin", LONG_SEARCH, { onProgress }), (error) => error === mine);
    assert.equal(await fault(engine, "threads"), threads);
  });

  test(`a report that onProgress chokes on, ${threads} thread(s)`, async (t) => {
    const engine = analyzer(t, nanikiru, { threads });
    const mine = new Error("no such report");
    const onProgress = ({ report }) => {
      if (report) throw mine;
    };
    await assert.rejects(engine.analyze(HAND, {}, { onProgress }), (error) => error === mine);
    assert.ok((await engine.analyze(HAND, {}, QUICK)).candidates.length > 0);
  });

  test(`a review ends with what its onProgress threw, ${threads} thread(s)`, async (t) => {
    const engine = analyzer(t, nanikiru, { threads });
    const mine = new Error("enough seen");
    const seen = [];
    const throwing = async (onProgress) => {
      for await (const decision of engine.review(GAME, { ...QUICK, seat: 0, rows: 1, onProgress })) seen.push(decision);
    };
    await assert.rejects(
      throwing(() => {
        throw mine;
      }),
      (error) => error === mine,
    );
    assert.equal(seen.length, 0, "before the first decision");
    await assert.rejects(
      throwing(({ done }) => {
        if (done === 3) throw mine;
      }),
      (error) => error === mine,
    );
    assert.equal(seen.length, 2);
    await assert.rejects(
      throwing(async ({ done }) => {
        if (done === 1) throw mine;
      }),
      (error) => error === mine,
    );
    assert.ok(seen.length <= 4);
    assert.ok((await engine.analyze(HAND, {}, QUICK)).candidates.length > 0);
  });
}

test("an onProgress that is no function is refused, by analyze, review and the shared analyzer", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  for (const onProgress of NO_FUNCTIONS) {
    const refusal = { name: "NanikiruError", code: "request.type", field: "onProgress", value: onProgress };
    for (const { analyze, review } of [engine, nanikiru].map((from) => ({
      analyze: from.analyze.bind(from),
      review: from.review.bind(from),
    }))) {
      await assert.rejects(analyze(HAND, {}, { onProgress }), refusal);
      await assert.rejects(review(GAME, { onProgress }).next(), refusal);
    }
  }
});

test("options and a signal that are none are refused", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  for (const options of [null, 5, "fast", ["fast"]]) {
    const refusal = { name: "NanikiruError", code: "request.type", field: "options", value: options };
    await assert.rejects(engine.analyze(HAND, {}, options), refusal);
    await assert.rejects(engine.danger(HAND, {}, options), refusal);
    await assert.rejects(engine.parseLog("", options), refusal);
    await assert.rejects(engine.review(GAME, options).next(), refusal);
  }
  const signal = {};
  for (const ask of [
    () => engine.analyze(HAND, {}, { signal }),
    () => engine.parseLog("", { signal }),
    () => engine.review(GAME, { signal }).next(),
  ]) {
    await assert.rejects(ask, { name: "NanikiruError", code: "request.type", field: "signal", value: signal });
  }
});

test("whose own signal is aborted hears no more, and gets the signal's reason", async (t) => {
  const engine = analyzer(t, hooked, { threads: 2 });
  const controller = new AbortController();
  const reason = new Error("enough");
  let after = 0;
  const onProgress = () => {
    if (controller.signal.aborted) after += 1;
    controller.abort(reason);
  };
  await assert.rejects(
    fault(engine, "spin", LONG_SEARCH, { onProgress, signal: controller.signal }),
    (error) => error === reason,
  );
  assert.equal(after, 0);
});

test("no process ends of it: throwing, rejecting and no functions, in analyze, review and the shared analyzer", () => {
  const source = `
    import { analyze, createAnalyzer, review } from ${JSON.stringify(pathToFileURL(join(DIST, "node.js")).href)};
    const named = ({ code, message }) => code ?? message;
    const bad = [() => { throw new Error("mine"); }, async () => { throw new Error("mine"); }, 5];
    const record = ${JSON.stringify(GAME)};
    for (const onProgress of bad) {
      for (const engine of [createAnalyzer({ threads: 1 }), createAnalyzer({ threads: 2 }), { analyze, review }]) {
        const options = { onProgress, depth: "full" };
        console.log(await engine.analyze(${JSON.stringify(HAND)}, {}, options).then(() => "none", named));
        console.log(await (async () => { for await (const _ of engine.review(record, { ...options, depth: "fast" })) {} })().then(() => "none", named));
      }
    }
    const gone = createAnalyzer({ threads: 1, wasmUrl: { single: new URL("file:///no-such-file.wasm") } });
    const early = gone.analyze("1m").catch(named);
    await new Promise((done) => setTimeout(done, 1));
    gone.dispose();
    console.log(await early);`;
  const text = execFileSync(process.execPath, ["--input-type=module", "-e", source], {
    encoding: "utf8",
    timeout: 4 * HANG,
  });
  const lines = text.trim().split("\n");
  assert.deepEqual(lines.slice(0, 12), Array(12).fill("mine"));
  assert.deepEqual(lines.slice(12, 18), Array(6).fill("request.type"));
  assert.match(lines[18], /^engine\.(start|disposed)$/);
  assert.equal(lines.length, 19);
});
