/** The fields of the position in the places that the page has for them; errors stand beside them. */

import { byId, h, memo, setAttribute } from "../dom";
import { type Field, fieldOf, PLAIN_FIELDS } from "../fields";
import { tilesOf } from "../notation";
import { panelOf } from "../panels";
import { isAsked, meldsOf } from "../position";
import { type Failure, isUnfinished, type Lang, type State, type Store } from "../state";
import { words } from "../text";
import { whole } from "../text/format";
import { controlOf, fieldWords, problemOf, type Render } from "./controls";
import { seatControls } from "./seats";
import { tileRow } from "./tile";

/** A failure together with the field it belongs to, or null when it belongs to none of them. */
export function failureAt({ run, position }: State, field: Field): Failure | null {
  if (run.kind !== "failed" || fieldOf(run.failure.field) !== field) return null;
  const { failure } = run;
  const meld = /\.players\..*\.melds\[(\d+)\]/u.exec(failure.field);
  const at = meld && meldsOf(position[field])[Number(meld[1])];
  if (!at) return failure;
  // the engine speaks of one meld, the field holds all of them
  const { start, end } = failure.span ?? { start: 0, end: at.text.length };
  return { ...failure, span: { start: at.start + start, end: at.start + end } };
}

/** The element of the page with this attribute, which has a place for each field. */
function placeOf(attribute: string, field: Field): HTMLElement {
  const place = document.querySelector<HTMLElement>(`[${attribute}~="${field}"]`);
  if (!place) throw new Error(`the page has no place for ${field}: ${attribute}`);
  return place;
}

/** Puts label, control and errors of a field where the page has room for them. */
function placed(store: Store, field: Field): Render {
  const place = placeOf("data-field", field);
  const hint = document.getElementById(`${field}-hint`)?.id;
  const { element, render } = controlOf(store, field, hint);
  const name = h("span");
  const more = h("small");
  // a group of choices has a legend of its own
  const label = element instanceof HTMLFieldSetElement ? [] : [h("label", { for: field }, name, more)];
  const row = place.querySelector(".typed-row");
  row?.prepend(element);
  place.prepend(...label, ...(row ? [] : [element]));
  placeOf("data-problems", field).append(problemOf(field));
  const speak = memo((lang: Lang) => {
    const { label: said, hint: beside } = fieldWords(field, lang);
    name.textContent = said;
    more.textContent = beside ? ` ${beside}` : "";
  });
  return (state, failure) => {
    place.hidden = !isAsked(state.position, field);
    speak(state.lang);
    render(state, failure);
  };
}

export function mountFields(store: Store): (state: State) => void {
  const renders: readonly (readonly [Field, Render])[] = [
    ...PLAIN_FIELDS.map((field) => [field, placed(store, field)] as const),
    ...seatControls(store),
  ];
  const seen = byId("seen", HTMLElement);
  const lay = memo((visible: string, lang: Lang) => seen.replaceChildren(tileRow(tilesOf(visible), lang)));

  byId("clear", HTMLButtonElement).addEventListener("click", () => {
    store.send({ type: "cleared", left: "nothing" });
    byId("hand", HTMLInputElement).focus();
  });
  // what is wrong is shown, wherever it is
  store.watch(({ run, overlong, board }, before) => {
    // a table that is being laid is wrong until it is whole: its picker says so
    if (board.spot) return;
    const news = run !== before.run || before.board.spot !== null;
    const field =
      overlong && overlong !== before.overlong
        ? overlong.field
        : run.kind === "failed" && news
          ? fieldOf(run.failure.field)
          : null;
    const panel = field && panelOf(field);
    if (!panel) return;
    if (panel === "dora" && store.state.panel === "around") {
      // it lies on the table as well
      if (before.board.spot?.kind !== "dora")
        store.send({ type: "looked", board: { spot: { kind: "dora", at: null } } });
      return;
    }
    store.send({ type: "unfolded", panel });
    if (panel === "around") byId("as-text", HTMLDetailsElement).open = true;
  });
  const hint = byId("hand-hint", HTMLElement);
  const steps = [
    ["undo", "undone", "past"],
    ["redo", "redone", "future"],
  ] as const;
  for (const [id, type] of steps) byId(id, HTMLButtonElement).addEventListener("click", () => store.send({ type }));
  return (state) => {
    const { lang, overlong } = state;
    for (const [id, , way] of steps) {
      const button = byId(id, HTMLButtonElement);
      button.disabled = state.history[way].length === 0;
      setAttribute(button, "aria-label", words[lang][id]);
      setAttribute(button, "title", words[lang][id]);
    }
    for (const [field, render] of renders) {
      const failure = failureAt(state, field);
      render(state, failure);
      const problem = byId(`${field}-problem`, HTMLElement);
      const typed = failure ? words[lang].error(failure, state.position[field]) : "";
      const text = overlong?.field === field ? words[lang].overlong(whole(overlong.length)) : typed;
      if (problem.textContent !== text) problem.textContent = text;
      problem.classList.toggle("soft", failure !== null && isUnfinished(failure, state.position[field]));
    }
    lay(state.position.visible, lang);
    // the help on writing tiles shows as long as there are none; those who listen can have it always
    hint.classList.toggle("sr", state.position.hand.trim() !== "");
  };
}
