// Reads the games of records: of large ones at most one is in the memory, and only while it is read.
import { type Analyzer, createAnalyzer, type GameLog, type LogOptions, NanikiruError } from "../index.js";
import type { GivenRecord } from "./record.js";

async function parseAlone(record: GivenRecord, options: LogOptions): Promise<GameLog> {
  const analyzer = createAnalyzer({ threads: 1 });
  try {
    return await analyzer.parseLog(await record.log(), options);
  } finally {
    analyzer.dispose();
  }
}

/** Reads the large records one after the other, each with an engine that ends and frees its memory. */
export class Reader {
  #last: Promise<unknown> = Promise.resolve();

  /** Reads a game; `analyzer` does so where the record is small. */
  async parse(analyzer: Analyzer, record: GivenRecord, options: LogOptions): Promise<GameLog> {
    if (!record.isLarge) return analyzer.parseLog(await record.log(), options);
    const parsed = this.#last.then(() => parseAlone(record, options));
    this.#last = parsed.catch(() => {});
    return parsed;
  }
}

/** How many games a record has; 1 where it cannot be read, which says why as soon as it is asked for. */
export async function gamesIn(analyzer: Analyzer, record: GivenRecord, options: LogOptions): Promise<number> {
  try {
    return (await analyzer.parseLog(await record.log(), { ...options, game: 0 })).games.length;
  } catch (error) {
    if (error instanceof NanikiruError) return 1;
    throw error;
  }
}
