// English.
import type { ActionWords, ElementWords, ErrorWords, RuleWords } from "../../js/text/words.js";

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

export const errors: ErrorWords = {
  texts: undefined,
  houseRules: undefined,
  with: (text, particulars) => `${text} (${particulars.join(", ")})`,
  named: (text, name) => `${text}: ${name}`,
  place: (byte, line) => `byte ${byte} (line ${line})`,
  afterRounds: (rounds) => `after ${rounds === 1 ? "1 whole round" : `${rounds} whole rounds`}`,
  event: (event) => `event ${event}`,
};

export const rules: RuleWords = {
  uraDora: "ura dora",
  kanDora: "the turning of kan dora",
  kuikae: "swap calling (kuikae)",
  doubleWindPair: "fu of a double-wind pair",
  rinshanFu: "tsumo fu after a kan",
  kiriage: "kiriage mangan",
  kazoe: "counted yakuman",
  doubleYakuman: "double yakuman",
  yakumanSum: "multiple yakuman",
  renhou: "renhou",
  multipleRon: "double and triple ron",
  riichiKans: "concealed kans after riichi",
  kokushiRobsAnkan: "thirteen orphans on a concealed kan",
  pao: "pao",
  abortive: "abortive draws",
  nagashi: "nagashi mangan",
  start: "starting points",
  target: "points needed to win",
  uma: "uma",
  oka: "oka",
  ties: "tied places",
  bankruptcy: "bankruptcy (tobi)",
  dealerStop: "the last dealer's right to end the game",
  extraRound: "extra rounds",
  riichiPoints: "riichi with fewer than 1,000 points",
  tsumoLoss: "tsumo loss",
  riichiWall: "riichi at the end of the wall",
};

export const element: ElementWords = {
  units: { points: " points", placement: " placement points" },
  wins: "wins",
  tenpai: "wins or is tenpai at the draw",
  undecided: "13 tiles: add the tile you drew, or `offered` in the context with the tile that is on offer.",
  ask: "What would you discard?",
  reveal: "Show the answer",
  right: "Right.",
  equal: (tile) => `${tile} is just as good.`,
  wrong: (tile, loss) => `${tile} loses ${loss}.`,
  away: (tile) => `${tile} is not it.`,
};
