/** The tiles to choose from for a place on the table: what is laid there, what is called, and how it was discarded. */

import { h, memo, setAttribute } from "../dom";
import { type Wind, WINDS } from "../fields";
import { riverOf, tilesOf } from "../notation";
import { keysBy, partyBy } from "../players";
import { meldsOf, type Position } from "../position";
import type { Lang, Run, Store } from "../state";
import {
  type Change,
  discardAt,
  type From,
  type MeldKind,
  MELDS,
  meldText,
  nextToDiscard,
  othersOf,
  type Spot,
  tilesNeeded,
  withDrawn,
  withKita,
  withMeld,
  withoutKita,
  withoutMeld,
  withoutTile,
  withRiichiAt,
  withTile,
} from "../table-edits";
import { words } from "../text";
import { tileKeys } from "./keys";


const nameOf = (wind: Wind, lang: Lang): string => words[lang].winds[WINDS.indexOf(wind)] ?? wind;

/** An element that shows the tiles for a place, and fills in what is chosen. */
export function picker(store: Store): {
  readonly element: HTMLElement;
  readonly render: (position: Position, spot: Spot | null, run: Run, lang: Lang) => void;
} {
  const title = h("h3", {});
  const close = h("button", { type: "button", class: "quiet" });
  const modes = h("div", { class: "picker-modes", role: "group" });
  const hint = h("p", { class: "hint" });
  const still = h("p", { class: "hint", role: "status" });
  const grid = h("div", { class: "keys", role: "group" });
  const element = h(
    "div",
    { class: "picker", role: "group", hidden: true },
    h("div", { class: "picker-head" }, title, close),
    modes,
    hint,
    grid,
    still,
  );
  const fill = tileKeys(grid, (tile) => choose(tile));

  /** What is laid next; for the table as it is laid, tile after tile. */
  let mode: MeldKind | "discard" = "discard";
  let from: From = "left";
  let drawn = false;
  let inTurn = true;
  let gathered: readonly string[] = [];

  const show = (spot: Spot | null) => store.send({ type: "looked", board: { spot } });
  close.addEventListener("click", () => show(null));
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape") show(null);
  });
  /** What lies there is changed to see what comes of it; what is added is the table. */
  const send = (type: "edited" | "supposed", change: Change) => store.send({ type, change });

  function choose(tile: string): void {
    const {
      position,
      board: { spot },
    } = store.state;
    if (!spot) return;
    if (spot.kind === "river" && spot.at === null && mode !== "discard") {
      gathered = [...gathered, tile];
      if (gathered.length >= tilesNeeded(mode)) {
        const meld = meldText(mode, gathered, from, position.redFives !== "no");
        gathered = [];
        mode = "discard";
        send("edited", withMeld(position, spot.wind, meld));
      }
      return redraw();
    }
    send(spot.at === null ? "edited" : "supposed", withTile(position, spot, tile, drawn));
    if (spot.at !== null) return show(null);
    if (spot.kind === "river" && inTurn) show({ kind: "river", wind: nextToDiscard(store.state.position), at: null });
  }

  const toggle = (text: string, pressed: boolean, click: () => void) =>
    h("button", { type: "button", class: "quiet toggle", "aria-pressed": String(pressed), click }, text);
  const again = (change: () => void) => () => {
    change();
    redraw();
  };
  function controls(position: Position, spot: Spot, lang: Lang): (Node | false)[] {
    const w = words[lang].laying;
    const { at } = spot;
    const remove =
      at !== null &&
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          click: () => (send("supposed", withoutTile(position, { ...spot, at })), show(null)),
        },
        w.remove,
      );
    if (spot.kind === "dora") return [remove];
    const { wind } = spot;
    if (at !== null) {
      const laid = discardAt(position, wind, at);
      return [
        toggle(w.drawn, laid?.drawn ?? false, () => send("supposed", withDrawn(position, wind, at))),
        toggle(w.riichi, laid?.riichi ?? false, () => send("supposed", withRiichiAt(position, wind, at))),
        remove,
      ];
    }
    const party = partyBy(position.rules);
    const kinds = wind === position.seat ? [] : MELDS.filter((kind) => kind !== "chi" || party.chi);
    const others = othersOf(position.rules, wind);
    if (!others.some((one) => one.from === from)) from = others[0]?.from ?? from;
    const what = (["discard", ...kinds] as const).map((kind) =>
      toggle(
        kind === "discard" ? w.discard : w.melds[kind],
        mode === kind,
        again(() => ((mode = kind), (gathered = []))),
      ),
    );
    const called = mode === "pon" || mode === "daiminkan";
    return [
      ...(kinds.length > 0 ? what : []),
      ...(called
        ? others.map((one) =>
            toggle(
              w.from[one.place],
              from === one.from,
              again(() => (from = one.from)),
            ),
          )
        : []),
      mode === "discard" &&
        toggle(
          w.drawn,
          drawn,
          again(() => (drawn = !drawn)),
        ),
      mode === "discard" &&
        toggle(
          w.inTurn,
          inTurn,
          again(() => (inTurn = !inTurn)),
        ),
      party.kita &&
        mode === "discard" &&
        h("button", { type: "button", class: "quiet", click: () => send("edited", withKita(position, wind)) }, w.kita),
      party.kita &&
        riverOf(position[`${wind}River`]).some(({ kita }) => kita) &&
        h(
          "button",
          { type: "button", class: "quiet", click: () => send("edited", withoutKita(position, wind)) },
          w.removeKita,
        ),
      meldsOf(position[`${wind}Melds`]).length > 0 &&
        h(
          "button",
          { type: "button", class: "quiet", click: () => send("edited", withoutMeld(position, wind)) },
          w.removeMeld,
        ),
    ];
  }
  function draw(position: Position, spot: Spot | null, run: Run, lang: Lang): void {
    const opened = element.hidden && spot !== null;
    element.hidden = spot === null;
    if (opened) requestAnimationFrame(() => element.scrollIntoView({ block: "nearest" }));
    if (!spot) {
      [mode, gathered] = ["discard", []];
      return;
    }
    const w = words[lang].laying;
    if (spot.kind === "dora" || spot.at !== null || spot.wind === position.seat) mode = "discard";
    setAttribute(element, "aria-label", w.title);
    close.textContent = w.close;
    const tile = spot.kind === "river" && spot.at !== null ? discardAt(position, spot.wind, spot.at)?.tile : undefined;
    title.textContent =
      spot.kind === "dora"
        ? w.dora(1 + (spot.at ?? tilesOf(position.dora).length))
        : mode === "discard"
          ? w.river(nameOf(spot.wind, lang), tile === undefined ? null : words[lang].tile(tile))
          : w.meld(nameOf(spot.wind, lang));
    still.textContent = run.kind === "failed" ? words[lang].error(run.failure, "") : "";
    hint.textContent =
      mode === "discard" ? "" : [w.needs[mode], ...gathered.map((one) => words[lang].tileCode(one))].join(" ");
    modes.replaceChildren(...controls(position, spot, lang).filter((one): one is Node => one !== false));
    fill(keysBy(position.rules), (key) => w.put(words[lang].tile(key)));
  }
  const redraw = () => draw(store.state.position, store.state.board.spot, store.state.run, store.state.lang);
  return { element, render: memo(draw) };
}
