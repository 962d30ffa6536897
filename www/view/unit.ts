/** What the values of an answer are in. */

import type { Position } from "../position";
import type { Lang } from "../state";
import { words } from "../text";

export const unitOf = ({ objective }: Position, lang: Lang): string =>
  words[lang].units[objective === "placement" ? "placement" : "points"];
