/** Why a row stands above one of more value, in a sentence. */

import type { Candidate } from "nanikiru";
import type { Lang } from "../state";
import { words } from "../text";
import { percent, signed, whole } from "../text/format";
import { actionName } from "./action";

/** What the order takes from the value. */
const taken = ({ value, worth }: Candidate): string => whole(Math.round(value - worth));
const share = ({ policy }: Candidate): string | null => (policy === undefined ? null : percent(policy));

export function aboveWhy(own: Candidate, other: Candidate, all: readonly Candidate[], lang: Lang): string {
  return words[lang].order.why(actionName(other.action, all, lang), signed(other.value), { taken: taken(own), share: share(own) }, { taken: taken(other), share: share(other) });
}
