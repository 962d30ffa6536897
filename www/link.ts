/** A link to a decision of a record that this browser keeps: `#review=3/0.2.14` is record 3, round 0, player 2, decision 14. */

import type { Place } from "./log";

export const linkTo = (id: number, { round, player, at }: Place): string => `#review=${id}/${round}.${player}.${at}`;

export function linked(hash: string): { readonly id: number; readonly place: Place } | null {
  const [, ...numbers] = /^#review=(\d{1,9})\/(\d{1,4})\.([0-3])\.(\d{1,5})$/u.exec(hash) ?? [];
  const [id, round, player, at] = numbers.map(Number);
  return id === undefined || round === undefined || player === undefined || at === undefined ? null : { id, place: { round, player, at } };
}
