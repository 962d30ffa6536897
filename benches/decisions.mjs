// How long a decision of a real game takes: analyze() of the package in Node, worker and JSON included.
//   node benches/decisions.mjs FOLDER [--every N] [--games N] [--threads N]
// FOLDER has game records of any format (the first N in the order of their names); one decision in N is asked, a seat in riichi
// left out. Each is asked once, in the order of play, by `fast` and by default.
import { readFileSync, readdirSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createAnalyzer, parseLog } from "nanikiru";

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

const decisions = [];
for (const name of readdirSync(folder).sort().slice(0, games)) {
  const { rounds } = await parseLog(readFileSync(join(folder, name)));
  decisions.push(...rounds.flatMap((round) => round.decisions));
}
const asked = decisions.filter((_, i) => i % every === 0);
const analyzer = createAnalyzer({ threads });
await analyzer.analyze("123m406p789s11222z", { turn: 17 });

console.log(`${games} games, ${asked.length} of ${decisions.length} decisions, ${threads} threads, Node ${process.versions.node}, ${cpus()[0].model}`);
console.log("| depth | decisions | mean ms | median | 99 % | most | estimated |");
console.log("|---|---|---|---|---|---|---|");
for (const depth of ["fast", "full"]) {
  const times = [];
  let [estimated, refused] = [0, 0];
  for (const { hand, context } of asked) {
    const begin = performance.now();
    try {
      const report = await analyzer.analyze(hand, context, { depth });
      estimated += report.search.estimated ? 1 : 0;
      if (!(report.candidates.length > 0)) throw new Error(`no candidate for ${hand}`);
      times.push(performance.now() - begin);
    } catch (error) {
      if (error.code !== "context.in_riichi") throw error;
      refused += 1;
    }
  }
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  const figures = [mean, at(0.5), at(0.99), at(1)].map((time) => time.toFixed(0));
  console.log(`| ${depth} | ${times.length} (${refused} in riichi) | ${figures.join(" | ")} | ${estimated} |`);
}
analyzer.dispose();
