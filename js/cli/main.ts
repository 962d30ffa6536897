// nanikiru, the program.
import { NanikiruError } from "../index.js";
import { analyzeCommand } from "./analyze.js";
import { type Command, EXIT, help, OptionError, parse, UsageError, type World } from "./command.js";
import { SHELLS } from "./completions.js";
import { convertCommand } from "./convert.js";
import { dangerCommand } from "./danger.js";
import { mjaiCommand } from "./mjai.js";
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
    stdout.write(write(COMMANDS));
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
    (name === undefined ? world.stderr : world.stdout).write(overview());
    return name === undefined ? EXIT.usage : EXIT.fine;
  }
  if (name === "--version" || name === "-V") {
    world.stdout.write(`${PACKAGE_VERSION}\n`);
    return EXIT.fine;
  }
  const command = COMMANDS.find((one) => one.name === name);
  if (!command) throw new UsageError(`there is no command ${name}: ${COMMANDS.map((one) => one.name).join(", ")}`);
  const { given, values } = parse(command, more);
  if (values["help"]) {
    world.stdout.write(help(command));
    return EXIT.fine;
  }
  return command.run(given, values, world);
}

/** A fault that the caller can do something about, in one line; anything else with its stack. */
function explain(error: unknown, asked: string | undefined): string {
  if (error instanceof NanikiruError) {
    const place = error.field === "" ? "" : `${error.field}: `;
    const marked = error.span && typeof error.value === "string" ? `\n  ${error.value}\n  ${" ".repeat(error.span.start)}${"^".repeat(Math.max(1, error.span.end - error.span.start))}` : "";
    return `${place}${error.message} (${error.code})${marked}`;
  }
  if (error instanceof OptionError) return error.message;
  if (error instanceof UsageError) {
    const command = COMMANDS.some(({ name }) => name === asked) ? `nanikiru ${asked}` : "nanikiru";
    return `${error.message}\n${command} --help says how it is used`;
  }
  const { code, message } = error as NodeJS.ErrnoException;
  // of files and connections
  if (typeof code === "string" || !(error instanceof Error)) return message ?? String(error);
  return error.stack ?? message;
}

const interrupt = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => interrupt.abort(new Error("interrupted")));
}
// whoever reads has gone: head, a pager
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(EXIT.fine);
  throw error;
});
const { stdin, stdout, stderr, env } = process;
const json = process.argv.slice(2).some((word) => word === "--json" || word === "-j");
try {
  process.exitCode = await run(process.argv.slice(2), { stdin, stdout, stderr, env, signal: interrupt.signal });
} catch (error) {
  if (interrupt.signal.aborted) {
    stderr.write("nanikiru: interrupted; a journal goes on where it stopped\n");
    process.exitCode = EXIT.interrupted;
  } else {
    // as data where the answer would have been
    if (json && error instanceof NanikiruError) {
      const { code, field, value, message } = error;
      stdout.write(`${JSON.stringify({ error: { code, field, value, message } })}\n`);
    }
    stderr.write(`nanikiru: ${explain(error, process.argv[2])}\n`);
    process.exitCode = error instanceof UsageError ? EXIT.usage : EXIT.failed;
  }
}
