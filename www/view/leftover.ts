/** What of the table is still there although another hand was typed over it, where the hand is typed, with the way to be rid of it. */

import { byId, memo } from "../dom";
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
  const draw = memo((position: Position, left: string, why: string, lang: Lang) => {
    const w = words[lang];
    const fields = (left === "" ? [] : left.split(" ")) as Field[];
    box.hidden = fields.length === 0;
    box.classList.toggle("clash", why !== "");
    says.textContent = box.hidden ? "" : why === "" ? w.leftover.still : w.leftover.clash(why);
    list.replaceChildren(...tableParts(fields, position, lang));
  });
  return ({ position, origin, run, lang }) => {
    const left = leftovers(position, origin);
    const failure = run.kind === "failed" ? run.failure : null;
    const field = failure && fieldOf(failure.field);
    const clashes = failure !== null && !isUnfinished(failure, position.hand) && (failure.code.startsWith("context.") || (field !== null && FIELDS[field].group === "table"));
    draw(position, left.join(" "), clashes ? words[lang].error(failure, field ? position[field] : "") : "", lang);
  };
}
