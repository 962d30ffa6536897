/** Why a row stands above one of more value, in a sentence. */

import type { Candidate } from "nanikiru";
import type { Lang } from "../state";
import { words } from "../text";
import { percent, signed } from "../text/format";
import { actionName } from "./action";

export function aboveWhy(own: Candidate, other: Candidate, all: readonly Candidate[], lang: Lang): string {
  const share = (practice: number | undefined) => (practice === undefined ? "–" : percent(practice));
  return words[lang].order.why(actionName(other.action, all, lang), signed(other.value), share(own.practice), share(other.practice));
}
