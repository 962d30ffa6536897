// nanikiru, the program.
import { formatError, type Language, languageOf, NanikiruError } from "../index.js";
import { analyzeCommand } from "./analyze.js";
import { type Command, EXIT, help, OptionError, parse, UsageError, type World } from "./command.js";
import { SHELLS } from "./completions.js";
import { convertCommand } from "./convert.js";
import { dangerCommand } from "./danger.js";
import { forTerminal, jsonLine } from "./escape.js";
import { mjaiCommand } from "./mjai.js";
import { StandardOutput } from "./output.js";
import { reviewCommand } from "./review.js";

const completionsCommand: Command = {
  name: "completions",
  takes: "SHELL",
  what: "Writes completions for bash, zsh or fish.",
  options: {},
  examples: [
    ['eval "$(nanikiru completions bash)"', "in ~/.bashrc"],
    ["nanikiru completions fish > ~/.config/fish/completions/nanikiru.fish", "once"],
  ],
  async run([shell, ...more], _values, { stdout }) {
    const write = Object.entries(SHELLS).find(([name]) => name === shell)?.[1];
    if (!write || more.length > 0) throw new UsageError(`a shell is one of ${Object.keys(SHELLS).join(", ")}`);
    await stdout.write(write(COMMANDS));
    return EXIT.fine;
  },
};

const COMMANDS: readonly Command[] = [analyzeCommand, dangerCommand, reviewCommand, convertCommand, mjaiCommand, completionsCommand];

function overview(): string {
  const wide = Math.max(...COMMANDS.map(({ name }) => name.length));
  const lines = COMMANDS.map(({ name, what }) => `  ${name.padEnd(wide)}  ${what}`);
  return `nanikiru ${PACKAGE_VERSION}: which tile would you discard?

Usage: nanikiru COMMAND [options]

Commands:
${lines.join("\n")}

nanikiru COMMAND --help says the options of a command, with examples.

Exit codes: ${EXIT.fine} fine, ${EXIT.failed} a request or a record is wrong, ${EXIT.usage} the command is, ${EXIT.mistakes} as many mistakes as --fail-on says, or more, ${EXIT.interrupted} interrupted.
`;
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
  if (!command) throw new UsageError(`there is no command ${name}: ${COMMANDS.map((one) => one.name).join(", ")}`);
  const { given, values } = parse(command, more);
  if (values["help"]) {
    await stdout.write(help(command));
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
function explain(error: unknown, asked: string | undefined, language: Language): string[] {
  if (error instanceof NanikiruError) {
    const place = error.field === "" ? "" : `${error.field}: `;
    return [`${place}${formatError(error, language)} (${error.code})`, ...marked(error)];
  }
  if (error instanceof OptionError) return [error.message];
  if (error instanceof UsageError) {
    const command = COMMANDS.some(({ name }) => name === asked) ? `nanikiru ${asked}` : "nanikiru";
    return [error.message, `${command} --help says how it is used`];
  }
  if (!(error instanceof Error)) return [String(error)];
  // of files and connections
  if (typeof (error as NodeJS.ErrnoException).code === "string") return [error.message];
  return (error.stack ?? error.message).split("\n");
}

const interrupt = new AbortController();
const interrupted = new Promise<"interrupted">((heard) => interrupt.signal.addEventListener("abort", () => heard("interrupted")));
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => interrupt.abort(new Error("interrupted")));
}

const words = process.argv.slice(2);
const json = words.includes("--json") || words.includes("-j");
const [stdout, errors] = [new StandardOutput("stdout", process.stdout), new StandardOutput("stderr", process.stderr)];
/** What `--lang` says, also where the command's other words are wrong. */
const languageAsked = (): Language => {
  const at = words.findIndex((word) => word === "--lang" || word === "-l");
  const given = at < 0 ? words.find((word) => word.startsWith("--lang="))?.slice("--lang=".length) : words[at + 1];
  return languageOf(given ?? "") ?? "en";
};
let noted = Promise.resolve();
const note = (...lines: string[]) => {
  const line = `nanikiru: ${lines.map(forTerminal).join("\n")}\n`;
  // without stderr the exit code is all that is left
  noted = Promise.all([noted, errors.write(line).catch(() => {})]).then(() => {});
};

async function end(work: Promise<number>): Promise<number> {
  try {
    return await work;
  } catch (error) {
    note(...explain(error, words[0], languageAsked()));
    // as data where the answer would have been
    if (json && error instanceof NanikiruError) {
      const { code, field, value, message } = error;
      await stdout.write(jsonLine({ error: { code, field, value, message } })).catch(() => {});
    }
    return error instanceof UsageError ? EXIT.usage : EXIT.failed;
  }
}

const ended = end(run(words, { stdin: process.stdin, stdout, stderr: process.stderr, note, env: process.env, signal: interrupt.signal }));
const first = await Promise.race([ended, interrupted]);
if (first === "interrupted") note("interrupted; a journal goes on where it stopped");
await noted;
// also where something still waits: for stdin, a connection, a search. Files are written by calls that do not return before
process.exit(first === "interrupted" ? EXIT.interrupted : first);
