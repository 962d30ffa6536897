/** The button that copies a link to the position. */

import { byId } from "../dom";
import { toQuery } from "../position";
import type { State, Store } from "../state";
import { words } from "../text";

const SHOWN_MS = 1800;

export function mountShare(store: Store): (state: State) => void {
  const share = byId("share", HTMLButtonElement);
  share.addEventListener("click", () => {
    const { position, lang } = store.state;
    const link = new URL(toQuery(position), location.href).href;
    void navigator.clipboard?.writeText(link).then(() => {
      share.textContent = words[lang].shared;
      setTimeout(() => {
        share.textContent = words[store.state.lang].share;
      }, SHOWN_MS);
    });
  });
  return () => {
    share.hidden = !navigator.clipboard;
  };
}
