// node scripts/percentiles.mjs [--games N] [--kinds KIND,...] [--journal FILE]
// Writes www/percentiles.json: the accuracy of players of Tenhou's top room over one game, as its deciles, for
// hanchan, tonpuu and hanchan of three players (sanma). It reviews one player of each of N training games of each kind
// (100) as the page does, at `fast`, with the package that NANIKIRU_BUILD names; two games at a time, on one thread
// each. Kinds that are not asked for stay as they are. A journal has what is done, a line a game, and resumes there: a
// new model needs a new journal. A hanchan takes about 15 s of a core, a tonpuu half of that; with `tests` three times
// as long.
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { FOLDERS, chosen } from "./folders.mjs";
import { Failure, ROOT, isMain, program, say } from "./run.mjs";

const DATA = join(ROOT, "../shared/data");
const FILE = join(ROOT, "www/percentiles.json");
/** By kind of game, which is the archive's name too: how many play. */
const PLAYERS = { hanchan: 4, tonpuu: 4, sanma: 3 };
const KINDS = Object.keys(PLAYERS);
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
async function reviewGame({ kind, name, text }, analyzer) {
  const log = await analyzer.parseLog(text);
  const seat = Number((hash(name) / 10n) % BigInt(PLAYERS[kind]));
  const decisions = analyzer.review(log, { seat, depth: "fast", objective: "points" });
  let next;
  do next = await decisions.next();
  while (!next.done);
  return { kind, name, accuracy: next.value.accuracy };
}

/** The first training games of a kind in the order of their hashes. */
function chosenGames(folder, kind, games) {
  const ordered = readdirSync(join(folder, kind))
    .filter(isTraining)
    .sort((a, b) => (hash(a) < hash(b) ? -1 : 1));
  return ordered
    .slice(0, games)
    .map((name) => ({ kind, name, text: readFileSync(join(folder, kind, name), "utf8") }));
}

async function measure(kinds, games, journal) {
  const { createAnalyzer } = await import(join(FOLDERS[chosen()].dist, "node.js"));
  const folder = mkdtempSync(join(tmpdir(), "nanikiru-"));
  try {
    for (const kind of kinds)
      execFileSync("tar", ["--zstd", "-xf", join(DATA, `train_xml_${kind}.tar.zst`), "-C", folder]);
    const all = kinds.map((kind) => chosenGames(folder, kind, games));
    const before =
      journal && existsSync(journal)
        ? readFileSync(journal, "utf8")
            .split("\n")
            .filter(Boolean)
            .map((line) => JSON.parse(line))
        : [];
    const done = [...before];
    const left = Array.from({ length: games }, (_, i) => all.flatMap((of) => of.slice(i, i + 1)))
      .flat()
      .filter(({ name }) => !before.some((one) => one.name === name));
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const analyzer = createAnalyzer({ threads: 1 });
        for (let game = left.shift(); game; game = left.shift()) {
          const found = await reviewGame(game, analyzer);
          if (journal) appendFileSync(journal, `${JSON.stringify(found)}\n`);
          done.push(found);
          say(`${done.length} of ${all.flat().length}: ${found.name}`);
        }
        analyzer.dispose();
      }),
    );
    const wanted = new Set(all.flat().map(({ name }) => name));
    return done.filter(({ name }) => wanted.has(name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The text of www/percentiles.json, with what it said before of kinds of which no game was reviewed. */
export function written(found, before = {}) {
  const of = (kind) => {
    const own = found.filter((game) => game.kind === kind);
    return own.length === 0
      ? before[kind]
      : { players: own.length, accuracy: decilesOf(own.map(({ accuracy }) => accuracy)) };
  };
  return `${JSON.stringify(Object.fromEntries(KINDS.map((kind) => [kind, of(kind)])), null, 2)}\n`;
}

if (isMain(import.meta)) {
  await program(async () => {
    const { values } = parseArgs({
      options: {
        games: { type: "string", default: "100" },
        kinds: { type: "string", default: KINDS.join() },
        journal: { type: "string" },
      },
    });
    const games = Number(values.games);
    if (!Number.isInteger(games) || games < 40) throw new Failure("--games is a whole number from 40 on");
    if (!existsSync(DATA)) throw new Failure("no ../shared/data, so no recorded games");
    const kinds = values.kinds.split(",");
    if (!kinds.every((kind) => KINDS.includes(kind))) throw new Failure(`--kinds is of ${KINDS.join(", ")}`);
    writeFileSync(FILE, written(await measure(kinds, games, values.journal), JSON.parse(readFileSync(FILE, "utf8"))));
  });
}
