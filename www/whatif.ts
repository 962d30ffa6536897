/**
 * What a player tries on the table: points moved between the players, a riichi declared or taken back. The engine
 * judges what comes of it.
 */

import { discardsOf, riverOf } from "./notation";
import { partyBy, type Wind, WINDS } from "./players";
import type { Position } from "./position";

/** A discard with its marks; a sign before it makes it a kan or a kita. */
const DISCARD = /(?<sign>[+f]?)(?:[0-9]+[mpsz]r?|[ESWNPFC東南西北白發発发中])(?:[-*]|\^[ESWNeswn])*/gu;

/** The stick. */
const STICK = 1000;

export const inRiichi = (position: Position, wind: Wind): boolean =>
  riverOf(position[`${wind}River`]).some(({ riichi }) => riichi);

/** Whether there is a discard that could have declared it. */
export const hasDiscarded = (position: Position, wind: Wind): boolean =>
  discardsOf(position[`${wind}River`]).length > 0;

const shifted = (text: string, by: number): string =>
  text.trim() !== "" && Number.isFinite(Number(text)) ? String(Number(text) + by) : text;

/** Riichi with the last discard, or none; stick and points go with it where they are typed. */
export function withRiichi(position: Position, wind: Wind, declared: boolean): Partial<Position> {
  const river = position[`${wind}River`];
  const last = [...river.matchAll(DISCARD)].findLast(({ groups }) => groups?.["sign"] === "");
  const end = last ? last.index + last[0].length : 0;
  const changed = declared ? `${river.slice(0, end)}*${river.slice(end)}` : river.replaceAll("*", "");
  // no sticks typed are as many as there are riichis
  const sticks = Number(position.sticks) > 0 ? shifted(position.sticks, declared ? 1 : -1) : position.sticks;
  return {
    [`${wind}River`]: changed,
    [`${wind}Score`]: shifted(position[`${wind}Score`], declared ? -STICK : STICK),
    sticks,
  };
}

/** The least that changes hands. */
export const STEP = 100;

/** The points of those at the table. */
export type Scores = Readonly<Partial<Record<Wind, number>>>;
const windsIn = (scores: Scores): readonly Wind[] => WINDS.filter((wind) => scores[wind] !== undefined);

const numberOr = (text: string, otherwise: number): number =>
  text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : otherwise;

/** The points of everybody, as typed or as they usually begin. */
export function scoresOf(position: Position): Scores {
  const { winds, points } = partyBy(position.rules);
  return Object.fromEntries(winds.map((wind) => [wind, numberOr(position[`${wind}Score`], points)]));
}

export const sumOf = (scores: Scores): number => Object.values(scores).reduce((sum, points) => sum + points, 0);

/**
 * One player's points set to `points`, or as near as the others can pay: the others share the difference in hundreds,
 * as evenly as can be, and nobody falls below nought for it.
 */
export function withScore(scores: Scores, wind: Wind, points: number): Scores {
  const after = { ...scores };
  const of = (other: Wind) => after[other] ?? 0;
  let left = points - of(wind);
  for (let payers = windsIn(scores).filter((other) => other !== wind); left !== 0 && payers.length > 0;) {
    // as much each; what does not divide falls on the first of them
    const part = Math.ceil(Math.abs(left) / payers.length / STEP) * STEP;
    for (const other of payers) {
      const most = left > 0 ? Math.max(0, of(other)) : Number.POSITIVE_INFINITY;
      const paid = Math.sign(left) * Math.min(Math.abs(left), part, most);
      after[other] = of(other) - paid;
      left -= paid;
    }
    payers = payers.filter((other) => left < 0 || of(other) > 0);
  }
  return { ...after, [wind]: points - left };
}

/** The change of the position that these points are. */
export const typedScores = (scores: Scores): Partial<Position> =>
  Object.fromEntries(windsIn(scores).map((wind) => [`${wind}Score`, String(scores[wind])]));
