/**
 * The hand on the table: large tiles, each with a bar for its best value, and the indicators. A click on a tile shows
 * its discard; a tile is taken away by its ×, by Delete, or by a click with Shift or the second button.
 */

import type { Report } from "nanikiru";
import { chosenTile } from "../action";
import { playedTile } from "../board-review";
import { byId, h, memo, rove, setAttribute } from "../dom";
import { doraOf } from "../dora";
import { hides } from "../lessons";
import { readTiles, removeTile, type Segment, tilesOf } from "../notation";
import type { Position } from "../position";
import type { Lang, State, Store } from "../state";
import { placeOf } from "../table-edits";
import { words } from "../text";
import { percent, signed } from "../text/format";
import { chooseTile } from "./learn";
import { actionText, tilePicture } from "./tile";
import { unitOf } from "./unit";

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

export function mountTray(store: Store): (state: State) => void {
  const tray = byId("tray", HTMLElement);
  const says = byId("tile-says", HTMLElement);
  const indicators = byId("indicators", HTMLElement);
  const tiles = () => [...tray.querySelectorAll<HTMLButtonElement>("button.held")];
  rove(tray, tiles, () => Number.POSITIVE_INFINITY);
  /** The report on the hand as it stands: only then does a tile have its row. */
  const current = (state: State) =>
    state.answer?.position === state.position && state.run.kind !== "failed" && !hides(state)
      ? state.answer.report
      : null;

  const remove = (segment: Segment, index: number) => {
    const placed = segment.tiles[index];
    if (!placed) return;
    const at = tiles().findIndex((tile) => tile.parentElement?.contains(document.activeElement));
    store.send({ type: "edited", change: { hand: removeTile(store.state.position.hand, segment, placed) } });
    if (at >= 0) tiles()[Math.min(at, tiles().length - 1)]?.focus();
  };
  let clicked: { readonly report: Report; readonly tile: string } | null = null;
  /** The best discard of the tile; a second click shows the next, with riichi or without. */
  const show = (tile: string, shown: HTMLElement) => {
    if (hides(store.state)) return chooseTile(store, tile);
    const report = current(store.state);
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

  const draw = memo(
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
      const w = words[lang];
      says.ariaLive = "off";
      setAttribute(tray, "aria-label", w.handOf);
      const { share, best } = merits(report);
      let first = true;
      /** A tile or meld with its ×. */
      const slot = (
        name: string,
        className: string,
        away: string,
        click: () => void,
        taken: () => void,
        ...children: Node[]
      ) => {
        // the hand of a record is what it was
        if (record) {
          const face = h(
            "button",
            { type: "button", class: className, "aria-label": name, title: name, tabindex: first ? 0 : -1, click },
            ...children,
          );
          first = false;
          return h("span", { class: "slot" }, face);
        }
        const pressed = (event: Event) => ((event as MouseEvent).shiftKey ? taken() : click());
        const second = (event: Event) => {
          event.preventDefault();
          taken();
        };
        const keyed = (event: Event) => {
          if (!["Delete", "Backspace"].includes((event as KeyboardEvent).key)) return;
          event.preventDefault();
          taken();
        };
        const face = h(
          "button",
          {
            type: "button",
            class: className,
            "aria-label": name,
            title: `${name} · ${w.removeHint}`,
            tabindex: first ? 0 : -1,
            click: pressed,
            contextmenu: second,
            keydown: keyed,
          },
          ...children,
        );
        const cross = h(
          "button",
          { type: "button", class: "away", "aria-label": away, title: away, tabindex: -1, click: taken },
          "×",
        );
        first = false;
        return h("span", { class: "slot" }, face, cross);
      };
      const segments = readTiles(hand);
      const concealed = segments.filter((segment) => !segment.meld).flatMap((segment) => segment.tiles);
      // known without the engine: the hand does not move when its answer comes
      const drawn = countOf(segments) === WHOLE ? concealed.at(-1) : undefined;
      // of two that are equal the one drawn, as where a record does not say
      const gone = played === null ? undefined : concealed.findLast(({ tile }) => tile === played);
      const parts = segments.map((segment) => {
        if (segment.meld) {
          const names = segment.tiles.map(({ tile }) => words[lang].tile(tile)).join(" ");
          const pictures = segment.tiles.map(({ tile, turned }) => tilePicture(tile, "", turned, dora.has(tile)));
          const taken = () => remove(segment, 0);
          return h(
            "span",
            { class: "meld" },
            slot(names, "held", w.removeMeld(names), () => {}, taken, ...pictures),
          );
        }
        const shown = segment.tiles.map((placed, index) => {
          const { tile } = placed;
          const merit = share.get(tile);
          const bar = h("i", { class: "merit", style: merit === undefined ? null : `--merit:${merit.toFixed(3)}` });
          const name = words[lang].tile(tile);
          const look = ["held", tile === best && "top", placed === drawn && "drawn", placed === gone && "played"]
            .filter(Boolean)
            .join(" ");
          const says = merit === undefined ? name : w.showDiscard(name);
          const element: HTMLElement = slot(
            placed === gone ? says + w.comma + w.record.played("") : says,
            look,
            w.remove(name),
            () => show(tile, element),
            () => remove(segment, index),
            bar,
            tilePicture(tile, "", false, dora.has(tile)),
          );
          element.dataset["tile"] = tile;
          return element;
        });
        return h("span", { class: "suit" }, ...shown);
      });
      const called =
        offered &&
        h(
          "span",
          { class: "offered-tile", role: "img", "aria-label": offered.name },
          h("small", {}, offered.from),
          tilePicture(offered.tile, "", false, dora.has(offered.tile)),
        );
      tray.replaceChildren(...parts, ...places(segments, offered !== null, lang), ...(called ? [called] : []));
      // how wide it is in tiles: a gap before the drawn tile, each meld and the tile on offer
      const melds = segments.filter(({ meld }) => meld);
      const wide =
        concealed.length + 0.4 + melds.reduce((sum, { tiles: own }) => sum + own.length + 0.75, 0) + (called ? 1.8 : 0);
      tray.style.setProperty("--tiles", wide.toFixed(2));
    },
  );
  const point = memo((dora: string, lang: Lang) => {
    const w = words[lang];
    const named = (name: string, text: string) => {
      const pictures = tilesOf(text).map((tile) => tilePicture(tile, words[lang].tile(tile)));
      return pictures.length === 0 ? [] : [h("small", {}, name), ...pictures];
    };
    indicators.replaceChildren(...named(w.fields.dora.label, dora));
  });
  const mark = memo((_hand: string, report: Report | null, selected: number, unit: string, lang: Lang) => {
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
  return (state) => {
    const report = current(state);
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
    point(state.position.dora, state.lang);
    mark(state.position.hand, report, state.selected, unitOf(state.position, state.lang), state.lang);
  };
}
