/** How English puts tiles, actions and reasons into words. */

import type { Call, Parts } from "../../../www/candidates";
import { WINDS } from "../../../www/fields";
import type { Against, Factor, Reason } from "../../../www/reason";
import { percent, signed } from "../../../www/text/format";

const SUITS: Readonly<Record<string, string>> = { m: "man", p: "pin", s: "sou" };
const HONOURS = ["East", "South", "West", "North", "white dragon", "green dragon", "red dragon"] as const;
export const WIND_NAMES = ["East", "South", "West", "North"] as const;
export const STANCES = { riichi: "Riichi", dama: "Dama" } as const;
export const CALLS: Readonly<Record<Call, string>> = {
  ...{ tsumo: "Tsumo", nineTerminals: "Nine terminals", ankan: "Concealed kan", kakan: "Added kan", pass: "Pass" },
  ...{ ron: "Ron", chi: "Chi", pon: "Pon", daiminkan: "Open kan", kita: "Kita" },
};

const named =
  (space: string, suits: Readonly<Record<string, string>>) =>
  (name: string): string => {
    const [digit = "", suit = ""] = name;
    if (suit === "z") return HONOURS[Number(digit) - 1] ?? name;
    return `${digit === "0" ? "red 5" : digit}${space}${suits[suit] ?? suit}`;
  };
/** As one says it: `red 5 man`. */
export const tile = named(" ", SUITS);
/** As one writes it: `red 5m`. */
export const tileCode = named("", {});

const acting =
  (of: (tile: string) => string) =>
  (parts: Parts): string => {
    if (parts.kind === "discard")
      return `Discard ${of(parts.tile)}${parts.stance ? `, ${STANCES[parts.stance].toLowerCase()}` : ""}`;
    const call = [CALLS[parts.call], ...parts.tiles.map(of)].join(parts.call === "pass" ? " on " : " ");
    return parts.discard === null ? call : `${call}, discard ${of(parts.discard)}`;
  };
/** `Discard 9s, riichi`, `Pon red 5p 5p, discard 9s`, `Pass on 8m`. */
export const action = acting(tileCode);
/** The same for the ear: `Discard 9 sou, riichi`. */
export const spokenAction = acting(tile);

/** Within a sentence about another: `6m (riichi)`. */
const rival = (parts: Parts): string =>
  parts.kind === "discard"
    ? `${tileCode(parts.tile)}${parts.stance ? ` (${STANCES[parts.stance].toLowerCase()})` : ""}`
    : action(parts);

/** `1 point`, `5 points`. */
export const amount = (by: string, unit: string): string => `${by} ${by === "1" ? unit.replace(/s$/u, "") : unit}`;

function factor(one: Factor): string {
  const how = one.more ? "more" : "less";
  switch (one.kind) {
    case "win":
      return `win ${one.rate}% instead of ${one.best}%`;
    case "dealIn":
      return `deal-in ${one.rate}% instead of ${one.best}%`;
    case "dealInCost":
      return `deal-ins cost ${one.by} ${how}`;
    case "pays":
      return `wins are worth ${one.by} ${how}`;
    case "others":
      return `wins of others cost ${one.by} ${how}`;
    case "draw":
      return `draws bring ${one.by} ${how}`;
  }
}

function compared(who: string, how: Against, unit: string, best = "the best"): string {
  const name = who.slice(0, 1).toUpperCase() + who.slice(1);
  if (how.kind === "level") return `${name} is just as good.`;
  if (how.kind === "equal" && how.stance)
    return (
      `${STANCES.dama} and ${STANCES.riichi.toLowerCase()} are equal by calculation; ` +
      `${how.policy}% of strong players ${how.stance === "riichi" ? "declare" : "stay dama"}.`
    );
  if (how.kind === "equal")
    return `${name} and ${best} are equal by calculation; ${how.policy}% of strong players choose ${best}.`;
  const list = (factors: readonly Factor[]) => factors.map(factor).join(", ");
  const why = [how.pros, how.cons]
    .map(list)
    .filter((text) => text !== "")
    .join(", but ");
  return [`${name}: ${why}`, `−${amount(how.by, unit)}.`].join(why ? ". " : "");
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
