/**
 * What changes the answer: points, round, honba, turn and the others' riichi, each of which asks anew; a line with
 * the answer says what it was.
 */

import { recorded } from "../reviewer";
import { byId, h, memo, setAttribute } from "../dom";
import { WINDS, type Wind } from "../fields";
import { partyBy } from "../players";
import { isLaid, type Position } from "../position";
import { actionKey, type Answer, type Before, type Lang, type State, type Store } from "../state";
import { unitOf, words } from "../text";
import { signed, whole } from "../text/format";
import {
  hasDiscarded,
  inRiichi,
  type Scores,
  scoresOf,
  STEP,
  sumOf,
  typedScores,
  withRiichi,
  withScore,
} from "../table-edits";
import { actionText } from "./tile";

const MOST_HONBA = 10;

const numberOr = (text: string, otherwise: number): number =>
  text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : otherwise;

interface Slider {
  readonly element: HTMLElement;
  readonly name: HTMLElement;
  /** `most` is that of the table, where tables differ. */
  show(value: number, text: string, most?: number): void;
}

function slider(
  id: string,
  least: number,
  end: number,
  step: number,
  change: (value: number) => void,
  done?: () => void,
): Slider {
  const input = h("input", { id, type: "range", min: least, max: end, step });
  input.addEventListener("input", () => change(Number(input.value)));
  if (done) input.addEventListener("change", done);
  const name = h("label", { for: id });
  const output = h("output", { for: id });
  const element = h("div", { class: "slide" }, name, input, output);
  return {
    element,
    name,
    show(value, text, most = end) {
      if (input.max !== String(most)) input.max = String(most);
      if (input.value !== String(value)) input.value = String(value);
      if (output.textContent !== text) output.textContent = text;
      setAttribute(input, "aria-valuetext", text);
    },
  };
}

/** What the best was before, what it is now, and what that has gained. */
function compared(before: Before, answer: Answer | null, position: Position, lang: Lang): string {
  const w = words[lang].whatif;
  const old = before.answer?.report;
  const was = old?.candidates[0];
  if (!old || !was) return words[lang].searching;
  const then = actionText(was.action, old.candidates, lang);
  const now = answer?.position === position ? answer.report.candidates[0] : undefined;
  const unit = unitOf(position, lang);
  if (!now || !answer) return w.waiting(then, signed(was.value), unit);
  const gain = signed(Math.round(now.value) - Math.round(was.value));
  if (actionKey(now.action) === actionKey(was.action))
    return w.same(then, signed(was.value), signed(now.value), gain, unit);
  return w.was(
    then,
    signed(was.value),
    actionText(now.action, answer.report.candidates, lang),
    signed(now.value),
    gain,
    unit,
  );
}

function suppose(store: Store, change: Partial<Position>): void {
  store.send({ type: "supposed", change });
}

interface SeatControls {
  readonly wind: Wind;
  readonly points: Slider;
  readonly riichi: HTMLButtonElement;
  readonly row: HTMLElement;
}

function mountSeats(store: Store): readonly SeatControls[] {
  /** The points when the slider was taken up: while it moves the others pay from these. */
  let taken: Scores | null = null;
  const score = (wind: Wind, points: number) => {
    taken ??= scoresOf(store.state.position);
    suppose(store, typedScores(withScore(taken, wind, points)));
  };
  return WINDS.map((wind) => {
    const points = slider(
      `whatif-${wind}`,
      0,
      partyBy("").mostPoints,
      STEP,
      (value) => score(wind, value),
      () => (taken = null),
    );
    const riichi = h("button", { type: "button", class: "quiet toggle", id: `whatif-riichi-${wind}` });
    riichi.addEventListener("click", () => {
      const { position } = store.state;
      suppose(store, withRiichi(position, wind, !inRiichi(position, wind)));
    });
    return { wind, points, riichi, row: h("div", { class: "whatif-seat" }, points.element, riichi) };
  });
}

function nameSeats(seats: readonly SeatControls[], own: string, lang: Lang): void {
  const w = words[lang];
  for (const [i, { wind, points, riichi }] of seats.entries()) {
    const name = w.winds[i] ?? wind;
    points.name.textContent = w.whatif.score(name) + (wind === own ? w.own : "");
    riichi.textContent = w.riichi;
    setAttribute(riichi, "aria-label", w.whatif.riichi(name));
    setAttribute(riichi, "title", w.whatif.riichi(name));
  }
}

function showSeats(seats: readonly SeatControls[], position: Position, scores: Scores, lang: Lang): void {
  const laid = isLaid(position);
  const { mostPoints } = partyBy(position.rules);
  for (const { wind, points, riichi, row } of seats) {
    const own = scores[wind];
    row.hidden = own === undefined;
    if (own === undefined) continue;
    const text = whole(own);
    const isSet = position[`${wind}Score`].trim() !== "";
    points.show(own, isSet ? text : words[lang].whatif.unset(text), mostPoints);
    riichi.hidden = wind === position.seat || !laid;
    riichi.disabled = !hasDiscarded(position, wind);
    setAttribute(riichi, "aria-pressed", String(inRiichi(position, wind)));
  }
}

/** The round, its honba and the turn. */
interface RoundControls {
  readonly element: HTMLElement;
  readonly speak: (lang: Lang) => void;
  readonly show: (position: Position) => void;
}

function mountRound(store: Store): RoundControls {
  const winds = h("select", { id: "whatif-wind" }, ...WINDS.map((wind) => h("option", { value: wind })));
  winds.addEventListener("change", () => suppose(store, { roundWind: winds.value }));
  const windName = h("label", { for: "whatif-wind" });
  const number = slider("whatif-number", 1, WINDS.length, 1, (value) => suppose(store, { roundNumber: String(value) }));
  const honba = slider("whatif-honba", 0, MOST_HONBA, 1, (value) => suppose(store, { honba: String(value) }));
  const turn = slider("whatif-turn", 1, partyBy("").mostTurns, 1, (value) => suppose(store, { turn: String(value) }));
  return {
    element: h(
      "div",
      { class: "line" },
      h("div", { class: "field" }, windName, winds),
      number.element,
      honba.element,
      turn.element,
    ),
    speak(lang) {
      const w = words[lang];
      windName.textContent = w.fields.roundWind.label;
      [...winds.options].forEach((option, i) => (option.textContent = w.winds[i] ?? ""));
      number.name.textContent = w.fields.roundNumber.label;
      honba.name.textContent = w.fields.honba.label;
      turn.name.textContent = w.fields.turn.label;
    },
    show(position) {
      const party = partyBy(position.rules);
      if (winds.value !== position.roundWind) winds.value = position.roundWind;
      for (const option of winds.options) option.hidden = !party.winds.some((wind) => wind === option.value);
      number.show(numberOr(position.roundNumber, 1), position.roundNumber, party.players);
      honba.show(numberOr(position.honba, 0), position.honba);
      // with a table the turn follows from it
      turn.element.hidden = isLaid(position);
      turn.show(numberOr(position.turn, 1), position.turn, party.mostTurns);
    },
  };
}

export function mountWhatIf(store: Store): (state: State) => void {
  const section = byId("whatif", HTMLElement);
  const box = byId("whatif-controls", HTMLElement);
  const says = byId("whatif-says", HTMLElement);
  const sum = byId("whatif-sum", HTMLElement);
  const restore = byId("whatif-restore", HTMLButtonElement);

  restore.addEventListener("click", () => {
    const { before, record } = store.state;
    if (before) store.send({ type: "edited", change: before.position });
    else if (record.kind === "open") store.send({ type: "logMoved", place: record.place });
  });

  const seats = mountSeats(store);
  const round = mountRound(store);
  box.replaceChildren(h("div", { class: "whatif-seats" }, ...seats.map(({ row }) => row)), sum, round.element);

  const speak = memo((own: string, lang: Lang) => {
    nameSeats(seats, own, lang);
    round.speak(lang);
  });
  const compare = memo(
    (before: Before | null, answer: Answer | null, position: Position, failed: boolean, lang: Lang) => {
      const text = before && !failed ? compared(before, answer, position, lang) : "";
      if (says.textContent !== text) says.textContent = text;
    },
  );
  return (state) => {
    const { position, record, lang, before, answer, run } = state;
    const away = record.kind === "open" && recorded(state) === null;
    section.hidden = position.hand.trim() === "" || (before === null && !away);
    if (position.hand.trim() === "") return;
    speak(position.seat, lang);
    const scores = scoresOf(position);
    showSeats(seats, position, scores, lang);
    round.show(position);
    const text = words[lang].whatif.sum(whole(sumOf(scores)));
    if (sum.textContent !== text) sum.textContent = text;
    compare(before, answer, position, run.kind === "failed", lang);
    restore.hidden = before === null && !away;
    restore.textContent = away ? words[lang].whatifRestore : words[lang].whatif.back;
  };
}
