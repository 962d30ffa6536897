/** The examples as buttons in a row. */

import { byId, h, memo, rove, setAttribute } from "../dom";
import { exampleOf, examples, POSITIONS } from "../examples";
import { DEFAULTS, samePosition, type Position } from "../position";
import type { Lang, State, Store } from "../state";
import { words } from "../text";
import { FADE, fades } from "./fade";

const positions: readonly Position[] = POSITIONS.map(([, position]) => position);

/** The example that a page without a hand in its address begins with. */
export const firstExample: Position = positions[0] ?? DEFAULTS;

/** Loads the example before or after the current one. */
export function stepExample(store: Store, by: 1 | -1): void {
  const at = positions.findIndex((position) => samePosition(position, store.state.position));
  const to = at < 0 ? (by > 0 ? 0 : positions.length - 1) : (at + by + positions.length) % positions.length;
  const position = positions[to];
  if (position) store.send({ type: "arrived", position });
}

export function mountExamples(store: Store): (state: State) => void {
  const box = byId("examples", HTMLElement);
  const buttons = positions.map((position, i) =>
    h("button", {
      type: "button",
      class: "chip",
      tabindex: i === 0 ? 0 : -1,
      click: () => store.send({ type: "arrived", position }),
    }),
  );
  box.replaceChildren(...buttons);
  rove(
    box,
    () => buttons,
    () => 1,
  );
  const fade = fades(box);
  const label = memo((lang: Lang) => {
    buttons.forEach((button, i) => {
      button.textContent = examples[i] ? words[lang].exampleNames[examples[i].name] : "";
    });
    fade();
  });
  const mark = memo((position: Position) => {
    buttons.forEach((button, i) => {
      const example = positions[i];
      const current = example !== undefined && samePosition(example, position);
      setAttribute(button, "aria-pressed", String(current));
      if (current && button !== document.activeElement) {
        const [left, right] = [button.offsetLeft - FADE, button.offsetLeft + button.offsetWidth + FADE];
        if (left < box.scrollLeft || right > box.scrollLeft + box.clientWidth) box.scrollLeft = left;
      }
    });
  });
  const ribbon = byId("example", HTMLElement);
  const name = memo((origin: Position | null, lang: Lang) => {
    const example = origin && exampleOf(origin);
    ribbon.hidden = example === null;
    ribbon.textContent = example === null ? "" : words[lang].exampleMark(words[lang].exampleNames[example]);
  });
  return (state) => {
    label(state.lang);
    mark(state.position);
    name(state.record.kind === "open" ? null : state.origin, state.lang);
  };
}
