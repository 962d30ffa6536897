/** The controls of the position. They show what the state holds and send what the player does; errors stand beside them. */

import { byId, h, memo, setAttribute } from "../dom";
import { tilesOf } from "../notation";
import { DEPTHS, type Field, fieldOf, FROM, OBJECTIVES, OTHERS, RULES, type TileField, WINDS } from "../position";
import { type Failure, isUnfinished, type Lang, type State, type Store } from "../state";
import { words } from "../text";
import { tileRow } from "./tile";
import { underline } from "./typed";

type Render = (state: State, failure: Failure | null) => void;

/** A failure together with the field it belongs to, or null when it belongs to none of them. */
export function failureAt(state: State, field: Field): Failure | null {
  return state.run.kind === "failed" && fieldOf(state.run.failure.field) === field ? state.run.failure : null;
}

function tileText(store: Store, field: TileField): Render {
  const input = byId(field, HTMLInputElement);
  const mark = underline(byId(`${field}-typed`, HTMLElement));
  input.addEventListener("input", () => store.send({ type: "edited", change: { [field]: input.value } }));
  input.addEventListener("focus", () => store.send({ type: "aimed", target: field }));
  return ({ position }, failure) => {
    if (input.value !== position[field]) input.value = position[field];
    mark(position[field], failure);
  };
}

function windChoice(store: Store, field: "roundWind" | "seat", id: string): Render {
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
function stepper(store: Store, field: "turn" | "honba" | "sticks" | "calls"): Render {
  const box = byId(`${field}-field`, HTMLElement);
  const edit = (text: string) => store.send({ type: "edited", change: { [field]: text } });
  const step = (by: number) => {
    const now = Number(store.state.position[field]);
    edit(String((Number.isFinite(now) ? Math.trunc(now) : 0) + by));
  };
  const input = h("input", {
    id: field,
    type: "text",
    inputmode: "numeric",
    autocomplete: "off",
    "aria-describedby": `${field}-problem`,
    input: () => edit(input.value),
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
    if (input.value !== position[field]) input.value = position[field];
    setAttribute(input, "aria-invalid", failure ? "true" : null);
    label(lang);
  };
}

/** A field that takes one of some words. */
function wordChoice(
  store: Store,
  field: "rules" | "offeredFrom" | "depth" | "objective" | "others",
  known: readonly string[],
  name: (word: string, lang: Lang) => string | undefined,
): Render {
  const select = byId(field, HTMLSelectElement);
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

export function mountFields(store: Store): (state: State) => void {
  const renders: readonly (readonly [Field, Render])[] = [
    ["hand", tileText(store, "hand")],
    ["roundWind", windChoice(store, "roundWind", "round-wind")],
    ["seat", windChoice(store, "seat", "seat")],
    ["turn", stepper(store, "turn")],
    ["dora", tileText(store, "dora")],
    ["honba", stepper(store, "honba")],
    ["sticks", stepper(store, "sticks")],
    ["rules", wordChoice(store, "rules", RULES, (word, lang) => words[lang].ruleNames[word])],
    ["offered", tileText(store, "offered")],
    ["offeredFrom", wordChoice(store, "offeredFrom", FROM, (word, lang) => words[lang].fromNames[word])],
    ["depth", wordChoice(store, "depth", DEPTHS, (word, lang) => words[lang].depthNames[word])],
    ["calls", stepper(store, "calls")],
    ["objective", wordChoice(store, "objective", OBJECTIVES, (word, lang) => words[lang].objectiveNames[word])],
    ["others", wordChoice(store, "others", OTHERS, (word, lang) => words[lang].othersNames[word])],
    ["visible", tileText(store, "visible")],
  ];
  const more = byId("more", HTMLDetailsElement);
  const folded = new Set<Field>(["honba", "sticks", "rules", "visible", "depth", "calls", "objective", "others"]);
  const seen = byId("seen", HTMLElement);
  const lay = memo((visible: string, lang: Lang) => seen.replaceChildren(tileRow(tilesOf(visible), lang)));

  byId("clear", HTMLButtonElement).addEventListener("click", () => {
    store.send({ type: "edited", change: { hand: "" } });
    byId("hand", HTMLInputElement).focus();
  });
  return (state) => {
    for (const [field, render] of renders) {
      const failure = failureAt(state, field);
      render(state, failure);
      const problem = byId(`${field}-problem`, HTMLElement);
      const text = failure ? words[state.lang].error(failure, state.position[field]) : "";
      if (problem.textContent !== text) problem.textContent = text;
      problem.classList.toggle("soft", failure !== null && isUnfinished(failure, state.position[field]));
      if (failure && folded.has(field)) more.open = true;
    }
    lay(state.position.visible, state.lang);
  };
}
