/** A position as the player typed it, its form in links and questions, and the changes that can be undone. */

import type { Context, Options } from "nanikiru";
import {
  type Field,
  FIELD_NAMES,
  FIELDS,
  fieldsOf,
  type FieldSpec,
  type Group,
  isTyped,
  SEAT_PARTS,
  WINDS,
} from "./fields";
import { discardsOf, spelled, tilesOf } from "./notation";
import { partyBy } from "./players";

// What the player typed, as typed: the engine judges it, the page only keeps it.

/** Every field is the text as it stands in its control, so that nothing typed is ever lost. */
export type Position = Readonly<Record<Field, string>>;

const fill = (text: (field: Field) => string): Position =>
  Object.fromEntries(FIELD_NAMES.map((field) => [field, text(field)])) as Position;

export const DEFAULTS: Position = fill((field) => FIELDS[field].initial);

/** The query of a link to this position: only what differs from the defaults. */
export function toQuery(position: Position): string {
  const query = new URLSearchParams();
  for (const field of FIELD_NAMES) {
    if (field === "hand" || position[field] !== DEFAULTS[field]) query.set(FIELDS[field].key, position[field]);
  }
  return `?${query.toString()}`;
}

/** The position of a link, or null when the link names no hand. */
export function fromQuery(search: string): Position | null {
  const query = new URLSearchParams(search);
  return query.has(FIELDS.hand.key) ? fill((field) => query.get(FIELDS[field].key) ?? DEFAULTS[field]) : null;
}

const difference = (a: Position, b: Position): Field[] => FIELD_NAMES.filter((field) => a[field] !== b[field]);

export const samePosition = (a: Position, b: Position): boolean => difference(a, b).length === 0;

/** The same hand and the same table, with any settings of rules and search. */
export const sameBoard = (a: Position, b: Position): boolean =>
  difference(a, b).every((field) => ["rules", "search"].includes(FIELDS[field].group));

/** The field whose text alone differs, as after a key stroke: another may follow at once. */
export function strokeOf(before: Position, after: Position): Field | null {
  const [field, ...more] = difference(before, after);
  return field !== undefined && more.length === 0 && isTyped(field) ? field : null;
}

/** The position with all fields of these groups as they were at the beginning. */
export function cleared(position: Position, groups: readonly Group[]): Position {
  return fill((field) => (groups.includes(FIELDS[field].group) ? DEFAULTS[field] : position[field]));
}

/** What of the table is still there from the position that it came with, although the hand is another. */
export function leftovers(position: Position, origin: Position | null): Field[] {
  if (origin === null || origin.hand === position.hand) return [];
  return fieldsOf("table").filter((field) => position[field] !== DEFAULTS[field] && position[field] === origin[field]);
}

/** The position without the table of `origin`: what differs from it, a person has set, and it stays. */
export function withoutTable(position: Position, origin: Position): Position {
  return fill((field) =>
    FIELDS[field].group === "table" && position[field] === origin[field] ? DEFAULTS[field] : position[field],
  );
}

/** The position with the table of `origin` where it has none of its own. */
export function withTable(position: Position, origin: Position): Position {
  return fill((field) =>
    FIELDS[field].group === "table" && position[field] === DEFAULTS[field] ? origin[field] : position[field],
  );
}

/** The melds of a text, one by one, and where each begins. */
export function meldsOf(text: string): { readonly text: string; readonly start: number }[] {
  return [...text.matchAll(/[^,、，()（）[\]［］\s]+/gu)].map((found) => ({ text: found[0], start: found.index }));
}

/** Whether rivers or melds are typed. */
const hasTiles = (position: Position): boolean =>
  WINDS.some((wind) => position[`${wind}River`].trim() !== "" || position[`${wind}Melds`].trim() !== "");

/** Whether the table is known: by what lies on it, or because nothing does yet. */
export const isLaid = (position: Position): boolean => position.known === "yes" || hasTiles(position);

const BEFORE_ALL: readonly Field[] = ["seat", "turn", "visible", "offered", "tilesLeft", "interrupted"];
/** At East's first turn nobody has discarded: with its dora the table is known without a word about it. */
const isKnown = (position: Position): boolean =>
  isLaid(position) ||
  (position.dora.trim() !== "" && BEFORE_ALL.every((field) => position[field].trim() === DEFAULTS[field]));

/** Whether a field means something at this table, or a link has filled it: with a table the rivers have the norths. */
export function isAsked(position: Position, field: Field): boolean {
  if (field === "tableRules") return position.tableRules !== "";
  return field !== "kita" || position.kita !== DEFAULTS.kita || (partyBy(position.rules).kita && !isLaid(position));
}

/** What the table has otherwise than its rule set, by name. */
export function ownRules({ tableRules }: Position): string[] {
  const rules = tableRules === "" ? {} : parsed(tableRules);
  return typeof rules === "object" && rules !== null ? Object.keys(rules) : [tableRules];
}

/** The turn as it stands in its control: what was typed, or what the own river says where nothing else was. */
export function shownTurn(position: Position): string {
  const own = WINDS.find((wind) => wind === position.seat);
  if (!own || !isLaid(position) || position.turn !== DEFAULTS.turn) return position.turn;
  return String(1 + discardsOf(position[`${own}River`]).length);
}

/** JSON of a link, or its text, which the engine refuses. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * The text as the engine takes it, nothing where it is blank. What is no number or no known word goes as it was
 * typed: the engine refuses it.
 */
function read(text: string, as: FieldSpec["as"]): unknown {
  // whether it goes is for `isSent` to say
  if (as === "table") return text === "yes" || text === "" ? {} : text;
  if (text.trim() === "") return undefined;
  switch (as) {
    case "text":
      return text;
    case "number":
      return Number.isNaN(Number(text)) ? text : Number(text);
    case "json":
      return parsed(text);
    case "yesNo":
      return { yes: true, no: false }[text] ?? text;
    case "list": {
      const melds = meldsOf(text).map((meld) => meld.text);
      return melds.length > 0 ? melds : undefined;
    }
  }
}

function isSent(position: Position, field: Field): boolean {
  const { sent, initial } = FIELDS[field];
  const changed = position[field] !== initial;
  const offering = position.offered.trim() !== "";
  switch (sent) {
    case "always":
      return true;
    case "changed":
      return changed;
    case "unlessKnown":
      return changed || !isKnown(position);
    case "whileEmpty":
      return (changed || isKnown(position)) && !hasTiles(position);
    case "withOffer":
      return offering;
    case "withOfferChanged":
      return offering && changed;
  }
}

/** The fields of seats that nobody has by these rules. */
export function emptySeats(rules: string): readonly Field[] {
  const { winds } = partyBy(rules);
  return WINDS.filter((wind) => !winds.includes(wind)).flatMap((wind) =>
    SEAT_PARTS.map((part) => `${wind}${part}` as const),
  );
}

type Node = Record<string | number, unknown>;

/** `context.scores[2]` as its steps. */
const stepsOf = (path: string): (string | number)[] =>
  path.split(/[.[]/u).map((step) => (step.endsWith("]") ? Number(step.slice(0, -1)) : step));

function put(whole: Node, path: string, value: unknown): void {
  const steps = stepsOf(path);
  const last = steps.pop();
  if (last === undefined) return;
  let node = whole;
  steps.forEach((step, i) => {
    node = (node[step] ??= typeof (steps[i + 1] ?? last) === "number" ? [] : {}) as Node;
  });
  node[last] = value;
}

function request(position: Position): { readonly hand?: string; readonly context: Context; readonly options: Options } {
  const whole: Node = { context: {}, options: {} };
  for (const field of FIELD_NAMES) {
    const text = FIELDS[field].control === "tiles" ? spelled(position[field]) : position[field];
    const value = isSent(position, field) ? read(text, FIELDS[field].as) : undefined;
    if (value !== undefined) put(whole, FIELDS[field].path, value);
  }
  const context = whole["context"] as Node;
  // all scores or none: one that is missing goes as nothing, which the engine refuses by its place
  const scores = context["scores"] as unknown[] | undefined;
  const { winds } = partyBy(position.rules);
  if (scores) context["scores"] = WINDS.map((wind, i) => scores[i] ?? (winds.includes(wind) ? null : 0));
  // winds and rule names of a link can be anything: the engine is the one door that checks them
  return whole as ReturnType<typeof request>;
}

/** The hand as the engine takes it. */
export const toHand = ({ hand }: Position): string => spelled(hand);

/**
 * The engine's context; fields left empty are left out, and what follows from the whole table unless it was changed.
 */
export const toContext = (position: Position): Context => request(position).context;

/** The engine's options; words of a link that are none of its words go to it as they are. */
export const toOptions = (position: Position): Options => request(position).options;

function said(value: unknown): string | undefined {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.join(",");
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  return value === undefined || value === null ? undefined : String(value);
}

/** A hand and its context as they would have been typed; how to search stays as it is. */
export function typedOf(recorded: { readonly hand: string; readonly context: Context }, now: Position): Position {
  const empty = emptySeats(recorded.context.rules ?? DEFAULTS.rules);
  return fill((field) => {
    const { path, group, as } = FIELDS[field];
    if (group === "search") return now[field];
    if (empty.includes(field)) return DEFAULTS[field];
    const found = stepsOf(path).reduce<unknown>(
      (node, step) => (typeof node === "object" && node !== null ? (node as Node)[step] : undefined),
      recorded,
    );
    // a record knows its table, an empty one too
    if (as === "table") return found === undefined ? DEFAULTS[field] : "yes";
    return said(found) ?? DEFAULTS[field];
  });
}

/** The other player's tile that a position is about. */
export const offeredIn = ({ offered }: Position): string | null => tilesOf(offered)[0] ?? null;

// What was changed on the page, to be taken back and done again.

/** A position, and the one that its table came with. */
export interface Moment {
  readonly position: Position;
  /** The example, link or record that the table is from; none where the player laid it. */
  readonly origin: Position | null;
  /** The example whose table went when another hand replaced its hand. */
  readonly dropped: Position | null;
}

export interface History {
  readonly past: readonly Moment[];
  readonly future: readonly Moment[];
  /** The field that is being typed into: its next stroke is part of the same change. */
  readonly typing: Field | null;
}

export const NO_HISTORY: History = { past: [], future: [], typing: null };

/** Stored changes. */
const MOST = 200;

/** After `moment` was left, by a key stroke in `typing` or by another change. */
export function changed(history: History, moment: Moment, typing: Field | null): History {
  if (typing !== null && typing === history.typing) return { ...history, future: [] };
  return { past: [...history.past, moment].slice(-MOST), future: [], typing };
}

/** What was typed has had its answer: the next stroke is a change of its own. */
export const settled = (history: History): History =>
  history.typing === null ? history : { ...history, typing: null };

/** The moment before or after, and the history there; nothing where there is none. */
export function stepped(
  { past, future }: History,
  now: Moment,
  by: -1 | 1,
): { readonly moment: Moment; readonly history: History } | null {
  const [from, to] = by < 0 ? [past, future] : [future, past];
  const moment = from.at(-1);
  if (!moment) return null;
  const [rest, kept] = [from.slice(0, -1), [...to, now]];
  return {
    moment,
    history: by < 0 ? { past: rest, future: kept, typing: null } : { past: kept, future: rest, typing: null },
  };
}
