// nanikiru review
import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type Analyzer, createAnalyzer, type ErrorCode, formatError, type GameLog, type GameSeat, NanikiruError, type ObjectiveWord, type ReviewedDecision, type ReviewOptions, type RulesName } from "../index.js";
import { RULES } from "../rules.js";
import { countsOf } from "../statistics.js";
import { sortOf } from "../summary.js";
import { type Command, EXIT, number, text, UsageError, type Values, whole } from "./command.js";
import { jsonLine } from "./escape.js";
import { contentOf, FileError, fileError } from "./input.js";
import { type Game, isOfJournal, Journal, type Judged, keyOf, type Place, placeOf } from "./journal.js";
import { LANGUAGE, languageGiven, searchOf, searchOptions } from "./position.js";
import { OrderedLines } from "./output.js";
import { summaryHtml, summaryMarkdown, summaryText } from "./summaries.js";
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

/** Why a file of a folder is left out: it is no record, no file, larger than any record, or a game of others. */
const LEFT_OUT = ["log.unknown", "file.kind", "file.too_large", "player.unknown"];

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

/** Whose decisions are reviewed: a seat, or the player of a name. */
interface Whose {
  readonly seat: GameSeat | undefined;
  readonly player: string | undefined;
}

/** The seat of a game that is reviewed; everybody's when there is none. */
function seatIn(file: string, names: GameLog["names"], { seat, player }: Whose): GameSeat | undefined {
  if (player === undefined) return seat;
  const at = names === undefined ? -1 : names.findIndex((name) => name === player);
  if (at < 0) throw new FileError("player.unknown", file, `no player of this game is called ${player}: ${names?.join(", ") ?? "it has no names"}`);
  return at as GameSeat;
}

function gameOf(log: GameLog, seat: GameSeat | undefined): Game {
  const { format, names, points, broken, rules } = log;
  const player = typeof seat === "string" ? WINDS.indexOf(seat) : seat;
  const own = log.rounds.map(({ number: n, decisions }) => decisions.filter(({ seat: wind }) => player === undefined || (n - 1 + WINDS.indexOf(wind)) % 4 === player).length);
  const rounds = log.rounds.map(({ roundWind, number, honba, result }) => ({ roundWind, number, honba, result }));
  const counts = WINDS.map((_, number) => countsOf(log, number));
  return { format, names, points, broken: broken?.message, rules, rounds, counts, total: own.reduce((sum, n) => sum + n, 0) };
}

interface Work {
  readonly journal: Journal;
  readonly options: ReviewOptions;
  readonly whose: Whose;
  /** Of games whose records name none. */
  readonly rules: RulesName | undefined;
  /** After every decision, and when a game is known. */
  moved(decisions: number, total: number): void;
}

type Review = Omit<ReviewedFile, "file">;

/** A record as a file has it. */
interface Content {
  readonly file: string;
  readonly key: string;
  readonly record: Uint8Array;
}

/** Reviews what is not known yet of a record; `each` has every decision that is found. */
async function reviewRecord(analyzer: Analyzer, { file, key, record }: Content, { journal, options, whose, rules, moved }: Work, each: (found: ReviewedDecision) => Promise<void>): Promise<Review> {
  const known = journal.of(key);
  if (known.game && known.game.total === known.decisions.size) {
    moved(known.game.total, known.game.total);
    return { game: known.game, decisions: inOrder(known.decisions) };
  }
  const log = await analyzer.parseLog(record, { signal: options.signal, rules });
  const seat = seatIn(file, log.names, whose);
  const game = journal.begin(key, gameOf(log, seat));
  const { left, places } = rest(log, known.decisions);
  moved(known.decisions.size, game.total);
  for await (const found of analyzer.review(left, { ...options, seat })) {
    const { round, player, seat, turn, hand, context, done, best, loss, rank, mistake, unjudged } = found;
    const index = places[round]?.[found.index] ?? found.index;
    journal.add(key, { round, index, player, seat, turn, hand, offered: context.offered?.tile, done, best, loss, rank, mistake, unjudged, sort: sortOf(found) });
    await each({ ...found, index });
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
    player: { short: "p", value: "NAME", what: "whose decisions: the player of that name, in whichever seat; games without one are left out" },
    rules: { short: "r", value: "NAME", words: RULES, what: "the rule set of games whose records name none" },
    format: { short: "f", value: "FORMAT", words: ["text", "md", "html", "json", "jsonl"], what: "how to print; jsonl is an object for each decision, as soon as it is judged" },
    ...LANGUAGE,
    json: { short: "j", what: "as --format json" },
    summary: { what: "print how the players play, over all games, beside Tenhou's top room, and not their mistakes" },
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
    ["nanikiru review games/ --player Ayumi --summary", "how somebody plays, beside strong players"],
    ["nanikiru review game.mjlog --seat east --format jsonl | head -1 | jq .sentence", "decisions for a script or an assistant"],
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
    const format = values["json"] ? "json" : (text(values, "format") ?? "text");
    const player = text(values, "player");
    if (player !== undefined && seat !== undefined) throw new UsageError("--player and --seat are two ways to say whose decisions: give one of them");
    if (format === "jsonl" && path !== undefined) throw new UsageError("--format jsonl writes all that is found itself, and no --journal");
    if (format === "jsonl" && values["summary"]) throw new UsageError("--summary is no decision: give another --format");
    const { files, folders, failed, leftOut, skipped } = await sourcesOf(given, path ?? JOURNAL);
    const settings = { version: PACKAGE_VERSION, rules, seat, player, threshold, depth, ...search };
    // whatever stops the review stops all of its workers
    const halt = new AbortController();
    const options: ReviewOptions = { ...search, depth, signal: halt.signal, threshold };
    const jobs = Math.min(wanted, files.length);
    const ofFolder = files.some(({ folder }) => folder !== undefined);
    const journal = new Journal(path ?? (ofFolder && format !== "jsonl" ? JOURNAL : undefined), settings);
    const lines = format === "jsonl" ? new OrderedLines(stdout, files.length) : undefined;
    const bar = new Bar(stderr, values["json"] !== true);
    let [done, total, games] = [0, 0, 0];
    const work: Work = {
      journal,
      options,
      whose: { seat, player },
      rules,
      moved(decisions, more) {
        done += decisions;
        total += more;
        bar.show(done, total, `decisions, ${games}/${files.length} games`);
      },
    };
    const queue = [...files.entries()];
    /** By the key of the record, which many files can have; none while it is being reviewed. */
    const outcomes = new Map<string, Review | Failure | undefined>();
    const taken = new Map<Source, { readonly key: string } | Failure>();
    const take = async (analyzer: Analyzer, at: number, source: Source): Promise<void> => {
      let record: Uint8Array;
      try {
        record = await contentOf(source.file, stdin);
      } catch (error) {
        return void taken.set(source, failureOf(source.file, error));
      }
      // each file has its own lines, also one that is a copy
      const key = lines ? `${at} ${keyOf(record)}` : keyOf(record);
      taken.set(source, { key });
      if (outcomes.has(key)) return;
      outcomes.set(key, undefined);
      try {
        const { file } = source;
        const each = async (found: ReviewedDecision) => lines?.add(at, jsonLine({ file, ...found }));
        outcomes.set(key, await reviewRecord(analyzer, { file, key, record }, work, each));
      } catch (error) {
        if (halt.signal.aborted || !(error instanceof NanikiruError || error instanceof FileError)) throw error;
        outcomes.set(key, { code: error.code, message: error instanceof FileError ? error.reason : error.message });
      }
    };
    const worker = async () => {
      // one record alone has all threads
      const analyzer = createAnalyzer(jobs > 1 ? { threads: 1 } : {});
      try {
        for (let next = queue.shift(); next && !halt.signal.aborted; next = queue.shift()) {
          await take(analyzer, ...next);
          await lines?.add(next[0], "", { last: true });
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
    const written = {
      text: () => (values["summary"] ? summaryText(reviewed, objective, painter(stdout, env)) : asText(reviewed, objective, language, painter(stdout, env))),
      md: () => (values["summary"] ? summaryMarkdown(reviewed, objective) : asMarkdown(reviewed, objective, language)),
      html: () => (values["summary"] ? summaryHtml(reviewed, objective) : asHtml(reviewed, objective, language)),
      json: () => asJson(reviewed, failed, objective),
      // its lines have been written
      jsonl: () => "",
    };
    await stdout.write(written[format as keyof typeof written]());
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
