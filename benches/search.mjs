// Time of a whole analyze() in WebAssembly under Node, worker and JSON included, on 1 and 2 threads.
//   npm run build && node benches/search.mjs                      the requests of benches/search.json, one by one
//   node benches/search.mjs CASES.json [--memory]                 means by shanten and depth, of hands that
//     cargo run --release --bin measure -- speed --cases CASES.json  has written; --memory takes a process for each
// A request runs until it has taken two seconds (of CASES: three times, or once when it takes 300 ms), and the best
// time counts. Every answer is asserted.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { createAnalyzer } from "nanikiru";

const THREADS = [1, 2];
const self = fileURLToPath(import.meta.url);
const ask = (analyzer, { hand, context, options }, onProgress) =>
  analyzer.analyze(hand, context, { ...options, onProgress });

/** The best time of a request in milliseconds, when its first report came then, and the last report. */
async function best(analyzer, request, enough) {
  let [report, first, least, spent] = [undefined, Infinity, Infinity, 0];
  for (let runs = 0; !enough(runs, spent); runs += 1) {
    let early;
    const begin = performance.now();
    report = await ask(analyzer, request, ({ report }) => {
      if (report) early ??= performance.now() - begin;
    });
    const time = performance.now() - begin;
    if (time < least) [first, least] = [early ?? time, time];
    spent += time;
  }
  return { report, first, time: least };
}

async function single() {
  const cases = JSON.parse(readFileSync(new URL("search.json", import.meta.url), "utf8"));
  const times = cases.map(() => []);
  for (const threads of THREADS) {
    const analyzer = createAnalyzer({ threads, memoryMb: 1024 });
    for (const [i, { request, hands, best: tile }] of cases.entries()) {
      const { report, time } = await best(analyzer, request, (runs, spent) => runs >= 3 && spent >= 2000);
      assert.equal(report.search.hands, hands);
      assert.equal(report.candidates[0].action.tile, tile);
      assert.equal(report.search.threads, threads);
      times[i].push(time.toFixed(2));
    }
    await analyzer.dispose();
  }
  console.log(`Node ${process.versions.node}; best of 3 or more`);
  console.log("| shanten | n | m_f | hands | ms, 1 thread | ms, 2 threads |\n|---|---|---|---|---|---|");
  for (const [i, { shanten, exchanges, hands, request }] of cases.entries()) {
    console.log(`| ${shanten} | ${exchanges} | ${request.options.calls} | ${hands} | ${times[i].join(" | ")} |`);
  }
}

/** Every figure can be, and the depth is the one that was asked for. */
function check({ candidates, search, shanten }, { options }, threads) {
  assert.ok(candidates.length > 0);
  for (const { value, winRate, tenpaiRate } of candidates) {
    assert.ok(Number.isFinite(value));
    for (const rate of [winRate, tenpaiRate]) assert.ok(rate > -1e-6 && rate < 1 + 1e-6);
  }
  if (typeof options.exchanges === "number") assert.equal(search.exchanges, options.exchanges);
  if (typeof options.calls === "number") assert.equal(search.calls, options.calls);
  assert.equal(search.complete, search.exchanges > shanten);
  assert.equal(search.threads, threads);
}

/** Loads the engine and starts its threads, which is benches/cold.mjs's to measure. */
const start = (analyzer) => analyzer.analyze("123m406p789s11222z", { turn: 17 });

/** A figure of this process in KiB; Linux tells. */
function resident(name) {
  const line = readFileSync("/proc/self/status", "utf8").match(new RegExp(`^${name}:\\s+(\\d+)`, "m"));
  return Number(line[1]);
}

/** MiB by which a fresh process grows at its largest when it searches on two threads. */
async function memory(request) {
  const analyzer = createAnalyzer({ threads: 2 });
  await start(analyzer);
  const before = resident("VmRSS");
  await ask(analyzer, request);
  return (resident("VmHWM") - before) / 1024;
}

function spread(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const mean = numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
  return [mean, sorted[Math.ceil(0.95 * sorted.length) - 1], sorted.at(-1)];
}

const round = (x) => (x < 10 ? x.toFixed(2) : x.toFixed(0));

async function means(path, withMemory) {
  const rows = new Map();
  for (const one of JSON.parse(readFileSync(path, "utf8"))) {
    const name = `| ${one.shanten} | ${one.search} | ${one.source} `;
    rows.set(name, [...(rows.get(name) ?? []), one.request]);
  }
  const analyzers = THREADS.map((threads) => createAnalyzer({ threads }));
  for (const analyzer of analyzers) await start(analyzer);
  console.log(`Node ${process.versions.node}; ms, best of 3 (one where it takes 300 ms); load of the machine before: ${loadavg()[0].toFixed(1)}\n`);
  const columns = THREADS.map((threads) => `first, ${threads} thread(s) | max | mean | p95 | max`).join(" | ");
  console.log(`| shanten | search | of | hands | no memory | ${columns} | mean of Q_S | max${withMemory ? " | mean MiB | max" : ""} |`);
  console.log(`|${"---|".repeat(17 + (withMemory ? 2 : 0))}`);
  for (const [name, requests] of rows) {
    const [firsts, times] = [THREADS.map(() => []), THREADS.map(() => [])];
    const [hands, peaks] = [[], []];
    let refused = 0;
    for (const request of requests) {
      try {
        const answers = [];
        for (const [i, analyzer] of analyzers.entries()) {
          const enough = (runs, spent) => runs >= 3 || (runs > 0 && spent / runs > 300);
          answers.push(await best(analyzer, request, enough));
          check(answers[i].report, request, THREADS[i]);
        }
        answers.forEach(({ first, time }, i) => [firsts[i].push(first), times[i].push(time)]);
        hands.push(answers[0].report.search.hands);
      } catch (error) {
        if (!["engine.memory", "search.too_large"].includes(error.code)) throw error;
        refused += 1;
        continue;
      }
      if (withMemory) {
        peaks.push(Number(execFileSync(process.execPath, [self, "once"], { input: JSON.stringify(request) })));
      }
    }
    if (hands.length === 0) {
      console.log(`${name}| 0 | ${refused} |`);
      continue;
    }
    const ends = (numbers) => [spread(numbers)[0], spread(numbers)[2]];
    const figures = THREADS.flatMap((_, i) => [...ends(firsts[i]), ...spread(times[i])]).concat(ends(hands)).map(round);
    if (withMemory) figures.push(...ends(peaks).map(round));
    console.log(`${name}| ${hands.length} | ${refused} | ${figures.join(" | ")} |`);
  }
  for (const analyzer of analyzers) analyzer.dispose();
}

const [path, flag] = process.argv.slice(2);
if (path === undefined) await single();
else if (path === "once") console.log(await memory(JSON.parse(readFileSync(0, "utf8"))));
else await means(path, flag === "--memory");
