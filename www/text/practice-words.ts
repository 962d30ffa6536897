/** What is said beside a review: how it compares, practice, notes, and a picture of a decision. */

import type { Length } from "../scale";

export interface PracticeWords {
  readonly drillsTitle: string;
  readonly drills: {
    readonly title: string;
    readonly start: (due: number) => string;
    readonly says: string;
    /** Nothing is due before. */
    readonly later: (when: string) => string;
    readonly step: (due: number) => string;
    readonly end: (right: number, all: number) => string;
  };
  readonly notes: {
    /** Of the decision on the page. */
    readonly label: string;
    /** Of all in an export. */
    readonly title: string;
    readonly keep: string;
    /** What is changed: the names of fields. */
    readonly branch: (number: number, changes: string) => string;
    readonly branches: (count: number) => string;
    readonly remove: (branch: string) => string;
    /** Points, rivers and melds. */
    readonly table: string;
    /** To discard another tile than in the record, and go on. */
    readonly follow: (tile: string) => string;
    readonly followMeans: string;
    /** What was discarded, and the tile drawn now. */
    readonly followed: (discards: string, drawn: string) => string;
    readonly followEnds: string;
  };
  readonly exportPicture: string;
  readonly scale: {
    /** Of how many in ten players a game was better, 0 to 9. */
    readonly better: (tenths: number, length: Length) => string;
    /** What the comparison rests on. */
    readonly says: (players: number, length: Length) => string;
  };
}
