// What the package promises in time, in Chromium.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "../browser/support.mjs";
import { ABORT, ENDED_BUSY, LONG_SEARCH, PANIC } from "../limits.mjs";
import { HOOKS } from "../node/hooks.mjs";

for (const [isolated, threads] of [
  [true, 2],
  [false, 1],
]) {
  test(`panics, ends and aborts come in time, ${isolated ? "isolated" : "not isolated"}`, async (t) => {
    const page = await open(t, HOOKS, { isolated });
    const results = await page.evaluate(
      async ([count, long]) => {
        const workers = [];
        window.Worker = class extends Worker {
          constructor(...given) {
            super(...given);
            workers.push(this);
          }
        };
        const engine = window.nanikiru.createAnalyzer({ threads: count });
        const ask = (hand, options) =>
          engine.analyze(hand, {}, options).then(
            () => "answered",
            ({ name, code }) => code ?? name,
          );
        const out = {};
        const measure = async (name, asked, begin = performance.now()) => {
          const code = await asked;
          out[name] = [code, performance.now() - begin];
        };
        for (const name of ["panic-pool", "panic-caller"]) {
          await ask("test:threads");
          await measure(name, ask(`test:${name}`));
        }
        await ask("test:threads");
        const ended = ask(`test:spin:${long}`);
        await new Promise((done) => setTimeout(done, 100));
        workers.at(-1).terminate();
        await measure("ended", ended);
        await ask("test:threads");
        const stop = new AbortController();
        const stopped = engine.analyze(`test:spin:${long}`, {}, { signal: stop.signal }).catch(({ name }) => name);
        await new Promise((done) => setTimeout(done, 300));
        stop.abort();
        await measure("aborted", stopped);
        return out;
      },
      [threads, LONG_SEARCH],
    );
    const wanted = {
      "panic-pool": ["engine.panic", PANIC],
      "panic-caller": ["engine.panic", PANIC],
      ended: ["engine.ended", ENDED_BUSY],
      aborted: ["AbortError", ABORT],
    };
    for (const [name, [code, limit]] of Object.entries(wanted)) {
      const [got, ms] = results[name];
      assert.equal(got, code, name);
      assert.ok(ms < limit, `${name} took ${ms.toFixed()} ms, the limit is ${limit}`);
    }
  });
}
