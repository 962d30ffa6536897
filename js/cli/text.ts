// Text for a terminal: colours, columns, a bar.
import { forTerminal } from "../escape.js";

const STYLES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;
export type Style = keyof typeof STYLES;
/** Text of anybody, safe for a terminal, in a style of ours. */
export type Paint = (style: Style, text: string) => string;
/** A cell of a table: its text, and a style where it has one. */
export type Cell = string | readonly [style: Style, text: string];

/**
 * Colours where somebody looks: a terminal, unless NO_COLOR is set; FORCE_COLOR has them everywhere
 * (https://no-color.org).
 */
export function painter(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Paint {
  const plain = (env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb";
  const forced = !["", "0", "false"].includes(env["FORCE_COLOR"] ?? "");
  const coloured = forced || (stream.isTTY === true && !plain);
  const [begin, end] = [
    (style: Style) => `\u001b[${STYLES[style][0]}m`,
    (style: Style) => `\u001b[${STYLES[style][1]}m`,
  ];
  return (style, text) => (coloured ? begin(style) + forTerminal(text) + end(style) : forTerminal(text));
}

const textOf = (cell: Cell | undefined) => (typeof cell === "object" ? cell[1] : (cell ?? ""));
/**
 * Characters that take two cells of a terminal: East Asian wide and full-width ones (UAX 11) of the languages that we
 * write.
 */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/gu;
const width = (cell: Cell | undefined) => {
  const shown = forTerminal(textOf(cell));
  return shown.length + (shown.match(WIDE)?.length ?? 0);
};

/** Rows as columns: those in `left` start at the left, all others end at the right. */
export function columns(rows: readonly (readonly Cell[])[], paint: Paint, left: readonly number[] = [0]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => width(row[i]))));
  const padded = (cell: Cell, i: number) => {
    const space = " ".repeat(Math.max(0, (widths[i] ?? 0) - width(cell)));
    const text = typeof cell === "object" ? paint(cell[0], cell[1]) : forTerminal(cell);
    return left.includes(i) ? text + space : space + text;
  };
  return rows.map((row) => `${row.map(padded).join("  ").trimEnd()}\n`).join("");
}

export const percent = (rate: number | undefined): string => (rate === undefined ? "" : `${(100 * rate).toFixed(1)} %`);

/** What a bar is drawn on. */
type BarStream = Pick<NodeJS.WriteStream, "write" | "columns"> & { readonly isTTY?: boolean };

/** A bar that is drawn over, on a terminal; nothing elsewhere. */
export class Bar {
  readonly #stream: BarStream;
  readonly #shown: boolean;

  constructor(stream: BarStream, wanted: boolean) {
    this.#stream = stream;
    this.#shown = wanted && stream.isTTY === true;
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
