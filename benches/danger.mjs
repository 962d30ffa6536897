// How long danger() takes: all tiles against three opponents, package, worker and JSON included.
//   npm run build && node benches/danger.mjs [calls]
// One thread. The first answer of a worker that has analyzed a hand, but no table, also reads the parameters.
import assert from "node:assert/strict";
import { cpus } from "node:os";
import { createAnalyzer } from "nanikiru";
import { table } from "./table.mjs";

const calls = Number(process.argv[2] ?? 200);
const hand = "346m40678p34577s2p";
const tables = {
  "a riichi, one call": {
    east: { river: "1z9m4p-2s7z-" },
    south: { river: "9p1z4z-1m*8s-" },
    west: { river: "2z9s7z6m8m3p-", melds: ["z555+"] },
    north: { river: "3z9m1s-5z2m" },
  },
  "a riichi, two calls": {
    east: { river: "1z9m4p-2s" },
    south: { river: "9p1z4z-1m*" },
    west: { river: "2z9s7z6m8m3p", melds: ["z555+", "m222+"] },
    north: { river: "3z9m1s-5z2m" },
  },
};

console.log(`${calls} calls each, Node ${process.versions.node}, ${cpus()[0].model}; ms`);
async function measured([name, players]) {
  const analyzer = createAnalyzer({ threads: 1 });
  await analyzer.analyze("123m406p789s11222z", { turn: 17 });
  const times = [];
  let before;
  for (let i = 0; i <= calls; i++) {
    const begin = performance.now();
    const report = await analyzer.danger(hand, { seat: "north", doraIndicators: "3s", players });
    times.push(performance.now() - begin);
    assert.deepEqual(report, before ?? report);
    before = report;
  }
  assert.equal(before.opponents[1].tenpaiRate, 1);
  assert.equal(before.tiles.length, 37);
  for (const { tile, dealInRate, risks } of before.tiles) {
    assert.ok(dealInRate >= 0 && dealInRate < 1, `${tile} ${dealInRate}`);
    if (tile === "1m") assert.equal(risks[1].rate, 0);
  }
  const [first, ...rest] = times;
  const sorted = rest.toSorted((a, b) => a - b);
  analyzer.dispose();
  return [name, ...[first, sorted[calls >> 1], sorted[0]].map((ms) => ms?.toFixed(1))];
}

async function* rows() {
  for (const one of Object.entries(tables)) yield await measured(one);
}
await table(["table", "first", "median", "least"], rows());
