/** How Korean puts tiles, actions and reasons into words. */

import type { Call, Parts } from "../../../www/candidates";
import { WINDS } from "../../../www/fields";
import type { Against, Factor, Reason } from "../../../www/reason";
import { percent, signed } from "../../../www/text/format";
import { withParticle } from "./particles";

const SUITS: Readonly<Record<string, string>> = { m: "만", p: "통", s: "삭" };
const HONOURS = ["동", "남", "서", "북", "백", "발", "중"] as const;
export const WIND_NAMES = ["동", "남", "서", "북"] as const;
export const STANCES = { riichi: "리치", dama: "다마텐" } as const;
export const CALLS: Readonly<Record<Call, string>> = {
  ...{ tsumo: "쯔모", nineTerminals: "구종구패", ankan: "안깡", kakan: "가깡", pass: "패스" },
  ...{ ron: "론", chi: "치", pon: "퐁", daiminkan: "대명깡", kita: "북빼기" },
};

/** `적5만`. */
export function tile(name: string): string {
  const [digit = "", suit = ""] = name;
  if (suit === "z") return HONOURS[Number(digit) - 1] ?? name;
  return `${digit === "0" ? "적5" : digit}${SUITS[suit] ?? suit}`;
}

const stanceOf = (parts: Parts): string =>
  parts.kind === "discard" && parts.stance ? ` (${STANCES[parts.stance]})` : "";

/** `9삭 타패 (다마텐)`. */
export function action(parts: Parts): string {
  if (parts.kind === "discard") return `${tile(parts.tile)} 타패${stanceOf(parts)}`;
  if (parts.call === "pass") return [...parts.tiles.map(tile), CALLS.pass].join(" ");
  const call = [CALLS[parts.call], ...parts.tiles.map(tile)].join(" ");
  return parts.discard === null ? call : `${call}, ${tile(parts.discard)} 타패`;
}

const rival = (parts: Parts): string =>
  parts.kind === "discard" ? `${tile(parts.tile)}${stanceOf(parts)}` : action(parts);

/** In a series a factor links to the next one: `높고`; the last one is put into the sentence by `end`. */
function factor(one: Factor, unit: string, end: "고" | "지만" | "아"): string {
  const { more } = one;
  const how = { 고: more ? "높고" : "낮고", 지만: more ? "높지만" : "낮지만", 아: more ? "높아" : "낮아" }[end];
  const much = { 고: more ? "많고" : "적고", 지만: more ? "많지만" : "적지만", 아: more ? "많아" : "적어" }[end];
  switch (one.kind) {
    case "win":
      return `화료율이 ${one.rate}%로 최선(${one.best}%)보다 ${how}`;
    case "dealIn":
      return `방총률이 ${one.rate}%로 최선(${one.best}%)보다 ${how}`;
    case "dealInCost":
      return `방총으로 잃는 점수가 ${one.by}${unit} ${much}`;
    case "pays":
      return `평균 타점이 ${one.by}${unit} ${how}`;
    case "others":
      return `타가의 화료로 잃는 점수가 ${one.by}${unit} ${much}`;
    case "draw":
      return `유국에서 얻는 점수가 ${one.by}${unit} ${much}`;
  }
}

const series = (factors: readonly Factor[], unit: string, end: "지만" | "아"): string =>
  factors.map((one, i) => factor(one, unit, i < factors.length - 1 ? "고" : end)).join(" ");

function compared(name: string, how: Against, unit: string, best = "최선의 수"): string {
  if (how.kind === "level") return `${name}도 거의 같습니다.`;
  if (how.kind === "equal" && how.stance)
    return (
      `${withParticle(STANCES.dama, "with")} ${withParticle(STANCES.riichi, "topic")} 계산상 거의 같고, ` +
      `봉황탁에서는 ${how.policy}%가 ${withParticle(STANCES[how.stance], "object")} 고릅니다.`
    );
  if (how.kind === "equal")
    return (
      `${withParticle(name, "with")} ${withParticle(best, "topic")} 계산상 거의 같고, ` +
      `봉황탁에서는 ${how.policy}%가 ${withParticle(best, "object")} 고릅니다.`
    );
  const [pros, cons] = [series(how.pros, unit, "지만"), series(how.cons, unit, "아")];
  return [withParticle(name, "topic"), pros, cons, `기댓값이 ${how.by}${unit} 낮습니다.`].filter(Boolean).join(" ");
}

/** How an action differs from the best one. */
export const compare = (parts: Parts, how: Against, unit: string): string => compared(rival(parts), how, unit);

export function sentence({ action: parts, best, wins, safe, rival: next }: Reason, unit: string): string {
  const { shanten, ukeire, winRate, outcomes } = best;
  const has = [
    ...(wins ? [] : [shanten === 0 ? `대기 ${ukeire.tiles}장` : `유효패 ${ukeire.tiles}장`]),
    ...(safe.length > 0 ? [`${safe.map((wind) => `${WIND_NAMES[WINDS.indexOf(wind)]}가`).join(", ")}에게 안전`] : []),
    ...(wins ? [`기댓값 ${signed(best.value)}${unit}`] : []),
    ...(wins ? [] : [`화료율 ${percent(winRate)}%, 방총률 ${percent(outcomes.dealIn.rate)}%`]),
  ];
  const first = `${action(parts)}: ${has.join(", ")}.`;
  return next ? `${first} ${compared(rival(next.action), next.against, unit, rival(parts))}` : first;
}
