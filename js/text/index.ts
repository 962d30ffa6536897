// The words of the package by language. A new language is a file here and its entry in each of these.
import type { Language } from "../languages.js";
import * as en from "./en.js";
import * as ja from "./ja.js";
import * as ko from "./ko.js";
import type { ActionWords, CliWords, ElementWords, ErrorWords } from "./words.js";
import * as zhHans from "./zh-Hans.js";
import * as zhHant from "./zh-Hant.js";

export type { ActionWords, CliWords } from "./words.js";

// four tables and not one, so that a bundle has only those words that it uses
export const ACTION_WORDS: Readonly<Record<Language, ActionWords>> = { en: en.action, ja: ja.action, "zh-Hans": zhHans.action, "zh-Hant": zhHant.action, ko: ko.action };
export const ERROR_WORDS: Readonly<Record<Language, ErrorWords>> = { en: en.errors, ja: ja.errors, "zh-Hans": zhHans.errors, "zh-Hant": zhHant.errors, ko: ko.errors };
export const ELEMENT_WORDS: Readonly<Record<Language, ElementWords>> = { en: en.element, ja: ja.element, "zh-Hans": zhHans.element, "zh-Hant": zhHant.element, ko: ko.element };
export const CLI_WORDS: Readonly<Record<Language, CliWords>> = { en: en.cli, ja: ja.cli, "zh-Hans": zhHans.cli, "zh-Hant": zhHant.cli, ko: ko.cli };
