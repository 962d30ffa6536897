/** Why the best candidate is the best, from its numbers alone; a language makes a sentence or two of it. */

import type { Action, Because, Candidate, Report } from "nanikiru";
import { LEVEL, type Parts, partsOf, type Stance } from "./candidates";
import type { Wind } from "./fields";
import { percent, whole } from "./text/format";

/** A factor that makes up less than this share of all of them is not worth a word. */
const MINOR = 0.1;
/** Rates from the first of these on that differ by the second at least are given in whole percent. */
const LARGE = 0.1;
const APART = 0.015;
/** An opponent who is tenpai as likely as this is worth being safe against. */
const THREAT = 0.4;

/** The parts that a difference of two values consists of. */
export const PART_KINDS = ["win", "pays", "dealIn", "others", "draw"] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** How another candidate differs from the best one: `more` of it or less, as it is written. */
export type Factor =
  /** Its rate and that of the best, in percent. */
  | { readonly kind: "win" | "dealIn"; readonly more: boolean; readonly rate: string; readonly best: string }
  /** In points. `dealInCost`: where the rate of deal-ins does not explain what they cost. */
  | { readonly kind: "pays" | "others" | "draw" | "dealInCost"; readonly more: boolean; readonly by: string };

/** How the next candidate stands to the best. */
export type Against =
  | { readonly kind: "level" }
  /**
   * The model finds no difference; so many percent of strong players choose the best. `stance`: that of the best where
   * both discard the same tile.
   */
  | { readonly kind: "equal"; readonly policy: string; readonly stance: Stance }
  /** Of less: what speaks for it, and what against it. */
  | { readonly kind: "less"; readonly by: string; readonly pros: readonly Factor[]; readonly cons: readonly Factor[] };

export interface Reason {
  readonly action: Parts;
  readonly best: Candidate;
  /** Whether the best is a win, which needs no more reasons. */
  readonly wins: boolean;
  /** Threats that the discard cannot deal in to. */
  readonly safe: readonly Wind[];
  readonly rival: { readonly action: Parts; readonly against: Against } | null;
}

/** A rate beside the best one's, with as many digits as tell them apart. */
function rates(one: number, best: number): { readonly rate: string; readonly best: string } {
  const isWhole = Math.min(one, best) >= LARGE && Math.abs(one - best) >= APART;
  const written = (rate: number) => (isWhole ? (100 * rate).toFixed(0) : percent(rate));
  return { rate: written(one), best: written(best) };
}
const points = (difference: number): string => whole(Math.abs(Math.round(difference)));

/** What is compared of two candidates, of an answer or of a review. */
export type ComparableCandidate = Pick<Candidate, "action" | "value" | "group" | "winRate" | "outcomes" | "policy">;

interface Difference {
  readonly kind: PartKind;
  readonly factor: Factor;
  /** What it adds to the value of the other candidate. */
  readonly points: number;
}

/** All that another candidate's value differs by: the points add up to the difference. */
export function differencesOf(best: ComparableCandidate, next: ComparableCandidate): readonly Difference[] {
  const win = next.winRate - best.winRate;
  const [now, then] = [best.outcomes.win, next.outcomes.win];
  // what never wins does not win less each time
  const both = now.rate > 0 && then.rate > 0;
  const pays = both ? then.mean - now.mean : 0;
  const adds = (end: "dealIn" | "tsumo" | "draw" | "rest") =>
    next.outcomes[end].rate * next.outcomes[end].mean - best.outcomes[end].rate * best.outcomes[end].mean;
  const [others, draw] = [adds("tsumo") + adds("rest"), adds("draw")];
  return [
    {
      kind: "win",
      factor: { kind: "win", more: win > 0, ...rates(next.winRate, best.winRate) },
      points: both
        ? ((then.rate - now.rate) * (now.mean + then.mean)) / 2
        : then.rate * then.mean - now.rate * now.mean,
    },
    {
      kind: "pays",
      factor: { kind: "pays", more: pays > 0, by: points(pays) },
      points: (pays * (now.rate + then.rate)) / 2,
    },
    { kind: "dealIn", factor: dealInFactor(best, next, adds("dealIn")), points: adds("dealIn") },
    { kind: "others", factor: { kind: "others", more: others < 0, by: points(others) }, points: others },
    { kind: "draw", factor: { kind: "draw", more: draw > 0, by: points(draw) }, points: draw },
  ];
}

/** A rate and what it does to the value need not point the same way where what is lost each time differs. */
function dealInFactor(
  { outcomes: { dealIn: here } }: ComparableCandidate,
  { outcomes: { dealIn: there } }: ComparableCandidate,
  adds: number,
): Factor {
  const more = there.rate > here.rate;
  const written = rates(there.rate, here.rate);
  if (written.rate === written.best || more !== adds < 0)
    return { kind: "dealInCost", more: adds < 0, by: points(adds) };
  return { kind: "dealIn", more, ...written };
}

const largestFirst = (all: readonly Difference[]): readonly Difference[] =>
  all.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));
const sumOf = (all: readonly Difference[]): number => all.reduce((sum, one) => sum + one.points, 0);

/** A part below this share of the difference is not worth a word, and stands in the rest. */
const SMALL_PART = 0.05;

/** The share of the difference that the named factors make up at least, and at most. */
const EXPLAINED = { least: 0.8, most: 1.2 } as const;

/** Those that are worth a word: all that are not minor, and as many more as explain the difference. */
export function factorsOf(best: ComparableCandidate, next: ComparableCandidate): readonly Difference[] {
  const all = differencesOf(best, next);
  const weight = all.reduce((sum, one) => sum + Math.abs(one.points), 0);
  const least = Math.max(LEVEL, SMALL_PART * Math.abs(best.value - next.value));
  const written = largestFirst(all).filter(
    ({ factor, points }) =>
      ("by" in factor ? factor.by !== "0" : factor.rate !== factor.best) && Math.abs(points) >= least,
  );
  let count = written.filter(({ points }) => Math.abs(points) >= MINOR * weight).length;
  const explains = () => sumOf(written.slice(0, count)) / sumOf(all);
  while (count < written.length && !(explains() >= EXPLAINED.least && explains() <= EXPLAINED.most)) count += 1;
  return written.slice(0, count);
}

/** What a loss consists of, in whole points, the largest part first, and the rest; they add up to the loss. */
export interface LossParts {
  readonly parts: readonly { readonly kind: PartKind; readonly points: number }[];
  readonly rest: number;
}

const MOST_PARTS = 3;

export function lossParts(loss: number, best: ComparableCandidate, next: ComparableCandidate): LossParts {
  const parts = largestFirst(differencesOf(best, next))
    .slice(0, MOST_PARTS)
    .map(({ kind, points }) => ({ kind, points: Math.round(points) }))
    .filter(({ points }, i) => i === 0 || Math.abs(points) >= Math.max(1, SMALL_PART * loss));
  return { parts, rest: parts.reduce((left, { points }) => left - points, -Math.round(loss)) };
}

/** Riichi or dama, where the other discards the same tile in the other way; null elsewhere. */
function sameTile(best: Action, next: Action): Stance {
  if (best.type !== "discard" || next.type !== "discard" || best.tile !== next.tile) return null;
  return best.riichi === next.riichi ? null : best.riichi ? "riichi" : "dama";
}

/** How another differs from the best; nothing where only an objective of another sort does. */
export function against(best: ComparableCandidate, next: ComparableCandidate): Against | null {
  if (best.group === next.group && best.policy !== undefined)
    return { kind: "equal", policy: (100 * best.policy).toFixed(0), stance: sameTile(best.action, next.action) };
  const by = best.value - next.value;
  // another objective than points may put less of them first
  if (by <= -LEVEL) return null;
  if (by < LEVEL) return { kind: "level" };
  const factors = factorsOf(best, next);
  const those = (sign: 1 | -1) => factors.filter((one) => sign * one.points > 0).map(({ factor }) => factor);
  const cons = those(-1);
  // an advantage alone does not say why it is worth less
  return { kind: "less", by: points(by), pros: cons.length > 0 ? those(1) : [], cons };
}

/** `offered` is the other player's tile that the answer is about. */
export function reasonOf({ candidates, opponents }: Report, offered: string | null = null): Reason | null {
  const [best, next] = candidates;
  if (!best) return null;
  const threats = (opponents ?? []).filter(({ tenpaiRate }) => tenpaiRate >= THREAT).map(({ seat }) => seat);
  const how = next ? against(best, next) : null;
  return {
    action: partsOf(best.action, candidates, offered),
    best,
    wins: best.action.type === "tsumo" || best.action.type === "ron",
    safe: (best.risks ?? []).filter(({ seat, rate }) => rate === 0 && threats.includes(seat)).map(({ seat }) => seat),
    rival: next && how ? { action: partsOf(next.action, candidates, offered), against: how } : null,
  };
}

const MOST = 3;

/** None where nothing is corrected, or by nothing that is shown. */
export const mostOf = ({ because = [] }: Candidate["correction"]): readonly Because[] =>
  because.filter(({ adds }) => Math.round(adds) !== 0).slice(0, MOST);
