/** How Japanese puts tiles, actions and reasons into words. */

import type { Call, Parts } from "../../../www/candidates";
import { WINDS } from "../../../www/fields";
import type { Against, Factor, Reason } from "../../../www/reason";
import { percent, signed } from "../../../www/text/format";

const NUMERALS = ["五", "一", "二", "三", "四", "五", "六", "七", "八", "九"] as const;
const SUITS: Readonly<Record<string, string>> = { m: "萬", p: "筒", s: "索" };
const HONOURS = ["東", "南", "西", "北", "白", "發", "中"] as const;
export const WIND_NAMES = ["東", "南", "西", "北"] as const;
export const STANCES = { riichi: "リーチ", dama: "ダマ" } as const;
export const CALLS: Readonly<Record<Call, string>> = {
  ...{ tsumo: "ツモ", nineTerminals: "九種九牌", ankan: "暗槓", kakan: "加槓", pass: "スルー" },
  ...{ ron: "ロン", chi: "チー", pon: "ポン", daiminkan: "大明槓", kita: "北抜き" },
};

/** `五萬 赤`. */
export function tile(name: string): string {
  const [digit = "", suit = ""] = name;
  if (suit === "z") return HONOURS[Number(digit) - 1] ?? name;
  return `${NUMERALS[Number(digit)] ?? digit}${SUITS[suit] ?? suit}${digit === "0" ? " 赤" : ""}`;
}

/** `打九索（ダマ）`. */
export function action(parts: Parts): string {
  if (parts.kind === "discard") return `打${tile(parts.tile)}${parts.stance ? `（${STANCES[parts.stance]}）` : ""}`;
  // what is passed on stands before the word
  if (parts.call === "pass") return `${parts.tiles.map((one) => `${tile(one)}を`).join("")}${CALLS.pass}`;
  const call = [CALLS[parts.call], ...parts.tiles.map(tile)].join(" ");
  return parts.discard === null ? call : `${call} 打${tile(parts.discard)}`;
}

const rival = (parts: Parts): string =>
  parts.kind === "discard" ? `${tile(parts.tile)}${parts.stance ? `（${STANCES[parts.stance]}）` : ""}` : action(parts);

function factor(one: Factor, unit: string): string {
  const how = one.more ? "高い" : "低い";
  switch (one.kind) {
    case "win":
      return `和了率が${one.rate}%（最善は${one.best}%）と${how}`;
    case "dealIn":
      return `放銃率が${one.rate}%（最善は${one.best}%）と${how}`;
    case "dealInCost":
      return `放銃による失点が${one.by}${unit}${one.more ? "多い" : "少ない"}`;
    case "pays":
      return `平均打点が${one.by}${unit}${how}`;
    case "others":
      return `他家の和了による失点が${one.by}${unit}${one.more ? "多い" : "少ない"}`;
    case "draw":
      return `流局時の収入が${one.by}${unit}${one.more ? "多い" : "少ない"}`;
  }
}

/** 高い、高く: to be followed by another. */
const linked = (parts: readonly string[]): string =>
  parts.map((part, i) => (i < parts.length - 1 ? `${part.slice(0, -1)}く、` : part)).join("");

function compared(name: string, how: Against, unit: string, best = "最善手"): string {
  if (how.kind === "level") return `${name}も互角です。`;
  if (how.kind === "equal" && how.stance)
    return `${STANCES.dama}と${STANCES.riichi}は計算上ほぼ互角。鳳凰卓では${how.policy}%が${STANCES[how.stance]}を選びます。`;
  if (how.kind === "equal") return `${name}と${best}は計算上ほぼ互角。鳳凰卓では${how.policy}%が${best}を選びます。`;
  const pros = linked(how.pros.map((one) => factor(one, unit)));
  const cons = linked(how.cons.map((one) => factor(one, unit)));
  return `${name}は${pros ? `${pros}ものの、` : ""}${cons ? `${cons}ため、` : ""}${how.by}${unit}劣ります。`;
}

/** How an action differs from the best one. */
export const compare = (parts: Parts, how: Against, unit: string): string => compared(rival(parts), how, unit);

export function sentence({ action: parts, best, wins, safe, rival: next }: Reason, unit: string): string {
  const { shanten, ukeire, winRate, outcomes } = best;
  const has = [
    ...(wins ? [] : [shanten === 0 ? `待ちは残り${ukeire.tiles}枚` : `受け入れ${ukeire.tiles}枚`]),
    ...(safe.length > 0 ? [`${safe.map((wind) => `${WIND_NAMES[WINDS.indexOf(wind)]}家`).join("と")}に安全`] : []),
    ...(wins ? [`期待値${signed(best.value)}${unit}`] : []),
    ...(wins ? [] : [`和了率${percent(winRate)}%、放銃率${percent(outcomes.dealIn.rate)}%`]),
  ];
  const first = `${action(parts)}：${has.join("、")}。`;
  return next ? `${first}${compared(rival(next.action), next.against, unit, rival(parts))}` : first;
}
