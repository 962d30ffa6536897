/** What the player typed, as typed: the engine judges it, the page only keeps it. */

import type { Context, Options } from "nanikiru";

export const WINDS = ["east", "south", "west", "north"] as const;
export const FROM = ["left", "across", "right"] as const;
export const DEPTHS = ["first", "full", "deepest"] as const;
export const OBJECTIVES = ["value", "winRate", "tenpai"] as const;
/** Whether the others play as in real games. */
export const OTHERS = ["yes", "no"] as const;
export const RULES = ["tenhou", "mahjong-soul", "m-league", "wrc", "ema"] as const;

/** Every field is the text as it stands in its control, so that nothing typed is ever lost. */
export interface Position {
  readonly hand: string;
  readonly dora: string;
  readonly visible: string;
  readonly offered: string;
  readonly offeredFrom: string;
  readonly roundWind: string;
  readonly seat: string;
  readonly turn: string;
  readonly honba: string;
  readonly sticks: string;
  readonly rules: string;
  readonly depth: string;
  readonly calls: string;
  readonly objective: string;
  readonly others: string;
}

export type Field = keyof Position;
/** The fields that hold tiles. */
export type TileField = "hand" | "dora" | "visible" | "offered";

export const DEFAULTS: Position = {
  hand: "",
  dora: "",
  visible: "",
  offered: "",
  offeredFrom: "left",
  roundWind: "east",
  seat: "east",
  turn: "1",
  honba: "0",
  sticks: "0",
  rules: "tenhou",
  depth: "full",
  calls: "2",
  objective: "value",
  others: "yes",
};

/** Names in the address bar; `q` for the hand is what other tools use as well. */
const KEYS: Readonly<Record<Field, string>> = {
  hand: "q",
  dora: "dora",
  visible: "seen",
  offeredFrom: "from",
  offered: "offer",
  roundWind: "round",
  seat: "seat",
  turn: "turn",
  honba: "honba",
  sticks: "sticks",
  rules: "rules",
  depth: "depth",
  calls: "calls",
  objective: "goal",
  others: "others",
};
const FIELDS = Object.keys(KEYS) as Field[];

/** The field of the engine's request that each of ours becomes. */
const REQUEST_FIELDS: Readonly<Record<Field, string>> = {
  hand: "hand",
  dora: "context.doraIndicators",
  visible: "context.visible",
  offeredFrom: "context.offered.from",
  offered: "context.offered",
  roundWind: "context.roundWind",
  seat: "context.seat",
  turn: "context.turn",
  honba: "context.honba",
  sticks: "context.riichiSticks",
  rules: "context.rules",
  depth: "options.exchanges",
  calls: "options.calls",
  objective: "options.objective",
  others: "options.others",
};

/** Which of our fields an error of the engine speaks of; `hand.melds.1` is still the hand. */
export function fieldOf(requestField: string): Field | null {
  const within = (path: string) =>
    requestField === path || requestField.startsWith(`${path}.`) || requestField.startsWith(`${path}[`);
  return FIELDS.find((field) => within(REQUEST_FIELDS[field])) ?? null;
}

/** The query of a link to this position: only what differs from the defaults. */
export function toQuery(position: Position): string {
  const query = new URLSearchParams();
  for (const field of FIELDS) {
    if (field === "hand" || position[field] !== DEFAULTS[field]) query.set(KEYS[field], position[field]);
  }
  return `?${query.toString()}`;
}

/** The position of a link, or null when the link names no hand. */
export function fromQuery(search: string): Position | null {
  const query = new URLSearchParams(search);
  if (!query.has(KEYS.hand)) return null;
  const read = FIELDS.map((field) => [field, query.get(KEYS[field]) ?? DEFAULTS[field]] as const);
  return Object.fromEntries(read) as Record<Field, string>;
}

const difference = (a: Position, b: Position): Field[] => FIELDS.filter((field) => a[field] !== b[field]);

export const samePosition = (a: Position, b: Position): boolean => difference(a, b).length === 0;

const TYPED: readonly Field[] = ["hand", "dora", "visible", "offered", "turn", "honba", "sticks", "calls"];

/** Whether one text differs, as after a key stroke: another may follow at once. */
export function isStroke(before: Position, after: Position): boolean {
  const [field, ...more] = difference(before, after);
  return field !== undefined && more.length === 0 && TYPED.includes(field);
}

/** A number as typed: nothing is left out, anything else goes to the engine, which refuses what is no number. */
const number = (text: string): number | undefined => (text.trim() === "" ? undefined : Number(text));
const tiles = (text: string): string | undefined => (text.trim() === "" ? undefined : text);

/** The engine's context; fields left empty are left out. */
export function toContext(position: Position): Context {
  const context = {
    rules: position.rules,
    roundWind: position.roundWind,
    seat: position.seat,
    honba: number(position.honba),
    riichiSticks: number(position.sticks),
    doraIndicators: tiles(position.dora),
    visible: tiles(position.visible),
    offered: position.offered.trim() === "" ? undefined : { tile: position.offered, from: position.offeredFrom },
    turn: number(position.turn),
  };
  // Winds and rule names of a link can be anything: the engine is the one door that checks them.
  return Object.fromEntries(Object.entries(context).filter(([, value]) => value !== undefined)) as Context;
}

/** The engine's options; words of a link that are none of its words go to it as they are. */
export function toOptions(position: Position): Options {
  const others: Readonly<Record<string, boolean>> = { yes: true, no: false };
  const options = {
    exchanges: position.depth,
    calls: number(position.calls),
    objective: position.objective,
    others: others[position.others] ?? position.others,
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
}
