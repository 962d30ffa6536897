/** Asks the engine about each new position, one question at a time: a new one cancels the old. */

import { analyze, danger, load, preview, type Progress, type Report } from "nanikiru";
import { recorded, refined } from "./board-review";
import { detailsOf } from "./details";
import { failureOf, LACKS_TILE } from "./failure";
import { isLaid, strokeOf, type Position, toContext, toHand, toOptions } from "./position";
import { objectiveOf } from "./review";
import { judge } from "./reviewer";
import type { Event, State, Store } from "./state";

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
