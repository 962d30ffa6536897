// nanikiru danger
import { createAnalyzer, type DangerOptions } from "../index.js";
import { CLI_WORDS } from "../text/index.js";
import { type Command, EXIT, text } from "./command.js";
import { jsonLine } from "../escape.js";
import { contextOf, handOf, TABLE } from "./position.js";
import { type Cell, columns, painter, percent } from "./text.js";

export const dangerCommand: Command = {
  name: "danger",
  takes: "HAND --context FILE",
  options: {
    ...TABLE,
    estimator: { value: "NAME", words: ["model", "kurita-hoki", "class"], what: (words) => words.estimator },
    all: { short: "a", what: (words) => words.all },
    json: { short: "j", what: ({ json }) => json },
  },
  examples: [
    "nanikiru danger 346m40678p34577s2p --context table.json",
    "nanikiru danger 346m40678p34577s2p -c table.json --all --json",
  ],
  async run(given, values, { stdin, stdout, env, language }) {
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
      const { danger: words, winds } = CLI_WORDS[language];
      const concealed = hand.split(/[,[]/)[0] ?? "";
      const held = new Set(
        [...concealed.matchAll(/(\d+)([mpsz])/g)].flatMap(([, digits = "", suit = ""]) =>
          [...digits].map((digit) => digit + suit),
        ),
      );
      const tiles = report.tiles
        .filter(({ tile }) => values["all"] || held.has(tile))
        .sort((a, b) => a.dealInRate - b.dealInRate);
      const opponents = report.opponents
        .map(({ seat, tenpaiRate }) => `${winds[seat]} ${percent(tenpaiRate)}`)
        .join(", ");
      const head = words.heads.map((word): Cell => ["dim", word]);
      const rows = tiles.map(({ tile, dealInRate, expectedLoss }) => [
        tile,
        percent(dealInRate),
        expectedLoss.toFixed(0),
      ]);
      await stdout.write(`${words.tenpai(opponents)}\n${columns([head, ...rows], paint)}`);
      return EXIT.fine;
    } finally {
      analyzer.dispose();
    }
  },
};
