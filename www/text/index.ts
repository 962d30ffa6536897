/** All words of the page in both languages; the type makes sure that neither lacks one. */

import type { Lang } from "../state";
import { en } from "./en";
import { ja } from "./ja";

export type { Words } from "./words";

export const words = { en, ja } as const;

/** The first of the reader's languages that the page speaks. */
export function preferred(languages: readonly string[]): Lang {
  for (const language of languages) {
    if (language.startsWith("ja")) return "ja";
    if (language.startsWith("en")) return "en";
  }
  return "en";
}
