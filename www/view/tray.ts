/** The hand on the table: large tiles that a click removes, each with a bar for its best value, and the indicators. */

import type { Report } from "nanikiru";
import { byId, h, memo, rove, setAttribute } from "../dom";
import { readTiles, removeTile, type Segment, tilesOf } from "../notation";
import type { Lang, State, Store } from "../state";
import { words } from "../text";
import { tileName } from "../text/tiles";
import { tilePicture } from "./tile";

/** Each discard's value between the worst (0) and the best (1) candidate, and the best tile. */
function merits(report: Report | null): { share: Map<string, number>; best: string | null } {
  const share = new Map<string, number>();
  if (!report) return { share, best: null };
  const values = report.candidates.map((candidate) => candidate.value);
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  for (const { action, value } of report.candidates) {
    if (action.type !== "discard") continue;
    const merit = span > 0 ? (value - low) / span : 1;
    share.set(action.tile, Math.max(merit, share.get(action.tile) ?? 0));
  }
  const top = report.candidates[0]?.action;
  return { share, best: top?.type === "discard" ? top.tile : null };
}

export function mountTray(store: Store): (state: State) => void {
  const tray = byId("tray", HTMLElement);
  const indicators = byId("indicators", HTMLElement);
  const buttons = () => [...tray.querySelectorAll("button")];
  rove(tray, buttons, () => Number.POSITIVE_INFINITY);

  const remove = (segment: Segment, index: number) => {
    const placed = segment.tiles[index];
    if (!placed) return;
    const at = buttons().indexOf(document.activeElement as HTMLButtonElement);
    store.send({ type: "edited", change: { hand: removeTile(store.state.position.hand, segment, placed) } });
    if (at >= 0) buttons()[Math.min(at, buttons().length - 1)]?.focus();
  };

  const draw = memo((hand: string, report: Report | null, lang: Lang) => {
    const w = words[lang];
    setAttribute(tray, "aria-label", w.handOf);
    const { share, best } = merits(report);
    let first = true;
    const button = (label: string, className: string, onclick: () => void, ...children: Node[]) => {
      const element = h(
        "button",
        { type: "button", class: className, "aria-label": label, title: label, tabindex: first ? 0 : -1, click: onclick },
        ...children,
      );
      first = false;
      return element;
    };
    const segments = readTiles(hand);
    const concealed = segments.filter((segment) => !segment.meld).flatMap((segment) => segment.tiles);
    // Only the engine knows whether this is a hand after a draw.
    const drawn = report?.candidates.some(({ action }) => action.type === "discard") ? concealed.at(-1) : undefined;
    const parts = segments.map((segment) => {
      if (segment.meld) {
        const names = segment.tiles.map(({ tile }) => tileName(tile, lang)).join(" ");
        const pictures = segment.tiles.map(({ tile, turned }) => tilePicture(tile, "", turned));
        return h("span", { class: "meld" }, button(w.removeMeld(names), "held", () => remove(segment, 0), ...pictures));
      }
      const tiles = segment.tiles.map((placed, index) => {
        const { tile } = placed;
        const merit = share.get(tile);
        const bar = h("i", { class: "merit", style: merit === undefined ? null : `--merit:${merit.toFixed(3)}` });
        const name = w.remove(tileName(tile, lang));
        const look = ["held", tile === best && "top", placed === drawn && "drawn"].filter(Boolean).join(" ");
        return button(name, look, () => remove(segment, index), bar, tilePicture(tile, ""));
      });
      return h("span", { class: "suit" }, ...tiles);
    });
    tray.replaceChildren(...parts);
  });
  const point = memo((dora: string, offered: string, lang: Lang) => {
    const w = words[lang];
    const named = (name: string, text: string) => {
      const tiles = tilesOf(text).map((tile) => tilePicture(tile, tileName(tile, lang)));
      return tiles.length === 0 ? [] : [h("small", {}, name), ...tiles];
    };
    indicators.replaceChildren(...named(w.dora, dora), ...named(w.offered, offered));
  });
  return (state) => {
    const current = state.answer?.position === state.position && state.run.kind !== "failed" ? state.answer.report : null;
    draw(state.position.hand, current, state.lang);
    point(state.position.dora, state.position.offered, state.lang);
  };
}
