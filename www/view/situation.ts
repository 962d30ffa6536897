/** What lies on the table, in a few words, and what became of it when another hand was typed over it. */

import { byId, h, memo } from "../dom";
import { exampleOf } from "../examples";
import { type Field, fieldOf, FIELDS, fieldsOf, WINDS } from "../fields";
import { tilesOf } from "../notation";
import { DEFAULTS, leftovers, type Position, shownTurn } from "../position";
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
      return pair(w.fields[field].label, w.winds[WINDS.findIndex((wind) => wind === text)] ?? text);
    case "dora":
    case "offered":
      return pair(w.fields[field].label, tileRow(tilesOf(text), lang));
    case "visible":
      return pair(w.fields.visible.label, w.tiles(String(tilesOf(text).length)));
    case "turn":
      return pair(w.fields.turn.label, shownTurn(position));
    case "roundNumber":
    case "honba":
    case "sticks":
    case "kita":
    case "tilesLeft":
      return pair(w.fields[field].label, text);
    case "interrupted":
      return pair(w.fields.interrupted.label, w.fields.interrupted.choices?.[text] ?? text);
    default:
      return null;
  }
}

/** These fields of the table, each an item of a list. */
export function tableParts(fields: readonly Field[], position: Position, lang: Lang): HTMLElement[] {
  const parts = fields.map((field) => named(field, position, lang));
  const known = parts.filter((part) => part !== null);
  const seats = known.length < parts.length ? [[words[lang].leftover.seats]] : [];
  return [...known, ...seats].map((part) => h("li", {}, ...part));
}

/** On paper the fields are not there: what they hold is, but for what the table shows. */
export function mountSituation(_store: Store): (state: State) => void {
  const list = byId("situation", HTMLElement);
  const draw = memo((position: Position, lang: Lang) => {
    const always: readonly Field[] = ["roundWind", "roundNumber", "seat", "turn", "dora"];
    const said = fieldsOf("table").filter(
      (field) => always.includes(field) || (position[field] !== DEFAULTS[field] && !field.startsWith("offered")),
    );
    list.replaceChildren(
      ...tableParts(
        said.filter((field) => named(field, position, lang) !== null),
        position,
        lang,
      ),
    );
  });
  return ({ position, lang }) => draw(position, lang);
}

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
    const clashes =
      failure !== null &&
      !isUnfinished(failure, position.hand) &&
      (failure.code.startsWith("context.") || (field !== null && FIELDS[field].group === "table"));
    // the ribbon says whose table it is where a few tiles of an example are another's
    const quiet = origin !== null && exampleOf(origin) !== null && !clashes;
    draw(
      position,
      quiet ? "" : left.join(" "),
      clashes ? words[lang].error(failure, field ? position[field] : "") : "",
      lang,
    );
  };
}
