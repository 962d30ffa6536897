/** Single keys that work wherever no text is being typed. */

import { byId } from "../dom";
import { FIELDS } from "../fields";
import type { Store } from "../state";
import { stepExample } from "./examples";
import { openHelp } from "./labels";
import { toggleVeil } from "./learn";
import { playRecord, stepDecision, turnTable } from "./record";
import { stepMistake } from "./review";

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && target.type === "text");

/** Controls that have a use of their own for the arrows to the side. */
const moves = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest("input, .keys, #timeline, #board, #strip, #review-strip, #examples, #chips") !== null;

/** Controls that the space bar presses. */
const presses = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("button, summary, input, a") !== null;

/** Text that is no field of the position has the browser's own undo. */
const keepsItsUndo = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && target.type === "text" && !(target.id in FIELDS));

/**
 * Ctrl+Z (or Command), with Shift or as Ctrl+Y for the way back; a field of the position too, since the page writes
 * into it as well.
 */
function undone(event: KeyboardEvent): "undone" | "redone" | null {
  if (event.altKey || event.isComposing || !(event.ctrlKey || event.metaKey)) return null;
  const key = event.key.toLowerCase();
  if (key === "z") return event.shiftKey ? "redone" : "undone";
  return key === "y" && !event.shiftKey ? "redone" : null;
}

export function mountShortcuts(store: Store): void {
  document.addEventListener("keydown", (event) => {
    const type = undone(event);
    if (type === null || keepsItsUndo(event.target) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    store.send({ type });
  });
  document.addEventListener("keydown", (event) => {
    if (
      event.defaultPrevented ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      event.isComposing ||
      typing(event.target)
    )
      return;
    if (document.querySelector("dialog[open]")) return;
    const does: Record<string, () => void> = {
      "/": () => {
        // no form while a record is open
        if (store.state.record.kind !== "open") byId("hand", HTMLInputElement).select();
      },
      "[": () => stepExample(store, -1),
      "]": () => stepExample(store, 1),
      ",": () => stepDecision(store, -1),
      ".": () => stepDecision(store, 1),
      ...(store.state.record.kind === "open" && {
        ...(!moves(event.target) && {
          ArrowLeft: () => stepDecision(store, -1),
          ArrowRight: () => stepDecision(store, 1),
        }),
        p: () => stepMistake(store, -1),
        n: () => stepMistake(store, 1),
        a: () => toggleVeil(store),
        f: () => turnTable(store),
        h: () => store.send({ type: "looked", board: { open: !store.state.board.open } }),
        ...(!presses(event.target) && { " ": playRecord }),
      }),
      "?": openHelp,
    };
    const action = does[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
