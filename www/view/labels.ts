/** The fixed words of the page, the language and the theme. */

import { byId, h, memo, onTouch, setAttribute } from "../dom";
import { type Theme, THEMES } from "../looks";
import type { Lang, State, Store } from "../state";
import { isLang, LANGS, NAMES, words } from "../text";

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

export function openHelp(): void {
  byId("help-dialog", HTMLDialogElement).showModal();
}
