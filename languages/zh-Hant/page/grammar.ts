/** How Chinese puts tiles, actions and reasons into words. */

import type { Call, Parts } from "../../../www/candidates";
import { WINDS } from "../../../www/fields";
import type { Against, Factor, Reason } from "../../../www/reason";
import { percent, signed } from "../../../www/text/format";

const NUMERALS = ["赤五", "一", "二", "三", "四", "五", "六", "七", "八", "九"] as const;
const SUITS: Readonly<Record<string, string>> = { m: "萬", p: "筒", s: "索" };
const HONOURS = ["東", "南", "西", "北", "白", "發", "中"] as const;
export const WIND_NAMES = ["東", "南", "西", "北"] as const;
export const STANCES = { riichi: "立直", dama: "默聽" } as const;
export const CALLS: Readonly<Record<Call, string>> = {
  ...{ tsumo: "自摸", nineTerminals: "九種九牌", ankan: "暗槓", kakan: "加槓", pass: "跳過" },
  ...{ ron: "榮和", chi: "吃", pon: "碰", daiminkan: "大明槓", kita: "拔北" },
};

/** `赤五萬`. */
export function tile(name: string): string {
  const [digit = "", suit = ""] = name;
  if (suit === "z") return HONOURS[Number(digit) - 1] ?? name;
  return `${NUMERALS[Number(digit)] ?? digit}${SUITS[suit] ?? suit}`;
}

/** `打九索（默聽）`. */
export function action(parts: Parts): string {
  if (parts.kind === "discard") return `打${tile(parts.tile)}${parts.stance ? `（${STANCES[parts.stance]}）` : ""}`;
  const call = [CALLS[parts.call], ...parts.tiles.map(tile)].join(parts.call === "pass" ? "" : " ");
  return parts.discard === null ? call : `${call}，打${tile(parts.discard)}`;
}

function factor(one: Factor, unit: string): string {
  const how = one.more ? "高" : "低";
  switch (one.kind) {
    case "win":
      return `和牌率${one.rate}%${how}於最佳的${one.best}%`;
    case "dealIn":
      return `放銃率${one.rate}%${how}於最佳的${one.best}%`;
    case "dealInCost":
      return `放銃的損失${one.more ? "多" : "少"}${one.by}${unit}`;
    case "pays":
      return `平均打點${how}${one.by}${unit}`;
    case "others":
      return `他家和牌的損失${one.more ? "多" : "少"}${one.by}${unit}`;
    case "draw":
      return `流局收入${one.more ? "多" : "少"}${one.by}${unit}`;
  }
}

function compared(name: string, how: Against, unit: string, best = "最佳選擇"): string {
  if (how.kind === "level") return `${name}與它相差無幾。`;
  if (how.kind === "equal" && how.stance)
    return `${STANCES.dama}與${STANCES.riichi}在計算上相差無幾，鳳凰桌有${how.policy}%選擇${STANCES[how.stance]}。`;
  if (how.kind === "equal") return `${name}與${best}在計算上相差無幾，鳳凰桌有${how.policy}%選擇${best}。`;
  const pros = how.pros.map((one) => factor(one, unit)).join("、");
  const cons = how.cons.map((one) => factor(one, unit)).join("、");
  const less = `期望值少${how.by}${unit}。`;
  if (pros && cons) return `${name}雖然${pros}，但${cons}，${less}`;
  if (cons) return `${name}${cons}，${less}`;
  return `${name}${less}`;
}

/** How an action differs from the best one. */
export const compare = (parts: Parts, how: Against, unit: string): string => compared(action(parts), how, unit);

export function sentence({ action: parts, best, wins, safe, rival: next }: Reason, unit: string): string {
  const { shanten, ukeire, winRate, outcomes } = best;
  const has = [
    ...(wins ? [] : [shanten === 0 ? `聽牌餘${ukeire.tiles}張` : `進張${ukeire.tiles}張`]),
    ...(safe.length > 0 ? [`對${safe.map((wind) => `${WIND_NAMES[WINDS.indexOf(wind)]}家`).join("和")}安全`] : []),
    ...(wins ? [`期望值${signed(best.value)}${unit}`] : []),
    ...(wins ? [] : [`和牌率${percent(winRate)}%，放銃率${percent(outcomes.dealIn.rate)}%`]),
  ];
  const first = `${action(parts)}：${has.join("，")}。`;
  return next ? `${first}${compared(action(next.action), next.against, unit, action(parts))}` : first;
}
