/** Single keys that work wherever no text is being typed. */

import { byId } from "../dom";
import type { Store } from "../state";
import { stepExample } from "./examples";
import { openHelp } from "./labels";
import { stepDecision } from "./record";
import { stepMistake } from "./review";

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === "text");

/** Controls that have a use of their own for the arrows to the side. */
const moves = (target: EventTarget | null): boolean => target instanceof Element && target.closest("input, #keys, #strip, #review-strip, #examples") !== null;

export function mountShortcuts(store: Store): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.isComposing || typing(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    const does: Record<string, () => void> = {
      "/": () => byId("hand", HTMLInputElement).select(),
      "[": () => stepExample(store, -1),
      "]": () => stepExample(store, 1),
      ",": () => stepDecision(store, -1),
      ".": () => stepDecision(store, 1),
      ...(store.state.record.kind === "open" && {
        ...(!moves(event.target) && { ArrowLeft: () => stepDecision(store, -1), ArrowRight: () => stepDecision(store, 1) }),
        p: () => stepMistake(store, -1),
        n: () => stepMistake(store, 1),
      }),
      "?": openHelp,
    };
    const action = does[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
