/** What became of the table when another hand was typed over it, where the hand is typed: what still counts, or what went, and the way back. */

import { byId, memo } from "../dom";
import { exampleOf } from "../examples";
import { type Field, FIELDS, fieldOf } from "../fields";
import { leftovers, type Position } from "../position";
import { isUnfinished, type Lang, type State, type Store } from "../state";
import { words } from "../text";
import { tableParts } from "./situation";

export function mountLeftover(store: Store): (state: State) => void {
  const box = byId("leftover", HTMLElement);
  const says = byId("leftover-says", HTMLElement);
  const list = byId("leftover-list", HTMLElement);
  byId("clear-table", HTMLButtonElement).addEventListener("click", () => {
    store.send({ type: "cleared", left: "hand" });
    byId("hand", HTMLInputElement).focus();
  });
  const dropped = byId("dropped", HTMLElement);
  byId("restore-table", HTMLButtonElement).addEventListener("click", () => {
    store.send({ type: "tableRestored" });
    byId("hand", HTMLInputElement).focus();
  });
  const draw = memo((position: Position, left: string, why: string, lang: Lang) => {
    const w = words[lang];
    const fields = (left === "" ? [] : left.split(" ")) as Field[];
    box.hidden = fields.length === 0;
    box.classList.toggle("clash", why !== "");
    says.textContent = box.hidden ? "" : why === "" ? w.leftover.still : w.leftover.clash(why);
    list.replaceChildren(...tableParts(fields, position, lang));
  });
  return ({ position, origin, dropped: gone, run, lang }) => {
    dropped.hidden = gone === null;
    const left = leftovers(position, origin);
    const failure = run.kind === "failed" ? run.failure : null;
    const field = failure && fieldOf(failure.field);
    const clashes = failure !== null && !isUnfinished(failure, position.hand) && (failure.code.startsWith("context.") || (field !== null && FIELDS[field].group === "table"));
    // the ribbon says whose table it is where a few tiles of an example are another's
    const quiet = origin !== null && exampleOf(origin) !== null && !clashes;
    draw(position, quiet ? "" : left.join(" "), clashes ? words[lang].error(failure, field ? position[field] : "") : "", lang);
  };
}
