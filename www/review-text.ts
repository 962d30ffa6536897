/** A review as a report for others: what is in it, in words and tiles, without any document. */

import { MISTAKE_LOSS } from "nanikiru";
import { forMarkdown } from "../js/escape";
import { leaving, partsOf } from "./candidates";
import { doraOf } from "./board";
import { type Wind, WINDS } from "./fields";
import type { GameLog } from "./log";
import { placesOf } from "./log";
import { notedIn } from "./notes";
import { discardsOf, readTiles, tilesOf } from "./notation";
import { playersOf } from "./players";
import { against, type ComparableCandidate, type LossParts, lossParts } from "./reason";
import { type Review, type ReviewObjective, SIZES, type Verdict } from "./review";
import {
  countOf,
  type DecisionScore,
  decisionScores,
  type MistakeCount,
  mistakesOf,
  scaleOf,
  type Score,
  scoreOf,
} from "./score";
import { actionKey, type Lang } from "./state";
import { words } from "./text";
import { percent, sentences, whole } from "./text/format";

export interface TileText {
  readonly tile: string;
  readonly turned: boolean;
  /** What was played, or what would have been better. */
  readonly mark: "was" | "better" | null;
}

export interface MistakeText {
  readonly one: DecisionScore;
  /** The tiles that are dora. */
  readonly dora: ReadonlySet<string>;
  readonly title: string;
  readonly repeats: boolean;
  /** `−1,234`. */
  readonly loss: string;
  readonly played: string;
  readonly better: string;
  readonly reason: string;
  /** None where the figures of what was played are not known. */
  readonly parts: LossParts | null;
  readonly concealed: readonly TileText[];
  readonly melds: readonly (readonly TileText[])[];
  readonly offered: string | null;
  readonly rivers: readonly { readonly wind: Wind; readonly tiles: readonly TileText[] }[];
}

export interface ReviewText {
  readonly name: string;
  readonly heads: readonly string[];
  /** A line for each player who was reviewed; the name first. */
  readonly lines: readonly (readonly string[])[];
  readonly meanings: readonly string[];
  /** What the picture of the game shows. */
  readonly timeline: string;
  readonly count: MistakeCount;
  readonly mistakes: readonly MistakeText[];
  /** What the reader wrote, by decision. */
  readonly notes: readonly { readonly title: string; readonly hand: string; readonly text: string }[];
}

/** The name of a round: `East 1, 2 honba`. */
export function roundWords({ rounds }: GameLog, i: number, lang: Lang): string {
  const one = rounds[i];
  const w = words[lang];
  return one ? w.record.round(w.winds[WINDS.indexOf(one.roundWind)] ?? "", one.number, one.honba) : "";
}

const signOf = ({ roundWind, number }: GameLog["rounds"][number], lang: Lang): string =>
  `${words[lang].windSigns[WINDS.indexOf(roundWind)] ?? ""}${number}`;

/** As short as tables of rounds write it: E4, and with honba E4-2. */
export function roundSign({ rounds }: GameLog, i: number, lang: Lang): string {
  const one = rounds[i];
  return one ? signOf(one, lang) + (one.honba > 0 ? `-${one.honba}` : "") : "";
}

/** Without honba: E4; nothing where the round before has the same sign. */
export function handSign({ rounds }: GameLog, i: number, lang: Lang): string {
  const [before, one] = [rounds[i - 1], rounds[i]];
  const sign = one ? signOf(one, lang) : "";
  return before && signOf(before, lang) === sign ? "" : sign;
}

/** What an accuracy is. */
export const accuracyWords = (objective: ReviewObjective, lang: Lang): string =>
  words[lang].review.accuracySays(whole(MISTAKE_LOSS[objective]), words[lang].units[objective]);

/**
 * How accuracies compare, by player, and what that rests on; nothing where none compares. The name is left out where
 * one player was reviewed.
 */
export function scaleWords(
  log: GameLog,
  review: Pick<Review, "found" | "objective">,
  scores: readonly { readonly player: number; readonly one: Pick<Score, "accuracy"> }[],
  lang: Lang,
  known?: Parameters<typeof scaleOf>[4],
): { readonly texts: readonly string[]; readonly says: readonly string[] } {
  const w = words[lang];
  const scales = scores.flatMap(({ player, one }) => {
    const scale = scaleOf(log, review, player, one.accuracy, known);
    return scale ? [{ player, scale }] : [];
  });
  const named = (player: number) =>
    scores.length > 1 ? `${w.record.player(player, log.names?.[player] ?? "")}: ` : "";
  return {
    texts: scales.map(({ player, scale }) => named(player) + w.scale.better(scale.better, scale.kind)),
    says: scales.slice(0, 1).map(({ scale }) => w.scale.says(scale.players, scale.kind)),
  };
}

/** The figures of the best and of what was played; null where one of them is not known. */
export function comparedOf({ spot: { decision }, verdict: { candidates, best } }: DecisionScore): {
  readonly better: ComparableCandidate;
  readonly played: Verdict["candidates"][number];
} | null {
  const of = (action: typeof best | null) =>
    action && candidates.find((one) => actionKey(one.action) === actionKey(action));
  const [better, played] = [of(best), of(decision.done)];
  return better && played ? { better, played } : null;
}

/** How what was played differs from the best, in a sentence; nothing where the figures do not differ. */
export function reasonOfMistake(one: DecisionScore, review: Review, lang: Lang): string {
  const pair = comparedOf(one);
  const how = pair && against(pair.better, pair.played);
  if (!how) return "";
  const { decision } = one.spot;
  const parts = partsOf(pair.played.action, one.verdict.candidates, decision.context.offered?.tile);
  return words[lang].compare(parts, how, words[lang].units[review.objective]);
}

/** The name of a mistake's place: round, turn and whose it is where several are reviewed. */
export function titleOf({ spot }: DecisionScore, log: GameLog, several: boolean, lang: Lang): string {
  const w = words[lang];
  const { round, player } = spot.place;
  const name = several ? [w.record.player(player, log.names?.[player] ?? "")] : [];
  return [...name, roundWords(log, round, lang), w.record.own(spot.decision.turn)].join(w.comma);
}

export function mistakeText(
  one: DecisionScore,
  log: GameLog,
  review: Review,
  several: boolean,
  lang: Lang,
): MistakeText {
  const w = words[lang];
  const {
    spot: { decision },
    verdict: { candidates, best },
  } = one;
  const named = (action: typeof best) =>
    action ? w.action(partsOf(action, candidates, decision.context.offered?.tile)) : "";
  const segments = readTiles(decision.hand);
  const tiles = segments.flatMap(({ meld, tiles: own }) => (meld ? [] : own.map(({ tile }) => tile)));
  const [was, better] = [leaving(decision.done), leaving(best)].map((tile) =>
    tile === null ? -1 : tiles.lastIndexOf(tile),
  );
  const pair = comparedOf(one);
  const { doraIndicators, rules } = decision.context;
  return {
    one,
    dora: doraOf(tilesOf(doraIndicators ?? ""), rules ?? "tenhou"),
    title: titleOf(one, log, several, lang),
    repeats: one.repeats,
    loss: `−${whole(Math.round(one.loss))}`,
    played: named(decision.done),
    better: named(best),
    reason: reasonOfMistake(one, review, lang),
    parts: pair && lossParts(one.loss, pair.better, pair.played),
    concealed: tiles.map((tile, i) => ({
      tile,
      turned: false,
      mark: i === was ? "was" : i === better ? "better" : null,
    })),
    melds: segments
      .filter(({ meld }) => meld)
      .map(({ tiles: own }) => own.map(({ tile, turned }) => ({ tile, turned, mark: null }))),
    offered: decision.context.offered?.tile ?? null,
    rivers: WINDS.flatMap((wind) => {
      const river = wind === decision.seat ? [] : discardsOf(decision.context.players?.[wind]?.river ?? "");
      return river.length === 0
        ? []
        : [{ wind, tiles: river.map(({ tile, riichi }) => ({ tile, turned: riichi, mark: null })) }];
    }),
  };
}

export function reviewText(name: string, log: GameLog, review: Review, lang: Lang): ReviewText {
  const w = words[lang];
  const all = decisionScores(placesOf(log), review);
  const scores = playersOf(log).flatMap((player) => {
    const one = scoreOf(
      all.filter(({ spot }) => spot.place.player === player),
      review.objective,
    );
    return one ? [{ player, one }] : [];
  });
  const players = scores.map(({ player, one }) => [
    w.record.player(player, log.names?.[player] ?? ""),
    one.accuracy.toFixed(1),
    `${percent(one.agreement)}%`,
    whole(Math.round(one.loss / one.judged)),
    ...SIZES.map((size) => String(one.sizes[size])),
  ]);
  const scale = scaleWords(log, review, scores, lang);
  const mistakes = mistakesOf(log, review);
  const several = new Set(mistakes.map(({ spot }) => spot.place.player)).size > 1;
  return {
    name: name || w.kept.unnamed,
    heads: [
      w.review.player,
      w.review.accuracy,
      w.review.agreement,
      w.review.perDecision,
      ...SIZES.map((size) => w.review.sizes[size]),
    ],
    lines: players,
    meanings: [
      ...scale.texts,
      accuracyWords(review.objective, lang),
      w.review.agreementSays,
      ...scale.says,
      w.review.sortsSay,
    ],
    timeline: w.timeline.says(w.units[review.objective]),
    notes: notedIn(log, review.notes).flatMap(({ place, decision, note }) => {
      const title = [
        w.record.player(place.player, log.names?.[place.player] ?? ""),
        roundWords(log, place.round, lang),
        w.record.own(decision.turn),
      ].join(w.comma);
      return note.text.trim() === "" ? [] : [{ title, hand: decision.hand, text: note.text }];
    }),
    count: countOf(mistakes),
    mistakes: mistakes.map((one) => mistakeText(one, log, review, several, lang)),
  };
}

const line = (cells: readonly string[]): string => `| ${cells.map(forMarkdown).join(" | ")} |`;

/** The report as Markdown. */
export function markdownOf(text: ReviewText, lang: Lang): string {
  const w = words[lang];
  const mistakes = text.mistakes.flatMap(({ one, title, loss, repeats, played, better, reason }, i) => [
    `${i + 1}. **${forMarkdown(title)}**, ${loss}${repeats ? ` (${w.review.repeats})` : ""}`,
    `   \`${one.spot.decision.hand}\``,
    `   ${forMarkdown(sentences(`${w.record.done(played)}${w.stop}`.trim(), w.learn.best(better), reason))}`,
    "",
  ]);
  const notes = text.notes.flatMap(({ title, hand, text: note }) => [
    `- **${forMarkdown(title)}** \`${hand}\``,
    `  ${forMarkdown(note)}`,
    "",
  ]);
  return [
    `# ${w.reviewTitle}: ${forMarkdown(text.name)}`,
    "",
    line(text.heads),
    `| ${text.heads.map((_, i) => (i === 0 ? "---" : "--:")).join(" | ")} |`,
    ...text.lines.map(line),
    "",
    ...text.meanings.flatMap((meaning) => [meaning, ""]),
    `## ${w.mistakes.title(text.count.mistakes, text.count.repeats)}`,
    "",
    ...mistakes,
    ...(notes.length > 0 ? [`## ${w.notes.title}`, "", ...notes] : []),
  ].join("\n");
}
