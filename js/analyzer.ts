import type {
  Context,
  ConvertedLog,
  DangerReport,
  Decision,
  Depth,
  GameLog,
  HandInput,
  Options as EngineOptions,
  Report as EngineReport,
  TabuReport,
  Verdict,
  WrittenFormat,
} from "./api.js";
import { optionsOf, plainCopy, plainRequest, signalOf } from "./copy.js";
import { type Answer, Engine, StartError, type Steps } from "./engine.js";
import { described } from "./decision.js";
import { NanikiruError, refuse } from "./errors.js";
import { Listener } from "./listener.js";
import type { Files, NamedFiles, Platform } from "./platform/platform.js";
import { DEFAULT_MEMORY_MIB, MAX_MEMORY_MIB, PAGES_PER_MIB, type Question, type VerdictReply } from "./protocol.js";
import { isGameLog, placesOf, recordBytes, seatNumber } from "./record.js";
import { summarize } from "./statistics.js";
import type {
  Action,
  Analyzer,
  AnalyzeOptions,
  AnalyzerOptions,
  ConvertOptions,
  DangerOptions,
  DetailedCandidate,
  DetailsOptions,
  LoadOptions,
  LoadProgress,
  LogInput,
  LogOptions,
  PreviewOptions,
  Progress,
  Report,
  ReviewedDecision,
  ReviewOptions,
  ReviewProgress,
  ReviewSummary,
  TabuSearchOptions,
} from "./types.js";

const MOST_THREADS = 64;
const THREADS_BY_DEFAULT = 8;
const LEAST_MEMORY_MIB = 64;
/**
 * A search that has not stopped this many milliseconds after the request to stop is ended with its worker, so that
 * it is over within 50: the sort of a large graph does not look at the cancel flag, and went on for 200.
 */
const GRACE_MS = 25;

/**
 * Decisions of a review that are judged side by side, for each thread: one search has too few hands to keep two
 * threads at work. Depths at which one of them takes long are not among them: a review reports each as soon as it is
 * there.
 */
const DECISIONS_A_THREAD = 2;
const QUICK_DEPTHS: ReadonlySet<Depth> = new Set<Depth>(["fast", "full"]);
const isQuick = ({ depth, budgetMs }: EngineOptions): boolean =>
  (budgetMs ?? null) === null && QUICK_DEPTHS.has(depth ?? "full");

/** Where there is no such symbol, the one that compilers of `using` fall back to. */
const DISPOSE: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

function wholeNumber(field: string, value: unknown, least: number, most: number): void {
  if (value === undefined) return;
  const kind = typeof value !== "number" || !Number.isInteger(value) ? "type" : "out_of_range";
  if (kind === "out_of_range" && (value as number) >= least && (value as number) <= most) return;
  const message = `${field} is a whole number from ${least} to ${most}`;
  refuse(`request.${kind}`, field, value, message);
}

function check(options: AnalyzerOptions): void {
  const { threads, memoryMb, wasmUrl: _, workerUrl: __, ...unknown } = options;
  for (const [field, value] of Object.entries(unknown)) {
    refuse("request.unknown_field", field, value, `there is no option ${field}`);
  }
  wholeNumber("threads", threads, 1, MOST_THREADS);
  wholeNumber("memoryMb", memoryMb, LEAST_MEMORY_MIB, MAX_MEMORY_MIB);
}

interface Threads {
  readonly threads: number;
  readonly reason: string;
}

function plan(asked: number | undefined, platform: Platform): Threads {
  const cores = Math.max(1, platform.cores());
  const obstacle = platform.obstacle();
  if (asked === 1) return { threads: 1, reason: "one thread was asked for" };
  if (obstacle !== undefined) return { threads: 1, reason: obstacle };
  if (asked !== undefined) return { threads: asked, reason: `${asked} threads were asked for` };
  if (cores === 1) return { threads: 1, reason: "there is one core" };
  return cores <= THREADS_BY_DEFAULT
    ? { threads: cores, reason: "one for each core" }
    : { threads: THREADS_BY_DEFAULT, reason: `of ${cores} cores; the option threads takes more` };
}

interface RunningEngine extends Threads {
  readonly engine: Engine;
}

/** An answer, and what it was found on. */
interface EngineAnswer<T> extends Answer<T> {
  readonly running: RunningEngine;
}

/** Whoever watches a search. */
interface Watch {
  steps(now: Steps): void;
  report(report: Report): void;
}

function full({ answer, elapsedMs }: Answer<EngineReport>, { threads, reason }: RunningEngine): Report {
  return { ...answer, search: { ...answer.search, elapsedMs, threads, threadsReason: reason } };
}

/** Settles with `promise`, or rejects as soon as the signal is aborted. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** Rounds that are played by a rule of their table are no fault of the record, but no rule set can judge them. */
function verdictOf(reply: VerdictReply): Verdict {
  if ("answer" in reply) return reply.answer;
  throw new NanikiruError(reply.error);
}

function startError(why: string): NanikiruError {
  return new NanikiruError({ code: "engine.start", message: `the engine could not be loaded: ${why}` });
}

/** The analyzer on one of the platforms. */
export class WorkerAnalyzer implements Analyzer {
  readonly #platform: Platform;
  readonly #options: AnalyzerOptions;
  readonly #named: NamedFiles;
  #files: Files;
  /** Whether `#files` are the copies inside the package's script. */
  #inlined = false;
  #running: Promise<RunningEngine> | undefined;
  /** Those who wait for the engine's file. */
  readonly #loaders = new Set<(progress: LoadProgress) => void>();
  readonly #loading = ({ done, total }: Steps): void => this.#loaders.forEach((hear) => hear({ done, total }));
  /** Bytes that came before the whole engine's: they stay in the count. */
  #before = 0;
  readonly #loadingWhole = ({ done, total }: Steps): void =>
    this.#loading({ done: this.#before + done, total: this.#before + total });
  /** The small build, once it was asked for. */
  #small: Promise<Engine> | undefined;
  /** Settles when all questions asked so far are done with. */
  #turn: Promise<unknown> = Promise.resolve();
  #disposed = false;

  constructor(platform: Platform, given: AnalyzerOptions | undefined) {
    const options = optionsOf(given);
    check(options);
    this.#platform = platform;
    this.#options = options;
    this.#named = { workerUrl: options.workerUrl, wasmUrl: options.wasmUrl };
    this.#files = platform.files(this.#named);
  }

  analyze(hand: HandInput, context: Context | undefined, options: TabuSearchOptions): Promise<TabuReport>;
  analyze(hand: HandInput, context?: Context, options?: AnalyzeOptions): Promise<Report>;
  async analyze(
    hand: HandInput,
    context?: Context,
    given?: AnalyzeOptions | TabuSearchOptions,
  ): Promise<Report | TabuReport> {
    const options = optionsOf(given);
    if (options.method === "tabu") return this.#tabu(hand, context, options);
    const { signal, onProgress, action, method = "exact", ...search } = options;
    if (method !== "exact") refuse("request.unknown_value", "options.method", method, "method is exact or tabu");
    const listener = new Listener<Progress>(onProgress, signalOf(signal));
    const request = plainRequest({ hand, context, options: search, action });
    let steps: Steps = { done: 0, total: 0 };
    const watch: Watch = {
      steps: (now) => listener.notify((steps = now)),
      report: (report) => listener.notify({ ...steps, report }),
    };
    const question = { what: "analyze", request, watched: listener.listens } as const;
    try {
      const last = await listener.during((stop) => this.#inTurn<EngineReport>(question, stop, watch));
      return full(last, last.running);
    } finally {
      listener.end();
    }
  }

  async preview(hand: HandInput, context?: Context, given?: PreviewOptions): Promise<Report | undefined> {
    const { signal: own, ...search } = optionsOf(given);
    const signal = signalOf(own);
    signal?.throwIfAborted();
    if (this.#disposed) throw this.#disposedError();
    const { wasmUrl } = this.#named;
    const there = this.#platform.remote && !this.#inlined && (wasmUrl === undefined || wasmUrl.preview !== undefined);
    // once the whole engine is on its way, a second file would hold it up
    if (!there || this.#running || this.#small) return undefined;
    const request = plainRequest({ hand, context, options: search });
    const rest = WASM_BYTES[plan(this.#options.threads, this.#platform).threads > 1 ? "threads" : "single"];
    const loading = ({ done, total }: Steps) => this.#loading({ done, total: total + rest });
    this.#small = Engine.start(this.#files, { build: "preview", threads: 0, pages: this.#pages }, loading);
    let engine: Engine;
    try {
      engine = await this.#small;
    } catch (error) {
      // what is wrong with it is wrong with the whole engine, too, which has the words for it
      if (error instanceof StartError) return undefined;
      throw error;
    }
    const running = { engine, threads: 1, reason: "the small build has no threads" };
    try {
      const question = { what: "analyze", request, watched: false } as const;
      const answer = engine.run<EngineReport>(
        question,
        () => {},
        () => {},
      );
      // of one that is given up, nobody hears how it ends
      answer.catch(() => {});
      const report = full(await orAborted(answer, signal), running);
      return { ...report, search: { ...report.search, preview: true } };
    } finally {
      engine.stop(this.#disposedError());
    }
  }

  async details(
    hand: HandInput,
    context: Context | undefined,
    action: Action,
    options?: DetailsOptions,
  ): Promise<DetailedCandidate> {
    const { candidates } = await this.analyze(hand, context, { ...optionsOf(options), details: action, action });
    // an action that is asked for alone is the one candidate, with its details
    return candidates[0] as DetailedCandidate;
  }

  async #tabu(hand: HandInput, context: Context | undefined, options: TabuSearchOptions): Promise<TabuReport> {
    const { signal, onProgress, method: _, ...search } = options;
    const listener = new Listener<Progress>(onProgress, signalOf(signal));
    const request = plainRequest({ hand, context, options: search });
    const watch: Watch = { steps: (now) => listener.notify(now), report: () => {} };
    try {
      return (await listener.during((stop) => this.#inTurn<TabuReport>({ what: "tabu", request }, stop, watch))).answer;
    } finally {
      listener.end();
    }
  }

  async load(given?: LoadOptions): Promise<void> {
    const { signal: own, onProgress } = optionsOf(given);
    const signal = signalOf(own);
    const listener = new Listener<LoadProgress>(onProgress, signal);
    const hear = (progress: LoadProgress) => listener.notify(progress);
    this.#loaders.add(hear);
    try {
      signal?.throwIfAborted();
      const ready = this.#turn.then(() => this.#engine());
      this.#turn = ready.catch(() => {});
      await listener.during((stop) => orAborted(ready, stop));
      listener.check();
    } finally {
      this.#loaders.delete(hear);
      listener.end();
    }
  }

  async danger(hand: HandInput, context: Context, options?: DangerOptions): Promise<DangerReport> {
    const { signal: given, estimator } = optionsOf(options);
    const signal = signalOf(given);
    const request = plainRequest({ hand, context, estimator });
    return (await this.#inTurn<DangerReport>({ what: "danger", request }, signal)).answer;
  }

  async parseLog(log: LogInput, options?: LogOptions): Promise<GameLog> {
    const { signal: given, rules, game } = optionsOf(options);
    const signal = signalOf(given);
    const record = await orAborted(recordBytes(log), signal);
    return (await this.#inTurn<GameLog>({ what: "parseLog", record, request: plainCopy({ rules, game }) }, signal))
      .answer;
  }

  async convertLog(log: LogInput, format: WrittenFormat, options?: ConvertOptions): Promise<ConvertedLog> {
    const { signal: given, rules, game, nukidora } = optionsOf(options);
    const signal = signalOf(given);
    const record = await orAborted(recordBytes(log), signal);
    return (
      await this.#inTurn<ConvertedLog>(
        { what: "convertLog", record, request: plainCopy({ format, rules, game, nukidora }) },
        signal,
      )
    ).answer;
  }

  async *review(
    log: LogInput | GameLog,
    options?: ReviewOptions,
  ): AsyncGenerator<ReviewedDecision, ReviewSummary, undefined> {
    const { rules, game: at, seat, threshold, rows, signal, onProgress, ...search } = optionsOf(options);
    const given = signalOf(signal);
    const listener = new Listener<ReviewProgress>(onProgress, given);
    const player = seatNumber(seat);
    try {
      if (isGameLog(log) && rules !== undefined) {
        refuse(
          "request.unknown_field",
          "rules",
          rules,
          "this record has been read, and its decisions have their rules: give them to parseLog",
        );
      }
      if (isGameLog(log) && at !== undefined)
        refuse("request.unknown_field", "game", at, "this record is one game: give the number to parseLog");
      const game = isGameLog(log)
        ? log
        : await listener.during((stop) => this.parseLog(log, { signal: stop, rules, game: at }));
      const places = placesOf(game, player);
      const total = places.length;
      let [done, mistakes] = [0, 0];
      const reviewed: ReviewedDecision[] = [];
      listener.notify({ done, total, mistakes });
      const quick = isQuick(search);
      const request = ({ hand, context, done }: Decision) =>
        plainRequest({ hand, context, options: search, done, rows, threshold });
      // the first alone: it comes soonest, and says how many threads there are
      for (let [begin, together] = [0, 1]; begin < total;) {
        const group = places.slice(begin, (begin += together));
        const requests = group.map(({ decision }) => request(decision));
        const { answer, running } = await listener.during((stop) =>
          this.#inTurn<VerdictReply[]>({ what: "judge", requests }, stop),
        );
        for (const [i, { decision, ...place }] of group.entries()) {
          // the others of the group were judged before the reader has asked for them
          given?.throwIfAborted();
          if (this.#disposed) throw this.#disposedError();
          const verdict = verdictOf(answer[i] as VerdictReply);
          done += 1;
          if (verdict.mistake) mistakes += 1;
          listener.notify({ done, total, mistakes });
          listener.check();
          const name = game.names?.[place.player];
          const { version, ...words } = described(verdict, search.objective ?? "points");
          const where = { game: game.game, ...place, ...(name && { name }) };
          const found = { version, ...where, ...decision, ...verdict, ...words };
          reviewed.push(found);
          yield found;
        }
        if (quick && running.threads > 1) together = DECISIONS_A_THREAD * running.threads;
      }
      listener.check();
      // the worker that has read the record knows it from there
      if (game === log || !game.broken) return summarize(reviewed, search.objective ?? "points");
      const { code, message, ...value } = game.broken;
      throw new NanikiruError({ code, field: "log", value, message });
    } finally {
      listener.end();
    }
  }

  /** Asks when all questions before have been answered. */
  async #inTurn<T>(question: Question, signal: AbortSignal | undefined, watch?: Watch): Promise<EngineAnswer<T>> {
    signal?.throwIfAborted();
    const answer = this.#turn.then(() => this.#ask<T>(question, signal, watch));
    this.#turn = answer.catch(() => {});
    return orAborted(answer, signal);
  }

  dispose(): void {
    this.#disposed = true;
    const stop = (engine: Engine) => engine.stop(this.#disposedError());
    // a failed start has been reported to the caller
    void this.#running?.then(
      ({ engine }) => stop(engine),
      () => {},
    );
    void this.#small?.then(stop, () => {});
    this.#running = undefined;
  }

  [DISPOSE](): void {
    this.dispose();
  }

  #disposedError(): NanikiruError {
    return new NanikiruError({ code: "engine.disposed", message: "this analyzer has been disposed of" });
  }

  /** Asks when it is the question's turn; settles when the engine is free again, however the question ended. */
  async #ask<T>(question: Question, signal: AbortSignal | undefined, watch?: Watch): Promise<EngineAnswer<T>> {
    signal?.throwIfAborted();
    const running = await this.#engine();
    const { engine } = running;
    signal?.throwIfAborted();
    let grace: ReturnType<typeof setTimeout> | undefined;
    const abort = () => {
      if (!engine.cancellable) return engine.stop(signal?.reason);
      engine.cancel();
      grace = setTimeout(() => engine.stop(signal?.reason), GRACE_MS);
    };
    signal?.addEventListener("abort", abort, { once: true });
    try {
      const steps = (now: Steps) => watch?.steps(now);
      const answer = await engine.run<T>(question, steps, (report) => watch?.report(full(report, running)));
      return { ...answer, running };
    } finally {
      clearTimeout(grace);
      signal?.removeEventListener("abort", abort);
    }
  }

  /** The engine, started when there is none or the last one has ended. */
  async #engine(): Promise<RunningEngine> {
    if (this.#disposed) throw this.#disposedError();
    const last = await this.#running;
    if (last && !last.engine.ended) return last;
    this.#running = this.#start();
    try {
      const running = await this.#running;
      if (this.#disposed) {
        running.engine.stop(this.#disposedError());
        throw this.#disposedError();
      }
      return running;
    } catch (error) {
      this.#running = undefined;
      throw error;
    }
  }

  get #pages(): number {
    return (this.#options.memoryMb ?? DEFAULT_MEMORY_MIB) * PAGES_PER_MIB;
  }

  async #start(): Promise<RunningEngine> {
    // one file after the other: the small one answers those who wait
    await this.#small?.then(
      () => (this.#before = WASM_BYTES.preview),
      () => {},
    );
    const wanted = plan(this.#options.threads, this.#platform);
    if (wanted.threads > 1) {
      try {
        return { ...wanted, engine: await this.#startOrInline(wanted.threads) };
      } catch (error) {
        if (!(error instanceof StartError)) throw error;
        const why = error.fault === "memory" ? "shared memory could not be reserved" : "the threads did not start";
        return { engine: await this.#startAlone(), threads: 1, reason: `${why}: ${error.message}` };
      }
    }
    return { ...wanted, engine: await this.#startAlone() };
  }

  /** Starts the build without threads, after which there is nothing else to try. */
  async #startAlone(): Promise<Engine> {
    try {
      return await this.#startOrInline(0);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      if (error.fault !== "memory") throw startError(error.message);
      const why = error.message;
      const message = `there is no memory for the engine: ask for less (memoryMb), or close other pages (${why})`;
      throw new NanikiruError({ code: "engine.memory", message });
    }
  }

  /** Starts with the package's files, else with the copies inside the package; a file that the caller named stays. */
  async #startOrInline(threads: number): Promise<Engine> {
    const build = threads > 0 ? "threads" : "single";
    const how = { build, threads, pages: this.#pages } as const;
    try {
      return await Engine.start(this.#files, how, this.#loadingWhole);
    } catch (error) {
      if (!(error instanceof StartError) || error.fault === "memory" || error.fault === "pool") throw error;
      const named = this.#named.workerUrl !== undefined || this.#named.wasmUrl !== undefined;
      if (named || !this.#platform.inlined || this.#inlined) throw startError(error.message);
      try {
        const inlined = await this.#platform.inlined();
        const engine = await Engine.start(inlined, how, this.#loadingWhole);
        this.#files = inlined;
        this.#inlined = true;
        return engine;
      } catch (second) {
        if (second instanceof StartError && (second.fault === "memory" || second.fault === "pool")) throw second;
        const why = second instanceof Error ? second.message : String(second);
        if (why === error.message) throw startError(why);
        throw startError(`${error.message}; nor could the copy of it inside the package's script: ${why}`);
      }
    }
  }
}
