/**
 * Every field of the page, each in one entry: its name in a link, its place in the engine's request, what it begins with,
 * what of the position it tells, and how its text becomes what the engine takes. A new field is an entry here, a control
 * in `view/fields.ts` and its words in `text/`.
 */

export const WINDS = ["east", "south", "west", "north"] as const;
export type Wind = (typeof WINDS)[number];

/** What stands in front of a player. */
export const SEAT_PARTS = ["Score", "River", "Melds"] as const;
export type SeatPart = (typeof SEAT_PARTS)[number];
export type SeatField = `${Wind}${SeatPart}`;

/** Something for each part of each seat, east first. */
export function bySeat<T>(make: (wind: Wind, part: SeatPart) => T): Record<SeatField, T> {
  const entries = WINDS.flatMap((wind) => SEAT_PARTS.map((part) => [`${wind}${part}`, make(wind, part)] as const));
  return Object.fromEntries(entries) as Record<SeatField, T>;
}

/** What a field tells of: the hand, what lies on the table, what was agreed on, or how to search. */
export type Group = "hand" | "table" | "rules" | "search";

/** When a field goes to the engine; what is left blank never does. */
export type Sent =
  | "always"
  /** Only where it differs from what it begins with. */
  | "changed"
  /** The same once rivers or melds are typed: until then always. */
  | "unlessTold"
  /** Only while a tile is on offer. */
  | "withOffer"
  | "withOfferChanged";

export interface FieldSpec {
  /** Its name in the address bar. */
  readonly key: string;
  /** Its place in the engine's request, where errors speak of it as well. */
  readonly path: string;
  readonly initial: string;
  readonly group: Group;
  /** What the engine takes in its place. */
  readonly as: "text" | "number" | "yesNo" | "list";
  readonly sent: Sent;
  /** Whether it is typed, so that another key stroke may follow at once; the others are chosen. */
  readonly typed: boolean;
  /** The words it is chosen from; a link can hold others, which the engine refuses. */
  readonly choices: readonly string[];
}

type Spec = Partial<FieldSpec> & Pick<FieldSpec, "key" | "path" | "group">;
const field = (spec: Spec): FieldSpec => ({ initial: "", as: "text", sent: "always", typed: false, choices: [], ...spec });
const typed = (spec: Spec): FieldSpec => field({ typed: true, ...spec });
/** What a table can have agreed on apart from its rule set. */
const RULE_SAYS = ["", "yes", "no"] as const;
const number = (spec: Spec): FieldSpec => typed({ as: "number", ...spec });

const PLAIN = {
  // `q` for the hand is what other tools use as well
  hand: typed({ key: "q", path: "hand", group: "hand" }),
  dora: typed({ key: "dora", path: "context.doraIndicators", group: "table" }),
  visible: typed({ key: "seen", path: "context.visible", group: "table" }),
  offered: typed({ key: "offer", path: "context.offered.tile", group: "table" }),
  offeredFrom: field({ key: "from", path: "context.offered.from", group: "table", initial: "left", sent: "withOffer", choices: ["left", "across", "right"] }),
  offeredBy: field({ key: "by", path: "context.offered.by", group: "table", initial: "discard", sent: "withOfferChanged", choices: ["discard", "kakan", "ankan"] }),
  roundWind: field({ key: "round", path: "context.roundWind", group: "table", initial: "east", choices: WINDS }),
  roundNumber: number({ key: "kyoku", path: "context.roundNumber", group: "table", initial: "1", sent: "changed" }),
  seat: field({ key: "seat", path: "context.seat", group: "table", initial: "east", choices: WINDS }),
  turn: number({ key: "turn", path: "context.turn", group: "table", initial: "1", sent: "unlessTold" }),
  honba: number({ key: "honba", path: "context.honba", group: "table", initial: "0" }),
  sticks: number({ key: "sticks", path: "context.riichiSticks", group: "table", initial: "0", sent: "unlessTold" }),
  tilesLeft: number({ key: "left", path: "context.tilesLeft", group: "table" }),
  interrupted: field({ key: "called", path: "context.interrupted", group: "table", initial: "no", as: "yesNo", sent: "changed", choices: ["no", "yes"] }),
  rules: field({ key: "rules", path: "context.rules", group: "rules", initial: "tenhou", choices: ["tenhou", "mahjong-soul", "m-league", "wrc", "ema"] }),
  length: field({ key: "length", path: "context.length", group: "rules", initial: "hanchan", sent: "changed", choices: ["hanchan", "tonpuu"] }),
  redFives: field({ key: "reds", path: "context.redFives", group: "rules", as: "yesNo", choices: RULE_SAYS }),
  kuitan: field({ key: "kuitan", path: "context.kuitan", group: "rules", as: "yesNo", choices: RULE_SAYS }),
  depth: field({ key: "depth", path: "options.exchanges", group: "search", initial: "full", choices: ["first", "fast", "full", "deepest"] }),
  calls: number({ key: "calls", path: "options.calls", group: "search", initial: "2" }),
  objective: field({ key: "goal", path: "options.objective", group: "search", initial: "points", choices: ["points", "placement", "winRate", "tenpai"] }),
  others: field({ key: "others", path: "options.others", group: "search", initial: "yes", as: "yesNo", choices: ["yes", "no"] }),
  budget: number({ key: "ms", path: "options.budgetMs", group: "search" }),
  memory: number({ key: "mb", path: "options.memoryMb", group: "search" }),
} as const;

const PLACES: Readonly<Record<SeatPart, (wind: Wind) => string>> = {
  Score: (wind) => `context.scores[${WINDS.indexOf(wind)}]`,
  River: (wind) => `context.players.${wind}.river`,
  Melds: (wind) => `context.players.${wind}.melds`,
};
const KINDS: Readonly<Record<SeatPart, FieldSpec["as"]>> = { Score: "number", River: "text", Melds: "list" };

export type Field = keyof typeof PLAIN | SeatField;

export const FIELDS: Readonly<Record<Field, FieldSpec>> = {
  ...PLAIN,
  ...bySeat((wind, part) => {
    const key = `${part.toLowerCase()}${1 + WINDS.indexOf(wind)}`;
    return typed({ key, path: PLACES[part](wind), group: "table", as: KINDS[part] });
  }),
};
export const FIELD_NAMES = Object.keys(FIELDS) as Field[];

export const fieldsOf = (group: Group): Field[] => FIELD_NAMES.filter((name) => FIELDS[name].group === group);

/** The fields that hold tiles, which the tile keys write to. */
export type TileField = "hand" | "dora" | "visible" | "offered" | `${Wind}River`;

/** What an error may speak of as a whole, and the field that stands for it. */
const WHOLES: Readonly<Record<string, Field>> = {
  "context.offered": "offered",
  ...Object.fromEntries(WINDS.map((wind) => [`context.players.${wind}`, `${wind}River` as const])),
};

/** Which of the fields an error of the engine speaks of; `hand.melds[1]` is still the hand. */
export function fieldOf(requestField: string): Field | null {
  const within = (path: string) => requestField === path || requestField.startsWith(`${path}.`) || requestField.startsWith(`${path}[`);
  return FIELD_NAMES.find((name) => within(FIELDS[name].path)) ?? WHOLES[requestField] ?? null;
}
