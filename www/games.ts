/** Many games: what their reviews come to, and one review after the other. */

import { type Analyzer, createAnalyzer } from "nanikiru";
import { failureOf } from "./failure";
import { keepFound } from "./keeper";
import { rememberName } from "./preferences";
import {
  heldAgainst,
  NO_REVIEW,
  objectiveOf,
  type Review,
  type ReviewObjective,
  type Share,
  sharesOf,
  type Size,
  SIZES,
} from "./review";
import { reviewIn } from "./review-file";
import { reviewOf as verdictsOf, startReview } from "./reviewer";
import type { Mistake, Summary } from "./score";
import type { Backlog, GameFailure, Store } from "./state";
import { type Entry, entryOf, type NewGame, recordOf, reviewOf } from "./storage";

// Many games: what each of them came to for one player, and all together.

export interface Game {
  readonly entry: Entry;
  /**
   * Where the player sat in the first round, 0 for the one who dealt first; all seats for everybody, none where
   * the player was not there.
   */
  readonly seats: readonly number[];
  /** Of these seats, those that have been reviewed. */
  readonly summaries: readonly Summary[];
  /** How much of these seats is reviewed; nothing where an earlier version of the page kept the game. */
  readonly share: Share | null;
}

/** The seats of a game of which an earlier version of the page kept neither players nor shares. */
const NOBODY = ["", "", "", ""];

/** The players by name, those of the most games first. */
export function playersOf(entries: readonly Entry[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of entries.flatMap(({ names }) => [...new Set(names ?? [])]))
    if (name !== "") counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([name]) => name);
}

function seatsOf({ names, shares, summaries = [] }: Entry, player: string | null): readonly number[] {
  const all = (shares ?? names ?? NOBODY).map((_, seat) => seat);
  if (player === null) return all;
  if (!(names?.some((name) => name !== "") ?? false)) return [summaries[0]?.player ?? 0];
  return all.filter((seat) => names?.[seat] === player).slice(0, 1);
}

const DAY = /^\d{4}-\d\d-\d\d/u;
/** By the day where all have one, else as they came. */
function oldestFirst(entries: readonly Entry[]): readonly Entry[] {
  const day = ({ heading }: Entry) => heading?.date ?? "";
  const dated = entries.every((entry) => DAY.test(day(entry)));
  return entries.toSorted((a, b) => (dated && day(a) !== day(b) ? (day(a) < day(b) ? -1 : 1) : a.id - b.id));
}

/**
 * All games as a player, or everybody (`null`), has played them, the oldest first; of one without names, the player
 * under review or the first dealer.
 */
export function gamesOf(entries: readonly Entry[], player: string | null): readonly Game[] {
  return oldestFirst(entries).map((entry) => {
    const seats = seatsOf(entry, player);
    // an earlier version of the page had other sizes of mistakes
    const summaries = (entry.summaries ?? []).filter(
      (one) => seats.includes(one.player) && SIZES.every((size) => size in one.sizes),
    );
    const shares = seats.flatMap((seat) => entry.shares?.[seat] ?? []);
    const share =
      shares.length < seats.length || seats.length === 0
        ? null
        : shares.reduce((sum, { done, total }) => ({ done: sum.done + done, total: sum.total + total }));
    return { entry, seats, summaries, share };
  });
}

export interface Total extends Omit<Summary, "player" | "name" | "objective" | "loss"> {
  /** None where the games were held against different objectives: points and placement points do not add up. */
  readonly loss: number | null;
}

/** Whether the losses of these games are in the same unit, as far as is known. */
export const isOfOneUnit = (games: readonly Game[]): boolean =>
  new Set(games.flatMap(({ summaries }) => summaries.flatMap(({ objective }) => objective ?? []))).size <= 1;

/** All of them as one, each decision counting the same. */
export function totalOf(games: readonly Game[]): Total | null {
  const all = games.flatMap(({ summaries }) => summaries);
  const judged = all.reduce((sum, one) => sum + one.judged, 0);
  if (judged === 0) return null;
  const mean = (figure: (one: Summary) => number) =>
    all.reduce((sum, one) => sum + figure(one) * one.judged, 0) / judged;
  return {
    judged,
    accuracy: mean(({ accuracy }) => accuracy),
    agreement: mean(({ agreement }) => agreement),
    loss: isOfOneUnit(games) ? all.reduce((sum, { loss }) => sum + loss, 0) : null,
    sizes: Object.fromEntries(
      SIZES.map((size) => [size, all.reduce((sum, { sizes }) => sum + sizes[size], 0)]),
    ) as Record<Size, number>,
  };
}

/** Whether there is something of the player that is not known to be reviewed. */
export const isPending = ({ seats, share }: Pick<Game, "seats" | "share">): boolean =>
  seats.length > 0 && (share === null || share.done < share.total);

/** A mistake of one of many games. */
export interface WorstOfAll {
  readonly entry: Entry;
  readonly mistake: Mistake;
}

/** Those that are listed. */
const MOST_WORST = 10;

/** The worst mistakes over all games, of those that are held against the objective of most. */
export function worstOfAll(games: readonly Game[]): readonly WorstOfAll[] {
  const all = games.flatMap(({ entry, seats }) =>
    (entry.mistakes ?? []).filter(({ place }) => seats.includes(place.player)).map((mistake) => ({ entry, mistake })),
  );
  const count = (objective: ReviewObjective) => all.filter(({ mistake }) => mistake.objective === objective).length;
  const objective = count("placement") > count("points") ? "placement" : "points";
  return all
    .filter(({ mistake }) => mistake.objective === objective)
    .toSorted((a, b) => b.mistake.loss - a.mistake.loss)
    .slice(0, MOST_WORST);
}

// Reviews the games of the list one after the other, in the background: none of them is opened for it.

/** A review is stored after so many milliseconds, and at the end of a game. */
const WRITE_MS = 5_000;

/** Whose decisions: `null` for everybody's. */
interface Whose {
  readonly player: number | null;
}

/** The game under review, and when all that was found in it is written. */
let own: {
  readonly id: number;
  readonly whose: Whose;
  readonly controller: AbortController;
  ended: Promise<void>;
} | null = null;
let going = false;

export function stopGames(): void {
  going = false;
  own?.controller.abort();
}

/** Leaves a game to the page, which opens it. Gives whose review was under way there. */
export async function letGo({ source, game }: NewGame): Promise<Whose | undefined> {
  if (own === null) return undefined;
  const { id, whose, controller, ended } = own;
  if ((await entryOf(source, game).catch(() => null))?.id !== id) return undefined;
  controller.abort();
  await ended;
  return whose;
}

/** Reviews the rest of a game, and stores the verdicts. */
async function reviewKept(
  store: Store,
  reader: Analyzer,
  entry: Entry,
  { player }: Whose,
  signal: AbortSignal,
  report: (done: number, total: number) => void,
): Promise<void> {
  const bytes = await recordOf(entry);
  // another tab has removed it
  if (!bytes) return;
  const log = await reader.parseLog(bytes, { game: entry.game ?? 0, rules: entry.rules });
  const saved = await reviewOf(entry.id);
  const objective = objectiveOf(store.state.position.objective);
  const before = heldAgainst(saved ? reviewIn(log, saved) : NO_REVIEW, objective);
  const found = new Map(before.found);
  const review: Review = { ...before, found };
  const share = () =>
    sharesOf(log, found)
      .filter((_, seat) => player === null || seat === player)
      .reduce((sum, one) => ({ done: sum.done + one.done, total: sum.total + one.total }));
  if (share().done >= share().total) return keepFound(store, entry, log, review);
  let last = performance.now();
  try {
    for await (const { decision, verdict, done, total } of verdictsOf(
      log,
      player,
      before.found,
      store.state.position,
      signal,
    )) {
      found.set(decision, verdict);
      report(done, total);
      if (performance.now() - last < WRITE_MS) continue;
      last = performance.now();
      await keepFound(store, entry, log, review);
      // the verdicts would be lost
      if (store.state.keeping.refused) return;
    }
  } finally {
    await keepFound(store, entry, log, review);
  }
}

/** Reviews the games of a player, or of everybody, that are not reviewed yet. */
export async function reviewGames(store: Store, player: string | null): Promise<void> {
  if (going) return;
  going = true;
  if (player !== null) rememberName(player);
  store.send({ type: "summedUp", whose: player });
  const failed: GameFailure[] = [];
  const report = (game: Backlog["game"]) => store.send({ type: "backlogged", backlog: { game, failed: [...failed] } });
  const reader = createAnalyzer({ threads: 1 });
  const tried = new Set<number>();
  const pending = (): readonly Game[] =>
    gamesOf(store.state.keeping.entries, player).filter((game) => isPending(game) && !tried.has(game.entry.id));
  try {
    for (let [next] = pending(); going && next && !store.state.keeping.refused; [next] = pending()) {
      const { entry, seats } = next;
      const whose = { player: player === null ? null : (seats[0] ?? 0) };
      const at = tried.size + 1;
      const of = tried.size + pending().length;
      const share = (done: number, total: number) => report({ name: entry.name, at, of, done, total });
      tried.add(entry.id);
      share(0, 0);
      // the page reviews what it shows
      if (store.state.keeping.open === entry.id) {
        await startReview(store, whose.player);
        continue;
      }
      const controller = new AbortController();
      const ended = reviewKept(store, reader, entry, whose, controller.signal, share).catch((error: unknown) => {
        if (!controller.signal.aborted) failed.push({ name: entry.name, failure: failureOf(error) });
      });
      own = { id: entry.id, whose, controller, ended };
      await ended;
      own = null;
    }
  } finally {
    going = false;
    reader.dispose();
    report(null);
  }
}
