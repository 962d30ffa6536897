/** What scrolls, and what stays where it is while the page is drawn. */

import { byId } from "../dom";
import type { State, Store } from "../state";

// What scrolls: a row, which fades where there is more of it, and the answer, which begins at its beginning; a list of
// a record's decisions stays where it is when one of them is chosen.

/** What a fade covers, with a little of what is beside it; the width is that of `.more-before` in style.css. */
export const FADE = 40;

/** Follows how far the row is scrolled; gives what has to be called after its content has changed. */
export function fades(row: HTMLElement): () => void {
  const look = (): void => {
    const { scrollLeft, scrollWidth, clientWidth } = row;
    // a fraction of a pixel is no scrolling
    row.classList.toggle("more-before", scrollLeft > 1);
    row.classList.toggle("more-after", scrollLeft + clientWidth < scrollWidth - 1);
  };
  row.addEventListener("scroll", look, { passive: true });
  new ResizeObserver(look).observe(row);
  return look;
}

const logOf = ({ record }: State) => (record.kind === "open" ? record.log : null);

export function mountPane(store: Store): void {
  const pane = byId("answer", HTMLElement);
  store.watch((state, before) => {
    if (state.position === before.position) return;
    const { tab } = state.board;
    const [log, listed] = [logOf(state), tab === "mistakes" || tab === "moves"];
    if (listed && log !== null && log === logOf(before)) return;
    pane.scrollTop = 0;
    byId("figures", HTMLElement).scrollTop = 0;
  });
}

// Keeps the row under the pointer, or with the focus, where it is on the screen while content above it grows.

type View = (state: State) => void;

/** What the engine says, and no act of the reader changes. */
const OF_ENGINE: ReadonlySet<keyof State> = new Set([
  "run",
  "loading",
  "answer",
  "risks",
  "details",
  "aims",
  "judged",
] as const);

/** Whether all that has changed came from the engine: an answer, or verdicts of a review under way. */
function onlyFigures(state: State, before: State): boolean {
  const reviewed = [state, before].every(({ review }) => review.run.kind === "running");
  // another answer may have the chosen row in another place
  const answered = state.answer !== before.answer;
  const changed = (Object.keys(state) as (keyof State)[]).filter((name) => state[name] !== before[name]);
  return changed.every(
    (name) => OF_ENGINE.has(name) || (name === "review" && reviewed) || (name === "selected" && answered),
  );
}

/**
 * The least time between two drawings of verdicts, in ms: a drawing is some 10 ms of the processor, which at each frame
 * are 30 % of a core that the review itself could use.
 */
const REST = 200;

/**
 * So many ms of drawing are enough for one frame: while the engine keeps all cores busy, what is 40 ms on a quiet
 * machine was up to 220, in which the page did not listen.
 */
const SLICE = 12;

/**
 * Draws everything at once after what the reader does. What the engine says is drawn in frames, a slice in each:
 * answers in the next ones, verdicts of a review, of which many come in a moment, five times a second.
 */
export function watchInFrames(store: Store, views: readonly View[]): void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let frame: number | null = null;
  let left: readonly View[] = [];
  /** What one round of drawing shows, however many frames it takes: no view is ahead of another. */
  let shown = store.state;
  /** The rest before another round of drawing, where something came during this one. */
  let again: number | null = null;
  let drawn = -Infinity;

  const slice = () => {
    const until = performance.now() + SLICE;
    let at = 0;
    steadily(() => {
      do left[at++]?.(shown);
      while (at < left.length && performance.now() < until);
    });
    left = left.slice(at);
    frame = left.length > 0 ? requestAnimationFrame(slice) : null;
    if (frame !== null) return;
    drawn = performance.now();
    if (again !== null) begin(again);
  };
  const begin = (rest: number) => {
    again = null;
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (rest > 0) {
      timer = setTimeout(() => begin(0), rest);
      return;
    }
    left = views;
    shown = store.state;
    frame = requestAnimationFrame(slice);
  };
  const drawAll = () => {
    if (timer !== null) clearTimeout(timer);
    if (frame !== null) cancelAnimationFrame(frame);
    timer = frame = again = null;
    left = [];
    steadily(() => views.forEach((view) => view(store.state)));
    drawn = performance.now();
  };
  store.watch((state, before) => {
    if (!onlyFigures(state, before)) return drawAll();
    const verdicts = state.review !== before.review;
    if (frame !== null) again = verdicts ? (again ?? REST) : 0;
    else if (!verdicts) begin(0);
    else if (timer === null) begin(Math.max(0, drawn + REST - performance.now()));
  });
  drawAll();
}

function steadily(render: () => void): void {
  const row = document.querySelector("#candidates tbody tr:hover, #candidates tbody tr:focus");
  const before = row?.getBoundingClientRect().top ?? 0;
  render();
  if (!row?.isConnected) return;
  const by = row.getBoundingClientRect().top - before;
  // in a record the candidates scroll by themselves
  const scroller = document.body.classList.contains("with-record")
    ? row.closest("#figures")
    : document.scrollingElement;
  if (Math.abs(by) >= 0.5) scroller?.scrollBy({ top: by, behavior: "instant" });
}
