/**
 * Where the tiles stand in a text, for pictures and for clicks. It reads leniently and judges nothing:
 * what it cannot read is simply no picture, and what is wrong is for the engine to say.
 */

/** A tile in mpsz (`0p` for a red five) and the characters of the text that it comes from. */
export interface TileSpan {
  readonly tile: string;
  readonly start: number;
  readonly end: number;
  /** Claimed from another player: lies on its side. */
  readonly turned: boolean;
  /** A digit among digits of one suit: another can be put beside it. */
  readonly open: boolean;
}

/** Tiles that belong together: a suit's digits, or a meld. */
export interface Segment {
  readonly meld: boolean;
  readonly tiles: readonly TileSpan[];
  readonly start: number;
  readonly end: number;
}

const HONOURS: Readonly<Record<string, string>> = {
  ...{ E: "1z", S: "2z", W: "3z", N: "4z", P: "5z", F: "6z", C: "7z" },
  ...{ 東: "1z", 南: "2z", 西: "3z", 北: "4z", 白: "5z", 發: "6z", 発: "6z", 发: "6z", 中: "7z" },
};
const isSuit = (c: string | undefined): c is string => c !== undefined && "mpsz".includes(c);
const isDigit = (c: string | undefined): c is string => c !== undefined && /^[0-9]$/u.test(c);
/** A picture of a tile stands as the two characters of its name. */
const isPicture = (c: string | undefined): boolean => c?.length === 2;
const exists = (digit: string, suit: string): boolean => suit !== "z" || (digit >= "1" && digit <= "7");

/** Unicode's pictures of tiles, from 🀀: winds, then red, green and white dragon, characters, bamboos, circles. */
const PICTURED = [
  ...["1z", "2z", "3z", "4z", "7z", "6z", "5z"],
  ...["m", "s", "p"].flatMap((suit) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${n}${suit}`)),
];
const FIRST_PICTURE = 0x1f000;
/** Stands where a character has no meaning of its own. */
const FILLER = "\u0000";

const WORDS: Readonly<Record<string, string>> = {
  ...{ east: "1z", south: "2z", west: "3z", north: "4z", white: "5z", green: "6z", red: "7z" },
  ...{ ton: "1z", nan: "2z", shaa: "3z", pei: "4z", haku: "5z", hatsu: "6z", chun: "7z" },
};
const WORD = new RegExp(`(?<![a-z])(?:${Object.keys(WORDS).join("|")})(?![a-z])`, "giu");
const KANJI = "一二三四五六七八九";
const KANJI_SUITS: Readonly<Record<string, string>> = { 萬: "m", 万: "m", 筒: "p", 索: "s" };

/**
 * What players write besides the engine's notation as that notation, character for character, so that what is said of
 * a place is said of that place: `123M`, `east`, `一二三萬`.
 */
export const spelled = (text: string): string =>
  text
    .replaceAll(/(?<=[0-9０-９])[MPSZ]/gu, (suit) => suit.toLowerCase())
    .replaceAll(WORD, (word) => (WORDS[word.toLowerCase()] ?? word).padEnd(word.length))
    .replaceAll(/[一二三四五六七八九0-9]+[萬万筒索]/gu, (group) =>
      [...group].map((c) => KANJI_SUITS[c] ?? (KANJI.includes(c) ? String(1 + KANJI.indexOf(c)) : c)).join(""),
    );

/** The hand of a link to Tenhou's page of ukeire; nothing where the text is none. */
export function linkedHand(text: string): string | null {
  const trimmed = text.trim();
  if (!/^(?:https?:\/\/)?(?:www\.)?tenhou\.net\/2\//iu.test(trimmed)) return null;
  const { searchParams } = new URL(/^https?:/iu.test(trimmed) ? trimmed : `https://${trimmed}`);
  return searchParams.get("q") ?? searchParams.get("p");
}

const pictured = (text: string, at: number): string | undefined =>
  PICTURED[(text.codePointAt(at) ?? 0) - FIRST_PICTURE];

/** Full-width characters as their plain ones and pictures of tiles as tiles, index for index. */
const plain = (text: string): string[] =>
  Array.from({ length: text.length }, (_, i) => {
    const picture = pictured(text, i);
    if (picture !== undefined) return picture;
    // the second half of a picture, and the sign that asks for its coloured form
    if ((i > 0 && pictured(text, i - 1) !== undefined) || text[i] === "\ufe0e" || text[i] === "\ufe0f") return FILLER;
    const narrow = (text[i] ?? "").normalize("NFKC");
    return narrow.length === 1 ? narrow : " ";
  });

/** The tiles of a text in order: first group by group the concealed ones, melds after a comma or in brackets. */
export function readTiles(text: string): Segment[] {
  const chars = plain(spelled(text));
  const segments: Segment[] = [];
  let meld = false;
  let start = 0;
  const flush = (end: number) => {
    const tiles = readGroup(chars, start, end);
    if (tiles.length > 0) segments.push({ meld, tiles, start, end });
  };
  chars.forEach((c, i) => {
    if (!",、()[]".includes(c)) return;
    flush(i);
    meld = c !== ")" && c !== "]" ? true : meld;
    start = i + 1;
  });
  flush(chars.length);
  return segments;
}

function readGroup(chars: readonly string[], from: number, to: number): TileSpan[] {
  const placed: TileSpan[] = [];
  let waiting: { digit: string; at: number; turned: boolean }[] = [];
  let suitFirst: string | null = null;
  const put = (digit: string, suit: string, at: number, turned: boolean, open: boolean) => {
    if (exists(digit, suit)) placed.push({ tile: `${digit}${suit}`, start: at, end: at + 1, turned, open });
  };
  for (let i = from; i < to; i += 1) {
    const c = chars[i] ?? " ";
    if (isPicture(c)) {
      let end = i + 1;
      while (chars[end] === FILLER) end += 1;
      placed.push({ tile: c, start: i, end, turned: "-+=".includes(chars[end] ?? " "), open: false });
    } else if (isDigit(c)) {
      const turned = "-+=".includes(chars[i + 1] ?? " ");
      if (suitFirst) put(c, suitFirst, i, turned, true);
      else waiting.push({ digit: c, at: i, turned });
    } else if (isSuit(c)) {
      if (waiting.length === 0) {
        suitFirst = c;
        continue;
      }
      const red = chars[i + 1] === "r";
      waiting.forEach(({ digit, at, turned }, n) => {
        const last = n === waiting.length - 1;
        put(red && last && digit === "5" ? "0" : digit, c, at, turned, !red);
      });
      waiting = [];
      suitFirst = null;
    } else if (HONOURS[c]) {
      placed.push({ tile: HONOURS[c], start: i, end: i + 1, turned: false, open: false });
    } else if (c === " ") {
      suitFirst = null;
    }
  }
  return placed;
}

/** The text with one tile more, the last of the concealed ones: that is the tile drawn. */
export function addTile(typed: string, tile: string): string {
  const text = spelled(typed);
  const [digit = "", suit = ""] = tile;
  const firstMeld = /[,、，([（［]/u.exec(text);
  const end = firstMeld ? firstMeld.index : text.length;
  const last = readTiles(text.slice(0, end))
    .flatMap((segment) => segment.tiles)
    .at(-1);
  if (last?.open && last.tile.endsWith(suit)) return text.slice(0, last.end) + digit + text.slice(last.end);
  // After digits that a suit letter has opened, only a space ends the group.
  const gap = /[0-9０-９]$/u.test(text.slice(0, end)) ? " " : "";
  return text.slice(0, end) + gap + tile + text.slice(end);
}

/** The text without one of its tiles; a suit letter without digits goes with it, a meld goes as a whole. */
export function removeTile(typed: string, segment: Segment, placed: TileSpan): string {
  const text = spelled(typed);
  if (segment.meld) {
    const before = text.slice(0, segment.start).replace(/[,、，([（［]\s*$/u, "");
    const after = text.slice(segment.end).replace(/^\s*[)\]）］]/u, "");
    return before + after;
  }
  const before = text.slice(0, placed.start);
  const written = text.slice(placed.end);
  // `5mr`: the r belongs to the five.
  const after = placed.tile.startsWith("0") ? written.replace(/^([mps])r/u, "$1") : written;
  const alone = !isDigit(before.at(-1)) && isSuit(after[0]);
  return before + (alone ? after.slice(1) : after);
}

/** The kinds of a list like `3p6s` or `36p7s`, one by one. */
export function tilesOf(text: string): string[] {
  return readTiles(text).flatMap((segment) => segment.tiles.map((placed) => placed.tile));
}

/** A discard in a river, or a kan or kita between two. */
export interface RiverEntry {
  readonly tile: string;
  /** As it was drawn. */
  readonly drawn: boolean;
  /** Riichi was declared with it. */
  readonly riichi: boolean;
  /** Somebody has called it; known only where the river says so. */
  readonly called: boolean;
  /** Who has, as the river says it. */
  readonly by?: string;
  readonly kan: boolean;
  /** A north that was set aside. */
  readonly kita: boolean;
}

/** The tiles of a river, `1z9m-4p*7s^W+8sf4z`, with their marks. */
export function riverOf(text: string): RiverEntry[] {
  const chars = plain(text);
  interface Marks {
    drawn: boolean;
    riichi: boolean;
    called: boolean;
    by?: string;
    kan: boolean;
    kita: boolean;
  }
  const marks = new Map<number, Marks>();
  let last: Marks | undefined;
  let [kan, kita] = [false, false];
  let caller = false;
  const bare = chars.map((c, i) => {
    if (caller) {
      caller = false;
      if (last) last.by = c;
      return "";
    }
    if (c === "-" && last) last.drawn = true;
    else if (c === "*" && last) last.riichi = true;
    else if (c === "^" && last) last.called = caller = true;
    else if (c === "+") kan = true;
    else if (c === "f") kita = true;
    else {
      if (isPicture(c) || isDigit(c) || HONOURS[c]) {
        last = { drawn: false, riichi: false, called: false, kan, kita };
        marks.set(i, last);
        [kan, kita] = [false, false];
      }
      // half a picture is one again when it is read
      return c === FILLER || isPicture(c) ? (text[i] ?? "") : c;
    }
    return "";
  });
  // where each character that is left stood
  const stood = bare.flatMap((c, i) => (c === "" ? [] : [i]));
  return readTiles(bare.join("")).flatMap(({ tiles }) =>
    tiles.flatMap(({ tile, start }) => {
      const found = marks.get(stood[start] ?? -1);
      return found ? [{ tile, ...found }] : [];
    }),
  );
}

/** The discards of a river, without the kans and norths between them. */
export const discardsOf = (text: string): RiverEntry[] => riverOf(text).filter(({ kan, kita }) => !kan && !kita);
