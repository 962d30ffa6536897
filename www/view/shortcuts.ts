/** Single keys that work wherever no text is being typed. */

import { byId } from "../dom";
import type { Store } from "../state";
import { stepExample } from "./examples";
import { openHelp } from "./labels";
import { stepDecision } from "./record";

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === "text");

export function mountShortcuts(store: Store): void {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing || typing(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    const does: Record<string, () => void> = {
      "/": () => byId("hand", HTMLInputElement).select(),
      "[": () => stepExample(store, -1),
      "]": () => stepExample(store, 1),
      ",": () => stepDecision(store, -1),
      ".": () => stepDecision(store, 1),
      "?": openHelp,
    };
    const action = does[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
