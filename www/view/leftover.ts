/** What of the table is still there although another hand was typed over it, where the hand is typed, with the way to be rid of it. */

import { byId, h, memo } from "../dom";
import { type Field, FIELDS, fieldOf, WINDS } from "../fields";
import { tilesOf } from "../notation";
import { leftovers, type Position } from "../position";
import { isUnfinished, type Lang, type State, type Store } from "../state";
import { words } from "../text";
import { tileRow } from "./tile";

/** One field of the table in a few words; the many of the four players are one. */
function named(field: Field, position: Position, lang: Lang): (Node | string)[] | null {
  const w = words[lang];
  const text = position[field];
  const pair = (name: string, value: string | Node) => [h("small", {}, name), " ", value];
  switch (field) {
    case "roundWind":
    case "seat":
      return pair(w[field], w.winds[WINDS.findIndex((wind) => wind === text)] ?? text);
    case "dora":
    case "offered":
      return pair(w[field], tileRow(tilesOf(text), lang));
    case "visible":
      return pair(w.visible, w.tiles(String(tilesOf(text).length)));
    case "roundNumber":
    case "turn":
    case "honba":
    case "sticks":
    case "tilesLeft":
      return pair(w[field], text);
    case "interrupted":
      return pair(w.interrupted, w.interruptedNames[text] ?? text);
    default:
      return null;
  }
}

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
    const parts = fields.map((field) => named(field, position, lang));
    const told = parts.filter((part) => part !== null);
    const seats = told.length < parts.length ? [[w.leftover.seats]] : [];
    list.replaceChildren(...[...told, ...seats].map((part) => h("li", {}, ...part)));
  });
  return ({ position, origin, run, lang }) => {
    const left = leftovers(position, origin);
    const failure = run.kind === "failed" ? run.failure : null;
    const field = failure && fieldOf(failure.field);
    const clashes = failure !== null && !isUnfinished(failure, position.hand) && (failure.code.startsWith("context.") || (field !== null && FIELDS[field].group === "table"));
    draw(position, left.join(" "), clashes ? words[lang].error(failure, field ? position[field] : "") : "", lang);
  };
}
