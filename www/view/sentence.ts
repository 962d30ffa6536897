/** Why the best candidate is the best, said in a sentence that is built from its numbers alone. */

import type { Candidate, Report } from "nanikiru";
import type { Lang } from "../state";
import { percent, signed, whole } from "../text/format";
import { words } from "../text";
import { tileName } from "../text/tiles";
import { actionName, stance } from "./action";

/** Differences smaller than these are not worth a word: points, and probability. */
const POINTS = 50;
const RATE = 0.003;

interface Gap {
  readonly value: number;
  readonly win: number;
  readonly tenpai: number;
  readonly points: number;
  readonly tiles: number;
}

const gap = (best: Candidate, next: Candidate): Gap => ({
  value: best.value - next.value,
  win: best.winRate - next.winRate,
  tenpai: best.tenpaiRate - next.tenpaiRate,
  points: best.wins.meanPoints - next.wins.meanPoints,
  tiles: best.ukeire.tiles - next.ukeire.tiles,
});

/** The other candidate within a sentence: `6 man (riichi)`. */
function rivalName({ candidates }: Report, { action }: Candidate, lang: Lang): string {
  if (action.type !== "discard") return words[lang].tsumo;
  const how = stance(action, candidates);
  const tile = tileName(action.tile, lang);
  return how ? `${tile}${lang === "ja" ? `（${words.ja[how]}）` : ` (${words.en[how].toLowerCase()})`}` : tile;
}

const rate = (difference: number): string => (100 * Math.abs(difference)).toFixed(1);
const points = (difference: number): string => whole(Math.abs(Math.round(difference)));

function prospectsInEnglish({ action, shanten, ukeire, winRate, tenpaiRate, wins }: Candidate): string {
  if (action.type === "tsumo") return "";
  const win = `it wins ${percent(winRate)} % of the time, ${whole(wins.meanPoints)} points on average`;
  if (shanten === 0) return `. It waits for ${ukeire.tiles} unseen tiles; ${win}`;
  const next = words.en.shanten(shanten - 1);
  return `. ${ukeire.tiles} unseen tiles bring it to ${next}; ${win}, and is tenpai at some time in ${percent(tenpaiRate)} %`;
}

function prospectsInJapanese({ action, shanten, ukeire, winRate, tenpaiRate, wins }: Candidate): string {
  if (action.type === "tsumo") return "";
  const win = `和了率${percent(winRate)}%（平均${whole(wins.meanPoints)}点）`;
  if (shanten === 0) return `待ちは残り${ukeire.tiles}枚、${win}です。`;
  return `${words.ja.shanten(shanten - 1)}への受け入れは${ukeire.tiles}枚、${win}、聴牌率${percent(tenpaiRate)}%です。`;
}

function inEnglish(report: Report, best: Candidate): string {
  const { candidates } = report;
  const name = actionName(best.action, candidates, "en");
  const first = `${name} is worth ${signed(best.value)} points${prospectsInEnglish(best)}.`;
  const next = candidates[1];
  if (!next) return first;
  const d = gap(best, next);
  const rival = rivalName(report, next, "en");
  const better: string[] = [];
  const worse: string[] = [];
  const say = (difference: number, least: number, more: string, less: string) => {
    if (difference >= least) better.push(more);
    else if (difference <= -least) worse.push(less);
  };
  say(d.win, RATE, `wins ${rate(d.win)} percentage points more often`, `wins ${rate(d.win)} percentage points less often`);
  say(d.points, POINTS, `wins ${points(d.points)} points more each time`, `wins ${points(d.points)} points less each time`);
  if (better.length === 0) say(d.tenpai, RATE, `is tenpai ${rate(d.tenpai)} percentage points more often`, "");
  const ahead = d.value < 0.5 ? `level with ${rival}` : `${points(d.value)} points ahead of ${rival}`;
  const why = better.length > 0 ? `it ${better.join(" and ")}` : "the rest is what the draw at the end pays";
  const but = worse.length > 0 ? `, though it ${worse.filter(Boolean).join(" and ")}` : "";
  return `${first} That is ${ahead}: ${why}${but}.`;
}

function inJapanese(report: Report, best: Candidate): string {
  const { candidates } = report;
  const name = actionName(best.action, candidates, "ja");
  const first = `${name}：期待値${signed(best.value)}点。${prospectsInJapanese(best)}`;
  const next = candidates[1];
  if (!next) return first;
  const d = gap(best, next);
  const rival = rivalName(report, next, "ja");
  const parts: string[] = [];
  if (Math.abs(d.win) >= RATE) parts.push(`和了率が${rate(d.win)}ポイント${d.win > 0 ? "高く" : "低いものの"}`);
  if (Math.abs(d.points) >= POINTS) parts.push(`平均打点が${points(d.points)}点${d.points > 0 ? "高く" : "低いものの"}`);
  // What speaks against it comes first, what decides comes last.
  parts.sort((a, b) => Number(b.endsWith("ものの")) - Number(a.endsWith("ものの")));
  const lead = d.value < 0.5 ? `${rival}とほぼ同じです` : `${rival}を${points(d.value)}点上回ります`;
  return `${first}${parts.length > 0 ? `${parts.join("、")}、` : ""}${lead}。`;
}

export function sentence(report: Report, lang: Lang): string {
  const best = report.candidates[0];
  if (!best) return "";
  return lang === "ja" ? inJapanese(report, best) : inEnglish(report, best);
}
