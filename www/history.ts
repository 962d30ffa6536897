/** What was changed on the page, to be taken back and done again. */

import type { Field } from "./fields";
import type { Position } from "./position";

/** A position, and the one that its table came with. */
export interface Moment {
  readonly position: Position;
  /** The example, link or record that the table is from; none where the player laid it. */
  readonly origin: Position | null;
  /** The example whose table went when another hand replaced its hand. */
  readonly dropped: Position | null;
}

export interface History {
  readonly past: readonly Moment[];
  readonly future: readonly Moment[];
  /** The field that is being typed into: its next stroke is part of the same change. */
  readonly typing: Field | null;
}

export const NO_HISTORY: History = { past: [], future: [], typing: null };

/** Changes that are kept. */
const MOST = 200;

/** After `moment` was left, by a key stroke in `typing` or by another change. */
export function changed(history: History, moment: Moment, typing: Field | null): History {
  if (typing !== null && typing === history.typing) return { ...history, future: [] };
  return { past: [...history.past, moment].slice(-MOST), future: [], typing };
}

/** What was typed has had its answer: the next stroke is a change of its own. */
export const settled = (history: History): History =>
  history.typing === null ? history : { ...history, typing: null };

/** The moment before or after, and the history there; nothing where there is none. */
export function stepped(
  { past, future }: History,
  now: Moment,
  by: -1 | 1,
): { readonly moment: Moment; readonly history: History } | null {
  const [from, to] = by < 0 ? [past, future] : [future, past];
  const moment = from.at(-1);
  if (!moment) return null;
  const [rest, kept] = [from.slice(0, -1), [...to, now]];
  return {
    moment,
    history: by < 0 ? { past: rest, future: kept, typing: null } : { past: kept, future: rest, typing: null },
  };
}
