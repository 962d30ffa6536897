// The words of the package by language. A new language is a folder in languages/ and its entry in each of these.
import type { Language } from "../languages.js";
import type { ActionWords, CliWords, ElementWords, ErrorWords, RuleWords } from "./words.js";
import { cli as en } from "../../languages/en/cli.js";
import * as english from "../../languages/en/package.js";
import { cli as ja } from "../../languages/ja/cli.js";
import * as japanese from "../../languages/ja/package.js";
import { cli as ko } from "../../languages/ko/cli.js";
import * as korean from "../../languages/ko/package.js";
import { cli as zhHans } from "../../languages/zh-Hans/cli.js";
import * as simplified from "../../languages/zh-Hans/package.js";
import { cli as zhHant } from "../../languages/zh-Hant/cli.js";
import * as traditional from "../../languages/zh-Hant/package.js";

export type { CliWords, NoFile } from "./words.js";
export type { ActionWords, ErrorWords } from "./words.js";

// five tables and not one, so that a bundle has only those words that it uses
export const ACTION_WORDS: Readonly<Record<Language, ActionWords>> = {
  en: english.action,
  ja: japanese.action,
  "zh-Hans": simplified.action,
  "zh-Hant": traditional.action,
  ko: korean.action,
};
export const ERROR_WORDS: Readonly<Record<Language, ErrorWords>> = {
  en: english.errors,
  ja: japanese.errors,
  "zh-Hans": simplified.errors,
  "zh-Hant": traditional.errors,
  ko: korean.errors,
};
export const RULE_WORDS: Readonly<Record<Language, RuleWords>> = {
  en: english.rules,
  ja: japanese.rules,
  "zh-Hans": simplified.rules,
  "zh-Hant": traditional.rules,
  ko: korean.rules,
};
export const ELEMENT_WORDS: Readonly<Record<Language, ElementWords>> = {
  en: english.element,
  ja: japanese.element,
  "zh-Hans": simplified.element,
  "zh-Hant": traditional.element,
  ko: korean.element,
};
export const CLI_WORDS: Readonly<Record<Language, CliWords>> = { en, ja, "zh-Hans": zhHans, "zh-Hant": zhHant, ko };
