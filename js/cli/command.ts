// What a command is, and how its words become values. `parseArgs` is Node's own and has all that is asked of a parser here:
// long and short options, `--`, `--no-`; so nothing is installed with the package, and help and completions come from one table.
import { parseArgs } from "node:util";

/** Something that the caller has to write otherwise. */
export class UsageError extends Error {}

/** An option that a command does not have; its message says where those that it has are listed. */
export class OptionError extends UsageError {}

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

/** Where text of a command goes. */
export interface Output {
  readonly isTTY: boolean;
  /** Resolves when the system has all of it. */
  write(text: string): Promise<void>;
}

/** Where a command reads and writes, and what comes from outside. */
export interface World {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: Output;
  /** Where progress is drawn. */
  readonly stderr: NodeJS.WriteStream;
  /** Writes a message on stderr: its lines are shown as text, whatever stands in them. */
  note(...lines: string[]): void;
  readonly env: NodeJS.ProcessEnv;
  /** Aborted when the caller interrupts (Ctrl-C): the program ends with the events that are being handled. */
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

/** How many letters are to be put in, left out or exchanged to make `b` of `a` (Levenshtein). */
function lettersApart(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The option that is meant: one that begins like this, else the nearest one, with up to a letter in three written otherwise. */
function meant(name: string, names: readonly string[]): string | undefined {
  if (name.length < 2) return undefined;
  const apart = (other: string) => (other.startsWith(name) ? 0 : lettersApart(name, other));
  const [nearest] = [...names].sort((a, b) => apart(a) - apart(b));
  return nearest !== undefined && apart(nearest) <= Math.ceil(name.length / 3) ? nearest : undefined;
}

/** The words behind a command's name. */
export function parse(command: Command, words: readonly string[]): { given: string[]; values: Values } {
  const options = { ...command.options, ...COMMON };
  const config = Object.fromEntries(
    Object.entries(options).map(([name, { short, value }]) => {
      const type = value === undefined ? ("boolean" as const) : ("string" as const);
      return [name, short === undefined ? { type } : { type, short }];
    }),
  );
  const { tokens } = parseArgs({ args: [...words], options: config, allowPositionals: true, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== "option" || Object.hasOwn(options, token.name)) continue;
    const other = meant(token.name, Object.keys(options));
    const hint = other === undefined ? "" : `did you mean --${other}? `;
    throw new OptionError(`${command.name} has no option ${token.rawName}: ${hint}\`nanikiru ${command.name} --help\` lists them`);
  }
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

interface Range {
  readonly least?: number;
  readonly most?: number;
}

function numeral(values: Values, name: string, noun: string, form: RegExp, { least = 0, most = Number.MAX_VALUE }: Range): number | undefined {
  const given = text(values, name);
  if (given === undefined) return undefined;
  const value = Number(given);
  if (form.test(given) && value >= least && value <= most) return value;
  const range = most >= Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`;
  throw new UsageError(`--${name} is ${noun} ${range}, and not ${given}`);
}

/** The number of an option, as people and programs write one: `0.5`, `1e-9`. */
export const number = (values: Values, name: string, range: Range = {}): number | undefined =>
  numeral(values, name, "a number", /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i, range);

/** The whole number of an option: digits. */
export const whole = (values: Values, name: string, range: Range = {}): number | undefined =>
  numeral(values, name, "a whole number", /^[+-]?\d+$/, { most: Number.MAX_SAFE_INTEGER, ...range });

/** How a command is used. */
export function help({ name, takes, what, options, examples }: Command): string {
  const all = Object.entries({ ...options, ...COMMON });
  const heads = all.map(([long, { short, value }]) => `${short ? `-${short}, ` : "    "}--${long}${value ? ` ${value}` : ""}`);
  const wide = Math.max(...heads.map((head) => head.length));
  const lines = all.map(([, option], i) => `  ${(heads[i] ?? "").padEnd(wide)}  ${option.what}${option.words ? ` (${option.words.join(", ")})` : ""}`);
  const shown = examples.map(([line, does]) => `  ${line}\n      ${does}`);
  return `${what}\n\nUsage: nanikiru ${name} ${takes}\n\nOptions:\n${lines.join("\n")}\n\nExamples:\n${shown.join("\n")}\n`;
}
