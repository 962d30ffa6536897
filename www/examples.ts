/** Positions to try. They are composed for this page, none comes from a recorded game. */

import { tilesOf } from "./notation";
import { DEFAULTS, type Position, sameBoard } from "./position";

interface Example {
  /** Its title is in `languages/`. */
  readonly name: string;
  readonly position: Partial<Position> & { readonly hand: string };
}

export const examples = [
  {
    name: "block",
    position: { hand: "34679m2406p22788s", dora: "7s", seat: "south", turn: "5", visible: "19m19p4s11223346677z1s" },
  },
  {
    name: "riichi",
    position: {
      hand: "345678m349p22567s",
      dora: "1s",
      seat: "west",
      turn: "8",
      visible: "1299m1789p1299s1123344556677z",
    },
  },
  {
    name: "shape",
    position: {
      hand: "23467m34578p3366s",
      dora: "5p",
      roundWind: "south",
      seat: "east",
      turn: "7",
      visible: "1999m1299p1189s123344556677z",
    },
  },
  {
    name: "far",
    position: { hand: "1356m2406p578s115z", dora: "3z", seat: "east", turn: "3", visible: "9m9p1s234467z" },
  },
  {
    name: "flush",
    position: { hand: "1334568899m4p577z", dora: "2m", seat: "north", turn: "5", visible: "7m1299p13499s112346z" },
  },
  {
    name: "pairs",
    position: {
      hand: "2277m3355p188s466z",
      dora: "7p",
      seat: "south",
      turn: "9",
      visible: "1899m1189p4499s1123345577z25m26s",
    },
  },
  {
    name: "called",
    position: {
      hand: "3467m3456p228s,z777=",
      dora: "5m",
      roundWind: "south",
      seat: "south",
      turn: "6",
      visible: "199m1289p1199s1123445z",
    },
  },
  {
    name: "closed",
    position: { hand: "123456m55789p138s", dora: "9p", seat: "east", turn: "6", visible: "99m12p19s112334466z77z4m6s" },
  },
  {
    name: "straight",
    position: { hand: "12346789m799p456s", dora: "4z", seat: "west", turn: "7", visible: "5m1128p1199s11223355677z" },
  },
  {
    name: "loneDora",
    position: {
      hand: "340m6799p2348s115z",
      dora: "7s",
      seat: "east",
      turn: "6",
      honba: "1",
      sticks: "1",
      visible: "199m1124p199s223346z57z",
    },
  },
  {
    name: "late",
    position: {
      hand: "24678m345p11679s4z",
      dora: "8m",
      roundWind: "south",
      seat: "north",
      turn: "13",
      visible: "11299m1126789p2234889s11122333455666777z34m78p",
    },
  },
  {
    name: "orphans",
    position: {
      hand: "129m19p19s1234566z",
      dora: "4p",
      seat: "south",
      turn: "8",
      visible: "3345678m2346678p2345678s7z2m",
    },
  },
  {
    name: "push",
    position: {
      hand: "345m240688p56677s",
      dora: "7s",
      seat: "south",
      eastRiver: "1z9m1p-9s3z2z-8m6z-",
      southRiver: "1z9p1s3z7z9m-1m",
      westRiver: "9m1s4z2m8p-6s*3p-",
      northRiver: "2z4z1m-9s-7z5z1p",
    },
  },
] as const satisfies readonly Example[];

export type ExampleName = (typeof examples)[number]["name"];

/** The examples as positions, each beside its name. */
export const POSITIONS: readonly (readonly [ExampleName, Position])[] = examples.map(({ name, position }) => [
  name,
  { ...DEFAULTS, ...position },
]);

/** The example that has this hand and table, with any settings of rules and search. */
export const exampleOf = (position: Position): ExampleName | null =>
  POSITIONS.find(([, example]) => sameBoard(example, position))?.[0] ?? null;

/** A hand that shares fewer of the tiles is another hand; with more it is a variation. */
const SHARED = 2 / 3;

/**
 * How many characters the two texts share at their beginnings and ends: while a suit is typed, its digits are no
 * tiles yet.
 */
function sharedText(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let before = 0;
  while (before < most && a[before] === b[before]) before += 1;
  let after = 0;
  while (after < most - before && a[a.length - 1 - after] === b[b.length - 1 - after]) after += 1;
  return before + after;
}

function sharedTiles(a: string, b: string): number {
  const left = tilesOf(b);
  return tilesOf(a).filter((tile) => {
    const at = left.indexOf(tile);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
}

/** Whether `hand` replaces the hand of an example, rather than varying a few of its tiles. */
export const replaces = (hand: string, example: string): boolean =>
  sharedTiles(example, hand) < SHARED * tilesOf(example).length && sharedText(example, hand) < SHARED * example.length;
