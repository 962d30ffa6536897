/** Particles of Korean, which follow the sound that a word ends in. */

/** After a consonant, and after a vowel. */
const PARTICLES = {
  topic: ["은", "는"],
  subject: ["이", "가"],
  object: ["을", "를"],
  with: ["과", "와"],
  to: ["으로", "로"],
} as const;
export type Particle = keyof typeof PARTICLES;

type Ending = "vowel" | "l" | "consonant";

/** As digits are read: 0 is 영, and 십, 백, 천 and 만 at the end of a number, all of which end in a consonant. */
const DIGITS: readonly Ending[] = [
  "consonant",
  "l",
  "vowel",
  "consonant",
  "vowel",
  "vowel",
  "consonant",
  "l",
  "l",
  "vowel",
];
/** Letters whose Korean name ends in a consonant; all others end in a vowel. */
const LETTERS: Readonly<Record<string, Ending>> = { l: "l", r: "l", m: "consonant", n: "consonant" };
const [FIRST, LAST, FINALS, RIEUL] = [0xac00, 0xd7a3, 28, 8];

/** What follows the last word and is not read: brackets with what is in them, quotes, stops. */
const UNREAD = /(?:\s*\([^()]*\)|["'“”‘’.,…\s])+$/u;

function endingOf(word: string): Ending {
  const sign = word.replace(UNREAD, "").at(-1) ?? "";
  const code = sign.charCodeAt(0);
  if (code >= FIRST && code <= LAST) {
    const final = (code - FIRST) % FINALS;
    if (final === 0) return "vowel";
    return final === RIEUL ? "l" : "consonant";
  }
  return DIGITS[/\d/u.test(sign) ? Number(sign) : -1] ?? LETTERS[sign.toLowerCase()] ?? "vowel";
}

/** A word with its particle: `텐파이는`, `5통은`, `3삭으로`. */
export function withParticle(word: string, particle: Particle): string {
  const ending = endingOf(word);
  const closed = ending === "consonant" || (ending === "l" && particle !== "to");
  return `${word}${PARTICLES[particle][closed ? 0 : 1]}`;
}
