/** What the player typed, as typed: the engine judges it, the page only keeps it. */

import type { Context, Options } from "nanikiru";
import { riverOf } from "./notation";

export const WINDS = ["east", "south", "west", "north"] as const;
export const FROM = ["left", "across", "right"] as const;
export const OFFERED_BY = ["discard", "kakan", "ankan"] as const;
export const DEPTHS = ["first", "fast", "full", "deepest"] as const;
export const OBJECTIVES = ["points", "placement", "winRate", "tenpai"] as const;
/** Whether the others play as in real games. */
export const OTHERS = ["yes", "no"] as const;
export const RULES = ["tenhou", "mahjong-soul", "m-league", "wrc", "ema"] as const;

/** How many winds a game is planned for. */
export const LENGTHS = ["hanchan", "tonpuu"] as const;

/** Whether a call was made before the own first discard. */
export const INTERRUPTED = ["no", "yes"] as const;

/** What a table can have agreed on apart from its rule set. */
export const RULE_SAYS = ["", "yes", "no"] as const;

/** What stands in front of a player. */
export const SEAT_PARTS = ["Score", "River", "Melds"] as const;
export type Wind = (typeof WINDS)[number];
export type SeatPart = (typeof SEAT_PARTS)[number];
export type SeatField = `${Wind}${SeatPart}`;

/** Something for each part of each seat, east first. */
export function bySeat<T>(make: (wind: Wind, part: SeatPart) => T): Record<SeatField, T> {
  const entries = WINDS.flatMap((wind) => SEAT_PARTS.map((part) => [`${wind}${part}`, make(wind, part)] as const));
  return Object.fromEntries(entries) as Record<SeatField, T>;
}

/** The fields that hold tiles, which the tile keys write to. */
export type TileField = "hand" | "dora" | "visible" | "offered" | `${Wind}River`;

export type Field =
  | TileField
  | "offeredFrom"
  | "offeredBy"
  | "roundWind"
  | "roundNumber"
  | "length"
  | "seat"
  | "turn"
  | "honba"
  | "sticks"
  | "rules"
  | "tilesLeft"
  | "interrupted"
  | "redFives"
  | "kuitan"
  | "depth"
  | "calls"
  | "objective"
  | "others"
  | "budget"
  | "memory"
  | SeatField;

/** Every field is the text as it stands in its control, so that nothing typed is ever lost. */
export type Position = Readonly<Record<Field, string>>;

export const DEFAULTS: Position = {
  hand: "",
  dora: "",
  visible: "",
  offered: "",
  offeredFrom: "left",
  offeredBy: "discard",
  roundWind: "east",
  roundNumber: "1",
  length: "hanchan",
  seat: "east",
  turn: "1",
  honba: "0",
  sticks: "0",
  rules: "tenhou",
  tilesLeft: "",
  interrupted: "no",
  redFives: "",
  kuitan: "",
  depth: "full",
  calls: "2",
  objective: "points",
  others: "yes",
  budget: "",
  memory: "",
  ...bySeat(() => ""),
};

/** Names in the address bar; `q` for the hand is what other tools use as well. */
const KEYS: Readonly<Record<Field, string>> = {
  hand: "q",
  dora: "dora",
  visible: "seen",
  offeredFrom: "from",
  offeredBy: "by",
  offered: "offer",
  roundWind: "round",
  roundNumber: "kyoku",
  length: "length",
  seat: "seat",
  turn: "turn",
  honba: "honba",
  sticks: "sticks",
  rules: "rules",
  tilesLeft: "left",
  interrupted: "called",
  redFives: "reds",
  kuitan: "kuitan",
  depth: "depth",
  calls: "calls",
  objective: "goal",
  others: "others",
  budget: "ms",
  memory: "mb",
  ...bySeat((wind, part) => `${part.toLowerCase()}${1 + WINDS.indexOf(wind)}`),
};
const FIELDS = Object.keys(KEYS) as Field[];

/** The field of the engine's request that each of ours becomes. */
const REQUEST_FIELDS: Readonly<Record<Field, string>> = {
  hand: "hand",
  dora: "context.doraIndicators",
  visible: "context.visible",
  offeredFrom: "context.offered.from",
  offeredBy: "context.offered.by",
  offered: "context.offered",
  roundWind: "context.roundWind",
  roundNumber: "context.roundNumber",
  length: "context.length",
  seat: "context.seat",
  turn: "context.turn",
  honba: "context.honba",
  sticks: "context.riichiSticks",
  rules: "context.rules",
  tilesLeft: "context.tilesLeft",
  interrupted: "context.interrupted",
  redFives: "context.redFives",
  kuitan: "context.kuitan",
  depth: "options.exchanges",
  calls: "options.calls",
  objective: "options.objective",
  others: "options.others",
  budget: "options.budgetMs",
  memory: "options.memoryMb",
  ...bySeat((wind, part) => {
    return part === "Score" ? `context.scores[${WINDS.indexOf(wind)}]` : `context.players.${wind}.${part.toLowerCase()}`;
  }),
};

/** Which of our fields an error of the engine speaks of; `hand.melds.1` is still the hand. */
export function fieldOf(requestField: string): Field | null {
  const within = (path: string) =>
    requestField === path || requestField.startsWith(`${path}.`) || requestField.startsWith(`${path}[`);
  const player = WINDS.find((wind) => requestField === `context.players.${wind}`);
  return FIELDS.find((field) => within(REQUEST_FIELDS[field])) ?? (player ? `${player}River` : null);
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

const TYPED: readonly Field[] = [
  ...(["hand", "dora", "visible", "offered", "roundNumber", "turn", "honba", "sticks", "tilesLeft", "calls", "budget", "memory"] as const),
  ...(Object.keys(bySeat(() => null)) as SeatField[]),
];

/** Whether one text differs, as after a key stroke: another may follow at once. */
export function isStroke(before: Position, after: Position): boolean {
  const [field, ...more] = difference(before, after);
  return field !== undefined && more.length === 0 && TYPED.includes(field);
}

/** A number as typed: nothing is left out, anything else goes to the engine, which refuses what is no number. */
const number = (text: string): number | undefined => (text.trim() === "" ? undefined : Number(text));
const tiles = (text: string): string | undefined => (text.trim() === "" ? undefined : text);
/** Yes and no; another word of a link goes to the engine as it is. */
const yesNo = (text: string): boolean | string => ({ yes: true, no: false })[text] ?? text;

/** All four scores or none: one that is missing goes as nothing, which the engine refuses by its place. */
function scores(position: Position): readonly (number | null)[] | undefined {
  const typed = WINDS.map((wind) => number(position[`${wind}Score`]));
  return typed.every((score) => score === undefined) ? undefined : typed.map((score) => score ?? null);
}

/** The melds of a text, one by one, and where each begins. */
export function meldsOf(text: string): { readonly text: string; readonly start: number }[] {
  return [...text.matchAll(/[^,、，()（）[\]［］\s]+/gu)].map((found) => ({ text: found[0], start: found.index }));
}

/** What lies before the players, or nothing while no river and no meld is typed: then the table is not known. */
function players(position: Position): Context["players"] {
  const entries = WINDS.map((wind) => {
    const melds = meldsOf(position[`${wind}Melds`]).map((meld) => meld.text);
    return [wind, filled({ river: tiles(position[`${wind}River`]), melds: melds.length > 0 ? melds : undefined })] as const;
  }).filter(([, player]) => Object.keys(player).length > 0);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** The turn as it stands in its control: what was typed, or what the own river says where nothing else was. */
export function shownTurn(position: Position): string {
  const own = WINDS.find((wind) => wind === position.seat);
  if (!own || !players(position) || position.turn !== DEFAULTS.turn) return position.turn;
  return String(1 + riverOf(position[`${own}River`]).filter(({ kan }) => !kan).length);
}

/** The tile on offer; a discard where nothing else is said. */
function offered({ offered: tile, offeredFrom: from, offeredBy: by }: Position): object {
  return by === DEFAULTS.offeredBy ? { tile, from } : { tile, from, by };
}

const filled = (object: object): object => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

/** The engine's context; fields left empty are left out, and what follows from the whole table unless it was changed. */
export function toContext(position: Position): Context {
  const table = players(position);
  const own = (field: Field): string => (table && position[field] === DEFAULTS[field] ? "" : position[field]);
  const context = {
    rules: position.rules,
    roundWind: position.roundWind,
    roundNumber: position.roundNumber === DEFAULTS.roundNumber ? undefined : number(position.roundNumber),
    length: position.length === DEFAULTS.length ? undefined : position.length,
    seat: position.seat,
    honba: number(position.honba),
    riichiSticks: number(own("sticks")),
    scores: scores(position),
    doraIndicators: tiles(position.dora),
    visible: tiles(position.visible),
    offered: position.offered.trim() === "" ? undefined : offered(position),
    turn: number(own("turn")),
    tilesLeft: number(position.tilesLeft),
    interrupted: position.interrupted === DEFAULTS.interrupted ? undefined : yesNo(position.interrupted),
    redFives: position.redFives === "" ? undefined : yesNo(position.redFives),
    kuitan: position.kuitan === "" ? undefined : yesNo(position.kuitan),
    players: table,
  };
  // Winds and rule names of a link can be anything: the engine is the one door that checks them.
  return filled(context) as Context;
}

/** The engine's options; words of a link that are none of its words go to it as they are. */
export function toOptions(position: Position): Options {
  const options = {
    exchanges: position.depth,
    calls: number(position.calls),
    objective: position.objective,
    others: yesNo(position.others),
    budgetMs: number(position.budget),
    memoryMb: number(position.memory),
  };
  return filled(options) as Options;
}
