// nanikiru danger
import { createAnalyzer, type DangerOptions } from "../index.js";
import { CLI_WORDS } from "../text/index.js";
import { type Command, EXIT, text } from "./command.js";
import { jsonLine } from "./escape.js";
import { contextOf, handOf, LANGUAGE, languageGiven, TABLE } from "./position.js";
import { type Cell, columns, painter, percent } from "./text.js";

export const dangerCommand: Command = {
  name: "danger",
  takes: "HAND --context FILE [options]",
  what: "Says how likely each tile deals in, and what it costs. The table's rivers and melds are in the context.",
  options: {
    ...TABLE,
    estimator: { value: "NAME", words: ["model", "kurita-hoki", "class"], what: "who estimates, model when left out" },
    all: { short: "a", what: "all 34 kinds, and not only the hand's" },
    ...LANGUAGE,
    json: { short: "j", what: "the whole report as JSON" },
  },
  examples: [
    ["nanikiru danger 346m40678p34577s2p --context table.json", "the tiles of the hand, safest first"],
    ["nanikiru danger 346m40678p34577s2p -c table.json --all --json", "every kind, with the causes"],
  ],
  async run(given, values, { stdin, stdout, env }) {
    const hand = await handOf(given, stdin);
    const context = await contextOf(values, stdin);
    const analyzer = createAnalyzer({ threads: 1 });
    try {
      const estimator = text(values, "estimator") as DangerOptions["estimator"];
      const report = await analyzer.danger(hand, context, { estimator });
      if (values["json"]) {
        await stdout.write(jsonLine(report));
        return EXIT.fine;
      }
      const paint = painter(stdout, env);
      const { danger: words, winds } = CLI_WORDS[languageGiven(values)];
      const concealed = hand.split(/[,[]/)[0] ?? "";
      const held = new Set([...concealed.matchAll(/(\d+)([mpsz])/g)].flatMap(([, digits = "", suit = ""]) => [...digits].map((digit) => digit + suit)));
      const tiles = report.tiles.filter(({ tile }) => values["all"] || held.has(tile)).sort((a, b) => a.dealInRate - b.dealInRate);
      const opponents = report.opponents.map(({ seat, tenpaiRate }) => `${winds[seat]} ${percent(tenpaiRate)}`).join(", ");
      const head = words.heads.map((word): Cell => ["dim", word]);
      const rows = tiles.map(({ tile, dealInRate, expectedLoss }) => [tile, percent(dealInRate), expectedLoss.toFixed(0)]);
      await stdout.write(`${words.tenpai(opponents)}\n${columns([head, ...rows], paint)}`);
      return EXIT.fine;
    } finally {
      analyzer.dispose();
    }
  },
};
