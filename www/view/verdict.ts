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

/** The line, and whether it reports a mistake. */
export function verdictLine(state: State, decision: LogDecision): { readonly text: string; readonly mistake: boolean } {
  const { lang } = state;
  const w = words[lang].record;
  if (!recorded(state)) return { text: w.changed, mistake: false };
  const judged = verdictNow(state, decision);
  const { done, context } = decision;
  const offered = context.offered?.tile ?? null;
  if (!done) return { text: w.hidden, mistake: false };
  const all = judged?.verdict.candidates ?? [];
  const played = w.done(actionText(done, all, lang, offered));
  if (!judged) return { text: played, mistake: false };
  const { verdict, objective } = judged;
  if (verdict.loss === undefined || !verdict.best) {
    const why = verdict.unjudged ? words[lang].review.unjudged[verdict.unjudged] : "";
    return { text: [played, why].filter(Boolean).join(words[lang].stop), mistake: false };
  }
  const size = sizeOf(verdict.loss, objective);
  return {
    text: [
      played,
      judgement(verdict, objective, lang, offered),
      ...(size ? [words[lang].review.names[size]] : []),
    ].join(words[lang].stop),
    mistake: size !== null,
  };
}
