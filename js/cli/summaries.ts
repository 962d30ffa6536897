// How players play, over all games of a review, beside Tenhou's top room: as text, Markdown and a page.
import type { Figure, GamesSummary, Language, ObjectiveWord } from "../index.js";
import { CLI_WORDS, type CliWords } from "../text/index.js";
import { forHtml, forMarkdown } from "../escape.js";
import {
  digitsOf,
  htmlPage,
  htmlTable,
  markdownTable,
  playerSummaries,
  type PlayerSummary,
  type ReviewedGame,
} from "./report.js";
import { columns, type Paint, percent } from "./text.js";

type FigureName = keyof CliWords["summary"]["figures"];

/** The figures in the order of the table. */
const UNITS: Readonly<Record<FigureName, "rate" | "points">> = {
  ...{ wins: "rate", tsumo: "rate", winPoints: "points", dealIns: "rate", dealInPoints: "points" },
  ...{ riichi: "rate", calls: "rate", tenpaiAtDraw: "rate" },
};

type Table = readonly [head: readonly string[], rows: readonly (readonly string[])[]];

/** Deal-ins of single discards are rare: two digits more. */
const rare = (rate: number | undefined) => (rate === undefined ? "" : `${(100 * rate).toFixed(2)} %`);

function dealInRow(name: string, { total, of, mean, average }: Figure): string[] {
  return [name, String(total), String(of), rare(mean), rare(average)];
}

const namesOf = <T extends object>(table: T) => Object.keys(table) as (keyof T)[];

function tables(summary: GamesSummary, objective: ObjectiveWord, words: CliWords["summary"]): Table[] {
  const figures = namesOf(UNITS).map((name) => {
    const { total, of, mean, average } = summary[name];
    const shown = (value: number | undefined) => (UNITS[name] === "rate" ? percent(value) : (value?.toFixed(0) ?? ""));
    return [words.figures[name], String(total), String(of), shown(mean), shown(average)];
  });
  const byTile = namesOf(summary.dealInsByTile).map((tile) =>
    dealInRow(words.ofTile(words.tiles[tile]), summary.dealInsByTile[tile]),
  );
  const byTurn = summary.dealInsByTurn.map((figure, i, { length }) =>
    dealInRow(words.ofTurn(i + 1, i + 1 === length), figure),
  );
  const digits = digitsOf(objective);
  const lost = namesOf(summary.review.sorts).map((kind) => {
    const { judged, mistakes, loss } = summary.review.sorts[kind];
    const each = judged === 0 ? "" : (loss / judged).toFixed(digits + 1);
    return [words.kinds[kind], String(judged), String(mistakes), loss.toFixed(digits), each];
  });
  return [
    [
      ["", ...words.heads],
      [...figures, ...byTile, ...byTurn],
    ],
    [words.lost, lost],
  ];
}

/** Each player's heading and tables. */
function sections(
  games: readonly ReviewedGame[],
  objective: ObjectiveWord,
  language: Language,
): { title: string; tables: Table[] }[] {
  const { review, summary: words } = CLI_WORDS[language];
  return playerSummaries(games, objective, review).map(({ name, summary }: PlayerSummary) => ({
    title: words.player(name, summary.games, summary.rounds),
    tables: tables(summary, objective, words),
  }));
}

export function summaryText(
  games: readonly ReviewedGame[],
  objective: ObjectiveWord,
  language: Language,
  paint: Paint,
): string {
  const table = ([head, rows]: Table) => columns([head.map((word) => ["dim", word] as const), ...rows], paint);
  return sections(games, objective, language)
    .map((one) => `${paint("bold", one.title)}\n${one.tables.map(table).join("\n")}`)
    .join("\n");
}

export function summaryMarkdown(games: readonly ReviewedGame[], objective: ObjectiveWord, language: Language): string {
  return sections(games, objective, language)
    .map((one) => `# ${forMarkdown(one.title)}\n\n${one.tables.map((table) => markdownTable(...table)).join("\n")}`)
    .join("\n");
}

export function summaryHtml(games: readonly ReviewedGame[], objective: ObjectiveWord, language: Language): string {
  const parts = sections(games, objective, language).map(
    (one) => `<h2>${forHtml(one.title)}</h2>\n${one.tables.map((table) => htmlTable(...table)).join("")}`,
  );
  return htmlPage(language, CLI_WORDS[language].summary.title, parts.join(""));
}
