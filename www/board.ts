/** What lies on the table, seat by seat, for a picture of it, and which tiles are dora. */

import type { LogDecision, LogRound } from "./log";
import { discardsOf, readTiles, type RiverEntry, riverOf, tilesOf, type TileSpan } from "./notation";
import { isInDeck, partyBy, type SeatPlace, type Wind, WINDS } from "./players";
import { meldsOf, type Position } from "./position";

// What lies on the table, seat by seat, for a picture of it; nothing here judges whether it can be.

export interface MeldView {
  readonly tiles: readonly TileSpan[];
  /** A concealed kan: its outer tiles lie face down. */
  readonly concealed: boolean;
}

export interface SeatView {
  readonly wind: Wind;
  readonly at: SeatPlace;
  readonly own: boolean;
  readonly score: string;
  readonly riichi: boolean;
  readonly river: readonly RiverEntry[];
  readonly melds: readonly MeldView[];
  /** Norths that were set aside. */
  readonly kita: number;
  /** Concealed tiles. */
  readonly held: number;
}

/** Tiles of a hand without melds, before a draw. */
const WAITING = 13;
/** What a claimed tile's sign says: seats back from the one who claimed. */
const FROM: Readonly<Record<string, number>> = { "-": 1, "=": 2, "+": 3 };

function meldOf(text: string): MeldView {
  const tiles = readTiles(`,${text}`).flatMap((segment) => segment.tiles);
  return { tiles, concealed: tiles.length === 4 && !tiles.some(({ turned }) => turned) };
}

/** The tile that a meld was claimed with, and how many seats back it came from. */
function claimOf(text: string): { readonly tile: string; readonly back: number } | null {
  const sign = /[-=+]/u.exec(text);
  const claimed = meldOf(text).tiles.find(({ turned }) => turned);
  const back = FROM[sign?.[0] ?? ""];
  return claimed && back !== undefined ? { tile: claimed.tile, back } : null;
}

/** The river with the discards marked that lie in another player's melds. */
function marked(position: Position, wind: Wind): readonly RiverEntry[] {
  const river = discardsOf(position[`${wind}River`]);
  const gone = new Set(river.flatMap(({ called }, i) => (called ? [i] : [])));
  const at = WINDS.indexOf(wind);
  for (const [i, other] of WINDS.entries()) {
    for (const meld of meldsOf(position[`${other}Melds`])) {
      const claim = claimOf(meld.text);
      if (!claim || (at + claim.back) % WINDS.length !== i || claim.back === 0) continue;
      const fits = river.flatMap(({ tile }, n) => (tile === claim.tile ? [n] : []));
      // where two fit, the river says which
      if (fits.some((n) => gone.has(n))) continue;
      const last = fits.at(-1);
      if (last !== undefined) gone.add(last);
    }
  }
  return river.map((laid, i) => (gone.has(i) && !laid.called ? { ...laid, called: true } : laid));
}

/** Where each wind sits, for the player of one of them; `turned` is by how many seats the table is turned. */
export function placesAt({ rules, seat }: Pick<Position, "rules" | "seat">, turned: number): readonly SeatPlace[] {
  const { winds, places, players } = partyBy(rules);
  const front =
    Math.max(
      0,
      winds.findIndex((wind) => wind === seat),
    ) + turned;
  return winds.map((_, i) => places[(((i - front) % players) + players) % players] ?? "front");
}

/** The seats at the table. */
export function seatsOf(position: Position, turned: number): readonly SeatView[] {
  const places = placesAt(position, turned);
  return partyBy(position.rules).winds.map((wind, i) => {
    const melds = meldsOf(position[`${wind}Melds`]).map(({ text }) => meldOf(text));
    return {
      wind,
      at: places[i] ?? "front",
      own: wind === position.seat,
      score: position[`${wind}Score`],
      riichi: riverOf(position[`${wind}River`]).some(({ riichi }) => riichi),
      river: marked(position, wind),
      melds,
      kita: riverOf(position[`${wind}River`]).filter(({ kita }) => kita).length,
      held: Math.max(1, WAITING - 3 * melds.length),
    };
  });
}

const plain = (tile: string): string => tile.replace("0", "5");

/** A hand without these tiles, each taken once; a red five only where no plain one is left. */
function without(hand: readonly string[], gone: readonly string[]): string[] {
  const left = [...hand];
  for (const tile of gone) {
    const exact = left.lastIndexOf(tile);
    const at = exact >= 0 ? exact : left.findLastIndex((own) => plain(own) === plain(tile));
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

const concealed = (hand: string): string[] =>
  readTiles(hand).flatMap(({ meld, tiles }) => (meld ? [] : tiles.map(({ tile }) => tile)));

const NORTH = "4z";

/** What is concealed after a decision. */
function after({ hand, done, context }: LogDecision): string[] {
  const tiles = concealed(hand);
  switch (done?.type) {
    case "discard":
      return without(tiles, [done.tile]);
    case "chi":
    case "pon":
      return without(tiles, [...tilesOf(done.tiles), done.discard]);
    case "ankan":
      return tiles.filter((tile) => plain(tile) !== plain(done.tile));
    case "kakan":
      return without(tiles, [done.tile]);
    case "daiminkan":
      return tiles.filter((tile) => plain(tile) !== plain(context.offered?.tile ?? ""));
    case "kita":
      return without(tiles, [NORTH]);
    default:
      return tiles;
  }
}

const ORDER = "mpsz";
const rank = (tile: string): number =>
  10 * ORDER.indexOf(tile[1] ?? "") + (tile.startsWith("0") ? 5.5 : Number(tile[0]));
const sorted = (tiles: readonly string[]): string[] => tiles.toSorted((a, b) => rank(a) - rank(b));

/**
 * What every seat holds when `now` is decided, as far as the record's decisions show: after its latest one, else
 * before its first draw.
 */
export function heldAt({ decisions }: LogRound, now: LogDecision): ReadonlyMap<Wind, readonly string[]> {
  const at = decisions.indexOf(now);
  const held = new Map<Wind, readonly string[]>();
  for (const wind of WINDS) {
    if (wind === now.seat) continue;
    const before = decisions.slice(0, at).findLast(({ seat }) => seat === wind);
    const first = decisions.slice(at).find(({ seat }) => seat === wind);
    if (before) held.set(wind, sorted(after(before)));
    else if (first)
      held.set(wind, sorted(first.context.offered ? concealed(first.hand) : concealed(first.hand).slice(0, -1)));
  }
  return held;
}

// The tiles that indicators make dora.

const SUIT = "123456789";
const WIND_NUMBERS = "1234";
const DRAGONS = "567";

function nextTile(indicator: string, rules: string): string {
  const suit = indicator[1] ?? "";
  const number = indicator.startsWith("0") ? "5" : (indicator[0] ?? "");
  const circle = suit !== "z" ? SUIT : WIND_NUMBERS.includes(number) ? WIND_NUMBERS : DRAGONS;
  // three players have no 2 to 8 of characters
  const numbers = [...circle].filter((one) => isInDeck(one + suit, rules));
  return `${numbers[(numbers.indexOf(number) + 1) % numbers.length]}${suit}`;
}

/** A red five is among them where the plain one is. */
export function doraOf(indicators: readonly string[], rules: string): ReadonlySet<string> {
  const tiles = indicators.map((one) => nextTile(one, rules));
  return new Set([...tiles, ...tiles.filter((tile) => /^5[mps]$/u.test(tile)).map((tile) => tile.replace("5", "0"))]);
}
