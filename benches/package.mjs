// How long the package takes, as a user meets it: node benches/package.mjs [runs]
// Cold: a fresh process imports and asks for the first answer (n = shanten). Warm: the same worker asked again.
import { execFileSync } from "node:child_process";
import assert from "node:assert/strict";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";

const ENTRY = new URL("../dist/node.js", import.meta.url).href;
const RUNS = Number(process.argv[2] ?? 5);
/** By shanten; east seat, first turn, nothing seen. */
const HANDS = ["345678m349p22567s", "2346m4067p2478s55z", "2357m2468p3567s11z", "159m2468p3579s112z"];

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const milliseconds = (values) => `${Math.min(...values).toFixed(0)} (${median(values).toFixed(0)})`.padStart(13);

/** Runs in a fresh process. */
async function cold(threads, hand) {
  const begin = performance.now();
  const { createAnalyzer } = await import(ENTRY);
  const { search } = await createAnalyzer({ threads }).analyze(hand, {}, { exchanges: "first" });
  return { ms: performance.now() - begin, hands: search.hands };
}

if (process.argv[2] === "cold") {
  console.log(JSON.stringify(await cold(Number(process.argv[3]), process.argv[4])));
} else {
  console.log(`Node ${process.versions.node}, ${cpus()[0].model}, ${cpus().length} cores, best (median) of ${RUNS}, ms`);
  console.log("hand                 shanten threads | first answer, cold |  n  hands, warm |  n  hands, warm");
  const { createAnalyzer } = await import(ENTRY);
  for (const hand of HANDS) {
    for (const threads of [1, 2]) {
      const self = fileURLToPath(import.meta.url);
      const start = () => JSON.parse(execFileSync(process.execPath, [self, "cold", String(threads), hand], { encoding: "utf8" }));
      const starts = Array.from({ length: RUNS }, start);
      const engine = createAnalyzer({ threads });
      const parts = [];
      let shanten;
      for (const exchanges of ["first", "full"]) {
        const times = [];
        let report;
        await engine.analyze(hand, {}, { exchanges });
        for (let i = 0; i < RUNS; i++) {
          report = await engine.analyze(hand, {}, { exchanges });
          times.push(report.search.elapsedMs);
        }
        shanten = report.shanten;
        assert.equal(report.search.threads, threads);
        assert.equal(report.search.exchanges, Math.max(shanten, 0) + (exchanges === "full" ? 1 : 0));
        if (exchanges === "first") for (const { hands } of starts) assert.equal(hands, report.search.hands);
        parts.push(`${report.search.exchanges} ${String(report.search.hands).padStart(6)} ${milliseconds(times)}`);
      }
      engine.dispose();
      console.log(`${hand.padEnd(20)} ${shanten} ${threads} | ${milliseconds(starts.map(({ ms }) => ms))} | ${parts.join(" | ")}`);
    }
  }
}
