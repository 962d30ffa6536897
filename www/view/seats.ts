/** What lies before the four players, one row each: typed in the engine's notation, and as pictures. */

import { byId, h, memo } from "../dom";
import { type RiverEntry, riverOf, tilesOf } from "../notation";
import { partyBy } from "../players";
import { type Field, SEAT_PARTS, type SeatField, type SeatPart, type Wind, WINDS } from "../fields";
import { meldsOf, type Position } from "../position";
import type { Lang, State, Store } from "../state";
import { words } from "../text";
import { controlOf, problemOf, type Render } from "./controls";
import { tilePicture, tileRow } from "./tile";

/** The controls of the four seats, with the fields that they belong to. */
export function seatControls(store: Store): readonly (readonly [Field, Render])[] {
  const renders: (readonly [Field, Render])[] = [];
  const part = (wind: Wind, part: SeatPart) => {
    const field: SeatField = `${wind}${part}`;
    const { element, render } = controlOf(store, field, part === "Score" ? undefined : "river-hint");
    renders.push([field, render]);
    return h(
      "div",
      { class: `field ${part.toLowerCase()}` },
      h("label", { for: field }),
      element,
      part !== "Score" && h("div", { class: "laid", id: `${field}-laid` }),
      problemOf(field),
    );
  };
  const rows = WINDS.map((wind) =>
    h(
      "div",
      { class: "player", id: `${wind}-player`, role: "group", "aria-labelledby": `${wind}-name` },
      h("h3", { id: `${wind}-name` }),
      ...SEAT_PARTS.map((one) => part(wind, one)),
    ),
  );
  byId("seats", HTMLElement).replaceChildren(...rows);
  return renders;
}

function laidTile({ tile, drawn, riichi, called, kan, kita }: RiverEntry, lang: Lang): HTMLElement {
  const w = words[lang];
  const marks = [
    ...[drawn && w.drawnMark, riichi && w.riichi, called && w.calledMark],
    ...[kan && w.kanMark, kita && w.actions.kita],
  ].filter(Boolean);
  const name = [words[lang].tile(tile), ...marks].join(w.comma);
  const look = [drawn && "drawn", called && "called", (kan || kita) && "kan"].filter(Boolean).join(" ");
  return h("span", { class: look, title: name }, tilePicture(tile, name, riichi));
}

/** The names of the rows, and the pictures. */
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
  const draws = WINDS.flatMap((wind) => {
    const [river, melds] = [byId(`${wind}River-laid`, HTMLElement), byId(`${wind}Melds-laid`, HTMLElement)];
    const drawRiver = memo((text: string, lang: Lang) =>
      river.replaceChildren(...riverOf(text).map((laid) => laidTile(laid, lang))),
    );
    const drawMelds = memo((text: string, lang: Lang) =>
      melds.replaceChildren(...meldsOf(text).map((meld) => tileRow(tilesOf(meld.text), lang))),
    );
    return [
      (position: Position, lang: Lang) => drawRiver(position[`${wind}River`], lang),
      (position: Position, lang: Lang) => drawMelds(position[`${wind}Melds`], lang),
    ];
  });
  return ({ position, lang }) => {
    name(position.seat, lang);
    const { winds } = partyBy(position.rules);
    // what a link lays before an empty seat shows with its error
    for (const wind of WINDS)
      byId(`${wind}-player`, HTMLElement).hidden =
        !winds.includes(wind) && SEAT_PARTS.every((part) => position[`${wind}${part}`].trim() === "");
    for (const draw of draws) draw(position, lang);
  };
}
