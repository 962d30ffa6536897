// nanikiru review
import { readdir, readFile, stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type Analyzer, createAnalyzer, type GameLog, type GameSeat, NanikiruError, type ObjectiveWord, type ReviewOptions } from "../index.js";
import { sortOf } from "../summary.js";
import { type Command, EXIT, number, text, UsageError, type Values } from "./command.js";
import { type Game, Journal, type Judged, keyOf } from "./journal.js";
import { SEARCH, searchOf, stream } from "./position.js";
import { Bar, painter } from "./text.js";
import { asHtml, asJson, asMarkdown, asText, type ReviewedFile } from "./written.js";

/** Where a folder's review is remembered when nothing else is said. */
const JOURNAL = "nanikiru-review.jsonl";
const SEATS = ["east", "south", "west", "north"];

/** A record that is still to be looked at, and whether it came by its name or with a folder. */
interface Source {
  readonly file: string;
  readonly named: boolean;
}

async function sources(given: readonly string[]): Promise<Source[]> {
  const found: Source[] = [];
  for (const file of given) {
    if (file === "-" || !(await stat(file)).isDirectory()) {
      found.push({ file, named: true });
      continue;
    }
    const entries = await readdir(file, { recursive: true, withFileTypes: true });
    const inside = entries.filter((entry) => entry.isFile() && !entry.name.startsWith(".") && !/\.(jsonl|lock)$/.test(entry.name));
    // `path` before Node 20.12, `parentPath` since
    const paths = inside.map((entry) => join(entry.parentPath ?? (entry as unknown as { path: string }).path, entry.name));
    found.push(...paths.sort().map((path) => ({ file: path, named: false })));
  }
  return found;
}

function seatOf(values: Values): GameSeat | undefined {
  const seat = text(values, "seat");
  if (seat === undefined || SEATS.includes(seat)) return seat as GameSeat | undefined;
  if (/^[0-3]$/.test(seat)) return Number(seat) as GameSeat;
  throw new UsageError(`--seat is east, south, west or north by the first round, or 0 to 3, and not ${seat}`);
}

/** A game without the decisions that are done, and where those that are left stood. */
function rest(log: GameLog, done: readonly Judged[]): { left: GameLog; places: number[][] } {
  const known = new Set(done.map(({ round, index }) => `${round} ${index}`));
  const places = log.rounds.map(({ decisions }, round) => decisions.map((_, i) => i).filter((i) => !known.has(`${round} ${i}`)));
  const rounds = log.rounds.map((round, at) => ({ ...round, decisions: round.decisions.filter((_, i) => places[at]?.includes(i)) }));
  return { left: { ...log, rounds }, places };
}

const WINDS = ["east", "south", "west", "north"] as const;

function gameOf(log: GameLog, seat: GameSeat | undefined): Game {
  const { format, names, points, broken } = log;
  const player = typeof seat === "string" ? WINDS.indexOf(seat) : seat;
  const own = log.rounds.map(({ number: n, decisions }) => decisions.filter(({ seat: wind }) => player === undefined || (n - 1 + WINDS.indexOf(wind)) % 4 === player).length);
  const rounds = log.rounds.map(({ roundWind, number, honba, result }) => ({ roundWind, number, honba, result }));
  return { format, names, points, broken: broken?.message, rounds, total: own.reduce((sum, n) => sum + n, 0) };
}

interface Work {
  readonly journal: Journal;
  readonly options: ReviewOptions;
  /** After every decision, and when a game is known. */
  moved(decisions: number, total: number): void;
}

/** Reviews what is not known yet of a record. */
async function reviewRecord(analyzer: Analyzer, record: Uint8Array, { journal, options, moved }: Work): Promise<string> {
  const key = keyOf(record);
  const known = journal.of(key);
  if (known.game && known.game.total === known.decisions.length) {
    moved(known.game.total, known.game.total);
    return key;
  }
  const log = await analyzer.parseLog(record, { signal: options.signal });
  journal.begin(key, gameOf(log, options.seat));
  const { left, places } = rest(log, known.decisions);
  moved(known.decisions.length, known.game?.total ?? 0);
  for await (const found of analyzer.review(left, options)) {
    const { round, player, seat, turn, hand, done, best, loss, rank, mistake, unjudged } = found;
    const index = places[round]?.[found.index] ?? found.index;
    journal.add(key, { round, index, player, seat, turn, hand, done, best, loss, rank, mistake, unjudged, sort: sortOf(found) });
    moved(1, 0);
  }
  return key;
}

export const reviewCommand: Command = {
  name: "review",
  takes: "FILE... [options]",
  what: "Judges every decision of game records; a folder's records on all cores, remembered in a journal: stopped and started again it goes on.",
  options: {
    seat: { short: "s", value: "SEAT", what: "whose decisions: east, south, west, north by the first round, or 0 to 3; everybody's when left out" },
    format: { short: "f", value: "FORMAT", words: ["text", "md", "html", "json"], what: "how to print" },
    json: { short: "j", what: "as --format json" },
    threshold: { value: "N", what: "the loss from which on a decision is a mistake" },
    "fail-on": { value: "N", what: `end with code ${EXIT.mistakes} where there are N mistakes or more` },
    journal: { value: "FILE", what: `where to remember; ${JOURNAL} for a folder, nowhere for files` },
    jobs: { value: "N", what: "records at the same time; one for each core when left out" },
    ...SEARCH,
  },
  examples: [
    ["nanikiru review game.mjlog --seat east", "one player's mistakes"],
    ["nanikiru review games/ --format md > review.md", "a folder; start it again when it was stopped"],
    ["nanikiru review game.mjson --seat 0 --threshold 1000 --fail-on 1", "a test of a bot's play"],
  ],
  async run(given, values, world) {
    const { stdin, stdout, stderr, env, signal } = world;
    if (given.length === 0) throw new UsageError("a record or a folder is missing");
    const files = await sources(given);
    const failOn = number(values, "fail-on", 1);
    const objective = (text(values, "objective") ?? "points") as ObjectiveWord;
    const seat = seatOf(values);
    const threshold = number(values, "threshold");
    const { depth = "fast", ...search } = searchOf(values);
    const settings = { version: PACKAGE_VERSION, seat, threshold, depth, ...search };
    const options: ReviewOptions = { ...search, depth, signal, seat, threshold };
    const folder = files.some(({ named }) => !named);
    const journal = new Journal(text(values, "journal") ?? (folder ? JOURNAL : undefined), settings);
    const jobs = Math.min(number(values, "jobs", 1) ?? availableParallelism(), files.length);
    const bar = new Bar(stderr, values["json"] !== true);
    let [done, total, games] = [0, 0, 0];
    const work: Work = {
      journal,
      options,
      moved(decisions, more) {
        done += decisions;
        total += more;
        bar.show(done, total, `decisions, ${games}/${files.length} games`);
      },
    };
    const reviewed: ReviewedFile[] = [];
    const failed: { file: string; code: string; message: string }[] = [];
    const queue = files.map((source, at) => ({ ...source, at }));
    const found = new Map<number, ReviewedFile>();
    const worker = async () => {
      // one record alone has all threads
      const analyzer = createAnalyzer(jobs > 1 ? { threads: 1 } : {});
      try {
        for (let next = queue.shift(); next; next = queue.shift()) {
          const { file, named, at } = next;
          try {
            const key = await reviewRecord(analyzer, file === "-" ? await stream(stdin) : await readFile(file), work);
            const { game, decisions } = journal.of(key);
            const ordered = [...decisions].sort((a, b) => a.round - b.round || a.index - b.index);
            if (game) found.set(at, { file, game, decisions: ordered });
          } catch (error) {
            if (signal.aborted || !(error instanceof NanikiruError)) throw error;
            // what lies beside the records of a folder is no fault
            if (!named && error.code === "log.unknown") stderr.write(`nanikiru: ${file} is left out: ${error.message}\n`);
            else failed.push({ file, code: error.code, message: error.message });
          }
          games += 1;
        }
      } finally {
        analyzer.dispose();
      }
    };
    try {
      await Promise.all(Array.from({ length: jobs }, worker));
    } finally {
      bar.clear();
      journal.close();
    }
    for (const at of files.keys()) reviewed.push(...[found.get(at)].filter((one) => one !== undefined));
    const format = values["json"] ? "json" : text(values, "format");
    const written = {
      text: () => asText(reviewed, objective, painter(stdout, env)),
      md: () => asMarkdown(reviewed, objective),
      html: () => asHtml(reviewed, objective),
      json: () => asJson(reviewed, failed, objective),
    };
    stdout.write(written[(format ?? "text") as keyof typeof written]());
    for (const { file, message } of failed) stderr.write(`nanikiru: ${file}: ${message}\n`);
    const cut = reviewed.filter(({ game }) => game.broken !== undefined);
    for (const { file, game } of cut) stderr.write(`nanikiru: ${file} is cut: ${game.broken}\n`);
    if (failed.length > 0 || cut.length > 0) return EXIT.failed;
    const wrong = reviewed.flatMap(({ decisions }) => decisions).filter(({ mistake }) => mistake).length;
    return failOn !== undefined && wrong >= failOn ? EXIT.mistakes : EXIT.fine;
  },
};
