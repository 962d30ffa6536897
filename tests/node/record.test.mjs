// Records in all the shapes that callers have them in.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { game } from "../page/game.mjs";
import { analyzer, nanikiru, timed } from "./support.mjs";

const GAME = game();
const EVENTS = GAME.trim().split("\n");
const PARSED = EVENTS.map((line) => JSON.parse(line));
const bytes = new TextEncoder().encode(GAME);
const rejection = (asked) =>
  asked.then(
    () => assert.fail("there was no error"),
    (error) => error,
  );

test("text, bytes, files, responses and parsed JSON give the same game", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  const wanted = await engine.parseLog(GAME);
  assert.equal(wanted.rounds.length, 2);
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  const shapes = {
    bytes,
    buffer: bytes.buffer,
    "a part of a buffer": new Uint8Array([0, ...bytes, 0]).subarray(1, -1),
    "a DataView": new DataView(bytes.buffer),
    "shared bytes": shared,
    "a Node buffer": Buffer.from(GAME),
    gzip: gzipSync(GAME),
    "a Blob": new Blob([GAME]),
    "a gzip'd File": new File([gzipSync(GAME)], "game.mjson.gz"),
    "a Response": new Response(GAME),
    events: PARSED,
    lines: EVENTS,
    "another realm's body": { arrayBuffer: async () => bytes.buffer.slice() },
  };
  for (const [name, shape] of Object.entries(shapes)) assert.deepEqual(await engine.parseLog(shape), wanted, name);
  assert.deepEqual(await nanikiru.parseLog(new Blob([GAME])), wanted);
  assert.equal(bytes.length, GAME.length, "the caller keeps the bytes");
  const [first] = await Promise.all([engine.review(PARSED, { depth: "fast", rows: 1 }).next()]);
  assert.deepEqual(first.value.hand, wanted.rounds[0].decisions[0].hand);
});

test("a tenhou.net/6 game that has been parsed is read as one", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  const json = { title: ["", ""], name: ["A", "B", "C", "D"], rule: { aka: 1 }, log: [[1]] };
  const [object, text] = await Promise.all(
    [json, JSON.stringify(json)].map((log) => timed(() => engine.parseLog(log))),
  );
  assert.deepEqual(
    [object.result, object.error?.code, object.error?.message],
    [text.result, text.error?.code, text.error?.message],
  );
});

test("a response over the network, and one that is a fault", async (t) => {
  const server = createServer(({ url }, response) => {
    response
      .writeHead(url === "/game" ? 200 : 404, { "Content-Type": "text/plain" })
      .end(url === "/game" ? GAME : "not found");
  });
  await new Promise((done) => server.listen(0, done));
  t.after(() => server.close());
  const base = `http://localhost:${server.address().port}`;
  const engine = analyzer(t, nanikiru, { threads: 1 });
  assert.equal((await engine.parseLog(await fetch(`${base}/game`))).rounds.length, 2);
  const error = await rejection(engine.parseLog(await fetch(`${base}/gone`)));
  assert.deepEqual([error.code, error.field, error.value], ["log.unknown", "log", 404]);
  assert.match(error.message, /\/gone with status 404/);
  const used = new Response(GAME);
  await used.text();
  const twice = await rejection(engine.parseLog(used));
  assert.deepEqual([twice.code, twice.field], ["request.type", "log"]);
  assert.match(twice.message, /could not be read: .*read/);
});

test("what is no record is refused by name", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  const circle = [];
  circle.push(circle);
  for (const log of [
    undefined,
    null,
    5,
    true,
    1n,
    Symbol("x"),
    () => GAME,
    new Map(),
    new Date(),
    Promise.resolve(GAME),
    circle,
  ]) {
    for (const ask of [() => engine.parseLog(log), () => engine.review(log).next()]) {
      const error = await rejection(ask());
      assert.deepEqual(
        [error.name, error.code, error.field, error.value],
        ["NanikiruError", "request.type", "log", log],
      );
    }
  }
  assert.match((await rejection(engine.parseLog(Promise.resolve(GAME)))).message, /await it first/);
});

test("parsed JSON that is no record is what its text is", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  for (const [log, text] of [
    [{}, "{}"],
    [{ log: 5 }, '{"log":5}'],
    [[1, 2], "1\n2\n"],
    [[], ""],
  ]) {
    const [fromLog, fromText] = await Promise.all([log, text].map((given) => timed(() => engine.parseLog(given))));
    assert.deepEqual([fromLog.result, fromLog.error?.code], [fromText.result, fromText.error?.code], text);
  }
  assert.equal((await rejection(engine.parseLog([1, 2]))).code, "log.unknown");
});

test("a body that is larger than any record is refused before it is read", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  const bytes = (await rejection(engine.parseLog(new Uint8Array(64 * 2 ** 20 + 1)))).code;
  const body = { size: 64 * 2 ** 20 + 1, arrayBuffer: () => assert.fail("it was read") };
  const error = await rejection(engine.parseLog(body));
  assert.deepEqual([error.code, error.field, bytes], ["log.too_large", "log", "log.too_large"]);
});

test("an abort while a file is read", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  const never = { arrayBuffer: () => new Promise(() => {}) };
  const controller = new AbortController();
  const asked = rejection(engine.parseLog(never, { signal: controller.signal }));
  controller.abort();
  assert.equal((await asked).name, "AbortError");
  assert.equal((await engine.parseLog(GAME)).rounds.length, 2);
});
