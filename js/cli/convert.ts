// nanikiru convert
import { createAnalyzer, formatError, type RulesName, type WrittenFormat } from "../index.js";
import { RULES, THREE_PLAYER_RULES } from "../rules.js";
import { type Command, EXIT, text, UsageError } from "./command.js";
import { forJson, jsonLine } from "./escape.js";
import { contentOf } from "./input.js";
import { writeWhole } from "./output.js";

export const convertCommand: Command = {
  name: "convert",
  takes: "FILE --to FORMAT",
  options: {
    to: { value: "FORMAT", words: ["mjai", "tenhou6"], what: (words) => words.to },
    rules: { short: "r", value: "NAME", words: [...RULES, ...THREE_PLAYER_RULES], what: ({ gameRules }) => gameRules },
    output: { short: "o", value: "FILE", what: (words) => words.output },
    json: { short: "j", what: ({ convertedJson }) => convertedJson },
  },
  examples: [
    "nanikiru convert game.mjlog --to mjai > game.mjson",
    "nanikiru convert game.mjson --to tenhou6 -o game.json",
  ],
  async run(given, values, { stdin, stdout, note }) {
    const [file, ...more] = given;
    if (file === undefined || more.length > 0) throw new UsageError(({ usage }) => usage.oneRecord);
    const format = text(values, "to");
    if (format === undefined) throw new UsageError(({ usage }) => usage.noFormat);
    const record = await contentOf(file, stdin);
    const analyzer = createAnalyzer({ threads: 1 });
    try {
      const converted = await analyzer.convertLog(record, format as WrittenFormat, {
        rules: text(values, "rules") as RulesName | undefined,
      });
      const written = values["json"] ? jsonLine(converted) : forJson(converted.text);
      const output = text(values, "output");
      if (output === undefined) await stdout.write(written);
      else writeWhole(output, written);
      if (!converted.broken) return EXIT.fine;
      const { broken, rounds } = converted;
      note(({ notes }, language) => notes.converted(file, formatError(broken, language), rounds));
      return EXIT.failed;
    } finally {
      analyzer.dispose();
    }
  },
};
