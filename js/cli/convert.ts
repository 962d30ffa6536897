// nanikiru convert
import {
  type Analyzer,
  type ConvertedLog,
  type ConvertOptions,
  createAnalyzer,
  formatError,
  type RulesName,
  type WrittenFormat,
} from "../index.js";
import { RULES, THREE_PLAYER_RULES } from "../rules.js";
import { type Command, EXIT, text, UsageError } from "./command.js";
import { forJson, jsonLine } from "../escape.js";
import { gameName } from "./input.js";
import { writeWhole } from "./output.js";
import { gamesIn, type GivenRecord, recordOf } from "./records.js";

/** Writes all games of a record. */
async function convertAll(
  analyzer: Analyzer,
  record: GivenRecord,
  format: WrittenFormat,
  options: ConvertOptions,
): Promise<ConvertedLog[]> {
  const convert = async (game?: number) => analyzer.convertLog(await record.log(), format, { ...options, game });
  // a record that is read to its end is one game, and large ones are read once
  const first = await convert();
  const games = first.broken ? await gamesIn(analyzer, record, options) : 1;
  if (games === 1) return [first];
  const converted: ConvertedLog[] = [];
  for (let game = 0; game < games; game += 1) converted.push(await convert(game));
  return converted;
}

export const convertCommand: Command = {
  name: "convert",
  takes: "FILE --to FORMAT",
  options: {
    to: { value: "FORMAT", words: ["mjai", "tenhou6"], what: (words) => words.to },
    rules: { short: "r", value: "NAME", words: [...RULES, ...THREE_PLAYER_RULES], what: ({ gameRules }) => gameRules },
    nukidora: { what: ({ writtenNukidora }) => writtenNukidora },
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
    const record = await recordOf(file, stdin);
    const rules = text(values, "rules") as RulesName | undefined;
    const nukidora = values["nukidora"] === true;
    const analyzer = createAnalyzer({ threads: 1 });
    try {
      const converted = await convertAll(analyzer, record, format as WrittenFormat, { rules, nukidora });
      const written = converted.map((one) => (values["json"] ? jsonLine(one) : forJson(one.text))).join("");
      const output = text(values, "output");
      if (output === undefined) await stdout.write(written);
      else writeWhole(output, written);
      for (const [game, { broken, rounds }] of converted.entries()) {
        const name = converted.length === 1 ? file : gameName(file, game);
        if (!broken) continue;
        note(({ notes, files }, language) => {
          const why = formatError(broken, language);
          return rounds > 0 ? notes.converted(name, why, rounds) : files.fault(name, why);
        });
      }
      return converted.some(({ broken }) => broken) ? EXIT.failed : EXIT.fine;
    } finally {
      analyzer.dispose();
    }
  },
};
