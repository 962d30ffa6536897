/** Tiles laid on the table one by one, in the notation of the rivers and melds. The engine judges what comes of it. */

import { discardsOf, type RiverEntry, riverOf, tilesOf } from "./notation";
import { partyBy, type Wind, WINDS } from "./players";
import { emptySeats, type Position } from "./position";

/** A place on the table that something can be laid on; `at` null is the next free one. */
export type Spot =
  | { readonly kind: "river"; readonly wind: Wind; readonly at: number | null }
  | { readonly kind: "dora"; readonly at: number | null };

export type Change = Partial<Position>;

const signed = ({ tile, drawn, riichi, by, kan, kita }: RiverEntry): string =>
  `${kan ? "+" : ""}${kita ? "f" : ""}${tile}${drawn ? "-" : ""}${riichi ? "*" : ""}${by === undefined ? "" : `^${by}`}`;

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
export const FROM = ["left", "across", "right"] as const;
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
    kita
      ? position[`${wind}River`]
      : riverText(riverOf(position[`${wind}River`]).filter((laid) => !laid.kita)),
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
