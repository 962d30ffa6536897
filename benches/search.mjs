// Time of a whole analyze() in WebAssembly under Node, on the requests of benches/search.json:
//   npm run build && node benches/search.mjs
// Each request runs until it has taken two seconds (at least three times); the best time counts, worker
// and JSON included. The number of hands and the best action are asserted.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createAnalyzer } from "nanikiru";

const cases = JSON.parse(readFileSync(new URL("search.json", import.meta.url), "utf8"));
const times = cases.map(() => []);
for (const threads of [1, 2]) {
  const analyzer = createAnalyzer({ threads });
  for (const [i, { request, hands, best }] of cases.entries()) {
    let [least, spent] = [Infinity, 0];
    for (let runs = 0; runs < 3 || spent < 2000; runs += 1) {
      const begin = performance.now();
      const report = await analyzer.analyze(request.hand, request.context, request.options);
      const time = performance.now() - begin;
      [least, spent] = [Math.min(least, time), spent + time];
      assert.equal(report.search.hands, hands);
      assert.equal(report.candidates[0].action.tile, best);
      assert.equal(report.search.threads, threads);
    }
    times[i].push(least.toFixed(2));
  }
  await analyzer.dispose();
}
console.log(`Node ${process.versions.node}; best of 3 or more`);
console.log("| shanten | n | hands | ms, 1 thread | ms, 2 threads |\n|---|---|---|---|---|");
for (const [i, { shanten, exchanges, hands }] of cases.entries()) {
  console.log(`| ${shanten} | ${exchanges} | ${hands} | ${times[i].join(" | ")} |`);
}
