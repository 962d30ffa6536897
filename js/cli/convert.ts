// nanikiru convert
import { createAnalyzer, type RulesName, type WrittenFormat } from "../index.js";
import { RULES } from "../rules.js";
import { type Command, EXIT, text, UsageError } from "./command.js";
import { forJson, jsonLine } from "./escape.js";
import { contentOf } from "./input.js";
import { writeWhole } from "./output.js";

export const convertCommand: Command = {
  name: "convert",
  takes: "FILE --to FORMAT [options]",
  what: "Writes a game record (mjlog, tenhou.net/6, mjai, Mahjong Soul, plain or gzip'd) in another format; FILE can be - for stdin.",
  options: {
    to: { value: "FORMAT", words: ["mjai", "tenhou6"], what: "the format" },
    rules: { short: "r", value: "NAME", words: RULES, what: "the rule set of the game, where the record names none" },
    output: { short: "o", value: "FILE", what: "where to write; stdout when left out" },
    json: { short: "j", what: "an object with text, rounds and broken" },
  },
  examples: [
    ["nanikiru convert game.mjlog --to mjai > game.mjson", "for bots"],
    ["nanikiru convert game.mjson --to tenhou6 -o game.json", "for the viewer of tenhou.net/6"],
  ],
  async run(given, values, { stdin, stdout, note }) {
    const [file, ...more] = given;
    if (file === undefined || more.length > 0) throw new UsageError("one record, please, or - for stdin");
    const format = text(values, "to");
    if (format === undefined) throw new UsageError("--to is missing: mjai or tenhou6");
    const record = await contentOf(file, stdin);
    const analyzer = createAnalyzer({ threads: 1 });
    try {
      const converted = await analyzer.convertLog(record, format as WrittenFormat, { rules: text(values, "rules") as RulesName | undefined });
      const written = values["json"] ? jsonLine(converted) : forJson(converted.text);
      const output = text(values, "output");
      if (output === undefined) await stdout.write(written);
      else writeWhole(output, written);
      if (!converted.broken) return EXIT.fine;
      note(`${file}: ${converted.broken.message}; written are the ${converted.rounds} whole rounds before`);
      return EXIT.failed;
    } finally {
      analyzer.dispose();
    }
  },
};
