/** The fields of the position with their controls; errors stand beside them. */

import { byId, memo } from "../dom";
import { tilesOf } from "../notation";
import { DEPTHS, type Field, fieldOf, FROM, INTERRUPTED, LENGTHS, meldsOf, OBJECTIVES, OFFERED_BY, OTHERS, RULE_SAYS, RULES } from "../position";
import { type Failure, isUnfinished, type Lang, type State, type Store } from "../state";
import { words } from "../text";
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
    ["length", wordChoice(store, "length", LENGTHS, (word, lang) => words[lang].lengthNames[word])],
    ["seat", windChoice(store, "seat", "seat")],
    ["turn", stepper(store, "turn")],
    ["dora", tileText(store, "dora")],
    ["honba", stepper(store, "honba")],
    ["sticks", stepper(store, "sticks")],
    ["rules", wordChoice(store, "rules", RULES, (word, lang) => words[lang].ruleNames[word])],
    ["offered", tileText(store, "offered")],
    ["offeredFrom", wordChoice(store, "offeredFrom", FROM, (word, lang) => words[lang].fromNames[word])],
    ["offeredBy", wordChoice(store, "offeredBy", OFFERED_BY, (word, lang) => words[lang].offeredByNames[word])],
    ["depth", wordChoice(store, "depth", DEPTHS, (word, lang) => words[lang].depthNames[word])],
    ["calls", stepper(store, "calls")],
    ["objective", wordChoice(store, "objective", OBJECTIVES, (word, lang) => words[lang].objectiveNames[word])],
    ["others", wordChoice(store, "others", OTHERS, (word, lang) => words[lang].othersNames[word])],
    ["visible", tileText(store, "visible")],
    ["tilesLeft", optional(store, "tilesLeft", (lang) => words[lang].automatic)],
    ["interrupted", wordChoice(store, "interrupted", INTERRUPTED, (word, lang) => words[lang].interruptedNames[word])],
    ["redFives", wordChoice(store, "redFives", RULE_SAYS, (word, lang) => words[lang].ruleSays[word])],
    ["kuitan", wordChoice(store, "kuitan", RULE_SAYS, (word, lang) => words[lang].ruleSays[word])],
    ["budget", optional(store, "budget", (lang) => words[lang].unlimited)],
    ["memory", optional(store, "memory", () => "256")],
    ...seatControls(store),
  ];
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
      if (failure) unfold(problem);
    }
    lay(state.position.visible, state.lang);
  };
}
