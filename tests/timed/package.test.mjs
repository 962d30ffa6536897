// What the package promises in time, on Node: run apart from everything else, on a machine that does nothing else.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { closeSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { largeCapture } from "../capture.mjs";
import {
  ABORT,
  CAPTURE,
  DISPOSE,
  ENDED,
  EXHAUSTED,
  LINGER,
  LONG_SEARCH,
  NEXT_AFTER_ABORT,
  PANIC,
  REFUSAL,
  SILENCE_AFTER_ABORT,
} from "../limits.mjs";
import { CLI, folder } from "../node/cli.mjs";
import { ENDS, ending, healthy, workers } from "../node/ends.mjs";
import { fault, hooked } from "../node/hooks.mjs";
import { DIST, HAND, analyzer, nanikiru, program, sleep, timed } from "../node/support.mjs";

/** Milliseconds over which processor time is counted. */
const WINDOW = 200;

function within(limit, ms, what) {
  assert.ok(ms < limit, `${what} took ${ms.toFixed()} ms, the limit is ${limit}`);
}

for (const threads of [1, 2]) {
  test(`an abort stops the search, and the next answer comes soon, ${threads} thread(s)`, async (t) => {
    const engine = analyzer(t, hooked, { threads });
    await fault(engine, "threads");
    for (const wait of [5, 60, 200]) {
      const controller = new AbortController();
      let begin;
      setTimeout(() => {
        begin = performance.now();
        controller.abort();
      }, wait);
      const { error } = await timed(() => fault(engine, "spin", LONG_SEARCH, { signal: controller.signal }));
      within(ABORT, performance.now() - begin, "the abort");
      assert.equal(error.name, "AbortError");
      // the engine itself is free again, not only the promise: with threads it is the same one, still warm
      const next = await timed(() => fault(engine, "threads"));
      if (threads > 1) within(NEXT_AFTER_ABORT, next.ms, "the next answer");
    }
    const first = fault(engine, "spin", 2_000);
    const waiting = new AbortController();
    const second = timed(() => fault(engine, "threads", 0, { signal: waiting.signal }));
    waiting.abort();
    within(ABORT, (await second).ms, "the abort of a question that waits");
    await first;
  });
}

for (const threads of [1, 2]) {
  test(`an aborted search soon takes no processor time any more, ${threads} thread(s)`, async (t) => {
    const engine = analyzer(t, nanikiru, { threads, memoryMb: 1024 });
    // 350,387 hands: seconds in all; in the first half second its graph is sorted, which looks at no flag
    const ask = (signal) =>
      engine.analyze("1358m247p358s1266z", { turn: 3 }, { depth: 5, calls: 0, memoryMb: 1024, signal });
    for (const wait of [100, 200, 300, 600]) {
      // the engine is up, and its hot functions have been compiled for speed: that, too, is processor time
      await engine.analyze(HAND, {}, { depth: 4, calls: 0 });
      const controller = new AbortController();
      const answer = assert.rejects(ask(controller.signal), { name: "AbortError" });
      await sleep(wait);
      controller.abort(); // had the search been over, it would not reject
      await answer;
      await sleep(SILENCE_AFTER_ABORT);
      const over = process.cpuUsage();
      await sleep(WINDOW);
      const { user } = process.cpuUsage(over);
      // a search that went on would take all of it for each thread
      assert.ok(
        user / 1000 < threads * 0.6 * WINDOW,
        `aborted after ${wait} ms, it took ${user / 1000} of ${WINDOW} ms`,
      );
    }
  });
}

for (const threads of [1, 2, 4]) {
  test(`faults are errors in time, ${threads} thread(s)`, async (t) => {
    const engine = analyzer(t, hooked, { threads, memoryMb: 128 });
    const faults = [
      ["panic-pool", 0, "engine.panic", PANIC],
      ["panic-caller", 0, "engine.panic", PANIC],
      ["deep-pool", 8260, "engine.stack", EXHAUSTED],
      ["deep-caller", 100_000, "engine.stack", EXHAUSTED],
      ["fill", 256, "engine.memory", EXHAUSTED],
    ];
    for (const [name, number, code, limit] of faults) {
      await fault(engine, "threads");
      const { error, ms } = await timed(() => fault(engine, name, number));
      assert.equal(error?.code, code);
      within(limit, ms, name);
    }
  });
}

for (const threads of [1, 2]) {
  for (const end of Object.keys(ENDS).filter((end) => end !== "memory")) {
    test(`a worker that ends by ${end} is an error in time, ${threads} thread(s)`, async (t) => {
      const engine = ending(t, end, { threads, memoryMb: 1024 });
      if (end === "terminate") await engine.analyze(HAND, {}, { depth: "first" });
      let begin = performance.now();
      // seconds on any machine: the end comes before the answer
      const asked = timed(() =>
        engine.analyze("1358m247p358s1266z", { turn: 1 }, { depth: 5, calls: 0, memoryMb: 1024 }),
      );
      if (end === "terminate") {
        await sleep(50);
        begin = performance.now();
        void workers.at(-1).terminate();
      }
      const { error } = await asked;
      assert.equal(error?.code, "engine.ended");
      // the start of the worker is in it where it ends by itself
      within(ENDED, performance.now() - begin, end);
      healthy();
    });
  }
}

test("a hand of 20 MB is refused in time", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1, memoryMb: 64 });
  const { error, ms } = await timed(() => engine.analyze("1m".repeat(10_000_000)));
  assert.equal(error.code, "hand.size");
  within(REFUSAL, ms, "the refusal");
});

test("dispose ends everything in time", async (t) => {
  for (const threads of [1, 2]) {
    const engine = analyzer(t, hooked, { threads });
    await fault(engine, "threads");
    const open = [fault(engine, "spin", LONG_SEARCH), fault(engine, "threads")].map((promise) => timed(() => promise));
    await sleep(20);
    const begin = performance.now();
    engine.dispose();
    await Promise.all(open);
    within(DISPOSE, performance.now() - begin, "dispose");
  }
});

test("a process ends soon after its last answer", async () => {
  for (const options of ["{ threads: 1 }", "{ threads: 2 }"]) {
    const { code, lingered } = await program(`
      import { createAnalyzer } from ${JSON.stringify(pathToFileURL(join(DIST, "node.js")).href)};
      const report = await createAnalyzer(${options}).analyze(${JSON.stringify(HAND)}, {}, { depth: "first" });
      console.log(report.candidates.length);`);
    assert.equal(code, 0);
    within(LINGER, lingered, "the end of the process");
  }
});

test("a game among 50 MB of a browser's other messages is read in time, in a small memory", async (t) => {
  const capture = new TextEncoder().encode(largeCapture());
  // 64 MiB is the least that an engine has; stacks, tables and what is spare are 16 to 43 MiB more
  const engine = analyzer(t, nanikiru, { threads: 1, memoryMb: 64 });
  await engine.analyze(HAND, {}, { depth: "first" });
  const { ms, result, error } = await timed(() => engine.parseLog(capture));
  assert.ifError(error);
  assert.equal(result.rounds.length, 1);
  within(CAPTURE, ms, "the capture");
});

/** The most memory of a program that reads such a capture, in KiB; of the limit some 55 MiB are Node's own. */
const CAPTURE_RSS = 256 * 1024;
const PRINTS_RSS = 'data:text/javascript,process.on("exit",()=>console.error(process.resourceUsage().maxRSS))';

test("the command line reads a game among 50 MB of other messages in time, in 256 MiB for all of it", async (t) => {
  const place = folder(t);
  const path = join(place, "capture.har");
  writeFileSync(path, largeCapture());
  for (const args of [
    ["convert", path, "--to", "mjai"],
    ["convert", "-", "--to", "mjai"],
    ["review", path, "--depth", "first", "--json"],
    ["review", "-", "--depth", "first", "--json"],
  ]) {
    const stdin = openSync(path);
    const begin = performance.now();
    const child = spawn(process.execPath, ["--import", PRINTS_RSS, CLI, ...args], { stdio: [stdin, "pipe", "pipe"] });
    const said = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"]) child[name].on("data", (chunk) => (said[name] += chunk));
    const code = await new Promise((done) => child.on("close", done));
    closeSync(stdin);
    const what = args.slice(0, 2).join(" ");
    assert.equal(code, 0, said.stderr);
    assert.ok(said.stdout.length > 1_000, what);
    const rss = Number(said.stderr);
    assert.ok(rss > 0 && rss < CAPTURE_RSS, `${what}: ${rss} KiB`);
    within(CAPTURE, performance.now() - begin, what);
  }
});
