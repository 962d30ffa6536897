/** Language and theme, remembered on this device; a browser that refuses storage forgets them. */

import { THEMES } from "./looks";
import type { Lang, Store, Theme } from "./state";
import { isLang, preferred } from "./text";

const LANG = "nanikiru.lang";
const THEME = "nanikiru.theme";

function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Private windows may refuse: the choice then lasts as long as the page.
  }
}

export function recalled(): { lang: Lang; theme: Theme } {
  const lang = recall(LANG);
  const theme = recall(THEME);
  return {
    lang: isLang(lang) ? lang : preferred(navigator.languages),
    theme: THEMES.find((known) => known === theme) ?? "auto",
  };
}

export function rememberPreferences(store: Store): void {
  store.watch((state, before) => {
    if (state.lang !== before.lang) remember(LANG, state.lang);
    if (state.theme !== before.theme) remember(THEME, state.theme);
  });
}
