// nanikiru, the program.
import { formatError, NanikiruError } from "../index.js";
import { CLI_WORDS } from "../text/index.js";
import { analyzeCommand } from "./analyze.js";
import {
  CliError,
  type Command,
  EXIT,
  help,
  languageAsked,
  OptionError,
  parse,
  type Sentence,
  SHELLS,
  UsageError,
  type World,
} from "./command.js";
import { convertCommand } from "./convert.js";
import { dangerCommand } from "./danger.js";
import { forTerminal, jsonLine } from "../escape.js";
import { mjaiCommand } from "./mjai.js";
import { StandardOutput } from "./output.js";
import { reviewCommand } from "./review.js";

const completionsCommand: Command = {
  name: "completions",
  takes: "SHELL",
  options: {},
  examples: [
    'eval "$(nanikiru completions bash)"',
    "nanikiru completions fish > ~/.config/fish/completions/nanikiru.fish",
  ],
  async run([shell, ...more], _values, { stdout, language }) {
    const write = Object.entries(SHELLS).find(([name]) => name === shell)?.[1];
    if (!write || more.length > 0) throw new UsageError(({ usage }) => usage.shells(Object.keys(SHELLS).join(", ")));
    await stdout.write(write(COMMANDS, CLI_WORDS[language]));
    return EXIT.fine;
  },
};

const COMMANDS: readonly Command[] = [
  analyzeCommand,
  dangerCommand,
  reviewCommand,
  convertCommand,
  mjaiCommand,
  completionsCommand,
];

function overview(): string {
  const { title, usage, command, options, heads, more, codes, commands } = WORDS.help;
  const wide = Math.max(...COMMANDS.map(({ name }) => name.length));
  const lines = COMMANDS.map(({ name }) => `  ${name.padEnd(wide)}  ${commands[name].what}`);
  return `nanikiru ${PACKAGE_VERSION}: ${title}

${usage}: nanikiru ${command} ${options}

${heads.commands}:
${lines.join("\n")}

${more(`nanikiru ${command} --help`)}

${codes(EXIT.fine, EXIT.failed, EXIT.usage, EXIT.mistakes, EXIT.interrupted)}
`;
}

/** The words without a `--lang` before the command's name. */
function behindLanguage(words: readonly string[]): readonly string[] {
  const [first = ""] = words;
  if (first === "--lang" || first === "-l") return behindLanguage(words.slice(2));
  return first.startsWith("--lang=") ? behindLanguage(words.slice(1)) : words;
}

async function run(words: readonly string[], world: World): Promise<number> {
  const [name, ...more] = words;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    if (name === undefined) await errors.write(overview()).catch(() => {});
    else await stdout.write(overview());
    return name === undefined ? EXIT.usage : EXIT.fine;
  }
  if (name === "--version" || name === "-V") {
    await stdout.write(`${PACKAGE_VERSION}\n`);
    return EXIT.fine;
  }
  const command = COMMANDS.find((one) => one.name === name);
  if (!command) throw new UsageError(({ usage }) => usage.noCommand(name, COMMANDS.map((one) => one.name).join(", ")));
  const { given, values } = parse(command, more);
  if (values["help"]) {
    await stdout.write(help(command, WORDS));
    return EXIT.fine;
  }
  return command.run(given, values, world);
}

/** The most characters of a value that are shown with the place of its fault. */
const LONGEST_SHOWN = 200;

/** The text of a value, and under it the place of its fault. */
function marked({ value, span }: NanikiruError): string[] {
  if (!span || typeof value !== "string" || value.length > LONGEST_SHOWN) return [];
  // what is shown is longer than the text where something in it is escaped
  const [before, at] = [forTerminal(value.slice(0, span.start)), forTerminal(value.slice(span.start, span.end))];
  return [`  ${value}`, `  ${" ".repeat(before.length)}${"^".repeat(Math.max(1, at.length))}`];
}

/** Lines on a fault: one that the caller can do something about without a stack, anything else with it. */
function explain(error: unknown, asked: string | undefined): string[] {
  if (error instanceof NanikiruError) {
    const place = error.field === "" ? "" : `${error.field}: `;
    return [`${place}${formatError(error, LANGUAGE)} (${error.code})`, ...marked(error)];
  }
  if (error instanceof CliError) {
    const line = error.sentence(WORDS, LANGUAGE);
    if (!(error instanceof UsageError) || error instanceof OptionError) return [line];
    const command = COMMANDS.some(({ name }) => name === asked) ? `nanikiru ${asked}` : "nanikiru";
    return [line, WORDS.usage.see(command)];
  }
  if (!(error instanceof Error)) return [String(error)];
  const { code } = error as NodeJS.ErrnoException;
  // of files and connections
  if (typeof code === "string") return [WORDS.files.system(code, error.message)];
  return (error.stack ?? error.message).split("\n");
}

const interrupt = new AbortController();
const interrupted = new Promise<"interrupted">((heard) =>
  interrupt.signal.addEventListener("abort", () => heard("interrupted")),
);
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => interrupt.abort(new Error("interrupted")));
}

const given = process.argv.slice(2);
const LANGUAGE = languageAsked(given, process.env, Intl.DateTimeFormat().resolvedOptions().locale);
const WORDS = CLI_WORDS[LANGUAGE];
const words = behindLanguage(given);
const json = words.includes("--json") || words.includes("-j");
const [stdout, errors] = [new StandardOutput("stdout", process.stdout), new StandardOutput("stderr", process.stderr)];
let noted = Promise.resolve();
const write = (...lines: string[]) => {
  const line = `nanikiru: ${lines.map(forTerminal).join("\n")}\n`;
  // without stderr the exit code is all that is left
  noted = Promise.all([noted, errors.write(line).catch(() => {})]).then(() => {});
};
const note = (sentence: Sentence) => write(sentence(WORDS, LANGUAGE));

async function end(work: Promise<number>): Promise<number> {
  try {
    return await work;
  } catch (error) {
    write(...explain(error, words[0]));
    // as data where the answer would have been
    if (json && error instanceof NanikiruError) {
      const { code, field, value, message } = error;
      await stdout.write(jsonLine({ error: { code, field, value, message } })).catch(() => {});
    }
    return error instanceof UsageError ? EXIT.usage : EXIT.failed;
  }
}

const ended = end(
  run(words, {
    stdin: process.stdin,
    stdout,
    stderr: process.stderr,
    note,
    env: process.env,
    language: LANGUAGE,
    signal: interrupt.signal,
  }),
);
const first = await Promise.race([ended, interrupted]);
if (first === "interrupted") note(({ notes }) => notes.interrupted);
await noted;
// also where something still waits: for stdin, a connection, a search. Files are written by calls that do not return
// before
process.exit(first === "interrupted" ? EXIT.interrupted : first);
