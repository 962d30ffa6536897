/** Keeps the row under the pointer, or with the focus, where it is on the screen, whatever grows above it. */

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

/** Renders after every change; verdicts of a review, of which many come in a moment, once a frame. */
export function watchInFrames(store: Store, render: () => void): void {
  let frame: number | null = null;
  const now = () => {
    if (frame !== null) cancelAnimationFrame(frame);
    frame = null;
    render();
  };
  store.watch((state, before) => {
    if (onlyVerdicts(state, before)) frame ??= requestAnimationFrame(now);
    else now();
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
