/** Names of the tiles, for alternative texts and labels. */

import type { Lang } from "../state";

const NUMERALS = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
const SUITS: Readonly<Record<Lang, Readonly<Record<string, string>>>> = {
  ja: { m: "萬", p: "筒", s: "索" },
  en: { m: "man", p: "pin", s: "sou" },
};
const HONOURS: Readonly<Record<Lang, readonly string[]>> = {
  ja: ["東", "南", "西", "北", "白", "發", "中"],
  en: ["East", "South", "West", "North", "white dragon", "green dragon", "red dragon"],
};

/** `五萬 赤`, `red 5 man`. */
export function tileName(tile: string, lang: Lang): string {
  const digit = Number(tile[0]);
  const suit = tile[1] ?? "";
  if (suit === "z") return HONOURS[lang][digit - 1] ?? tile;
  const red = digit === 0;
  const number = red ? 5 : digit;
  const family = SUITS[lang][suit] ?? suit;
  if (lang === "ja") return `${NUMERALS[number] ?? number}${family}${red ? " 赤" : ""}`;
  return `${red ? "red " : ""}${number} ${family}`;
}
