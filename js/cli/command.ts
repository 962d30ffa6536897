// What a command is, and how its words become values. `parseArgs` is Node's own and has all that is asked of a parser
// here: long and short options, `--`; so nothing is installed with the package, and help and completions come from one
// table.
import { parseArgs } from "node:util";
import { type Language, languageOf, LANGUAGES, preferredLanguage } from "../languages.js";
import { CLI_WORDS, type CliWords } from "../text/index.js";

/** A sentence in each language. */
export type Sentence = (words: CliWords, language: Language) => string;

/** An error that is said in the reader's language; its `message` is English. */
export class CliError extends Error {
  constructor(readonly sentence: Sentence) {
    super(sentence(CLI_WORDS.en, "en"));
  }
}

/** Something that the caller has to write otherwise. */
export class UsageError extends CliError {}

/** An option that a command does not have; its message says where those that it has are listed. */
export class OptionError extends UsageError {}

/** The language of a program's environment, by POSIX and, for several languages, by GNU gettext. */
export function environmentLanguage(env: NodeJS.ProcessEnv, system: string): Language {
  const locale = [env["LC_ALL"], env["LC_MESSAGES"], env["LANG"]].find((value) => value !== undefined && value !== "");
  const tagOf = (name: string) => name.replace(/[.@].*$/u, "");
  if (locale === undefined) return preferredLanguage([system]);
  if (["C", "POSIX"].includes(tagOf(locale))) return "en";
  const list = (env["LANGUAGE"] ?? "").split(":").filter((name) => name !== "");
  return preferredLanguage([...list, locale].map(tagOf));
}

/**
 * The language of text: that of `--lang`, also where other words of the command are wrong, else that of the
 * environment.
 */
export function languageAsked(words: readonly string[], env: NodeJS.ProcessEnv, system: string): Language {
  const given = words.flatMap((word, i) =>
    word === "--lang" || word === "-l"
      ? [words[i + 1]]
      : word.startsWith("--lang=")
        ? [word.slice("--lang=".length)]
        : [],
  );
  return languageOf(given.at(-1) ?? "") ?? environmentLanguage(env, system);
}

interface Option {
  readonly short?: string;
  /** What stands for its value in the help; a switch has none. */
  readonly value?: string;
  /** The words that it takes. */
  readonly words?: readonly string[];
  readonly what: (words: CliWords["help"]["option"]) => string;
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
  /** Writes a message on stderr: all of it shown as text. */
  note(sentence: Sentence): void;
  readonly env: NodeJS.ProcessEnv;
  /** Of text for people; JSON has none. */
  readonly language: Language;
  /** Aborted when the caller interrupts (Ctrl-C): the program ends with the events that are being handled. */
  readonly signal: AbortSignal;
}

export interface Command {
  readonly name: keyof CliWords["help"]["commands"];
  /** What it takes beside options: `HAND`, `FILE...`. */
  readonly takes: string;
  readonly options: Options;
  /** Lines of a shell; the words of the help say what each does. */
  readonly examples: readonly string[];
  /** Gives the exit code. */
  run(given: readonly string[], values: Values, world: World): Promise<number>;
}

export const EXIT = { fine: 0, failed: 1, usage: 2, mistakes: 3, interrupted: 130 } as const;

/** Options of every command. */
const COMMON: Options = {
  lang: { short: "l", value: "LANG", words: Object.keys(LANGUAGES), what: ({ lang }) => lang },
  help: { short: "h", what: ({ help }) => help },
};

/** How many letters are to be put in, left out or exchanged to make `b` of `a` (Levenshtein). */
function lettersApart(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      );
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/**
 * The option that is meant: one that begins like this, else the nearest one, with up to a letter in three written
 * otherwise.
 */
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
  const { tokens } = parseArgs({
    args: [...words],
    options: config,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== "option" || Object.hasOwn(options, token.name)) continue;
    const other = meant(token.name, Object.keys(options));
    throw new OptionError(({ usage }) => usage.noOption(command.name, token.rawName, other));
  }
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    const takes = options[name]?.value !== undefined;
    if (!takes && value !== undefined) throw new UsageError(({ usage }) => usage.takesNoValue(rawName));
    // `--seat --turn 5`: the value has been forgotten
    const forgotten = value === undefined || (inlineValue === false && value.length > 1 && value.startsWith("-"));
    if (takes && forgotten) throw new UsageError(({ usage }) => usage.needsValue(rawName));
  }
  const parsed = parseArgs({ args: [...words], options: config, allowPositionals: true, strict: true });
  const values = parsed.values as Values;
  for (const [name, value] of Object.entries(values)) {
    const known = options[name]?.words;
    if (known && !known.includes(String(value))) {
      throw new UsageError(({ usage }) => usage.oneOf(name, known.join(", "), String(value)));
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

function numeral(
  values: Values,
  name: string,
  form: RegExp,
  isWhole: boolean,
  { least = 0, most = Number.MAX_VALUE }: Range,
): number | undefined {
  const given = text(values, name);
  if (given === undefined) return undefined;
  const value = Number(given);
  if (form.test(given) && value >= least && value <= most) return value;
  throw new UsageError(({ usage }) =>
    usage.number(name, isWhole, least, most >= Number.MAX_SAFE_INTEGER ? undefined : most, given),
  );
}

/** The number of an option, as people and programs write one: `0.5`, `1e-9`. */
export const number = (values: Values, name: string, range: Range = {}): number | undefined =>
  numeral(values, name, /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i, false, range);

/** The whole number of an option: digits. */
export const whole = (values: Values, name: string, range: Range = {}): number | undefined =>
  numeral(values, name, /^[+-]?\d+$/, true, { most: Number.MAX_SAFE_INTEGER, ...range });

/** How a command is used. */
export function help({ name, takes, options, examples }: Command, { help: words }: CliWords): string {
  const { heads, option: texts, commands, usage } = words;
  const { what, examples: does } = commands[name];
  const all = Object.entries({ ...options, ...COMMON });
  const names = all.map(
    ([long, { short, value }]) => `${short ? `-${short}, ` : "    "}--${long}${value ? ` ${value}` : ""}`,
  );
  const wide = Math.max(...names.map((head) => head.length));
  const lines = all.map(
    ([, option], i) =>
      `  ${(names[i] ?? "").padEnd(wide)}  ${option.what(texts)}${option.words ? ` (${option.words.join(", ")})` : ""}`,
  );
  const shown = examples.map((line, i) => `  ${line}\n      ${does[i] ?? ""}`);
  const given = [takes, words.options].filter((part) => part !== "").join(" ");
  return (
    `${what}\n\n${usage}: nanikiru ${name} ${given}\n\n` +
    `${heads.options}:\n${lines.join("\n")}\n\n${heads.examples}:\n${shown.join("\n")}\n`
  );
}

// Completions for shells, from the same tables as the help.

const flags = ({ options }: Command) => Object.keys({ ...options, ...COMMON }).map((name) => `--${name}`);

/** `case` lines: the words of each option that has some. */
function choices(commands: readonly Command[]): [string, string][] {
  const all = commands.flatMap(({ options }) =>
    Object.entries(options).flatMap(([name, { words }]) => (words ? [[`--${name}`, words.join(" ")]] : [])),
  );
  return [...new Map(all as [string, string][])];
}

function bash(commands: readonly Command[]): string {
  const words = choices(commands).map(
    ([flag, values]) => `    ${flag}) COMPREPLY=($(compgen -W "${values}" -- "$word")); return ;;`,
  );
  const own = commands.map((command) => `    ${command.name}) options="${flags(command).join(" ")}" ;;`);
  return `_nanikiru() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" options=""
  case "$before" in
${words.join("\n")}
  esac
  case "\${COMP_WORDS[1]}" in
${own.join("\n")}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")} --help --version" -- "$word"))
  elif [[ "$word" == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -F _nanikiru nanikiru
`;
}

const zsh = (commands: readonly Command[]) => `#compdef nanikiru
autoload -U +X bashcompinit && bashcompinit
${bash(commands)}`;

function fish(commands: readonly Command[], { help }: CliWords): string {
  const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const lines = commands.flatMap(({ name, options }) => [
    `complete -c nanikiru -n __fish_use_subcommand -f -a ${name} -d ${quoted(help.commands[name].what)}`,
    ...Object.entries({ ...options, ...COMMON }).map(([long, option]) => {
      const values = option.words ? ` -f -r -a ${quoted(option.words.join(" "))}` : option.value ? " -r" : "";
      const short = option.short ? ` -s ${option.short}` : "";
      const what = quoted(option.what(help.option));
      return `complete -c nanikiru -n '__fish_seen_subcommand_from ${name}' -l ${long}${short}${values} -d ${what}`;
    }),
  ]);
  return `${lines.join("\n")}\n`;
}

export const SHELLS = { bash, zsh, fish } as const;
