/** Where tiles are chosen: the keys, which write into the field that was used last, and the picker on the table. */

import { byId, h, memo, rove, setAttribute } from "../dom";
import { type TileField, type Wind, WINDS } from "../fields";
import { addTile, riverOf, tilesOf } from "../notation";
import { KEY_COLUMNS, keysBy, partyBy } from "../players";
import { meldsOf, type Position } from "../position";
import type { Lang, Run, State, Store } from "../state";
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
import { type Words, words } from "../text";
import { tilePicture } from "./tile";

// The tile keys: 34 kinds and three red fives, written into the field that was used last.

const TARGETS = ["hand", "dora", "visible", "offered"] as const;
const targetName = (field: TileField, lang: Lang): string => {
  const wind = WINDS.find((name) => field === `${name}River`);
  const w = words[lang];
  return wind ? w.riverOf(w.winds[WINDS.indexOf(wind)] ?? wind) : w.targets[field as keyof Words["targets"]];
};

/** Gives what fills a grid with a key for each tile, each with its name; the arrow keys lead from one to the next. */
function tileKeys(
  grid: HTMLElement,
  press: (tile: string) => void,
): (tiles: readonly string[], nameOf: (tile: string) => string) => void {
  let keys: readonly { readonly tile: string; readonly button: HTMLElement }[] = [];
  const lay = memo((tiles: string) => {
    keys = tiles.split(" ").map((tile, i) => ({
      tile,
      button: h(
        "button",
        { type: "button", class: "key", tabindex: i === 0 ? 0 : -1, click: () => press(tile) },
        tilePicture(tile, ""),
      ),
    }));
    grid.replaceChildren(...keys.map(({ button }) => button));
  });
  rove(
    grid,
    () => keys.map(({ button }) => button),
    () => KEY_COLUMNS,
  );
  return (tiles, nameOf) => {
    lay(tiles.join(" "));
    for (const { tile, button } of keys) {
      setAttribute(button, "aria-label", nameOf(tile));
      setAttribute(button, "title", nameOf(tile));
    }
  };
}

export function mountKeys(store: Store): (state: State) => void {
  const keys = byId("keys", HTMLElement);
  const target = byId("target", HTMLElement);
  const add = (tile: string) => {
    const field = store.state.target;
    const before = store.state.position[field];
    // one tile is offered at a time; a river has marks between its tiles
    const text = field === "offered" ? tile : field.endsWith("River") ? before + tile : addTile(before, tile);
    store.send({ type: "edited", change: { [field]: text } });
  };
  const fill = tileKeys(keys, add);

  const choices = TARGETS.map((field) => {
    const input = h("input", {
      type: "radio",
      name: "target",
      value: field,
      change: () => store.send({ type: "aimed", target: field }),
    });
    const text = h("span");
    target.append(h("label", {}, input, text));
    return { field, input, text };
  });

  const draw = memo((aim: TileField, rules: string, lang: Lang) => {
    const w = words[lang];
    setAttribute(keys, "aria-label", w.keys);
    choices.forEach(({ field, input, text }) => {
      input.checked = field === aim;
      text.textContent = w.targets[field];
    });
    fill(keysBy(rules), (tile) => w.add(w.tile(tile), targetName(aim, lang)));
  });
  return (state) => draw(state.target, state.position.rules, state.lang);
}

// The tiles to choose from for a place on the table: what is laid there, what is called, and how it was discarded.

const nameOf = (wind: Wind, lang: Lang): string => words[lang].winds[WINDS.indexOf(wind)] ?? wind;

/** What is laid next; for the table as it is laid, tile after tile. */
interface TrayMode {
  mode: MeldKind | "discard";
  /** Whose discard the meld calls. */
  from: From;
  drawn: boolean;
  /** Whether the next player's river is shown after a discard. */
  inTurn: boolean;
  /** The tiles of the meld so far. */
  gathered: readonly string[];
}

/** What the controls work with. */
interface Desk {
  readonly laying: TrayMode;
  /** What lies there is changed to see what comes of it; what is added is the table. */
  readonly send: (type: "edited" | "supposed", change: Change) => void;
  readonly show: (spot: Spot | null) => void;
  readonly redraw: () => void;
}

const button = (text: string, click: () => void): HTMLButtonElement =>
  h("button", { type: "button", class: "quiet", click }, text);

const toggle = (text: string, pressed: boolean, click: () => void): HTMLButtonElement =>
  h("button", { type: "button", class: "quiet toggle", "aria-pressed": String(pressed), click }, text);

/** The controls of a tile that lies there. */
function laidControls(
  position: Position,
  spot: Spot & { readonly at: number },
  { send, show }: Desk,
  lang: Lang,
): HTMLButtonElement[] {
  const w = words[lang].laying;
  const remove = button(w.remove, () => {
    send("supposed", withoutTile(position, spot));
    show(null);
  });
  if (spot.kind === "dora") return [remove];
  const { wind, at } = spot;
  const laid = discardAt(position, wind, at);
  return [
    toggle(w.drawn, laid?.drawn ?? false, () => send("supposed", withDrawn(position, wind, at))),
    toggle(w.riichi, laid?.riichi ?? false, () => send("supposed", withRiichiAt(position, wind, at))),
    remove,
  ];
}

/** The controls of what a player lays next. */
function layingControls(
  position: Position,
  wind: Wind,
  { laying, send, redraw }: Desk,
  lang: Lang,
): HTMLButtonElement[] {
  const w = words[lang].laying;
  const party = partyBy(position.rules);
  const kinds = wind === position.seat ? [] : MELDS.filter((kind) => kind !== "chi" || party.chi);
  const others = othersOf(position.rules, wind);
  if (!others.some((one) => one.from === laying.from)) laying.from = others[0]?.from ?? laying.from;
  const { mode, from, drawn, inTurn } = laying;
  const choice = (text: string, pressed: boolean, change: () => Partial<TrayMode>) =>
    toggle(text, pressed, () => {
      Object.assign(laying, change());
      redraw();
    });
  const what = (["discard", ...kinds] as const).map((kind) =>
    choice(kind === "discard" ? w.discard : w.melds[kind], mode === kind, () => ({ mode: kind, gathered: [] })),
  );
  const whose = others.map((one) => choice(w.from[one.place], from === one.from, () => ({ from: one.from })));
  const discards = mode === "discard";
  return [
    ...(kinds.length > 0 ? what : []),
    ...(mode === "pon" || mode === "daiminkan" ? whose : []),
    discards && choice(w.drawn, drawn, () => ({ drawn: !laying.drawn })),
    discards && choice(w.inTurn, inTurn, () => ({ inTurn: !laying.inTurn })),
    party.kita && discards && button(w.kita, () => send("edited", withKita(position, wind))),
    party.kita &&
      riverOf(position[`${wind}River`]).some(({ kita }) => kita) &&
      button(w.removeKita, () => send("edited", withoutKita(position, wind))),
    meldsOf(position[`${wind}Melds`]).length > 0 &&
      button(w.removeMeld, () => send("edited", withoutMeld(position, wind))),
  ].filter((one) => one !== false);
}

function controls(position: Position, spot: Spot, desk: Desk, lang: Lang): HTMLButtonElement[] {
  const { at } = spot;
  if (at !== null) return laidControls(position, { ...spot, at }, desk, lang);
  return spot.kind === "dora" ? [] : layingControls(position, spot.wind, desk, lang);
}

function titleText(position: Position, spot: Spot, mode: TrayMode["mode"], lang: Lang): string {
  const w = words[lang].laying;
  if (spot.kind === "dora") return w.dora(1 + (spot.at ?? tilesOf(position.dora).length));
  if (mode !== "discard") return w.meld(nameOf(spot.wind, lang));
  const tile = spot.at === null ? undefined : discardAt(position, spot.wind, spot.at)?.tile;
  return w.river(nameOf(spot.wind, lang), tile === undefined ? null : words[lang].tile(tile));
}

/** Lays a tile that was chosen; a meld once all its tiles are. */
function layTile(store: Store, tile: string, { laying, send, show, redraw }: Desk): void {
  const {
    position,
    board: { spot },
  } = store.state;
  if (!spot) return;
  const { mode, from, drawn, inTurn } = laying;
  if (spot.kind === "river" && spot.at === null && mode !== "discard") {
    laying.gathered = [...laying.gathered, tile];
    if (laying.gathered.length >= tilesNeeded(mode)) {
      const meld = meldText(mode, laying.gathered, from, position.redFives !== "no");
      laying.gathered = [];
      laying.mode = "discard";
      send("edited", withMeld(position, spot.wind, meld));
    }
    return redraw();
  }
  send(spot.at === null ? "edited" : "supposed", withTile(position, spot, tile, drawn));
  if (spot.at !== null) return show(null);
  if (spot.kind === "river" && inTurn) show({ kind: "river", wind: nextToDiscard(store.state.position), at: null });
}

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
  const laying: TrayMode = { mode: "discard", from: "left", drawn: false, inTurn: true, gathered: [] };
  const desk: Desk = {
    laying,
    send: (type, change) => store.send({ type, change }),
    show: (spot) => store.send({ type: "looked", board: { spot } }),
    redraw: () => draw(store.state.position, store.state.board.spot, store.state.run, store.state.lang),
  };
  const fill = tileKeys(grid, (tile) => layTile(store, tile, desk));
  close.addEventListener("click", () => desk.show(null));
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape") desk.show(null);
  });

  function draw(position: Position, spot: Spot | null, run: Run, lang: Lang): void {
    const opened = element.hidden && spot !== null;
    element.hidden = spot === null;
    if (opened) requestAnimationFrame(() => element.scrollIntoView({ block: "nearest" }));
    if (!spot) {
      laying.mode = "discard";
      laying.gathered = [];
      return;
    }
    const w = words[lang].laying;
    if (spot.kind === "dora" || spot.at !== null || spot.wind === position.seat) laying.mode = "discard";
    const { mode, gathered } = laying;
    setAttribute(element, "aria-label", w.title);
    close.textContent = w.close;
    title.textContent = titleText(position, spot, mode, lang);
    still.textContent = run.kind === "failed" ? words[lang].error(run.failure, "") : "";
    hint.textContent =
      mode === "discard" ? "" : [w.needs[mode], ...gathered.map((one) => words[lang].tileCode(one))].join(" ");
    modes.replaceChildren(...controls(position, spot, desk, lang));
    fill(keysBy(position.rules), (key) => w.put(words[lang].tile(key)));
  }
  return { element, render: memo(draw) };
}
