/** The fields of the position, and those of the four players, one row each. */

import { byId, h, memo, setAttribute } from "../dom";
import {
  type Field,
  fieldOf,
  PLAIN_FIELDS,
  SEAT_PARTS,
  type SeatField,
  type SeatPart,
  type Wind,
  WINDS,
} from "../fields";
import { panelOf } from "../layout";
import { type RiverEntry, riverOf, tilesOf } from "../notation";
import { partyBy } from "../players";
import { isAsked, meldsOf, type Position } from "../position";
import { type Failure, isUnfinished, type Lang, type State, type Store } from "../state";
import { words } from "../text";
import { whole } from "../text/format";
import { controlOf, fieldWords, problemOf, type Render } from "./controls";
import { tilePicture, tileRow } from "./tile";

// What lies before the four players, one row each: typed in the engine's notation, and as pictures.

/** The controls of the four seats, with the fields that they belong to. */
function seatControls(store: Store): readonly (readonly [Field, Render])[] {
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

// The fields of the position in the places that the page has for them; errors stand beside them.

/** A failure together with the field it belongs to, or null when it belongs to none of them. */
function failureAt({ run, position }: State, field: Field): Failure | null {
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
