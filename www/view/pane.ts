/** Beside a table the answer scrolls by itself: it begins with its beginning, and fades where there is more of it. */

import { byId } from "../dom";
import type { Store } from "../state";

export function mountPane(store: Store): void {
  const pane = byId("answer", HTMLElement);
  const look = (): void => {
    const { scrollTop, scrollHeight, clientHeight } = pane;
    // a fraction of a pixel is no scrolling
    pane.classList.toggle("more-above", scrollTop > 1);
    pane.classList.toggle("more-below", scrollTop + clientHeight < scrollHeight - 1);
  };
  pane.addEventListener("scroll", look, { passive: true });
  const sizes = new ResizeObserver(look);
  for (const part of [pane, ...pane.children]) sizes.observe(part);
  store.watch(({ position }, before) => {
    if (position === before.position) return;
    pane.scrollTop = 0;
    byId("figures", HTMLElement).scrollTop = 0;
  });
}
