/**
 * What scrolls: a row, which fades where there is more of it, and the answer, which begins at its beginning; a list of
 * a record's decisions stays where it is when one of them is chosen.
 */

import { byId } from "../dom";
import type { State, Store } from "../state";

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
