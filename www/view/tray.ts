/**
 * The hand on the table: large tiles, each with a bar for its best value, and the indicators. A click on a tile shows
 * its discard; a tile is taken away by its ×, by Delete, or by a click with Shift or the second button.
 */

import type { Report } from "nanikiru";
import { chosenTile } from "../candidates";
import { playedTile } from "../reviewer";
import { type Attributes, byId, h, memo, rove, setAttribute } from "../dom";
import { doraOf } from "../board";
import { hides } from "../practice";
import { readTiles, removeTile, type Segment, type TileSpan, tilesOf } from "../notation";
import type { Position } from "../position";
import type { Lang, State, Store } from "../state";
import { placeOf } from "../table-edits";
import { unitOf, words } from "../text";
import { percent, signed } from "../text/format";
import { chooseTile } from "./learn";
import { actionText, tilePicture } from "./tile";

/** Each discard's value between the worst (0) and the best (1) candidate, and the best tile. */
function merits(report: Report | null): { share: Map<string, number>; best: string | null } {
  const share = new Map<string, number>();
  if (!report) return { share, best: null };
  const values = report.candidates.map((candidate) => candidate.value);
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  for (const { action, value } of report.candidates) {
    const tile = chosenTile(action);
    if (tile === null) continue;
    const merit = span > 0 ? (value - low) / span : 1;
    share.set(tile, Math.max(merit, share.get(tile) ?? 0));
  }
  const top = report.candidates[0]?.action;
  return { share, best: chosenTile(top) };
}

/** The discards of a tile in the report, best first. */
const discardsOf = (report: Report, tile: string): number[] =>
  report.candidates.flatMap(({ action }, i) => (chosenTile(action) === tile ? [i] : []));

/** The figures of the discard that is selected, in a line under the hand. */
function figures(report: Report, index: number, unit: string, lang: Lang): string {
  const candidate = report.candidates[index];
  if (!candidate) return "";
  const name = actionText(candidate.action, report.candidates, lang);
  return words[lang].tileSays(
    name,
    signed(candidate.value),
    unit,
    percent(candidate.winRate),
    percent(candidate.outcomes.dealIn.rate),
    index + 1,
    report.candidates.length,
  );
}

/** A tile that another player has just discarded, and who. */
interface Offer {
  readonly tile: string;
  readonly from: string;
  readonly name: string;
}

let lastOffered: { readonly key: string; readonly offered: Offer | null } = { key: "", offered: null };
/** The same value for the same tile. */
function offerOf(position: Position, lang: Lang): Offer | null {
  const { offered, offeredFrom, rules, seat } = position;
  const key = [offered, offeredFrom, rules, seat, lang].join(" ");
  if (lastOffered.key === key) return lastOffered.offered;
  const [tile] = tilesOf(offered);
  const w = words[lang];
  const place = placeOf(position, offeredFrom);
  const from = place === null ? offeredFrom : w.laying.from[place];
  lastOffered = {
    key,
    offered:
      tile === undefined
        ? null
        : { tile, from, name: `${w.fields.offered.label}${w.comma}${w.tile(tile)}${w.comma}${from}` },
  };
  return lastOffered.offered;
}

/** Tiles of a hand after a draw. */
const WHOLE = 14;

/** How many tiles there are, melds counted as three. */
const countOf = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { meld, tiles }) => sum + (meld ? 3 : tiles.length), 0);

/** The places of a hand that is half typed, and how many of its tiles are there. */
function places(segments: readonly Segment[], offered: boolean, lang: Lang): HTMLElement[] {
  const all = offered ? WHOLE - 1 : WHOLE;
  const there = countOf(segments);
  if (there === 0 || there >= all) return [];
  const free = Array.from({ length: all - there }, () => h("span", { class: "place", "aria-hidden": "true" }));
  return [...free, h("small", { class: "count" }, words[lang].tilesThere(there, all))];
}

/** The report on the hand as it stands: only then does a tile have its row. */
const currentReport = (state: State): Report | null =>
  state.answer?.position === state.position && state.run.kind !== "failed" && !hides(state)
    ? state.answer.report
    : null;

/** What the tiles of a hand show, and what they do. */
interface HandView {
  /** Each discard's value between the worst and the best candidate. */
  readonly share: ReadonlyMap<string, number>;
  readonly best: string | null;
  readonly drawn: TileSpan | undefined;
  /** The tile that was played in a record. */
  readonly gone: TileSpan | undefined;
  readonly dora: ReadonlySet<string>;
  readonly record: boolean;
  readonly lang: Lang;
  readonly show: (tile: string, slot: HTMLElement) => void;
  readonly remove: (segment: Segment, index: number) => void;
}

/** A tile or meld of the hand, and what it does. */
interface Slot {
  readonly name: string;
  readonly look: string;
  readonly click: () => void;
  readonly remove: () => void;
  /** What its × is called. */
  readonly removeName: string;
}

/** Listeners of a tile that is taken away by a click with Shift or the second button, and by keys. */
const removing = ({ click, remove }: Slot): Attributes => ({
  click: (event: Event) => ((event as MouseEvent).shiftKey ? remove() : click()),
  contextmenu: (event: Event) => {
    event.preventDefault();
    remove();
  },
  keydown: (event: Event) => {
    if (!["Delete", "Backspace"].includes((event as KeyboardEvent).key)) return;
    event.preventDefault();
    remove();
  },
});

/** A tile or meld with its ×, out of the tab order. */
function slotPicture(slot: Slot, { record, lang }: HandView, ...pictures: Node[]): HTMLElement {
  const { name, look, click, remove, removeName } = slot;
  const face = h(
    "button",
    {
      type: "button",
      class: look,
      "aria-label": name,
      title: record ? name : `${name} · ${words[lang].removeHint}`,
      tabindex: -1,
      ...(record ? { click } : removing(slot)),
    },
    ...pictures,
  );
  // the hand of a record is what it was
  if (record) return h("span", { class: "slot" }, face);
  const cross = h(
    "button",
    { type: "button", class: "away", "aria-label": removeName, title: removeName, tabindex: -1, click: remove },
    "×",
  );
  return h("span", { class: "slot" }, face, cross);
}

function meldPart(segment: Segment, view: HandView): HTMLElement {
  const w = words[view.lang];
  const name = segment.tiles.map(({ tile }) => w.tile(tile)).join(" ");
  const slot: Slot = {
    name,
    look: "held",
    click: () => {},
    remove: () => view.remove(segment, 0),
    removeName: w.removeMeld(name),
  };
  const pictures = segment.tiles.map(({ tile, turned }) => tilePicture(tile, "", turned, view.dora.has(tile)));
  return h("span", { class: "meld" }, slotPicture(slot, view, ...pictures));
}

function tileSlot(placed: TileSpan, remove: () => void, view: HandView): HTMLElement {
  const { tile } = placed;
  const { share, best, drawn, gone, dora } = view;
  const w = words[view.lang];
  const merit = share.get(tile);
  const bar = h("i", { class: "merit", style: merit === undefined ? null : `--merit:${merit.toFixed(3)}` });
  const name = w.tile(tile);
  const look = ["held", tile === best && "top", placed === drawn && "drawn", placed === gone && "played"]
    .filter(Boolean)
    .join(" ");
  const says = merit === undefined ? name : w.showDiscard(name);
  const slot: Slot = {
    name: placed === gone ? says + w.comma + w.record.played("") : says,
    look,
    click: () => view.show(tile, element),
    remove,
    removeName: w.remove(name),
  };
  const element: HTMLElement = slotPicture(slot, view, bar, tilePicture(tile, "", false, dora.has(tile)));
  element.dataset["tile"] = tile;
  return element;
}

const suitPart = (segment: Segment, view: HandView): HTMLElement =>
  h(
    "span",
    { class: "suit" },
    ...segment.tiles.map((placed, index) => tileSlot(placed, () => view.remove(segment, index), view)),
  );

const offeredPicture = ({ tile, from, name }: Offer, dora: ReadonlySet<string>): HTMLElement =>
  h(
    "span",
    { class: "offered-tile", role: "img", "aria-label": name },
    h("small", {}, from),
    tilePicture(tile, "", false, dora.has(tile)),
  );

/** How wide the hand is in tiles: a gap before the drawn tile, each meld and the tile on offer. */
function widthOf(segments: readonly Segment[], offered: boolean): number {
  const concealed = segments.reduce((sum, { meld, tiles }) => sum + (meld ? 0 : tiles.length), 0);
  const melds = segments.filter(({ meld }) => meld);
  return concealed + 0.4 + melds.reduce((sum, { tiles }) => sum + tiles.length + 0.75, 0) + (offered ? 1.8 : 0);
}

/** Shows the best discard of a tile; a second click shows the next, with riichi or without. */
function mountChoice(store: Store, tray: HTMLElement, says: HTMLElement): HandView["show"] {
  let clicked: { readonly report: Report; readonly tile: string } | null = null;
  return (tile, shown) => {
    if (hides(store.state)) return chooseTile(store, tile);
    const report = currentReport(store.state);
    if (!report) return;
    const all = discardsOf(report, tile);
    const again = clicked?.report === report && clicked.tile === tile;
    const candidate = all[again ? (all.indexOf(store.state.selected) + 1) % all.length : 0];
    clicked = { report, tile };
    for (const slot of tray.querySelectorAll(".slot")) slot.classList.toggle("tapped", slot === shown);
    // read out for who asked; a new answer is read out by its sentence
    says.ariaLive = "polite";
    if (candidate !== undefined) store.send({ type: "chosen", candidate });
  };
}

/** The tiles of the hand. */
function mountHand(store: Store, tray: HTMLElement, says: HTMLElement) {
  const tiles = () => [...tray.querySelectorAll<HTMLButtonElement>("button.held")];
  rove(tray, tiles, () => Number.POSITIVE_INFINITY);
  const remove = (segment: Segment, index: number) => {
    const placed = segment.tiles[index];
    if (!placed) return;
    const at = tiles().findIndex((tile) => tile.parentElement?.contains(document.activeElement));
    store.send({ type: "edited", change: { hand: removeTile(store.state.position.hand, segment, placed) } });
    if (at >= 0) tiles()[Math.min(at, tiles().length - 1)]?.focus();
  };
  const show = mountChoice(store, tray, says);
  return memo(
    (
      hand: string,
      report: Report | null,
      played: string | null,
      record: boolean,
      offered: Offer | null,
      indicated: string,
      rules: string,
      lang: Lang,
    ) => {
      const dora = doraOf(tilesOf(indicated), rules);
      says.ariaLive = "off";
      setAttribute(tray, "aria-label", words[lang].handOf);
      const segments = readTiles(hand);
      const concealed = segments.filter((segment) => !segment.meld).flatMap((segment) => segment.tiles);
      // known without the engine: the hand does not move when its answer comes
      const drawn = countOf(segments) === WHOLE ? concealed.at(-1) : undefined;
      // of two that are equal the one drawn, as where a record does not say
      const gone = played === null ? undefined : concealed.findLast(({ tile }) => tile === played);
      const view: HandView = { ...merits(report), drawn, gone, dora, record, lang, show, remove };
      tray.replaceChildren(
        ...segments.map((segment) => (segment.meld ? meldPart : suitPart)(segment, view)),
        ...places(segments, offered !== null, lang),
        ...(offered ? [offeredPicture(offered, dora)] : []),
      );
      const [first] = tiles();
      if (first) first.tabIndex = 0;
      tray.style.setProperty("--tiles", widthOf(segments, offered !== null).toFixed(2));
    },
  );
}

function mountIndicators(): (dora: string, lang: Lang) => void {
  const indicators = byId("indicators", HTMLElement);
  return memo((dora: string, lang: Lang) => {
    const w = words[lang];
    const pictures = tilesOf(dora).map((tile) => tilePicture(tile, w.tile(tile)));
    indicators.replaceChildren(...(pictures.length === 0 ? [] : [h("small", {}, w.fields.dora.label), ...pictures]));
  });
}

/** Marks the discard that is selected, and says its figures. */
function mountMark(tray: HTMLElement, says: HTMLElement) {
  return memo((_hand: string, report: Report | null, selected: number, unit: string, lang: Lang) => {
    const action = report?.candidates[selected]?.action;
    const tile = chosenTile(action);
    let marked = false;
    for (const slot of tray.querySelectorAll<HTMLElement>(".slot")) {
      const chosen: boolean = !marked && tile !== null && slot.dataset["tile"] === tile;
      marked ||= chosen;
      slot.classList.toggle("chosen", chosen);
    }
    says.textContent = report ? figures(report, selected, unit, lang) : "";
  });
}

export function mountTray(store: Store): (state: State) => void {
  const tray = byId("tray", HTMLElement);
  const says = byId("tile-says", HTMLElement);
  const draw = mountHand(store, tray, says);
  const point = mountIndicators();
  const mark = mountMark(tray, says);
  return (state) => {
    const report = currentReport(state);
    const { position, record, lang } = state;
    draw(
      position.hand,
      report,
      hides(state) ? null : playedTile(state),
      record.kind === "open",
      offerOf(position, lang),
      position.dora,
      position.rules,
      lang,
    );
    point(position.dora, lang);
    mark(position.hand, report, state.selected, unitOf(position, lang), lang);
  };
}
