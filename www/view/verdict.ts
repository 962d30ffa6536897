/** What was played and what is recommended, in a line. */

import { recorded, verdictNow } from "../board-review";
import type { LogDecision } from "../log";
import { type ReviewObjective, sizeOf, type Verdict } from "../review";
import type { Lang, State } from "../state";
import { words } from "../text";
import { whole } from "../text/format";
import { actionText } from "./tile";

/** What the best was, and by how much. `offered` is the other player's tile that the decision is about. */
export function judgement(
  { best, loss, rank, candidates }: Verdict,
  objective: ReviewObjective,
  lang: Lang,
  offered: string | null = null,
): string {
  const w = words[lang].record;
  if (rank === 1 || !best || loss === undefined) return w.best;
  const name = actionText(best, candidates, lang, offered);
  if (loss === 0) return w.equal(name);
  return w.better(name, whole(Math.round(loss)), words[lang].units[objective]);
}

/** What was played, then what is recommended in its place, then the size of the mistake: in pieces that are joined. */
export interface VerdictLine {
  readonly played: string;
  /** Empty where what was played is the best or nobody knows. */
  readonly recommended: string;
  readonly size: string;
  readonly mistake: boolean;
}

export const lineText = ({ played, recommended, size }: VerdictLine): string => played + recommended + size;

const plainLine = (played: string): VerdictLine => ({ played, recommended: "", size: "", mistake: false });

export function verdictLine(state: State, decision: LogDecision): VerdictLine {
  const { lang } = state;
  const w = words[lang].record;
  if (!recorded(state)) return plainLine(w.changed);
  const judged = verdictNow(state, decision);
  const { done, context } = decision;
  const offered = context.offered?.tile ?? null;
  if (!done) return plainLine(w.hidden);
  const all = judged?.verdict.candidates ?? [];
  const played = w.done(actionText(done, all, lang, offered));
  if (!judged) return plainLine(played);
  const { verdict, objective } = judged;
  if (verdict.loss === undefined || !verdict.best) {
    const why = verdict.unjudged ? words[lang].review.unjudged[verdict.unjudged] : "";
    return plainLine([played, why].filter(Boolean).join(words[lang].stop));
  }
  const size = sizeOf(verdict.loss, objective);
  const { stop, review } = words[lang];
  const says = stop + judgement(verdict, objective, lang, offered);
  return {
    ...(verdict.rank === 1 ? plainLine(played + says) : { played, recommended: says }),
    size: size ? stop + review.names[size] : "",
    mistake: size !== null,
  };
}
