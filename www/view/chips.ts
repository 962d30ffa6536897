/** The situation as one line of chips, each of which opens its fields below; the arrows walk along the line. */

import { byId, h, memo, rove, setAttribute } from "../dom";
import { WINDS } from "../fields";
import { readTiles, tilesOf } from "../notation";
import { aimOf, fieldsIn, FOLDED, type Panel, PANELS, WITH_RECORD } from "../panels";
import { DEFAULTS, isLaid, type Position, shownTurn } from "../position";
import type { Lang, State, Store } from "../state";
import { words } from "../text";
import { fades } from "./fade";
import { tileRow } from "./tile";

/**
 * A hand with fewer tiles is still being put together: its keys are there. A tile on offer is the one that it lacks.
 */
const WHOLE = 14;

function face(panel: Panel, position: Position, lang: Lang): (Node | string)[] {
  const w = words[lang];
  const wind = (word: string) => w.winds[WINDS.findIndex((one) => one === word)] ?? word;
  const named = (name: string, ...rest: (Node | string)[]) => [h("small", {}, name), ...rest];
  const { rules, length, tableRules, depth, objective } = w.fields;
  switch (panel) {
    case "round":
      return [w.chips.round(wind(position.roundWind), position.roundNumber, position.honba, position.sticks)];
    case "seat":
      return [
        [
          w.chips.seat(wind(position.seat), shownTurn(position)),
          ...(Number(position.kita) > 0 ? [w.norths(Number(position.kita))] : []),
        ].join(w.comma),
      ];
    case "dora":
      return named(w.chips.dora, position.dora.trim() === "" ? "–" : tileRow(tilesOf(position.dora), lang));
    case "seen":
      return [w.chips.seen(tilesOf(position.visible).length, isLaid(position))];
    case "offer":
      return named(w.chips.offer, position.offered.trim() === "" ? "–" : tileRow(tilesOf(position.offered), lang));
    case "around":
      return named(w.chips.around, isLaid(position) ? "✓" : "–");
    case "rules":
      return [
        rules.choices?.[position.rules] ?? position.rules,
        ...(position.length === DEFAULTS.length ? [] : [w.comma, length.choices?.[position.length] ?? position.length]),
        ...(position.tableRules === DEFAULTS.tableRules ? [] : [w.comma, tableRules.label]),
      ];
    case "search":
      return named(
        w.settings,
        depth.choices?.[position.depth] ?? position.depth,
        ...(position.objective === DEFAULTS.objective
          ? []
          : [w.comma, objective.choices?.[position.objective] ?? position.objective]),
      );
    case "whatif":
      return [w.chips.whatif];
    case "keys":
      return [w.keys];
  }
}

export function mountChips(store: Store): (state: State) => void {
  const line = byId("chips", HTMLElement);
  const toggle = (panel: Panel) => store.send({ type: "unfolded", panel: store.state.panel === panel ? null : panel });
  const buttons = PANELS.map((panel, i) => ({
    panel,
    button: h("button", {
      type: "button",
      class: "chip",
      id: `panel-${panel}-chip`,
      "data-panel": panel,
      "aria-controls": `panel-${panel}`,
      tabindex: i === 0 ? 0 : -1,
      click: () => toggle(panel),
    }),
  }));
  let unfolded = false;
  const more = h("button", {
    type: "button",
    class: "chip",
    id: "chips-more",
    tabindex: -1,
    click: () => fold(!unfolded),
  });
  line.replaceChildren(...buttons.map(({ button }) => button), more);
  const fade = fades(line);
  rove(
    line,
    () => [...buttons.map(({ button }) => button), more].filter(({ hidden }) => !hidden),
    () => 1,
  );
  const keys = byId("keys-open", HTMLButtonElement);
  keys.addEventListener("click", () => toggle("keys"));

  const fill = memo((position: Position, lang: Lang) => {
    for (const { panel, button } of buttons) button.replaceChildren(...face(panel, position, lang));
    more.textContent = words[lang].more;
    setAttribute(keys, "aria-label", words[lang].keys);
    setAttribute(keys, "title", words[lang].keys);
    fade();
  });
  const open = memo((panel: Panel | null, recorded: boolean, holding: string, all: boolean, keyed: boolean) => {
    const folds = (own: Panel) => FOLDED.includes(own) && own !== panel && !holding.split(" ").includes(own);
    setAttribute(more, "aria-expanded", String(all));
    for (const { panel: own, button } of buttons) {
      button.hidden = (recorded && !WITH_RECORD.includes(own)) || (!all && folds(own));
      setAttribute(button, "aria-expanded", String(own === panel));
      byId(`panel-${own}`, HTMLElement).hidden = own !== panel;
    }
    const shown = buttons.filter(({ button }) => !button.hidden);
    if (!shown.some(({ button }) => button.tabIndex === 0))
      shown.forEach(({ button }, i) => (button.tabIndex = i === 0 ? 0 : -1));
    setAttribute(keys, "aria-expanded", String(keyed));
    byId("panel-keys", HTMLElement).hidden = !keyed;
    fade();
  });
  const show = ({ position, panel, target, record, lang }: State) => {
    fill(position, lang);
    const offered = position.offered.trim() === "" ? 0 : 1;
    const tiles = readTiles(position.hand).reduce(
      (sum, { meld, tiles: own }) => sum + (meld ? 3 : own.length),
      offered,
    );
    const recorded = record.kind === "open";
    // in the rivers' text
    const river = panel === "around" && target.endsWith("River");
    const holding = FOLDED.filter((own) => fieldsIn(own).some((field) => position[field] !== DEFAULTS[field]));
    open(
      panel,
      recorded,
      holding.join(" "),
      unfolded,
      aimOf(panel) !== null || river || (panel === null && tiles < WHOLE && !recorded),
    );
  };
  const fold = (all: boolean) => {
    unfolded = all;
    show(store.state);
  };
  return show;
}
