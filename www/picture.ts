/** A picture of one decision of a record to share: what is in it and where, without any document. */

import { chosenTile, partsOf } from "./action";
import { type GameLog, type LogDecision, type Place } from "./log";
import { readTiles } from "./notation";
import { partyOf } from "./players";
import type { ReviewObjective, Verdict } from "./review";
import { roundWords } from "./review-text";
import { actionKey, type Lang } from "./state";
import { words } from "./text";
import { percent, signed, whole } from "./text/format";

export const WIDTH = 1200;
const PADDING = 48;
/** Height of a tile by its width. */
const TALL = 4 / 3;
/** Candidates that are drawn. */
const ROWS = 3;

/** What was played, or what is best. */
type Mark = "played" | "best";

export type Part =
  | {
      readonly kind: "tile";
      readonly tile: string;
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly mark: Mark | null;
    }
  | {
      readonly kind: "text";
      readonly text: string;
      readonly x: number;
      readonly y: number;
      readonly size: number;
      readonly bold: boolean;
      readonly end: boolean;
      readonly soft: boolean;
      readonly width: number;
    }
  | {
      readonly kind: "bar";
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly mark: Mark | null;
    };

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly parts: readonly Part[];
}

const INNER = WIDTH - 2 * PADDING;
const text = (
  said: string,
  y: number,
  { x = PADDING, size = 30, bold = false, end = false, soft = false, width = INNER } = {},
): Part => ({ kind: "text", text: said, x, y, size, bold, end, soft, width });

/** The hand in one line: what is held, then melds and the tile on offer, each after a gap. */
function handOf(
  decision: LogDecision,
  marks: ReadonlyMap<string, Mark>,
  y: number,
): { readonly parts: readonly Part[]; readonly bottom: number } {
  const groups = readTiles(decision.hand).map(({ meld, tiles }) => ({ meld, tiles: tiles.map(({ tile }) => tile) }));
  const offered = decision.context.offered ? [{ meld: true, tiles: [decision.context.offered.tile] }] : [];
  const held = groups.flatMap(({ meld, tiles }) => (meld ? [] : tiles));
  const all = [held, ...[...groups, ...offered].flatMap(({ meld, tiles }) => (meld ? [tiles] : []))];
  const gaps = 0.4 * (all.length - 1);
  const width = Math.min(76, INNER / (all.flat().length + gaps));
  let x = PADDING;
  const parts = all.flatMap((tiles, group) =>
    tiles.map((tile, i): Part => {
      if (group > 0 && i === 0) x += 0.4 * width;
      const at = x;
      x += width;
      // one of several equal tiles is marked, the last
      const mark = group === 0 && tiles.lastIndexOf(tile) === i ? (marks.get(tile) ?? null) : null;
      return { kind: "tile", tile, x: at, y, width: width - 3, mark };
    }),
  );
  return { parts, bottom: y + TALL * width };
}

/** The three best candidates, and what was played where it is none of them. */
function shownOf({ candidates }: Verdict, done: LogDecision["done"]): Verdict["candidates"] {
  const best = candidates.slice(0, ROWS);
  const played = done && candidates.find(({ action }) => actionKey(action) === actionKey(done));
  return played && !best.includes(played) ? [...best, played] : best;
}

/** The picture; `verdict` is the line that the page has for the decision. */
export function pictureOf(
  log: GameLog,
  place: Place,
  decision: LogDecision,
  judged: { readonly verdict: Verdict; readonly objective: ReviewObjective },
  line: string,
  lang: Lang,
): Picture {
  const w = words[lang];
  const { verdict, objective } = judged;
  const { context, done } = decision;
  const played = done && actionKey(done);
  const best = verdict.best && actionKey(verdict.best);
  const marks = new Map<string, Mark>();
  const [was, better] = [done, verdict.best].map(chosenTile);
  if (was) marks.set(was, "played");
  if (better) marks.set(better, "best");

  const title = [roundWords(log, place.round, lang), w.record.own(decision.turn)].join(w.comma);
  const points = log.rounds[place.round]?.scores.slice(0, partyOf(log).players).map(whole).join(" · ") ?? "";
  const dora = readTiles(context.doraIndicators ?? "").flatMap(({ tiles }) => tiles.map(({ tile }) => tile));
  const top: Part[] = [
    text(title, PADDING + 36, { size: 40, bold: true, width: INNER - 60 * dora.length - 140 }),
    text(points, PADDING + 80, { size: 26, soft: true, width: INNER - 60 * dora.length - 140 }),
    text(w.fields.dora.label, PADDING + 36, {
      x: WIDTH - PADDING - 60 * dora.length - 12,
      size: 26,
      end: true,
      soft: true,
    }),
    ...dora.map((tile, i): Part => ({
      kind: "tile",
      tile,
      x: WIDTH - PADDING - 60 * (dora.length - i),
      y: PADDING - 4,
      width: 56,
      mark: null,
    })),
  ];
  const hand = handOf(decision, marks, PADDING + 116);
  const shown = shownOf(verdict, done);
  const values = shown.map(({ value }) => value);
  const [low, high] = [Math.min(...values, 0), Math.max(...values, 0)];
  const begin = hand.bottom + 40;
  const rows = shown.flatMap((one, i): Part[] => {
    const y = begin + 64 * i;
    const mark: Mark | null =
      actionKey(one.action) === best ? "best" : actionKey(one.action) === played ? "played" : null;
    const share = high > low ? (one.value - low) / (high - low) : 0;
    return [
      text(w.action(partsOf(one.action, verdict.candidates, context.offered?.tile)), y + 34, {
        bold: mark !== null,
        width: 420,
      }),
      { kind: "bar", x: PADDING + 440, y: y + 10, width: Math.max(4, 360 * share), height: 30, mark },
      text(`${signed(one.value)} ${w.units[objective]}`, y + 34, {
        x: WIDTH - PADDING - 110,
        bold: mark !== null,
        end: true,
        width: 180,
      }),
      text(`${percent(one.winRate)}%`, y + 34, { x: WIDTH - PADDING, size: 26, end: true, soft: true, width: 100 }),
    ];
  });
  const under = begin + 64 * shown.length + 44;
  const foot = [text(line, under, { bold: true, size: 28 }), text("nanikiru", under + 48, { size: 22, soft: true })];
  return {
    width: WIDTH,
    height: Math.round(under + 48 + PADDING - 14),
    parts: [...top, ...hand.parts, ...rows, ...foot],
  };
}
