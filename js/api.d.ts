// Generated from src/api.rs; write anew with: UPDATE_API=1 cargo test --lib typescript

/** What `analyze` is asked. */
export type Request = {
  /** The hand after the draw: 14 tiles, a meld counted as three. */
  hand: HandInput,
  /** The table as the player sees it. */
  context?: Context,
  /** How to search. */
  options?: Options,
};

/** A hand in mpsz, melds after commas or in brackets, or its parts. */
export type HandInput = string | HandParts;

/** A hand in parts. */
export type HandParts = {
  /** The concealed tiles in mpsz. */
  tiles: string,
  /** The melds, one string each. */
  melds?: Array<string>,
};

/** The table as the player sees it. Everything is optional; unknown fields are errors. */
export type Context = {
  /** Name of a rule set: `tenhou` (default), `mahjong-soul`, `m-league`, `wrc`, `ema`. */
  rules?: string,
  /** The wind of the round; east when left out. */
  roundWind?: WindName,
  /** The player's own wind; east (the dealer) when left out. */
  seat?: WindName,
  /** Honba counters on the table, 0 to 99. */
  honba?: number,
  /** Riichi sticks on the table, 1,000 points each, 0 to 99. */
  riichiSticks?: number,
  /** Points of the four players in the order east, south, west, north of this round; none is negative. */
  scores?: [number, number, number, number],
  /** Dora indicators in mpsz, at most 5 tiles; left out when they are not known: then none counts. */
  doraIndicators?: string,
  /** Tiles seen elsewhere, in mpsz: rivers and other players' melds, without own tiles and indicators. */
  visible?: string,
  /** Own discards made so far, plus one: 1 (the default) to 18. */
  turn?: number,
};

/** East, south, west or north. */
export type WindName = "east" | "south" | "west" | "north";

/** How to search. */
export type Options = {
  /** Exchange number n (seed 000): how many tiles may be exchanged, `full` when left out. */
  exchanges?: Exchanges,
  /** Largest number of hands the search may hold; 600,000 when left out. */
  maxHands?: number,
};

/** An exchange number: a number of at least the hand's shanten, or a word. */
export type Exchanges = number | Depth;

/** An exchange number by the hand's shanten. */
export type Depth = "first" | "full";

/** What `analyze` answers. */
export type Report = {
  /** Best first, by value. */
  candidates: Array<Candidate>,
  /** Shanten of the drawn hand: -1 complete, 0 tenpai. */
  shanten: number,
  /** Tiles that the player cannot see. */
  unseen: number,
  /** Own draws left after this discard. */
  drawsLeft: number,
  /** What the search looked at. */
  search: SearchInfo,
};

/** What the search looked at. */
export type SearchInfo = {
  /** Hands searched: |Q_S0| with riichi and red five copies. */
  hands: number,
  /** Exchange number n. */
  exchanges: number,
  /** Calls allowed; 0 until calls are searched. */
  calls: number,
  /** Whether n is shanten + 1 or more. */
  complete: boolean,
};

/** One action and what it is worth. */
export type Candidate = {
  /** What to do. */
  action: Action,
  /** Expected change of the player's points in this round. */
  value: number,
  /** Probability 0..1 of winning the round. */
  winRate: number,
  /** Probability 0..1 of being tenpai at any time. */
  tenpaiRate: number,
  /** Shanten after the action. */
  shanten: number,
  /** Tiles that lower shanten after the action. */
  ukeire: Ukeire,
  /** The same figures by turn: entry i is after i + 1 more draws. */
  byTurn: ByTurn,
  /** What the wins look like. */
  wins: Wins,
};

/** What to do. */
export type Action = { "type": "discard",
/** The tile in mpsz, `0p` for a red five. */
tile: string,
/** Whether riichi is declared with it. */
riichi: boolean, } | { "type": "tsumo" };

/** Kinds that lower shanten and how many of them are unseen. */
export type Ukeire = {
  /** The kinds in mpsz, each once. */
  kinds: string,
  /** Unseen tiles of these kinds. */
  tiles: number,
};

/** Figures up to each of the coming own draws. */
export type ByTurn = {
  /** Probability of having won by then. */
  winRate: Array<number>,
  /** Probability of having been tenpai by then. */
  tenpaiRate: Array<number>,
  /** Points from wins by then; the draw at the end is only in the candidate's value. */
  value: Array<number>,
};

/** What the wins of a candidate look like; shares are of all its wins. */
export type Wins = {
  /** Mean points of a win, honba and sticks included; 0 when it never wins. */
  meanPoints: number,
  /** Share of wins by tsumo. */
  tsumo: number,
  /** Share of wins after riichi. */
  riichi: number,
  /** Share of wins with each yaku, largest first. */
  yaku: Array<YakuShare>,
  /** Share of wins by han, dora included; 13 stands for 13 and more, yakuman included. */
  han: Array<HanShare>,
};

/** How often a yaku is part of a win. */
export type YakuShare = {
  /** The yaku's romanised name. */
  name: string,
  /** 0..1. */
  share: number,
};

/** How often a win has this many han. */
export type HanShare = {
  /** 1..=13. */
  han: number,
  /** 0..1. */
  share: number,
};

/** What went wrong, for programs (`code`, `field`, `value`, `span`) and for people (`message`). */
export type ApiError = {
  /** Stable, like `hand.size`. */
  code: ErrorCode,
  /** The field at fault, like `context.doraIndicators` or `hand.melds[1]`; empty for the request as a whole. */
  field: string,
  /** The field's value as it was given; `null` when it is missing, the words `NaN`, `Infinity` and
   * `-Infinity` for numbers that JSON has not. */
  value: unknown,
  /** What a user can do about it, in English. */
  message: string,
  /** Where in the field's text, for notation: mark these characters. */
  span?: Span,
};

/** A range of UTF-16 code units, as JavaScript's `slice(start, end)` takes it; empty at the end of a text. */
export type Span = {
  /** The first. */
  start: number,
  /** One past the last. */
  end: number,
};

/** The stable codes; the message may change, the code will not.
 *
 * | code | meaning |
 * |---|---|
 * | `request.json` | The request is no JSON. |
 * | `request.type` | A value of another type than the field's: text for a number, a fraction or NaN for an integer. |
 * | `request.unknown_field` | A field that does not exist. |
 * | `request.missing_field` | A field that is needed and not there. |
 * | `request.duplicate_field` | A field given twice. |
 * | `request.unknown_value` | A word that is none of the field's words, like a wind that does not exist. |
 * | `request.out_of_range` | A number outside the field's range. |
 * | `notation.unexpected` | A character that has no place in the notation. |
 * | `notation.incomplete` | Digits without a suit letter, or a suit letter without digits. |
 * | `notation.no_such_tile` | A tile that does not exist, like `8z`. |
 * | `meld.invalid` | Tiles or signs that make no meld, or more than four melds. |
 * | `hand.size` | Too few or too many tiles for any hand. |
 * | `hand.not_drawn` | 13 tiles where 14 are due: draw one first. |
 * | `hand.not_waiting` | 14 tiles where 13 are due: discard one first. |
 * | `hand.too_many_copies` | More than four of a kind. |
 * | `hand.red_five` | A red five twice, where the rules have none, or four fives without it. |
 * | `context.unknown_rules` | Rules of that name do not exist. |
 * | `context.score_negative` | Points below zero: the game would be over. |
 * | `context.too_many_indicators` | More than five dora indicators. |
 * | `context.too_many_copies` | A tile more often in hand, indicators and visible tiles than it exists. |
 * | `context.red_five` | A red five seen twice, where the rules have none, or four fives seen without it. |
 * | `context.too_few_unseen` | Not as many unseen tiles as draws are left: more is visible than the turn allows. |
 * | `search.too_large` | The search would hold more hands than allowed. |
 * | `search.exchanges_too_small` | The exchange number is below the hand's shanten number. |
 * | `search.cancelled` | The caller stopped the search. |
 * | `engine.panic` | A fault of ours: please report it with the request. | */
export type ErrorCode = "request.json" | "request.type" | "request.unknown_field" | "request.missing_field" | "request.duplicate_field" | "request.unknown_value" | "request.out_of_range" | "notation.unexpected" | "notation.incomplete" | "notation.no_such_tile" | "meld.invalid" | "hand.size" | "hand.not_drawn" | "hand.not_waiting" | "hand.too_many_copies" | "hand.red_five" | "context.unknown_rules" | "context.score_negative" | "context.too_many_indicators" | "context.too_many_copies" | "context.red_five" | "context.too_few_unseen" | "search.too_large" | "search.exchanges_too_small" | "search.cancelled" | "engine.panic";
