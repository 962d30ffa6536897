/**
 * All words of the page in every language; the type makes sure that none lacks one. A new language is a folder in
 * languages/ and an entry here.
 */

import { type Language, LANGUAGES } from "nanikiru";
import { en } from "../../languages/en/page/words";
import { ja } from "../../languages/ja/page/words";
import { ko } from "../../languages/ko/page/words";
import type { Position } from "../position";
import type { Words } from "./words";
import { zhHans } from "../../languages/zh-Hans/page/words";
import { zhHant } from "../../languages/zh-Hant/page/words";

export type { FieldWords, Words } from "./words";
export { preferredLanguage as preferred } from "nanikiru";

export type Lang = Language;
export const words: Readonly<Record<Lang, Words>> = { en, ja, "zh-Hans": zhHans, "zh-Hant": zhHant, ko };
export const LANGS = Object.keys(LANGUAGES) as Lang[];
/** Each language's own name. */
export const NAMES: Readonly<Record<Lang, string>> = LANGUAGES;

export const isLang = (word: string | null): word is Lang => LANGS.some((lang) => lang === word);

/** What the values of an answer are in. */
export const unitOf = ({ objective }: Position, lang: Lang): string =>
  words[lang].units[objective === "placement" ? "placement" : "points"];
