// Fifty small made-up games, two workers, and one of them is killed in the middle: every game is reviewed, and once.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
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

/** Three turns of a round in mjai; games differ by their names. */
function madeUp(number) {
  const events = [
    { type: "start_game", names: [`A${number}`, "B", "C", "D"] },
    { type: "start_kyoku", bakaze: "E", kyoku: 1, honba: 0, kyotaku: 0, oya: 0, scores: Array(4).fill(25_000), dora_marker: "4p", tehais: HANDS },
  ];
  for (const pai of tiles("9p N 1s")) {
    for (const [actor, drawn] of [pai, "N", "W", "F"].entries()) events.push({ type: "tsumo", actor, pai: drawn }, { type: "dahai", actor, pai: drawn, tsumogiri: true });
  }
  events.push({ type: "ryukyoku", reason: "abort", deltas: [0, 0, 0, 0] }, { type: "end_kyoku" }, { type: "end_game" });
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

test("a worker that is killed loses no game, and none is reviewed twice", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "nanikiru-site-"));
  const children = [];
  t.after(async () => {
    const ended = children.map((child) => (child.exitCode === null && child.signalCode === null ? new Promise((done) => child.once("exit", done)) : undefined));
    for (const child of children) child.kill("SIGKILL");
    await Promise.all(ended);
    rmSync(folder, { recursive: true });
  });
  const redis = await startRedis(folder);
  children.push(redis.child);
  const env = { REDIS_URL: redis.url, DATABASE: join(folder, "reviews.db"), PORT: "0", DEPTH: "first", LOCK_MS: "3000" };
  let { url, child } = await startServer(env);
  children.push(child);
  const state = async () => (await (await fetch(`${url}games`)).json()).games;

  for (let number = 0; number < GAMES; number += 1) await fetch(`${url}games`, { method: "POST", body: madeUp(number) });
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
    return games.some(({ result }) => result) && games.some(({ result, progress }) => !result && progress?.done > 0 && progress.done < progress.total);
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
  assert.deepEqual(games.filter(({ endings }) => endings !== 1), [], "a game ended more or less than once");
  assert.deepEqual([...new Set(reviewed.map(({ result }) => result.decisions))], [15]);
  const again = reviewed.filter(({ result }) => result.starts > 1).length;
  assert.equal(again, 1, `${again} games were begun anew after the kill`);
  const [refused] = games.filter(({ error }) => error);
  assert.ok(refused.error.length > 0);
});
