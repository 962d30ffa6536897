/** What stands in front of the four players, one row each. */

import { byId, h, memo } from "../dom";
import { type Field, SEAT_PARTS, WINDS } from "../position";
import type { Lang, State, Store } from "../state";
import { words } from "../text";
import { optional, type Render } from "./controls";

/** The controls of the four seats, with the fields that they belong to. */
export function seatControls(store: Store): readonly (readonly [Field, Render])[] {
  const box = byId("seats", HTMLElement);
  box.append(
    ...WINDS.flatMap((wind) => [
      h(
        "div",
        { class: "player", id: `${wind}-player`, role: "group", "aria-labelledby": `${wind}-name` },
        h("h4", { id: `${wind}-name` }),
        h(
          "div",
          { class: "field" },
          h("label", { for: `${wind}Score` }),
          h("input", { id: `${wind}Score`, class: "amount", type: "text", inputmode: "numeric", autocomplete: "off", "aria-describedby": `${wind}Score-problem` }),
        ),
      ),
      ...SEAT_PARTS.map((part) => h("p", { class: "problem", id: `${wind}${part}-problem`, role: "alert" })),
    ]),
  );
  return WINDS.map((wind) => [`${wind}Score`, optional(store, `${wind}Score`, () => "")] as const);
}

/** The names of the rows. */
export function mountSeats(_store: Store): (state: State) => void {
  const name = memo((seat: string, lang: Lang) => {
    const w = words[lang];
    WINDS.forEach((wind, i) => {
      const player = byId(`${wind}-player`, HTMLElement);
      player.classList.toggle("own", wind === seat);
      byId(`${wind}-name`, HTMLElement).textContent = `${w.winds[i]}${wind === seat ? w.own : ""}`;
      for (const part of SEAT_PARTS) {
        const label = player.querySelector(`label[for="${wind}${part}"]`);
        if (label) label.textContent = w.seatParts[part];
      }
    });
  });
  return ({ position, lang }) => name(position.seat, lang);
}
