// The languages of the package and of the page: the only list of their names.

/**
 * A language of the package by its tag (BCP 47): English, Japanese, Chinese in simplified and in traditional
 * characters, Korean.
 */
export type Language = "en" | "ja" | "zh-Hans" | "zh-Hant" | "ko";

/** The languages, each with its own name. */
export const LANGUAGES: Readonly<Record<Language, string>> = {
  en: "English",
  ja: "日本語",
  "zh-Hans": "简体中文",
  "zh-Hant": "繁體中文",
  ko: "한국어",
};

const ALL = Object.keys(LANGUAGES) as Language[];

/** Where Chinese is written in traditional characters, unless the tag names the script. */
const TRADITIONAL = new Set(["tw", "hk", "mo"]);
/** Chinese languages with a tag of their own, as browsers send them: Cantonese is written in traditional characters. */
const CHINESE = new Set(["zh", "cmn", "yue"]);

/** The language of a tag by BCP 47, such as a browser's or that of a `lang` attribute: `zh-TW` is `zh-Hant`. */
export function languageOf(tag: string): Language | undefined {
  const [first = "", ...more] = tag.trim().toLowerCase().split(/[-_]/u);
  if (!CHINESE.has(first)) return ALL.find((language) => language === first);
  if (more.includes("hans")) return "zh-Hans";
  return first === "yue" || more.some((part) => part === "hant" || TRADITIONAL.has(part)) ? "zh-Hant" : "zh-Hans";
}

/** The first of a reader's languages that there is; English where there is none. */
export const preferredLanguage = (tags: readonly string[]): Language =>
  tags.map(languageOf).find((language) => language !== undefined) ?? "en";
