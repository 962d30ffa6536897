/** What changes the answer: points, round, honba, turn and the others' riichi, each of which asks anew. */

import { byId, h, memo, setAttribute } from "../dom";
import { WINDS, type Wind } from "../fields";
import type { Position } from "../position";
import { recorded } from "../recorded";
import type { Lang, State, Store } from "../state";
import { words } from "../text";
import { whole } from "../text/format";
import { hasDiscarded, inRiichi, withRiichi } from "../threat";

/** Where a slider stands as long as no points are typed. */
const USUAL_SCORE = 25_000;
const MOST_SCORE = 70_000;
const SCORE_STEP = 100;
const MOST_HONBA = 10;
const MOST_TURN = 18;

const numberOr = (text: string, otherwise: number): number => (text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : otherwise);

interface Slider {
  readonly element: HTMLElement;
  readonly name: HTMLElement;
  show(value: number, text: string): void;
}

function slider(id: string, least: number, most: number, step: number, change: (value: number) => void): Slider {
  const input = h("input", { id, type: "range", min: least, max: most, step });
  input.addEventListener("input", () => change(Number(input.value)));
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

export function mountWhatIf(store: Store): (state: State) => void {
  const section = byId("whatif", HTMLElement);
  const box = byId("whatif-controls", HTMLElement);
  const restore = byId("whatif-restore", HTMLButtonElement);
  const edit = (change: Partial<Position>) => store.send({ type: "edited", change });

  restore.addEventListener("click", () => {
    const { record } = store.state;
    if (record.kind === "open") store.send({ type: "logMoved", place: record.place });
  });

  /** All four or none: the others stand where their sliders do. */
  const score = (wind: Wind, points: number) => {
    const { position } = store.state;
    const all = WINDS.map((other) => [`${other}Score`, other === wind || position[`${other}Score`].trim() === "" ? String(other === wind ? points : USUAL_SCORE) : position[`${other}Score`]]);
    edit(Object.fromEntries(all) as Partial<Position>);
  };
  const seats = WINDS.map((wind) => {
    const points = slider(`whatif-${wind}`, 0, MOST_SCORE, SCORE_STEP, (value) => score(wind, value));
    const riichi = h("button", { type: "button", class: "quiet toggle", id: `whatif-riichi-${wind}` });
    riichi.addEventListener("click", () => {
      const { position } = store.state;
      edit(withRiichi(position, wind, !inRiichi(position, wind)));
    });
    return { wind, points, riichi, row: h("div", { class: "whatif-seat" }, points.element, riichi) };
  });
  const winds = h("select", { id: "whatif-wind" }, ...WINDS.map((wind) => h("option", { value: wind })));
  winds.addEventListener("change", () => edit({ roundWind: winds.value }));
  const windName = h("label", { for: "whatif-wind" });
  const number = slider("whatif-number", 1, WINDS.length, 1, (value) => edit({ roundNumber: String(value) }));
  const honba = slider("whatif-honba", 0, MOST_HONBA, 1, (value) => edit({ honba: String(value) }));
  const turn = slider("whatif-turn", 1, MOST_TURN, 1, (value) => edit({ turn: String(value) }));
  box.replaceChildren(
    h("div", { class: "whatif-seats" }, ...seats.map(({ row }) => row)),
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
    windName.textContent = w.roundWind;
    [...winds.options].forEach((option, i) => (option.textContent = w.winds[i] ?? ""));
    number.name.textContent = w.roundNumber;
    honba.name.textContent = w.honba;
    turn.name.textContent = w.turn;
  });
  return (state) => {
    const { position, record, lang } = state;
    section.hidden = position.hand.trim() === "";
    if (section.hidden) return;
    speak(position.seat, lang);
    const laid = WINDS.some((wind) => position[`${wind}River`].trim() !== "" || position[`${wind}Melds`].trim() !== "");
    for (const { wind, points, riichi } of seats) {
      const now = numberOr(position[`${wind}Score`], USUAL_SCORE);
      points.show(now, position[`${wind}Score`].trim() === "" ? "–" : whole(now));
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
    restore.hidden = record.kind !== "open" || recorded(state) !== null;
  };
}
