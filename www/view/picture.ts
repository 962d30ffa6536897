/** A picture of one decision of a record: what is in it and where, and as PNG. */

import { chosenTile, partsOf } from "../candidates";
import { byId, downloadBlob, fileName } from "../dom";
import type { GameLog, LogDecision, Place } from "../log";
import { readTiles } from "../notation";
import { partyOf } from "../players";
import { hides } from "../practice";
import type { ReviewObjective, Verdict } from "../review";
import { roundWords } from "../review-text";
import { recorded, verdictNow } from "../reviewer";
import { actionKey, type Lang, type State, type Store } from "../state";
import { words } from "../text";
import { percent, signed, whole } from "../text/format";
import { lineText, verdictLine } from "./record";

// A picture of one decision of a record to share: what is in it and where, without any document.

const WIDTH = 1200;
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

interface Picture {
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

// A picture of the decision on the page as PNG: shared where the device shares files, else saved. Nothing is fetched
// but the page's own tiles.

/** The same in light and dark: a picture stands elsewhere. */
const COLOURS = {
  ground: "#fbfaf6",
  ink: "#1d2622",
  soft: "#5d6963",
  tile: "#fffef8",
  edge: "#b9b3a2",
  bar: "#b8c4be",
  best: "#16764f",
  played: "#b3352b",
} as const;
const EDGE = 6;

async function loaded(tile: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = `tiles/${tile}.svg`;
  await image.decode();
  return image;
}

/** The page's fonts, which are those of its language. */
const family = (): string => getComputedStyle(document.documentElement).fontFamily;

function draw(context: CanvasRenderingContext2D, part: Part, faces: ReadonlyMap<string, HTMLImageElement>): void {
  switch (part.kind) {
    case "tile": {
      const { x, y, width, mark } = part;
      const face = faces.get(part.tile);
      context.beginPath();
      context.roundRect(x, y, width, (4 / 3) * width, EDGE);
      context.fillStyle = COLOURS.tile;
      context.fill();
      context.lineWidth = mark ? 5 : 1.5;
      context.strokeStyle = mark ? COLOURS[mark] : COLOURS.edge;
      context.stroke();
      if (face) context.drawImage(face, x + 0.1 * width, y + 0.13 * width, 0.8 * width, (0.8 * 4 * width) / 3);
      return;
    }
    case "bar":
      context.fillStyle = part.mark ? COLOURS[part.mark] : COLOURS.bar;
      context.fillRect(part.x, part.y, part.width, part.height);
      return;
    case "text":
      context.font = `${part.bold ? "600 " : ""}${part.size}px ${family()}`;
      context.textAlign = part.end ? "right" : "left";
      context.fillStyle = part.soft ? COLOURS.soft : COLOURS.ink;
      context.fillText(part.text, part.x, part.y, part.width);
  }
}

async function painted({ width, height, parts }: Picture): Promise<Blob> {
  const tiles = [...new Set(parts.flatMap((part) => (part.kind === "tile" ? [part.tile] : [])))];
  const faces = new Map(await Promise.all(tiles.map(async (tile) => [tile, await loaded(tile)] as const)));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d");
  if (!context) throw new Error("the browser has no canvas");
  context.fillStyle = COLOURS.ground;
  context.fillRect(0, 0, width, height);
  for (const part of parts) draw(context, part, faces);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("the picture is too large"))), "image/png"),
  );
}

/** What is known of the decision on the page; nothing where it is not judged, or its answer is held back. */
function judgedNow(state: State): ReturnType<typeof verdictNow> {
  const decision = hides(state) ? null : recorded(state);
  const judged = decision && verdictNow(state, decision);
  return judged && judged.verdict.candidates.length > 0 ? judged : null;
}

async function give(picture: Picture, name: string): Promise<void> {
  const blob = await painted(picture);
  const file = new File([blob], name, { type: "image/png" });
  if (!navigator.canShare?.({ files: [file] })) return downloadBlob(name, blob);
  // who closes the device's own dialog has shared nothing
  await navigator.share({ files: [file] }).catch(() => {});
}

export function mountPicture(store: Store): (state: State) => void {
  const button = byId("export-picture", HTMLButtonElement);
  button.addEventListener("click", () => {
    const { state } = store;
    const { record, lang } = state;
    const [decision, judged] = [recorded(state), judgedNow(state)];
    if (record.kind !== "open" || !decision || !judged) return;
    const picture = pictureOf(record.log, record.place, decision, judged, lineText(verdictLine(state, decision)), lang);
    void give(picture, fileName(record.name, "png"));
  });
  return (state) => {
    button.disabled = judgedNow(state) === null;
  };
}
