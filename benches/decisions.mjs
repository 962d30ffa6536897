// How long a decision of a real game takes: analyze() of the package in Node, worker and JSON included.
//   node benches/decisions.mjs FOLDER [--every N] [--games N] [--threads N]
// FOLDER has game records of any format (the first N in the order of their names); one decision in N is asked, a seat
// in riichi left out. Each is asked once, in the order of play, by `fast` and by default; then all of them by
// review(), which judges several side by side. Whether both say the same of them is asserted.
import { readFileSync, readdirSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createAnalyzer, parseLog } from "nanikiru";
import { table } from "./table.mjs";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    every: { type: "string", default: "29" },
    games: { type: "string", default: "20" },
    threads: { type: "string", default: "2" },
  },
});
if (positionals.length !== 1) throw new Error("which folder of records?");
const [folder] = positionals;
const [every, games, threads] = [values.every, values.games, values.threads].map(Number);

const logs = [];
let all = 0;
for (const name of readdirSync(folder).sort().slice(0, games)) {
  const log = await parseLog(readFileSync(join(folder, name)));
  const rounds = log.rounds.map((round) => ({
    ...round,
    decisions: round.decisions.filter(() => all++ % every === 0),
  }));
  logs.push({ ...log, rounds });
}
const asked = logs.flatMap(({ rounds }) => rounds.flatMap((round) => round.decisions));
const analyzer = createAnalyzer({ threads });
await analyzer.analyze("123m406p789s11222z", { turn: 17 });

console.log(
  `${games} games, ${asked.length} of ${all} decisions, ${threads} threads, Node ${process.versions.node}, ${cpus()[0].model}`,
);
async function measured(depth) {
  const times = [];
  const best = new Map();
  let [estimated, refused] = [0, 0];
  for (const decision of asked) {
    const { hand, context } = decision;
    const begin = performance.now();
    try {
      const report = await analyzer.analyze(hand, context, { depth });
      estimated += report.search.estimated ? 1 : 0;
      if (!(report.candidates.length > 0)) throw new Error(`no candidate for ${hand}`);
      times.push(performance.now() - begin);
      best.set(decision, report.candidates[0].value);
    } catch (error) {
      if (error.code !== "context.in_riichi") throw error;
      refused += 1;
    }
  }
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  let [judged, spent] = [0, 0];
  for (const log of logs) {
    let begin = performance.now();
    for await (const { round, index, candidates } of analyzer.review(log, { depth })) {
      spent += performance.now() - begin;
      const value = best.get(log.rounds[round].decisions[index]);
      if (candidates.length > 0) {
        judged += 1;
        if (candidates[0].value !== value) throw new Error(`review says ${candidates[0].value}, analyze ${value}`);
      }
      begin = performance.now();
    }
  }
  const figures = [mean, at(0.5), at(0.99), at(1)].map((time) => time?.toFixed(0));
  return [depth, `${times.length} (${refused} in riichi)`, ...figures, estimated, judged, (spent / judged).toFixed(0)];
}

async function* rows() {
  for (const depth of ["first", "fast", "full"]) yield await measured(depth);
}
const head = ["depth", "decisions", "mean ms", "median", "99 %", "most", "estimated", "judged by review", "mean ms"];
try {
  await table(head, rows());
} finally {
  analyzer.dispose();
}
