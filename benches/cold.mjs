// From a fresh process to the first answer (n = shanten): import, worker, WebAssembly, threads, search.
//   npm run build && node benches/cold.mjs [runs]
// The number of hands is asserted.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { table } from "./table.mjs";

const [word = "5", threads, request] = process.argv.slice(2);
if (word === "once") {
  const { hand, context, options } = JSON.parse(request);
  const begin = performance.now();
  const { createAnalyzer } = await import("nanikiru");
  const { search } = await createAnalyzer({ threads: Number(threads) }).analyze(hand, context, options);
  console.log(JSON.stringify({ ms: performance.now() - begin, hands: search.hands }));
} else {
  const self = fileURLToPath(import.meta.url);
  const cases = JSON.parse(readFileSync(new URL("search.json", import.meta.url), "utf8"));
  console.log(`Node ${process.versions.node}, best (median) of ${word} fresh processes, ms`);
  const shortest = cases.filter(
    ({ shanten, request }) => request.options.depth === shanten && request.options.calls === 0,
  );
  await table(["shanten", "1 thread", "2 threads"], measured(shortest, Number(word), self));
}

function* measured(cases, runs, self) {
  for (const { shanten, request, hands } of cases) {
    const columns = [1, 2].map((threads) => {
      const times = Array.from({ length: runs }, () => {
        const output = execFileSync(process.execPath, [self, "once", String(threads), JSON.stringify(request)]);
        const run = JSON.parse(output);
        assert.equal(run.hands, hands);
        return run.ms;
      }).toSorted((a, b) => a - b);
      return `${times[0]?.toFixed(0)} (${times[times.length >> 1]?.toFixed(0)})`;
    });
    yield [shanten, ...columns];
  }
}
