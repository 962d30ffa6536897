/** Controls of the fields, one for each kind. They show what the state holds and send what the player does. */

import { formatRule, type TableRule } from "nanikiru";
import { h, memo, setAttribute } from "../dom";
import { type Control as Kind, type Field, FIELDS, PLAIN_FIELDS, type TileField, WINDS } from "../fields";
import { inputOf } from "../input";
import { partyBy } from "../players";
import { ownRules, type Position, shownTurn } from "../position";
import { openText } from "../records";
import type { Failure, Lang, State, Store } from "../state";
import { othersOf, withRules, withSeat } from "../table-edits";
import { type FieldWords, words } from "../text";
import { underline } from "./underline";

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
  const given = field === "hand" ? inputOf(input.value) : null;
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
      change: () => {
        const { position } = store.state;
        store.send({ type: "edited", change: field === "seat" ? withSeat(position, wind) : { [field]: wind } });
      },
    });
    const text = h("span");
    return { wind, input, text, label: h("label", {}, input, text) };
  });
  const element = h(
    "fieldset",
    { class: "segments", id: `${field}-field` },
    legend,
    ...choices.map(({ label }) => label),
  );
  const speak = memo((lang: Lang) => {
    legend.textContent = fieldWords(field, lang).label;
    choices.forEach(({ wind, text }, i) => (text.textContent = words[lang].winds[i] ?? wind));
  });
  const render: Render = ({ position, lang }, failure) => {
    speak(lang);
    const { winds: there } = partyBy(position.rules);
    for (const { wind, input, label } of choices) {
      input.checked = position[field] === wind;
      // one of a link that nobody has shows with its error
      label.hidden = !there.includes(wind) && !input.checked;
    }
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

/** The words that a field is chosen from at this table, with their names. */
function namesIn(field: Field, rules: string, seat: string, lang: Lang): Readonly<Record<string, string>> {
  const names = fieldWords(field, lang).choices ?? {};
  const party = partyBy(rules);
  switch (field) {
    case "offeredFrom": {
      const wind = party.winds.find((one) => one === seat) ?? "east";
      return Object.fromEntries(othersOf(rules, wind).map(({ from, place }) => [from, names[place] ?? from]));
    }
    case "offeredBy":
      return Object.fromEntries(Object.entries(names).filter(([word]) => word !== "kita" || party.kita));
    default:
      return Object.fromEntries(FIELDS[field].choices.map((word) => [word, names[word] ?? word]));
  }
}

/** A field that takes one of some words. */
function choice(store: Store, field: Field): Control {
  const element = h("select", { id: field, "aria-describedby": described(field) });
  element.addEventListener("change", () => {
    const { position } = store.state;
    const change = field === "rules" ? withRules(position, element.value) : { [field]: element.value };
    store.send({ type: "edited", change });
  });
  const fill = memo((value: string, rules: string, seat: string, lang: Lang) => {
    const names = namesIn(field, rules, seat, lang);
    const known = Object.keys(names);
    // A word that a link made up is kept and shown, so that its error makes sense.
    const all = known.includes(value) ? known : [...known, value];
    element.replaceChildren(...all.map((word) => h("option", { value: word }, names[word] ?? word)));
    element.value = value;
  });
  const render: Render = ({ position, lang }, failure) => {
    fill(position[field], position.rules, position.seat, lang);
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

/** A rule in words; one of a link that is none by its name, with the engine's error beside it. */
function ruleName(rule: string, lang: Lang): string {
  try {
    return formatRule(rule as TableRule, lang);
  } catch {
    return rule;
  }
}

/** What a record's table has agreed on; a person can only leave it. */
function agreements(store: Store, field: Field): Control {
  const said = h("output", { id: field, "aria-describedby": described(field) });
  const leave = h("button", {
    type: "button",
    class: "quiet",
    click: () => store.send({ type: "edited", change: { [field]: "" } }),
  });
  const render: Render = ({ position, lang }) => {
    const text = ownRules(position)
      .map((rule) => ruleName(rule, lang))
      .join(words[lang].comma);
    if (said.textContent !== text) said.textContent = text;
    leave.textContent = fieldWords(field, lang).blank ?? "";
  };
  return { element: h("div", { class: "agreements" }, said, leave), render };
}

const CONTROLS: Readonly<Record<Kind, (store: Store, field: Field, hint?: string) => Control>> = {
  tiles,
  winds,
  stepper,
  words: choice,
  amount,
  agreements,
};

/** The control of a field; `hint` is the id of an element that explains it. */
export const controlOf = (store: Store, field: Field, hint?: string): Control =>
  CONTROLS[FIELDS[field].control](store, field, hint);

/** Where the errors of a field appear. */
export const problemOf = (field: Field): HTMLElement =>
  h("p", { class: "problem", id: `${field}-problem`, role: "alert" });
