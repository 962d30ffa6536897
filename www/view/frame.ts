/**
 * The position in a frame: round, dora, hand and rivers as pictures; where the answer is asked for, the hand is what
 * one chooses with.
 */

import type { Candidate } from "nanikiru";
import { chosenTile, orderedBy, striven } from "../candidates";
import { doraOf, seatsOf, type SeatView } from "../board";
import { byId, h, memo, setAttribute } from "../dom";
import { WINDS } from "../fields";
import { readTiles, type TileSpan, tilesOf } from "../notation";
import { isLaid, type Position, shownTurn, toQuery } from "../position";
import type { Lang, State } from "../state";
import { unitOf, words } from "../text";
import { percent, signed } from "../text/format";
import { norths, tilePicture, tileRow } from "./tile";

/** What the reader of a frame has done. */
export interface Quiz {
  /** Whether the answer is kept back until a tile is chosen. */
  readonly asks: boolean;
  /** The tile that was chosen. */
  readonly tile: string | null;
  /** The answer was asked for without a choice. */
  readonly shown: boolean;
}

export const keepsBack = ({ asks, tile, shown }: Quiz): boolean => asks && tile === null && !shown;

/** What a choice is worth, against the best. */
export function judged({ answer, position }: Pick<State, "answer" | "position">, tile: string, lang: Lang): string {
  const w = words[lang].embed;
  if (answer?.position !== position) return "";
  const [best] = answer.report.candidates;
  const own = answer.report.candidates.find(({ action }) => chosenTile(action) === tile);
  if (!best || !own) return "";
  if (own === best) return w.right;
  const name = words[lang].tileCode(tile);
  if (own.group === best.group) return w.equal(name);
  const by = orderedBy(position.objective);
  if (by === "value")
    return w.wrong(name, signed(Math.round(own.value) - Math.round(best.value)), unitOf(position, lang));
  const chance = (one: Candidate) => (by === "win" ? one.winRate : striven(one));
  return w.wrong(name, `−${percent(chance(best) - chance(own))}`, "%");
}

/** Tiles that are marked wherever they lie. */
type Dora = ReadonlySet<string>;

const meldPicture = (tiles: readonly TileSpan[], dora: Dora, lang: Lang): HTMLElement =>
  h(
    "span",
    { class: "in-frame-meld" },
    ...tiles.map(({ tile, turned }) => tilePicture(tile, words[lang].tile(tile), turned, dora.has(tile))),
  );

/** Round, seat and turn, the dora indicators and the tile on offer. */
function situation(position: Position, indicators: readonly string[], lang: Lang): HTMLElement[] {
  const w = words[lang];
  const wind = (word: string) => w.winds[WINDS.findIndex((one) => one === word)] ?? word;
  const round = w.chips.round(wind(position.roundWind), position.roundNumber, position.honba, position.sticks);
  const seat = w.chips.seat(wind(position.seat), shownTurn(position));
  return [
    h("span", {}, `${round} · ${seat}`),
    ...(indicators.length > 0 ? [h("span", {}, w.chips.dora, " ", tileRow(indicators, lang))] : []),
    ...(position.offered.trim() === ""
      ? []
      : [h("span", {}, w.fields.offered.label, " ", tileRow(tilesOf(position.offered), lang))]),
  ];
}

/** A player's river and Norths, and the melds that the hand does not show. */
function riverRow({ wind, own, river, melds, kita }: SeatView, dora: Dora, lang: Lang): HTMLElement[] {
  const w = words[lang];
  return [
    h("dt", { class: own ? "own" : null }, w.windSigns[WINDS.indexOf(wind)] ?? ""),
    h(
      "dd",
      {},
      ...river.map(({ tile, drawn, riichi, called }) => {
        const look = ["in-frame", drawn && "drawn", called && "called"].filter(Boolean).join(" ");
        return h(
          "span",
          { class: look },
          tilePicture(tile, w.tile(tile) + (riichi ? w.comma + w.riichi : ""), riichi, dora.has(tile)),
        );
      }),
      ...(kita > 0 ? [h("span", { class: "in-frame-meld" }, norths(kita, lang))] : []),
      ...(own ? [] : melds.map(({ tiles }) => meldPicture(tiles, dora, lang))),
    ),
  ];
}

/** What surrounds the hand. */
function mountSituation(): (position: Position, lang: Lang) => void {
  const says = byId("framed-says", HTMLElement);
  const rivers = byId("framed-rivers", HTMLElement);
  const more = byId("framed-more", HTMLAnchorElement);
  return memo((position: Position, lang: Lang) => {
    const indicators = tilesOf(position.dora);
    const dora = doraOf(indicators, position.rules);
    says.replaceChildren(...situation(position, indicators, lang));
    more.href = `./${toQuery(position)}`;
    const seats = isLaid(position) ? seatsOf(position, 0) : [];
    rivers.replaceChildren(...seats.flatMap((seat) => riverRow(seat, dora, lang)));
  });
}

/** The hand; where the answer is asked for, a click on a tile chooses it. */
function mountHand(choose: (tile: string) => void) {
  const hand = byId("framed-hand", HTMLElement);
  return memo(
    (position: Position, drawn: boolean, best: string | null, chosen: string | null, asks: boolean, lang: Lang) => {
      const w = words[lang];
      setAttribute(hand, "aria-label", w.handOf);
      const dora = doraOf(tilesOf(position.dora), position.rules);
      const segments = readTiles(position.hand);
      const concealed = segments.flatMap(({ meld, tiles }) => (meld ? [] : tiles.map(({ tile }) => tile)));
      const [at, own] = [best, chosen].map((tile) => (tile === null ? -1 : concealed.lastIndexOf(tile)));
      const tiles = concealed.map((tile, i) => {
        const look = [
          "in-hand-tile",
          drawn && i === concealed.length - 1 && "drawn",
          i === at && "best-one",
          i === own && "chosen-one",
        ]
          .filter(Boolean)
          .join(" ");
        const name = w.tile(tile);
        if (!asks) return h("span", { class: look }, tilePicture(tile, name, false, dora.has(tile)));
        return h(
          "button",
          {
            type: "button",
            class: look,
            "aria-label": name,
            "aria-pressed": String(i === own),
            click: () => choose(tile),
          },
          tilePicture(tile, "", false, dora.has(tile)),
        );
      });
      const melds = segments.filter(({ meld }) => meld).map((meld) => meldPicture(meld.tiles, dora, lang));
      hand.replaceChildren(...tiles, ...melds);
    },
  );
}

export function mountFramed(choose: (tile: string) => void): (state: State, quiz: Quiz) => void {
  const asked = byId("framed-asked", HTMLElement);
  const about = mountSituation();
  const lay = mountHand(choose);
  return (state, quiz) => {
    const { position, answer, lang } = state;
    about(position, lang);
    const current = answer?.position === position ? answer.report : null;
    const first = current?.candidates[0]?.action;
    const drawn = current?.candidates.some(({ action }) => action.type === "discard") ?? false;
    const best = keepsBack(quiz) || !drawn ? null : chosenTile(first);
    lay(position, drawn, best, quiz.tile, quiz.asks, lang);
    const text = keepsBack(quiz) ? words[lang].embed.ask : quiz.tile === null ? "" : judged(state, quiz.tile, lang);
    if (asked.textContent !== text) asked.textContent = text;
  };
}
