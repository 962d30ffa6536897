/** Controls of the fields, one for each kind. They show what the state holds and send what the player does. */

import { h, memo, setAttribute } from "../dom";
import { type Control as Kind, type Field, FIELDS, PLAIN_FIELDS, type TileField, WINDS } from "../fields";
import { givenOf } from "../given";
import { type Position, shownTurn } from "../position";
import { openText } from "../records";
import type { Failure, Lang, State, Store } from "../state";
import { type FieldWords, words } from "../text";
import { underline } from "./typed";

export type Render = (state: State, failure: Failure | null) => void;

/** What is put on the page, and how it follows the state. */
export interface Control {
  readonly element: HTMLElement;
  readonly render: Render;
}

/** Characters of the longest text that can be meant: whole rivers have some 60. */
const MOST_TYPED = 10_000;

/** What is typed goes to the state; a text that cannot be meant is taken out of the field again, and said. */
function take(store: Store, input: HTMLInputElement, field: Field): void {
  const { length } = input.value;
  const given = field === "hand" ? givenOf(input.value) : null;
  // a link or a record where a hand is expected; a hand's own notation is read as it is typed
  if (given && given.kind !== "hand" && given.kind !== "other") {
    const text = input.value;
    input.value = store.state.position[field];
    return void openText(store, text, given);
  }
  if (given?.kind === "hand" && input.value.includes("/"))
    return store.send({ type: "typed", field, text: given.hand });
  if (length <= MOST_TYPED) return store.send({ type: "typed", field, text: input.value });
  input.value = store.state.position[field];
  store.send({ type: "overlong", field, length });
}

/** The words of a field; those of the four players have theirs in their rows. */
export const fieldWords = (field: Field, lang: Lang): FieldWords => {
  const plain = PLAIN_FIELDS.find((name) => name === field);
  return plain ? words[lang].fields[plain] : { label: "" };
};

/** Where the errors of a field stand, and a hint that belongs to it. */
const described = (field: Field, hint?: string): string => [`${field}-problem`, hint].filter(Boolean).join(" ");

/** The tile keys have no signs of melds. */
const isAimable = (field: Field): field is TileField => !field.endsWith("Melds");

/** Tiles as text; the tile keys write here after it had the focus. */
function tiles(store: Store, field: Field, hint?: string): Control {
  const plain = { autocomplete: "off", autocapitalize: "off", autocorrect: "off", spellcheck: "false" };
  const input = h("input", { id: field, type: "text", ...plain, "aria-describedby": described(field, hint) });
  const element = h(
    "div",
    { class: "typed", id: `${field}-typed` },
    h("div", { class: "under", "aria-hidden": "true" }),
    input,
  );
  const mark = underline(element);
  input.addEventListener("input", () => take(store, input, field));
  if (isAimable(field)) input.addEventListener("focus", () => store.send({ type: "aimed", target: field }));
  const render: Render = ({ position }, failure) => {
    if (input.value !== position[field]) input.value = position[field];
    mark(position[field], failure);
  };
  return { element, render };
}

/** One of the four winds. */
function winds(store: Store, field: Field): Control {
  const legend = h("legend");
  const choices = WINDS.map((wind) => {
    const input = h("input", {
      type: "radio",
      name: field,
      value: wind,
      change: () => store.send({ type: "edited", change: { [field]: wind } }),
    });
    return { wind, input, text: h("span") };
  });
  const element = h(
    "fieldset",
    { class: "segments", id: `${field}-field` },
    legend,
    ...choices.map(({ input, text }) => h("label", {}, input, text)),
  );
  const speak = memo((lang: Lang) => {
    legend.textContent = fieldWords(field, lang).label;
    choices.forEach(({ wind, text }, i) => (text.textContent = words[lang].winds[i] ?? wind));
  });
  const render: Render = ({ position, lang }, failure) => {
    speak(lang);
    for (const { wind, input } of choices) input.checked = position[field] === wind;
    setAttribute(element, "aria-invalid", failure ? "true" : null);
  };
  return { element, render };
}

/** A number as text with a button on each side; a text that is no number stays for the engine to refuse. */
function stepper(store: Store, field: Field): Control {
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
    "aria-describedby": described(field),
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
  const label = memo((lang: Lang) => {
    const { label: name } = fieldWords(field, lang);
    setAttribute(less, "aria-label", words[lang].less(name));
    setAttribute(more, "aria-label", words[lang].plus(name));
  });
  const render: Render = ({ position, lang }, failure) => {
    // what is being typed is not written over by what follows from the table
    const text = document.activeElement === input ? position[field] : shown(position);
    if (input.value !== text) input.value = text;
    setAttribute(input, "aria-invalid", failure ? "true" : null);
    label(lang);
  };
  return { element: h("div", { class: "stepper" }, less, input, more), render };
}

/** A field that takes one of some words. */
function choice(store: Store, field: Field): Control {
  const element = h("select", { id: field, "aria-describedby": described(field) });
  const known = FIELDS[field].choices;
  element.addEventListener("change", () => store.send({ type: "edited", change: { [field]: element.value } }));
  const fill = memo((value: string, lang: Lang) => {
    // A word that a link made up is kept and shown, so that its error makes sense.
    const all = known.includes(value) ? known : [...known, value];
    const names = fieldWords(field, lang).choices;
    element.replaceChildren(...all.map((word) => h("option", { value: word }, names?.[word] ?? word)));
    element.value = value;
  });
  const render: Render = ({ position, lang }, failure) => {
    fill(position[field], lang);
    setAttribute(element, "aria-invalid", failure ? "true" : null);
  };
  return { element, render };
}

/** A number that may be left out, as text. */
function amount(store: Store, field: Field): Control {
  const element = h("input", {
    id: field,
    class: "amount",
    type: "text",
    inputmode: "decimal",
    autocomplete: "off",
    "aria-describedby": described(field),
  });
  element.addEventListener("input", () => take(store, element, field));
  const render: Render = ({ position, lang }, failure) => {
    if (element.value !== position[field]) element.value = position[field];
    setAttribute(element, "placeholder", fieldWords(field, lang).blank ?? "");
    setAttribute(element, "aria-invalid", failure ? "true" : null);
  };
  return { element, render };
}

const CONTROLS: Readonly<Record<Kind, (store: Store, field: Field, hint?: string) => Control>> = {
  tiles,
  winds,
  stepper,
  words: choice,
  amount,
};

/** The control of a field; `hint` is the id of an element that explains it. */
export const controlOf = (store: Store, field: Field, hint?: string): Control =>
  CONTROLS[FIELDS[field].control](store, field, hint);

/** Where the errors of a field are told. */
export const problemOf = (field: Field): HTMLElement =>
  h("p", { class: "problem", id: `${field}-problem`, role: "alert" });
