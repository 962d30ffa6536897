// npm run beside -- REV     the bench of the search at REV and in this tree, in turns on this machine, as one table.
//   npm run beside -- REV 5    in five rounds instead of three
//   npm run beside -- mahjong-cpp FOLDER [ROUNDS]    this tree beside a checkout of nekobean/mahjong-cpp: scripts/peer.mjs
// REV is checked out under target/beside and built there with its own Cargo.lock; building it needs as long as this
// tree's bench. Threads by RAYON_NUM_THREADS, 1 unless it is set. The table goes to the standard output, all else to
// the standard error, so that `cargo tools print beside -- npm run --silent beside -- REV` writes it.
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beside } from "./peer.mjs";
import { Failure, ROOT, isMain, output, program, run } from "./run.mjs";

const CASES = "benches/search.json";

/** What a bench printed: times in milliseconds by name, a row a case in the order of its cases. */
export function parse(text) {
  const lines = text.split("\n").filter((line) => line.startsWith("|"));
  const cells = (line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [head, , ...rows] = lines.map(cells);
  if (head === undefined || rows.length === 0) throw new Failure(`no table in what the bench printed:\n${text}`);
  // of the first benches, which had details of all actions
  const names = head.map((name) => (name === "ms" || name === "ms, all" ? "all" : name));
  return rows.map((row) => {
    const ms = {};
    for (const name of ["all", "first", "none"]) {
      const at = names.indexOf(name);
      if (at < 0) continue;
      const time = Number(row[at]);
      if (!(time >= 0)) throw new Failure(`no time: ${row[at]}`);
      ms[name] = time;
    }
    return { name: row.slice(0, names.indexOf("hands")).join(", "), hands: Number(row[names.indexOf("hands")]), ms };
  });
}

/** Pairs of places of the same request; what only the new tree asks is counted. */
export function pairs(old, now) {
  const places = new Map(old.map(({ request }, i) => [JSON.stringify(request), i]));
  const both = now.flatMap(({ request }, i) => {
    const place = places.get(JSON.stringify(request));
    return place === undefined ? [] : [{ old: place, now: i }];
  });
  return { both, left: now.length - both.length };
}

const mean = (numbers) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;

/**
 * Markdown of rounds of both benches, as `parse` gives them, on these pairs of cases: best time, and mean of the
 * rounds. A new time stands beside the old one with the same details, or with those of all actions where the old
 * bench has no other.
 */
export function table({ old, now, both }) {
  const names = Object.keys(now[0][0].ms);
  const beside = (name) => (name in old[0][0].ms ? name : "all");
  const olds = Object.keys(old[0][0].ms).filter((name) => names.includes(name));
  const head = ["shanten, n, m_f", "hands", ...olds.flatMap((name) => [`old ms, ${name}`, "mean"])];
  head.push(...names.flatMap((name) => [`new ms, ${name}`, "mean", "factor"]));
  const rows = both.map((pair) => {
    const before = old[0][pair.old];
    const after = now[0][pair.now];
    const hands = before.hands === after.hands ? `${after.hands}` : `${before.hands} to ${after.hands}`;
    const times = (rounds, place, name) => rounds.map((round) => round[place].ms[name]);
    const best = (times) => [Math.min(...times).toFixed(2), mean(times).toFixed(2)];
    const were = (name) => times(old, pair.old, name);
    const are = (name) => times(now, pair.now, name);
    const factor = (name) => (Math.min(...were(beside(name))) / Math.min(...are(name))).toFixed(2);
    return [
      after.name,
      hands,
      ...olds.flatMap((name) => best(were(name))),
      ...names.flatMap((name) => [...best(are(name)), factor(name)]),
    ];
  });
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

/** Checks the revision out, unless it is there, and gives its folder. */
async function checkout(rev) {
  const commit = output("git", ["rev-parse", "--verify", "--quiet", `${rev}^{commit}`]);
  if (!commit)
    throw new Failure(`no commit ${rev} in this repository; a shallow clone may lack it: git fetch --unshallow`);
  const folder = join(ROOT, "target/beside", commit);
  if (!existsSync(folder)) {
    await run("git", ["worktree", "prune"]);
    await run("git", ["worktree", "add", "--detach", folder, commit]);
  }
  return { commit, folder };
}

/** Builds the bench of a tree and gives the program. */
async function build(folder) {
  // quiet: nothing of the standard error stands between the lines of the other
  const text = await run("cargo", ["bench", "--quiet", "--bench", "search", "--no-run", "--message-format=json"], {
    cwd: folder,
    env: { CARGO_TARGET_DIR: join(folder, "target") },
  });
  const programs = text.split("\n").flatMap((line) => {
    if (!line.startsWith("{")) return [];
    const { reason, executable, target } = JSON.parse(line);
    return reason === "compiler-artifact" && executable && target.name === "search" ? [executable] : [];
  });
  if (programs.length !== 1) throw new Failure(`${folder}: cargo built ${programs.length} programs named search`);
  return programs[0];
}

const tell = (line) => console.error(`• ${line}`);

function roundsOf(number = "3") {
  const rounds = Number(number);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Failure(`not a number of rounds: ${number}`);
  return rounds;
}

async function main() {
  const [rev, ...rest] = process.argv.slice(2);
  if (rev === "mahjong-cpp" && rest.length > 0) {
    const [folder, number] = rest;
    tell("building the bench of this tree");
    return beside(resolve(folder), await build(ROOT), roundsOf(number), tell);
  }
  if (rev === undefined || rev === "mahjong-cpp") {
    throw new Failure("npm run beside -- REV [ROUNDS], or npm run beside -- mahjong-cpp FOLDER [ROUNDS]");
  }
  const rounds = roundsOf(rest[0]);
  const { commit, folder } = await checkout(rev);
  const cases = (tree) => JSON.parse(readFileSync(join(tree, CASES), "utf8"));
  const { both, left } = pairs(cases(folder), cases(ROOT));
  if (both.length === 0) throw new Failure(`${rev} has none of the cases of ${CASES}`);
  const programs = [];
  for (const tree of [folder, ROOT]) {
    tell(`building the bench of ${tree}`);
    programs.push(await build(tree));
  }
  const env = { RAYON_NUM_THREADS: process.env.RAYON_NUM_THREADS ?? "1" };
  const seen = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (const [i, bench] of programs.entries()) {
      tell(`round ${round + 1} of ${rounds}: ${i === 0 ? "old" : "new"}`);
      seen[i].push(parse(await run(bench, ["--bench"], { env })));
    }
  }
  const threads = env.RAYON_NUM_THREADS === "1" ? "1 thread" : `${env.RAYON_NUM_THREADS} threads`;
  console.log(
    `Old: ${commit.slice(0, 7)}; ${threads}; ${rounds} rounds in turns; of each round the best time of a case counts.`,
  );
  console.log(
    "Times with the details of all actions, of the first and of none, as far as a bench has them. Factor: how many times as long the old one takes, of the best times.",
  );
  if (left > 0) console.log(`${left} cases of ${CASES} are left out: the old tree does not have them.`);
  console.log(`\n${table({ old: seen[0], now: seen[1], both })}`);
}

if (isMain(import.meta)) await program(main);
