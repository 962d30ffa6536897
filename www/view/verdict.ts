/** What was played and what is recommended, in a line. */

import type { LogDecision } from "../log";
import { recorded } from "../recorded";
import { standing, thresholdOf, type Verdict } from "../review";
import type { Lang, State } from "../state";
import { words } from "../text";
import { whole } from "../text/format";
import { actionName } from "./action";

/** What the package says of the decision on the page: in the review, else for this page alone. */
function verdictOf({ review, judged, position }: State, decision: LogDecision): Verdict | undefined {
  const own = judged?.decision === decision && judged.objective === position.objective ? judged.verdict : undefined;
  return review.found.get(decision) ?? own;
}

/** What the best was, and by how much. */
export function judgement({ best, loss, rank, candidates }: Verdict, lang: Lang): string {
  const w = words[lang].record;
  if (rank === 1 || !best || loss === undefined) return w.best;
  const name = actionName(best, candidates, lang);
  return w.better(name, whole(Math.round(loss)));
}

/** The line, and whether it tells of a mistake. */
export function verdictLine(state: State, decision: LogDecision): { readonly text: string; readonly mistake: boolean } {
  const { lang, review } = state;
  const w = words[lang].record;
  if (!recorded(state)) return { text: w.changed, mistake: false };
  const verdict = verdictOf(state, decision);
  const { done } = decision;
  if (!done) return { text: w.hidden, mistake: false };
  const all = verdict?.candidates ?? [];
  const played = w.done(actionName(done, all, lang));
  if (!verdict) return { text: played, mistake: false };
  if (verdict.loss === undefined || !verdict.best) {
    const why = verdict.unjudged ? words[lang].review.unjudged[verdict.unjudged] : "";
    return { text: [played, why].filter(Boolean).join(words[lang].stop), mistake: false };
  }
  const mistake = standing(verdict, thresholdOf(review)) === "mistake";
  // the board may search deeper, and say another figure
  return { text: [played, w.quick(judgement(verdict, lang)), ...(mistake ? [words[lang].review.names.mistake] : [])].join(words[lang].stop), mistake };
}
