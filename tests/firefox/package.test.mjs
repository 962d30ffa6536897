// The package in Firefox without the page and without a bundler: a module script on a static host.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { serve } from "../../scripts/serve.mjs";
import { PATIENCE } from "../limits.mjs";
import { HOOKS } from "../node/hooks.mjs";
import { DIST, HAND, nanikiru } from "../node/support.mjs";
import { HELD, launch } from "./browser.mjs";

const PAGE = `<!doctype html><meta charset="utf-8"><title>a page of somebody else</title><script type="module">
  import * as nanikiru from "./browser.js";
  window.nanikiru = nanikiru;
</script>`;

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** A page of a host that serves the package's `folder`, with the package as `nanikiru`. */
async function open(t, folder, serving = {}) {
  const host = mkdtempSync(join(tmpdir(), "nanikiru-"));
  cpSync(folder, host, { recursive: true });
  writeFileSync(join(host, "index.html"), PAGE);
  const server = await serve(host, serving);
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  t.after(async () => {
    await page.close();
    await server.close();
    rmSync(host, { recursive: true });
  });
  await page.goto(server.url);
  await page.waitForFunction(() => window.nanikiru !== undefined);
  return page;
}

/** Asks a fresh engine in the page; resolves to the report, or to code and message of the error. */
async function ask(page) {
  for (let left = 3; ; left -= 1) {
    const answer = await page.evaluate(async (hand) => {
      const engine = window.nanikiru.createAnalyzer({ threads: 2 });
      const answer = await engine.analyze(hand).catch(({ code, message }) => ({ code, message }));
      engine.dispose();
      return answer;
    }, HAND);
    if (left === 0 || !HELD.test(answer.search?.threadsReason)) return answer;
  }
}

const expected = await nanikiru.createAnalyzer({ threads: 1 }).analyze(HAND);

for (const isolated of [true, false]) {
  const label = isolated ? "isolated, two threads" : "not isolated, one thread and the reason";
  const judge = (report) => {
    assert.equal(report.search?.threads, isolated ? 2 : 1, JSON.stringify(report));
    if (!isolated) assert.match(report.search.threadsReason, /not cross-origin isolated/u);
    assert.deepStrictEqual(report.candidates, expected.candidates, "as in Node, to the last bit");
  };

  test(`a module script answers: ${label}`, async (t) => judge(await ask(await open(t, DIST, { isolated }))));

  test(`lost files come inside a script: ${label}`, async (t) => {
    const without = ["/worker.js", "/nanikiru.wasm", "/nanikiru-threads.wasm"];
    judge(await ask(await open(t, DIST, { isolated, without })));
  });

  test(`faults have their code, an abort ends the search, a fresh engine answers after each: ${label}`, async (t) => {
    const page = await open(t, HOOKS, { isolated });
    const { answers, searches } = await page.evaluate(async () => {
      const searches = [];
      const engine = window.nanikiru.createAnalyzer({ threads: 2 });
      const ask = async (hand, options) => {
        try {
          const { search } = await engine.analyze(hand, {}, options);
          if (hand !== "test:threads") return search.hands;
          searches.push({ threads: search.hands, reason: search.threadsReason });
          return "threads";
        } catch (error) {
          return error.name === "NanikiruError" ? error.code : error.name;
        }
      };
      const out = [];
      for (const hand of [
        "test:panic-pool",
        "test:panic-caller",
        "test:deep-pool:7000",
        "test:deep-pool:8260",
        "test:fill:1500",
        "test:threads",
      ])
        out.push(await ask(hand));
      const stop = new AbortController();
      const spinning = ask("test:spin:600000", { signal: stop.signal });
      setTimeout(() => stop.abort(), 300);
      out.push(await spinning, await ask("test:threads"));
      engine.dispose();
      return { answers: out, searches };
    });
    assert.deepEqual(answers, [
      "engine.panic",
      "engine.panic",
      7000,
      "engine.stack",
      "engine.memory",
      "threads",
      "AbortError",
      "threads",
    ]);
    for (const { threads, reason } of searches)
      assert.ok(threads === (isolated ? 2 : 1) || HELD.test(reason), `${threads} threads: ${reason}`);
  });
}
