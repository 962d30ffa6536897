// Actions, rules and errors in words.
import type { Action, HouseRule, TableRule } from "./api.js";
import { type ErrorCode, refuse } from "./errors.js";
import { type Language, LANGUAGES } from "./languages.js";
import { ACTION_WORDS, type ActionWords, ERROR_WORDS, type ErrorWords, RULE_WORDS } from "./text/index.js";

const RED = "0";

/** The tiles of `tiles` in mpsz, one by one: `40p` is `4p` and `0p`. */
function each(tiles: string): string[] {
  return [...tiles.matchAll(/(\d+)([mpsz])/g)].flatMap(([, digits = "", suit = ""]) =>
    [...digits].map((digit) => digit + suit),
  );
}

function tileName([digit = "", suit = ""]: string, words: ActionWords): string {
  if (suit === "z") return words.honours[Number(digit) - 1] ?? "";
  const number = words.numbers[Number(digit === RED ? 5 : digit) - 1] ?? "";
  return `${digit === RED ? words.red : ""}${number}${words.suits[suit as "m" | "p" | "s"]}`;
}

function checkLanguage(language: Language): void {
  if (typeof language === "string" && Object.hasOwn(LANGUAGES, language)) return;
  refuse("request.unknown_value", "language", language, `the languages are ${Object.keys(LANGUAGES).join(", ")}`);
}

/** Tiles in mpsz of an action, which can be anything that a caller has put there. */
function checked(field: string, tiles: unknown): string {
  if (tiles === undefined) refuse("request.missing_field", field, tiles, `${field} is missing`);
  if (typeof tiles !== "string") refuse("request.type", field, tiles, `${field} is text, tiles in mpsz`);
  if (!/^(\d+[mps]|[1-7]+z)+$/.test(tiles))
    refuse("notation.no_such_tile", field, tiles, `\`${tiles}\` are no tiles in mpsz, like 5p`);
  return tiles;
}

/** The names of tiles in mpsz: `red 5p East`. */
export function tileNames(tiles: string, language: Language): string {
  return each(tiles)
    .map((tile) => tileName(tile, ACTION_WORDS[language]))
    .join(" ");
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
  checkLanguage(language);
  const words = ACTION_WORDS[language];
  if (typeof action !== "object" || action === null)
    refuse("request.type", "action", action, "an action is an object with a `type`");
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
    case "kita":
      return words.actions[action.type];
    default: {
      const { type } = action as { readonly type?: unknown };
      return refuse("request.unknown_value", "action.type", type, "there is no such action");
    }
  }
}

/**
 * A rule of a table in words, as a record's `rules.differences` names it: `swap calling (kuikae)`, `abortive draws`.
 *
 * @param rule One of `rules.differences` of a `GameLog`.
 * @param language English when left out.
 * @throws {@link NanikiruError} for a language or a rule that does not exist.
 */
export function formatRule(rule: TableRule, language: Language = "en"): string {
  checkLanguage(language);
  const words = RULE_WORDS[language];
  if (typeof rule === "string" && Object.hasOwn(words, rule)) return words[rule];
  return refuse("request.unknown_value", "rule", rule, "there is no such rule");
}

/** Codes whose message names more than the code: which tile, which value, which place. */
const DETAILED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...([
    "request.type",
    "request.unknown_value",
    "request.out_of_range",
    "meld.invalid",
    "hand.too_many_copies",
  ] as const),
  ...(["request.missing_field", "context.contradiction", "context.river_length", "context.never_discarded"] as const),
  ...([
    "context.ambiguous_call",
    "context.not_due",
    "context.no_kan",
    "context.indicators",
    "context.riichi_sticks",
  ] as const),
  ...([
    "context.riichi_open",
    "context.kuikae",
    "context.illegal",
    "context.too_many_copies",
    "search.too_large",
  ] as const),
  ...([
    "log.syntax",
    "log.unknown_element",
    "log.value",
    "log.order",
    "log.illegal",
    "log.house_rule",
    "log.unfinished",
  ] as const),
  ...(["engine.start", "engine.memory", "engine.ended", "engine.panic"] as const),
]);

/** Where a record's fault is, as the engine writes it. */
const BYTE = /\bbyte (\d+) \(line (\d+)\)/u;
const ROUNDS = /\bafter (\d+) whole rounds?\b/u;
const EVENT = /\bevent (\d+)\b/u;
/** What a message quotes, tiles in mpsz, and names that stand in Chinese characters in brackets. */
const QUOTED = /`([^`]+)`|\b(\d[mps]|[1-7]z)\b|\(([^()a-z]*[\u3040-\u9fff][^()a-z]*)\)/gu;
/** What the platform says of an engine that failed, for a report. */
const DIAGNOSIS = /\((.*)\)$/su;

/** What a message of the engine names, without its English. */
function particulars(code: ErrorCode, message: string, words: ErrorWords): string[] {
  if (code.startsWith("engine.")) return DIAGNOSIS.exec(message)?.slice(1) ?? [];
  const [byte, rounds, event] = [BYTE.exec(message), ROUNDS.exec(message), EVENT.exec(message)];
  const quoted = [...message.matchAll(QUOTED)].map(([, ...parts]) => parts.find((part) => part !== undefined) ?? "");
  return [
    ...(byte ? [words.place(Number(byte[1]), Number(byte[2]))] : []),
    ...(rounds ? [words.afterRounds(Number(rounds[1]))] : []),
    ...(event ? [words.event(Number(event[1]))] : []),
    ...new Set(quoted),
  ];
}

/** The mode or rule of `log.house_rule`, which stands in an error's `value` and in what breaks a record. */
function houseRuleOf({ value, houseRule }: { readonly value?: unknown; readonly houseRule?: unknown }): unknown {
  if (houseRule !== undefined || typeof value !== "object" || value === null) return houseRule;
  return "houseRule" in value ? value.houseRule : undefined;
}

/**
 * What went wrong, as a sentence for people: in English the error's own `message`; in another language the sentence
 * of its `code`, and in brackets the place, the tiles and the names of the message. A game of a special mode is named
 * as players of that language know it.
 *
 * @example
 * await analyze(hand).catch((error) => alert(formatError(error, "ko")));
 *
 * @param error A {@link NanikiruError}, what breaks a record (`broken`), or `code` and `message` of either.
 * @param language English when left out.
 * @throws {@link NanikiruError} for a language that does not exist.
 */
export function formatError(
  error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly value?: unknown;
    readonly houseRule?: HouseRule | undefined;
  },
  language: Language = "en",
): string {
  checkLanguage(language);
  const { code, message } = error;
  const words = ERROR_WORDS[language];
  const text = words.texts?.[code];
  // in English the message is the sentence
  if (text === undefined) return message;
  const rule = code === "log.house_rule" ? houseRuleOf(error) : undefined;
  const { houseRules } = words;
  if (houseRules && typeof rule === "string" && Object.hasOwn(houseRules, rule))
    return words.named(text, houseRules[rule as HouseRule]);
  const about = DETAILED.has(code) ? particulars(code, message, words) : [];
  return about.length > 0 ? words.with(text, about) : text;
}
