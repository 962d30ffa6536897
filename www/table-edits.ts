/** Changes of a table: tiles laid one by one, and what is tried on it. */

import { discardsOf, type RiverEntry, riverOf, tilesOf } from "./notation";
import { partyBy, type Wind, WINDS } from "./players";
import { emptySeats, type Position } from "./position";

// Tiles laid on the table one by one, in the notation of the rivers and melds. The engine judges what comes of it.

/** A place on the table that something can be laid on; `at` null is the next free one. */
export type Spot =
  | { readonly kind: "river"; readonly wind: Wind; readonly at: number | null }
  | { readonly kind: "dora"; readonly at: number | null };

export type Change = Partial<Position>;

const signed = ({ tile, drawn, riichi, by, kan, kita }: RiverEntry): string =>
  [kan && "+", kita && "f", tile, drawn && "-", riichi && "*", by !== undefined && `^${by}`].filter(Boolean).join("");

/** A river as it is written; groups of digits come apart. */
export const riverText = (river: readonly RiverEntry[]): string => river.map(signed).join("");

/** The river with its discards changed; `at` counts them without the kans and norths between. */
function changed(position: Position, wind: Wind, at: number, change: (laid: RiverEntry) => RiverEntry | null): Change {
  let discard = -1;
  const river = riverOf(position[`${wind}River`]).flatMap((laid) => {
    if (laid.kan || laid.kita) return [laid];
    discard += 1;
    if (discard !== at) return [laid];
    const next = change(laid);
    return next ? [next] : [];
  });
  return { [`${wind}River`]: riverText(river) };
}

const doraText = (position: Position, change: (tiles: string[]) => void): Change => {
  const tiles = tilesOf(position.dora);
  change(tiles);
  return { dora: tiles.join("") };
};

/** Another tile in this place, or one more. */
export function withTile(position: Position, spot: Spot, tile: string, drawn = false): Change {
  const { at } = spot;
  if (spot.kind === "dora") return doraText(position, (tiles) => tiles.splice(at ?? tiles.length, 1, tile));
  const { wind } = spot;
  if (at !== null) return changed(position, wind, at, (laid) => ({ ...laid, tile }));
  const next: RiverEntry = { tile, drawn, riichi: false, called: false, kan: false, kita: false };
  return { [`${wind}River`]: riverText([...riverOf(position[`${wind}River`]), next]) };
}

export function withoutTile(position: Position, spot: Spot & { readonly at: number }): Change {
  if (spot.kind === "dora") return doraText(position, (tiles) => tiles.splice(spot.at, 1));
  return changed(position, spot.wind, spot.at, () => null);
}

/** A discard out of the hand as one that was drawn, or the other way round. */
export const withDrawn = (position: Position, wind: Wind, at: number): Change =>
  changed(position, wind, at, (laid) => ({ ...laid, drawn: !laid.drawn }));

/** Riichi with this discard instead of any other of the river, or none. */
export function withRiichiAt(position: Position, wind: Wind, at: number): Change {
  const discards = discardsOf(position[`${wind}River`]);
  const declared = !(discards[at]?.riichi ?? false);
  const bare = { ...position, [`${wind}River`]: position[`${wind}River`].replaceAll("*", "") };
  return declared
    ? changed(bare, wind, at, (laid) => ({ ...laid, riichi: true }))
    : { [`${wind}River`]: bare[`${wind}River`] };
}

/** The discard in this place. */
export const discardAt = (position: Position, wind: Wind, at: number): RiverEntry | undefined =>
  discardsOf(position[`${wind}River`])[at];

/** Who discards next if nobody called: the first in turn with the fewest discards. */
export function nextToDiscard(position: Position): Wind {
  const { winds } = partyBy(position.rules);
  const counts = winds.map((wind) => discardsOf(position[`${wind}River`]).length);
  return winds[counts.indexOf(Math.min(...counts))] ?? "east";
}

export const MELDS = ["chi", "pon", "daiminkan", "ankan"] as const;
export type MeldKind = (typeof MELDS)[number];
const FROM = ["left", "across", "right"] as const;
export type From = (typeof FROM)[number];

/** Whose a tile is, as the engine says it, which counts the empty seat: so many seats back. */
const BACK: Readonly<Record<From, number>> = { left: 1, across: 2, right: 3 };
const windFrom = (wind: Wind, from: From): Wind =>
  WINDS[(WINDS.indexOf(wind) + WINDS.length - BACK[from]) % WINDS.length] ?? wind;

/** Another player: how the engine and the table say where. */
interface Other {
  readonly from: From;
  readonly wind: Wind;
  readonly place: From;
}

/** The others at the table of a player. */
export function othersOf(rules: string, wind: Wind): readonly Other[] {
  const { winds, places, players } = partyBy(rules);
  return FROM.flatMap((from) => {
    const whose = windFrom(wind, from);
    const turns = (winds.indexOf(whose) - winds.indexOf(wind) + players) % players;
    const place = FROM.find((one) => one === places[turns]);
    return winds.includes(whose) && place ? [{ from, wind: whose, place }] : [];
  });
}

/** Where somebody sits whose tile is on offer. */
export const placeOf = ({ rules, seat }: Pick<Position, "rules" | "seat">, from: string): From | null =>
  othersOf(rules, WINDS.find((wind) => wind === seat) ?? "east").find((one) => one.from === from)?.place ?? null;

/** A tile that nobody at the table can offer is offered by the next who can. */
function offeredAt(position: Position): Change {
  if (placeOf(position, position.offeredFrom) !== null) return {};
  const [first] = othersOf(position.rules, WINDS.find((wind) => wind === position.seat) ?? "east");
  return first ? { offeredFrom: first.from } : {};
}

/** Another seat, with the offer from somebody who sits there. */
export const withSeat = (position: Position, seat: string): Change => ({
  seat,
  ...offeredAt({ ...position, seat }),
});

/** Other rules; of a table of as many players everything stays, of another what that has as well. */
export function withRules(position: Position, rules: string): Change {
  const { winds, players, kita } = partyBy(rules);
  // the table's own rules stand beside the set that it played by
  if (partyBy(position.rules).players === players) return { rules, tableRules: "" };
  const at = (wind: string) => (winds.some((one) => one === wind) ? wind : "east");
  const rivers = winds.map((wind) => [
    `${wind}River`,
    kita ? position[`${wind}River`] : riverText(riverOf(position[`${wind}River`]).filter((laid) => !laid.kita)),
  ]);
  const change: Change = {
    rules,
    tableRules: "",
    seat: at(position.seat),
    roundWind: at(position.roundWind),
    roundNumber: Number(position.roundNumber) > players ? String(players) : position.roundNumber,
    ...(kita ? {} : { kita: "0", offeredBy: position.offeredBy === "kita" ? "discard" : position.offeredBy }),
    ...Object.fromEntries(rivers),
    ...Object.fromEntries(emptySeats(rules).map((field) => [field, ""])),
  };
  return { ...change, ...offeredAt({ ...position, ...change }) };
}

/** A north set aside by a player after all that lies in the river. */
export const withKita = (position: Position, wind: Wind): Change => ({
  [`${wind}River`]: `${position[`${wind}River`].trim()}f4z`,
});

/** Without the last of them. */
export function withoutKita(position: Position, wind: Wind): Change {
  const river = riverOf(position[`${wind}River`]);
  const last = river.findLastIndex(({ kita }) => kita);
  return { [`${wind}River`]: riverText(river.filter((_, i) => i !== last)) };
}
const SIGNS: Readonly<Record<From, string>> = { left: "-", across: "=", right: "+" };

/** Four of a kind; there is one red five in each suit where there are any. */
const four = (tile: string, reds: boolean): string => {
  const digit = tile.startsWith("0") ? "5" : (tile[0] ?? "");
  return digit === "5" && !tile.endsWith("z") && reds ? "0555" : digit.repeat(4);
};

/** Tiles that a meld of this kind is said by: those of a chi, the called one first, else one. */
export const tilesNeeded = (kind: MeldKind): number => (kind === "chi" ? 3 : 1);

/** The meld as it is written. */
export function meldText(kind: MeldKind, tiles: readonly string[], from: From, reds: boolean): string {
  const [first = ""] = tiles;
  const suit = first[1] ?? "";
  switch (kind) {
    case "chi": {
      const place = (tile: string) => Number(tile.replace("0", "5")[0]);
      const sorted = tiles.toSorted((a, b) => place(a) - place(b));
      return suit + sorted.map((tile) => `${tile[0]}${tile === first ? SIGNS.left : ""}`).join("");
    }
    case "pon": {
      const red = first.startsWith("0");
      const digit = red ? "5" : (first[0] ?? "");
      return `${suit}${red ? "0" : digit}${digit}${digit}${SIGNS[from]}`;
    }
    case "daiminkan":
      return `${suit}${four(first, reds).slice(0, 3)}${SIGNS[from]}${four(first, reds).slice(3)}`;
    case "ankan":
      return suit + four(first, reds);
  }
}

export function withMeld(position: Position, wind: Wind, meld: string): Change {
  const before = position[`${wind}Melds`].trim();
  return { [`${wind}Melds`]: before === "" ? meld : `${before},${meld}` };
}

/** Without the last meld of this player. */
export function withoutMeld(position: Position, wind: Wind): Change {
  return {
    [`${wind}Melds`]: position[`${wind}Melds`].replace(
      /[,、，()（）[\]［］\s]*[^,、，()（）[\]［］\s]+[,、，()（）[\]［］\s]*$/u,
      "",
    ),
  };
}

// What a player tries on the table: points moved between the players, a riichi declared or taken back. The engine
// judges what comes of it.

/** A discard with its marks; a sign before it makes it a kan or a kita. */
const DISCARD = /(?<sign>[+f]?)(?:[0-9]+[mpsz]r?|[ESWNPFC東南西北白發発发中])(?:[-*]|\^[ESWNeswn])*/gu;

/** The stick. */
const STICK = 1000;

export const inRiichi = (position: Position, wind: Wind): boolean =>
  riverOf(position[`${wind}River`]).some(({ riichi }) => riichi);

/** Whether there is a discard that could have declared it. */
export const hasDiscarded = (position: Position, wind: Wind): boolean =>
  discardsOf(position[`${wind}River`]).length > 0;

const shifted = (text: string, by: number): string =>
  text.trim() !== "" && Number.isFinite(Number(text)) ? String(Number(text) + by) : text;

/** Riichi with the last discard, or none; stick and points go with it where they are typed. */
export function withRiichi(position: Position, wind: Wind, declared: boolean): Partial<Position> {
  const river = position[`${wind}River`];
  const last = [...river.matchAll(DISCARD)].findLast(({ groups }) => groups?.["sign"] === "");
  const end = last ? last.index + last[0].length : 0;
  const changed = declared ? `${river.slice(0, end)}*${river.slice(end)}` : river.replaceAll("*", "");
  // no sticks typed are as many as there are riichis
  const sticks = Number(position.sticks) > 0 ? shifted(position.sticks, declared ? 1 : -1) : position.sticks;
  return {
    [`${wind}River`]: changed,
    [`${wind}Score`]: shifted(position[`${wind}Score`], declared ? -STICK : STICK),
    sticks,
  };
}

/** The least that changes hands. */
export const STEP = 100;

/** The points of those at the table. */
export type Scores = Readonly<Partial<Record<Wind, number>>>;
const windsIn = (scores: Scores): readonly Wind[] => WINDS.filter((wind) => scores[wind] !== undefined);

const numberOr = (text: string, otherwise: number): number =>
  text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : otherwise;

/** The points of everybody, as typed or as they usually begin. */
export function scoresOf(position: Position): Scores {
  const { winds, points } = partyBy(position.rules);
  return Object.fromEntries(winds.map((wind) => [wind, numberOr(position[`${wind}Score`], points)]));
}

export const sumOf = (scores: Scores): number => Object.values(scores).reduce((sum, points) => sum + points, 0);

/**
 * One player's points set to `points`, or as near as the others can pay: the others share the difference in hundreds,
 * as evenly as can be, and nobody falls below nought for it.
 */
export function withScore(scores: Scores, wind: Wind, points: number): Scores {
  const after = { ...scores };
  const of = (other: Wind) => after[other] ?? 0;
  let left = points - of(wind);
  for (let payers = windsIn(scores).filter((other) => other !== wind); left !== 0 && payers.length > 0;) {
    // as much each; what does not divide falls on the first of them
    const part = Math.ceil(Math.abs(left) / payers.length / STEP) * STEP;
    for (const other of payers) {
      const most = left > 0 ? Math.max(0, of(other)) : Number.POSITIVE_INFINITY;
      const paid = Math.sign(left) * Math.min(Math.abs(left), part, most);
      after[other] = of(other) - paid;
      left -= paid;
    }
    payers = payers.filter((other) => left < 0 || of(other) > 0);
  }
  return { ...after, [wind]: points - left };
}

/** The change of the position that these points are. */
export const typedScores = (scores: Scores): Partial<Position> =>
  Object.fromEntries(windsIn(scores).map((wind) => [`${wind}Score`, String(scores[wind])]));
