// The package in a browser without the page: with and without headers, with files that are lost, and with faults.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";
import { chosen } from "../../scripts/folders.mjs";
import { HOOKS } from "../node/hooks.mjs";
import { DIST, HAND, nanikiru } from "../node/support.mjs";
import { ask, open } from "./support.mjs";

const expected = await nanikiru.createAnalyzer({ threads: 1 }).analyze(HAND);

test("with headers threads, without them one thread and the reason, and the same report to the last bit", async (t) => {
  const isolated = await ask(await open(t, DIST), HAND, { threads: 2 });
  assert.equal(isolated.search.threads, 2);
  const plain = await ask(await open(t, DIST, { isolated: false }), HAND, { threads: 2 });
  assert.equal(plain.search.threads, 1);
  assert.match(plain.search.threadsReason, /not cross-origin isolated/);
  for (const { candidates } of [isolated, plain]) assert.deepStrictEqual(candidates, expected.candidates);
});

for (const isolated of [true, false]) {
  const threads = isolated ? 2 : 1;
  const label = isolated ? "isolated" : "not isolated";

  test(`files that a bundler lost come inside a script, ${label}`, async (t) => {
    for (const without of [["/worker.js"], ["/nanikiru.wasm", "/nanikiru-threads.wasm"]]) {
      const report = await ask(await open(t, DIST, { isolated, without }), HAND, { threads: 2 });
      assert.equal(report.search?.threads, threads, JSON.stringify(report));
      assert.deepStrictEqual(report.candidates, expected.candidates);
    }
  });

  test(`a host that answers everything with its page, as Vite's server does, ${label}`, async (t) => {
    const html = (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html><title>a page</title>" });
    const page = await open(t, DIST, { isolated, spoil: [/\/(worker\.js|nanikiru.*\.wasm)$/, html] });
    const report = await ask(page, HAND, { threads: 2 });
    assert.equal(report.search?.threads, threads, JSON.stringify(report));
  });

  test(`bundled by esbuild with nothing copied, ${label}`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "nanikiru-"));
    t.after(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "app.js"), `export * from ${JSON.stringify(join(DIST, "browser.js"))};`);
    await build({
      entryPoints: [join(folder, "app.js")],
      bundle: true,
      splitting: true,
      format: "esm",
      outdir: join(folder, "out"),
      logLevel: "error",
    });
    const report = await ask(await open(t, join(folder, "out"), { entry: "app.js", isolated }), HAND, { threads: 2 });
    assert.equal(report.search?.threads, threads, JSON.stringify(report));
  });
}

test("the entry without the copies: threads, and an error where the files are lost", async (t) => {
  const page = await open(t, DIST, { entry: "no-inline.js", without: ["/inline.js"] });
  const report = await ask(page, HAND, { threads: 2 });
  assert.equal(report.search?.threads, 2, JSON.stringify(report));
  const lost = await ask(await open(t, DIST, { entry: "no-inline.js", without: ["/worker.js"] }));
  assert.equal(lost.code, "engine.start");
  assert.doesNotMatch(lost.message, /copy/);
});

test("a bundle of the entry without the copies does not have them", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "nanikiru-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const size = async (entry) => {
    const out = join(folder, entry);
    writeFileSync(join(folder, "app.js"), `export * from ${JSON.stringify(join(DIST, entry))};`);
    const { metafile } = await build({
      entryPoints: [join(folder, "app.js")],
      bundle: true,
      splitting: true,
      format: "esm",
      outdir: out,
      logLevel: "error",
      metafile: true,
    });
    return Object.values(metafile.outputs).reduce((sum, { bytes }) => sum + bytes, 0);
  };
  assert.ok((await size("browser.js")) > 1_000_000);
  assert.ok((await size("no-inline.js")) < 200_000);
});

test("WebAssembly served with a wrong type is compiled all the same", async (t) => {
  const wrong = async (route) =>
    route.fulfill({ response: await route.fetch(), contentType: "application/octet-stream" });
  const page = await open(t, DIST, { spoil: [/\.wasm$/, wrong], without: ["/inline.js"] });
  assert.equal((await ask(page, HAND, { threads: 2 })).search?.threads, 2);
});

test("a strict content security policy", async (t) => {
  const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";
  const page = await open(t, DIST, { headers: { "Content-Security-Policy": policy }, without: ["/inline.js"] });
  assert.equal((await ask(page, HAND, { threads: 2 })).search?.threads, 2);
});

test("a file that the caller names is the only one tried, and the error names it, its status and its first bytes", async (t) => {
  const page = await open(t, DIST);
  const origin = new URL(page.url()).origin;
  const missing = `${origin}/gone.wasm`;
  const error = await ask(page, HAND, { threads: 2, wasmUrl: { single: missing, threads: missing } });
  assert.equal(error.code, "engine.start");
  assert.match(error.message, /gone\.wasm.*HTTP 404.*begins with "not found/);
  const worker = await ask(page, HAND, { workerUrl: `${origin}/gone.js` });
  assert.equal(worker.code, "engine.start");
});

test("faults in a browser are errors, with a fresh engine after each", async (t) => {
  for (const [isolated, threads] of [
    [true, 2],
    [false, 1],
  ]) {
    const page = await open(t, HOOKS, { isolated });
    const results = await page.evaluate(async (count) => {
      const engine = window.nanikiru.createAnalyzer({ threads: count });
      const ask = (hand, options) =>
        engine.analyze(hand, {}, options).then(
          (report) => report.search.hands,
          (error) => (error.name === "NanikiruError" ? error.code : error.name),
        );
      const out = [];
      for (const hand of [
        "test:panic-pool",
        "test:panic-caller",
        "test:deep-pool:7000",
        "test:deep-pool:8260",
        "test:fill:1500",
      ]) {
        await ask("test:threads");
        out.push(await ask(hand));
      }
      out.push(await ask("test:threads"));
      let frames = 0;
      const count60 = () => {
        frames++;
        requestAnimationFrame(count60);
      };
      count60();
      const stop = new AbortController();
      setTimeout(() => stop.abort(), 500);
      out.push(await ask("test:spin:120000", { signal: stop.signal }), frames);
      return out;
    }, threads);
    const frames = results.pop();
    const faults = ["engine.panic", "engine.panic", 7000, "engine.stack", "engine.memory"];
    assert.deepEqual(results, [...faults, threads, "AbortError"]);
    assert.ok(frames >= 3, `${frames} frames in 500 ms of search`);
  }
});

/** A table whose tiles count, and what they would be without the players. */
const TABLE = { doraIndicators: "4p", seat: "south", players: { east: { river: "7p" } } };
const SEEN = { doraIndicators: "4p", seat: "south", visible: "7p", tilesLeft: 68 };

test("the small build answers first, as the whole one does without the players, and only once", async (t) => {
  const page = await open(t, DIST, { isolated: false });
  const [small, whole, again] = await page.evaluate(
    async ([hand, context, options]) => {
      const engine = window.nanikiru.createAnalyzer();
      const order = [];
      const noted = (name) => (report) => (order.push(name), report);
      const [first, second] = await Promise.all([
        engine.preview(hand, context, options).then(noted("small")),
        engine.analyze(hand, context, options).then(noted("whole")),
      ]);
      if (order.join() !== "small,whole") throw new Error(order.join());
      return [first, second, (await engine.preview(hand, context, options)) ?? null];
    },
    [HAND, { doraIndicators: "4p" }, { depth: "first" }],
  );
  assert.equal(small.search.threads, 1);
  assert.deepStrictEqual(small.candidates, whole.candidates);
  assert.equal(again, null);
});

const onRelease = chosen() === "release" ? false : "a build for the tests has no small one";
test("the small build counts the tiles of a table, and nothing else of its players", { skip: onRelease }, async (t) => {
  const [small, whole] = await (
    await open(t, DIST)
  ).evaluate(
    async ([hand, table, seen, options]) => {
      const engine = window.nanikiru.createAnalyzer();
      return [await engine.preview(hand, table, options), await engine.analyze(hand, seen, options)];
    },
    [HAND, TABLE, SEEN, { depth: "first" }],
  );
  assert.deepStrictEqual(small.candidates, whole.candidates);
});

test("without its file, in its place, or after a bad request, the small build holds nothing up", async (t) => {
  const page = await open(t, DIST, { without: ["/nanikiru-preview.wasm"] });
  const asked = await page.evaluate(
    async ([hand, url]) => {
      const lost = window.nanikiru.createAnalyzer();
      const named = window.nanikiru.createAnalyzer({ wasmUrl: { single: url, threads: url } });
      const bad = window.nanikiru.createAnalyzer();
      return [
        (await lost.preview(hand)) ?? null,
        (await lost.analyze(hand)).candidates.length > 0,
        (await named.preview(hand)) ?? null,
        await bad.preview(hand, { turn: 99 }).then(
          () => "answered",
          ({ code }) => code,
        ),
        (await bad.analyze(hand)).candidates.length > 0,
      ];
    },
    [HAND, "none.wasm"],
  );
  assert.deepStrictEqual(asked.slice(0, 3), [null, true, null]);
  assert.equal(asked[4], true);
});

test("a preview that is given up ends with the signal's reason, and nothing is thrown beside it", async (t) => {
  const page = await open(t, DIST);
  const thrown = [];
  page.on("pageerror", (error) => thrown.push(error.message));
  const ended = await page.evaluate(async (hand) => {
    const engine = window.nanikiru.createAnalyzer();
    const stop = new AbortController();
    window.Worker = class extends Worker {
      postMessage(message, transfer) {
        super.postMessage(message, transfer);
        if (message.type === "ask") stop.abort(new Error("given up"));
      }
    };
    const ended = await engine.preview(hand, {}, { signal: stop.signal }).catch(({ message }) => message);
    return [ended, (await engine.analyze(hand)).candidates.length > 0];
  }, HAND);
  assert.deepStrictEqual(ended, ["given up", true]);
  assert.deepStrictEqual(thrown, []);
});
