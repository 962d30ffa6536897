/**
 * Every field of the page, each in one entry: its control, its name in a link, its place in the engine's request,
 * what it begins with, what of the position it holds, and how its text becomes what the engine takes. A new field is
 * an entry here, its words in `languages/` and its place in `index.html`.
 */
import { ALL_RULES, type Wind, WINDS } from "./players";

export { type Wind, WINDS } from "./players";

/** What stands in front of a player. */
export const SEAT_PARTS = ["Score", "River", "Melds"] as const;
export type SeatPart = (typeof SEAT_PARTS)[number];
export type SeatField = `${Wind}${SeatPart}`;

/** Something for each part of each seat, east first. */
export function bySeat<T>(make: (wind: Wind, part: SeatPart) => T): Record<SeatField, T> {
  const entries = WINDS.flatMap((wind) => SEAT_PARTS.map((part) => [`${wind}${part}`, make(wind, part)] as const));
  return Object.fromEntries(entries) as Record<SeatField, T>;
}

/** The subject of a field: the hand, what lies on the table, what was agreed on, or how to search. */
export type Group = "hand" | "table" | "rules" | "search";

/** When a field goes to the engine; what is left blank never does. */
export type SendRule =
  | "always"
  /** Only where it differs from what it begins with. */
  | "changed"
  /** The same once the table is known: until then always. */
  | "unlessKnown"
  /** Where it differs, as long as neither rivers nor melds are typed. */
  | "whileEmpty"
  /** Only while a tile is on offer. */
  | "withOffer"
  | "withOfferChanged";

/**
 * What it is given with: tiles as text, one of four winds, a number with steps, a word of a list, a number that may
 * be left out, what a record's table has agreed on.
 */
export type Control = "tiles" | "winds" | "stepper" | "words" | "amount" | "agreements";

export interface FieldSpec {
  readonly control: Control;
  /** Its name in the address bar. */
  readonly key: string;
  /** Its place in the engine's request, where errors speak of it as well. */
  readonly path: string;
  readonly initial: string;
  readonly group: Group;
  /** What the engine takes in its place. */
  readonly as: "text" | "number" | "yesNo" | "list" | "table" | "json";
  readonly sent: SendRule;
  /** The words it is chosen from; a link can hold others, which the engine refuses. */
  readonly choices: readonly string[];
}

/** Whether another key stroke may follow at once; the others are chosen. */
export const isTyped = (field: Field): boolean => !["winds", "words", "agreements"].includes(FIELDS[field].control);

type Spec = Partial<FieldSpec> & Pick<FieldSpec, "key" | "path" | "group">;
const field = (control: Control, as: FieldSpec["as"], spec: Spec): FieldSpec => ({
  control,
  as,
  initial: "",
  sent: "always",
  choices: [],
  ...spec,
});
const tiles = (spec: Spec): FieldSpec => field("tiles", "text", spec);
const stepper = (spec: Spec): FieldSpec => field("stepper", "number", spec);
const amount = (spec: Spec): FieldSpec => field("amount", "number", spec);
const winds = (spec: Spec): FieldSpec => field("winds", "text", { choices: WINDS, ...spec });
const choice = (choices: readonly string[], spec: Spec): FieldSpec => field("words", "text", { choices, ...spec });
/** What a table can have agreed on apart from its rule set. */
const agreed = (spec: Spec): FieldSpec => field("words", "yesNo", { choices: ["", "yes", "no"], ...spec });

const PLAIN = {
  // `q` for the hand is what other tools use as well
  hand: tiles({ key: "q", path: "hand", group: "hand" }),
  dora: tiles({ key: "dora", path: "context.doraIndicators", group: "table" }),
  visible: tiles({ key: "seen", path: "context.visible", group: "table" }),
  offered: tiles({ key: "offer", path: "context.offered.tile", group: "table" }),
  offeredFrom: choice(["left", "across", "right"], {
    key: "from",
    path: "context.offered.from",
    group: "table",
    initial: "left",
    sent: "withOffer",
  }),
  offeredBy: choice(["discard", "kakan", "ankan", "kita"], {
    key: "by",
    path: "context.offered.by",
    group: "table",
    initial: "discard",
    sent: "withOfferChanged",
  }),
  roundWind: winds({ key: "round", path: "context.roundWind", group: "table", initial: "east" }),
  roundNumber: stepper({ key: "kyoku", path: "context.roundNumber", group: "table", initial: "1", sent: "changed" }),
  seat: winds({ key: "seat", path: "context.seat", group: "table", initial: "east" }),
  turn: stepper({ key: "turn", path: "context.turn", group: "table", initial: "1", sent: "unlessKnown" }),
  honba: stepper({ key: "honba", path: "context.honba", group: "table", initial: "0" }),
  sticks: stepper({ key: "sticks", path: "context.riichiSticks", group: "table", initial: "0", sent: "unlessKnown" }),
  // with a table the rivers say it
  kita: stepper({ key: "kita", path: "context.kita", group: "table", initial: "0", sent: "changed" }),
  tilesLeft: amount({ key: "left", path: "context.tilesLeft", group: "table" }),
  // before the first discard nothing lies on a table that is known all the same
  known: choice(["", "yes"], {
    key: "table",
    path: "context.players",
    group: "table",
    as: "table",
    sent: "whileEmpty",
  }),
  interrupted: choice(["no", "yes"], {
    key: "called",
    path: "context.interrupted",
    group: "table",
    initial: "no",
    as: "yesNo",
    sent: "changed",
  }),
  rules: choice(ALL_RULES, { key: "rules", path: "context.rules", group: "rules", initial: "tenhou" }),
  length: choice(["hanchan", "tonpuu"], {
    key: "length",
    path: "context.length",
    group: "rules",
    initial: "hanchan",
    sent: "changed",
  }),
  redFives: agreed({ key: "reds", path: "context.redFives", group: "rules" }),
  kuitan: agreed({ key: "kuitan", path: "context.kuitan", group: "rules" }),
  // of a record's table; a person chooses a rule set
  tableRules: field("agreements", "json", { key: "own", path: "context.tableRules", group: "rules" }),
  depth: choice(["first", "fast", "full", "deepest"], {
    key: "depth",
    path: "options.depth",
    group: "search",
    initial: "full",
  }),
  calls: stepper({ key: "calls", path: "options.calls", group: "search", initial: "2" }),
  objective: choice(["points", "placement", "winRate", "tenpai"], {
    key: "goal",
    path: "options.objective",
    group: "search",
    initial: "points",
  }),
  others: choice(["yes", "no"], {
    key: "others",
    path: "options.others",
    group: "search",
    initial: "yes",
    as: "yesNo",
  }),
  budget: amount({ key: "ms", path: "options.budgetMs", group: "search" }),
  memory: amount({ key: "mb", path: "options.memoryMb", group: "search" }),
} as const;

const PLACES: Readonly<Record<SeatPart, (wind: Wind) => string>> = {
  Score: (wind) => `context.scores[${WINDS.indexOf(wind)}]`,
  River: (wind) => `context.players.${wind}.river`,
  Melds: (wind) => `context.players.${wind}.melds`,
};
const SEAT_CONTROLS: Readonly<Record<SeatPart, (spec: Spec) => FieldSpec>> = {
  Score: amount,
  River: tiles,
  Melds: (spec) => tiles({ as: "list", ...spec }),
};

export type PlainField = keyof typeof PLAIN;
export type Field = PlainField | SeatField;

export const FIELDS: Readonly<Record<Field, FieldSpec>> = {
  ...PLAIN,
  ...bySeat((wind, part) => {
    const key = `${part.toLowerCase()}${1 + WINDS.indexOf(wind)}`;
    return SEAT_CONTROLS[part]({ key, path: PLACES[part](wind), group: "table" });
  }),
};
export const FIELD_NAMES = Object.keys(FIELDS) as Field[];
export const PLAIN_FIELDS = Object.keys(PLAIN) as PlainField[];

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
  const within = (path: string) =>
    requestField === path || requestField.startsWith(`${path}.`) || requestField.startsWith(`${path}[`);
  // the table as a whole holds what lies before its players
  const [nearest] = FIELD_NAMES.filter((name) => within(FIELDS[name].path)).toSorted(
    (a, b) => FIELDS[b].path.length - FIELDS[a].path.length,
  );
  return WHOLES[requestField] ?? nearest ?? null;
}
