// What a command is, and how its words become values. `parseArgs` is Node's own and has all that is asked of a parser here:
// long and short options, `--`, `--no-`; so nothing is installed with the package, and help and completions come from one table.
import { parseArgs } from "node:util";

/** Something that the caller has to write otherwise; `use` is the command whose help says how. */
export class UsageError extends Error {}

export interface Option {
  readonly short?: string;
  /** What stands for its value in the help; a switch has none. */
  readonly value?: string;
  /** The words that it takes. */
  readonly words?: readonly string[];
  readonly what: string;
}

export type Options = Readonly<Record<string, Option>>;
export type Values = Readonly<Record<string, string | boolean | undefined>>;

/** Where a command writes, and what it is told from outside. */
export interface World {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly env: NodeJS.ProcessEnv;
  /** Aborted when the caller interrupts (Ctrl-C). */
  readonly signal: AbortSignal;
}

export interface Command {
  readonly name: string;
  /** What it takes beside options: `HAND`, `FILE...`. */
  readonly takes: string;
  readonly what: string;
  readonly options: Options;
  /** Lines of a shell, and what each does. */
  readonly examples: readonly (readonly [line: string, what: string])[];
  /** Gives the exit code. */
  run(given: readonly string[], values: Values, world: World): Promise<number>;
}

export const EXIT = { fine: 0, failed: 1, usage: 2, mistakes: 3, interrupted: 130 } as const;

/** Options of every command. */
export const COMMON: Options = {
  help: { short: "h", what: "say how it is used" },
};

/** The words behind a command's name. */
export function parse(command: Command, words: readonly string[]): { given: string[]; values: Values } {
  const options = { ...command.options, ...COMMON };
  const config = Object.fromEntries(
    Object.entries(options).map(([name, { short, value }]) => {
      const type = value === undefined ? ("boolean" as const) : ("string" as const);
      return [name, short === undefined ? { type } : { type, short }];
    }),
  );
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: [...words], options: config, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split(". To specify")[0] ?? "") : String(error));
  }
  const values = parsed.values as Values;
  for (const [name, value] of Object.entries(values)) {
    const known = options[name]?.words;
    if (known && !known.includes(String(value))) {
      throw new UsageError(`--${name} is one of ${known.join(", ")}, and not ${String(value)}`);
    }
  }
  return { given: parsed.positionals, values };
}

export function text(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
}

/** The number of an option; no text that is none, and nothing below `least` or above `most`. */
export function number(values: Values, name: string, least = 0, most = Number.MAX_VALUE): number | undefined {
  const given = text(values, name);
  if (given === undefined) return undefined;
  const value = Number(given);
  if (given.trim() !== "" && value >= least && value <= most) return value;
  const range = most === Number.MAX_VALUE ? `from ${least} on` : `from ${least} to ${most}`;
  throw new UsageError(`--${name} is a number ${range}, and not ${given}`);
}

/** How a command is used. */
export function help({ name, takes, what, options, examples }: Command): string {
  const all = Object.entries({ ...options, ...COMMON });
  const heads = all.map(([long, { short, value }]) => `${short ? `-${short}, ` : "    "}--${long}${value ? ` ${value}` : ""}`);
  const wide = Math.max(...heads.map((head) => head.length));
  const lines = all.map(([, option], i) => `  ${(heads[i] ?? "").padEnd(wide)}  ${option.what}${option.words ? ` (${option.words.join(", ")})` : ""}`);
  const shown = examples.map(([line, does]) => `  ${line}\n      ${does}`);
  return `${what}\n\nUsage: nanikiru ${name} ${takes}\n\nOptions:\n${lines.join("\n")}\n\nExamples:\n${shown.join("\n")}\n`;
}
