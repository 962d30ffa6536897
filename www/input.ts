/** What a text is that was typed, pasted or dropped: a hand, a link to one, a game record, a link to one. */

import { FIELDS } from "./fields";
import { linkedHand } from "./notation";
import { fromQuery, type Position } from "./position";

/** A link to a record of a server, which a page cannot fetch. */
export type RecordLink =
  { readonly site: "tenhou"; readonly log: string } | { readonly site: "majsoul" } | { readonly site: "other" };

export type Input =
  | { readonly kind: "hand"; readonly hand: string }
  /** A link of this page. */
  | { readonly kind: "position"; readonly position: Position }
  | { readonly kind: "link"; readonly link: RecordLink; readonly address: string; readonly you: number | null }
  | { readonly kind: "record" }
  /** Neither: what its field makes of it. */
  | { readonly kind: "other" };

/** No number of a record with its seat is longer. */
const MOST_ID = 100;
const TENHOU_ID = /\d{10}gm-[\da-f]{4}-\d{4,5}-[\da-f]{8}/iu;
/** `tw` of Tenhou's links and file names: the seat of the one who saved it, 0 for the first dealer. */
const VIEWER = /[?&]tw=([0-3])(?!\d)/u;
const HAND = /^[0-9mpszESWNPFC東南西北白發発中一二三四五六七八九萬万筒索,、\-+=\s()[\]]{2,80}$/u;

/** Which player saved a record of Tenhou's, by its link or file name. */
export function viewerOf(text: string): number | null {
  const seat = VIEWER.exec(text)?.[1];
  return seat === undefined ? null : Number(seat);
}

/** The number of a record of Tenhou's in a link or a file name. */
export const tenhouId = (text: string): string | null => TENHOU_ID.exec(text)?.[0] ?? null;

/** A link to something, whole or without its `https://`. */
function addressOf(text: string): URL | null {
  const bare = text.trim();
  if (/\s/u.test(bare)) return null;
  if (/^https?:\/\//iu.test(bare)) return URL.canParse(bare) ? new URL(bare) : null;
  const whole = `https://${bare.replace(/^\/\//u, "")}`;
  return /^(?:\/\/)?(?:www\.)?[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}\//iu.test(bare) && URL.canParse(whole)
    ? new URL(whole)
    : null;
}

function linkOf(url: URL, address: string): Input {
  const { hostname, searchParams, hash } = url;
  const tenhou = /(?:^|\.)tenhou\.net$/u.test(hostname);
  const hand = linkedHand(url.href);
  const log = tenhouId(address);
  if (log === null && hand !== null) return { kind: "hand", hand };
  // the record itself stands in such a link
  if (tenhou && hash.startsWith("#json=")) return { kind: "record" };
  if (log !== null) return { kind: "link", link: { site: "tenhou", log }, address, you: viewerOf(address) };
  if (/maj-?soul|mahjongsoul/u.test(hostname) || searchParams.has("paipu"))
    return { kind: "link", link: { site: "majsoul" }, address, you: null };
  const position = searchParams.has(FIELDS.hand.key) ? fromQuery(url.search) : null;
  if (position && HAND.test(position.hand)) return { kind: "position", position };
  return { kind: "link", link: { site: "other" }, address, you: null };
}

export function inputOf(text: string): Input {
  const address = text.trim();
  const url = addressOf(address);
  if (url) return linkOf(url, address);
  if (TENHOU_ID.test(address) && address.length < MOST_ID && !/\s/u.test(address)) {
    return {
      kind: "link",
      link: { site: "tenhou", log: tenhouId(address) ?? "" },
      address,
      you: viewerOf(`?${address}`),
    };
  }
  if (HAND.test(address)) return { kind: "hand", hand: address };
  return /^[{[<]/u.test(address) ? { kind: "record" } : { kind: "other" };
}
