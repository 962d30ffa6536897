// In a browser: workers that end, also without a word, code of the caller that throws, and policies of the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DIST, HAND } from "../node/support.mjs";
import { ask, open } from "./support.mjs";

const LONG = "1358m247p358s1266z";
/** In front of the worker's script: the end that the hand `end:...` asks for. */
const ENDS = `
  const ends = {
    close: () => self.close(),
    throw: () => { throw new Error("not ours"); },
  };
  self.addEventListener("message", (event) => {
    const { type, question } = event.data;
    const end = type === "ask" && /^end:(\\w+)$/.exec(question.request?.hand)?.[1];
    if (!end) return;
    // the engine does not hear of it, as if it had ended in the middle of its search
    event.stopImmediatePropagation();
    ends[end]();
  });`;
const spoilt = [
  /\/worker\.js$/,
  async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, body: `${ENDS}\n${await response.text()}` });
  },
];

for (const [isolated, threads] of [
  [true, 2],
  [false, 1],
]) {
  const label = isolated ? "isolated" : "not isolated";

  test(`a worker that closes, throws or is terminated rejects the question, and the next is answered, ${label}`, async (t) => {
    const page = await open(t, DIST, { isolated, spoil: spoilt });
    const results = await page.evaluate(
      async ([hand, long, count]) => {
        const workers = [];
        window.Worker = class extends Worker {
          constructor(...given) {
            super(...given);
            workers.push(this);
          }
        };
        const engine = window.nanikiru.createAnalyzer({ threads: count });
        const code = (asked) =>
          asked.then(
            () => "answered",
            ({ name, code }) => `${name} ${code}`,
          );
        const next = async () => (await engine.analyze(hand, {}, { depth: "first" })).search.threads;
        const out = [];
        for (const end of ["close", "throw"]) {
          await next();
          out.push(await code(engine.analyze(`end:${end}`)), await next());
        }
        const onProgress = () => workers.at(-1).terminate();
        out.push(await code(engine.analyze(long, {}, { calls: 0, onProgress })), await next());
        // between two questions
        workers.at(-1).terminate();
        await new Promise((done) => setTimeout(done, 500));
        out.push(await next(), workers.length);
        engine.dispose();
        return out;
      },
      [HAND, LONG, threads],
    );
    const ended = "NanikiruError engine.ended";
    assert.deepEqual(results, [ended, threads, ended, threads, ended, threads, threads, 5]);
  });

  test(`an onProgress that throws, rejects or is no function ends its own question only, ${label}`, async (t) => {
    const page = await open(t, DIST, { isolated });
    const uncaught = [];
    page.on("pageerror", (error) => uncaught.push(error.message));
    const results = await page.evaluate(
      async ([hand, long, count]) => {
        const engine = window.nanikiru.createAnalyzer({ threads: count });
        const mine = new Error("mine");
        const fails = [
          () => {
            throw mine;
          },
          async () => {
            throw mine;
          },
          5,
        ];
        const out = [];
        for (const onProgress of fails) {
          const asked = engine.analyze(long, {}, { calls: 0, onProgress });
          out.push(
            await asked.then(
              () => "answered",
              (error) => (error === mine ? "mine" : error.code),
            ),
          );
          out.push((await engine.analyze(hand, {}, { depth: "first" })).search.threads);
        }
        engine.dispose();
        return out;
      },
      [HAND, LONG, threads],
    );
    assert.deepEqual(results, ["mine", threads, "mine", threads, "request.type", threads]);
    assert.deepEqual(uncaught, []);
  });

  test(`a page that requires Trusted Types, ${label}`, async (t) => {
    for (const policy of [
      "require-trusted-types-for 'script'",
      "require-trusted-types-for 'script'; trusted-types nanikiru",
    ]) {
      const headers = { "Content-Security-Policy": policy };
      assert.equal(
        (await ask(await open(t, DIST, { isolated, headers }), HAND, { threads: 2 })).search?.threads,
        threads,
      );
      // the copy inside the script: its worker has the page's policy, too
      const inlined = await ask(await open(t, DIST, { isolated, headers, without: ["/worker.js"] }), HAND, {
        threads: 2,
      });
      assert.equal(inlined.search?.threads, threads, JSON.stringify(inlined));
    }
    const headers = { "Content-Security-Policy": "require-trusted-types-for 'script'; trusted-types other" };
    const refused = await ask(await open(t, DIST, { isolated, headers }), HAND, { threads: 2 });
    assert.equal(refused.code, "engine.start");
    assert.match(refused.message, /add nanikiru to the directive trusted-types of the page's Content-Security-Policy/);
  });
}

test("what the page's policy blocks is named in the error, with what to add", async (t) => {
  const blocked = async (policy, without = []) => {
    const page = await open(t, DIST, { headers: { "Content-Security-Policy": policy }, without });
    const { code, message } = await ask(page, HAND, { threads: 2 });
    assert.equal(code, "engine.start", message);
    return message;
  };
  const script = "script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
  const blob = await blocked(`${script}; worker-src 'self'`, ["/worker.js"]);
  assert.match(blob, /Content-Security-Policy blocks blob.*: add blob: to worker-src/);
  // the directive that the policy falls back to
  const fallback = await blocked(
    "script-src 'self' 'wasm-unsafe-eval' 'nonce-x'; connect-src 'self'; default-src 'none'",
    ["/worker.js"],
  );
  assert.match(fallback, /Content-Security-Policy blocks blob.*: add blob: to worker-src/);
  const none = await blocked(`${script}; worker-src 'none'`);
  assert.match(
    none,
    /Content-Security-Policy blocks http:\/\/localhost:\d+\/worker\.js: add http:\/\/localhost:\d+ to worker-src/,
  );
});

test("a copy inside the script that is not there is an error that says so", async (t) => {
  const page = await open(t, DIST, { without: ["/worker.js", "/inline.js"] });
  const { code, message } = await ask(page, HAND);
  assert.equal(code, "engine.start");
  assert.match(message, /could not be loaded.*nor could the copy of it/);
});
