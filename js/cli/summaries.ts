// How players play, over all games of a review, beside Tenhou's top room: as text, Markdown and a page.
import type { Figure, GamesSummary, ObjectiveWord } from "../index.js";
import { CLI_WORDS } from "../text/index.js";
import { forHtml, forMarkdown } from "./escape.js";
import { columns, type Paint, percent } from "./text.js";
import { digitsOf, htmlPage, htmlTable, markdownTable, type Played, played, type ReviewedFile } from "./written.js";

const FIGURES: readonly (readonly [name: string, of: (summary: GamesSummary) => Figure, unit: "rate" | "points"])[] = [
  ["wins", ({ wins }) => wins, "rate"],
  ["wins by tsumo", ({ tsumo }) => tsumo, "rate"],
  ["points of a win", ({ winPoints }) => winPoints, "points"],
  ["deal-ins", ({ dealIns }) => dealIns, "rate"],
  ["points of a deal-in", ({ dealInPoints }) => dealInPoints, "points"],
  ["riichi", ({ riichi }) => riichi, "rate"],
  ["rounds with a call", ({ calls }) => calls, "rate"],
  ["tenpai at the draw", ({ tenpaiAtDraw }) => tenpaiAtDraw, "rate"],
];
const TILES: Readonly<Record<keyof GamesSummary["dealInsByTile"], string>> = {
  ...{ red: "red fives", dora: "dora", yakuhai: "yakuhai", guestWind: "guest winds" },
  ...{ terminal: "1 and 9", edge: "2 and 8", middle: "3 to 7" },
};
const KINDS: Readonly<Record<keyof GamesSummary["review"]["sorts"], string>> = { attack: "own hand", defence: "against riichi", calls: "calls and kans", riichi: "riichi or dama" };

const HEAD = ["count", "of", "player", "Tenhou's top room"];
const LOST = ["kind of decision", "decisions", "mistakes", "loss", "a decision"];

type Table = readonly [head: readonly string[], rows: readonly (readonly string[])[]];

/** Deal-ins of single discards are rare: two digits more. */
const rare = (rate: number | undefined) => (rate === undefined ? "" : `${(100 * rate).toFixed(2)} %`);

function dealInRow(name: string, { total, of, mean, average }: Figure): string[] {
  return [name, String(total), String(of), rare(mean), rare(average)];
}

function tables({ summary }: Played, objective: ObjectiveWord): Table[] {
  const figures = FIGURES.map(([words, figureOf, unit]) => {
    const { total, of, mean, average } = figureOf(summary);
    const shown = (value: number | undefined) => (unit === "rate" ? percent(value) : (value?.toFixed(0) ?? ""));
    return [words, String(total), String(of), shown(mean), shown(average)];
  });
  const byTile = Object.entries(summary.dealInsByTile).map(([tile, figure]) => dealInRow(`discards of ${TILES[tile as keyof typeof TILES]} that deal in`, figure));
  const byTurn = summary.dealInsByTurn.map((figure, i, { length }) => dealInRow(`discards of turn ${i + 1}${i + 1 === length ? " and later" : ""} that deal in`, figure));
  const digits = digitsOf(objective);
  const lost = Object.entries(summary.review.sorts).map(([kind, { judged, mistakes, loss }]) => {
    const each = judged === 0 ? "" : (loss / judged).toFixed(digits + 1);
    return [KINDS[kind as keyof typeof KINDS], String(judged), String(mistakes), loss.toFixed(digits), each];
  });
  return [[["", ...HEAD], [...figures, ...byTile, ...byTurn]], [LOST, lost]];
}

const title = ({ name, summary: { games, rounds } }: Played) => `${name}: ${games} ${games === 1 ? "game" : "games"}, ${rounds} rounds`;

export function summaryText(files: readonly ReviewedFile[], objective: ObjectiveWord, paint: Paint): string {
  const table = ([head, rows]: Table) => columns([head.map((word) => ["dim", word] as const), ...rows], paint);
  return played(files, objective, CLI_WORDS.en.review)
    .map((one) => `${paint("bold", title(one))}\n${tables(one, objective).map(table).join("\n")}`)
    .join("\n");
}

export function summaryMarkdown(files: readonly ReviewedFile[], objective: ObjectiveWord): string {
  return played(files, objective, CLI_WORDS.en.review)
    .map((one) => `# ${forMarkdown(title(one))}\n\n${tables(one, objective).map((table) => markdownTable(...table)).join("\n")}`)
    .join("\n");
}

export function summaryHtml(files: readonly ReviewedFile[], objective: ObjectiveWord): string {
  const parts = played(files, objective, CLI_WORDS.en.review).map((one) => `<h2>${forHtml(title(one))}</h2>\n${tables(one, objective).map((table) => htmlTable(...table)).join("")}`);
  return htmlPage("en", "Summary", parts.join(""));
}
