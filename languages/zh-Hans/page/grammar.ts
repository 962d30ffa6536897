/** How Chinese puts tiles, actions and reasons into words. */

import type { Call, Parts } from "../../../www/candidates";
import { WINDS } from "../../../www/fields";
import type { Against, Factor, Reason } from "../../../www/reason";
import { percent, signed } from "../../../www/text/format";

const NUMERALS = ["赤五", "一", "二", "三", "四", "五", "六", "七", "八", "九"] as const;
const SUITS: Readonly<Record<string, string>> = { m: "万", p: "筒", s: "索" };
const HONOURS = ["东", "南", "西", "北", "白", "发", "中"] as const;
export const WIND_NAMES = ["东", "南", "西", "北"] as const;
export const STANCES = { riichi: "立直", dama: "默听" } as const;
export const CALLS: Readonly<Record<Call, string>> = {
  ...{ tsumo: "自摸", nineTerminals: "九种九牌", ankan: "暗杠", kakan: "加杠", pass: "跳过" },
  ...{ ron: "荣和", chi: "吃", pon: "碰", daiminkan: "大明杠", kita: "拔北" },
};

/** `赤五万`. */
export function tile(name: string): string {
  const [digit = "", suit = ""] = name;
  if (suit === "z") return HONOURS[Number(digit) - 1] ?? name;
  return `${NUMERALS[Number(digit)] ?? digit}${SUITS[suit] ?? suit}`;
}

/** `打九索（默听）`. */
export function action(parts: Parts): string {
  if (parts.kind === "discard") return `打${tile(parts.tile)}${parts.stance ? `（${STANCES[parts.stance]}）` : ""}`;
  const call = [CALLS[parts.call], ...parts.tiles.map(tile)].join(parts.call === "pass" ? "" : " ");
  return parts.discard === null ? call : `${call}，打${tile(parts.discard)}`;
}

function factor(one: Factor, unit: string): string {
  const how = one.more ? "高" : "低";
  switch (one.kind) {
    case "win":
      return `和牌率${one.rate}%${how}于最佳的${one.best}%`;
    case "dealIn":
      return `放铳率${one.rate}%${how}于最佳的${one.best}%`;
    case "dealInCost":
      return `放铳的损失${one.more ? "多" : "少"}${one.by}${unit}`;
    case "pays":
      return `平均打点${how}${one.by}${unit}`;
    case "others":
      return `他家和牌的损失${one.more ? "多" : "少"}${one.by}${unit}`;
    case "draw":
      return `流局收入${one.more ? "多" : "少"}${one.by}${unit}`;
  }
}

function compared(name: string, how: Against, unit: string, best = "最佳选择"): string {
  if (how.kind === "level") return `${name}与它相差无几。`;
  if (how.kind === "equal" && how.stance)
    return `${STANCES.dama}与${STANCES.riichi}在计算上相差无几，凤凰桌有${how.policy}%选择${STANCES[how.stance]}。`;
  if (how.kind === "equal") return `${name}与${best}在计算上相差无几，凤凰桌有${how.policy}%选择${best}。`;
  const pros = how.pros.map((one) => factor(one, unit)).join("、");
  const cons = how.cons.map((one) => factor(one, unit)).join("、");
  const less = `期望值少${how.by}${unit}。`;
  if (pros && cons) return `${name}虽然${pros}，但${cons}，${less}`;
  if (cons) return `${name}${cons}，${less}`;
  return `${name}${less}`;
}

/** How an action differs from the best one. */
export const compare = (parts: Parts, how: Against, unit: string): string => compared(action(parts), how, unit);

export function sentence({ action: parts, best, wins, safe, rival: next }: Reason, unit: string): string {
  const { shanten, ukeire, winRate, outcomes } = best;
  const has = [
    ...(wins ? [] : [shanten === 0 ? `听牌余${ukeire.tiles}张` : `进张${ukeire.tiles}张`]),
    ...(safe.length > 0 ? [`对${safe.map((wind) => `${WIND_NAMES[WINDS.indexOf(wind)]}家`).join("和")}安全`] : []),
    ...(wins ? [`期望值${signed(best.value)}${unit}`] : []),
    ...(wins ? [] : [`和牌率${percent(winRate)}%，放铳率${percent(outcomes.dealIn.rate)}%`]),
  ];
  const first = `${action(parts)}：${has.join("，")}。`;
  return next ? `${first}${compared(action(next.action), next.against, unit, action(parts))}` : first;
}
