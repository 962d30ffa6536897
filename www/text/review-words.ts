/** What is said of a review: its timeline, its mistakes, and learning from them. */

export interface ReviewWords {
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
    readonly gathered: (done: number, total: number, refused: readonly string[], left: readonly string[]) => string;
    readonly more: (count: number) => string;
  };
  readonly timeline: {
    readonly title: string;
    readonly says: (unit: string) => string;
    readonly lost: (loss: string) => string;
    readonly place: (place: number) => string;
    readonly at: (round: string, turn: string, lost: string, unit: string, place: string) => string;
  };
  readonly mistakes: {
    /** How many, and how many of them only repeat the one before. */
    readonly title: (count: number, repeats: number) => string;
    readonly none: string;
    readonly sizes: string;
    readonly order: string;
    readonly by: Readonly<Record<"loss" | "game", string>>;
    readonly played: string;
    readonly better: string;
    readonly more: (count: number) => string;
  };
  readonly learn: {
    readonly title: string;
    readonly ask: string;
    readonly step: (done: number, all: number, right: number) => string;
    readonly right: string;
    readonly nearly: (loss: string, unit: string) => string;
    readonly wrong: (loss: string, unit: string) => string;
    readonly best: (action: string) => string;
    readonly played: (action: string) => string;
    readonly next: string;
    readonly leave: string;
    readonly choices: string;
    readonly waiting: string;
  };
}
