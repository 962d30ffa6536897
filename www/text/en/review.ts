import type { ReviewWords } from "../review-words";
import { amount } from "./grammar";

export const review: ReviewWords = {
  learnStart: "Learn from mistakes",
  exportTitle: "Export …",
  exportHtml: "A page in one file (HTML)",
  exportMarkdown: "Markdown",
  exportLink: "Copy a link to this decision",
  folderOpen: "Open a folder …",
  games: {
    title: (count) => `All games (${count})`,
    game: "Game",
    total: "All together",
    reviewAll: "Review all games",
    trend: (games, first, last) => `Accuracy over ${games} games, from ${first} to ${last}.`,
    gathered: (done, total, refused, left) =>
      `${done} of ${total} files read${refused.length > 0 ? `; no records: ${refused.join(", ")}` : ""}${left.length > 0 ? `; left out by their names: ${left.join(", ")}` : ""}. They stay in this browser.`,
    more: (count) => `${count} more`,
  },
  timeline: {
    title: "The game",
    says: (unit) => `${unit[0]?.toUpperCase()}${unit.slice(1)} lost so far (filled), and the expected place at the start of each round (line). A click goes to the decision.`,
    lost: (loss) => `−${loss}`,
    place: (place) => ["1st", "2nd", "3rd", "4th"][place - 1] ?? "",
    at: (round, turn, lost, unit, place) => [`${round}, ${turn}`, `${amount(lost, unit)} lost so far`, ...(place ? [`expected place ${place}`] : [])].join(", "),
  },
  mistakes: {
    title: (count, repeats) => `Mistakes: ${count}${repeats > 0 ? `, of which ${repeats} repeat the one before` : ""}`,
    none: "None of these sizes.",
    sizes: "Sizes",
    order: "Order",
    by: { loss: "worst first", game: "as in the game" },
    played: "played",
    better: "better",
    more: (count) => `Show ${count} more`,
  },
  learn: {
    title: "Learn",
    ask: "Something better was there. What would you do?",
    step: (done, all, right) => `${done} of ${all} mistakes answered, ${right} right`,
    right: "Right: that is the best.",
    nearly: (loss, unit) => `Good: that loses only ${amount(loss, unit)}.`,
    wrong: (loss, unit) => `That loses ${amount(loss, unit)}.`,
    best: (action) => `Best: ${action}.`,
    played: (action) => `In the game: ${action}.`,
    next: "Next mistake",
    leave: "Stop learning",
    choices: "What to do",
    waiting: "Searching …",
  },
};
