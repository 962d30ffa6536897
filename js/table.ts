// A game as one player follows it: events in, the hand, the table and the legal actions out, and what to do.
import type { Action, ApiError, Context, Moment, TableOptions as GameOptions } from "./api.js";
import { optionsOf, plainCopy, signalOf } from "./copy.js";
import { NanikiruError, refuse } from "./errors.js";
import { fallback, LONGEST_MS } from "./deadline.js";
import { crash } from "./faults.js";
import type { Platform } from "./platform/platform.js";
import type { EngineTable, TableGlue } from "./table-glue.js";
import type { DecideOptions, ExactAnalyze, MjaiEvent, Report, Table, TableDecision, TableOptions } from "./types.js";

/** Where there is no such symbol, the one that compilers of `using` fall back to. */
const DISPOSE: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

/** One instance of the build, and all tables in it. */
class Instance {
  readonly #glue: TableGlue;
  #failure: NanikiruError | undefined;

  constructor(glue: TableGlue) {
    this.#glue = glue;
  }

  /** Whether it has crashed: what it would answer now is wrong, or nothing. */
  get failed(): boolean {
    return this.#failure !== undefined;
  }

  /** Does `work` inside WebAssembly, with errors as ours. */
  inside<T>(work: (glue: TableGlue) => T): T {
    if (this.#failure) {
      const { code, message } = this.#failure;
      throw new NanikiruError({ code, message: `the engine of this table has failed, make a new table: ${message}` });
    }
    try {
      return work(this.#glue);
    } catch (thrown) {
      if (typeof thrown === "object" && thrown !== null && !(thrown instanceof Error) && "code" in thrown) {
        const { code, field, value, message, span } = thrown as ApiError;
        throw new NanikiruError({ code, field, value, message, span });
      }
      this.#failure = crash(this.#glue.panic() || String(thrown), "table");
      this.#glue.giveUp();
      throw this.#failure;
    }
  }
}

/** The instances that tables are made in, one for each address of the build; the package's own has none. */
const started = new Map<string, Promise<Instance>>();

async function load(platform: Platform, url: string | URL | undefined): Promise<TableGlue> {
  // its own file, fetched only when it is needed
  const { start } = await import("./table-glue.js");
  const files = platform.files({ workerUrl: undefined, wasmUrl: url === undefined ? undefined : { single: url } });
  try {
    const source = await files.wasm("single");
    return await start(typeof source === "string" ? await platform.load(source) : source);
  } catch (error) {
    if (url !== undefined || !platform.inlined) throw error;
    const source = await (await platform.inlined()).wasm("single");
    return start(typeof source === "string" ? await platform.load(source) : source);
  }
}

async function sound(platform: Platform, url: string | URL | undefined): Promise<Instance> {
  const address = url === undefined ? "" : String(url);
  const starting =
    started.get(address) ??
    load(platform, url).then(
      (glue) => new Instance(glue),
      (error: unknown) => {
        started.delete(address);
        const why = error instanceof Error ? error.message : String(error);
        throw new NanikiruError({ code: "engine.start", message: `the engine could not be loaded: ${why}` });
      },
    );
  started.set(address, starting);
  const instance = await starting;
  if (!instance.failed) return instance;
  // another table may have crashed it meanwhile, and a third one may have begun a new one
  if (started.get(address) === starting) started.delete(address);
  return sound(platform, url);
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What follows a call or a riichi, once the event that is waited for has come. */
interface Plan {
  /** The own event: a call with its tiles, or a riichi. */
  readonly event: MjaiEvent;
  readonly action: Action;
  ready: boolean;
}

/** Events that may come between an own event and what follows it. */
const BETWEEN = new Set(["dora", "reach_accepted", "none"]);

const sorted = (tiles: unknown) => (Array.isArray(tiles) ? [...tiles].sort() : tiles);

function isIt(event: MjaiEvent, planned: MjaiEvent): boolean {
  const key = ({ type, actor, pai, consumed }: MjaiEvent) => [type, actor, pai, sorted(consumed)];
  return same(key(event), key(planned));
}

class FollowingTable implements Table {
  readonly #instance: Instance;
  readonly #analyze: ExactAnalyze;
  #table: EngineTable | undefined;
  #plan: Plan | undefined;
  /** How many events have come. */
  #events = 0;

  constructor(instance: Instance, table: EngineTable, analyze: ExactAnalyze) {
    this.#instance = instance;
    this.#table = table;
    this.#analyze = analyze;
  }

  #ask<T>(work: (table: EngineTable) => T): T {
    const table = this.#table;
    if (table) return this.#instance.inside(() => work(table));
    throw new NanikiruError({ code: "engine.disposed", message: "this table has been disposed of" });
  }

  #moment(): Moment | null {
    return this.#ask((table) => table.moment());
  }

  apply(event: MjaiEvent): void {
    const copied = plainCopy(event);
    this.#ask((table) => table.apply(copied));
    this.#events += 1;
    if (this.#plan && !this.#plan.ready && isIt(event, this.#plan.event)) this.#plan.ready = true;
    else if (!BETWEEN.has(event.type)) this.#plan = undefined;
  }

  get seat(): number | undefined {
    return this.#ask((table) => table.seat());
  }

  get hand(): string | undefined {
    return this.#moment()?.hand;
  }

  context(): Context | undefined {
    return this.#moment()?.context;
  }

  actions(): Action[] {
    return this.#ask((table) => table.actions());
  }

  toMjai(action: Action): MjaiEvent {
    const copied = plainCopy(action);
    const { type, ...rest } = this.#ask((table) => table.toMjai(copied));
    // as people read it
    return { type, ...rest };
  }

  async decide(options?: DecideOptions): Promise<TableDecision | undefined> {
    const { deadlineMs, ...search } = optionsOf(options);
    if (deadlineMs !== undefined && !(typeof deadlineMs === "number" && deadlineMs > 0 && deadlineMs <= LONGEST_MS)) {
      const message = `deadlineMs is a number of milliseconds, more than 0 and at most ${LONGEST_MS}`;
      refuse("request.out_of_range", "deadlineMs", deadlineMs, message);
    }
    signalOf(search.signal)?.throwIfAborted();
    const actions = this.actions();
    const [first, second] = actions;
    if (first === undefined) return undefined;
    if (second === undefined) return { action: first, by: "only" };
    const plan = this.#plan;
    if (plan?.ready && actions.some((action) => same(action, plan.action))) return { action: plan.action, by: "plan" };
    const events = this.#events;
    const found = await this.#search(actions, deadlineMs, search);
    // an answer to a moment that is gone plans nothing
    if (events === this.#events) this.#planAfter(found.action);
    return found;
  }

  async #search(
    actions: readonly Action[],
    deadlineMs: number | undefined,
    options: DecideOptions,
  ): Promise<TableDecision> {
    const { hand, context } = this.#moment() as Moment;
    const best = (report: Report): TableDecision | undefined => {
      const all = report.candidates.map(({ action }) => action);
      const action = all.find((candidate) => actions.some((legal) => same(legal, candidate)));
      return action && { action, by: "search", report };
    };
    const judged = (report: Report): TableDecision => {
      const found = best(report);
      if (found) return found;
      throw new NanikiruError({
        code: "engine.panic",
        message: "no legal action has been valued: please report it with the hand and the context",
      });
    };
    if (deadlineMs === undefined) return judged(await this.#analyze(hand, context, options));
    let latest: Report | undefined;
    const { onProgress, signal } = options;
    const stop = new AbortController();
    const passOn = () => stop.abort(signal?.reason);
    signal?.addEventListener("abort", passOn, { once: true });
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      stop.abort();
    }, deadlineMs);
    try {
      const report = await this.#analyze(hand, context, {
        budgetMs: deadlineMs / 2,
        ...options,
        signal: stop.signal,
        onProgress(progress) {
          latest = progress.report ?? latest;
          return onProgress?.(progress);
        },
      });
      return judged(report);
    } catch (error) {
      if (!late || signal?.aborted) throw error;
      const found = latest && best(latest);
      return found ? { ...found, by: "deadline" } : { action: fallback(actions, hand), by: "deadline" };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", passOn);
    }
  }

  /** Remembers the discard that belongs to a call or a riichi. */
  #planAfter(action: Action): void {
    this.#plan = undefined;
    if (action.type === "chi" || action.type === "pon") {
      const discard: Action = { type: "discard", tile: action.discard, riichi: false };
      this.#plan = { event: this.toMjai(action), action: discard, ready: false };
    } else if (action.type === "discard" && action.riichi) {
      const event = this.toMjai(action);
      // where it has been declared already, the event is the discard
      if (event.type === "reach") this.#plan = { event, action, ready: false };
    }
  }

  dispose(): void {
    const table = this.#table;
    this.#table = undefined;
    // a failed instance has nothing to free, its memory goes as a whole
    if (table && !this.#instance.failed) this.#instance.inside(() => table.free());
  }

  [DISPOSE](): void {
    this.dispose();
  }
}

/** A table on one of the platforms; `analyze` answers where there is a choice. */
export async function followTable(
  platform: Platform,
  analyze: ExactAnalyze,
  given: TableOptions | undefined,
): Promise<Table> {
  const { analyzer, wasmUrl, ...game } = optionsOf(given);
  const options: GameOptions = game;
  const instance = await sound(platform, wasmUrl);
  const copied = plainCopy(options);
  const table = instance.inside(({ Table }) => new Table(copied));
  return new FollowingTable(
    instance,
    table,
    analyzer ? (hand, context, options) => analyzer.analyze(hand, context, options) : analyze,
  );
}
