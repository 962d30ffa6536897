// Reviews as text, Markdown, a page and JSON, and how players play over all games of a review.
import { tileNames } from "../action.js";
import { forHtml, forMarkdown, jsonLine } from "../escape.js";
import {
  type Action,
  type Figure,
  formatAction,
  formatError,
  formatRule,
  type GamesSummary,
  type Language,
  type ObjectiveWord,
  type ReviewSummary,
} from "../index.js";
import { type Counts, figuresOf, noCounts, sumOf, tally } from "../statistics.js";
import { ACTION_WORDS, CLI_WORDS, type CliWords } from "../text/index.js";
import type { Sentence } from "./command.js";
import { gameName } from "./input.js";
import type { Game, JournalDecision } from "./journal.js";
import { type Cell, columns, type Paint, percent } from "./text.js";

/** A game of a file, reviewed. */
export interface ReviewedGame {
  readonly file: string;
  readonly game: Game;
  readonly decisions: readonly JournalDecision[];
}

/** A game, a file or a folder without a review: `code` is an error's, or the system's where it cannot be read. */
export interface FileFailure {
  readonly file: string;
  /** Which of several games of the file, from 0. */
  readonly game?: number;
  readonly code: string;
  readonly reason: Sentence;
}

/** A file; a game of several with what its record says of itself. */
export function nameOf({ file, game }: { readonly file: string; readonly game?: Game | number }): string {
  if (game === undefined) return file;
  if (typeof game === "number") return gameName(file, game);
  if (game.games === 1) return file;
  const known = [game.name, game.date, game.room].filter((part) => part !== undefined);
  return [gameName(file, game.game), ...known].join(", ");
}

const playerName = ({ names }: Game, player: number, words: CliWords["review"]) =>
  names?.[player] || words.seats[player] || "";

/** An action with the tile that it takes, or lets go: `Ron 6s`, `Chi 5m with 3m 4m, discard 9m`. */
function said(action: Action | undefined, offered: string | undefined, language: Language): string {
  if (!action) return "";
  if (offered === undefined) return formatAction(action, language);
  const tile = tileNames(offered, language);
  if (action.type !== "chi" && action.type !== "pon") return `${formatAction(action, language)} ${tile}`;
  const { actions, calls, discard, then } = ACTION_WORDS[language];
  const call = calls(actions[action.type], tile, tileNames(action.tiles, language));
  return `${call}${then}${discard(tileNames(action.discard, language))}`;
}

const digitsOf = (objective: ObjectiveWord) => (objective === "points" || objective === "placement" ? 0 : 3);

function roundName({ rounds }: Game, round: number, { review, winds }: CliWords): string {
  const { roundWind = "east", number = 0, honba = 0 } = rounds[round] ?? {};
  return review.round(winds[roundWind], number, honba);
}

/** By player, those who have decisions. */
export function summaries(
  { decisions }: ReviewedGame,
  objective: ObjectiveWord,
): { player: number; summary: ReviewSummary }[] {
  return [0, 1, 2, 3].flatMap((player) => {
    const own = decisions.filter((decision) => decision.player === player);
    return own.length === 0 ? [] : [{ player, summary: tally(own, objective) }];
  });
}

function mistakes(reviewed: ReviewedGame, objective: ObjectiveWord, language: Language): string[][] {
  const words = CLI_WORDS[language];
  return reviewed.decisions
    .filter(({ mistake }) => mistake)
    .map(({ round, player, turn, hand, offered, done, best, loss = 0 }) => [
      roundName(reviewed.game, round, words),
      playerName(reviewed.game, player, words.review),
      String(turn),
      hand,
      said(done, offered, language),
      said(best, offered, language),
      loss.toFixed(digitsOf(objective)),
    ]);
}

function sums(reviewed: ReviewedGame, objective: ObjectiveWord, words: CliWords["review"]): string[][] {
  return summaries(reviewed, objective).map(({ player, summary }) => [
    playerName(reviewed.game, player, words),
    String(summary.judged),
    summary.accuracy?.toFixed(1) ?? "",
    percent(summary.agreement),
    String(summary.mistakes),
    summary.loss.toFixed(digitsOf(objective)),
  ]);
}

/**
 * What stands under a game's name: what its table has otherwise than the rule set or that is not known here, and why
 * there is no more of it. A game that is refused is whole, so it is not called cut.
 */
function remarks({ rules, broken }: Game, language: Language): { readonly rules: string[]; readonly broken: string[] } {
  const words = CLI_WORDS[language].review;
  const differences = rules?.differences?.map((rule) => formatRule(rule, language));
  const why = broken && formatError(broken, language);
  return {
    rules: [
      ...(rules && differences ? [words.rules(rules.name, differences)] : []),
      ...(rules?.unknown ? [words.unknownRules(rules.unknown)] : []),
    ],
    broken: why === undefined ? [] : [broken?.refused ? why : words.cut(why)],
  };
}

/** Whether there is anything to list: without a round nobody made a mistake, and nobody made none. */
const isEmpty = ({ broken, rounds }: Game) => broken !== undefined && rounds.length === 0;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
/** With a capital and a full stop, which Chinese and Japanese write as 。 */
const sentence = (text: string) => `${capital(text)}${/[\u3000-\u9fff]$/u.test(text) ? "。" : "."}`;

export function asText(
  games: readonly ReviewedGame[],
  objective: ObjectiveWord,
  language: Language,
  paint: Paint,
): string {
  const head = (words: readonly string[]) => words.map((word): Cell => ["dim", word]);
  const words = CLI_WORDS[language].review;
  return games
    .map((reviewed) => {
      const wrong = mistakes(reviewed, objective, language);
      const list =
        wrong.length === 0
          ? `${words.none}\n`
          : columns(
              [head(words.heads), ...wrong.map((row): Cell[] => [...row.slice(0, -1), ["red", row.at(-1) ?? ""]])],
              paint,
              [0, 1, 3, 4, 5],
            );
      const { rules, broken } = remarks(reviewed.game, language);
      const notes = [...rules, ...broken.map((text) => paint("yellow", text))].map((text) => `${text}\n`).join("");
      const title = `${paint("bold", nameOf(reviewed))}\n${notes}`;
      if (isEmpty(reviewed.game)) return title;
      const totals = columns([head(words.sums), ...sums(reviewed, objective, words)], paint);
      return `${title}${list}\n${totals}`;
    })
    .join("\n");
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(forMarkdown).join(" | ")} |\n`;
  return line(head) + `|${head.map(() => "---|").join("")}\n` + rows.map(line).join("");
}

export function asMarkdown(games: readonly ReviewedGame[], objective: ObjectiveWord, language: Language): string {
  const words = CLI_WORDS[language].review;
  return games
    .map((reviewed) => {
      const wrong = mistakes(reviewed, objective, language);
      const list = wrong.length === 0 ? `${sentence(words.none)}\n` : markdownTable(words.heads, wrong);
      const { rules, broken } = remarks(reviewed.game, language);
      const notes = [...rules, ...broken].map((text) => `${forMarkdown(capital(text))}\n`);
      const title = `# ${forMarkdown(nameOf(reviewed))}\n${notes.map((text) => `\n${text}`).join("")}`;
      if (isEmpty(reviewed.game)) return title;
      const totals = markdownTable(words.sums, sums(reviewed, objective, words));
      return `${title}\n${totals}\n${list}`;
    })
    .join("\n");
}

function htmlTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((text) => `<${tag}>${forHtml(text)}</${tag}>`).join("")}</tr>\n`;
  const body = rows.map((cells) => row(cells, "td")).join("");
  return `<table>\n<thead>${row(head, "th")}</thead>\n<tbody>\n${body}</tbody>\n</table>\n`;
}

const CSS = `:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem }
table { border-collapse: collapse; margin: 1rem 0 }
th, td { border-bottom: 1px solid #8884; padding: .25rem .75rem; text-align: start }
td:last-child, th:last-child { text-align: end }`;

/** A page with a heading. */
const htmlPage = (language: Language, title: string, body: string): string =>
  `<!doctype html>\n<html lang="${language}">\n<meta charset="utf-8">\n` +
  `<meta name="viewport" content="width=device-width">\n<title>${title}</title>\n<style>${CSS}</style>\n` +
  `<h1>${title}</h1>\n${body}</html>\n`;

export function asHtml(games: readonly ReviewedGame[], objective: ObjectiveWord, language: Language): string {
  const words = CLI_WORDS[language].review;
  const parts = games.map((reviewed) => {
    const wrong = mistakes(reviewed, objective, language);
    const list = wrong.length === 0 ? `<p>${forHtml(sentence(words.none))}</p>\n` : htmlTable(words.heads, wrong);
    const { rules, broken } = remarks(reviewed.game, language);
    const notes = [...rules, ...broken].map((text) => `<p>${forHtml(capital(text))}</p>\n`).join("");
    const title = `<h2>${forHtml(nameOf(reviewed))}</h2>\n${notes}`;
    if (isEmpty(reviewed.game)) return title;
    const totals = htmlTable(words.sums, sums(reviewed, objective, words));
    return `${title}${totals}${list}`;
  });
  return htmlPage(language, words.title, parts.join(""));
}

/** What a player's games amount to. */
interface PlayerSummary {
  readonly name: string;
  readonly summary: GamesSummary;
}

/** By name, the player with most games first. */
function playerSummaries(
  games: readonly ReviewedGame[],
  objective: ObjectiveWord,
  words: CliWords["review"],
): PlayerSummary[] {
  const all = new Map<string, { counts: Counts; decisions: JournalDecision[] }>();
  for (const { game, decisions } of games) {
    for (const [player, counts] of game.counts.entries()) {
      const own = decisions.filter((decision) => decision.player === player);
      if (own.length === 0) continue;
      const before = all.get(playerName(game, player, words)) ?? { counts: noCounts(), decisions: [] };
      all.set(playerName(game, player, words), {
        counts: sumOf(before.counts, counts),
        decisions: [...before.decisions, ...own],
      });
    }
  }
  const found = [...all].map(([name, { counts, decisions }]) => ({
    name,
    summary: { ...figuresOf(counts), review: tally(decisions, objective) },
  }));
  return found.sort((a, b) => b.summary.games - a.summary.games || (a.name < b.name ? -1 : 1));
}

export function asJson(
  games: readonly ReviewedGame[],
  failed: readonly FileFailure[],
  objective: ObjectiveWord,
): string {
  const decisionsOf = (reviewed: ReviewedGame) => reviewed.decisions.map(({ offered: _, ...decision }) => decision);
  const all = games.map((reviewed) => {
    const { counts: _, ...game } = reviewed.game;
    return {
      file: reviewed.file,
      ...game,
      decisions: decisionsOf(reviewed),
      summaries: summaries(reviewed, objective),
    };
  });
  const failures = failed.map(({ reason, ...one }) => ({ ...one, message: reason(CLI_WORDS.en, "en") }));
  return jsonLine({ files: all, failed: failures, players: playerSummaries(games, objective, CLI_WORDS.en.review) });
}

// How players play, over all games of a review, beside Tenhou's top room: as text, Markdown and a page.

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
