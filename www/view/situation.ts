/** The situation above the hand: the examples, the chips, and what is left of another table. */

import { byId, h, memo, rove, setAttribute } from "../dom";
import { exampleOf, examples, POSITIONS } from "../examples";
import { type Field, fieldOf, FIELDS, fieldsOf, WINDS } from "../fields";
import { aimOf, fieldsIn, FOLDED, type Panel, PANELS, WITH_RECORD } from "../layout";
import { readTiles, tilesOf } from "../notation";
import { DEFAULTS, isLaid, leftovers, type Position, samePosition, shownTurn } from "../position";
import { isUnfinished, type Lang, type State, type Store } from "../state";
import { words } from "../text";
import { FADE, fades } from "./scroll";
import { tileRow } from "./tile";

// What lies on the table, in a few words, and what became of it when another hand was typed over it.

/** One field of the table in a few words; the many of the four players are one. */
function named(field: Field, position: Position, lang: Lang): (Node | string)[] | null {
  const w = words[lang];
  const text = position[field];
  const pair = (name: string, value: string | Node) => [h("small", {}, name), " ", value];
  switch (field) {
    case "roundWind":
    case "seat":
      return pair(w.fields[field].label, w.winds[WINDS.findIndex((wind) => wind === text)] ?? text);
    case "dora":
    case "offered":
      return pair(w.fields[field].label, tileRow(tilesOf(text), lang));
    case "visible":
      return pair(w.fields.visible.label, w.tiles(String(tilesOf(text).length)));
    case "turn":
      return pair(w.fields.turn.label, shownTurn(position));
    case "roundNumber":
    case "honba":
    case "sticks":
    case "kita":
    case "tilesLeft":
      return pair(w.fields[field].label, text);
    case "interrupted":
      return pair(w.fields.interrupted.label, w.fields.interrupted.choices?.[text] ?? text);
    default:
      return null;
  }
}

/** These fields of the table, each an item of a list. */
function tableParts(fields: readonly Field[], position: Position, lang: Lang): HTMLElement[] {
  const parts = fields.map((field) => named(field, position, lang));
  const known = parts.filter((part) => part !== null);
  const seats = known.length < parts.length ? [[words[lang].leftover.seats]] : [];
  return [...known, ...seats].map((part) => h("li", {}, ...part));
}

/** On paper the fields are not there: what they hold is, but for what the table shows. */
export function mountSituation(_store: Store): (state: State) => void {
  const list = byId("situation", HTMLElement);
  const draw = memo((position: Position, lang: Lang) => {
    const always: readonly Field[] = ["roundWind", "roundNumber", "seat", "turn", "dora"];
    const said = fieldsOf("table").filter(
      (field) => always.includes(field) || (position[field] !== DEFAULTS[field] && !field.startsWith("offered")),
    );
    list.replaceChildren(
      ...tableParts(
        said.filter((field) => named(field, position, lang) !== null),
        position,
        lang,
      ),
    );
  });
  return ({ position, lang }) => draw(position, lang);
}

export function mountLeftover(store: Store): (state: State) => void {
  const box = byId("leftover", HTMLElement);
  const says = byId("leftover-says", HTMLElement);
  const list = byId("leftover-list", HTMLElement);
  byId("clear-table", HTMLButtonElement).addEventListener("click", () => {
    store.send({ type: "cleared", left: "hand" });
    byId("hand", HTMLInputElement).focus();
  });
  const dropped = byId("dropped", HTMLElement);
  byId("restore-table", HTMLButtonElement).addEventListener("click", () => {
    store.send({ type: "tableRestored" });
    byId("hand", HTMLInputElement).focus();
  });
  const draw = memo((position: Position, left: string, why: string, lang: Lang) => {
    const w = words[lang];
    const fields = (left === "" ? [] : left.split(" ")) as Field[];
    box.hidden = fields.length === 0;
    box.classList.toggle("clash", why !== "");
    says.textContent = box.hidden ? "" : why === "" ? w.leftover.still : w.leftover.clash(why);
    list.replaceChildren(...tableParts(fields, position, lang));
  });
  return ({ position, origin, dropped: gone, run, lang }) => {
    dropped.hidden = gone === null;
    const left = leftovers(position, origin);
    const failure = run.kind === "failed" ? run.failure : null;
    const field = failure && fieldOf(failure.field);
    const clashes =
      failure !== null &&
      !isUnfinished(failure, position.hand) &&
      (failure.code.startsWith("context.") || (field !== null && FIELDS[field].group === "table"));
    // the ribbon says whose table it is where a few tiles of an example are another's
    const quiet = origin !== null && exampleOf(origin) !== null && !clashes;
    draw(
      position,
      quiet ? "" : left.join(" "),
      clashes ? words[lang].error(failure, field ? position[field] : "") : "",
      lang,
    );
  };
}

// The situation as one line of chips, each of which opens its fields below; the arrows walk along the line.

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

// The examples as buttons in a row.

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
