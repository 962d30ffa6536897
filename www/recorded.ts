/** The decision of the record that the page shows, as long as nobody has changed anything about it. */

import { decisionAt, type LogDecision, positionOf } from "./log";
import { type Position, samePosition } from "./position";
import type { State } from "./state";

/** The decision that `position` is, by default the one on the page. */
export function recorded({ record, position: now }: State, position: Position = now): LogDecision | null {
  if (record.kind !== "open") return null;
  const decision = decisionAt(record.log, record.place);
  return decision && samePosition(position, positionOf(decision, position)) ? decision : null;
}

/** The tile that was discarded in the decision on the page; none where another action was taken, or nobody knows. */
export function playedTile(state: State): string | null {
  const done = recorded(state)?.done;
  if (done?.type === "discard") return done.tile;
  return done?.type === "chi" || done?.type === "pon" ? done.discard : null;
}
