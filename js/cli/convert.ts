// nanikiru convert
import { writeFile } from "node:fs/promises";
import { createAnalyzer, type WrittenFormat } from "../index.js";
import { type Command, EXIT, text, UsageError } from "./command.js";
import { contentOf } from "./position.js";

async function write(file: string, content: string): Promise<void> {
  try {
    await writeFile(file, content);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new UsageError(`${file} cannot be made: its folder does not exist`);
  }
}

export const convertCommand: Command = {
  name: "convert",
  takes: "FILE --to FORMAT [options]",
  what: "Writes a game record (mjlog, tenhou.net/6, mjai, Mahjong Soul, plain or gzip'd) in another format; FILE can be - for stdin.",
  options: {
    to: { value: "FORMAT", words: ["mjai", "tenhou6"], what: "the format" },
    output: { short: "o", value: "FILE", what: "where to write; stdout when left out" },
    json: { short: "j", what: "an object with text, rounds and broken" },
  },
  examples: [
    ["nanikiru convert game.mjlog --to mjai > game.mjson", "for bots"],
    ["nanikiru convert game.mjson --to tenhou6 -o game.json", "for the viewer of tenhou.net/6"],
  ],
  async run(given, values, { stdin, stdout, stderr, signal }) {
    const [file, ...more] = given;
    if (file === undefined || more.length > 0) throw new UsageError("one record, please, or - for stdin");
    const format = text(values, "to");
    if (format === undefined) throw new UsageError("--to is missing: mjai or tenhou6");
    const record = await contentOf(file, stdin);
    const analyzer = createAnalyzer({ threads: 1 });
    try {
      const converted = await analyzer.convertLog(record, format as WrittenFormat, { signal });
      const written = values["json"] ? `${JSON.stringify(converted)}\n` : converted.text;
      const output = text(values, "output");
      if (output === undefined) stdout.write(written);
      else await write(output, written);
      if (!converted.broken) return EXIT.fine;
      stderr.write(`nanikiru: ${file}: ${converted.broken.message}; written are the ${converted.rounds} whole rounds before\n`);
      return EXIT.failed;
    } finally {
      analyzer.dispose();
    }
  },
};
