/** Numbers as people read them; the same in every language but for the unit. */

const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const MINUS = "−";

/** Whole points with a sign: `+3,120`, `−250`. */
export function signed(points: number): string {
  const rounded = Math.round(points);
  if (rounded === 0) return "0";
  return `${rounded > 0 ? "+" : MINUS}${grouped.format(Math.abs(rounded))}`;
}

/** A count or points without a sign: `7,400`. */
export const whole = (value: number): string => grouped.format(value);

/** A probability in per cent with one decimal: `42.1`; what is not quite zero or all is not written so. */
export function percent(probability: number): string {
  const value = 100 * probability;
  // A sum of shares misses 1 by rounding; that is no reason to write >99.9.
  if (Math.abs(value - 100) < 1e-6) return "100.0";
  if (value > 0 && value < 0.05) return "<0.1";
  if (value < 100 && value >= 99.95) return ">99.9";
  return value.toFixed(1);
}

/** What the engine puts between backticks, in the quotation marks of a language. */
export const quoting =
  (open: string, close: string) =>
  (message: string): string =>
    message.replace(/`([^`]*)`/gu, (_, part: string) => `${open}${part}${close}`);

/** `0.21 s`, `640 ms`. */
export const duration = (ms: number): string => (ms < 995 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`);

/** Bytes in millions, without a unit: `1.2`. */
export const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

const UNITS = [
  ["minute", 60_000],
  ["hour", 3_600_000],
  ["day", 86_400_000],
] as const;

/** How far ahead a time is, in the largest unit of which there is at least one: `in 10 minutes`, `tomorrow`. */
export function ahead(ms: number, lang: string): string {
  const [unit, length] = UNITS.findLast(([, each]) => ms > 0.9 * each) ?? UNITS[0];
  return new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(Math.max(1, Math.round(ms / length)), unit);
}

/** Sentences one after the other; full-width stops hold the space after them. */
export const sentences = (...all: readonly string[]): string =>
  all
    .filter((one) => one !== "")
    .join(" ")
    .replaceAll(/(?<=[。！？]) /gu, "");

/** Names by the engine's name; a name that is not among them stays as it is. */
export const named =
  (names: Readonly<Record<string, string>>) =>
  (name: string): string =>
    names[name] ?? name;
