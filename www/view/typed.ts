/** A text field whose offending part is underlined where it stands. */

import { setAttribute, h, memo } from "../dom";
import { readTiles } from "../notation";
import type { Failure } from "../state";

/** Ranges of the text that an error speaks of; the whole text when it names no part. */
export function faults(text: string, failure: Failure): (readonly [number, number])[] {
  const { value } = failure;
  if (typeof value === "string" && value !== "" && value !== text) {
    const at = text.indexOf(value);
    if (at >= 0) return [[at, at + value.length]];
    const same = readTiles(text)
      .flatMap((segment) => segment.tiles)
      .filter((placed) => placed.tile === value || placed.tile.replace("0", "5") === value);
    if (same.length > 0) return same.map(({ start, end }) => [start, end] as const);
  }
  return [[0, text.length]];
}

/** Draws the marks under an input; the layer has the same letters in the same places. */
export function underline(box: HTMLElement): (text: string, failure: Failure | null) => void {
  const layer = box.querySelector<HTMLElement>(".under");
  const input = box.querySelector("input");
  if (!layer || !input) throw new Error("a typed field needs its layer and its input");
  const follow = () => {
    layer.scrollLeft = input.scrollLeft;
  };
  input.addEventListener("scroll", follow);
  input.addEventListener("input", follow);
  return memo((text: string, failure: Failure | null) => {
    setAttribute(input, "aria-invalid", failure ? "true" : null);
    box.classList.toggle("wrong", failure !== null);
    const marks = failure ? faults(text, failure) : [];
    const parts: (string | Node)[] = [];
    let done = 0;
    for (const [start, end] of marks) {
      parts.push(text.slice(done, start), h("mark", {}, text.slice(start, end)));
      done = end;
    }
    layer.replaceChildren(...parts, text.slice(done));
    follow();
  });
}
