// Reviews as text, Markdown, a page and JSON.
import { type Action, formatAction, type GamesSummary, type ObjectiveWord, type ReviewSummary } from "../index.js";
import { tileNames } from "../action.js";
import { type Counts, figuresOf, noCounts, sumOf } from "../statistics.js";
import { tally } from "../summary.js";
import { forHtml, forMarkdown, jsonLine } from "./escape.js";
import type { Game, Judged } from "./journal.js";
import { type Cell, columns, type Paint, percent } from "./text.js";

/** A record, reviewed. */
export interface ReviewedFile {
  readonly file: string;
  readonly game: Game;
  readonly decisions: readonly Judged[];
}

/** A file or a folder without a review: `code` is an error's, or the system's where it cannot be read. */
export interface FailedFile {
  readonly file: string;
  readonly code: string;
  readonly message: string;
}

const SEATS = ["East", "South", "West", "North"];
const HEAD = ["round", "player", "turn", "hand", "played", "best", "loss"];

export const playerName = ({ names }: Game, player: number) => names?.[player] || SEATS[player] || "";

/** An action with the tile that it takes, or lets go: `Ron 6s`, `Chi 5m with 3m 4m, discard 9m`. */
function said(action: Action | undefined, offered: string | undefined): string {
  if (!action) return "";
  const words = formatAction(action);
  if (offered === undefined) return words;
  const tile = tileNames(offered, "en");
  return action.type === "chi" || action.type === "pon" ? words.replace(" ", ` ${tile} with `) : `${words} ${tile}`;
}

export const digitsOf = (objective: ObjectiveWord) => (objective === "points" || objective === "placement" ? 0 : 3);

function roundName({ rounds }: Game, round: number): string {
  const { roundWind = "east", number = 0, honba = 0 } = rounds[round] ?? {};
  return `${roundWind[0]?.toUpperCase()}${roundWind.slice(1)} ${number}${honba > 0 ? `-${honba}` : ""}`;
}

/** By player, those who have decisions. */
export function summaries({ decisions }: ReviewedFile, objective: ObjectiveWord): { player: number; summary: ReviewSummary }[] {
  return [0, 1, 2, 3].flatMap((player) => {
    const own = decisions.filter((decision) => decision.player === player);
    return own.length === 0 ? [] : [{ player, summary: tally(own, objective) }];
  });
}

function mistakes(reviewed: ReviewedFile, objective: ObjectiveWord): string[][] {
  return reviewed.decisions
    .filter(({ mistake }) => mistake)
    .map(({ round, player, turn, hand, offered, done, best, loss = 0 }) => [
      roundName(reviewed.game, round),
      playerName(reviewed.game, player),
      String(turn),
      hand,
      said(done, offered),
      said(best, offered),
      loss.toFixed(digitsOf(objective)),
    ]);
}

const SUMS = ["player", "decisions", "accuracy", "best played", "mistakes", "loss"];

function sums(reviewed: ReviewedFile, objective: ObjectiveWord): string[][] {
  return summaries(reviewed, objective).map(({ player, summary }) => [
    playerName(reviewed.game, player),
    String(summary.judged),
    summary.accuracy?.toFixed(1) ?? "",
    percent(summary.agreement),
    String(summary.mistakes),
    summary.loss.toFixed(digitsOf(objective)),
  ]);
}

export function asText(files: readonly ReviewedFile[], objective: ObjectiveWord, paint: Paint): string {
  const head = (words: readonly string[]) => words.map((word): Cell => ["dim", word]);
  return files
    .map((reviewed) => {
      const wrong = mistakes(reviewed, objective);
      const list = wrong.length === 0 ? "no mistakes\n" : columns([head(HEAD), ...wrong.map((row): Cell[] => [...row.slice(0, -1), ["red", row.at(-1) ?? ""]])], paint, [0, 1, 3, 4, 5]);
      const note = reviewed.game.broken === undefined ? "" : `${paint("yellow", `the record is cut: ${reviewed.game.broken}`)}\n`;
      return `${paint("bold", reviewed.file)}\n${note}${list}\n${columns([head(SUMS), ...sums(reviewed, objective)], paint)}`;
    })
    .join("\n");
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(forMarkdown).join(" | ")} |\n`;
  return line(head) + `|${head.map(() => "---|").join("")}\n` + rows.map(line).join("");
}

export function asMarkdown(files: readonly ReviewedFile[], objective: ObjectiveWord): string {
  return files
    .map((reviewed) => {
      const wrong = mistakes(reviewed, objective);
      const list = wrong.length === 0 ? "No mistakes.\n" : markdownTable(HEAD, wrong);
      const note = reviewed.game.broken === undefined ? "" : `The record is cut: ${forMarkdown(reviewed.game.broken)}\n\n`;
      return `# ${forMarkdown(reviewed.file)}\n\n${note}${markdownTable(SUMS, sums(reviewed, objective))}\n${list}`;
    })
    .join("\n");
}

export function htmlTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[], tag: string) => `<tr>${cells.map((text) => `<${tag}>${forHtml(text)}</${tag}>`).join("")}</tr>\n`;
  return `<table>\n<thead>${row(head, "th")}</thead>\n<tbody>\n${rows.map((cells) => row(cells, "td")).join("")}</tbody>\n</table>\n`;
}

const CSS = `body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color-scheme: light dark }
table { border-collapse: collapse; margin: 1rem 0 } th, td { border-bottom: 1px solid #8884; padding: .25rem .75rem; text-align: start }
td:last-child, th:last-child { text-align: end }`;

/** A page with a heading. */
export const htmlPage = (title: string, body: string): string =>
  `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>${title}</title>\n<style>${CSS}</style>\n<h1>${title}</h1>\n${body}</html>\n`;

export function asHtml(files: readonly ReviewedFile[], objective: ObjectiveWord): string {
  const parts = files.map((reviewed) => {
    const wrong = mistakes(reviewed, objective);
    const list = wrong.length === 0 ? "<p>No mistakes.</p>\n" : htmlTable(HEAD, wrong);
    const note = reviewed.game.broken === undefined ? "" : `<p>The record is cut: ${forHtml(reviewed.game.broken)}</p>\n`;
    return `<h2>${forHtml(reviewed.file)}</h2>\n${note}${htmlTable(SUMS, sums(reviewed, objective))}${list}`;
  });
  return htmlPage("Review", parts.join(""));
}

/** What a player's games amount to. */
export interface Played {
  readonly name: string;
  readonly summary: GamesSummary;
}

/** By name, whoever has most games first. */
export function played(files: readonly ReviewedFile[], objective: ObjectiveWord): Played[] {
  const all = new Map<string, { counts: Counts; decisions: Judged[] }>();
  for (const { game, decisions } of files) {
    for (const [player, counts] of game.counts.entries()) {
      const own = decisions.filter((decision) => decision.player === player);
      if (own.length === 0) continue;
      const before = all.get(playerName(game, player)) ?? { counts: noCounts(), decisions: [] };
      all.set(playerName(game, player), { counts: sumOf(before.counts, counts), decisions: [...before.decisions, ...own] });
    }
  }
  const found = [...all].map(([name, { counts, decisions }]) => ({ name, summary: { ...figuresOf(counts), review: tally(decisions, objective) } }));
  return found.sort((a, b) => b.summary.games - a.summary.games || (a.name < b.name ? -1 : 1));
}

export function asJson(files: readonly ReviewedFile[], failed: readonly FailedFile[], objective: ObjectiveWord): string {
  const decisionsOf = (reviewed: ReviewedFile) => reviewed.decisions.map(({ offered: _, ...decision }) => decision);
  const all = files.map((reviewed) => {
    const { counts: _, ...game } = reviewed.game;
    return { file: reviewed.file, ...game, decisions: decisionsOf(reviewed), summaries: summaries(reviewed, objective) };
  });
  return jsonLine({ files: all, failed, players: played(files, objective) });
}
