/** Many games: what each of them came to for one player, and all together. */

import { type ReviewObjective, type Share, type Size, SIZES } from "./review";
import type { Entry } from "./storage";
import type { Mistake, Summary } from "./summary";

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
