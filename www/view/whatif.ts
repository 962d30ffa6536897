/** What changes the answer: points, round, honba, turn and the others' riichi, each of which asks anew; before and now beside them. */

import { byId, h, memo, setAttribute } from "../dom";
import { WINDS, type Wind } from "../fields";
import { type Scores, scoresOf, STEP, sumOf, typedScores, withScore } from "../points";
import { isLaid, type Position } from "../position";
import { recorded } from "../recorded";
import type { Answer, Before, Lang, State, Store } from "../state";
import { words } from "../text";
import { percent, signed, whole } from "../text/format";
import { hasDiscarded, inRiichi, withRiichi } from "../threat";
import { actionPicture } from "./action";
import { unitOf } from "./unit";

const MOST_SCORE = 70_000;
const MOST_HONBA = 10;
const MOST_TURN = 18;

const numberOr = (text: string, otherwise: number): number => (text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : otherwise);

interface Slider {
  readonly element: HTMLElement;
  readonly name: HTMLElement;
  show(value: number, text: string): void;
}

function slider(id: string, least: number, most: number, step: number, change: (value: number) => void, done?: () => void): Slider {
  const input = h("input", { id, type: "range", min: least, max: most, step });
  input.addEventListener("input", () => change(Number(input.value)));
  if (done) input.addEventListener("change", done);
  const name = h("label", { for: id });
  const output = h("output", { for: id });
  const element = h("div", { class: "slide" }, name, input, output);
  return {
    element,
    name,
    show(value, text) {
      if (input.value !== String(value)) input.value = String(value);
      if (output.textContent !== text) output.textContent = text;
      setAttribute(input, "aria-valuetext", text);
    },
  };
}

/** The best of an answer in a line; dimmed where it is not yet that of the position. */
function line(name: string, answer: Answer | null, stale: boolean, unit: string, lang: Lang): HTMLElement {
  const w = words[lang];
  const report = answer?.report;
  const best = report?.candidates[0];
  if (!report || !best) return h("tr", {}, h("th", { scope: "row" }, name), h("td", { colspan: 4 }, w.searching));
  const cells = [
    ["", signed(best.value), unit],
    [w.columns.win.name, percent(best.winRate), "%"],
    [w.columns.dealIn.name, percent(best.outcomes.dealIn.rate), "%"],
  ] as const;
  return h(
    "tr",
    { class: stale ? "stale-line" : null },
    h("th", { scope: "row" }, name),
    h("td", {}, actionPicture(best.action, report.candidates, lang)),
    ...cells.map(([name, text, what]) => h("td", {}, name && h("small", {}, `${name} `), h("b", {}, text), h("small", {}, ` ${what}`))),
  );
}

export function mountWhatIf(store: Store): (state: State) => void {
  const section = byId("whatif", HTMLElement);
  const box = byId("whatif-controls", HTMLElement);
  const answers = byId("whatif-answers", HTMLTableElement);
  const sum = byId("whatif-sum", HTMLElement);
  const restore = byId("whatif-restore", HTMLButtonElement);
  const suppose = (change: Partial<Position>) => store.send({ type: "supposed", change });

  restore.addEventListener("click", () => {
    const { before, record } = store.state;
    if (before) store.send({ type: "edited", change: before.position });
    else if (record.kind === "open") store.send({ type: "logMoved", place: record.place });
  });

  /** The points when the slider was taken up: while it moves the others pay from these. */
  let taken: Scores | null = null;
  const score = (wind: Wind, points: number) => {
    taken ??= scoresOf(store.state.position);
    suppose(typedScores(withScore(taken, wind, points)));
  };
  const seats = WINDS.map((wind) => {
    const points = slider(`whatif-${wind}`, 0, MOST_SCORE, STEP, (value) => score(wind, value), () => (taken = null));
    const riichi = h("button", { type: "button", class: "quiet toggle", id: `whatif-riichi-${wind}` });
    riichi.addEventListener("click", () => {
      const { position } = store.state;
      suppose(withRiichi(position, wind, !inRiichi(position, wind)));
    });
    return { wind, points, riichi, row: h("div", { class: "whatif-seat" }, points.element, riichi) };
  });
  const winds = h("select", { id: "whatif-wind" }, ...WINDS.map((wind) => h("option", { value: wind })));
  winds.addEventListener("change", () => suppose({ roundWind: winds.value }));
  const windName = h("label", { for: "whatif-wind" });
  const number = slider("whatif-number", 1, WINDS.length, 1, (value) => suppose({ roundNumber: String(value) }));
  const honba = slider("whatif-honba", 0, MOST_HONBA, 1, (value) => suppose({ honba: String(value) }));
  const turn = slider("whatif-turn", 1, MOST_TURN, 1, (value) => suppose({ turn: String(value) }));
  box.replaceChildren(
    h("div", { class: "whatif-seats" }, ...seats.map(({ row }) => row)),
    sum,
    h("div", { class: "line" }, h("div", { class: "field" }, windName, winds), number.element, honba.element, turn.element),
  );

  const speak = memo((own: string, lang: Lang) => {
    const w = words[lang];
    for (const [i, { wind, points, riichi }] of seats.entries()) {
      const name = w.winds[i] ?? wind;
      points.name.textContent = w.whatif.score(name) + (wind === own ? w.own : "");
      riichi.textContent = w.riichi;
      setAttribute(riichi, "aria-label", w.whatif.riichi(name));
      setAttribute(riichi, "title", w.whatif.riichi(name));
    }
    windName.textContent = w.fields.roundWind.label;
    [...winds.options].forEach((option, i) => (option.textContent = w.winds[i] ?? ""));
    number.name.textContent = w.fields.roundNumber.label;
    honba.name.textContent = w.fields.honba.label;
    turn.name.textContent = w.fields.turn.label;
  });
  const compare = memo((before: Before | null, answer: Answer | null, position: Position, failed: boolean, lang: Lang) => {
    const w = words[lang].whatif;
    answers.hidden = before === null;
    if (!before) return answers.replaceChildren();
    const rows = [
      line(w.before, before.answer, false, unitOf(before.position, lang), lang),
      ...(failed ? [] : [line(w.after, answer, answer?.position !== position, unitOf(position, lang), lang)]),
    ];
    answers.replaceChildren(h("caption", { class: "sr" }, words[lang].whatifTitle), h("tbody", {}, ...rows));
  });
  return (state) => {
    const { position, record, lang, before, answer, run } = state;
    section.hidden = position.hand.trim() === "";
    if (section.hidden) return;
    speak(position.seat, lang);
    const laid = isLaid(position);
    const scores = scoresOf(position);
    for (const { wind, points, riichi } of seats) {
      points.show(scores[wind], position[`${wind}Score`].trim() === "" ? "–" : whole(scores[wind]));
      riichi.hidden = wind === position.seat || !laid;
      riichi.disabled = !hasDiscarded(position, wind);
      setAttribute(riichi, "aria-pressed", String(inRiichi(position, wind)));
    }
    if (winds.value !== position.roundWind) winds.value = position.roundWind;
    number.show(numberOr(position.roundNumber, 1), position.roundNumber);
    honba.show(numberOr(position.honba, 0), position.honba);
    // with a table the turn follows from it
    turn.element.hidden = laid;
    turn.show(numberOr(position.turn, 1), position.turn);
    const text = words[lang].whatif.sum(whole(sumOf(scores)));
    if (sum.textContent !== text) sum.textContent = text;
    compare(before, answer, position, run.kind === "failed", lang);
    const away = record.kind === "open" && recorded(state) === null;
    restore.hidden = before === null && !away;
    restore.textContent = away ? words[lang].whatifRestore : words[lang].whatif.back;
  };
}
