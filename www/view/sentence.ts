/** Why the best candidate is the best, in one or two sentences that are built from its numbers alone. */

import type { Candidate, Report } from "nanikiru";
import { WINDS } from "../fields";
import { LEVEL } from "../order";
import type { Lang } from "../state";
import { words } from "../text";
import { percent, signed, whole } from "../text/format";
import { tileName } from "../text/tiles";
import { actionName, stance } from "./action";

/** A factor that makes up less than this share of all of them is not worth a word. */
const MINOR = 0.1;
/** Deal-in rates are told as a multiple from this one on, where the lower of them is at least `SEEN`. */
const MULTIPLE = 1.5;
const SEEN = 0.005;
/** An opponent who is tenpai as likely as this is worth being safe against. */
const THREAT = 0.4;

/** What tells another candidate from the best one: in its favour or not, and by how many points. */
type Factor =
  | { readonly kind: "win"; readonly by: number; readonly points: number }
  | { readonly kind: "pays"; readonly by: number; readonly points: number }
  | { readonly kind: "dealIn"; readonly by: number; readonly times: number | null; readonly points: number };

function factorsOf(best: Candidate, next: Candidate): Factor[] {
  const win = next.winRate - best.winRate;
  const [now, then] = [best.outcomes.win, next.outcomes.win];
  const pays = then.mean - now.mean;
  const [here, there] = [best.outcomes.dealIn, next.outcomes.dealIn];
  const least = Math.min(here.rate, there.rate);
  const times = least >= SEEN ? Math.max(here.rate, there.rate) / least : 0;
  const all: readonly Factor[] = [
    { kind: "win", by: win, points: (win * (now.mean + then.mean)) / 2 },
    { kind: "pays", by: pays, points: (pays * (now.rate + then.rate)) / 2 },
    { kind: "dealIn", by: there.rate - here.rate, times: times >= MULTIPLE ? times : null, points: there.rate * there.mean - here.rate * here.mean },
  ];
  const weight = all.reduce((sum, { points }) => sum + Math.abs(points), 0);
  // a rate and what it does to the value need not point the same way where what is lost differs
  const tells = ({ kind, by, points }: Factor) => (kind === "dealIn" ? by * points < 0 : by * points > 0);
  const written = ({ kind, by }: Factor) => (kind === "pays" ? points(by) !== "0" : rate(by) !== "0.0");
  return all.filter((factor) => tells(factor) && written(factor) && Math.abs(factor.points) >= Math.max(LEVEL, MINOR * weight));
}

/** The other candidate within a sentence: `6 man (riichi)`. */
function rivalName({ candidates }: Report, { action }: Candidate, lang: Lang): string {
  if (action.type !== "discard") return actionName(action, candidates, lang);
  const how = stance(action, candidates);
  const tile = tileName(action.tile, lang);
  return how ? `${tile}${lang === "ja" ? `（${words.ja[how]}）` : ` (${words.en[how].toLowerCase()})`}` : tile;
}

/** Threats that the discard cannot deal in to. */
function safeAgainst({ opponents }: Report, { risks }: Candidate, lang: Lang): string[] {
  const threats = (opponents ?? []).filter(({ tenpaiRate }) => tenpaiRate >= THREAT).map(({ seat }) => seat);
  const safe = (risks ?? []).filter(({ seat, rate }) => rate === 0 && threats.includes(seat));
  return safe.map(({ seat }) => words[lang].winds[WINDS.indexOf(seat)] ?? seat);
}

const rate = (difference: number): string => (100 * Math.abs(difference)).toFixed(1);
const points = (difference: number): string => whole(Math.abs(Math.round(difference)));
/** What strong players do, where that is why the best one comes first. */
function practiceOf(best: Candidate, next: Candidate): { readonly best: string; readonly next: string } | null {
  if (best.practice === undefined || next.practice === undefined || best.practice <= next.practice) return null;
  return { best: percent(best.practice), next: percent(next.practice) };
}
const isWin = ({ action }: Candidate): boolean => action.type === "tsumo" || action.type === "ron";

function factorInEnglish(factor: Factor, unit: string): string {
  const more = factor.by > 0 ? "more" : "less";
  switch (factor.kind) {
    case "win":
      return `wins ${rate(factor.by)} percentage points ${more} often`;
    case "pays":
      return `wins ${points(factor.by)} ${unit} ${more} each time`;
    case "dealIn":
      if (factor.times === null) return `deals in ${rate(factor.by)} percentage points ${more} often`;
      return factor.by > 0 ? `deals in ${factor.times.toFixed(1)} times as often` : `deals in only 1/${factor.times.toFixed(1)} as often`;
  }
}

function inEnglish(report: Report, best: Candidate, unit: string): string {
  const { shanten, ukeire, winRate, outcomes } = best;
  const name = actionName(best.action, report.candidates, "en");
  const safe = safeAgainst(report, best, "en");
  const has = [
    ...(isWin(best) ? [] : [shanten === 0 ? `waits for ${ukeire.tiles} tiles` : `keeps ${ukeire.tiles} ukeire`]),
    ...(safe.length > 0 ? [`is safe against ${safe.join(" and ")}`] : []),
  ];
  const rates = isWin(best) ? "" : `; it wins ${percent(winRate)} % and deals in ${percent(outcomes.dealIn.rate)} %`;
  const first = `${name}${has.length > 0 ? ` ${has.join(" and ")}, worth` : " is worth"} ${signed(best.value)} ${unit}${rates}.`;
  const next = report.candidates[1];
  if (!next) return first;
  const rival = rivalName(report, next, "en");
  const by = best.value - next.value;
  if (by <= -LEVEL) {
    const shares = practiceOf(best, next);
    // another objective than points may put less of them first
    if (!shares) return first;
    return `${first} ${rival} is worth ${points(by)} ${unit} more, but strong players prefer this: ${shares.best} % to ${shares.next} %.`;
  }
  if (by < LEVEL) return `${first} ${rival} is level with it.`;
  const factors = factorsOf(best, next);
  const pros = factors.filter((factor) => factor.points > 0).map((factor) => factorInEnglish(factor, unit)).join(" and ");
  const cons = factors.filter((factor) => factor.points < 0).map((factor) => factorInEnglish(factor, unit)).join(" and ");
  const said = pros && cons ? `${pros} but ${cons}` : cons || (pros && `${pros} and yet`);
  const end = pros && !cons ? ` is worth ${points(by)} ${unit} less` : `: ${points(by)} ${unit} less`;
  return `${first} ${rival} ${said ? `${said}${end}` : `is worth ${points(by)} ${unit} less`}.`;
}

function factorInJapanese(factor: Factor, unit: string): string {
  const more = factor.by > 0 ? "高い" : "低い";
  switch (factor.kind) {
    case "win":
      return `和了率が${rate(factor.by)}ポイント${more}`;
    case "pays":
      return `平均打点が${points(factor.by)}${unit}${more}`;
    case "dealIn":
      if (factor.times === null) return `放銃率が${rate(factor.by)}ポイント${more}`;
      return factor.by > 0 ? `放銃率が${factor.times.toFixed(1)}倍高い` : `放銃率が${factor.times.toFixed(1)}分の1と低い`;
  }
}

/** 高い、高く: to be followed by another. */
const linked = (parts: readonly string[]): string => parts.map((part, i) => (i < parts.length - 1 ? `${part.slice(0, -1)}く、` : part)).join("");

function inJapanese(report: Report, best: Candidate, unit: string): string {
  const { shanten, ukeire, winRate, outcomes } = best;
  const name = actionName(best.action, report.candidates, "ja");
  const safe = safeAgainst(report, best, "ja");
  const has = [
    ...(isWin(best) ? [] : [shanten === 0 ? `待ちは残り${ukeire.tiles}枚` : `受け入れ${ukeire.tiles}枚`]),
    ...(safe.length > 0 ? [`${safe.map((wind) => `${wind}家`).join("と")}に安全`] : []),
    `期待値${signed(best.value)}${unit}`,
    ...(isWin(best) ? [] : [`和了率${percent(winRate)}%、放銃率${percent(outcomes.dealIn.rate)}%`]),
  ];
  const first = `${name}：${has.join("、")}。`;
  const next = report.candidates[1];
  if (!next) return first;
  const rival = rivalName(report, next, "ja");
  const by = best.value - next.value;
  if (by <= -LEVEL) {
    const shares = practiceOf(best, next);
    if (!shares) return first;
    return `${first}期待値は${rival}が${points(by)}${unit}上ですが、強者の選択は${shares.best}%対${shares.next}%でこちらです。`;
  }
  if (by < LEVEL) return `${first}${rival}もほぼ同じです。`;
  const factors = factorsOf(best, next);
  const pros = linked(factors.filter((factor) => factor.points > 0).map((factor) => factorInJapanese(factor, unit)));
  const cons = linked(factors.filter((factor) => factor.points < 0).map((factor) => factorInJapanese(factor, unit)));
  const said = `${pros ? `${pros}ものの、` : ""}${cons ? `${cons}ため、` : ""}`;
  return `${first}${rival}は${said}${points(by)}${unit}劣ります。`;
}

export function sentence(report: Report, unit: string, lang: Lang): string {
  const best = report.candidates[0];
  if (!best) return "";
  return lang === "ja" ? inJapanese(report, best, unit) : inEnglish(report, best, unit);
}
