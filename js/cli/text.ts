// Text for a terminal: colours, columns, a bar.
import { stripVTControlCharacters } from "node:util";

const STYLES = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39], cyan: [36, 39] } as const;
export type Style = keyof typeof STYLES;
export type Paint = (style: Style, text: string) => string;

/** Colours where somebody looks: a terminal, unless NO_COLOR is set; FORCE_COLOR has them everywhere (https://no-color.org). */
export function painter(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Paint {
  const plain = (env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb";
  const forced = !["", "0", "false"].includes(env["FORCE_COLOR"] ?? "");
  const coloured = forced || (stream.isTTY === true && !plain);
  return (style, text) => (coloured ? `\u001b[${STYLES[style][0]}m${text}\u001b[${STYLES[style][1]}m` : text);
}

const width = (text: string) => stripVTControlCharacters(text).length;

/** Rows as columns; those whose head ends in a space stand on the left, numbers on the right. */
export function columns(rows: readonly (readonly string[])[], left: readonly number[] = [0]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => width(row[i] ?? ""))));
  const cell = (text: string, i: number) => {
    const space = " ".repeat(Math.max(0, (widths[i] ?? 0) - width(text)));
    return left.includes(i) ? text + space : space + text;
  };
  return rows.map((row) => `${row.map(cell).join("  ").trimEnd()}\n`).join("");
}

export const percent = (rate: number | undefined): string => (rate === undefined ? "" : `${(100 * rate).toFixed(1)} %`);

/** Why a file cannot be read: the commonest reason in a sentence, others as the system says them. */
export function unreadable(file: string, { code, message }: { readonly code?: string | undefined; readonly message: string }): string {
  return code === "ENOENT" ? `${file} does not exist` : `${file}: ${message}`;
}

/** A bar that is drawn over, on a terminal; nothing elsewhere. */
export class Bar {
  readonly #stream: NodeJS.WriteStream;
  readonly #shown: boolean;

  constructor(stream: NodeJS.WriteStream, wanted: boolean) {
    this.#stream = stream;
    this.#shown = wanted && stream.isTTY;
  }

  show(done: number, total: number, words: string): void {
    if (!this.#shown) return;
    const cells = 24;
    const full = total === 0 ? 0 : Math.round((cells * done) / total);
    const line = `${"█".repeat(full)}${"░".repeat(cells - full)} ${done}/${total} ${words}`;
    this.#stream.write(`\r\u001b[2K${line.slice(0, this.#stream.columns - 1)}`);
  }

  clear(): void {
    if (this.#shown) this.#stream.write("\r\u001b[2K");
  }
}
