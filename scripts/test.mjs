// npm test: sets up, and runs the quick steps. npm run test:all runs all of them.
//   npm test -- node page   only the steps whose name contains one of the words, of both suites
// Every step runs, also after one has failed. scripts/steps.mjs has the list.
import { quoted } from "./again.mjs";
import { buildPackage, buildSite } from "./build.mjs";
import { add, count, words } from "./count.mjs";
import { Failure, program, say } from "./run.mjs";
import { setup, withChromium, withExamples, withFirefox, withNode22, withReferee } from "./setup.mjs";
import { SHARED, leftOut, steps } from "./steps.mjs";

const once = (work) => {
  let made;
  return () => (made ??= work());
};

/**
 * What steps need, made when the first of them comes and kept for the others. Resolves to why a step has to be
 * skipped, or to nothing; a failure is one of the step.
 */
const NEEDS = {
  rust: async () => {},
  npm: async () => {},
  wasm: async () => {},
  tests: once(() => buildPackage("tests")),
  release: once(() => buildPackage("release")),
  "tests site": once(() => NEEDS.tests().then(() => buildSite("tests"))),
  "release site": once(() => NEEDS.release().then(() => buildSite("release"))),
  chromium: once(withChromium),
  firefox: once(withFirefox),
  node22: once(withNode22),
  referee: once(withReferee),
  examples: once(withExamples),
  shared: async () => (SHARED ? undefined : "no ../shared"),
};

async function needed(needs) {
  for (const need of needs) {
    const reason = await NEEDS[need]();
    if (reason) return reason;
  }
  return undefined;
}

/** Runs a step; what it printed, whether it is fine, and why it was skipped. */
async function result({ needs, work }) {
  try {
    const skipped = await needed(needs);
    // where nobody reads the lines between, a browser that is missing must not pass
    if (skipped && process.env.CI && skipped !== "no ../shared")
      throw new Failure(`skipped where CI is set: ${skipped}`);
    return skipped ? { ok: true, text: "", skipped } : await work.run();
  } catch (error) {
    console.error(error instanceof Failure ? `✗ ${error.message}` : error);
    return { ok: false, text: "" };
  }
}

/** The commands that run what has failed alone: its tests, or the step. */
function alone({ name, work }, { text }) {
  const commands = work.again({ text });
  return commands.length > 0 ? commands : [`npm test -- ${quoted(name)}`];
}

await program(async () => {
  const args = process.argv.slice(2);
  const whole = args.includes("--all");
  const wanted = args.filter((arg) => arg !== "--all");
  const all = steps({ whole });
  const chosen = all.filter(({ name, suite }) =>
    wanted.length === 0 ? whole || suite === "quick" : wanted.some((word) => name.includes(word)),
  );
  if (chosen.length === 0)
    throw new Failure(`no step is called ${wanted.join(" or ")}: there are ${all.map(({ name }) => name).join(", ")}`);
  const needs = new Set(chosen.flatMap((step) => step.needs));
  const builds = ["wasm", "tests", "release", "tests site", "release site"].some((need) => needs.has(need));
  await setup({ npm: builds || needs.has("npm"), wasm: builds });
  const total = { passed: 0, failed: 0, skipped: 0 };
  const lines = [];
  for (const step of chosen) {
    say(`${step.name} ...`);
    const begin = performance.now();
    const seen = await result(step);
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    const counted = count(seen);
    add(total, counted);
    const sign = counted.failed > 0 ? "✗" : counted.passed > 0 ? "✓" : "-";
    lines.push(`${sign} ${step.name}: ${seen.skipped ? `skipped, ${seen.skipped}` : words(counted)} (${seconds} s)`);
    say(lines.at(-1).slice(2));
    if (counted.failed > 0) lines.push(...alone(step, seen).map((line) => `    alone: ${line}`));
  }
  console.log(`\n${lines.join("\n")}\n\n${words(total)}`);
  if (!whole && wanted.length === 0) console.log(`Left out: ${leftOut()}. npm run test:all runs everything.`);
  if (total.failed > 0) process.exitCode = 1;
});
