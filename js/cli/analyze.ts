// nanikiru analyze
import {
  type Action,
  type Candidate,
  type Context,
  createAnalyzer,
  type DetailsWord,
  formatAction,
  type Language,
  type TabuReport,
} from "../index.js";
import { CLI_WORDS } from "../text/index.js";
import { type Command, EXIT, text, UsageError, whole } from "./command.js";
import { jsonLine } from "../escape.js";
import { contextOf, ENGINE, engineOf, handOf, searchOf, searchOptions, TABLE } from "./position.js";
import { type Cell, columns, type Paint, painter, percent } from "./text.js";

/** Rows that are printed when nothing else is said. */
const ROWS = 8;

/** What tabu search found, as lines. */
function tabuText(
  { candidates, target, runs, complete }: TabuReport,
  rows: number,
  language: Language,
  paint: Paint,
): string {
  const lines = candidates
    .slice(0, rows)
    .map(({ action, runs, points }) => [formatAction(action, language), String(runs), points.toFixed(0)]);
  const words = CLI_WORDS[language].tabu;
  const aim = target
    ? `${words.aim(target.hand, target.shanten, target.points, target.similarity.toPrecision(3))}\n`
    : "";
  return `${columns([[...words.heads], ...lines], paint)}${aim}${words.sum(runs, complete)}\n`;
}

/** Refuses a hand that has nothing to decide: 13 tiles, and none on offer. */
function checkChoice(context: Context, candidates: readonly { readonly action: Action }[]): void {
  if (context.offered || candidates.some(({ action }) => action.type !== "pass")) return;
  throw new UsageError(({ usage }) => usage.undecided);
}

/** The actions that are about equal, in a sentence; nothing where the best stands alone. */
function equal(candidates: readonly Candidate[], language: Language): string {
  const actions = candidates.filter(({ group }) => group === 1).map(({ action }) => action);
  const [best, next] = actions;
  const policy = candidates[0]?.policy;
  if (!best || !next || policy === undefined) return "";
  const words = CLI_WORDS[language].analyze;
  // riichi or dama
  if (actions.length === 2 && best.type === "discard" && next.type === "discard" && best.tile === next.tile)
    return `${words.equalStances(percent(policy), best.riichi)}\n`;
  const names = actions.map((action) => formatAction(action, language));
  return `${words.equal(new Intl.ListFormat(language).format(names), percent(policy), names[0] ?? "")}\n`;
}

export const analyzeCommand: Command = {
  name: "analyze",
  takes: "HAND",
  options: {
    ...TABLE,
    ...searchOptions("full"),
    ...ENGINE,
    method: { value: "NAME", words: ["exact", "tabu"], what: ({ method }) => method },
    runs: { value: "N", what: ({ runs }) => runs },
    rows: { short: "n", value: "N", what: (words) => words.rows(ROWS) },
    details: { value: "WORD", words: ["first", "all", "none"], what: ({ details }) => details },
    json: { short: "j", what: ({ json }) => json },
  },
  examples: [
    "nanikiru analyze 2346m4067p2478s55z --seat south --dora 4p --turn 5",
    "nanikiru analyze 2345m340p2255s66z --offered 6z --from left",
    "nanikiru analyze 2346m4067p2478s55z --method tabu",
    "nanikiru analyze 2346m4067p2478s55z --lang ko",
    "nanikiru analyze 2346m4067p2478s55z --json | jq .candidates[0]",
  ],
  async run(given, values, { stdin, stdout, env, language }) {
    const rows = whole(values, "rows", { least: 1 }) ?? ROWS;
    const [method, runs] = [text(values, "method"), whole(values, "runs", { least: 1 })];
    const search = searchOf(values);
    if (runs !== undefined && method !== "tabu") throw new UsageError(({ usage }) => usage.runs);
    const hand = await handOf(given, stdin);
    const context = await contextOf(values, stdin);
    const paint = painter(stdout, env);
    const analyzer = createAnalyzer(engineOf(values));
    try {
      if (method === "tabu") {
        const report = await analyzer.analyze(hand, context, {
          ...search,
          method,
          ...(runs === undefined ? {} : { runs }),
        });
        if (!values["json"]) checkChoice(context, report.candidates);
        await stdout.write(values["json"] ? jsonLine(report) : tabuText(report, rows, language, paint));
        return EXIT.fine;
      }
      // nothing of them is printed
      const details = values["json"] ? text(values, "details") : "none";
      const report = await analyzer.analyze(hand, context, {
        ...search,
        ...(details && { details: details as DetailsWord }),
      });
      if (values["json"]) {
        await stdout.write(jsonLine(report));
        return EXIT.fine;
      }
      checkChoice(context, report.candidates);
      const risky = report.candidates.some(({ dealInRate }) => dealInRate !== undefined);
      const digits = ["winRate", "tenpai"].includes(String(values["objective"])) ? 1 : 0;
      const { heads, search: searched } = CLI_WORDS[language].analyze;
      const head = [
        heads.action,
        heads.value,
        heads.wins,
        ...(risky ? [heads.dealsIn] : []),
        heads.shanten,
        heads.tiles,
      ];
      const lines = report.candidates
        .slice(0, rows)
        .map(({ action, value, winRate, dealInRate, shanten, ukeire }, i): Cell[] => {
          const name = formatAction(action, language);
          const figures = [
            value.toFixed(digits),
            percent(winRate),
            ...(risky ? [percent(dealInRate)] : []),
            String(shanten),
            String(ukeire.tiles),
          ];
          return [i === 0 ? ["bold", name] : name, ...figures];
        });
      const table = columns([head.map((word): Cell => ["dim", word]), ...lines], paint);
      const { hands, exchanges, ended, elapsedMs } = report.search;
      await stdout.write(
        `${table}${equal(report.candidates, language)}` +
          `${paint("dim", searched(hands, exchanges, ended, elapsedMs.toFixed(0)))}\n`,
      );
      return EXIT.fine;
    } finally {
      analyzer.dispose();
    }
  },
};
