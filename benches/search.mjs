// Time of a whole analyze() in WebAssembly, worker and JSON included, on 1 and 2 threads, in Node and in headless
// Chromium.
//   npm run build && node benches/search.mjs                      the requests of benches/search.json, one by one
//   node benches/search.mjs CASES.json [--memory]                 means by shanten and depth, of hands that
//     cargo tools measure speed --cases CASES.json  has written; --memory takes a process for each
//   --chromium or --node                                          only there
// A request runs until it has taken two seconds (of CASES: three times, or once when it takes 300 ms), and the best
// time counts. Every answer is asserted.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { chromium, node } from "./places.mjs";
import { table } from "./table.mjs";

const THREADS = [1, 2];
const self = fileURLToPath(import.meta.url);
/** The errors of a hand that does not fit; any other is a fault. */
const TOO_LARGE = ["engine.memory", "search.too_large"];

async function single(open) {
  const cases = JSON.parse(readFileSync(new URL("search.json", import.meta.url), "utf8"));
  const place = await open(THREADS, { memoryMb: 1024 });
  console.log(`${place.name}; best of 3 or more`);
  await table(["shanten", "n", "m_f", "hands", "ms, 1 thread", "ms, 2 threads"], singles(place, cases));
  await place.close();
}

async function* singles(place, cases) {
  for (const { request, hands, best: tile, shanten, exchanges } of cases) {
    const times = [];
    for (const threads of THREADS) {
      const { report, time, code } = await place.best(threads, request, { least: 3, spend: 2000, long: 1e9 });
      assert.equal(code, undefined);
      assert.equal(report.search.hands, hands);
      assert.equal(report.candidates[0].action.tile, tile);
      assert.equal(report.search.threads, threads);
      times.push(time.toFixed(2));
    }
    yield [shanten, exchanges, request.options.calls, hands, ...times];
  }
}

/** Every figure can be, and the depth is the one that was asked for. */
function check({ candidates, search, shanten }, { options }, threads) {
  assert.ok(candidates.length > 0);
  for (const { value, winRate, tenpaiRate } of candidates) {
    assert.ok(Number.isFinite(value));
    for (const rate of [winRate, tenpaiRate]) assert.ok(rate > -1e-6 && rate < 1 + 1e-6);
  }
  if (typeof options.depth === "number") assert.equal(search.exchanges, options.depth);
  if (typeof options.calls === "number") assert.equal(search.calls, options.calls);
  assert.equal(search.complete, search.exchanges > shanten);
  assert.equal(search.threads, threads);
}

/** A figure of this process in KiB, on Linux. */
function resident(name) {
  const line = readFileSync("/proc/self/status", "utf8").match(new RegExp(`^${name}:\\s+(\\d+)`, "m"));
  return Number(line[1]);
}

/** MiB by which a fresh process grows at its largest when it searches on two threads. */
async function memory(request) {
  const place = await node([2], {});
  const before = resident("VmRSS");
  const { code } = await place.best(2, request, { least: 1, spend: 0, long: 0 });
  assert.equal(code, undefined);
  return (resident("VmHWM") - before) / 1024;
}

function spread(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const mean = numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
  return [mean, sorted[Math.ceil(0.95 * sorted.length) - 1], sorted.at(-1)];
}

const round = (x) => (x < 10 ? x.toFixed(2) : x.toFixed(0));

async function means(open, path, withMemory) {
  const rows = new Map();
  for (const one of JSON.parse(readFileSync(path, "utf8"))) {
    const name = JSON.stringify([one.shanten, one.search, one.source]);
    rows.set(name, [...(rows.get(name) ?? []), one.request]);
  }
  const place = await open(THREADS, {});
  console.log(
    `${place.name}; ms, best of 3 (one where it takes 300 ms); load of the machine before: ${loadavg()[0].toFixed(1)}\n`,
  );
  const columns = THREADS.flatMap((threads) => [`first, ${threads} thread(s)`, "max", "mean", "p95", "max"]);
  const head = ["shanten", "search", "of", "hands", "no memory", ...columns, "mean of Q_S", "max"];
  await table([...head, ...(withMemory ? ["mean MiB", "max"] : [])], groups(place, rows, withMemory));
  await place.close();
}

async function* groups(place, rows, withMemory) {
  for (const [name, requests] of rows) {
    const names = JSON.parse(name);
    const [firsts, times] = [THREADS.map(() => []), THREADS.map(() => [])];
    const [hands, peaks] = [[], []];
    let refused = 0;
    for (const request of requests) {
      const answers = [];
      for (const threads of THREADS)
        answers.push(await place.best(threads, request, { least: 3, spend: 0, long: 300 }));
      const code = answers.find((answer) => answer.code)?.code;
      if (code !== undefined) {
        assert.ok(TOO_LARGE.includes(code), code);
        refused += 1;
        continue;
      }
      answers.forEach(({ report, first, time }, i) => {
        check(report, request, THREADS[i]);
        firsts[i].push(first);
        times[i].push(time);
      });
      hands.push(answers[0].report.search.hands);
      if (withMemory) {
        peaks.push(Number(execFileSync(process.execPath, [self, "once"], { input: JSON.stringify(request) })));
      }
    }
    if (hands.length === 0) {
      yield [...names, 0, refused];
      continue;
    }
    const ends = (numbers) => [spread(numbers)[0], spread(numbers)[2]];
    const figures = THREADS.flatMap((_, i) => [...ends(firsts[i]), ...spread(times[i])])
      .concat(ends(hands))
      .map(round);
    if (withMemory) figures.push(...ends(peaks).map(round));
    yield [...names, hands.length, refused, ...figures];
  }
}

const words = process.argv.slice(2);
const flag = (name) => words.includes(`--${name}`);
const [path] = words.filter((word) => !word.startsWith("--"));
if (path === "once") {
  console.log(await memory(JSON.parse(readFileSync(0, "utf8"))));
  process.exit();
}
const places = [...(flag("chromium") ? [] : [node]), ...(flag("node") ? [] : [chromium])];
for (const [i, open] of places.entries()) {
  if (i > 0) console.log();
  if (path === undefined) await single(open);
  else await means(open, path, flag("memory") && open === node);
}
