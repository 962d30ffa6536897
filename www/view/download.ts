/** Files that the page makes. */

import { h } from "../dom";

/** The data is let go once the download has its own hold of it. */
const HELD_MS = 10_000;

/** A record's name with another ending. */
export const fileName = (record: string, ending: string): string => `${record.replace(/(\.(xml|mjlog|gz|jsonl?|mjson|txt|log|html|bin|har))+$/iu, "") || "game"}.${ending}`;

export const download = (name: string, type: string, text: string): void => downloadBlob(name, new Blob([text], { type }));

export function downloadBlob(name: string, blob: Blob): void {
  const href = URL.createObjectURL(blob);
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), HELD_MS);
}
