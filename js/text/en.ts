// English.
import type { ActionWords, CliWords, ElementWords, ErrorWords } from "./words.js";

export const action: ActionWords = {
  honours: ["East", "South", "West", "North", "White", "Green", "Red"],
  numbers: ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
  suits: { m: "m", p: "p", s: "s" },
  red: "red ",
  actions: {
    ...{ tsumo: "Tsumo", nineTerminals: "Nine terminals", ankan: "Concealed kan", kakan: "Added kan", pass: "Pass" },
    ...{ ron: "Ron", chi: "Chi", pon: "Pon", daiminkan: "Open kan", kita: "Kita" },
  },
  riichi: "Riichi",
  discard: (tile) => `discard ${tile}`,
  then: ", ",
  calls: (call, tile, own) => `${call} ${tile} with ${own}`,
};

export const errors: ErrorWords = { texts: undefined, with: (_text, message) => message };

export const element: ElementWords = {
  units: { points: " points", placement: " placement points" },
  wins: "wins",
  tenpai: "wins or is tenpai at the draw",
  undecided: "13 tiles: add the tile you drew, or `offered` in the context with the tile that is on offer.",
  ask: "What would you discard?",
  reveal: "Show the answer",
  right: "Right.",
  wrong: (tile, loss) => `${tile} loses ${loss}.`,
  away: (tile) => `${tile} is not it.`,
};

export const cli: CliWords = {
  winds: { east: "east", south: "south", west: "west", north: "north" },
  analyze: {
    heads: { action: "action", value: "value", wins: "wins", dealsIn: "deals in", shanten: "shanten", tiles: "tiles" },
    equal: (actions, policy, first) => `${actions} are equal by calculation; ${policy} of strong players choose ${first}.`,
    search: (hands, exchanges, ended, ms) => `${hands} hands, ${exchanges} exchanges, ended by ${ended}, ${ms} ms`,
    undecided: "13 tiles: add the tile you drew, or --offered with the tile that is on offer.",
  },
  tabu: {
    heads: ["action", "runs", "points"],
    aim: (hand, shanten, points, similarity) => `aims at ${hand}: shanten ${shanten}, ${points} points, similarity ${similarity}`,
    sum: (runs, complete) => `${runs} runs, ${complete} to a complete hand`,
  },
  danger: { heads: ["tile", "deals in", "costs"], tenpai: (rates) => `tenpai: ${rates}` },
  review: {
    title: "Review",
    seats: ["East", "South", "West", "North"],
    round: (wind, number, honba) => `${wind[0]?.toUpperCase()}${wind.slice(1)} ${number}${honba > 0 ? `-${honba}` : ""}`,
    heads: ["round", "player", "turn", "hand", "played", "best", "loss"],
    sums: ["player", "decisions", "accuracy", "best played", "mistakes", "loss"],
    none: "no mistakes",
    cut: (why) => `the record is cut: ${why}`,
  },
};
