/** Reviews the games of the list one after the other, in the background: none of them is opened for it. */

import { createAnalyzer, type Analyzer } from "nanikiru";
import { failureOf } from "./failure";
import { type Game as Listed, gamesOf, isPending } from "./games";
import { keepFound } from "./keeper";
import { rememberName } from "./reader";
import { heldAgainst, NO_REVIEW, objectiveOf, type Review, sharesOf } from "./review";
import { reviewIn } from "./review-file";
import { reviewOf as verdictsOf, startReview } from "./reviewer";
import type { Backlog, GameFailure, Store } from "./state";
import { type Entry, entryOf, type Game, recordOf, reviewOf } from "./storage";

/** What is found is written after so many milliseconds, and at the end of a game. */
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
export async function letGo({ source, game }: Game): Promise<Whose | undefined> {
  if (own === null) return undefined;
  const { id, whose, controller, ended } = own;
  if ((await entryOf(source, game).catch(() => null))?.id !== id) return undefined;
  controller.abort();
  await ended;
  return whose;
}

/** Reviews what is left of a game, and writes what is found. */
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
      // what is found would be lost
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
  const pending = (): readonly Listed[] =>
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
