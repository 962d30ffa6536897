/** Keeps the row under the pointer, or with the focus, where it is on the screen while content above it grows. */

import type { State, Store } from "../state";

/** Whether all that has changed are verdicts of a review under way. */
function onlyVerdicts(state: State, before: State): boolean {
  const names = Object.keys(state) as (keyof State)[];
  return (
    state.review.run.kind === "running" &&
    before.review.run.kind === "running" &&
    names.every((name) => name === "review" || state[name] === before[name])
  );
}

/**
 * The least time between two drawings of verdicts, in ms: a drawing is some 10 ms of the processor, which at each frame
 * are 30 % of a core that the review itself could use.
 */
const REST = 200;

/** Renders after every change; verdicts of a review, of which many come in a moment, in a frame five times a second. */
export function watchInFrames(store: Store, render: () => void): void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let frame: number | null = null;
  let drawn = -Infinity;
  const now = () => {
    if (timer !== null) clearTimeout(timer);
    if (frame !== null) cancelAnimationFrame(frame);
    timer = frame = null;
    render();
    drawn = performance.now();
  };
  const soon = () => {
    timer = null;
    frame = requestAnimationFrame(now);
  };
  store.watch((state, before) => {
    if (!onlyVerdicts(state, before)) return now();
    if (timer !== null || frame !== null) return;
    const rest = drawn + REST - performance.now();
    if (rest > 0) timer = setTimeout(soon, rest);
    else soon();
  });
}

export function steady(render: () => void): () => void {
  return () => {
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
  };
}
