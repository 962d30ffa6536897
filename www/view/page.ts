/** What is around everything: the fixed words, the language, the theme, the help and single keys. */

import { byId, h, memo, onTouch, setAttribute } from "../dom";
import { FIELDS } from "../fields";
import { type Theme, THEMES } from "../layout";
import type { Lang, State, Store } from "../state";
import { isLang, LANGS, NAMES, words } from "../text";
import { toggleVeil } from "./learn";
import { playRecord, stepDecision, turnTable } from "./record";
import { stepMistake } from "./review";
import { stepExample } from "./situation";

// The fixed words of the page, the language and the theme.

const THEME_SIGNS: Readonly<Record<Theme, string>> = { auto: "◐", light: "☀", dark: "☾" };

export function mountLabels(store: Store): (state: State) => void {
  const lang = byId("lang", HTMLSelectElement);
  const theme = byId("theme", HTMLButtonElement);
  const help = byId("help", HTMLButtonElement);
  const dialog = byId("help-dialog", HTMLDialogElement);

  lang.replaceChildren(...LANGS.map((one) => h("option", { value: one, lang: one }, NAMES[one])));
  lang.addEventListener("change", () => {
    if (isLang(lang.value)) store.send({ type: "spoken", lang: lang.value });
  });
  theme.addEventListener("click", () => {
    const next = THEMES[(THEMES.indexOf(store.state.theme) + 1) % THEMES.length] ?? "auto";
    store.send({ type: "lit", theme: next });
  });
  help.addEventListener("click", () => dialog.showModal());

  const speak = memo((now: Lang) => {
    const w = words[now];
    document.documentElement.lang = now;
    const said = w as unknown as Readonly<Record<string, unknown>>;
    for (const element of document.querySelectorAll<HTMLElement>("[data-word]")) {
      const word = element.dataset["word"] ?? "";
      const text = (onTouch() && said[`${word}Touch`]) || said[word];
      if (typeof text === "string") element.textContent = text;
    }
    lang.value = now;
    setAttribute(lang, "aria-label", w.languageLabel);
    setAttribute(lang, "title", w.languageLabel);
    setAttribute(help, "aria-label", w.help);
    setAttribute(help, "title", w.help);
    byId("help-steps", HTMLElement).replaceChildren(...w.helpSteps.map((step) => h("li", {}, step)));
    byId("shortcuts", HTMLElement).replaceChildren(
      ...w.shortcuts.flatMap(([key, does]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)]),
    );
    byId("meanings", HTMLElement).replaceChildren(
      ...Object.values(w.columns).flatMap(({ name, unit, says }) => [
        h("dt", {}, unit ? `${name} (${unit})` : name),
        h("dd", {}, says),
      ]),
    );
  });
  const light = memo((now: Theme, speech: Lang) => {
    document.documentElement.dataset["theme"] = now;
    theme.textContent = THEME_SIGNS[now];
    setAttribute(theme, "aria-label", words[speech].theme[now]);
    setAttribute(theme, "title", words[speech].theme[now]);
  });
  return (state) => {
    speak(state.lang);
    light(state.theme, state.lang);
  };
}

function openHelp(): void {
  byId("help-dialog", HTMLDialogElement).showModal();
}

// Single keys that work wherever no text is being typed.

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
