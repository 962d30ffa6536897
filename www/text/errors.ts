/** Errors in words: the package has those of the engine, each language of the page those of saved reviews and of the page. */

import { formatError, type Language } from "nanikiru";
import type { Failure, PageCode } from "../failure";
import { quoting } from "./format";

/** A text for each code of the page. `quoted` puts the part of a field that is wrong before what is wrong with it. */
export type PageErrors = Readonly<Record<PageCode, string>> & {
  readonly quoted: (part: string) => string;
  /** With the message of the page, which is English and names the place. */
  readonly with: (text: string, message: string) => string;
};

/** Why there are no threads, or how many there are. */
const REASONS = {
  isolated: /cross-?origin/iu,
  shared: /SharedArrayBuffer/iu,
  cores: /one for each core/iu,
  single: /there is one core/iu,
} as const;
export type Reasons = Readonly<Record<keyof typeof REASONS, string>>;

/** Quotation marks, where they are not those of English. */
const MARKS: Partial<Readonly<Record<Language, readonly [string, string]>>> = { ja: ["「", "」"], "zh-Hant": ["「", "」"] };

const isOfPage = (code: Failure["code"]): code is PageCode => code === "page" || code.startsWith("saved.");

export const errorIn =
  (language: Language, errors: PageErrors) =>
  (failure: Failure, text: string): string => {
    const { code, message, span } = failure;
    const part = span ? text.slice(span.start, span.end) : "";
    const says = isOfPage(code) ? errors.with(errors[code], message) : formatError({ code, message }, language);
    return `${part ? errors.quoted(part) : ""}${quoting(...(MARKS[language] ?? ["“", "”"]))(says)}`;
  };

/** The engine's reason in words of a language; a reason that is none of these stays as it is. */
export const reasonIn =
  (reasons: Reasons) =>
  (said: string): string => {
    const found = (Object.keys(REASONS) as (keyof typeof REASONS)[]).find((one) => REASONS[one].test(said));
    return found ? reasons[found] : said;
  };
