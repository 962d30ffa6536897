/**
 * A review as a file or the browser stores it: what was found in a record. What is read back is checked here.
 */

import type { Action } from "nanikiru";
import { forJson } from "../js/escape";
import type { SavedCode } from "./failure";
import { type GameLog, placesOf, type ReadOptions } from "./log";
import { MOST_BRANCHES, MOST_CHARACTERS, type Note } from "./notes";
import type { AnyRules } from "./players";
import { fromQuery } from "./position";
import { NO_REVIEW, objectiveOf, type Review, type ReviewObjective, type SecondTry, type Verdict } from "./review";
import { words } from "./text";

export class SavedError extends Error {
  constructor(
    readonly code: SavedCode,
    message: string,
  ) {
    super(message);
  }
}

const MARK = "nanikiru-review";
const VERSION = 3;

/** What was found, by the places of the decisions in their game. */
export interface SavedReview {
  readonly version: typeof VERSION;
  readonly objective: ReviewObjective;
  /** How many the record has: with another number it is another record. */
  readonly decisions: number;
  readonly verdicts: readonly { readonly at: number; readonly verdict: Verdict }[];
  /** What was chosen where a mistake had been made; none where nobody has learned from it. */
  readonly learned?: readonly ({ readonly at: number } & SecondTry)[];
  /** What the reader wrote to decisions; none where nothing was. */
  readonly notes?: readonly ({ readonly at: number } & Note)[];
}

/** What a file holds, checked but for the record, which is for the engine to judge. */
export interface ReviewFile extends SavedReview, ReadOptions {
  readonly name: string;
  readonly record: Uint8Array<ArrayBuffer>;
}

const toBase64 = (bytes: Uint8Array): string => {
  let text = "";
  // an argument list has an end
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
};

/** What was found, without the record. */
export function savedReview(log: GameLog, { found, learned: chosen, notes: written, objective }: Review): SavedReview {
  const places = placesOf(log);
  const verdicts = places.flatMap(({ decision }, at) => {
    const verdict = found.get(decision);
    return verdict ? [{ at, verdict }] : [];
  });
  const learned = places.flatMap(({ decision }, at) => {
    const one = chosen.get(decision);
    return one ? [{ at, ...one }] : [];
  });
  const notes = places.flatMap(({ decision }, at) => {
    const one = written.get(decision);
    return one ? [{ at, ...one }] : [];
  });
  return {
    version: VERSION,
    objective,
    decisions: places.length,
    verdicts,
    ...(learned.length > 0 && { learned }),
    ...(notes.length > 0 && { notes }),
  };
}

/** The text of the file. */
export function savedText(
  name: string,
  record: Uint8Array,
  log: GameLog,
  review: Review,
  { game, rules }: ReadOptions = {},
): string {
  return forJson(
    JSON.stringify({ format: MARK, name, record: toBase64(record), game, rules, ...savedReview(log, review) }),
  );
}

const PAGE = `<!doctype html><!-- ${MARK} -->`;
const OPENS = `<script type="application/json" id="${MARK}">`;
const CLOSES = "</script>";

/** A page for others, with the text of the file inside it. */
export const embedded = (lang: string, head: string, body: string, saved: string): string =>
  `${PAGE}<html lang="${lang}"><head>${head}</head>` +
  `<body>${body}${OPENS}${saved.replaceAll("<", "\\u003c")}${CLOSES}</body></html>`;

/** Whether the file begins as a saved review. */
export function claimsToBeSaved(bytes: Uint8Array): boolean {
  const begin = new TextDecoder().decode(bytes.subarray(0, 64));
  return begin.startsWith(PAGE) || begin.replace(/\s/gu, "").startsWith(`{"format":"${MARK}"`);
}

/** What a page for others holds; any other text as it is. */
function unwrapped(text: string): string {
  if (!text.startsWith(PAGE)) return text;
  const from = text.indexOf(OPENS);
  const to = text.indexOf(CLOSES, from);
  if (from < 0 || to < 0) throw new SavedError("saved.syntax", "the page holds no review");
  return text.slice(from + OPENS.length, to);
}

type Fields = Readonly<Record<string, unknown>>;

function refuse(where: string, what: string): never {
  throw new SavedError("saved.value", `${where}: ${what}`);
}
function fields(value: unknown, where: string): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : refuse(where, "no object");
}
function list(value: unknown, where: string): readonly unknown[] {
  return Array.isArray(value) ? value : refuse(where, "no list");
}
function text(value: unknown, where: string): string {
  return typeof value === "string" ? value : refuse(where, "no text");
}
function number(value: unknown, where: string): number {
  return typeof value === "number" && Number.isFinite(value) ? value : refuse(where, "no number");
}
function count(value: unknown, where: string): number {
  const found = number(value, where);
  return Number.isInteger(found) && found >= 0 ? found : refuse(where, "no count");
}

function oneOf<Word extends string>(words: Readonly<Record<Word, unknown>>, value: unknown, where: string): Word {
  const word = text(value, where);
  return Object.hasOwn(words, word) ? (word as Word) : refuse(where, `none of ${Object.keys(words).join(", ")}`);
}
function rate(value: unknown, where: string): number {
  const found = number(value, where);
  return found >= 0 && found <= 1 ? found : refuse(where, "no rate");
}
/** A loss, or how much of anything there is. */
function amount(value: unknown, where: string): number {
  const found = number(value, where);
  return found >= 0 ? found : refuse(where, "less than nothing");
}

const TILE = /^(?:\d[mps]|[1-7]z)$/u;
const TILES = /^(?:\d+[mps]|[1-7]+z)*$/u;

function tile(value: unknown, where: string): void {
  if (!TILE.test(text(value, where))) refuse(where, "no tile");
}
function tiles(value: unknown, where: string): void {
  if (!TILES.test(text(value, where))) refuse(where, "no tiles");
}
function flag(value: unknown, where: string): void {
  if (typeof value !== "boolean") refuse(where, "neither true nor false");
}

type Check = (value: unknown, where: string) => void;

/** Of each type of action, what else it has. */
const ACTIONS: Readonly<Record<Action["type"], Readonly<Record<string, Check>>>> = {
  discard: { tile, riichi: flag },
  ...{ tsumo: {}, nineTerminals: {}, pass: {}, ron: {}, daiminkan: {}, kita: {} },
  ...{ ankan: { tile }, kakan: { tile }, chi: { tiles, discard: tile }, pon: { tiles, discard: tile } },
};

function action(value: unknown, where: string): void {
  const read = fields(value, where);
  const own = ACTIONS[oneOf(ACTIONS, read["type"], `${where}.type`)];
  for (const [name, check] of Object.entries(own)) check(read[name], `${where}.${name}`);
  // the names of actions, by which they are found, are made of all of their fields
  const other = Object.keys(read).find((name) => name !== "type" && !(name in own) && read[name] !== undefined);
  if (other !== undefined) refuse(`${where}.${other}`, "no field of this action");
}

function objective(value: unknown, where: string): ReviewObjective {
  const word = text(value, where);
  return word === objectiveOf(word) ? word : refuse(where, "neither points nor placement");
}

const ENDS = ["win", "dealIn", "tsumo", "draw", "rest"] as const;

function candidate(value: unknown, where: string): void {
  const read = fields(value, where);
  action(read["action"], `${where}.action`);
  count(read["group"], `${where}.group`);
  for (const name of ["value", "shanten"]) number(read[name], `${where}.${name}`);
  for (const name of ["winRate", "tenpaiRate"]) rate(read[name], `${where}.${name}`);
  for (const name of ["dealInRate", "policy"]) if (read[name] !== undefined) rate(read[name], `${where}.${name}`);
  if (read["searchValue"] !== undefined) number(read["searchValue"], `${where}.searchValue`);
  const ukeire = fields(read["ukeire"], `${where}.ukeire`);
  tiles(ukeire["kinds"], `${where}.ukeire.kinds`);
  count(ukeire["tiles"], `${where}.ukeire.tiles`);
  const outcomes = fields(read["outcomes"], `${where}.outcomes`);
  for (const end of ENDS) {
    const part = fields(outcomes[end], `${where}.outcomes.${end}`);
    rate(part["rate"], `${where}.outcomes.${end}.rate`);
    number(part["mean"], `${where}.outcomes.${end}.mean`);
  }
  if (read["correction"] !== undefined) correction(read["correction"], `${where}.correction`);
}

function correction(value: unknown, where: string): void {
  const read = fields(value, where);
  number(read["outcome"], `${where}.outcome`);
  list(read["because"] ?? [], `${where}.because`).forEach((one, i) => {
    const because = fields(one, `${where}.because[${i}]`);
    oneOf(words.en.parts.reasons, because["reason"], `${where}.because[${i}].reason`);
    number(because["adds"], `${where}.because[${i}].adds`);
  });
}

function verdict(value: unknown, where: string): Verdict {
  const read = fields(value, where);
  list(read["candidates"], `${where}.candidates`).forEach((one, i) => candidate(one, `${where}.candidates[${i}]`));
  const actions = count(read["actions"], `${where}.actions`);
  if (read["unjudged"] !== undefined) {
    oneOf(words.en.review.unjudged, read["unjudged"], `${where}.unjudged`);
    for (const name of ["best", "rank", "loss"])
      if (read[name] !== undefined) refuse(`${where}.${name}`, "though nothing was judged");
  } else {
    action(read["best"], `${where}.best`);
    const rank = count(read["rank"], `${where}.rank`);
    if (rank < 1 || rank > actions) refuse(`${where}.rank`, `not among ${actions} actions`);
    amount(read["loss"], `${where}.loss`);
  }
  return read as unknown as Verdict;
}

/** The notes of a review; every version of the page writes them in the same way. */
function notesIn(read: Fields): NonNullable<SavedReview["notes"]> {
  return list(read["notes"] ?? [], "notes").map((value, i) => {
    const where = `notes[${i}]`;
    const one = fields(value, where);
    const said = text(one["text"], `${where}.text`);
    if (said.length > MOST_CHARACTERS) refuse(`${where}.text`, `longer than ${MOST_CHARACTERS} characters`);
    const branches = list(one["branches"], `${where}.branches`).map((branch, j) =>
      text(branch, `${where}.branches[${j}]`),
    );
    if (branches.length > MOST_BRANCHES) refuse(`${where}.branches`, `more than ${MOST_BRANCHES}`);
    branches.forEach((query, j) => {
      if (fromQuery(query) === null) refuse(`${where}.branches[${j}]`, "no position");
    });
    return { at: count(one["at"], `${where}.at`), text: said, branches };
  });
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return refuse("record", "no base64");
  }
}

/** What was found, checked. Throws `SavedError`. */
export function readReview(value: unknown): SavedReview {
  const read = fields(value, "the review");
  if (read["version"] !== VERSION)
    throw new SavedError("saved.version", `version ${String(read["version"])}, not ${VERSION}`);
  const verdicts = list(read["verdicts"], "verdicts").map((value, i) => {
    const one = fields(value, `verdicts[${i}]`);
    return { at: count(one["at"], `verdicts[${i}].at`), verdict: verdict(one["verdict"], `verdicts[${i}].verdict`) };
  });
  const learned = list(read["learned"] ?? [], "learned").map((value, i) => {
    const where = `learned[${i}]`;
    const one = fields(value, where);
    action(one["choice"], `${where}.choice`);
    return {
      at: count(one["at"], `${where}.at`),
      choice: one["choice"] as SecondTry["choice"],
      loss: amount(one["loss"], `${where}.loss`),
    };
  });
  const notes = notesIn(read);
  return {
    version: VERSION,
    ...(learned.length > 0 && { learned }),
    ...(notes.length > 0 && { notes }),
    objective: objective(read["objective"], "objective"),
    decisions: count(read["decisions"], "decisions"),
    verdicts,
  };
}

/** What the browser kept; of what another version of the page wrote, the notes alone; nothing where there are none. */
export function readKept(value: unknown): SavedReview | null {
  try {
    return readReview(value);
  } catch (error) {
    if (!(error instanceof SavedError)) throw error;
    if (error.code !== "saved.version") return null;
    try {
      const read = fields(value, "the review");
      const notes = notesIn(read);
      return notes.length === 0
        ? null
        : {
            version: VERSION,
            objective: "points",
            decisions: count(read["decisions"], "decisions"),
            verdicts: [],
            notes,
          };
    } catch {
      return null;
    }
  }
}

/** Reads a file. Throws `SavedError`. */
export function readSaved(bytes: Uint8Array): ReviewFile {
  let whole: unknown;
  try {
    whole = JSON.parse(unwrapped(new TextDecoder().decode(bytes)));
  } catch (error) {
    if (error instanceof SavedError) throw error;
    throw new SavedError("saved.syntax", error instanceof Error ? error.message : String(error));
  }
  const read = fields(whole, "the file");
  if (read["format"] !== MARK) refuse("format", `not ${MARK}`);
  const review = readReview(whole);
  return {
    ...review,
    name: text(read["name"], "name"),
    record: bytesOf(text(read["record"], "record")),
    ...(read["game"] !== undefined && { game: count(read["game"], "game") }),
    ...(read["rules"] !== undefined && {
      rules: oneOf<AnyRules>(words.en.fields.rules.choices, read["rules"], "rules"),
    }),
  };
}

/** What was found, put to the decisions of the record. Throws `SavedError` where they are not those of the file. */
export function foundIn(
  log: GameLog,
  { decisions, verdicts, learned, notes }: SavedReview,
): Pick<Review, "found" | "learned" | "notes"> {
  const places = placesOf(log);
  if (places.length !== decisions)
    throw new SavedError("saved.record", `${places.length} decisions in the record, ${decisions} in the file`);
  const decisionAt = (at: number) => {
    const place = places[at];
    if (!place) throw new SavedError("saved.record", `the record has no decision ${at}`);
    return place.decision;
  };
  return {
    found: new Map(verdicts.map(({ at, verdict: found }) => [decisionAt(at), found])),
    learned: new Map((learned ?? []).map(({ at, choice, loss }) => [decisionAt(at), { choice, loss }])),
    notes: new Map((notes ?? []).map(({ at, text: said, branches }) => [decisionAt(at), { text: said, branches }])),
  };
}

/** A review that was saved. Throws `SavedError`. */
export const reviewIn = (log: GameLog, saved: SavedReview): Review => ({
  ...NO_REVIEW,
  objective: saved.objective,
  ...foundIn(log, saved),
});
