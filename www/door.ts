/**
 * The messages between a framed answer and the page around it. Both sides are known by their origins; no other is
 * heard or answered.
 */

import type { Report } from "nanikiru";

/** To the page around. */
export type FrameMessage =
  | { readonly type: "ready" }
  | { readonly type: "height"; readonly height: number }
  /** `done` is false for a depth that is done while the search goes on. */
  | {
      readonly type: "report";
      readonly hand: string;
      readonly unit: string;
      readonly done: boolean;
      readonly report: Report;
    }
  /** The tile that the reader has chosen, where the answer asks. */
  | { readonly type: "chosen"; readonly hand: string; readonly tile: string }
  | {
      readonly type: "error";
      readonly hand: string;
      readonly code: string;
      readonly field: string;
      readonly message: string;
    };

/** From the page around: another position, as the query of a link. */
export interface PageRequest {
  readonly type: "set";
  readonly query: string;
}

export const SOURCE = "nanikiru";
const MOST_CHARACTERS = 20_000;

const isWeb = ({ protocol }: URL): boolean => protocol === "https:" || protocol === "http:";

/** Names that a machine has for itself: one server answers to all of them. */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::(?:1|ffff:7f[\da-f]{2}:[\da-f]{1,4})?\])$/u;

/** The server that answers at an address. */
function serverOf({ hostname, port }: URL): string {
  const name = hostname.replace(/\.$/u, "");
  return `${LOOPBACK.test(name) ? "localhost" : name}:${port}`;
}

/**
 * The page that is framed at the address `here`: the one that was asked for, or this host's own by its other name,
 * which is another origin. Null where anything but a page of another host was asked for: an address of ours would run
 * or stand in our name.
 */
export function framedAt(here: string, asked: string | null): URL | null {
  const own = new URL("embed.html", here);
  if (asked === null) {
    if (own.hostname === "localhost") own.hostname = "127.0.0.1";
    else if (own.hostname === "127.0.0.1") own.hostname = "localhost";
    return own;
  }
  const url = URL.canParse(asked) ? new URL(asked) : null;
  return url && isWeb(url) && serverOf(url) !== serverOf(own) ? url : null;
}

/** Full origins and nothing else: `*` and paths are none. */
export const originsOf = (wanted: readonly string[], referrer: string): readonly string[] => {
  const from = wanted.length > 0 ? wanted : [referrer];
  return from.flatMap((text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    return url && isWeb(url) && (wanted.length === 0 || url.origin === text) ? [url.origin] : [];
  });
};

/** A message of the page around, checked. */
export function requestOf(data: unknown): PageRequest | null {
  if (typeof data !== "object" || data === null) return null;
  const { source, type, query } = data as Readonly<Record<string, unknown>>;
  return source === SOURCE && type === "set" && typeof query === "string" && query.length <= MOST_CHARACTERS
    ? { type, query }
    : null;
}

export class Door {
  readonly #origins: readonly string[];

  /** `wanted` are the origins that may frame it; without any it is the one that the browser names as its referrer. */
  constructor(wanted: readonly string[]) {
    this.#origins = originsOf(wanted, document.referrer);
  }

  send(message: FrameMessage): void {
    if (parent === window) return;
    for (const origin of this.#origins) parent.postMessage({ source: SOURCE, ...message }, origin);
  }

  take(heard: (asked: PageRequest) => void): void {
    addEventListener("message", (event) => {
      if (event.source !== parent || parent === window || !this.#origins.includes(event.origin)) return;
      const asked = requestOf(event.data);
      if (asked) heard(asked);
    });
  }
}
