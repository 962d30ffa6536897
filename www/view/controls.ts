/** Controls of the position. They show what the state holds and send what the player does. */

import { byId, h, memo, setAttribute } from "../dom";
import { type Field, FIELDS, type TileField, type Wind, WINDS } from "../fields";
import { type Position, shownTurn } from "../position";
import type { Failure, Lang, State, Store } from "../state";
import { words } from "../text";
import { underline } from "./typed";

export type Render = (state: State, failure: Failure | null) => void;

const isAimable = (field: TileField | `${Wind}Melds`): field is TileField => !field.endsWith("Melds");

/** Characters of the longest text that can be meant: whole rivers have some 60. */
const MOST_TYPED = 10_000;

/** What is typed goes to the state; a text that cannot be meant is taken out of the field again, and said. */
function take(store: Store, input: HTMLInputElement, field: Field): void {
  const { length } = input.value;
  if (length <= MOST_TYPED) return store.send({ type: "typed", field, text: input.value });
  input.value = store.state.position[field];
  store.send({ type: "overlong", field, length });
}

/** Tiles as text; the tile keys write here after it had the focus, but for melds, whose signs they have not. */
export function tileText(store: Store, field: TileField | `${Wind}Melds`): Render {
  const input = byId(field, HTMLInputElement);
  const mark = underline(byId(`${field}-typed`, HTMLElement));
  input.addEventListener("input", () => take(store, input, field));
  if (isAimable(field)) input.addEventListener("focus", () => store.send({ type: "aimed", target: field }));
  return ({ position }, failure) => {
    if (input.value !== position[field]) input.value = position[field];
    mark(position[field], failure);
  };
}

/** One of the four winds. */
export function windChoice(store: Store, field: "roundWind" | "seat", id: string): Render {
  const box = byId(id, HTMLElement);
  const choices = WINDS.map((wind) => {
    const input = h("input", { type: "radio", name: field, value: wind, change: () => store.send({ type: "edited", change: { [field]: wind } }) });
    const text = h("span");
    box.append(h("label", {}, input, text));
    return { wind, input, text };
  });
  return ({ position, lang }, failure) => {
    choices.forEach(({ wind, input, text }, i) => {
      input.checked = position[field] === wind;
      const name = words[lang].winds[i] ?? wind;
      if (text.textContent !== name) text.textContent = name;
    });
    setAttribute(box, "aria-invalid", failure ? "true" : null);
  };
}

/** A number as text with a button on each side; a text that is no number stays for the engine to refuse. */
export function stepper(store: Store, field: "roundNumber" | "turn" | "honba" | "sticks" | "calls"): Render {
  const box = byId(`${field}-field`, HTMLElement);
  const edit = (text: string) => store.send({ type: "edited", change: { [field]: text } });
  const shown = (position: Position) => (field === "turn" ? shownTurn(position) : position[field]);
  const step = (by: number) => {
    const now = Number(shown(store.state.position));
    edit(String((Number.isFinite(now) ? Math.trunc(now) : 0) + by));
  };
  const input = h("input", {
    id: field,
    type: "text",
    inputmode: "numeric",
    autocomplete: "off",
    "aria-describedby": `${field}-problem`,
    input: () => take(store, input, field),
    keydown: (event) => {
      const by = { ArrowUp: 1, ArrowDown: -1 }[(event as KeyboardEvent).key];
      if (by === undefined) return;
      event.preventDefault();
      step(by);
    },
  });
  const less = h("button", { type: "button", tabindex: -1, click: () => step(-1) }, "−");
  const more = h("button", { type: "button", tabindex: -1, click: () => step(1) }, "+");
  box.append(h("div", { class: "stepper" }, less, input, more));
  const label = memo((lang: Lang) => {
    const w = words[lang];
    setAttribute(less, "aria-label", w.less(w[field]));
    setAttribute(more, "aria-label", w.plus(w[field]));
  });
  return ({ position, lang }, failure) => {
    // what is being typed is not written over by what follows from the table
    const text = document.activeElement === input ? position[field] : shown(position);
    if (input.value !== text) input.value = text;
    setAttribute(input, "aria-invalid", failure ? "true" : null);
    label(lang);
  };
}

/** A field that takes one of some words. */
export function wordChoice(
  store: Store,
  field: "rules" | "length" | "offeredFrom" | "offeredBy" | "interrupted" | "redFives" | "kuitan" | "depth" | "objective" | "others",
  name: (word: string, lang: Lang) => string | undefined,
): Render {
  const select = byId(field, HTMLSelectElement);
  const known = FIELDS[field].choices;
  select.addEventListener("change", () => store.send({ type: "edited", change: { [field]: select.value } }));
  const fill = memo((value: string, lang: Lang) => {
    // A word that a link made up is kept and shown, so that its error makes sense.
    const all = known.includes(value) ? known : [...known, value];
    select.replaceChildren(...all.map((word) => h("option", { value: word }, name(word, lang) ?? word)));
    select.value = value;
  });
  return ({ position, lang }, failure) => {
    fill(position[field], lang);
    setAttribute(select, "aria-invalid", failure ? "true" : null);
  };
}

/** A number that may be left out, as text; `hint` says what holds then. */
export function optional(store: Store, field: Field, hint: (lang: Lang) => string): Render {
  const input = byId(field, HTMLInputElement);
  input.addEventListener("input", () => take(store, input, field));
  return ({ position, lang }, failure) => {
    if (input.value !== position[field]) input.value = position[field];
    setAttribute(input, "placeholder", hint(lang));
    setAttribute(input, "aria-invalid", failure ? "true" : null);
  };
}
