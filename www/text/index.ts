/**
 * All words of the page in every language; the type makes sure that none lacks one. A new language is a folder and an
 * entry here.
 */

import { type Language, LANGUAGES } from "nanikiru";
import { en } from "./en/words";
import { ja } from "./ja/words";
import { ko } from "./ko/words";
import type { Words } from "./words";
import { zhHans } from "./zh-Hans/words";
import { zhHant } from "./zh-Hant/words";

export type { FieldWords, Words } from "./words";
export { preferredLanguage as preferred } from "nanikiru";

export type Lang = Language;
export const words: Readonly<Record<Lang, Words>> = { en, ja, "zh-Hans": zhHans, "zh-Hant": zhHant, ko };
export const LANGS = Object.keys(LANGUAGES) as Lang[];
/** Each language's own name. */
export const NAMES: Readonly<Record<Lang, string>> = LANGUAGES;

export const isLang = (word: string | null): word is Lang => LANGS.some((lang) => lang === word);
