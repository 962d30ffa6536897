/** The tile keys: 34 kinds and three red fives, written into the field that was used last. */

import { byId, h, memo, rove, setAttribute } from "../dom";
import { type TileField, WINDS } from "../fields";
import { addTile } from "../notation";
import type { Lang, State, Store } from "../state";
import { type Words, words } from "../text";
import { tilePicture } from "./tile";

const COLUMNS = 10;
const TARGETS = ["hand", "dora", "visible", "offered"] as const;
const targetName = (field: TileField, lang: Lang): string => {
  const wind = WINDS.find((name) => field === `${name}River`);
  const w = words[lang];
  return wind ? w.riverOf(w.winds[WINDS.indexOf(wind)] ?? wind) : w.targets[field as keyof Words["targets"]];
};
const KEYS: readonly string[] = [
  ...["m", "p", "s"].flatMap((suit) => ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"].map((n) => n + suit)),
  ...["1", "2", "3", "4", "5", "6", "7"].map((n) => `${n}z`),
];

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
  const buttons = KEYS.map((tile, i) =>
    h(
      "button",
      { type: "button", class: "key", tabindex: i === 0 ? 0 : -1, click: () => add(tile) },
      tilePicture(tile, ""),
    ),
  );
  keys.replaceChildren(...buttons);
  rove(
    keys,
    () => buttons,
    () => COLUMNS,
  );

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

  const draw = memo((aim: TileField, lang: Lang) => {
    const w = words[lang];
    setAttribute(keys, "aria-label", w.keys);
    choices.forEach(({ field, input, text }) => {
      input.checked = field === aim;
      text.textContent = w.targets[field];
    });
    KEYS.forEach((tile, i) => {
      const label = w.add(words[lang].tile(tile), targetName(aim, lang));
      const button = buttons[i];
      if (!button) return;
      setAttribute(button, "aria-label", label);
      setAttribute(button, "title", label);
    });
  });
  return (state) => draw(state.target, state.lang);
}
