/** How English puts tiles, actions and reasons into words. */

import type { Call, Parts } from "../../action";
import { WINDS } from "../../fields";
import type { Against, Factor, Reason } from "../../reason";
import { percent, signed } from "../format";

const SUITS: Readonly<Record<string, string>> = { m: "man", p: "pin", s: "sou" };
const HONOURS = ["East", "South", "West", "North", "white dragon", "green dragon", "red dragon"] as const;
export const WIND_NAMES = ["East", "South", "West", "North"] as const;
export const STANCES = { riichi: "Riichi", dama: "Dama" } as const;
export const CALLS: Readonly<Record<Call, string>> = {
  ...{ tsumo: "Tsumo", nineTerminals: "Nine terminals", ankan: "Concealed kan", kakan: "Added kan", pass: "Pass" },
  ...{ ron: "Ron", chi: "Chi", pon: "Pon", daiminkan: "Open kan", kita: "Kita" },
};

/** `red 5 man`. */
export function tile(name: string): string {
  const [digit = "", suit = ""] = name;
  if (suit === "z") return HONOURS[Number(digit) - 1] ?? name;
  return `${digit === "0" ? "red 5" : digit} ${SUITS[suit] ?? suit}`;
}

/** `Discard 9 sou, riichi`, `Pon red 5 pin 5 pin, discard 9 sou`. */
export function action(parts: Parts): string {
  if (parts.kind === "discard")
    return `Discard ${tile(parts.tile)}${parts.stance ? `, ${STANCES[parts.stance].toLowerCase()}` : ""}`;
  const call = [CALLS[parts.call], ...parts.tiles.map(tile)].join(" ");
  return parts.discard === null ? call : `${call}, discard ${tile(parts.discard)}`;
}

/** Within a sentence about another: `6 man (riichi)`. */
const rival = (parts: Parts): string =>
  parts.kind === "discard"
    ? `${tile(parts.tile)}${parts.stance ? ` (${STANCES[parts.stance].toLowerCase()})` : ""}`
    : action(parts);

/** `1 point`, `5 points`. */
export const amount = (by: string, unit: string): string => `${by} ${by === "1" ? unit.replace(/s$/u, "") : unit}`;

function factor({ kind, more, by }: Factor, unit: string): string {
  const how = more ? "more" : "less";
  switch (kind) {
    case "win":
      return `wins ${by} percentage points ${how} often`;
    case "pays":
      return `wins ${amount(by, unit)} ${how} each time`;
    case "dealIn":
      return `deals in ${by} percentage points ${how} often`;
    case "dealInTimes":
      return more ? `deals in ${by} times as often` : `deals in only 1/${by} as often`;
    case "dealInCost":
      return `loses ${amount(by, unit)} ${how} by dealing in`;
    case "others":
      return `loses ${amount(by, unit)} ${how} to the others’ wins`;
    case "draw":
      return `gets ${amount(by, unit)} ${how} from draws`;
  }
}

function compared(who: string, how: Against, unit: string, best = "the best"): string {
  const name = who.slice(0, 1).toUpperCase() + who.slice(1);
  if (how.kind === "level") return `${name} is just as good.`;
  if (how.kind === "equal")
    return `${name} and ${best} are equal by calculation; ${how.policy}% of strong players choose ${best}.`;
  const pros = how.pros.map((one) => factor(one, unit)).join(" and ");
  const cons = how.cons.map((one) => factor(one, unit)).join(" and ");
  const less = `${amount(how.by, unit)} less`;
  if (pros && cons) return `${name} ${pros} but ${cons}: ${less}.`;
  if (cons) return `${name} ${cons}: ${less}.`;
  return `${name} is worth ${less}.`;
}

/** How an action differs from the best one. */
export const compare = (parts: Parts, how: Against, unit: string): string => compared(rival(parts), how, unit);

export function sentence({ action: parts, best, wins, safe, rival: next }: Reason, unit: string): string {
  const { shanten, ukeire, winRate, outcomes } = best;
  if (wins) return `${action(parts)}, worth ${signed(best.value)} ${unit}.`;
  const count = `${ukeire.tiles} tile${ukeire.tiles === 1 ? "" : "s"}`;
  const has = [
    shanten === 0 ? `It waits for ${count}` : `${count} improve${ukeire.tiles === 1 ? "s" : ""} the hand`,
    ...(safe.length > 0
      ? [`it is safe against ${safe.map((wind) => WIND_NAMES[WINDS.indexOf(wind)]).join(" and ")}`]
      : []),
    `it wins ${percent(winRate)}% and deals in ${percent(outcomes.dealIn.rate)}%`,
  ];
  const first = `${action(parts)}. ${has.join("; ")}.`;
  return next ? `${first} ${compared(rival(next.action), next.against, unit, rival(parts))}` : first;
}
