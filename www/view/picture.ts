/**
 * A picture of the decision on the page as PNG: shared where the device shares files, else saved. Nothing is fetched
 * but the page's own tiles.
 */

import { recorded, verdictNow } from "../board-review";
import { byId, downloadBlob, fileName } from "../dom";
import { hides } from "../lessons";
import { type Part, type Picture, pictureOf } from "../picture";
import type { State, Store } from "../state";
import { lineText, verdictLine } from "./verdict";

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
