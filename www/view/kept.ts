/** Records of earlier visits: a button each to go on with it, and one to be rid of it. */

import { byId, h, memo } from "../dom";
import { forget } from "../keeper";
import type { Entry } from "../kept";
import { openKept } from "../records";
import type { Lang, State, Store } from "../state";
import { words } from "../text";
import { fades } from "./faded";

/** Older ones are in the list of all games. */
const LATEST = 6;

export function mountKept(store: Store): (state: State) => void {
  const box = byId("kept", HTMLElement);
  const list = byId("kept-list", HTMLElement);
  const refused = byId("kept-refused", HTMLElement);
  const fade = fades(list);

  const draw = memo((entries: readonly Entry[], open: number | null, lang: Lang) => {
    const w = words[lang];
    const others = entries.filter(({ id }) => id !== open);
    box.hidden = others.length === 0;
    list.replaceChildren(
      ...others.slice(0, LATEST).map((entry) => {
        const name = entry.name || w.kept.unnamed;
        const remove = w.kept.remove(name);
        return h(
          "li",
          {},
          h("button", { type: "button", class: "chip", click: () => void openKept(store, entry) }, w.kept.goOn(name, entry.done, entry.total)),
          h("button", { type: "button", class: "quiet icon", "aria-label": remove, title: remove, click: () => void forget(store, entry.id) }, "×"),
        );
      }),
    );
    fade();
  });
  return ({ keeping, record, lang }) => {
    draw(keeping.entries, keeping.open, lang);
    const text = keeping.refused && record.kind === "open" ? words[lang].kept.refused : "";
    if (refused.textContent !== text) refused.textContent = text;
  };
}
