// English.
import type { ActionWords, ElementWords, ErrorWords } from "../words.js";

export const action: ActionWords = {
  honours: ["East", "South", "West", "North", "White", "Green", "Red"],
  numbers: ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
  suits: { m: "m", p: "p", s: "s" },
  red: "red ",
  actions: {
    ...{ tsumo: "Tsumo", nineTerminals: "Nine terminals", ankan: "Concealed kan", kakan: "Added kan", pass: "Pass" },
    ...{ ron: "Ron", chi: "Chi", pon: "Pon", daiminkan: "Open kan" },
  },
  riichi: "Riichi",
  discard: (tile) => `discard ${tile}`,
  then: ", ",
  calls: (call, tile, own) => `${call} ${tile} with ${own}`,
};

export const errors: ErrorWords = {
  texts: undefined,
  with: (text, particulars) => `${text} (${particulars.join(", ")})`,
  place: (byte, line) => `byte ${byte} (line ${line})`,
  afterRounds: (rounds) => `after ${rounds === 1 ? "1 whole round" : `${rounds} whole rounds`}`,
  event: (event) => `event ${event}`,
};

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
