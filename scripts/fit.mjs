// npm run fit     fits every learned number anew, in the order in which they are built on each other.
//   npm run fit -- --list         the steps, the files that each writes, and how long they take on two cores
//   npm run fit -- --from ends    begins with a step: the one that was interrupted, say
//   npm run fit -- --only class   runs one step
// Each step is built with what the steps before it wrote. Tables of decisions and play-outs, which take an hour and
// more, stand in target/fit and are resumed unless the code or the parameters differ.
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Failure, ROOT, attempt, digest, isMain, outputOf, program, step } from "./run.mjs";
import { SHARED } from "./steps.mjs";

const FOLDER = join(ROOT, "target", "fit");
const TOOLS = ["run", "--release", "--quiet", "--package", "nanikiru-tools", "--"];

/** Runs a command, whose lines are shown. */
async function shown(program, args, env) {
  const { ok } = await attempt(program, args, { env });
  if (!ok) throw new Failure(`${[program, ...args].join(" ")} failed`);
}

const tools = (...args) => shown("cargo", [...TOOLS, ...args]);

/** What `cargo tools` prints replaces the file once it is whole. */
function printed(file, ...args) {
  const path = join(ROOT, file);
  writeFileSync(`${path}.new`, outputOf("cargo", [...TOOLS, ...args]));
  renameSync(`${path}.new`, path);
}

/** A file of long work, which belongs to this code and these parameters. */
function resumed(name) {
  mkdirSync(FOLDER, { recursive: true });
  return join(FOLDER, `${name}-${digest(["data", "src", "tools/src"]).slice(0, 12)}.jsonl`);
}

const train = (target, minutes) => ({
  name: target,
  writes: [`data/${target}.params`],
  minutes,
  work: () => tools("train", target),
});

/** Every step, in order. */
export const STEPS = [
  { name: "habits", writes: ["data/habits.params"], minutes: 1, work: () => tools("validate", "--habits") },
  {
    name: "far",
    writes: ["data/far.params"],
    minutes: 300,
    work: async () => {
      await tools("measure", "far", "--write");
      await tools("measure", "far", "--write", "--players", "3");
    },
  },
  train("danger", 16),
  train("class", 1),
  train("placement", 1),
  train("forecast", 10),
  { ...train("coming", 10), writes: ["data/forecast.params"] },
  train("policy", 40),
  train("ends", 8),
  {
    name: "value",
    writes: ["data/value.params"],
    minutes: 25,
    // one decision in two: 112,000 for some 400 weights
    work: () => tools("train", "value", "--share", "2", "--table", resumed("decisions")),
  },
  {
    name: "differences",
    writes: ["data/differences.params"],
    minutes: 240,
    work: async () => {
      const journal = resumed("playouts");
      const decisions = ["--training", "--kinds", "discard,riichi,call", "--decisions", "250", "--seed", "11"];
      await tools("playout", "decisions", ...decisions, "--journal", journal);
      await tools("playout", "fit", journal);
    },
  },
  train("three", 5),
  { ...train("three-forecast", 1), writes: ["data/three.params"] },
  { ...train("three-ends", 5), writes: ["data/three.params"] },
  {
    name: "averages",
    writes: ["js/averages.json", "www/far-wins.json"],
    minutes: 2,
    work: async () => {
      printed("js/averages.json", "measure", "averages");
      printed("www/far-wins.json", "measure", "far-wins");
    },
  },
  {
    name: "percentiles",
    writes: ["www/percentiles.json"],
    minutes: 25,
    work: async () => {
      await shown("npm", ["run", "build"]);
      await shown("node", ["scripts/percentiles.mjs", "--journal", resumed("percentiles")]);
    },
  },
  {
    name: "expected answers",
    writes: ["tests/data/suite.json"],
    minutes: 3,
    work: () => shown("cargo", ["test", "--quiet", "--test", "it", "suite::"], { UPDATE_SUITE: "1" }),
  },
];

/** The steps that the arguments ask for. */
export function chosenSteps({ from, only }) {
  const at = (name) => {
    const place = STEPS.findIndex((one) => one.name === name);
    if (place < 0) throw new Failure(`no step is called ${name}: there are ${STEPS.map((one) => one.name).join(", ")}`);
    return place;
  };
  if (from !== undefined && only !== undefined) throw new Failure("--from and --only exclude each other");
  if (only !== undefined) return [STEPS[at(only)]];
  return STEPS.slice(from === undefined ? 0 : at(from));
}

if (isMain(import.meta)) {
  await program(async () => {
    const { values } = parseArgs({
      options: { list: { type: "boolean" }, from: { type: "string" }, only: { type: "string" } },
    });
    const steps = chosenSteps(values);
    if (values.list) {
      for (const { name, writes, minutes } of steps) console.log(`${name}: ${writes.join(", ")} (${minutes} min)`);
      return;
    }
    if (!SHARED) throw new Failure("no ../shared/data: the recorded games are needed (tools/README.md)");
    for (const { name, work } of steps) {
      try {
        await step(name, work);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        throw new Failure(`${error.message}; npm run fit -- --from "${name}" resumes`);
      }
    }
  });
}
