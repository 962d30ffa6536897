// Actions in words.
import type { Action } from "./api.js";
import { refuse } from "./errors.js";

/** English or Japanese. */
export type Language = "en" | "ja";

interface Words {
  readonly honours: readonly string[];
  readonly numbers: readonly string[];
  readonly suits: Readonly<Record<string, string>>;
  readonly red: string;
  readonly actions: Readonly<Record<Exclude<Action["type"], "discard">, string>>;
  readonly riichi: string;
  discard(tile: string): string;
  /** One thing, and then another. */
  readonly then: string;
}

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    honours: ["East", "South", "West", "North", "White", "Green", "Red"],
    numbers: DIGITS,
    suits: { m: "m", p: "p", s: "s" },
    red: "red ",
    actions: {
      tsumo: "Tsumo",
      nineTerminals: "Nine terminals",
      ankan: "Concealed kan",
      kakan: "Added kan",
      pass: "Pass",
      ron: "Ron",
      chi: "Chi",
      pon: "Pon",
      daiminkan: "Open kan",
    },
    riichi: "Riichi",
    discard: (tile) => `discard ${tile}`,
    then: ", ",
  },
  ja: {
    honours: ["東", "南", "西", "北", "白", "發", "中"],
    numbers: ["一", "二", "三", "四", "五", "六", "七", "八", "九"],
    suits: { m: "萬", p: "筒", s: "索" },
    red: "赤",
    actions: {
      tsumo: "ツモ",
      nineTerminals: "九種九牌",
      ankan: "暗槓",
      kakan: "加槓",
      pass: "スルー",
      ron: "ロン",
      chi: "チー",
      pon: "ポン",
      daiminkan: "大明槓",
    },
    riichi: "リーチ",
    discard: (tile) => `打${tile}`,
    then: "、",
  },
};

const RED = "0";

/** The tiles of `tiles` in mpsz, one by one: `40p` is `4p` and `0p`. */
function each(tiles: string): string[] {
  return [...tiles.matchAll(/(\d+)([mpsz])/g)].flatMap(([, digits = "", suit = ""]) => [...digits].map((digit) => digit + suit));
}

function tileName([digit = "", suit = ""]: string, words: Words): string {
  if (suit === "z") return words.honours[Number(digit) - 1] ?? "";
  const number = words.numbers[Number(digit === RED ? 5 : digit) - 1] ?? "";
  return `${digit === RED ? words.red : ""}${number}${words.suits[suit] ?? ""}`;
}

/** Tiles in mpsz of an action, which can be anything that a caller has put there. */
function checked(field: string, tiles: unknown): string {
  if (tiles === undefined) refuse("request.missing_field", field, tiles, `${field} is missing`);
  if (typeof tiles !== "string") refuse("request.type", field, tiles, `${field} is text, tiles in mpsz`);
  if (!/^(\d+[mps]|[1-7]+z)+$/.test(tiles)) refuse("notation.no_such_tile", field, tiles, `\`${tiles}\` are no tiles in mpsz, like 5p`);
  return tiles;
}

/** The names of tiles in mpsz: `red 5p East`. */
export function tileNames(tiles: string, language: Language): string {
  return each(tiles).map((tile) => tileName(tile, WORDS[language])).join(" ");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * An action in words: `Discard 9s`, `Riichi, discard red 5p`, `Chi 3m 4m, discard East`, `Concealed kan White`.
 *
 * @example
 * const { candidates } = await analyze("2346m4067p2478s55z");
 * console.log(formatAction(candidates[0].action), formatAction(candidates[0].action, "ja"));
 *
 * @param action As `analyze`, `parseLog` and `review` give it.
 * @param language English when left out.
 * @throws {@link NanikiruError} for a language or an action that does not exist.
 */
export function formatAction(action: Action, language: Language = "en"): string {
  const words: Words | undefined = Object.hasOwn(WORDS, language) ? WORDS[language] : undefined;
  if (!words) refuse("request.unknown_value", "language", language, "there are the languages `en` and `ja`");
  if (typeof action !== "object" || action === null) refuse("request.type", "action", action, "an action is an object with a `type`");
  const fields = action as Readonly<Record<string, unknown>>;
  const names = (field: "tile" | "tiles" | "discard") => tileNames(checked(`action.${field}`, fields[field]), language);
  switch (action.type) {
    case "discard": {
      const discard = words.discard(names("tile"));
      return capital(action.riichi ? `${words.riichi}${words.then}${discard}` : discard);
    }
    case "chi":
    case "pon":
      return `${words.actions[action.type]} ${names("tiles")}${words.then}${words.discard(names("discard"))}`;
    case "ankan":
    case "kakan":
      return `${words.actions[action.type]} ${names("tile")}`;
    case "tsumo":
    case "nineTerminals":
    case "pass":
    case "ron":
    case "daiminkan":
      return words.actions[action.type];
    default: {
      const { type } = action as { readonly type?: unknown };
      return refuse("request.unknown_value", "action.type", type, "there is no such action");
    }
  }
}
