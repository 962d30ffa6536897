/** What the page asks of the engine about a position: its answer, details of a row, and what other methods say. */

import {
  type Action,
  analyze,
  type Context,
  danger,
  details,
  load,
  type Options,
  preview,
  type Progress,
  type Report,
  type TabuCandidate,
} from "nanikiru";
import type { DangerReport } from "./danger";
import { failureOf, LACKS_TILE } from "./failure";
import { partyBy } from "./players";
import { isLaid, type Position, strokeOf, toContext, toHand, toOptions } from "./position";
import { objectiveOf } from "./review";
import { judge, recorded, refined } from "./reviewer";
import { actionKey, type Answer, type Event, type State, type Store } from "./state";

// Asks the engine about each new position, one question at a time: a new one cancels the old.

/** Typing pauses of this many milliseconds start a search; a click or a link starts at once. */
const PAUSE_MS = 140;

const lacksTile = ({ candidates }: Report, { offered }: Position): boolean =>
  offered.trim() === "" && candidates.every(({ action }) => action.type === "pass");

/** What a review will say of the decision on the page, for those who look at it before. */
async function judgeRecorded(
  state: State,
  position: Position,
  signal: AbortSignal,
  send: (event: Event) => void,
): Promise<void> {
  const { record, review, judged } = state;
  const decision = recorded(state, position);
  const objective = objectiveOf(position.objective);
  if (record.kind !== "open" || !decision?.done || objective !== position.objective || review.found.has(decision))
    return;
  if (judged?.decision === decision && judged.objective === objective) return;
  const verdict = await judge(record.log, decision, position, signal);
  if (verdict) send({ type: "judged", judged: { decision, objective, verdict } });
}

/** Starts the engine and says how much of it is here; what goes wrong is the answer to the first question. */
async function loadEngine(store: Store): Promise<void> {
  await load({ onProgress: (loading) => store.send({ type: "loading", loading }) }).catch(() => {});
  store.send({ type: "loading", loading: null });
}

/**
 * Whether the browser may have none of our files yet: later they come from the service worker, the large one as fast as
 * the small.
 */
const isFirstVisit = (): boolean => !navigator.serviceWorker?.controller;

/** Watches the store and answers every position in it. */
export function answerPositions(store: Store): void {
  let controller: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let loads = false;

  const ask = async (position: Position): Promise<void> => {
    const first = !loads;
    if (first) void loadEngine(store);
    loads = true;
    const own = new AbortController();
    controller = own;
    const send = (event: Event) => {
      if (!own.signal.aborted) store.send(event);
    };
    const answer = (type: "answered" | "finished", report: Report) => {
      if (!lacksTile(report, position)) return send({ type, answer: { position, report } });
      send({ type: "failed", failure: LACKS_TILE });
      // a deeper one would be none either
      own.abort();
    };
    const onProgress = (progress: Progress) => {
      const { report } = progress;
      if (report) answer("answered", report);
      else send({ type: "progressed", progress });
    };
    send({ type: "started" });
    try {
      const { signal } = own;
      const context = toContext(position);
      if (first && isFirstVisit()) {
        const small = preview(toHand(position), context, { ...toOptions(position), depth: "first", signal });
        const show = (report: Report | undefined) => {
          if (report && store.state.answer?.position !== position) answer("answered", report);
        };
        // an error of the small build is one of the whole engine, too, which says it
        void small.then(show, () => {});
      }
      // the risks take milliseconds: they need not wait for the search
      const risks =
        context.players && isLaid(position)
          ? { position, risks: await danger(toHand(position), context, { signal }) }
          : null;
      send({ type: "risked", risks });
      const report = await analyze(toHand(position), context, {
        ...toOptions(position),
        details: detailsOf(position),
        signal,
        onProgress,
      });
      answer("finished", report);
      const deeper = own.signal.aborted ? null : refined(store.state);
      if (deeper) send({ type: "refined", ...deeper });
      await judgeRecorded(store.state, position, signal, send);
    } catch (error) {
      send({ type: "failed", failure: failureOf(error) });
    }
  };

  store.watch((state, before) => {
    if (state.position === before.position) return;
    controller?.abort();
    clearTimeout(timer);
    const { position } = state;
    if (position.hand.trim() === "") return;
    timer = setTimeout(() => void ask(position), strokeOf(before.position, position) ? PAUSE_MS : 0);
  });
}

// Asks about the row that stays open: when what happens, by which yaku, and where a far hand leads.

/** By keyboard a reader passes many rows: only one that stays open for so many milliseconds is asked about. */
const REST_MS = 120;

/** Sends what `ask` answers about what a state wants; it is aborted when the state wants something else, or nothing. */
function askAtRest<Wanted>(
  store: Store,
  wanting: (state: State) => Wanted | null,
  ask: (wanted: Wanted, state: State, signal: AbortSignal) => Promise<Event>,
): void {
  let controller: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  store.watch((state, before) => {
    const wanted = wanting(state);
    if (wanted === wanting(before)) return;
    controller?.abort();
    clearTimeout(timer);
    if (!wanted) return;
    const own = new AbortController();
    controller = own;
    timer = setTimeout(async () => {
      try {
        const event = await ask(wanted, state, own.signal);
        if (!own.signal.aborted) store.send(event);
      } catch (error) {
        if (!own.signal.aborted) store.send({ type: "failed", failure: failureOf(error) });
      }
    }, REST_MS);
  });
}

/**
 * The rows of which an answer has everything. Only short searches are made again for a row, and only such as find
 * the same again, which one that ends by time need not.
 */
const detailsOf = ({ depth, budget }: Position): NonNullable<Options["details"]> =>
  budget.trim() === "" && ["first", "fast", "full"].includes(depth) ? "first" : "all";

/** The candidate that is open and lacks its details. */
function shortRow({ answer, position, run, selected, details }: State) {
  if (run.kind !== "done" || !answer || answer.position !== position) return null;
  const candidate = answer.report.candidates[selected];
  return candidate && !candidate.byTurn && !details.has(candidate) ? candidate : null;
}

/** Watches the store and asks for the details of the candidate that is open. */
export function answerDetails(store: Store): void {
  askAtRest(store, shortRow, async (candidate, { position }, signal) => {
    const found = await details(toHand(position), toContext(position), candidate.action, {
      ...toOptions(position),
      signal,
    });
    return { type: "detailed", candidate, details: found };
  });
}

/** Moves of a run beyond those that the nearest win takes. */
const DETOURS = 3;

/** The answer whose open row is an average of far hands, and whose aims nobody has asked for yet. */
function farRow({ answer, position, run, selected, aims }: State): Answer | null {
  if (run.kind !== "done" || !answer || answer.position !== position || aims?.position === position) return null;
  if (!partyBy(position.rules).tabu) return null;
  return answer.report.candidates[selected]?.estimated ? answer : null;
}

/** Watches the store; one search serves all rows of a hand. */
export function answerAims(store: Store): void {
  askAtRest(store, farRow, async ({ position, report }, _state, signal) => {
    const moves = report.shanten + DETOURS;
    const { candidates } = await analyze(toHand(position), toContext(position), { method: "tabu", moves, signal });
    return { type: "sought", aims: { position, candidates } };
  });
}

// What other systems say of a position: tabu search, and the estimators of danger beside the model.

/** In the order of their columns. */
const ESTIMATORS = ["model", "kurita-hoki", "class"] as const;

/** What they say; a share or a rate is null where a system says nothing of an action. */
export interface Methods {
  /** The share of the runs of tabu search in which an action was done first; null where it knows no such table. */
  readonly tabu: ((key: string) => number | null) | null;
  /** What tabu search would do, its first choice first. */
  readonly candidates: readonly TabuCandidate[];
  /** How likely a tile deals in, by estimator; none without a table. */
  readonly dealIn: readonly ((tile: string) => number | null)[];
}

/** The key of an action for tabu search: riichi and dama with one tile are one discard to it. */
export const tabuKey = (action: Action): string => actionKey(action).replace(/ true$/u, " false");

/** What tabu search says. */
async function tabuOf(position: Position, context: Context, signal: AbortSignal): Promise<Omit<Methods, "dealIn">> {
  if (!partyBy(position.rules).tabu) return { tabu: null, candidates: [] };
  const { candidates, runs: all } = await analyze(toHand(position), context, { method: "tabu", signal });
  const shares = new Map(candidates.map(({ action, runs }) => [actionKey(action), all === 0 ? 1 : runs / all]));
  return { tabu: (key) => shares.get(key) ?? null, candidates };
}

/** Asks all of them; rejects as `analyze` does. */
export async function askMethods(position: Position, signal: AbortSignal): Promise<Methods> {
  const context = toContext(position);
  const found = await tabuOf(position, context, signal);
  const reports: DangerReport[] = [];
  if (context.players) {
    for (const estimator of ESTIMATORS) reports.push(await danger(toHand(position), context, { estimator, signal }));
  }
  return {
    ...found,
    dealIn: reports.map(
      ({ tiles }) =>
        (tile) =>
          tiles.find((risk) => risk.tile === tile)?.dealInRate ?? null,
    ),
  };
}
