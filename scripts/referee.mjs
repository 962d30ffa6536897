// npm run referee: bots play games under RiichiEnv, whose rules are its own. Every reply has to come, to be in time,
// and to be one of its legal actions.
//   --players N     how many play, four or three (4 when left out)
//   --decisions N   how many (2,000 when left out)
//   --rounds N      so many rounds instead
//   --seed N        the first game's
//   --at-once N     so many games at a time, a process for each player
//   --budget-ms N   the time that bots are given (1,500 when left out)
//   --slack-ms N    a reply that takes longer than the budget and this is late (500 when left out)
//   --depth DEPTH   how deep the bots search (first when left out)
//   --example       the bot of examples/bot, and not that of `nanikiru mjai`; its budget and depth are its own
//   --legal         no bot: plays random actions, and at each decision the legal ones have to be the same
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Failure, ROOT, attempt, isMain, program, say } from "./run.mjs";
import { refereePath } from "./setup.mjs";

/** The rules of a table; the program knows three players by what it hears. */
const RULES = { 3: ["tenhou-sanma"], 4: [] };

/** The command of a bot; its seat stands in the place of SEAT. */
const BOTS = {
  program: ({ budgetMs, depth }) => [
    join(ROOT, "dist/cli.js"),
    "mjai",
    "--framing",
    "array",
    "--depth",
    depth,
    "--threads",
    "1",
    "--budget-ms",
    String(budgetMs),
    "--seat",
    "SEAT",
  ],
  example: ({ players }) => [join(ROOT, "examples/bot/bot.mjs"), "SEAT", ...RULES[players]],
  legal: ({ players }) => [join(ROOT, "tests/referee/legal.mjs"), "SEAT", ...RULES[players]],
};

// the hosts that wait least leave 2 s: what the program does without an option, and half a second for a
// busy machine
const BUDGET_MS = 1500;
const SLACK_MS = 500;

/** What was counted, in words. */
function sentence({ decisions, rounds, games, illegal, missing, late, slowest, start, seconds, replies }, limitMs) {
  const counted = Object.entries(replies)
    .sort(([, a], [, b]) => b - a)
    .map(([kind, number]) => `${kind} ${number}`)
    .join(", ");
  return [
    `${decisions} decisions in ${rounds} whole rounds and ${games} whole games: ${illegal} illegal, ${missing} missing, ${late} late (after ${limitMs} ms)`,
    `the slowest reply took ${Math.round(slowest * 1000)} ms, the slowest start ${Math.round(start * 1000)} ms; ${((seconds / decisions) * 1000).toFixed(1)} ms a decision, ${Math.round(seconds)} s in all`,
    `replies: ${counted}`,
  ];
}

/** Plays as many decisions or rounds; gives what was counted. `command` is that of another bot. */
export async function referee({
  bot = "program",
  players = 4,
  rounds,
  decisions = 2000,
  seed = 1,
  atOnce = 1,
  budgetMs = BUDGET_MS,
  slackMs = SLACK_MS,
  longestS = 60,
  depth = "first",
  command = [process.execPath, ...BOTS[bot]({ players, budgetMs, depth })],
  quiet = true,
} = {}) {
  const python = await refereePath();
  if (python === undefined) throw new Failure("the referee needs python3 with venv and pip");
  const [unit, wanted] = rounds === undefined ? ["decisions", decisions] : ["rounds", rounds];
  const limitMs = budgetMs + slackMs;
  const said = { unit, number: wanted, players, seed, "at-once": atOnce, "limit-ms": limitMs, "longest-s": longestS };
  const options = Object.entries(said).map(([name, value]) => `--${name}=${value}`);
  if (bot === "legal") options.push("--legal");
  const { ok, text } = await attempt(python, [join(ROOT, "tests/referee/referee.py"), ...options, "--", ...command], {
    quiet,
  });
  const last = text
    .trim()
    .split("\n")
    .findLast((line) => line.startsWith('{"decisions"'));
  if (last === undefined) throw new Failure(`the referee itself has failed\n${text}`);
  const counts = JSON.parse(last);
  const words = sentence(counts, limitMs);
  if (!ok) throw new Failure(`${words.join("\n  ")}${quiet ? `\n${text}` : ""}`);
  if (!(counts[unit] >= wanted)) throw new Failure(`only ${counts[unit]} of ${wanted} ${unit}`);
  for (const line of words) say(line);
  return counts;
}

if (isMain(import.meta)) {
  const string = { type: "string" };
  const numbers = {
    players: string,
    decisions: string,
    rounds: string,
    seed: string,
    "at-once": string,
    "budget-ms": string,
    "slack-ms": string,
  };
  const flag = { type: "boolean" };
  const { values } = parseArgs({ options: { ...numbers, depth: string, example: flag, legal: flag } });
  const number = (name) => (values[name] === undefined ? undefined : Number(values[name]));
  await program(() =>
    referee({
      bot: values.legal ? "legal" : values.example ? "example" : "program",
      players: number("players"),
      decisions: number("decisions"),
      rounds: number("rounds"),
      seed: number("seed"),
      atOnce: number("at-once"),
      budgetMs: number("budget-ms"),
      slackMs: number("slack-ms"),
      depth: values.depth,
      quiet: false,
    }),
  );
}
