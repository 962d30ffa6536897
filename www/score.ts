/** What a review's losses amount to: an accuracy, how the mistakes are told apart, and which of them only repeat the one before. */

import type { LogDecision, Spot } from "./log";
import { riverOf } from "./notation";
import { WINDS } from "./fields";
import { type Review, type Size, SIZES, type Verdict } from "./review";

/** A decision that loses this many points counts half. */
export const HALF = 500;

/** 100 for a decision that loses nothing, falling with every point lost, never below 0. */
export const accuracyOf = (loss: number): number => 100 / (1 + loss / HALF);

/** Where medium and large mistakes begin, as multiples of the least. */
export const MEDIUM = 2;
export const LARGE = 4;

export function sizeOf(loss: number, threshold: number): Size | null {
  if (loss < threshold) return null;
  return loss < MEDIUM * threshold ? "small" : loss < LARGE * threshold ? "medium" : "large";
}

export const KINDS = ["attack", "defence", "calls", "riichi"] as const;
export type Kind = (typeof KINDS)[number];

const CALLING: readonly string[] = ["ankan", "kakan", "daiminkan", "chi", "pon", "pass"];

/** What a decision was about. */
export function kindOf({ context, seat, done }: LogDecision, { best, candidates }: Verdict): Kind {
  if (context.offered || CALLING.includes(done?.type ?? "") || CALLING.includes(best?.type ?? "")) return "calls";
  if (candidates.some(({ action }) => action.type === "discard" && action.riichi)) return "riichi";
  const threatened = WINDS.some((wind) => wind !== seat && riverOf(context.players?.[wind]?.river ?? "").some(({ riichi }) => riichi));
  return threatened ? "defence" : "attack";
}

/** A decision that was judged. */
export interface Scored {
  readonly spot: Spot;
  readonly verdict: Verdict;
  readonly loss: number;
  readonly kind: Kind;
  /** How large a mistake it is; null where it is none. */
  readonly size: Size | null;
  /** A mistake whose better discard is the one of this player's mistake before it in the round, which still was not made. */
  readonly repeats: boolean;
}

const planOf = ({ best }: Verdict): string | null => (best?.type === "discard" ? `${best.tile} ${best.riichi}` : null);

/** All decisions that were judged, in the order of the game. */
export function scored(spots: readonly Spot[], { found }: Pick<Review, "found">, threshold: number): readonly Scored[] {
  /** The plan of each player's latest own turn in the round, where it was a mistake. */
  const plans = new Map<number, string | null>();
  let round = -1;
  return spots.flatMap((spot) => {
    const { place, decision } = spot;
    if (place.round !== round) plans.clear();
    round = place.round;
    const verdict = found.get(decision);
    if (!verdict || verdict.loss === undefined) return [];
    const { loss } = verdict;
    const size = sizeOf(loss, threshold);
    const plan = size === null ? null : planOf(verdict);
    const repeats = plan !== null && plans.get(place.player) === plan;
    // what was decided about others' tiles leaves the plan of the own turn as it is
    if (!decision.context.offered) plans.set(place.player, plan);
    return [{ spot, verdict, loss, kind: kindOf(decision, verdict), size, repeats }];
  });
}

export interface Score {
  readonly judged: number;
  /** 0 to 100; the mean over the decisions. */
  readonly accuracy: number;
  /** Share of decisions that were the best. */
  readonly agreement: number;
  readonly loss: number;
  /** Mistakes that repeat nothing. */
  readonly sizes: Readonly<Record<Size, number>>;
  readonly kinds: Readonly<Record<Kind, { readonly judged: number; readonly loss: number }>>;
}

/** One player's decisions summed up; null where none was judged. */
export function scoreOf(all: readonly Scored[]): Score | null {
  if (all.length === 0) return null;
  const mean = (figure: (one: Scored) => number) => all.reduce((sum, one) => sum + figure(one), 0) / all.length;
  const sizes = Object.fromEntries(SIZES.map((size) => [size, all.filter((one) => one.size === size && !one.repeats).length])) as Record<Size, number>;
  const kinds = Object.fromEntries(
    KINDS.map((kind) => {
      const own = all.filter((one) => one.kind === kind);
      return [kind, { judged: own.length, loss: own.reduce((sum, { loss }) => sum + loss, 0) }];
    }),
  ) as Record<Kind, { judged: number; loss: number }>;
  return { judged: all.length, accuracy: mean(({ loss }) => accuracyOf(loss)), agreement: mean(({ verdict }) => (verdict.rank === 1 ? 1 : 0)), loss: mean(({ loss }) => loss) * all.length, sizes, kinds };
}
