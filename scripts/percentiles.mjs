// node scripts/percentiles.mjs [--games N] [--journal FILE]
// Writes www/percentiles.json: the accuracy of players of Tenhou's top room over one game, as its deciles, for
// hanchan and tonpuu. It reviews one player of each of N training games of each length (100) as the page does, at
// `fast`, with the package that NANIKIRU_BUILD names; two games at a time, on one thread each. A journal has what is
// done, a line a game, and resumes there: a new model needs a new journal. A hanchan takes about 15 s of a core, a
// tonpuu half of that; with `tests` three times as long.
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { FOLDERS, chosen } from "./folders.mjs";
import { Failure, ROOT, isMain, program, say } from "./run.mjs";

const DATA = join(ROOT, "../shared/data");
const LENGTHS = ["hanchan", "tonpuu"];
const DECILES = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const AT_ONCE = 2;

/** SplitMix64's output function. */
function mix(number) {
  const wrap = (value) => BigInt.asUintN(64, value);
  const once = wrap((number ^ (number >> 30n)) * 0xbf58476d1ce4e5b9n);
  const twice = wrap((once ^ (once >> 27n)) * 0x94d049bb133111ebn);
  return twice ^ (twice >> 31n);
}

/** The hash of tools/src/decisions.rs, which parts training games from the others. */
export const hash = (name) =>
  new TextEncoder().encode(name).reduce((value, byte) => mix(value ^ BigInt(byte)), 0xcbf29ce484222325n);

/** Whether models are fitted to the game, so that it judges nothing. */
export const isTraining = (name) => hash(name) % 10n >= 2n;

/** From which value on somebody is better than 1, 2, ... 9 of 10 players. */
export function decilesOf(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return DECILES.map((decile) => Number(sorted[Math.ceil((decile * sorted.length) / 10) - 1].toFixed(2)));
}

/** The accuracy of one player: which one is a hash, too. */
async function reviewGame({ length, name, text }, analyzer) {
  const log = await analyzer.parseLog(text);
  const decisions = analyzer.review(log, { seat: Number((hash(name) / 10n) % 4n), depth: "fast", objective: "points" });
  let next;
  do next = await decisions.next();
  while (!next.done);
  return { length, name, accuracy: next.value.accuracy };
}

/** The first training games of a length in the order of their hashes. */
function chosenGames(folder, length, games) {
  const ordered = readdirSync(join(folder, length))
    .filter(isTraining)
    .sort((a, b) => (hash(a) < hash(b) ? -1 : 1));
  return ordered
    .slice(0, games)
    .map((name) => ({ length, name, text: readFileSync(join(folder, length, name), "utf8") }));
}

async function measure(games, journal) {
  const { createAnalyzer } = await import(join(FOLDERS[chosen()].dist, "node.js"));
  const folder = mkdtempSync(join(tmpdir(), "nanikiru-"));
  try {
    for (const length of LENGTHS)
      execFileSync("tar", ["--zstd", "-xf", join(DATA, `train_xml_${length}.tar.zst`), "-C", folder]);
    const [long, short] = LENGTHS.map((length) => chosenGames(folder, length, games));
    const before =
      journal && existsSync(journal)
        ? readFileSync(journal, "utf8")
            .split("\n")
            .filter(Boolean)
            .map((line) => JSON.parse(line))
        : [];
    const done = [...before];
    const left = long
      .flatMap((game, i) => [game, short[i]])
      .filter(({ name }) => !before.some((one) => one.name === name));
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const analyzer = createAnalyzer({ threads: 1 });
        for (let game = left.shift(); game; game = left.shift()) {
          const found = await reviewGame(game, analyzer);
          if (journal) appendFileSync(journal, `${JSON.stringify(found)}\n`);
          done.push(found);
          say(`${done.length} of ${2 * games}: ${found.name}`);
        }
        analyzer.dispose();
      }),
    );
    const wanted = new Set([...long, ...short].map(({ name }) => name));
    return done.filter(({ name }) => wanted.has(name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The text of www/percentiles.json. */
export function written(found) {
  const of = (length) => {
    const own = found.filter((game) => game.length === length);
    return { players: own.length, accuracy: decilesOf(own.map(({ accuracy }) => accuracy)) };
  };
  return `${JSON.stringify(Object.fromEntries(LENGTHS.map((length) => [length, of(length)])), null, 2)}\n`;
}

if (isMain(import.meta)) {
  await program(async () => {
    const { values } = parseArgs({
      options: { games: { type: "string", default: "100" }, journal: { type: "string" } },
    });
    const games = Number(values.games);
    if (!Number.isInteger(games) || games < 40) throw new Failure("--games is a whole number from 40 on");
    if (!existsSync(DATA)) throw new Failure("no ../shared/data, so no recorded games");
    writeFileSync(join(ROOT, "www/percentiles.json"), written(await measure(games, values.journal)));
  });
}
