/** All words of the page in every language; the type makes sure that none lacks one. A new language is a folder and an entry here. */

import { en } from "./en/words";
import { ja } from "./ja/words";
import type { Words } from "./words";

export type { FieldWords, Words } from "./words";

export const words = { en, ja } as const satisfies Readonly<Record<string, Words>>;
export type Lang = keyof typeof words;
export const LANGS = Object.keys(words) as Lang[];

export const isLang = (word: string | null): word is Lang => LANGS.some((lang) => lang === word);

/** The language after this one, in a round. */
export const nextLang = (lang: Lang): Lang => LANGS[(LANGS.indexOf(lang) + 1) % LANGS.length] ?? lang;

/** The first of the reader's languages that the page speaks; English where it speaks none. */
export const preferred = (languages: readonly string[]): Lang => languages.map((language) => LANGS.find((lang) => language.startsWith(lang))).find((lang) => lang !== undefined) ?? "en";
