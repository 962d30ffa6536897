/** An opponent's riichi laid on the table or taken off it, in the notation of the rivers. The engine judges what comes of it. */

import type { Wind } from "./fields";
import { riverOf } from "./notation";
import type { Position } from "./position";

/** A discard with its marks; a sign before it makes it a kan. */
const DISCARD = /(?<kan>\+?)(?:[0-9]+[mpsz]r?|[ESWNPFC東南西北白發発发中])(?:[-*]|\^[ESWNeswn])*/gu;

/** The stick. */
const STICK = 1000;

export const inRiichi = (position: Position, wind: Wind): boolean => riverOf(position[`${wind}River`]).some(({ riichi }) => riichi);

/** Whether there is a discard that could have declared it. */
export const hasDiscarded = (position: Position, wind: Wind): boolean => riverOf(position[`${wind}River`]).some(({ kan }) => !kan);

const shifted = (text: string, by: number): string => (text.trim() !== "" && Number.isFinite(Number(text)) ? String(Number(text) + by) : text);

/** Riichi with the last discard, or none; stick and points go with it where they are typed. */
export function withRiichi(position: Position, wind: Wind, declared: boolean): Partial<Position> {
  const river = position[`${wind}River`];
  const last = [...river.matchAll(DISCARD)].findLast(({ groups }) => groups?.["kan"] === "");
  const end = last ? last.index + last[0].length : 0;
  const changed = declared ? `${river.slice(0, end)}*${river.slice(end)}` : river.replaceAll("*", "");
  // no sticks typed are as many as there are riichis
  const sticks = Number(position.sticks) > 0 ? shifted(position.sticks, declared ? 1 : -1) : position.sticks;
  return { [`${wind}River`]: changed, [`${wind}Score`]: shifted(position[`${wind}Score`], declared ? -STICK : STICK), sticks };
}
