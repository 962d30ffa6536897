// nanikiru review
import { availableParallelism } from "node:os";
import {
  type Analyzer,
  createAnalyzer,
  formatError,
  type GameLog,
  type GameSeat,
  NanikiruError,
  type ObjectiveWord,
  type ReviewedDecision,
  type ReviewOptions,
  type RulesName,
} from "../index.js";
import { placesOf, playersBy } from "../record.js";
import { RULES, THREE_PLAYER_RULES } from "../rules.js";
import { countsOf, sortOf } from "../statistics.js";
import { CLI_WORDS } from "../text/index.js";
import { type Command, EXIT, number, text, UsageError, type Values, whole, type World } from "./command.js";
import { jsonLine } from "../escape.js";
import { FileError } from "./input.js";
import { type Game, Journal, type JournalDecision, type Place, placeOf } from "./journal.js";
import { searchOf, searchOptions } from "./position.js";
import { OrderedLines } from "./output.js";
import {
  type Failure,
  failureOf,
  type GivenRecord,
  Reader,
  recordOf,
  type Source,
  type Sources,
  sourcesOf,
} from "./records.js";
import {
  asHtml,
  asJson,
  asMarkdown,
  asText,
  nameOf,
  type ReviewedGame,
  summaryHtml,
  summaryMarkdown,
  summaryText,
} from "./report.js";
import { Bar, painter } from "./text.js";

/** Where a folder's review is remembered when nothing else is said. */
const JOURNAL = "nanikiru-review.jsonl";
const SEATS = ["east", "south", "west", "north"];

/** Why a file of a folder is left out: it is no record, no file, larger than any record, or a game of others. */
const LEFT_OUT = ["log.unknown", "file.kind", "file.too_large", "player.unknown"];

function seatOf(values: Values): GameSeat | undefined {
  const seat = text(values, "seat");
  if (seat === undefined || SEATS.includes(seat)) return seat as GameSeat | undefined;
  if (/^[0-3]$/.test(seat)) return Number(seat) as GameSeat;
  throw new UsageError(({ usage }) => usage.seat(seat));
}

/** A game without the decisions that are done, and where those that are left stood. */
function rest(log: GameLog, done: ReadonlyMap<Place, JournalDecision>): { left: GameLog; places: number[][] } {
  const places = log.rounds.map(({ decisions }, round) =>
    decisions.map((_, i) => i).filter((index) => !done.has(placeOf({ round, index }))),
  );
  const rounds = log.rounds.map((round, at) => ({
    ...round,
    decisions: round.decisions.filter((_, i) => places[at]?.includes(i)),
  }));
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
  if (at < 0) throw new FileError("player.unknown", file, ({ noPlayer }) => noPlayer(player, names?.join(", ")));
  return at as GameSeat;
}

function gameOf(log: GameLog, seat: GameSeat | undefined): Game {
  const { format, game, names, points, broken, rules } = log;
  const { name, date, room } = log.games[game] ?? {};
  const player = typeof seat === "string" ? WINDS.indexOf(seat) : seat;
  const rounds = log.rounds.map(({ roundWind, number, honba, result }) => ({ roundWind, number, honba, result }));
  const counts = WINDS.slice(0, playersBy(rules.name)).map((_, number) => countsOf(log, number));
  return {
    ...{ format, game, games: log.games.length, name, date, room, names, points, broken, rules, rounds, counts },
    total: placesOf(log, player).length,
  };
}

interface Work {
  readonly reader: Reader;
  readonly journal: Journal;
  readonly options: ReviewOptions;
  readonly whose: Whose;
  /** Of games whose records name none. */
  readonly rules: RulesName | undefined;
  /** After every decision, and when a game is known. */
  moved(decisions: number, total: number): void;
  /** When a file turns out to have more games than one. */
  more(games: number): void;
  /** When a game is done with. */
  ended(): void;
}

type Review = Omit<ReviewedGame, "file">;
type Outcome = Review | Failure;

/** A record as a file has it. */
interface Content {
  readonly file: string;
  readonly key: string;
  readonly record: GivenRecord;
}

/** What is wrong with a game; other errors are thrown on. */
function failureOfGame(error: unknown, of: Pick<Failure, "game">): Failure {
  if (error instanceof FileError) return { ...of, code: error.code, reason: ({ files }) => error.reason(files) };
  if (!(error instanceof NanikiruError)) throw error;
  return { ...of, code: error.code, reason: (_, asked) => formatError(error, asked) };
}

/** Reviews the games of a record, one after the other. */
async function reviewRecord(
  analyzer: Analyzer,
  content: Content,
  work: Work,
  each: (found: ReviewedDecision) => Promise<void>,
): Promise<Outcome[]> {
  const { signal } = work.options;
  // the first game that is read says how many there are
  let games = 1;
  const counted = (found: number) => {
    work.more(found - games);
    games = found;
  };
  counted(work.journal.of(content.key).game?.games ?? games);
  const outcomes: Outcome[] = [];
  for (let game = 0; game < games; game += 1) {
    try {
      outcomes.push(await reviewGame(analyzer, content, game, { ...work, counted, each }));
    } catch (error) {
      if (signal?.aborted) throw error;
      outcomes.push(failureOfGame(error, games > 1 ? { game } : {}));
    }
    work.ended();
  }
  return outcomes;
}

interface GameWork extends Work {
  /** When it is known how many games the record has. */
  counted(games: number): void;
  /** After every decision that is found. */
  each(found: ReviewedDecision): Promise<void>;
}

/** Reviews what is not known yet of a game. */
async function reviewGame(
  analyzer: Analyzer,
  { file, key: whole, record }: Content,
  at: number,
  { reader, journal, options, whose, rules, moved, counted, each }: GameWork,
): Promise<Review> {
  const key = at === 0 ? whole : `${whole} ${at}`;
  const known = journal.of(key);
  if (known.game && known.game.total === known.decisions.size) {
    moved(known.game.total, known.game.total);
    return { game: known.game, decisions: inOrder(known.decisions) };
  }
  const log = await reader.parse(analyzer, record, { signal: options.signal, rules, game: at });
  counted(log.games.length);
  const seat = seatIn(file, log.names, whose);
  const game = journal.begin(key, gameOf(log, seat));
  const { left, places } = rest(log, known.decisions);
  moved(known.decisions.size, game.total);
  for await (const found of analyzer.review(left, { ...options, seat })) {
    const { round, player, seat, turn, hand, context, done, best, loss, rank, mistake, unjudged } = found;
    const index = places[round]?.[found.index] ?? found.index;
    journal.add(key, {
      round,
      index,
      player,
      seat,
      turn,
      hand,
      offered: context.offered?.tile,
      done,
      best,
      loss,
      rank,
      mistake,
      unjudged,
      sort: sortOf(found),
    });
    await each({ ...found, index });
    moved(1, 0);
  }
  return { game, decisions: inOrder(known.decisions) };
}

const inOrder = (decisions: ReadonlyMap<Place, JournalDecision>) =>
  [...decisions.values()].sort((a, b) => a.round - b.round || a.index - b.index);

/** What is asked for, checked. */
interface Plan {
  readonly format: Format;
  readonly isSummary: boolean;
  readonly isVerbose: boolean;
  readonly objective: ObjectiveWord;
  readonly whose: Whose;
  readonly rules: RulesName | undefined;
  readonly search: Omit<ReviewOptions, "signal">;
  /** Records at a time. */
  readonly jobs: number;
  /** Where the review is remembered, where that is said. */
  readonly path: string | undefined;
  /** So many mistakes are a failure. */
  readonly failOn: number | undefined;
}

const FORMATS = ["text", "md", "html", "json", "jsonl"] as const;
type Format = (typeof FORMATS)[number];

function planOf(given: readonly string[], values: Values): Plan {
  if (given.length === 0) throw new UsageError(({ usage }) => usage.noRecord);
  if (given.filter((file) => file === "-").length > 1) throw new UsageError(({ usage }) => usage.stdinOnce);
  const { depth = "fast", ...search } = searchOf(values);
  const plan: Plan = {
    format: values["json"] ? "json" : ((text(values, "format") ?? "text") as Format),
    isSummary: values["summary"] === true,
    isVerbose: values["verbose"] === true,
    objective: (text(values, "objective") ?? "points") as ObjectiveWord,
    whose: { seat: seatOf(values), player: text(values, "player") },
    rules: text(values, "rules") as RulesName | undefined,
    search: { ...search, depth, threshold: number(values, "threshold") },
    jobs: whole(values, "jobs", { least: 1 }) ?? availableParallelism(),
    path: text(values, "journal"),
    failOn: whole(values, "fail-on", { least: 1 }),
  };
  const { format, whose, path, isSummary } = plan;
  if (whose.player !== undefined && whose.seat !== undefined) throw new UsageError(({ usage }) => usage.playerOrSeat);
  if (format === "jsonl" && path !== undefined) throw new UsageError(({ usage }) => usage.jsonlJournal);
  if (format === "jsonl" && isSummary) throw new UsageError(({ usage }) => usage.jsonlSummary);
  return plan;
}

/** What has become of each file: the outcomes of its games, or why it cannot be read. */
type Taken = (source: Source) => readonly Outcome[] | undefined;

/** The journal that is named, or that of a folder. */
function journalOf({ path, format, whose, rules, search }: Plan, files: readonly Source[]): Journal {
  const ofFolder = files.some(({ folder }) => folder !== undefined);
  return new Journal(path ?? (ofFolder && format !== "jsonl" ? JOURNAL : undefined), {
    ...{ version: PACKAGE_VERSION, rules, ...whose, threshold: search.threshold, depth: search.depth },
    ...search,
  });
}

/** Reviews the files, several at a time. */
async function reviewFiles(plan: Plan, files: readonly Source[], world: World): Promise<Taken> {
  const { stdin, stdout, stderr, language, signal } = world;
  const { format, whose, rules, search } = plan;
  // each reason to stop the review stops all of its workers
  const halt = new AbortController();
  const jobs = Math.min(plan.jobs, files.length);
  const journal = journalOf(plan, files);
  const lines = format === "jsonl" ? new OrderedLines(stdout, files.length) : undefined;
  const bar = new Bar(stderr, format !== "json");
  let [done, total, games, all] = [0, 0, 0, files.length];
  const work: Work = {
    reader: new Reader(),
    journal,
    options: { ...search, signal: halt.signal },
    whose,
    rules,
    moved(decisions, more) {
      done += decisions;
      total += more;
      bar.show(done, total, CLI_WORDS[language].notes.progress(games, all));
    },
    more(found) {
      all += found;
    },
    ended() {
      games += 1;
    },
  };
  const queue = [...files.entries()];
  /** By the key of the record, which many files can have; none while it is being reviewed. */
  const outcomes = new Map<string, readonly Outcome[] | undefined>();
  const taken = new Map<Source, { readonly key: string } | Failure>();
  const take = async (analyzer: Analyzer, at: number, source: Source): Promise<void> => {
    let record: GivenRecord;
    let own: string;
    try {
      record = await recordOf(source.file, stdin);
      own = await record.key();
    } catch (error) {
      work.ended();
      return void taken.set(source, failureOf(source.file, error));
    }
    // each file has its own lines, also one that is a copy
    const key = lines ? `${at} ${own}` : own;
    taken.set(source, { key });
    if (outcomes.has(key)) return work.ended();
    outcomes.set(key, undefined);
    const { file } = source;
    const each = async (found: ReviewedDecision) => lines?.add(at, jsonLine({ file, ...found }));
    outcomes.set(key, await reviewRecord(analyzer, { file, key, record }, work, each));
  };
  const worker = async () => {
    // one record alone has all threads
    const analyzer = createAnalyzer(jobs > 1 ? { threads: 1 } : {});
    try {
      for (let next = queue.shift(); next && !halt.signal.aborted; next = queue.shift()) {
        await take(analyzer, ...next);
        await lines?.add(next[0], "", { last: true });
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
  return (source) => {
    const found = taken.get(source);
    return found && "key" in found ? outcomes.get(found.key) : found && [found];
  };
}

/** The games that are reviewed; what is left out or fails joins what was so before. */
function gamesOf({ files, folders, failed, leftOut }: Sources, taken: Taken): ReviewedGame[] {
  const reviewed: ReviewedGame[] = [];
  // those that have a record, be it one that cannot be read
  const withRecords = new Set<string | undefined>(failed.map(({ file }) => file));
  for (const source of files) {
    const { file, folder } = source;
    const all = taken(source);
    if (all === undefined) throw new Error(`${file} has not been reviewed`);
    // a named file is asked for as a whole, unless it has games of the player and of others
    const isOfPlayer = all.some((one) => !("code" in one && one.code === "player.unknown"));
    const leaves = folder !== undefined ? LEFT_OUT : isOfPlayer ? ["player.unknown"] : [];
    for (const outcome of all) {
      if ("code" in outcome && leaves.includes(outcome.code)) {
        leftOut.push({ path: nameOf({ file, ...outcome }), why: outcome.reason });
        continue;
      }
      withRecords.add(folder);
      if ("code" in outcome) failed.push({ file, ...outcome });
      else reviewed.push({ file, ...outcome });
    }
  }
  for (const file of folders)
    if (!withRecords.has(file))
      failed.push({ file, code: "folder.empty", reason: ({ files: words }) => words.emptyFolder });
  return reviewed;
}

/** What is not in the report: files that are left out or fail, records that are cut or contradict the options. */
function noteRest(
  plan: Plan,
  { failed, leftOut, skipped }: Sources,
  reviewed: readonly ReviewedGame[],
  { note }: World,
): void {
  if (plan.isVerbose) {
    const named = leftOut.sort((a, b) => (a.path < b.path ? -1 : 1));
    for (const { path: one, why } of named) note((words, asked) => words.notes.leftOut(one, why(words, asked)));
    for (const one of skipped) note(({ notes }) => notes.leftOut(one, notes.tools));
  } else if (leftOut.length > 0) note(({ notes }) => notes.countLeftOut(leftOut.length));
  for (const one of failed) {
    note((words, asked) =>
      one.code === "ENOENT" ? words.files.missing(one.file) : words.files.fault(nameOf(one), one.reason(words, asked)),
    );
  }
  const { rules } = plan;
  for (const { file, game } of reviewed) {
    const { contradictions } = game.rules ?? {};
    if (contradictions && rules)
      note(({ notes }) => notes.contradictions(nameOf({ file, game }), rules, contradictions));
  }
  for (const { file, game } of reviewed) {
    const { broken } = game;
    if (broken)
      note(({ notes, files: words }, asked) =>
        (broken.refused ? words.fault : notes.cut)(nameOf({ file, game }), formatError(broken, asked)),
      );
  }
}

export const reviewCommand: Command = {
  name: "review",
  takes: "FILE...",
  options: {
    seat: { short: "s", value: "SEAT", what: ({ gameSeat }) => gameSeat },
    player: { short: "p", value: "NAME", what: (words) => words.player },
    rules: {
      short: "r",
      value: "NAME",
      words: [...RULES, ...THREE_PLAYER_RULES],
      what: ({ gamesRules }) => gamesRules,
    },
    format: {
      short: "f",
      value: "FORMAT",
      words: FORMATS,
      what: (words) => words.format,
    },
    json: { short: "j", what: ({ jsonFormat }) => jsonFormat },
    summary: { what: (words) => words.summary },
    threshold: { value: "N", what: (words) => words.threshold },
    "fail-on": { value: "N", what: (words) => words.failOn(EXIT.mistakes) },
    journal: { value: "FILE", what: (words) => words.journal(JOURNAL) },
    jobs: { value: "N", what: (words) => words.jobs },
    verbose: { short: "v", what: ({ verbose }) => verbose },
    ...searchOptions("fast"),
  },
  examples: [
    "nanikiru review game.mjlog --seat east",
    "nanikiru review games/ --format md > review.md",
    "nanikiru review games/ --player Ayumi --summary",
    "nanikiru review game.mjlog --seat east --format jsonl | head -1 | jq .sentence",
    "nanikiru review game.mjson --seat 0 --threshold 1000 --fail-on 1",
  ],
  async run(given, values, world) {
    const { stdout, env, language } = world;
    const plan = planOf(given, values);
    const { objective, isSummary, failOn } = plan;
    const sources = await sourcesOf(given, plan.path ?? JOURNAL);
    const reviewed = gamesOf(sources, await reviewFiles(plan, sources.files, world));
    const paint = painter(stdout, env);
    const written: Readonly<Record<Format, () => string>> = {
      text: () => (isSummary ? summaryText : asText)(reviewed, objective, language, paint),
      md: () => (isSummary ? summaryMarkdown : asMarkdown)(reviewed, objective, language),
      html: () => (isSummary ? summaryHtml : asHtml)(reviewed, objective, language),
      json: () => asJson(reviewed, sources.failed, objective),
      // its lines have been written
      jsonl: () => "",
    };
    await stdout.write(written[plan.format]());
    noteRest(plan, sources, reviewed, world);
    if (sources.failed.length > 0 || reviewed.some(({ game }) => game.broken)) return EXIT.failed;
    const wrong = reviewed.flatMap(({ decisions }) => decisions).filter(({ mistake }) => mistake).length;
    return failOn !== undefined && wrong >= failOn ? EXIT.mistakes : EXIT.fine;
  },
};
