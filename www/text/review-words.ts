/** What is said of records: how they are opened, rounds, timeline and mistakes, learning, practice and notes. */

import type { RecordLink } from "../input";
import type { Door } from "../layout";
import type { LogRound } from "../log";
import type { PartKind } from "../reason";
import type { GameKind } from "../score";

// What is said beside a review: how it compares, practice, notes, and a picture of a decision.

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
    readonly better: (tenths: number, kind: GameKind) => string;
    /** What the comparison rests on. */
    readonly says: (players: number, kind: GameKind) => string;
  };
}

// What is said of a record: how it is opened, its rounds, timeline and mistakes, and learning from them.

type Draw = NonNullable<LogRound["result"]["draw"]>;

export interface ReviewWords {
  readonly doorTitle: string;
  /** The same where nothing is dropped. */
  readonly doorTitleTouch: string;
  readonly doorSays: string;
  readonly doorSample: string;
  readonly door: {
    readonly title: string;
    readonly names: Readonly<Record<Door, string>>;
    /** Of a link to a record that no page can fetch. */
    readonly linkTitle: Readonly<Record<RecordLink["site"], string>>;
    /** Said of steps that need developer tools, where there are none. */
    readonly onComputer: string;
    /** How to get the file; the first is a link. */
    readonly steps: Readonly<Record<RecordLink["site"], readonly [string, string, string]>>;
    readonly who: string;
  };
  /** Of a call, those that its row does not show. */
  readonly otherDiscards: (count: number) => string;
  readonly tabMistakes: string;
  readonly tabMoves: string;
  readonly veil: string;
  readonly rounds: {
    readonly you: string;
    readonly tsumo: (name: string, points: string) => string;
    readonly ron: (name: string, points: string, from: string) => string;
    readonly draws: Readonly<Record<Draw, string>>;
    readonly points: (before: string, after: string) => string;
    readonly lost: (loss: string) => string;
    /** The accuracy of a player, beside the name. */
    readonly accuracy: (name: string, accuracy: string) => string;
  };
  readonly learnStart: string;
  readonly exportTitle: string;
  readonly exportHtml: string;
  readonly exportMarkdown: string;
  readonly exportLink: string;
  readonly folderOpen: string;
  readonly games: {
    readonly title: (count: number) => string;
    readonly game: string;
    readonly total: string;
    readonly reviewAll: string;
    readonly trend: (games: number, first: string, last: string) => string;
    readonly gathered: (done: number, total: number, games: number) => string;
    /** Of a full list. */
    readonly most: (count: number) => string;
    /** Over the files that cannot be read, what a folder has beside records, and the games whose review failed. */
    readonly refused: (count: number) => string;
    readonly left: (count: number) => string;
    readonly failed: (count: number) => string;
    /** Which game of how many is under review, and how many of its decisions are done. */
    readonly reviewing: (at: number, of: number, name: string, done: number, total: number) => string;
    readonly worst: string;
  };
  readonly timeline: {
    readonly title: string;
    readonly says: (unit: string) => string;
    readonly lost: (loss: string) => string;
    readonly place: (place: number) => string;
    readonly at: (round: string, turn: string, lost: string, unit: string, place: string) => string;
  };
  readonly mistakes: {
    /** How many, and those apart that only repeat the one before. */
    readonly title: (mistakes: number, repeats: number) => string;
    readonly none: string;
    readonly sizes: string;
    readonly order: string;
    readonly by: Readonly<Record<"loss" | "game", string>>;
    readonly played: string;
    readonly better: string;
    /** What a loss consists of. */
    readonly parts: Readonly<Record<PartKind | "rest", string>>;
    readonly more: (count: number) => string;
  };
  readonly learn: {
    readonly title: string;
    readonly ask: string;
    readonly step: (done: number, all: number, right: number) => string;
    readonly right: string;
    readonly equal: string;
    readonly nearly: (loss: string, unit: string) => string;
    readonly tryAgain: (loss: string, unit: string) => string;
    readonly show: string;
    readonly finish: string;
    readonly endTitle: string;
    readonly end: (right: number, all: number) => string;
    readonly worst: (kind: string) => string;
    readonly again: string;
    readonly otherGame: string;
    readonly veilTitle: string;
    readonly lift: string;
    readonly best: (action: string) => string;
    readonly played: (action: string) => string;
    readonly next: string;
    readonly leave: string;
    readonly choices: string;
    readonly waiting: string;
  };
}
