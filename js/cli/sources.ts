// The records that `nanikiru review` is given: files, addresses, and what is in folders.
import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Sentence } from "./command.js";
import { fileError, isAddress } from "./input.js";
import { isOfJournal } from "./journal.js";
import type { FileFailure } from "./report.js";

/** Why there is no review of a game or of a whole file. */
export type Failure = Omit<FileFailure, "file">;

export const failureOf = (file: string, error: unknown): Failure => {
  const { code, reason } = fileError(file, error);
  return { code, reason: ({ files }) => reason(files) };
};

/** A record that is still to be looked at, and the folder that it came with; none where it was named. */
export interface Source {
  readonly file: string;
  readonly folder?: string;
}

/** What there is to review, and what is left out or fails before anything is read. */
export interface Sources {
  readonly files: Source[];
  readonly folders: string[];
  readonly failed: FileFailure[];
  /** What is left out of a folder, and why. */
  readonly leftOut: { readonly path: string; readonly why: Sentence }[];
  /** Folders of tools in a folder. */
  readonly skipped: string[];
}

/** Folders of tools, which hold thousands of files and no records. */
const isTools = (name: string) => name.startsWith(".") || name === "node_modules";

/** The files in a folder and its folders, in order; links to folders come last, and no folder comes twice. */
async function inside(folder: string, journal: string, { files, failed, leftOut, skipped }: Sources): Promise<void> {
  const seen = new Set<string>();
  const found: string[] = [];
  const linked: string[] = [];
  const walk = async (path: string): Promise<void> => {
    const { dev, ino } = await stat(path, { bigint: true });
    if (seen.has(`${dev} ${ino}`)) return;
    seen.add(`${dev} ${ino}`);
    const entries = await readdir(path, { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) await enter(join(path, entry.name), entry);
  };
  const enter = async (path: string, entry: Dirent): Promise<void> => {
    const target = entry.isSymbolicLink() ? await stat(path).catch(() => undefined) : entry;
    if (target === undefined) leftOut.push({ path, why: ({ notes }) => notes.deadLink });
    else if (!target.isDirectory()) found.push(path);
    else if (isTools(entry.name)) skipped.push(path);
    else if (entry.isSymbolicLink()) linked.push(path);
    else await attempt(path);
  };
  const attempt = async (path: string): Promise<void> => {
    try {
      await walk(path);
    } catch (error) {
      failed.push({ file: path, ...failureOf(path, error) });
    }
  };
  await attempt(folder);
  for (let path = linked.shift(); path !== undefined; path = linked.shift()) await attempt(path);
  for (const file of found.sort()) if (!isOfJournal(file, journal)) files.push({ file, folder });
}

/** The files that are given, and those in the folders that are. */
export async function sourcesOf(given: readonly string[], journal: string): Promise<Sources> {
  const sources: Sources = { files: [], folders: [], failed: [], leftOut: [], skipped: [] };
  for (const file of given) {
    try {
      if (file === "-" || isAddress(file) || !(await stat(file)).isDirectory()) sources.files.push({ file });
      else {
        sources.folders.push(file);
        await inside(file, journal, sources);
      }
    } catch (error) {
      sources.failed.push({ file, ...failureOf(file, error) });
    }
  }
  return sources;
}
