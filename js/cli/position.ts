// Options that say the table and how to search, for commands that are asked about one position.
import type { AnalyzeOptions, AnalyzerOptions, Context } from "../index.js";
import { RULES, THREE_PLAYER_RULES } from "../rules.js";
import { number, type Options, text, UsageError, type Values, whole } from "./command.js";
import { contentOf, stdinContent } from "./input.js";

const WINDS = ["east", "south", "west", "north"] as const;
const OBJECTIVES = ["points", "placement", "winRate", "tenpai"] as const;

export const TABLE: Options = {
  context: { short: "c", value: "FILE", what: ({ context }) => context },
  seat: { short: "s", value: "WIND", words: WINDS, what: ({ seat }) => seat },
  "round-wind": { value: "WIND", words: WINDS, what: ({ roundWind }) => roundWind },
  round: { value: "N", what: ({ round }) => round },
  honba: { value: "N", what: ({ honba }) => honba },
  sticks: { value: "N", what: ({ sticks }) => sticks },
  dora: { short: "d", value: "TILES", what: ({ dora }) => dora },
  turn: { short: "t", value: "N", what: ({ turn }) => turn },
  visible: { value: "TILES", what: ({ visible }) => visible },
  kita: { value: "N", what: ({ kita }) => kita },
  offered: { short: "o", value: "TILE", what: ({ offered }) => offered },
  from: { value: "WHO", words: ["left", "across", "right"], what: ({ from }) => from },
  rules: { short: "r", value: "NAME", words: [...RULES, ...THREE_PLAYER_RULES], what: ({ rules }) => rules },
};

/** How to search; `depth` is how deep when nothing is said. */
export const searchOptions = (depth: "fast" | "full"): Options => ({
  objective: { value: "WORD", words: OBJECTIVES, what: ({ objective }) => objective },
  depth: { value: "DEPTH", what: (words) => words.depth(depth) },
  "budget-ms": { value: "MS", what: ({ budgetMs }) => budgetMs },
});

export const ENGINE: Options = {
  threads: { value: "N", what: ({ threads }) => threads },
  "memory-mb": { value: "MB", what: ({ memoryMb }) => memoryMb },
};

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
    throw new UsageError(({ usage }) => usage.noJson(path, error instanceof Error ? error.message : String(error)));
  }
  throw new UsageError(({ usage }) => usage.noObject(path));
}

/** The table that the options describe: a file's, and over it what is said by itself. */
export async function contextOf(values: Values, stdin: NodeJS.ReadStream): Promise<Context> {
  const file = text(values, "context");
  const base = file === undefined ? {} : await contextFile(file, stdin);
  const [offered, from] = [text(values, "offered"), text(values, "from")];
  if ((offered === undefined) !== (from === undefined)) throw new UsageError(({ usage }) => usage.offeredAndFrom);
  const said = {
    seat: text(values, "seat"),
    roundWind: text(values, "round-wind"),
    roundNumber: whole(values, "round"),
    honba: whole(values, "honba"),
    riichiSticks: whole(values, "sticks"),
    doraIndicators: text(values, "dora"),
    turn: whole(values, "turn"),
    visible: text(values, "visible"),
    kita: whole(values, "kita"),
    offered: offered === undefined ? undefined : { tile: offered, from },
    rules: text(values, "rules"),
  };
  return { ...base, ...defined(said) } as Context;
}

export function searchOf(values: Values): AnalyzeOptions {
  const depth = text(values, "depth");
  const exchanges = depth !== undefined && /^\d+$/.test(depth) ? Number(depth) : depth;
  return defined({
    objective: text(values, "objective"),
    depth: exchanges,
    budgetMs: number(values, "budget-ms"),
  }) as AnalyzeOptions;
}

export function engineOf(values: Values): AnalyzerOptions {
  return defined({ threads: whole(values, "threads", { least: 1 }), memoryMb: whole(values, "memory-mb") });
}

/** The one hand of a command, as an argument or, as `-`, a line of stdin. */
export async function handOf(given: readonly string[], stdin: NodeJS.ReadStream): Promise<string> {
  const [hand, ...more] = given;
  if (hand === undefined) throw new UsageError(({ usage }) => usage.noHand);
  if (more.length > 0) throw new UsageError(({ usage }) => usage.oneHand(given.join(" ")));
  return hand === "-" ? (await stdinContent(stdin)).toString().trim() : hand;
}
