// nanikiru review
import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type Analyzer, createAnalyzer, type ErrorCode, formatError, type GameLog, type GameSeat, NanikiruError, type ObjectiveWord, type ReviewOptions, type RulesName } from "../index.js";
import { RULES } from "../rules.js";
import { sortOf } from "../summary.js";
import { type Command, EXIT, number, text, UsageError, type Values, whole } from "./command.js";
import { contentOf, FileError, fileError } from "./input.js";
import { type Game, isOfJournal, Journal, type Judged, keyOf, type Place, placeOf } from "./journal.js";
import { LANGUAGE, languageGiven, searchOf, searchOptions } from "./position.js";
import { Bar, painter } from "./text.js";
import { asHtml, asJson, asMarkdown, asText, type FailedFile, type ReviewedFile } from "./written.js";

/** Where a folder's review is remembered when nothing else is said. */
const JOURNAL = "nanikiru-review.jsonl";
const SEATS = ["east", "south", "west", "north"];

/** Why there is no review of a record. */
type Failure = Omit<FailedFile, "file">;

const failureOf = (file: string, error: unknown): Failure => {
  const { code, reason } = fileError(file, error);
  return { code, message: reason };
};

/** A record that is still to be looked at, and the folder that it came with; none where it was named. */
interface Source {
  readonly file: string;
  readonly folder?: string;
}

/** What there is to review, and what is left out or fails before anything is read. */
interface Sources {
  readonly files: Source[];
  readonly folders: string[];
  readonly failed: FailedFile[];
  /** What is left out of a folder, and why. */
  readonly leftOut: string[];
  /** Folders of tools in a folder. */
  readonly skipped: string[];
}

/** Why a file of a folder is left out: it is no record, no file, or larger than any record. */
const LEFT_OUT = ["log.unknown", "file.kind", "file.too_large"];

/** Folders of tools, which hold thousands of files and no records. */
const isTools = (name: string) => name.startsWith(".") || name === "node_modules";

/** The files in a folder and its folders, in order; links to folders come last, and no folder comes twice. */
async function inside(folder: string, journal: string, { files, failed, leftOut, skipped }: Sources): Promise<void> {
  const seen = new Set<string>();
  const found: string[] = [];
  const linked: string[] = [];
  const walk = async (path: string): Promise<void> => {
    const { dev, ino } = await stat(path, { bigint: true });
    if (seen.has(`${dev} ${ino}`)) return;
    seen.add(`${dev} ${ino}`);
    const entries = await readdir(path, { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) await enter(join(path, entry.name), entry);
  };
  const enter = async (path: string, entry: Dirent): Promise<void> => {
    const target = entry.isSymbolicLink() ? await stat(path).catch(() => undefined) : entry;
    if (target === undefined) leftOut.push(`${path} is left out: it is a link to nothing`);
    else if (!target.isDirectory()) found.push(path);
    else if (isTools(entry.name)) skipped.push(path);
    else if (entry.isSymbolicLink()) linked.push(path);
    else await attempt(path);
  };
  const attempt = async (path: string): Promise<void> => {
    try {
      await walk(path);
    } catch (error) {
      failed.push({ file: path, ...failureOf(path, error) });
    }
  };
  await attempt(folder);
  for (let path = linked.shift(); path !== undefined; path = linked.shift()) await attempt(path);
  for (const file of found.sort()) if (!isOfJournal(file, journal)) files.push({ file, folder });
}

async function sourcesOf(given: readonly string[], journal: string): Promise<Sources> {
  const sources: Sources = { files: [], folders: [], failed: [], leftOut: [], skipped: [] };
  for (const file of given) {
    try {
      if (file === "-" || !(await stat(file)).isDirectory()) sources.files.push({ file });
      else {
        sources.folders.push(file);
        await inside(file, journal, sources);
      }
    } catch (error) {
      sources.failed.push({ file, ...failureOf(file, error) });
    }
  }
  return sources;
}

function seatOf(values: Values): GameSeat | undefined {
  const seat = text(values, "seat");
  if (seat === undefined || SEATS.includes(seat)) return seat as GameSeat | undefined;
  if (/^[0-3]$/.test(seat)) return Number(seat) as GameSeat;
  throw new UsageError(`--seat is east, south, west or north by the first round, or 0 to 3, and not ${seat}`);
}

/** A game without the decisions that are done, and where those that are left stood. */
function rest(log: GameLog, done: ReadonlyMap<Place, Judged>): { left: GameLog; places: number[][] } {
  const places = log.rounds.map(({ decisions }, round) => decisions.map((_, i) => i).filter((index) => !done.has(placeOf({ round, index }))));
  const rounds = log.rounds.map((round, at) => ({ ...round, decisions: round.decisions.filter((_, i) => places[at]?.includes(i)) }));
  return { left: { ...log, rounds }, places };
}

const WINDS = ["east", "south", "west", "north"] as const;

function gameOf(log: GameLog, seat: GameSeat | undefined): Game {
  const { format, names, points, broken, rules } = log;
  const player = typeof seat === "string" ? WINDS.indexOf(seat) : seat;
  const own = log.rounds.map(({ number: n, decisions }) => decisions.filter(({ seat: wind }) => player === undefined || (n - 1 + WINDS.indexOf(wind)) % 4 === player).length);
  const rounds = log.rounds.map(({ roundWind, number, honba, result }) => ({ roundWind, number, honba, result }));
  return { format, names, points, broken: broken?.message, rules, rounds, total: own.reduce((sum, n) => sum + n, 0) };
}

interface Work {
  readonly journal: Journal;
  readonly options: ReviewOptions;
  /** Of games whose records name none. */
  readonly rules: RulesName | undefined;
  /** After every decision, and when a game is known. */
  moved(decisions: number, total: number): void;
}

type Review = Omit<ReviewedFile, "file">;

/** Reviews what is not known yet of a record. */
async function reviewRecord(analyzer: Analyzer, key: string, record: Uint8Array, { journal, options, rules, moved }: Work): Promise<Review> {
  const known = journal.of(key);
  if (known.game && known.game.total === known.decisions.size) {
    moved(known.game.total, known.game.total);
    return { game: known.game, decisions: inOrder(known.decisions) };
  }
  const log = await analyzer.parseLog(record, { signal: options.signal, rules });
  const game = journal.begin(key, gameOf(log, options.seat));
  const { left, places } = rest(log, known.decisions);
  moved(known.decisions.size, game.total);
  for await (const found of analyzer.review(left, options)) {
    const { round, player, seat, turn, hand, context, done, best, loss, rank, mistake, unjudged } = found;
    const index = places[round]?.[found.index] ?? found.index;
    journal.add(key, { round, index, player, seat, turn, hand, offered: context.offered?.tile, done, best, loss, rank, mistake, unjudged, sort: sortOf(found) });
    moved(1, 0);
  }
  return { game, decisions: inOrder(known.decisions) };
}

const inOrder = (decisions: ReadonlyMap<Place, Judged>) => [...decisions.values()].sort((a, b) => a.round - b.round || a.index - b.index);

const countedOut = (count: number) =>
  count === 1 ? "1 file that is no record is left out (`--verbose` names it)" : `${count} files that are no records are left out (\`--verbose\` names them)`;

export const reviewCommand: Command = {
  name: "review",
  takes: "FILE... [options]",
  what: "Judges every decision of game records; a folder's records on all cores, remembered in a journal: stopped and started again it goes on.",
  options: {
    seat: { short: "s", value: "SEAT", what: "whose decisions: east, south, west, north by the first round, or 0 to 3; everybody's when left out" },
    rules: { short: "r", value: "NAME", words: RULES, what: "the rule set of games whose records name none" },
    format: { short: "f", value: "FORMAT", words: ["text", "md", "html", "json"], what: "how to print" },
    ...LANGUAGE,
    json: { short: "j", what: "as --format json" },
    threshold: { value: "N", what: "the loss from which on a decision is a mistake" },
    "fail-on": { value: "N", what: `end with code ${EXIT.mistakes} where there are N mistakes or more` },
    journal: { value: "FILE", what: `where to remember; ${JOURNAL} for a folder, nowhere for files` },
    jobs: { value: "N", what: "records at the same time; one for each core when left out" },
    verbose: { short: "v", what: "name what is left out of a folder" },
    ...searchOptions("fast"),
  },
  examples: [
    ["nanikiru review game.mjlog --seat east", "one player's mistakes"],
    ["nanikiru review games/ --format md > review.md", "a folder; start it again when it was stopped"],
    ["nanikiru review game.mjson --seat 0 --threshold 1000 --fail-on 1", "a test of a bot's play"],
  ],
  async run(given, values, world) {
    const { stdin, stdout, stderr, env, note, signal } = world;
    if (given.length === 0) throw new UsageError("a record or a folder is missing");
    if (given.filter((file) => file === "-").length > 1) throw new UsageError("- is stdin, which can be read once");
    const failOn = whole(values, "fail-on", { least: 1 });
    const wanted = whole(values, "jobs", { least: 1 }) ?? availableParallelism();
    const objective = (text(values, "objective") ?? "points") as ObjectiveWord;
    const seat = seatOf(values);
    const threshold = number(values, "threshold");
    const { depth = "fast", ...search } = searchOf(values);
    const rules = text(values, "rules") as RulesName | undefined;
    const path = text(values, "journal");
    const { files, folders, failed, leftOut, skipped } = await sourcesOf(given, path ?? JOURNAL);
    const settings = { version: PACKAGE_VERSION, rules, seat, threshold, depth, ...search };
    // whatever stops the review stops all of its workers
    const halt = new AbortController();
    const options: ReviewOptions = { ...search, depth, signal: halt.signal, seat, threshold };
    const jobs = Math.min(wanted, files.length);
    const ofFolder = files.some(({ folder }) => folder !== undefined);
    const journal = new Journal(path ?? (ofFolder ? JOURNAL : undefined), settings);
    const bar = new Bar(stderr, values["json"] !== true);
    let [done, total, games] = [0, 0, 0];
    const work: Work = {
      journal,
      options,
      rules,
      moved(decisions, more) {
        done += decisions;
        total += more;
        bar.show(done, total, `decisions, ${games}/${files.length} games`);
      },
    };
    const queue = [...files];
    /** By the key of the record, which many files can have; none while it is being reviewed. */
    const outcomes = new Map<string, Review | Failure | undefined>();
    const taken = new Map<Source, { readonly key: string } | Failure>();
    const take = async (analyzer: Analyzer, source: Source): Promise<void> => {
      let record: Uint8Array;
      try {
        record = await contentOf(source.file, stdin);
      } catch (error) {
        return void taken.set(source, failureOf(source.file, error));
      }
      const key = keyOf(record);
      taken.set(source, { key });
      if (outcomes.has(key)) return;
      outcomes.set(key, undefined);
      try {
        outcomes.set(key, await reviewRecord(analyzer, key, record, work));
      } catch (error) {
        if (halt.signal.aborted || !(error instanceof NanikiruError)) throw error;
        outcomes.set(key, { code: error.code, message: error.message });
      }
    };
    const worker = async () => {
      // one record alone has all threads
      const analyzer = createAnalyzer(jobs > 1 ? { threads: 1 } : {});
      try {
        for (let next = queue.shift(); next && !halt.signal.aborted; next = queue.shift()) {
          await take(analyzer, next);
          games += 1;
        }
      } catch (error) {
        halt.abort(error);
      } finally {
        analyzer.dispose();
      }
    };
    signal.addEventListener("abort", () => bar.clear(), { once: true });
    try {
      // no worker rejects: the journal is closed when all of them have ended
      await Promise.all(Array.from({ length: jobs }, worker));
    } finally {
      bar.clear();
      journal.close();
    }
    halt.signal.throwIfAborted();
    const reviewed: ReviewedFile[] = [];
    // those that have a record, be it one that cannot be read
    const withRecords = new Set<string | undefined>(failed.map(({ file }) => file));
    for (const source of files) {
      const { file, folder } = source;
      const found = taken.get(source);
      const outcome = found && "key" in found ? outcomes.get(found.key) : found;
      if (outcome === undefined) throw new Error(`${file} has not been reviewed`);
      if (folder !== undefined && "code" in outcome && LEFT_OUT.includes(outcome.code)) {
        leftOut.push(`${file} is left out: ${outcome.message}`);
        continue;
      }
      withRecords.add(folder);
      if ("game" in outcome) reviewed.push({ file, ...outcome });
      else failed.push({ file, ...outcome });
    }
    for (const file of folders) if (!withRecords.has(file)) failed.push({ file, code: "folder.empty", message: "there are no records in this folder" });
    const language = languageGiven(values);
    const format = values["json"] ? "json" : text(values, "format");
    const written = {
      text: () => asText(reviewed, objective, language, painter(stdout, env)),
      md: () => asMarkdown(reviewed, objective, language),
      html: () => asHtml(reviewed, objective, language),
      json: () => asJson(reviewed, failed, objective),
    };
    await stdout.write(written[(format ?? "text") as keyof typeof written]());
    if (values["verbose"]) {
      for (const line of leftOut.sort()) note(line);
      for (const path of skipped) note(`${path} is left out: a folder of tools is not looked into, unless it is named`);
    } else if (leftOut.length > 0) note(countedOut(leftOut.length));
    for (const { file, code, message } of failed) note(new FileError(code, file, formatError({ code: code as ErrorCode, message }, language)).message);
    for (const { file, game } of reviewed) {
      if (game.rules?.contradictions) note(`${file}: its record says otherwise than --rules ${rules}, and is read so: ${game.rules.contradictions.join(", ")}`);
    }
    const cut = reviewed.filter(({ game }) => game.broken !== undefined);
    for (const { file, game } of cut) note(`${file} is cut: ${game.broken}`);
    if (failed.length > 0 || cut.length > 0) return EXIT.failed;
    const wrong = reviewed.flatMap(({ decisions }) => decisions).filter(({ mistake }) => mistake).length;
    return failOn !== undefined && wrong >= failOn ? EXIT.mistakes : EXIT.fine;
  },
};
