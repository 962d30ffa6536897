// Options that say the table and how to search, for commands that are asked about one position.
import { type AnalyzeOptions, type AnalyzerOptions, type Context, type Language, LANGUAGES } from "../index.js";
import { RULES } from "../rules.js";
import { number, type Options, text, UsageError, type Values, whole } from "./command.js";
import { contentOf, stdinContent } from "./input.js";

const WINDS = ["east", "south", "west", "north"] as const;
const OBJECTIVES = ["points", "placement", "winRate", "tenpai"] as const;

export const TABLE: Options = {
  context: { short: "c", value: "FILE", what: "the table as JSON, as analyze() takes it; - reads it from stdin" },
  seat: { short: "s", value: "WIND", words: WINDS, what: "the player's wind" },
  "round-wind": { value: "WIND", words: WINDS, what: "the wind of the round" },
  round: { value: "N", what: "the round's number within its wind, 1 to 4" },
  honba: { value: "N", what: "honba counters" },
  sticks: { value: "N", what: "riichi sticks on the table" },
  dora: { short: "d", value: "TILES", what: "dora indicators" },
  turn: { short: "t", value: "N", what: "own discards so far, plus one" },
  visible: { value: "TILES", what: "tiles seen elsewhere" },
  offered: { short: "o", value: "TILE", what: "another player's discard that is on offer" },
  from: { value: "WHO", words: ["left", "across", "right"], what: "whose it is" },
  rules: { short: "r", value: "NAME", words: RULES, what: "the rule set" },
};

/** How to search; `depth` is how deep when nothing is said. */
export const searchOptions = (depth: "fast" | "full"): Options => ({
  objective: { value: "WORD", words: OBJECTIVES, what: "what to strive for, points when left out" },
  depth: { value: "DEPTH", what: `first, fast, full, deepest or a number of exchanges; ${depth} when left out` },
  "budget-ms": { value: "MS", what: "begin no deeper search that is likely to take longer" },
});

export const ENGINE: Options = {
  threads: { value: "N", what: "threads of the search" },
  "memory-mb": { value: "MB", what: "most memory for searches" },
};

/** Of text for people; JSON has no language. */
export const LANGUAGE: Options = {
  lang: { short: "l", value: "LANG", words: Object.keys(LANGUAGES), what: "the language of text; en when left out" },
};

/** `parse` has checked it. */
export const languageGiven = (values: Values): Language => (text(values, "lang") ?? "en") as Language;

/** Without what is undefined: a field that is left out takes its default. */
function defined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

async function contextFile(path: string, stdin: NodeJS.ReadStream): Promise<Context> {
  const content = await contentOf(path, stdin);
  try {
    const read: unknown = JSON.parse(content.toString());
    if (typeof read === "object" && read !== null && !Array.isArray(read)) return read;
  } catch (error) {
    throw new UsageError(`${path} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  throw new UsageError(`${path} is no JSON object`);
}

/** The table that the options describe: a file's, and over it what is said by itself. */
export async function contextOf(values: Values, stdin: NodeJS.ReadStream): Promise<Context> {
  const file = text(values, "context");
  const base = file === undefined ? {} : await contextFile(file, stdin);
  const [offered, from] = [text(values, "offered"), text(values, "from")];
  if ((offered === undefined) !== (from === undefined)) throw new UsageError("--offered and --from go together");
  const said = {
    seat: text(values, "seat"),
    roundWind: text(values, "round-wind"),
    roundNumber: whole(values, "round"),
    honba: whole(values, "honba"),
    riichiSticks: whole(values, "sticks"),
    doraIndicators: text(values, "dora"),
    turn: whole(values, "turn"),
    visible: text(values, "visible"),
    offered: offered === undefined ? undefined : { tile: offered, from },
    rules: text(values, "rules"),
  };
  return { ...base, ...defined(said) } as Context;
}

export function searchOf(values: Values): AnalyzeOptions {
  const depth = text(values, "depth");
  const exchanges = depth !== undefined && /^\d+$/.test(depth) ? Number(depth) : depth;
  return defined({ objective: text(values, "objective"), depth: exchanges, budgetMs: number(values, "budget-ms") }) as AnalyzeOptions;
}

export function engineOf(values: Values): AnalyzerOptions {
  return defined({ threads: whole(values, "threads", { least: 1 }), memoryMb: whole(values, "memory-mb") });
}

/** The one hand of a command, as an argument or, as `-`, a line of stdin. */
export async function handOf(given: readonly string[], stdin: NodeJS.ReadStream): Promise<string> {
  const [hand, ...more] = given;
  if (hand === undefined) throw new UsageError("a hand is missing, as 2346m4067p2478s55z");
  if (more.length > 0) throw new UsageError(`one hand at a time, and not ${given.join(" ")}: put it into quotes`);
  return hand === "-" ? (await stdinContent(stdin)).toString().trim() : hand;
}
