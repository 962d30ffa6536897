/** The fields of the position with their controls; errors stand beside them. */

import { byId, memo, setAttribute } from "../dom";
import { type Field, fieldOf } from "../fields";
import { tilesOf } from "../notation";
import { meldsOf } from "../position";
import { type Failure, isUnfinished, type Lang, type State, type Store } from "../state";
import { words } from "../text";
import { whole } from "../text/format";
import { optional, type Render, stepper, tileText, windChoice, wordChoice } from "./controls";
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

/** Opens every fold around an element. */
function unfold(element: Element): void {
  for (let fold = element.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
}

export function mountFields(store: Store): (state: State) => void {
  const renders: readonly (readonly [Field, Render])[] = [
    ["hand", tileText(store, "hand")],
    ["roundWind", windChoice(store, "roundWind", "round-wind")],
    ["roundNumber", stepper(store, "roundNumber")],
    ["length", wordChoice(store, "length", (word, lang) => words[lang].lengthNames[word])],
    ["seat", windChoice(store, "seat", "seat")],
    ["turn", stepper(store, "turn")],
    ["dora", tileText(store, "dora")],
    ["honba", stepper(store, "honba")],
    ["sticks", stepper(store, "sticks")],
    ["rules", wordChoice(store, "rules", (word, lang) => words[lang].ruleNames[word])],
    ["offered", tileText(store, "offered")],
    ["offeredFrom", wordChoice(store, "offeredFrom", (word, lang) => words[lang].fromNames[word])],
    ["offeredBy", wordChoice(store, "offeredBy", (word, lang) => words[lang].offeredByNames[word])],
    ["depth", wordChoice(store, "depth", (word, lang) => words[lang].depthNames[word])],
    ["calls", stepper(store, "calls")],
    ["objective", wordChoice(store, "objective", (word, lang) => words[lang].objectiveNames[word])],
    ["others", wordChoice(store, "others", (word, lang) => words[lang].othersNames[word])],
    ["visible", tileText(store, "visible")],
    ["tilesLeft", optional(store, "tilesLeft", (lang) => words[lang].automatic)],
    ["interrupted", wordChoice(store, "interrupted", (word, lang) => words[lang].interruptedNames[word])],
    ["redFives", wordChoice(store, "redFives", (word, lang) => words[lang].ruleSays[word])],
    ["kuitan", wordChoice(store, "kuitan", (word, lang) => words[lang].ruleSays[word])],
    ["budget", optional(store, "budget", (lang) => words[lang].unlimited)],
    ["memory", optional(store, "memory", () => "256")],
    ...seatControls(store),
  ];
  const seen = byId("seen", HTMLElement);
  const lay = memo((visible: string, lang: Lang) => seen.replaceChildren(tileRow(tilesOf(visible), lang)));

  byId("clear", HTMLButtonElement).addEventListener("click", () => {
    store.send({ type: "cleared", left: "nothing" });
    byId("hand", HTMLInputElement).focus();
  });
  const steps = [["undo", "undone", "past"], ["redo", "redone", "future"]] as const;
  for (const [id, type] of steps) byId(id, HTMLButtonElement).addEventListener("click", () => store.send({ type }));
  return (state) => {
    for (const [id, , way] of steps) {
      const button = byId(id, HTMLButtonElement);
      button.disabled = state.history[way].length === 0;
      setAttribute(button, "aria-label", words[state.lang][id]);
      setAttribute(button, "title", words[state.lang][id]);
    }
    for (const [field, render] of renders) {
      const failure = failureAt(state, field);
      render(state, failure);
      const problem = byId(`${field}-problem`, HTMLElement);
      const { overlong } = state;
      const typed = failure ? words[state.lang].error(failure, state.position[field]) : "";
      const text = overlong?.field === field ? words[state.lang].overlong(whole(overlong.length)) : typed;
      if (problem.textContent !== text) problem.textContent = text;
      problem.classList.toggle("soft", failure !== null && isUnfinished(failure, state.position[field]));
      if (failure) unfold(problem);
    }
    lay(state.position.visible, state.lang);
  };
}
