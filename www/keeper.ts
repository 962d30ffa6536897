/** Keeps the open record and its review up to date in the browser's storage, and lists what is there. */

import { answered, drillKey } from "./practice";
import { firstPlace, type GameLog, type Heading, type Place, type ReadOptions } from "./log";
import { playersOf } from "./players";
import { type Review, reviewed, sharesOf } from "./review";
import { savedReview } from "./review-file";
import type { RecordState, State, Store } from "./state";
import * as kept from "./storage";
import type { Entry, NewGame, Progress } from "./storage";
import { mistakesIn, summariesOf } from "./score";

/** A review finds several verdicts a second: they are written together. */
const PAUSE_MS = 1_000;

type Open = RecordState & { readonly kind: "open" };

function progressOf(
  { place, log, heading, rules }: Pick<Open, "place" | "log" | "heading" | "rules">,
  review: Review,
): Progress {
  const { run, found } = review;
  const shares = sharesOf(log, found);
  const names = log.names && { names: playersOf(log).map((player) => log.names?.[player] ?? "") };
  const progress = {
    place,
    ...reviewed(shares),
    shares,
    ...names,
    summaries: summariesOf(log, review),
    mistakes: mistakesIn(log, review),
    heading,
    ...(rules && { rules }),
  };
  return run.kind === "running" ? { ...progress, running: { player: run.player } } : progress;
}

/** Whether something changed that is kept. */
const differs = ({ record, review }: State, before: State): boolean =>
  record !== before.record ||
  review.found !== before.review.found ||
  review.learned !== before.review.learned ||
  review.notes !== before.review.notes ||
  review.run.kind !== before.review.run.kind;

/** One write after the other, none of which throws: what is deleted is not written once more by what came before. */
let queue: Promise<void> = Promise.resolve();

/** Resolves when all that was to be written so far is. */
export const written = (): Promise<void> => queue;

const inTurn = (work: () => Promise<void>): Promise<void> => {
  queue = queue.then(work);
  return queue;
};

/** Writes, then lists what is there. */
async function listed(
  store: Store,
  work: () => Promise<unknown>,
  open = () => store.state.keeping.open,
): Promise<void> {
  try {
    await work();
    store.send({ type: "keptListed", entries: await kept.entries(), open: open() });
  } catch {
    // private windows, a full disk, a browser that is set to store nothing: the page works without
    store.send({ type: "keepingRefused" });
  }
}

export function keepRecords(store: Store): void {
  /** The record that is open, by its number in the list. */
  let own: { readonly log: GameLog; readonly id: number } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting = false;
  const attempt = (work: () => Promise<void>): void => {
    void inTurn(async () => {
      if (!store.state.keeping.refused) await listed(store, work, () => own?.id ?? null);
    });
  };
  /** What waits to be written, which then waits no more; `state` is the one that has it. */
  const take = ({ record, review }: State) => {
    clearTimeout(timer);
    if (!waiting || record.kind !== "open") return null;
    waiting = false;
    return { log: record.log, progress: progressOf(record, review), found: savedReview(record.log, review) };
  };
  const write = (state: State) => {
    const taken = take(state);
    if (!taken) return;
    attempt(async () => {
      if (own?.log === taken.log) await kept.update(own.id, taken.progress, taken.found);
    });
  };

  const list = () => attempt(async () => {});

  store.watch((state, before) => {
    const { record, review } = state;
    const same = record.kind === "open" && before.record.kind === "open" && before.record.log === record.log;
    // the next state has nothing more of the record that is left
    if (!same) write(before);
    if (record.kind !== "open") {
      // after what is still to be written of the record that is left
      if (before.record.kind === "open") {
        attempt(async () => {
          own = null;
        });
      }
      return;
    }
    if (!same) {
      attempt(async () => {
        own = {
          log: record.log,
          id: await kept.add(record, progressOf(record, review), savedReview(record.log, review)),
        };
      });
    } else if (differs(state, before)) {
      if (!waiting) timer = setTimeout(() => write(store.state), PAUSE_MS);
      waiting = true;
      // how a review ended is written at once
      if (review.run.kind !== before.review.run.kind) write(state);
    }
  });
  // what another tab took off the list meanwhile is gone from it when somebody comes back
  document.addEventListener("visibilitychange", () => (document.hidden ? write(store.state) : list()));
  addEventListener("pagehide", () => {
    const taken = take(store.state);
    const known =
      taken && own?.log === taken.log ? store.state.keeping.entries.find(({ id }) => id === own?.id) : undefined;
    // there is no time to wait for other writes, nor anybody to hear of the result
    if (taken && known) void kept.updateLast(known, taken.progress, taken.found).catch(() => {});
  });
  list();
}

/** Takes a record off the list, for good. */
export const forget = (store: Store, id: number): Promise<void> => inTurn(() => listed(store, () => kept.remove(id)));

/** Keeps whether a mistake of the open record was answered right. */
export async function keepAnswer(store: Store, place: Place, right: boolean): Promise<void> {
  const { record } = store.state;
  const now = Date.now();
  // the list says which record is open only when that has been written
  await written();
  const {
    record: current,
    keeping: { open, refused },
  } = store.state;
  if (open === null || refused || record.kind !== "open" || current.kind !== "open" || current.log !== record.log)
    return;
  await inTurn(() => listed(store, () => kept.drill(open, drillKey(place), (before) => answered(before, right, now))));
}

/** A game that has been read, and what is known of it. */
export interface ReadGame extends NewGame {
  readonly log: GameLog;
  readonly heading: Heading;
  readonly rules?: ReadOptions["rules"];
}

/** Puts a game on the list without opening it; an entry that is there stays as it is. */
export const keepAside = (store: Store, game: ReadGame, review: Review): Promise<void> =>
  inTurn(() =>
    listed(store, () => {
      const progress = progressOf({ ...game, place: firstPlace(game.log) }, review);
      return kept.add(game, progress, savedReview(game.log, review), "left");
    }),
  );

/** Keeps what was found in a game that is on the list and not open. */
export const keepFound = (store: Store, entry: Entry, log: GameLog, review: Review): Promise<void> =>
  inTurn(() =>
    listed(store, () => {
      const { id, place, heading = {}, rules } = entry;
      const progress = progressOf({ place, log, heading, ...(rules && { rules }) }, review);
      return kept.update(id, progress, savedReview(log, review));
    }),
  );
