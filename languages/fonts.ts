// The fonts of every language in the styles of the page, of exports and of `<nanikiru-hand>`.
import type { Language } from "../js/languages";
import { fonts as ja } from "./ja/fonts";
import { fonts as ko } from "./ko/fonts";
import { fonts as zhHans } from "./zh-Hans/fonts";
import { fonts as zhHant } from "./zh-Hant/fonts";

/** The same characters have other shapes in each of these; in an English text they are Japanese. */
const FONTS: Readonly<Record<Language, string>> = { en: ja, ja, "zh-Hans": zhHans, "zh-Hant": zhHant, ko };

/** CSS that sets `--script`: `root` for English and any other language, `ofLanguage` writes the selector of one. */
export const fontRules = (root: string, ofLanguage: (language: string) => string): string =>
  Object.entries(FONTS)
    .map(([language, fonts]) => `${language === "en" ? root : ofLanguage(language)} { --script: ${fonts} }`)
    .join("\n");
