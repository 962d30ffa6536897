// Text of others (names, file names, messages, bytes of a host) as text, in every medium that the program writes.

/**
 * What changes a line without being seen: C0, DEL and C1, the ends of lines and paragraphs, and the controls of
 * direction.
 */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
const ENDS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

const hex = (sign: string, digits: number) => (sign.codePointAt(0) ?? 0).toString(16).padStart(digits, "0");
const named = (sign: string) => (sign < "\u0100" ? `\\x${hex(sign, 2)}` : `\\u${hex(sign, 4)}`);

/** On a terminal, in one line: `\x1b` for ESC, a space for the end of a line. */
export const forTerminal = (text: string): string => text.replaceAll(ENDS, " ").replaceAll(HIDDEN, named);

/** Where GFM makes a link of an address, besides the marks that it has everywhere. */
const ADDRESS = /(?<=www)\.(?=[\w.-])|(?<=[ps]):(?=\/\/)|(?<=[\w.+-])@(?=[\w.-])/gi;

/** In Markdown, inside a line or a cell. */
export const forMarkdown = (text: string): string =>
  forTerminal(text)
    .replaceAll(/[\\`*_{}[\]<>#|&~$!]/g, "\\$&")
    .replaceAll(ADDRESS, "\\$&")
    .replaceAll(/\s+/g, " ");

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** In HTML, as text or as an attribute in quotes. */
export const forHtml = (text: string): string =>
  forTerminal(text).replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/**
 * JSON that means the same: `JSON.stringify` leaves DEL, C1 and the controls of direction as they are. Line ends
 * between values stay.
 */
export const forJson = (json: string): string =>
  json.replaceAll(HIDDEN, (sign) => (sign < " " ? sign : `\\u${hex(sign, 4)}`));

/** A value as a line of JSON. */
export const jsonLine = (value: unknown): string => `${forJson(JSON.stringify(value))}\n`;
