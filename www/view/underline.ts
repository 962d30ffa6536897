/** A text field whose offending part is underlined where it stands. */

import { h, memo, setAttribute } from "../dom";
import { type Failure, isUnfinished } from "../state";

/** The part of the text that an error speaks of; the whole text when it names none. */
export function fault(text: string, { span }: Failure): readonly [number, number] {
  return span && span.start < text.length ? [span.start, Math.max(span.end, span.start + 1)] : [0, text.length];
}

/** Draws the mark under an input; the layer has the same letters in the same places. */
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
    const wrong = failure !== null && !isUnfinished(failure, text);
    setAttribute(input, "aria-invalid", wrong ? "true" : null);
    box.classList.toggle("wrong", wrong);
    const [start, end] = wrong ? fault(text, failure) : [text.length, text.length];
    const mark = end > start ? [h("mark", {}, text.slice(start, end))] : [];
    layer.replaceChildren(text.slice(0, start), ...mark, text.slice(end));
    follow();
  });
}
