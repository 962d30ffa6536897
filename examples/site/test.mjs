// Fifty small made-up games, two workers, and one of them is killed in the middle: every game is reviewed, and once.
// And what becomes of games whose queue is lost or whose result cannot be written, of readers that do not read, and
// of senders without end.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Worker } from "bullmq";
import { Redis } from "ioredis";
import { QUEUE, connection } from "./queue.mjs";
import { Senders } from "./senders.mjs";
import { startRedis, startServer, startWorker } from "./start.mjs";

const GAMES = 50;
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

const tiles = (text) => text.split(" ");
const HANDS = [
  tiles("2m 3m 4m 6m 5mr 4p 5p 6p 3s 4s 6s E E"),
  tiles("1m 1m 4m 9m 9m 2p 7s 7s 1s 8s 8p P P"),
  tiles("1p 1p 3p 2p 2p 7p 7p 9s 9s 2m 6m C C"),
  tiles("8m 8m 3m 7m 3p 3p 8p 2s 2s 5s 9s S 1p"),
];

/** A round in mjai that the dealer wins in the fourth turn; games differ by their names. */
function madeUp(number) {
  const events = [
    { type: "start_game", names: [`A${number}`, "B", "C", "D"] },
    {
      type: "start_kyoku",
      bakaze: "E",
      kyoku: 1,
      honba: 0,
      kyotaku: 0,
      oya: 0,
      scores: Array(4).fill(25_000),
      dora_marker: "4p",
      tehais: HANDS,
    },
  ];
  for (const [pai, discard] of [tiles("7m 6s"), tiles("9p 9p"), tiles("1s 1s")]) {
    const turns = [[pai, discard], tiles("N N"), tiles("W W"), tiles("F F")];
    for (const [actor, [drawn, gone]] of turns.entries())
      events.push({ type: "tsumo", actor, pai: drawn }, { type: "dahai", actor, pai: gone, tsumogiri: drawn === gone });
  }
  events.push(
    { type: "tsumo", actor: 0, pai: "5s" },
    // tsumo, a red five and a dora: 3 han 30 fu
    { type: "hora", actor: 0, target: 0, pai: "5s", deltas: [6000, -2000, -2000, -2000] },
    { type: "end_kyoku" },
    { type: "end_game" },
  );
  return events.map((event) => JSON.stringify(event)).join("\n");
}

/** Asks until it is so. */
async function until(what, ask, limit = 600_000) {
  for (const begin = Date.now(); Date.now() - begin < limit; await sleep(100)) {
    const found = await ask();
    if (found) return found;
  }
  return assert.fail(`${what}: not within ${limit} ms`);
}

/** A folder, a Redis in it, and the environment of a server on both; all that is started is ended with the test. */
async function site(t, settings = {}) {
  const folder = mkdtempSync(join(tmpdir(), "nanikiru-site-"));
  const children = [];
  t.after(async () => {
    const ended = children.map((child) =>
      child.exitCode === null && child.signalCode === null
        ? new Promise((done) => child.once("exit", done))
        : undefined,
    );
    for (const child of children) child.kill("SIGKILL");
    await Promise.all(ended);
    rmSync(folder, { recursive: true });
  });
  const redis = await startRedis(join(folder, "redis"));
  children.push(redis.child);
  const env = {
    REDIS_URL: redis.url,
    DATABASE: join(folder, "reviews.db"),
    PORT: "0",
    DEPTH: "first",
    LOCK_MS: "3000",
    ...settings,
  };
  return { folder, children, redis, env };
}

/** The server of a site, and what it says of its games. */
async function served(t, settings) {
  const made = await site(t, settings);
  const { url, child } = await startServer(made.env);
  made.children.push(child);
  const games = async () => (await (await fetch(`${url}games`)).json()).games;
  const post = (body) => fetch(`${url}games`, { method: "POST", body });
  return { ...made, url, child, games, post };
}

/** A worker that reviews nothing, at once; how large a review is follows from `mistakes`. */
function worker(t, { REDIS_URL }, { mistakes = 1, pause = 0 } = {}) {
  process.env.REDIS_URL = REDIS_URL;
  const reviewed = async (job) => {
    await sleep(pause);
    return {
      decisions: 1,
      accuracy: 100,
      loss: 0,
      mistakes: Array(mistakes).fill({ hand: "123m456p789s1122z" }),
      starts: job.attemptsStarted,
    };
  };
  const made = new Worker(QUEUE, reviewed, { connection: connection(), concurrency: 8 });
  made.on("error", () => {});
  t.after(() => made.close(true));
  return made;
}

const ended = (games) => games.filter(({ result, error }) => result || error).length;

test("a worker that is killed loses no game, and none is reviewed twice", async (t) => {
  const { children, env } = await site(t);
  let { url, child } = await startServer(env);
  children.push(child);
  const state = async () => (await (await fetch(`${url}games`)).json()).games;

  for (let number = 0; number < GAMES; number += 1)
    await fetch(`${url}games`, { method: "POST", body: madeUp(number) });
  // the same record again is the same game
  await fetch(`${url}games`, { method: "POST", body: madeUp(0) });
  await fetch(`${url}games`, { method: "POST", body: "no record" });
  assert.equal((await state()).length, GAMES + 1);
  assert.match(await (await fetch(url)).text(), /<progress/);

  const victim = startWorker(env);
  children.push(victim);
  // it has begun a game, and not ended it
  await until("a game under way", async () => {
    const games = await state();
    return (
      games.some(({ result }) => result) &&
      games.some(({ result, progress }) => !result && progress?.done > 0 && progress.done < progress.total)
    );
  });
  victim.kill("SIGKILL");
  await new Promise((done) => victim.once("exit", done));
  const before = (await state()).filter(({ result }) => result).length;
  assert.ok(before < GAMES, `${before} games were done before the worker was killed`);
  children.push(startWorker(env), startWorker(env));

  // the server, too, ends and comes back in the middle
  await until("a few more", async () => (await state()).filter(({ result }) => result).length > before + 3);
  child.kill("SIGTERM");
  await new Promise((done) => child.once("exit", done));
  ({ url, child } = await startServer(env));
  children.push(child);

  const games = await until("all of them", async () => {
    const all = await state();
    return all.every(({ result, error }) => result || error) && all;
  });
  const reviewed = games.filter(({ result }) => result);
  assert.equal(reviewed.length, GAMES);
  assert.deepEqual(
    games.filter(({ endings }) => endings !== 1),
    [],
    "a game ended more or less than once",
  );
  assert.deepEqual([...new Set(reviewed.map(({ result }) => result.decisions))], [14]);
  const again = reviewed.filter(({ result }) => result.starts > 1).length;
  assert.equal(again, 1, `${again} games were begun anew after the kill`);
  const [refused] = games.filter(({ error }) => error);
  assert.ok(refused.error.length > 0);
  const whole = await (await fetch(`${url}games/${reviewed[0].id}`)).json();
  assert.equal(whole.mistakes.length, reviewed[0].result.mistakes);
});

for (const [how, settings] of [
  ["on a timer", { AGREE_MS: "300" }],
  ["when it is posted again", {}],
]) {
  test(`a queue that loses all while the server runs has every open game again ${how}`, async (t) => {
    const { redis, env, games, post } = await served(t, settings);
    const records = Array.from({ length: 20 }, (_, i) => `record ${i}`);
    for (const record of records) assert.equal((await post(record)).status, 202);
    const client = new Redis(redis.url);
    t.after(() => client.disconnect());
    await until("all of them in the queue", async () => (await client.llen(`bull:${QUEUE}:wait`)) === records.length);
    await client.flushall();
    if (how !== "on a timer") for (const record of records) assert.equal((await post(record)).status, 202);
    worker(t, env);
    await until("all of them", async () => ended(await games()) === records.length, 30_000);
    assert.deepEqual(
      (await games()).filter(({ endings }) => endings !== 1),
      [],
    );
  });
}

test("a Redis that comes back without its data has every open game again at once, those too that came meanwhile", async (t) => {
  const { folder, children, redis, env, games, post } = await served(t);
  for (let number = 0; number < 20; number += 1) await post(`record ${number}`);
  redis.child.kill("SIGKILL");
  await new Promise((done) => redis.child.once("exit", done));
  // nobody has to wait for a queue that is not there
  for (let number = 20; number < 30; number += 1) assert.equal((await post(`record ${number}`)).status, 202);
  const other = await startRedis(join(folder, "other"), redis.port);
  children.push(other.child);
  worker(t, env);
  await until("all of them", async () => ended(await games()) === 30, 30_000);
  assert.deepEqual(
    (await games()).filter(({ endings }) => endings !== 1),
    [],
  );
});

test("a result that could not be written is written once there is room, and nothing is lost or taken that is not there", async (t) => {
  const { env, child, games, post } = await served(t, { AGREE_MS: "300" });
  /** The size that files of the server may have, as a full disk sets it. */
  const limit = (bytes) => execFileSync("prlimit", ["--pid", `${child.pid}`, `--fsize=${bytes}:`]);
  const records = Array.from({ length: 20 }, (_, i) => `record ${i}`);
  for (const record of records) assert.equal((await post(record)).status, 202);
  limit(64 << 10);
  const reviewing = worker(t, env, { mistakes: 300 });
  let completed = 0;
  reviewing.on("completed", () => (completed += 1));
  await until("all of them reviewed", () => completed === records.length, 30_000);
  await sleep(1000);
  const before = ended(await games());
  assert.ok(before < records.length, `${before} of ${records.length} were written though there was no room`);
  const refused = await post("x".repeat(100_000));
  assert.deepEqual([refused.status, refused.headers.has("retry-after")], [503, true]);
  assert.equal((await games()).length, records.length, "what is refused is not there");
  limit("unlimited");
  const all = await until(
    "all of them written",
    async () => {
      const found = await games();
      return ended(found) === records.length && found;
    },
    30_000,
  );
  assert.deepEqual(
    all.filter(({ endings, result }) => endings !== 1 || result.mistakes !== 300),
    [],
  );
  assert.equal((await post("x".repeat(100_000))).status, 202);
});

/** A reader of `/events`: `messages` it has been sent, and `bytes`; it reads nothing while it is paused. */
function reader(t, url) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  t.after(() => socket.destroy());
  socket.write("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const seen = { socket, bytes: 0, text: "", closed: false };
  socket.setEncoding("utf8").on("data", (text) => {
    seen.bytes += text.length;
    seen.text += text;
  });
  socket.on("error", () => {}).on("close", () => (seen.closed = true));
  seen.messages = () => [...seen.text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data));
  return seen;
}

test("readers have all games once and then what changes; those that do not read cost little and are dropped", async (t) => {
  const { env, url, child, games, post } = await served(t, {
    RECORDS_A_MINUTE: "100000",
    PATIENCE_MS: "2500",
    MOST_READERS: "30",
  });
  const many = 400;
  for (let number = 0; number < many; number += 1) await post(`record ${number}`);
  const reading = reader(t, url);
  const idle = Array.from({ length: 20 }, () => {
    const one = reader(t, url);
    one.socket.pause();
    return one;
  });
  await until("the first message", () => reading.messages().length > 0);
  const [first] = reading.messages();
  assert.deepEqual([first.all, first.games.length], [true, many]);
  const memory = () =>
    Number(/VmRSS:\s+(\d+)/.exec(execFileSync("cat", [`/proc/${child.pid}/status`], { encoding: "utf8" }))[1]) / 1024;
  const before = memory();
  worker(t, env, { mistakes: 100, pause: 20 });
  let slowest = 0;
  for (let number = many; ended(await games()) < many; number += 1) {
    const begin = performance.now();
    await post(`record ${number}`);
    slowest = Math.max(slowest, performance.now() - begin);
    await sleep(50);
  }
  const changes = reading.messages().slice(1);
  assert.ok(changes.length > 3 && changes.every(({ all }) => all === undefined));
  // each game changes a few times: when it comes, when it begins, when it ends
  const sent = changes.reduce((sum, message) => sum + message.games.length, 0);
  assert.ok(sent < 6 * (await games()).length, `${sent} changes`);
  assert.ok(reading.bytes < 2_000_000, `${reading.bytes} bytes for one reader`);
  assert.ok(memory() - before < 60, `${before} MB before, ${memory()} MB after`);
  assert.ok(slowest < 10_000, `slowest POST ${slowest} ms`);
  // the last of what each game was is what the reader knows
  await sleep(500);
  const known = new Map();
  for (const message of reading.messages()) for (const game of message.games) known.set(game.id, game);
  assert.deepEqual(
    [...known.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
    (await games()).sort((a, b) => (a.id < b.id ? -1 : 1)),
  );

  const refused = Array.from({ length: 12 }, () => reader(t, url));
  await until("no more readers than there may be", () => refused.some(({ text }) => text.includes("503")));
});

test("a reader that falls behind has what it missed when it reads again, and is dropped when it does not", async () => {
  const { Readers } = await import("./readers.mjs");
  const { EventEmitter } = await import("node:events");
  class Response extends EventEmitter {
    sent = [];
    full = false;
    destroyed = false;
    writeHead() {}
    write(text) {
      this.sent.push(JSON.parse(text.slice("data: ".length)));
      return !this.full;
    }
    destroy() {
      this.destroyed = true;
      this.emit("close");
    }
  }
  const version = new Map([
    ["a", 1],
    ["b", 1],
  ]);
  const readers = new Readers((ids) => (ids ?? [...version.keys()]).map((id) => [id, version.get(id)]), {
    most: 2,
    patienceMs: 1500,
  });
  const [quick, slow, third] = [new Response(), new Response(), new Response()];
  slow.full = true;
  assert.deepEqual([readers.add(quick), readers.add(slow), readers.add(third)], [true, true, false]);
  for (let n = 2; n < 5; n += 1) {
    version.set("a", n);
    readers.change("a");
    await sleep(250);
  }
  version.set("b", 2);
  readers.change("b");
  await sleep(250);
  const [a, b] = ["a", "b"];
  assert.deepEqual(quick.sent, [
    {
      all: true,
      games: [
        [a, 1],
        [b, 1],
      ],
    },
    { games: [[a, 2]] },
    { games: [[a, 3]] },
    { games: [[a, 4]] },
    { games: [[b, 2]] },
  ]);
  assert.equal(slow.sent.length, 1);
  slow.full = false;
  slow.emit("drain");
  assert.deepEqual(slow.sent.slice(1), [
    {
      games: [
        [a, 4],
        [b, 2],
      ],
    },
  ]);
  readers.change("b");
  await sleep(250);
  assert.deepEqual([slow.sent.length, slow.destroyed], [3, false]);

  slow.full = true;
  readers.change("b");
  await sleep(250);
  for (let n = 0; n < 7; n += 1) {
    readers.change("a");
    await sleep(250);
  }
  assert.deepEqual([slow.sent.length, slow.destroyed, quick.destroyed, readers.size], [4, true, false, 1]);
  assert.equal(readers.add(third), true);
  readers.close();
  assert.deepEqual([quick.destroyed, third.destroyed], [true, true]);
});

/** Posts a body in pieces, without its length unless it is given; the status, whether or not all of it was taken. */
const piecewise = (url, pieces, headers = {}) =>
  new Promise((resolve, reject) => {
    const sent = request(`${url}games`, { method: "POST", headers }, (response) =>
      resolve(response.resume().statusCode),
    );
    sent.on("error", reject);
    const next = (i) => (i === pieces.length ? sent.end() : sent.write(pieces[i], () => next(i + 1)));
    next(0);
  });

test("what a sender may post is limited, by size and by rate, with an answer", async (t) => {
  const MIB = 1 << 20;
  const { url, post, games } = await served(t, {
    RECORDS_A_MINUTE: "8",
    BYTES_A_MINUTE: `${20 * MIB}`,
    MOST_WAITING: "4",
  });
  // refused by its length at once, or where it gets too long
  assert.equal(await piecewise(url, [Buffer.alloc(10)], { "Content-Length": 5 * MIB }), 413);
  assert.equal(await piecewise(url, Array(50).fill(Buffer.alloc(MIB / 8))), 413);
  assert.equal((await post(Buffer.alloc(4 * MIB))).status, 202);
  for (const record of ["a", "b", "c"]) assert.equal((await post(record)).status, 202);
  const full = await post("d");
  assert.deepEqual([full.status, full.headers.get("retry-after")], [503, "60"]);
  assert.equal((await post("a")).status, 503);
  const often = await post("e");
  assert.equal(often.status, 429);
  assert.ok(Number(often.headers.get("retry-after")) > 0);
  assert.equal((await games()).length, 4);
  for (const [path, method, status] of [
    ["//", "GET", 404],
    ["/games/", "GET", 404],
    ["/games/../../etc/passwd", "GET", 404],
    [`/games/${"0".repeat(32)}`, "GET", 404],
    ["/", "DELETE", 405],
    ["/%", "GET", 404],
  ]) {
    const found = await new Promise((done) =>
      request({ port: new URL(url).port, path, method }, (response) => done(response.resume().statusCode)).end(),
    );
    assert.equal(found, status, `${method} ${path}`);
  }
});

test("a sender's buckets fill up with time, each on its own", () => {
  let now = 0;
  const senders = new Senders({ records: 60, bytes: 6000 }, () => now);
  for (let n = 0; n < 60; n += 1) assert.equal(senders.take("a", { records: 1 }), 0);
  assert.equal(senders.take("a", { records: 1 }), 1);
  assert.equal(senders.take("b", { records: 1 }), 0);
  assert.equal(senders.take("a", { bytes: 6000 }), 0);
  assert.equal(senders.take("a", { bytes: 3000 }), 30);
  now += 10_000;
  for (let n = 0; n < 10; n += 1) assert.equal(senders.take("a", { records: 1, bytes: 100 }), 0);
  assert.ok(senders.take("a", { records: 1 }) > 0);
  now += 3_600_000;
  assert.equal(senders.take("a", { records: 60, bytes: 6000 }), 0);
  assert.ok(senders.take("a", { records: 1 }) > 0, "no more than a minute's worth is saved up");
});
