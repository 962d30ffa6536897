// npm run referee: four bots of `nanikiru mjai` play games under RiichiEnv, whose rules are its own. Every reply has to come, and
// to be one of its legal actions.
//   --decisions N   how many (2,000 when left out)
//   --seed N        the first game's
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Failure, ROOT, isMain, program, run, say } from "./run.mjs";
import { refereePath } from "./setup.mjs";

/** Plays as many decisions; gives what was counted. */
export async function referee({ decisions = 2000, seed = 1 } = {}) {
  const python = await refereePath();
  if (python === undefined) throw new Failure("the referee needs python3 with venv and pip");
  const options = ["--depth", "first", "--threads", "1", "--budget-ms", "60000"];
  const script = join(ROOT, "tests/referee/referee.py");
  const text = await run(python, [script, join(ROOT, "dist/cli.js"), String(decisions), String(seed), ...options]);
  const counts = JSON.parse(text.trim().split("\n").at(-1));
  if (!(counts.decisions >= decisions)) throw new Failure(`only ${counts.decisions} of ${decisions} decisions`);
  say(`${counts.decisions} decisions in ${counts.rounds} rounds, none illegal, none missing; the slowest took ${counts.slowest.toFixed(1)} s: ${JSON.stringify(counts.replies)}`);
  return counts;
}

if (isMain(import.meta)) {
  const { values } = parseArgs({ options: { decisions: { type: "string" }, seed: { type: "string" } } });
  await program(() => referee({ decisions: Number(values.decisions ?? 2000), seed: Number(values.seed ?? 1) }));
}
