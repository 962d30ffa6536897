// Generated from the types of src/api; write anew with: UPDATE_API=1 cargo test --lib typescript

import type { RulesName, ThreePlayerRulesName } from "./rules.js";

/** What `analyze` is asked. */
export type Request = {
  /** The hand: 14 tiles after a draw, 13 while others are to act; a meld counted as three. Of 14 tiles that are given as
   * one text the last is the tile drawn, which matters in riichi: no other tile can be discarded. */
  hand: HandInput,
  /** The table as the player sees it. */
  context?: Context,
  /** How to search. */
  options?: Options,
  /** The one action to value; every possible one when left out. */
  action?: Action,
};

/** A hand in mpsz, melds after commas or in brackets, or its parts. */
export type HandInput = string | HandParts;

/** A hand in parts. */
export type HandParts = {
  /** The concealed tiles in mpsz. */
  tiles: string,
  /** The melds, one string each. */
  melds?: Array<string>,
};

/** The table as the player sees it. Everything is optional; unknown fields are errors.
 *
 * With `players` it is the whole table. `turn`, `tilesLeft`, `visible`, `interrupted` and `offered` follow from that and
 * can be left out; one that says otherwise is an error. Only a tile of a kan that can be robbed has to be offered. */
export type Context = {
  /** Name of a rule set; `tenhou` when left out. */
  rules?: RulesName | ThreePlayerRulesName,
  /** What the table has otherwise than the rule set, beside red fives and open tanyao. What is learned from records is learned
   * from tables that play by the rule sets. */
  tableRules?: TableRules,
  /** Whether there is a red five in each number suit; as in the rule set when left out. */
  redFives?: boolean,
  /** Whether an open hand can win by tanyao; as in the rule set when left out. */
  kuitan?: boolean,
  /** The wind of the round; east when left out. */
  roundWind?: WindName,
  /** The number of the round within its wind, 1 to 4, with three players to 3; 1 when left out. */
  roundNumber?: number,
  /** How many winds the game is planned for; `hanchan` when left out. Deal-ins cost a little more there. */
  length?: LengthName,
  /** The player's own wind; east (the dealer) when left out. */
  seat?: WindName,
  /** Honba counters on the table, 0 to 99. */
  honba?: number,
  /** Riichi sticks on the table, 1,000 points each, 0 to 99; with `players` those of this round's riichis when left out. A
   * stick moves when nobody wins with the declaring discard: while that tile can still be won or called, it is not among
   * these sticks, and its points are still the player's. */
  riichiSticks?: number,
  /** Points of the players now, in the order east, south, west, north of this round, 0 for north with three players; below
   * zero, too, and at most 1,000,000 owned or owed. The 1,000 of a riichi are gone once nobody has won with the declaring discard, as with
   * `riichiSticks`. */
  scores?: [number, number, number, number],
  /** Dora indicators in mpsz, at most 5 tiles; left out when they are not known: then none counts. With `players` all that
   * are turned, the first one first. */
  doraIndicators?: string,
  /** Tiles seen elsewhere, in mpsz: rivers and other players' melds, without own tiles, indicators and `offered`. */
  visible?: string,
  /** Own discards made so far, plus one: 1 (the default) to 18, with three players to 19. */
  turn?: number,
  /** Tiles left in the live wall now, 0 to 70, with three players to 55; from turn and seat, as if nobody had called, when
   * left out. */
  tilesLeft?: number,
  /** Whether a call was made before the own first discard, so that riichi is no double riichi. */
  interrupted?: boolean,
  /** The discard that is on offer to a hand of 13 tiles. When it is left out there is none, and the one candidate is to pass: what it is
   * worth to wait. With `players` it is the last discard. */
  offered?: OfferedTile,
  /** Norths that the player has set aside (kita), 0 to 4, with three players; with `players` those of the own river. */
  kita?: number,
  /** What lies before the players: the whole table. The dealer, `east`, begins; after a discard comes whoever
   * called it, else the next player; so rivers and melds tell the order of everything. */
  players?: Players,
};

/** What a table has otherwise than its rule set, beside red fives and open tanyao. */
export type TableRules = {
  /** What a fourth player would pay by tsumo. */
  tsumoLoss?: TsumoLoss,
  /** Riichi wins turn the indicators under the dora. */
  uraDora?: boolean,
  /** When a kan turns a new dora indicator. */
  kanDora?: KanDora,
  /** What may be discarded right after a chi or pon. */
  kuikae?: Kuikae,
  /** Fu of a pair that is both round and seat wind. */
  doubleWindPair?: DoubleWindPair,
  /** Whether a win on a kan's replacement tile gets the 2 fu of a tsumo. */
  rinshanFu?: boolean,
  /** 4 han 30 fu and 3 han 60 fu are raised to a mangan. */
  kiriage?: boolean,
  /** 13 han without a yakuman. */
  kazoe?: Kazoe,
  /** Patterns that count as two yakuman. */
  doubleYakuman?: DoubleYakuman,
  /** Several yakuman in one hand. */
  yakumanSum?: YakumanSum,
  /** A ron before the own first draw. */
  renhou?: Renhou,
  /** Several players win on one discard. */
  multipleRon?: MultipleRon,
  /** Concealed kans of a hand in riichi. */
  riichiKans?: RiichiKans,
  /** Thirteen orphans may win on the fourth tile of a concealed kan. */
  kokushiRobsAnkan?: boolean,
  /** Who pays for yakuman that another player's discards made sure. */
  pao?: Pao,
  /** Rounds that are broken off. */
  abortive?: Abortive,
  /** Exhaustive draw with none but terminals and honours in the river, none of them claimed. */
  nagashi?: Nagashi,
  /** Points of each player at the start. */
  start?: number,
  /** Points that somebody must have reached for the game to end in time; final scores count from here. */
  target?: number,
  /** Points for the places beside the oka; three players have no fourth. */
  uma?: [number, number, number, number],
  /** Points for the first place, put up by all. */
  oka?: number,
  /** Equal points at the end. */
  ties?: Ties,
  /** Players who run out of points. */
  bankruptcy?: Bankruptcy,
  /** A leading dealer in the last round. */
  dealerStop?: DealerStop,
  /** Nobody has the target when the last round ends. */
  extraRound?: ExtraRound,
  /** Riichi with less than 1,000 points. */
  riichiPoints?: RiichiPoints,
  /** Tiles that the wall needs for riichi. */
  riichiWall?: number,
};

/** When a kan turns a new dora indicator. */
export type KanDora = "atOnce" | "openAfterDiscard";

/** What may be discarded right after a chi or pon. */
export type Kuikae = "allowed" | "forbidden";

/** Fu of a pair that is both round and seat wind. */
export type DoubleWindPair = "two" | "four";

/** What 13 han without a yakuman are. */
export type Kazoe = "yakuman" | "sanbaiman";

/** Patterns that count as two yakuman. */
export type DoubleYakuman = {
  /** Four concealed triplets with a pair wait. */
  suuankouTanki: boolean,
  /** Thirteen orphans with thirteen waits. */
  kokushi13: boolean,
  /** Nine gates with nine waits. */
  junseiChuuren: boolean,
  /** Triplets of all four winds. */
  daisuushii: boolean,
};

/** Several yakuman in one hand. */
export type YakumanSum = "adds" | "single";

/** A ron before the own first draw, with no call before it. */
export type Renhou = "none" | "mangan" | "yakuman";

/** Several players win on one discard. */
export type MultipleRon = "headBump" | "double" | "triple";

/** Concealed kans of a hand in riichi: always of the tile just drawn, and never with other waits after it. */
export type RiichiKans = "forbidden" | "sameWaits" | "otherWaits" | "everyReading";

/** Who pays for yakuman that another player's discards made sure (sekinin barai). */
export type Pao = {
  /** For feeding the third dragon meld. */
  daisangen: boolean,
  /** For feeding the fourth wind meld. */
  daisuushii: boolean,
  /** For feeding the fourth kan. */
  suukantsu: boolean,
  /** How much of the hand it covers when there are further yakuman. */
  scope: PaoScope,
  /** Who pays the honba when another player deals in. */
  honba: PaoHonba,
};

/** How much of a hand pao covers when there are further yakuman. */
export type PaoScope = "hand" | "yakuman";

/** Who pays the honba of a hand with pao that wins on a third player's discard. */
export type PaoHonba = "liable" | "discarder";

/** Rounds that are broken off; what three wins on one discard are is a rule of its own. */
export type Abortive = {
  /** Nine kinds of terminals and honours in the first draw. */
  nineKinds: boolean,
  /** Four equal winds discarded in the first turn. */
  fourWinds: boolean,
  /** Four kans by more than one player. */
  fourKans: boolean,
  /** Four riichi. */
  fourRiichi: boolean,
};

/** Exhaustive draw with none but terminals and honours in the river, none of them claimed. */
export type Nagashi = "none" | "mangan";

/** Equal points at the end. */
export type Ties = "seatOrder" | "shared";

/** Players who run out of points. */
export type Bankruptcy = "continues" | "belowZero";

/** A leading dealer in the last round. */
export type DealerStop = "never" | "win" | "tenpai" | "winOrTenpai";

/** Nobody has the target when the last round ends. */
export type ExtraRound = "none" | "suddenDeath";

/** Riichi with less than 1,000 points. */
export type RiichiPoints = "needed" | "notNeeded";

/** With three players: what a fourth player would pay by tsumo. Four players have nobody missing. */
export type TsumoLoss = "lost" | "split";

/** East, south, west or north. */
export type WindName = "east" | "south" | "west" | "north";

/** How many winds a game is planned for. */
export type LengthName = "tonpuu" | "hanchan";

/** Another player's tile, to be called, won with or passed. */
export type OfferedTile = {
  /** The tile in mpsz. */
  tile: string,
  /** Whose it is. */
  from: FromName,
  /** How it came on offer: a `discard` when left out. */
  by?: OfferedByName,
};

/** How a tile comes on offer: as a discard; or added to a pon, so that it can be won with and nothing else (chankan); or in a
 * concealed kan, which only thirteen orphans can rob, and only where the rules let them; or as a north set aside (kita), which can
 * be won with and nothing else. */
export type OfferedByName = "discard" | "kakan" | "ankan" | "kita";

/** What lies before each player; a player who is left out has neither discards nor melds. */
export type Players = {
  /** The dealer. */
  east?: Player,
  /** The player after the dealer. */
  south?: Player,
  /** The player opposite the dealer. */
  west?: Player,
  /** The player before the dealer; nobody with three players. */
  north?: Player,
};

/** What lies before one player. */
export type Player = {
  /** All discards in order, called ones too, in mpsz with marks behind a tile: `1z9m-4p*7s^W2p`.
   *
   * | mark | meaning |
   * |---|---|
   * | `9m` | out of the hand (tedashi) |
   * | `9m-` | as it was drawn (tsumogiri) |
   * | `9m*` | riichi was declared with it |
   * | `9m^W` | called by West (`E`, `S`, `W`, `N`); needed only where the others' melds fit two discards |
   * | `+8s` | no discard: a kan of 8s, concealed or added, was declared here; when left out as late as it can have been |
   * | `f4z` | no discard: a north was set aside here (kita), with three players | */
  river?: string,
  /** The melds in the order they were made, one string each, as in a hand: `m12-3`, `p555+`, `s8888`, `z111=1`. The sign
   * after the claimed tile says whose it was: `-` left, `=` across, `+` right; with three players North's place is empty, so that
   * East is across from West. An added kan takes the place of its pon as
   * soon as it is declared, also while its tile can be robbed. The player's own are those of the hand when left out. */
  melds?: Array<string>,
};

/** The player before (`left`, the one to chi from), opposite or after. */
export type FromName = "left" | "across" | "right";

/** How to search. */
export type Options = {
  /** How deep the search goes, in a word or as the exchange number n (Kurita & Hoki, DAG), how many tiles may be
   * exchanged; `full` when left out. */
  depth?: Depth,
  /** Call limit m_f, 0 to 4: chi, pon and kans on the way; 2 when left out. */
  calls?: number,
  /** Whether kans are declared on the way, with their replacement draws: true any, false none. When left out, those that the hand is
   * near to: concealed ones of kinds of which it has three tiles now, open ones of those of which it has two, melds included. */
  kans?: boolean,
  /** What the player strives for; `points` when left out. */
  objective?: ObjectiveWord,
  /** Whether the others discard, win and end the round as in real games (true when left out); false is the
   * single-player game. */
  others?: boolean,
  /** Whether discards can deal in and the others' wins are forecast from this table, where the context has `players`
   * (true when left out); false leaves them as in an average game. */
  danger?: boolean,
  /** Whether actions that are about equal stand in the order of what strong players do, where the context has `players` and the
   * objective is points or placement. False orders all by value. True when left out. */
  policy?: boolean,
  /** Milliseconds, more than 0: no deeper search begins that is likely to take longer. The first report comes
   * whatever it takes. No limit when left out. */
  budgetMs?: number,
  /** Most memory for the search in MiB, 16 to 65,536, and never more than the engine has; 256 when left out. */
  memoryMb?: number,
  /** Largest number of hands the search may hold; what the memory has room for when left out. */
  maxHands?: number,
  /** The candidates with details: what happens when, and by which yaku (`byTurn`, `targets`, `wins.yaku`, `wins.han`): in a word,
   * or that of one action; `first` when left out. All other figures are the same bits whichever these are. Only of `analyze`. */
  details?: DetailsWord | Action,
};

/** What the player strives for; all figures describe the play that does. */
export type ObjectiveWord = "points" | "placement" | "winRate" | "tenpai";

/** How deep a search goes: an exchange number of at least the hand's shanten, or a word. */
export type Depth = number | DepthWord;

/** How deep a search goes, by the hand's shanten. */
export type DepthWord = "first" | "fast" | "full" | "deepest";

/** The candidates with details: what happens when, and by which yaku, in a word. */
export type DetailsWord = "none" | "first" | "all";

/** What `analyze` answers. */
export type Report = {
  /** Best first, by `value`; with the objectives `winRate` and `tenpai` by that probability. */
  candidates: Array<Candidate>,
  /** Shanten of the hand: -1 complete, 0 tenpai. */
  shanten: number,
  /** Tiles that the player cannot see. */
  unseen: number,
  /** Tiles left in the live wall. */
  tilesLeft: number,
  /** Own draws left after this action. */
  drawsLeft: number,
  /** How likely each opponent is to be tenpai; when the context has `players`. */
  opponents?: Array<Opponent>,
  /** What the search looked at. */
  search: SearchInfo,
};

/** What the search looked at. */
export type SearchInfo = {
  /** Hands searched: |Q_S|, those with a red five in another place counted apart; of a call or kan its own search, too. */
  hands: number,
  /** Exchange number n. */
  exchanges: number,
  /** Call limit m_f. */
  calls: number,
  /** Whether n is shanten + 1 or more. */
  complete: boolean,
  /** Whether nothing was searched, since not even the shortest ways to a win fit: the figures are averages of
   * hands as far and as wide, and the wins have no yaku. */
  estimated: boolean,
  /** How many reports came before this one. */
  stage: number,
  /** Why it is not deeper. */
  ended: SearchEnd,
  /** Hands that the next depth would have needed at least; only where `memory`, `hands` or `time` ended it. */
  nextHands?: number,
  /** Memory that the search could take, in MiB: what was asked for, or what the device gave. */
  memoryMb: number,
};

/** Why a report is not deeper. */
export type SearchEnd = "deeper" | "depth" | "memory" | "hands" | "time";

/** One action and what it is worth. */
export type Candidate = {
  /** What to do. */
  action: Action,
  /** What the action is worth: the expected change of the player's points in this round, or of the placement points
   * of the game with the objective `placement`. It is the sum of what `outcomes` add, each rate times its mean. */
  value: number,
  /** 1 for the best action by value and for those that are about equal to it: they differ by less than the
   * models can tell, and stand in the order of `policy`. Every other action has a group of its own, 2 and on, in
   * the order of `value`. With `policy: false`, without `players` and with other objectives nothing is about
   * equal. */
  group: number,
  /** Estimated bias of `value` for candidates of this kind, in its unit; with `players`, for points and placement points. Absent
   * for wins and in riichi. Most of it is shared by all candidates, so it says little about their order. */
  valueError?: number,
  /** What the search alone says, in points or placement points: `value` without `correction`. */
  searchValue: number,
  /** What records of strong players add to it. */
  correction: Correction,
  /** Probability 0..1 of winning the round. */
  winRate: number,
  /** Probability 0..1 of being tenpai at any time. */
  tenpaiRate: number,
  /** Probability 0..1 that the round ends in an exhaustive draw with the hand tenpai. With `players` it counts, but for
   * riichi, that 35 % of such hands are given up before. */
  tenpaiAtDraw: number,
  /** Probability 0..1 that another player ends the round by a win. */
  othersRate: number,
  /** Probability 0..1 of calling at least once, kans included, this action's own call not counted. */
  callRate: number,
  /** Probability 0..1 of folding: from some discard on nothing but the safest tile is thrown away. */
  foldRate: number,
  /** Shanten after the action. */
  shanten: number,
  /** Tiles that lower shanten after the action. */
  ukeire: Ukeire,
  /** The same figures by turn: entry i is after i + 1 more draws. Where `options.details` asks for this candidate. */
  byTurn?: ByTurn,
  /** What the wins look like. */
  wins: Wins,
  /** The finished hands that it wins with most often, at most five, likeliest first; none where nothing was searched. Where
   * `options.details` asks for this candidate. */
  targets?: Array<Target>,
  /** How the round ends after the action: the rates add up to 1, and each rate times its mean to the value in
   * points or placement points. */
  outcomes: Outcomes,
  /** Probability 0..1 that the action's discard, or the north that it sets aside, deals in to anybody; when there
   * is one and the context has `players`. */
  dealInRate?: number,
  /** Expected loss by dealing in with that discard, points, honba and riichi sticks left out. Later ones are in
   * `outcomes.dealIn`, too. */
  expectedLoss?: number,
  /** The same by opponent, in the order of the report's `opponents`. */
  risks?: Array<OpponentRisk>,
  /** Probability 0..1 that a strong player does so, of all that can be done here but wins and abortive draws; when the context has
   * `players`. */
  policy?: number,
  /** Whether the figures are averages of hands as far and as wide after it, since a search of this action does not fit. */
  estimated: boolean,
};

/** What records of strong players add to what a search says, in points or placement points; 0 without `players`. */
export type Correction = {
  /** How rounds really ended in such situations: `value` less `searchValue`. */
  outcome: number,
  /** The reasons for it, the largest first: they add up to `outcome`. Only where anything is corrected. */
  because?: Array<Because>,
};

/** A reason for a correction, and what it adds. */
export type Because = {
  /** The fact. */
  reason: Reason,
  /** What it adds, in the unit of `value`. */
  adds: number,
};

/** A fact that a correction goes by. It counts from what is usual in decisions of strong players: a hand that is not in riichi has its
 * share of `riichi`, too.
 *
 * | word | what counts |
 * |---|---|
 * | `usual` | what holds of hands on average |
 * | `tilesLeft` | tiles left in the live wall |
 * | `shanten` | shanten |
 * | `threat` | whether another player is in riichi, or has two open melds |
 * | `open` | whether the hand is open |
 * | `riichi` | riichi, dama, or neither; whether it can be declared, and who declares here |
 * | `call` | a tile on offer, called or left, and who calls here |
 * | `dealer` | whether the player is the dealer |
 * | `length` | hanchan or tonpuu |
 * | `sevenPairs` | whether the hand is nearer to seven pairs than to four groups |
 * | `folding` | how often the search gives the hand up |
 * | `yaku` | how much farther from a yaku than from tenpai an open hand is |
 * | `estimated` | whether it is an average and no search |
 * | `kan` | whether it is a kan |
 * | `depth` | whether the search is larger than `fast` takes on |
 * | `hand` | how rounds ended after all recorded discards that left such a hand at such a table | */
export type Reason = "usual" | "tilesLeft" | "shanten" | "threat" | "open" | "riichi" | "call" | "dealer" | "length" | "sevenPairs" | "folding" | "yaku" | "estimated" | "kan" | "depth" | "hand";

/** What to do: the first six with a hand of 14 tiles, the others with one of 13. */
export type Action = { "type": "discard",
/** The tile in mpsz, `0p` for a red five. */
tile: string,
/** Whether riichi is declared with it. */
riichi: boolean, } | { "type": "tsumo" } | { "type": "nineTerminals" } | { "type": "ankan",
/** One of the four tiles; the red five is part of a kan of fives. */
tile: string, } | { "type": "kakan",
/** The tile that is added. */
tile: string, } | { "type": "kita" } | { "type": "pass" } | { "type": "ron" } | { "type": "chi",
/** The two own tiles. */
tiles: string,
/** The discard that follows. */
discard: string, } | { "type": "pon",
/** The two own tiles. */
tiles: string,
/** The discard that follows. */
discard: string, } | { "type": "daiminkan" };

/** The ways in which the round can end. */
export type Outcomes = {
  /** The player wins. */
  win: Outcome,
  /** The player deals in, now or later. */
  dealIn: Outcome,
  /** Another player wins by tsumo. */
  tsumo: Outcome,
  /** Exhaustive draw. */
  draw: Outcome,
  /** Others win from one another, and whatever else ends a round. */
  rest: Outcome,
};

/** One way in which the round can end. */
export type Outcome = {
  /** Probability 0..1. */
  rate: number,
  /** What it changes on average, in the unit of `value`, a lost riichi stick included; 0 when it cannot be. */
  mean: number,
};

/** Kinds that lower shanten and how many of them are unseen. */
export type Ukeire = {
  /** The kinds in mpsz, each once. */
  kinds: string,
  /** Unseen tiles of these kinds. */
  tiles: number,
};

/** Figures up to each of the coming own draws. */
export type ByTurn = {
  /** Probability of having won by then. */
  winRate: Array<number>,
  /** Probability of having been tenpai by then. */
  tenpaiRate: Array<number>,
  /** What wins by then are worth, in the unit of the candidate's value; the draw at the end is only in that. */
  value: Array<number>,
};

/** What the wins of a candidate look like; shares are of all its wins. */
export type Wins = {
  /** Mean of what a win is worth, in the unit of the candidate's value, honba and sticks included; 0 when it never wins. */
  meanPoints: number,
  /** Share of wins by tsumo. */
  tsumo: number,
  /** Share of wins in riichi: declared with this action or, where this action is silent, with a later discard. */
  riichi: number,
  /** Share of wins with each yaku, largest first. Where `options.details` asks for this candidate. */
  yaku?: Array<YakuShare>,
  /** Share of wins by han, dora included; 13 stands for 13 and more, yakuman included. Where `options.details` asks for this
   * candidate. */
  han?: Array<HanShare>,
};

/** A finished hand that a candidate wins with: all wins with the same 14 tiles, red fives or not, and the same melds, whichever tile
 * came last. */
export type Target = {
  /** The likeliest hand before its last tile, in mpsz, its melds after it. Whose tile a meld takes that is still to be called is not
   * known: it is written as called from across, a chi with its lowest tile. */
  hand: string,
  /** The tile that completes it. */
  tile: string,
  /** Share of the candidate's wins, 0..1. */
  share: number,
  /** Mean of what these wins pay, as `wins.meanPoints`, but as the rules have it: nothing that records add is in it. */
  meanPoints: number,
  /** Han of the likeliest of these wins, ron or tsumo, in riichi or not: dora and red fives as far as they are known, no ura-dora;
   * 13 stands for 13 and more, yakuman included. */
  han: number,
  /** The romanised names of its yaku, without ippatsu and those of the last or a replacement tile, where it has others. */
  yaku: Array<string>,
};

/** How often a yaku is part of a win. */
export type YakuShare = {
  /** The yaku's romanised name. */
  name: string,
  /** 0..1. */
  share: number,
};

/** How often a win has this many han. */
export type HanShare = {
  /** 1..=13. */
  han: number,
  /** 0..1. */
  share: number,
};

/** What tabu search is asked. */
export type TabuRequest = {
  /** The hand, as `analyze` takes it. */
  hand: HandInput,
  /** The table as the player sees it. */
  context?: Context,
  /** How much is searched. */
  options?: TabuOptions,
};

/** How much tabu search looks at. The same numbers give the same answer, unless `budgetMs` ends it. */
export type TabuOptions = {
  /** How often it begins anew, 1 to 1,000,000; 10,000 when left out. */
  runs?: number,
  /** Milliseconds, more than 0: no run begins after them but the first one. No limit when left out. */
  budgetMs?: number,
  /** Exchanges of a run, 1 to 100; 6 when left out. The k of Yoshimura et al. */
  moves?: number,
  /** Hands looked at for each exchange, 1 to 1,000; 10 when left out. The g of Yoshimura et al. */
  neighbours?: number,
  /** Exchanges that are not undone, 0 to 100; 6 when left out. */
  list?: number,
  /** Another seed is another choice of exchanges, 0 to 4,294,967,295; 1 when left out. */
  seed?: number,
};

/** What tabu search found. */
export type TabuReport = {
  /** What may lead to the best hand, best first: a win where there is one, else the discards that the hand aimed at lacks, all of
   * them where no better hand was found; of a tile on offer the call that leads to a win, or to pass. */
  candidates: Array<TabuCandidate>,
  /** The best hand that was found; none where nothing was searched, and where a call leads to no win. */
  target?: TabuTarget,
  /** Runs that were made. */
  runs: number,
  /** Runs that came to a complete hand. */
  complete: number,
};

/** An action, with how the runs took it. */
export type TabuCandidate = {
  /** The action. */
  action: Action,
  /** Runs that gave its tile away first. */
  runs: number,
  /** Points that these runs found on average; 0 for a run without a win. */
  points: number,
  /** The winning hands that these runs ended on most often, up to five; those without a yaku left out. */
  targets: Array<TabuWin>,
};

/** A hand to aim at. */
export type TabuTarget = {
  /** The hand in mpsz, its melds after it. */
  hand: string,
  /** Its shanten; -1 is a win. */
  shanten: number,
  /** The chance of drawing the tiles that it needs, in any order of draws (Yoshimura et al., eq. 8). */
  similarity: number,
  /** What it pays by ron; 0 where it is no win or has no yaku. */
  points: number,
};

/** A winning hand that runs ended on: all with the same kinds of tiles, red fives or not. */
export type TabuWin = {
  /** The hand before its last tile in mpsz, its melds after it. */
  hand: string,
  /** The tile that completes it: of those that the hand held lacks the one by which it pays most. */
  tile: string,
  /** Share of the candidate's runs, 0..1. */
  share: number,
  /** What it pays by ron, in riichi with a closed hand. */
  points: number,
  /** Its han, dora and red fives included; 13 stands for 13 and more, yakuman included. */
  han: number,
  /** The romanised names of its yaku. */
  yaku: Array<string>,
};

/** What `danger` is asked. */
export type DangerRequest = {
  /** The own hand, of 14 or 13 tiles: what it holds nobody else waits with. */
  hand: HandInput,
  /** The table, with `players`. */
  context: Context,
  /** Who estimates; `model` when left out. */
  estimator?: EstimatorName,
};

/** Who estimates how likely tiles deal in: `model`, the one of this package, which `analyze` uses; `kurita-hoki`, the estimator of Kurita
 * & Hoki (deal-in), its numbers counted from recorded games anew, which names no facts; `class`, how often tiles of a class are waits of
 * a riichi, by the opponent's turn, as players know by heart: it says nothing of opponents without a riichi and names no facts, and
 * what a deal-in costs is the model's. */
export type EstimatorName = "model" | "kurita-hoki" | "class";

/** What `danger` answers. */
export type DangerReport = {
  /** How likely each opponent is to be tenpai. */
  opponents: Array<Opponent>,
  /** All kinds that the rules have in the order of mpsz, then their red fives; also what the hand does not hold. */
  tiles: Array<TileRisk>,
};

/** One opponent, in the order of turns from the player's right. */
export type Opponent = {
  /** Its wind. */
  seat: WindName,
  /** Probability 0..1 of being tenpai; 1 after riichi. */
  tenpaiRate: number,
};

/** What discarding a tile risks. */
export type TileRisk = {
  /** The tile in mpsz. */
  tile: string,
  /** Probability 0..1 that it deals in to anybody. */
  dealInRate: number,
  /** Expected loss by dealing in with it, points, honba and riichi sticks left out. */
  expectedLoss: number,
  /** The same by opponent, in the order of the report's `opponents`. */
  risks: Array<OpponentRisk>,
};

/** What discarding a tile risks against one opponent. */
export type OpponentRisk = {
  /** Whose wind. */
  seat: WindName,
  /** Probability 0..1 that it deals in to this opponent. */
  rate: number,
  /** Mean points that it costs when it does, honba and riichi sticks left out; 0 when it cannot. */
  mean: number,
  /** What it costs when it does, cheapest first; empty when it cannot. */
  payments: Array<PaymentShare>,
  /** What moves the rate most, at most four, the strongest first; empty when it cannot. */
  facts: Array<Fact>,
};

/** How often a deal-in costs this much. */
export type PaymentShare = {
  /** Points, honba and riichi sticks left out. */
  points: number,
  /** 0..1; a risk's shares add up to 1. */
  share: number,
};

/** How much one cause makes a tile more or less dangerous than an average one that can deal in. */
export type Fact = {
  /** The cause. */
  cause: Cause,
  /** What it adds to the log-odds that the opponent waits for the tile; more than 0 is more dangerous. */
  effect: number,
};

/** What a part of a risk comes from. */
export type Cause = "tile" | "suji" | "shapes" | "walls" | "river" | "lastTile" | "passed" | "dora" | "suit" | "melds" | "turn" | "table" | "whole";

/** What `parseLog` answers: a game, decision by decision. */
export type GameLog = {
  /** How it was written. */
  format: LogFormat,
  /** The rules of the game, which every decision's context has. */
  rules: LogRules,
  /** The games of the input, in order: what each record says of itself. */
  games: Array<GameOfInput>,
  /** Which of them this is, from 0. */
  game: number,
  /** The players by seat, from the one who deals first; where the record names them. */
  names?: [string, string, string, string],
  /** The rounds that are whole and legal, in order. */
  rounds: Array<RoundOfLog>,
  /** The players' points after these rounds; at the end of a whole game as the record has them, where it does. */
  points?: [number, number, number, number],
  /** The chances of the final places after these rounds; 1 and 0 where the game is over. */
  places?: FinalPlaces,
  /** Why there are no more, where the record is cut, damaged or refused. */
  broken?: LogBreak,
};

/** The formats of game records. */
export type LogFormat = "mjlog" | "tenhou6" | "mjai" | "mahjong-soul" | "majiang";

/** One round of a game. */
export type RoundOfLog = {
  /** The wind of the round. */
  roundWind: WindName,
  /** Its number within the wind, 1 to 4, with three players to 3: the seat that deals, from 1. */
  number: number,
  /** Honba counters. */
  honba: number,
  /** The players' points before it, from the one who deals first in the game; 0 for the seat that three players leave empty. */
  scores: [number, number, number, number],
  /** The chances of the final places before it, from the points, the dealer, the sticks and the rounds left. */
  places: FinalPlaces,
  /** How it ended. */
  result: RoundResult,
  /** Every decision of every seat in order: after each draw, after each chi and pon, and about each discard that a seat
   * can win, chi, pon or kan with. A seat in riichi has one only where it can win, declare a kan or set a north aside;
   * wins on an added kan are left out. */
  decisions: Array<Decision>,
};

/** The chances (0..1) to end the game first, second, third and fourth; by player, from the one who deals first in the game. Of three
 * players the seat that is empty is fourth. */
export type FinalPlaces = [[number, number, number, number], [number, number, number, number], [number, number, number, number], [number, number, number, number]];

/** One of the games of an input, as far as its record has it. */
export type GameOfInput = {
  /** Its number at the site, or its title. */
  name?: string,
  /** When it was played: `2021-08-15`, `2021-08-15T12:24:05Z`, or as the record writes it. */
  date?: string,
  /** The room as records of Tenhou's viewer write it: `鳳南喰赤`. */
  room?: string,
  /** The players by seat. */
  names?: [string, string, string, string],
};

/** A moment at which a seat chooses; `hand` and `context` are as `analyze` and `danger` take them. */
export type Decision = {
  /** Who chooses, by this round's wind. */
  seat: WindName,
  /** Its turn: own discards so far, plus one. */
  turn: number,
  /** Its hand, the tile drawn last. */
  hand: string,
  /** The table as it sees it, with `offered` where the decision is about another player's tile. */
  context: Context,
  /** What it did. Left out where that does not show: another seat's call or win went first. */
  done?: Action,
};

/** How a round ended. Players are numbered from the one who deals first in the game, 0 to 3. */
export type RoundResult = {
  /** Points won and lost by player, honba and sticks included. The 1,000 of an own riichi are not among them. */
  gains: [number, number, number, number],
  /** Who won; none where nobody did, several where one discard was won more than once. */
  wins: Array<RoundWin>,
  /** Why nobody won. */
  draw?: DrawWord,
  /** By player, whose hand was shown as tenpai, where the wall was used up. */
  tenpai?: [boolean, boolean, boolean, boolean],
};

/** A win of a record. */
export type RoundWin = {
  /** Who won. */
  player: number,
  /** Whose tile it was; left out of a tsumo. */
  from?: number,
  /** The tile, in mpsz. */
  tile: string,
  /** Points won and lost by this win, by player. */
  gains: [number, number, number, number],
};

/** Why a round ended without a win. */
export type DrawWord = "exhausted" | "nagashiMangan" | "nineTerminals" | "fourWinds" | "fourRiichi" | "fourKans" | "tripleRon";

/** Where a record breaks, and why. */
export type LogBreak = {
  /** Stable, begins with `log.` */
  code: ErrorCode,
  /** Whether the game is refused: it has a mode or a rule that is not read, or the rules are for another number of players. Nothing
   * is missing from such a record. */
  refused: boolean,
  /** How many whole rounds come before. */
  rounds: number,
  /** The place in bytes from the start of the record, unpacked; left out where the record is well written but not legal. */
  byte?: number,
  /** The line of that place, from 1. */
  line?: number,
  /** Of `log.house_rule`: the mode or the rule that the program does not have. */
  houseRule?: HouseRule,
  /** What is wrong, in English, with seat and turn where something is not legal. */
  problem: string,
  /** The same with its place, where the record has one. */
  message: string,
};

/** What a table can play and this program cannot. */
export type HouseRule = "singleRound" | "fourRedFives" | "pointLimit" | "counters" | "tenpaiPayments" | "noDora" | "noRepeat" | "noKita" | "umaByPlayersAhead" | "noIppatsu" | "minimumHan" | "lateRiichi" | "renhou" | "pao" | "oldYaku" | "manyDora" | "openStart" | "dragonEye" | "openHands" | "playOn" | "exchange" | "sichuan" | "hiddenDiscards" | "fieldSpells" | "stars" | "destiny" | "chants" | "soulStrike" | "playOnWithJokers" | "backToTheWall" | "otherMode";

/** The rules of a game. */
export type LogRules = {
  /** The rule set. */
  name: RulesName | ThreePlayerRulesName,
  /** Where it comes from. */
  source: RulesSourceWord,
  /** Whether there are red fives. */
  redFives: boolean,
  /** Whether an open hand can win by tanyao. */
  kuitan: boolean,
  /** What the record says otherwise than the caller, `name`, `redFives` or `kuitan`: the record's word holds. */
  contradictions?: Array<RulesField>,
  /** What the table has otherwise than the rule set, beside red fives and open tanyao; the values are in `tableRules` of every
   * decision's context. */
  differences?: Array<TableRule>,
  /** What the record says of the table's rules that is not known here, as it writes it: `csrule 1: 0C000000`. Decisions are judged
   * without it. */
  unknown?: Array<string>,
};

/** A rule of a table in which it can differ from its rule set. */
export type TableRule = "tsumoLoss" | "uraDora" | "kanDora" | "kuikae" | "doubleWindPair" | "rinshanFu" | "kiriage" | "kazoe" | "doubleYakuman" | "yakumanSum" | "renhou" | "multipleRon" | "riichiKans" | "kokushiRobsAnkan" | "pao" | "abortive" | "nagashi" | "start" | "target" | "uma" | "oka" | "ties" | "bankruptcy" | "dealerStop" | "extraRound" | "riichiPoints" | "riichiWall";

/** A part of a game's rules. */
export type RulesField = "name" | "redFives" | "kuitan";

/** Where a game's rules come from. */
export type RulesSourceWord = "record" | "caller" | "usual";

/** The formats that records are written in. */
export type WrittenFormat = "mjai" | "tenhou6";

/** What `convertLog` answers. */
export type ConvertedLog = {
  /** The record. */
  text: string,
  /** How many rounds it has: those that are whole and legal. */
  rounds: number,
  /** Why there are no more, where the record is cut, damaged or refused. */
  broken?: LogBreak,
};

/** What one decision of a record is judged by. */
export type JudgeRequest = {
  /** The hand, as `parseLog` gives it. */
  hand: HandInput,
  /** The table, as `parseLog` gives it. */
  context?: Context,
  /** How to search. */
  options?: Options,
  /** What was done; left out where that does not show. */
  done?: Action,
  /** How many of the best actions to give, 1 to 100; 5 when left out. What was done is always among them. */
  rows?: number,
  /** The loss from which on a decision is a mistake, more than 0, in the unit of the objective; 500 points,
   * 667 placement points or 0.033 when left out. */
  threshold?: number,
};

/** What was done in a decision, against the best that could have been done. */
export type Verdict = {
  /** The best actions, best first, and what was done; none where nothing was judged. */
  candidates: Array<JudgedAction>,
  /** How many actions there were to choose from. */
  actions: number,
  /** The best of them. */
  best?: Action,
  /** The place of what was done among all actions, 1 for the best. */
  rank?: number,
  /** How much less it is worth than the best, in the unit of the objective; 0 where it was the best or about equal to it. */
  loss?: number,
  /** Whether the loss reaches the threshold. */
  mistake: boolean,
  /** Why nothing was judged. */
  unjudged?: UnjudgedWord,
};

/** The figures of one action; those of the same names as in `analyze`. */
export type JudgedAction = {
  /** What to do. */
  action: Action,
  /** What the action is worth, in points or placement points. */
  value: number,
  /** 1 for the best action and for those that are about equal to it. */
  group: number,
  /** What the search alone says, in points or placement points. */
  searchValue: number,
  /** What records of strong players add to it. */
  correction: Correction,
  /** Probability 0..1 of winning the round. */
  winRate: number,
  /** Probability 0..1 of being tenpai at any time. */
  tenpaiRate: number,
  /** Shanten after the action. */
  shanten: number,
  /** Tiles that lower shanten after the action. */
  ukeire: Ukeire,
  /** How the round ends after the action. */
  outcomes: Outcomes,
  /** Probability 0..1 that the action's discard, or the north that it sets aside, deals in at once. */
  dealInRate?: number,
  /** Probability 0..1 that a strong player does so, of all that can be done here but wins and abortive draws. */
  policy?: number,
};

/** Why a decision is not judged. */
export type UnjudgedWord = "inRiichi" | "afterCall" | "hidden" | "notValued";

/** What is known of a game before its first event. */
export type TableOptions = {
  /** Name of a rule set, as in `Context`; `tenhou` when left out. */
  rules?: RulesName | ThreePlayerRulesName,
  /** What the table has otherwise than the rule set, as in `Context`. */
  tableRules?: TableRules,
  /** Whether there are red fives; as `start_game` says, else as in the rule set, when left out. */
  redFives?: boolean,
  /** Whether an open hand can win by tanyao; as `start_game` says, else as in the rule set, when left out. */
  kuitan?: boolean,
  /** How many winds the game is planned for, which mjai does not say; `hanchan` when left out. */
  length?: LengthName,
  /** The player's seat, 0 for the one who deals first; as the `id` of `start_game` says when left out. */
  seat?: number,
  /** Whether `toMjai` says `nukidora` for kita; as the events do, once one has come, and `kita` before when left out. */
  nukidora?: boolean,
};

/** What the table asks of the player at a moment. */
export type Moment = {
  /** The player's hand, the tile drawn last, as `analyze` takes it. */
  hand: string,
  /** The table as the player sees it, as `analyze` takes it. */
  context: Context,
};

/** What went wrong, for programs (`code`, `field`, `value`, `span`) and for people (`message`). */
export type ApiError = {
  /** Stable, like `hand.size`. */
  code: ErrorCode,
  /** The field at fault, like `context.doraIndicators` or `hand.melds[1]`; empty for the request as a whole. */
  field: string,
  /** The field's value as it was given; `null` when it is missing, the words `NaN`, `Infinity` and
   * `-Infinity` for numbers that JSON has not. */
  value: unknown,
  /** What a user can do about it, in English. */
  message: string,
  /** Where in the field's text, for notation: mark these characters. */
  span?: Span,
};

/** A range of UTF-16 code units, as JavaScript's `slice(start, end)` takes it; empty at the end of a text. */
export type Span = {
  /** The first. */
  start: number,
  /** One past the last. */
  end: number,
};

/** The stable codes; the message may change, the code will not.
 *
 * | code | meaning |
 * |---|---|
 * | `request.json` | The request is no JSON. |
 * | `request.type` | A value of another type than the field's: text for a number, a fraction or NaN for an integer. |
 * | `request.unknown_field` | A field that does not exist. |
 * | `request.missing_field` | A field that is needed and not there. |
 * | `request.duplicate_field` | A field given twice. |
 * | `request.unknown_value` | A word that is none of the field's words, like a wind that does not exist. |
 * | `request.out_of_range` | A number outside the field's range. |
 * | `notation.unexpected` | A character that has no place in the notation. |
 * | `notation.incomplete` | Digits without a suit letter, or a suit letter without digits. |
 * | `notation.no_such_tile` | A tile that does not exist, like `8z`. |
 * | `meld.invalid` | Tiles or signs that make no meld, or more than four melds. |
 * | `hand.size` | Too few or too many tiles for any hand. |
 * | `hand.not_drawn` | 13 tiles where 14 are due: draw one first. |
 * | `hand.not_waiting` | 14 tiles where 13 are due: discard one first. |
 * | `hand.too_many_copies` | More than four of a kind. |
 * | `hand.red_five` | A red five twice, where the rules have none, or four fives without it. |
 * | `hand.not_in_deck` | A tile that three players do not have, or a chi, which they do not call. |
 * | `context.unknown_rules` | Rules of that name do not exist. |
 * | `context.three_players` | Rules of three players for tabu search, which is for four. |
 * | `context.players` | What a table of so many players does not have: a fourth player of three, norths set aside by four. |
 * | `context.too_many_indicators` | More than five dora indicators. |
 * | `context.too_many_copies` | A tile more often in hand, indicators and visible tiles than it exists. |
 * | `context.red_five` | A red five seen twice, where the rules have none, or four fives seen without it. |
 * | `context.offered_to_drawn` | A discard offered to a hand that has drawn. |
 * | `context.tiles_left` | More tiles left in the wall than there can be. |
 * | `context.too_few_unseen` | Not as many unseen tiles as draws are left: more is visible than the turn allows. |
 * | `context.contradiction` | A field that says otherwise than the whole table, like a turn that is not the river's length plus one. |
 * | `context.river_length` | A river that is longer than the turn allows. |
 * | `context.never_discarded` | A call of a tile that was never discarded, or that another call has. |
 * | `context.ambiguous_call` | A call that fits two discards: the river has to mark the one that was called. |
 * | `context.not_due` | Somebody else than the player is to act, or the player with another number of tiles. |
 * | `context.no_kan` | A kan in a river that is no meld, or that no turn was there for. |
 * | `context.indicators` | Another number of dora indicators than the kans have turned. |
 * | `context.riichi_sticks` | Fewer riichi sticks than riichis in this round, or one that moved while its tile could still be won. |
 * | `context.riichi_open` | Riichi with an open hand. |
 * | `context.kuikae` | A discard right after a call that the rules forbid (swap-calling). |
 * | `context.illegal` | Something else in rivers or melds that the rules do not allow at that moment. |
 * | `context.in_riichi` | The player is in riichi: the hand without the tile drawn has to be a closed tenpai, and nothing else can be discarded. |
 * | `action.not_waiting` | A call, a ron or a pass with 14 tiles. |
 * | `action.not_drawn` | A discard, a tsumo or an own kan with 13 tiles. |
 * | `action.no_offer` | A call or a ron where no discard is offered. |
 * | `action.only_ron` | A call of a tile of a kan: only a win can take it. |
 * | `action.not_held` | A tile that the hand does not hold. |
 * | `action.no_chi` | A chi that makes no run, or not from the left player. |
 * | `action.no_pon` | A pon that makes no triplet with the tile offered. |
 * | `action.no_kan` | A kan without its four tiles. |
 * | `action.no_kita` | Setting a north aside without one, when it may not go, or with four players. |
 * | `action.fifth_kan` | A kan where there are four on the table. |
 * | `action.broken_off` | A call of a discard with which the round is broken off: the fourth riichi, four kans, the same wind four times. |
 * | `action.wall_empty` | A call or a kan when the wall is empty. |
 * | `action.riichi_open` | Riichi with an open hand. |
 * | `action.nine_terminals` | Throwing in a hand with fewer than nine kinds of terminals and honours, or too late. |
 * | `action.riichi_points` | Riichi with fewer than 1,000 points, where the rules forbid it. |
 * | `action.riichi_noten` | Riichi with a discard that leaves no tenpai. |
 * | `action.riichi_too_late` | Riichi without another own draw. |
 * | `action.kuikae` | A discard right after a call that the rules forbid (swap-calling). |
 * | `action.no_win` | No winning hand, no yaku, or furiten. |
 * | `search.too_large` | The search would hold more hands than allowed. |
 * | `search.exchanges_too_small` | The exchange number is below the hand's shanten number. |
 * | `search.cancelled` | The caller stopped the search. |
 * | `log.unknown` | No format of game records begins like this. |
 * | `log.address` | An address that points to a record, and has none in it: the message says how to save that record. |
 * | `log.empty` | A whole record without a round. |
 * | `log.unfinished` | The record ends before its end. |
 * | `log.syntax` | Broken gzip, XML or JSON. |
 * | `log.too_large` | Larger than any game record, or a part of it longer than any. |
 * | `log.unknown_element` | An element, tag or event that the format does not have, or not in this place. |
 * | `log.value` | A value that is missing or makes no sense. |
 * | `log.players` | Rules of three players for a record of four, or the reverse. |
 * | `log.house_rule` | A game of a special mode, or with a rule that the program does not have: `houseRule` beside the place names it. |
 * | `log.hidden` | A record that does not show all four hands. |
 * | `log.order` | Draws, calls and discards that no order of play makes legal. |
 * | `log.illegal` | Something happens that the rules do not allow. |
 * | `event.unknown` | An event that mjai does not have. |
 * | `event.value` | An event without a value that it needs, or with one that makes no sense. |
 * | `event.hidden` | An event that hides a tile of the player's own. |
 * | `event.no_seat` | A round begins, and nobody has said whose game it is. |
 * | `event.illegal` | An event that cannot happen now. |
 * | `engine.panic` | A fault of ours: please report it with the request. | */
export type ErrorCode = "request.json" | "request.type" | "request.unknown_field" | "request.missing_field" | "request.duplicate_field" | "request.unknown_value" | "request.out_of_range" | "notation.unexpected" | "notation.incomplete" | "notation.no_such_tile" | "meld.invalid" | "hand.size" | "hand.not_drawn" | "hand.not_waiting" | "hand.too_many_copies" | "hand.red_five" | "hand.not_in_deck" | "context.unknown_rules" | "context.three_players" | "context.players" | "context.too_many_indicators" | "context.too_many_copies" | "context.red_five" | "context.offered_to_drawn" | "context.tiles_left" | "context.too_few_unseen" | "context.contradiction" | "context.river_length" | "context.never_discarded" | "context.ambiguous_call" | "context.not_due" | "context.no_kan" | "context.indicators" | "context.riichi_sticks" | "context.riichi_open" | "context.kuikae" | "context.illegal" | "context.in_riichi" | "action.not_waiting" | "action.not_drawn" | "action.no_offer" | "action.only_ron" | "action.not_held" | "action.no_chi" | "action.no_pon" | "action.no_kan" | "action.no_kita" | "action.fifth_kan" | "action.broken_off" | "action.wall_empty" | "action.riichi_open" | "action.nine_terminals" | "action.riichi_points" | "action.riichi_noten" | "action.riichi_too_late" | "action.kuikae" | "action.no_win" | "search.too_large" | "search.exchanges_too_small" | "search.cancelled" | "log.unknown" | "log.address" | "log.empty" | "log.unfinished" | "log.syntax" | "log.too_large" | "log.unknown_element" | "log.value" | "log.players" | "log.house_rule" | "log.hidden" | "log.order" | "log.illegal" | "event.unknown" | "event.value" | "event.hidden" | "event.no_seat" | "event.illegal" | "engine.panic";
