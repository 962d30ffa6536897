/** Practice of the mistakes in kept games, at the door: how many are due, or when the next one is. */

import { cardsOf, dueAt, nextDue } from "../drills";
import { byId, memo } from "../dom";
import type { Entry } from "../kept";
import { names } from "../reader";
import type { Lang, State, Store } from "../state";
import { words } from "../text";
import { ahead } from "../text/format";
import { practise } from "./learn";

export function mountDrills(store: Store): (state: State) => void {
  const box = byId("drills", HTMLElement);
  const says = byId("drills-says", HTMLElement);
  const start = byId("drill-start", HTMLButtonElement);
  start.addEventListener("click", () => void practise(store));

  const draw = memo((entries: readonly Entry[], lang: Lang) => {
    const w = words[lang].drills;
    const cards = cardsOf(entries, names());
    const now = Date.now();
    const [due, next] = [dueAt(cards, now).length, nextDue(cards)];
    box.hidden = next === null;
    if (next === null) return;
    start.hidden = due === 0;
    start.textContent = w.start(due);
    says.textContent = due > 0 ? w.says : w.later(ahead(next - now, lang));
  });
  return ({ keeping, lang }) => draw(keeping.entries, lang);
}
