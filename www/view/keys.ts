/** The tile keys: 34 kinds and three red fives, written into the field that was used last. */

import { byId, h, memo, rove, setAttribute } from "../dom";
import { type TileField, WINDS } from "../fields";
import { addTile } from "../notation";
import { KEY_COLUMNS, keysBy } from "../players";
import type { Lang, State, Store } from "../state";
import { type Words, words } from "../text";
import { tilePicture } from "./tile";

const TARGETS = ["hand", "dora", "visible", "offered"] as const;
const targetName = (field: TileField, lang: Lang): string => {
  const wind = WINDS.find((name) => field === `${name}River`);
  const w = words[lang];
  return wind ? w.riverOf(w.winds[WINDS.indexOf(wind)] ?? wind) : w.targets[field as keyof Words["targets"]];
};

/** Gives what fills a grid with a key for each tile, each with its name; the arrow keys lead from one to the next. */
export function tileKeys(
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
