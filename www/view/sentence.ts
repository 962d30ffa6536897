/** Why the best candidate is the best, said in a sentence that is built from its numbers alone. */

import type { Candidate, Report } from "nanikiru";
import type { Lang } from "../state";
import { percent, signed, whole } from "../text/format";
import { words } from "../text";
import { tileName } from "../text/tiles";
import { actionName, stance } from "./action";

/** A factor that makes up less than this share of the difference in value is not worth a word. */
const MINOR = 0.2;
/** Values closer than this, in points, are level. */
const LEVEL = 0.5;

/** How the best differs from the next one, and which part of that each factor makes up, in points. */
interface Gap {
  readonly value: number;
  readonly win: number;
  readonly points: number;
  readonly byWin: number;
  readonly byPoints: number;
}

/** Value is mostly win rate times points of a win; what these two do not explain is the draw at the end. */
function gap(best: Candidate, next: Candidate): Gap {
  const win = best.winRate - next.winRate;
  const points = best.wins.meanPoints - next.wins.meanPoints;
  return {
    value: best.value - next.value,
    win,
    points,
    byWin: (win * (best.wins.meanPoints + next.wins.meanPoints)) / 2,
    byPoints: (points * (best.winRate + next.winRate)) / 2,
  };
}

/** The other candidate within a sentence: `6 man (riichi)`. */
function rivalName({ candidates }: Report, { action }: Candidate, lang: Lang): string {
  if (action.type !== "discard") return actionName(action, candidates, lang);
  const how = stance(action, candidates);
  const tile = tileName(action.tile, lang);
  return how ? `${tile}${lang === "ja" ? `（${words.ja[how]}）` : ` (${words.en[how].toLowerCase()})`}` : tile;
}

const rate = (difference: number): string => (100 * Math.abs(difference)).toFixed(1);
const points = (difference: number): string => whole(Math.abs(Math.round(difference)));

function prospectsInEnglish({ action, shanten, ukeire, winRate, tenpaiRate, wins }: Candidate): string {
  if (action.type === "tsumo" || action.type === "ron") return "";
  const win = `it wins ${percent(winRate)} % of the time, ${whole(wins.meanPoints)} points on average`;
  if (shanten === 0) return `. It waits for ${ukeire.tiles} unseen tiles; ${win}`;
  const next = words.en.shanten(shanten - 1);
  return `. ${ukeire.tiles} unseen tiles bring it to ${next}; ${win}, and is tenpai at some time in ${percent(tenpaiRate)} %`;
}

function prospectsInJapanese({ action, shanten, ukeire, winRate, tenpaiRate, wins }: Candidate): string {
  if (action.type === "tsumo" || action.type === "ron") return "";
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
  // another objective than points may put less of them first
  if (d.value <= -LEVEL) return first;
  if (d.value < LEVEL) return `${first} That is level with ${rival}.`;
  const factors: readonly (readonly [number, string, string])[] = [
    [d.byWin, `wins ${rate(d.win)} percentage points more often`, `wins ${rate(d.win)} percentage points less often`],
    [d.byPoints, `wins ${points(d.points)} points more each time`, `wins ${points(d.points)} points less each time`],
  ];
  const least = MINOR * d.value;
  const better = factors.filter(([part]) => part >= least).map(([, more]) => more);
  const worse = factors.filter(([part]) => part <= -least).map(([, , less]) => less);
  const why = better.length > 0 ? `it ${better.join(" and ")}` : "it loses less when nobody wins";
  const but = worse.length > 0 ? `, though it ${worse.join(" and ")}` : "";
  return `${first} That is ${points(d.value)} points ahead of ${rival}: ${why}${but}.`;
}

function inJapanese(report: Report, best: Candidate): string {
  const { candidates } = report;
  const name = actionName(best.action, candidates, "ja");
  const first = `${name}：期待値${signed(best.value)}点。${prospectsInJapanese(best)}`;
  const next = candidates[1];
  if (!next) return first;
  const d = gap(best, next);
  const rival = rivalName(report, next, "ja");
  if (d.value <= -LEVEL) return first;
  if (d.value < LEVEL) return `${first}${rival}とほぼ同じです。`;
  const factors: readonly (readonly [number, string])[] = [
    [d.byWin, `和了率が${rate(d.win)}ポイント`],
    [d.byPoints, `平均打点が${points(d.points)}点`],
  ];
  const least = MINOR * d.value;
  // What speaks against it comes first, what decides comes last.
  const worse = factors.filter(([part]) => part <= -least).map(([, what]) => `${what}低いものの、`);
  const better = factors.filter(([part]) => part >= least).map(([, what]) => `${what}高く、`);
  const why = better.length > 0 ? better.join("") : "流局時の失点が少なく、";
  return `${first}${worse.join("")}${why}${rival}を${points(d.value)}点上回ります。`;
}

export function sentence(report: Report, lang: Lang): string {
  const best = report.candidates[0];
  if (!best) return "";
  return lang === "ja" ? inJapanese(report, best) : inEnglish(report, best);
}
