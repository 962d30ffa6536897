// npm run referee: four bots play games under RiichiEnv, whose rules are its own. Every reply has to come, and to be one of its
// legal actions.
//   --decisions N   how many (2,000 when left out)
//   --rounds N      so many rounds instead
//   --seed N        the first game's
//   --example       the bot of examples/bot, and not that of `nanikiru mjai`
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Failure, ROOT, isMain, program, run, say } from "./run.mjs";
import { refereePath } from "./setup.mjs";

/** The command of a bot; its seat follows. */
const BOTS = {
  program: [join(ROOT, "dist/cli.js"), "mjai", "--framing", "array", "--depth", "first", "--threads", "1", "--budget-ms", "60000", "--seat"],
  example: [join(ROOT, "examples/bot/bot.mjs")],
};

/** Plays as many decisions or rounds; gives what was counted. */
export async function referee({ bot = "program", rounds, decisions = 2000, seed = 1 } = {}) {
  const python = await refereePath();
  if (python === undefined) throw new Failure("the referee needs python3 with venv and pip");
  const [unit, wanted] = rounds === undefined ? ["decisions", decisions] : ["rounds", rounds];
  const script = join(ROOT, "tests/referee/referee.py");
  const text = await run(python, [script, unit, String(wanted), String(seed), process.execPath, ...BOTS[bot]]);
  const counts = JSON.parse(text.trim().split("\n").at(-1));
  if (!(counts[unit] >= wanted)) throw new Failure(`only ${counts[unit]} of ${wanted} ${unit}`);
  say(`${counts.decisions} decisions in ${counts.rounds} whole rounds, none illegal, none missing; the slowest took ${counts.slowest.toFixed(1)} s: ${JSON.stringify(counts.replies)}`);
  return counts;
}

if (isMain(import.meta)) {
  const string = { type: "string" };
  const { values } = parseArgs({ options: { decisions: string, rounds: string, seed: string, example: { type: "boolean" } } });
  const { decisions, rounds, seed } = Object.fromEntries(["decisions", "rounds", "seed"].map((name) => [name, values[name] && Number(values[name])]));
  await program(() => referee({ bot: values.example ? "example" : "program", decisions, rounds, seed }));
}
