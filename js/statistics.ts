// Statistics: what the losses of reviewed decisions amount to, and how somebody plays over many games.
import type { Context, Decision, GameLog, ObjectiveWord, RoundOfLog, WindName } from "./api.js";
import averages from "./averages.json";
import { refuse } from "./errors.js";
import { isGameLog, placesOf, playersBy, seatNumber } from "./record.js";
import type {
  DecisionSort,
  Figure,
  GamesSummary,
  LogInput,
  ReviewSummary,
  SummarizedDecision,
  SummarizedGame,
  TileClass,
} from "./types.js";

// What the losses of reviewed decisions amount to.

/**
 * The loss from which on a decision is a mistake, in the unit of the objective, where the options name no other. A
 * decision that loses as much counts 50 in the accuracy.
 */
export const MISTAKE_LOSS: Readonly<Record<ObjectiveWord, number>> = {
  points: 500,
  placement: 667,
  winRate: 0.033,
  tenpai: 0.033,
};

const CALLING: readonly (string | undefined)[] = ["ankan", "kakan", "daiminkan", "chi", "pon", "pass"];
const SORTS: readonly DecisionSort[] = ["attack", "defence", "calls", "riichi"];
const WINDS: readonly WindName[] = ["east", "south", "west", "north"];

/** What a decision was about. */
export function sortOf({ context, seat, done, best, candidates }: SummarizedDecision): DecisionSort {
  if (context.offered || CALLING.includes(done?.type) || CALLING.includes(best?.type)) return "calls";
  if (candidates.some(({ action }) => action.type === "discard" && action.riichi)) return "riichi";
  const threatened = WINDS.some((wind) => wind !== seat && context.players?.[wind]?.river?.includes("*"));
  return threatened ? "defence" : "attack";
}

/** What a sum needs of a decision. */
export interface Entry {
  readonly loss?: number | undefined;
  readonly mistake: boolean;
  readonly sort: DecisionSort;
}

export function tally(entries: Iterable<Entry>, objective: ObjectiveWord = "points"): ReviewSummary {
  const sorts = Object.fromEntries(
    SORTS.map((sort) => [sort, { judged: 0, loss: 0, mistakes: 0 }]),
  ) as ReviewSummary["sorts"];
  let [all, judged, mistakes, loss, accuracy, lossless] = [0, 0, 0, 0, 0, 0];
  for (const entry of entries) {
    all += 1;
    if (entry.loss === undefined) continue;
    judged += 1;
    loss += entry.loss;
    accuracy += 100 / (1 + entry.loss / MISTAKE_LOSS[objective]);
    // what is about equal to the best loses nothing
    if (entry.loss === 0) lossless += 1;
    const sort = sorts[entry.sort];
    sort.judged += 1;
    sort.loss += entry.loss;
    if (!entry.mistake) continue;
    mistakes += 1;
    sort.mistakes += 1;
  }
  const mean = (sum: number) => (judged === 0 ? undefined : sum / judged);
  return { decisions: all, judged, mistakes, loss, accuracy: mean(accuracy), agreement: mean(lossless), sorts };
}

function entryOf(decision: SummarizedDecision, i: number): Entry {
  const field = `decisions[${i}]`;
  let sort: DecisionSort;
  try {
    sort = sortOf(decision);
  } catch {
    return refuse(
      "request.type",
      field,
      decision,
      "a decision is as `review` gives it, with its context and candidates",
    );
  }
  const { loss } = decision;
  if (loss !== undefined && !Number.isFinite(loss)) refuse("request.type", `${field}.loss`, loss, "a loss is a number");
  return { ...decision, sort };
}

/**
 * Sums decisions of a review up, in the order they come.
 *
 * @example
 * const decisions = [];
 * for await (const decision of review(file, { seat: 0 })) decisions.push(decision);
 * console.log(summarize(decisions).accuracy);
 *
 * @param objective What they were reviewed by; `points` when left out.
 * @throws {@link NanikiruError} for what are no reviewed decisions, and for an objective that does not exist.
 */
export function summarize(decisions: Iterable<SummarizedDecision>, objective: ObjectiveWord = "points"): ReviewSummary {
  if (
    typeof decisions !== "object" ||
    typeof (decisions as typeof decisions | null)?.[Symbol.iterator] !== "function"
  ) {
    refuse("request.type", "decisions", decisions, "decisions are a list of what `review` has given");
  }
  if (!Object.hasOwn(MISTAKE_LOSS, objective)) {
    const message = `objective is one of ${Object.keys(MISTAKE_LOSS).join(", ")}`;
    refuse("request.unknown_value", "objective", objective, message);
  }
  return tally(Array.from(decisions, entryOf), objective);
}

// How somebody plays, counted over many games: rates as data, beside those of Tenhou's top room.

/** What is counted, and of how many. */
interface Count {
  total: number;
  of: number;
}

/** The classes of tiles; a tile is of the first that fits. */
const CLASSES: readonly TileClass[] = ["red", "dora", "yakuhai", "guestWind", "terminal", "edge", "middle"];
/** Discards of later turns are counted with those of this one. */
export const LAST_TURN = 18;
const CALLS: readonly (string | undefined)[] = ["chi", "pon", "daiminkan"];

const NAMES = ["wins", "tsumo", "winPoints", "dealIns", "dealInPoints", "riichi", "calls", "tenpaiAtDraw"] as const;

/** Everything that is counted of a player. */
export interface Counts extends Record<(typeof NAMES)[number], Count> {
  games: number;
  rounds: number;
  /** Those of them at tables of three players, which have averages of their own. */
  roundsOfThree: number;
  dealInsByTile: Record<TileClass, Count>;
  /** By turn, from 1. */
  dealInsByTurn: Count[];
}

const none = (): Count => ({ total: 0, of: 0 });
const byClass = <T>(value: (name: TileClass) => T) =>
  Object.fromEntries(CLASSES.map((name) => [name, value(name)])) as Record<TileClass, T>;

export function noCounts(): Counts {
  const figures = Object.fromEntries(NAMES.map((name) => [name, none()])) as Record<(typeof NAMES)[number], Count>;
  return {
    games: 0,
    rounds: 0,
    roundsOfThree: 0,
    ...figures,
    dealInsByTile: byClass(none),
    dealInsByTurn: Array.from({ length: LAST_TURN }, none),
  };
}

const plus = (a: Count, b: Count): Count => ({ total: a.total + b.total, of: a.of + b.of });

export function sumOf(a: Counts, b: Counts): Counts {
  const figures = Object.fromEntries(NAMES.map((name) => [name, plus(a[name], b[name])])) as Record<
    (typeof NAMES)[number],
    Count
  >;
  return {
    games: a.games + b.games,
    rounds: a.rounds + b.rounds,
    roundsOfThree: a.roundsOfThree + b.roundsOfThree,
    ...figures,
    dealInsByTile: byClass((name) => plus(a.dealInsByTile[name], b.dealInsByTile[name])),
    dealInsByTurn: a.dealInsByTurn.map((count, i) => plus(count, b.dealInsByTurn[i] ?? none())),
  };
}

/** Counts one more, and what it is worth. */
function add(to: Count, total: boolean | number): void {
  to.total += Number(total);
  to.of += 1;
}

/** The tiles of mpsz without melds: `40p` is `4p` and `0p`. */
const tilesOf = (mpsz: string): string[] =>
  [...mpsz.matchAll(/(\d+)([mpsz])/g)].flatMap(([, digits = "", suit = ""]) =>
    [...digits].map((digit) => digit + suit),
  );

const kindOf = (tile: string): string => tile.replace("0", "5");

/** The kind of dora that an indicator shows. */
function doraOf(indicator: string, rules: string | undefined): string {
  const [digit, suit = ""] = [Number(kindOf(indicator)[0]), indicator[1]];
  // three players have no 2m to 8m
  if (suit === "m" && playersBy(rules) === 3) return digit === 1 ? "9m" : "1m";
  if (suit !== "z") return `${(digit % 9) + 1}${suit}`;
  return digit <= 4 ? `${(digit % 4) + 1}z` : `${((digit - 4) % 3) + 5}z`;
}

/** What a tile is at a table. */
export function classOf(
  tile: string,
  { doraIndicators = "", roundWind = "east", seat = "east", rules }: Context,
): TileClass {
  if (tile.startsWith("0")) return "red";
  if (
    tilesOf(doraIndicators)
      .map((indicator) => doraOf(indicator, rules))
      .includes(tile)
  )
    return "dora";
  const number = Number(tile[0]);
  if (tile.endsWith("z")) {
    const valued = number > 4 || [roundWind, seat].includes(WINDS[number - 1] ?? "east");
    return valued ? "yakuhai" : "guestWind";
  }
  if (number === 1 || number === 9) return "terminal";
  return number === 2 || number === 8 ? "edge" : "middle";
}

/** The discards of a river, one by one with their marks; kans and norths among them are none. */
const discardsOf = (river: string): string[] =>
  (river.match(/[+f]?\d[mpsz][-*]?/g) ?? []).filter((tile) => !/^[+f]/.test(tile));

/**
 * The turn of the discard that the player dealt in with; none where it was no discard, or one in riichi, which nobody
 * chooses.
 */
function dealInTurn({ number, decisions }: RoundOfLog, player: number, players: number): number | undefined {
  const wind = WINDS[(player + players + 1 - number) % players] ?? "east";
  const won = decisions.find(
    ({ done, context }) => done?.type === "ron" && (context.offered?.by ?? "discard") === "discard",
  );
  const discards = discardsOf(won?.context.players?.[wind]?.river ?? "");
  return discards.slice(0, -1).some((tile) => tile.endsWith("*")) ? undefined : discards.length;
}

function countRound(
  counts: Counts,
  round: RoundOfLog,
  own: readonly Decision[],
  player: number,
  players: number,
): void {
  const { wins: all, tenpai } = round.result;
  const wins = all.filter((win) => win.player === player);
  const paid = all.filter(({ from }) => from === player);
  counts.rounds += 1;
  if (players === 3) counts.roundsOfThree += 1;
  add(counts.wins, wins.length > 0);
  for (const { from, gains } of wins) {
    add(counts.tsumo, from === undefined);
    add(counts.winPoints, gains[player] ?? 0);
  }
  add(counts.dealIns, paid.length > 0);
  if (paid.length > 0)
    add(
      counts.dealInPoints,
      paid.reduce((sum, { gains }) => sum - (gains[player] ?? 0), 0),
    );
  add(
    counts.riichi,
    own.some(({ done }) => done?.type === "discard" && done.riichi),
  );
  add(
    counts.calls,
    own.some(({ done }) => CALLS.includes(done?.type)),
  );
  if (tenpai) add(counts.tenpaiAtDraw, tenpai[player] ?? false);
  const dealtIn = paid.length > 0 ? dealInTurn(round, player, players) : undefined;
  for (const { seat, done, turn, context } of own) {
    if (done?.type !== "discard" || context.players?.[seat]?.river?.includes("*")) continue;
    add(counts.dealInsByTile[classOf(done.tile, context)], turn === dealtIn);
    const ofTurn = counts.dealInsByTurn[Math.min(turn, LAST_TURN) - 1];
    if (ofTurn) add(ofTurn, turn === dealtIn);
  }
}

/** What a player of a game did in its rounds. */
export function countsOf(game: GameLog, player: number): Counts {
  const counts = noCounts();
  counts.games = 1;
  const own = placesOf(game, player);
  for (const [at, round] of game.rounds.entries()) {
    countRound(
      counts,
      round,
      own.flatMap((place) => (place.round === at ? [place.decision] : [])),
      player,
      playersBy(game.rules.name),
    );
  }
  return counts;
}

const meanOf = ({ total, of }: Count): number | undefined => (of === 0 ? undefined : total / of);

/** What is counted of everybody at tables of four and of three: `cargo tools measure averages > js/averages.json`. */
const AVERAGES: { readonly four: Counts; readonly three: Counts } = averages;

export function figuresOf(counts: Counts): Omit<GamesSummary, "review"> {
  const { games, rounds, roundsOfThree } = counts;
  const three = rounds > 0 ? roundsOfThree / rounds : 0;
  /** A count beside the same of Tenhou's top room: of games of both kinds, as many of each. */
  const figure = (of: (from: Counts) => Count): Figure => {
    const average = (1 - three) * (meanOf(of(AVERAGES.four)) ?? 0) + three * (meanOf(of(AVERAGES.three)) ?? 0);
    return { ...of(counts), mean: meanOf(of(counts)), average };
  };
  const figures = Object.fromEntries(NAMES.map((name) => [name, figure((from) => from[name])])) as Record<
    (typeof NAMES)[number],
    Figure
  >;
  return {
    ...{ games, rounds },
    ...figures,
    dealInsByTile: byClass((name) => figure((from) => from.dealInsByTile[name])),
    dealInsByTurn: counts.dealInsByTurn.map((_, i) => figure((from) => from.dealInsByTurn[i] ?? none())),
  };
}

/**
 * What somebody's games amount to: rates and points beside the averages of Tenhou's top room, and the losses of those
 * that have been reviewed.
 *
 * @example
 * const log = await parseLog(record);
 * const { dealIns } = summarizeGames([{ log, player: 2 }]);
 * console.log(dealIns.mean, "against", dealIns.average);
 *
 * @param games Games as `parseLog` gives them, whole, each with its player.
 * @param objective What they were reviewed by; `points` when left out.
 * @throws {@link NanikiruError} for what are no games, and for an objective that does not exist.
 */
export function summarizeGames(games: Iterable<SummarizedGame>, objective: ObjectiveWord = "points"): GamesSummary {
  if (typeof games !== "object" || typeof (games as typeof games | null)?.[Symbol.iterator] !== "function") {
    refuse("request.type", "games", games, "games are a list of `{ log, player }`");
  }
  let counts = noCounts();
  const decisions: SummarizedDecision[] = [];
  for (const [i, game] of [...games].entries()) {
    const log: LogInput | GameLog | undefined = (game as SummarizedGame | null | undefined)?.log;
    if (log === undefined || !isGameLog(log))
      refuse("request.type", `games[${i}].log`, log, "a game is what `parseLog` has answered");
    const player = seatNumber(game.player);
    if (player === undefined)
      refuse(
        "request.missing_field",
        `games[${i}].player`,
        player,
        "the player is missing: 0 to 3, or a wind in the first round",
      );
    counts = sumOf(counts, countsOf(log, player));
    for (const decision of game.decisions ?? []) decisions.push(decision);
  }
  return { ...figuresOf(counts), review: summarize(decisions, objective) };
}
