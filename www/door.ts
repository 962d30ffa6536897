/** What a framed answer and the page around it tell each other. Both sides are known by their origins; anybody else is neither heard nor told. */

import type { Report } from "nanikiru";

/** To the page around. */
export type Told =
  | { readonly type: "ready" }
  | { readonly type: "height"; readonly height: number }
  /** `done` is false for a depth that is done while the search goes on. */
  | { readonly type: "report"; readonly hand: string; readonly unit: string; readonly done: boolean; readonly report: Report }
  | { readonly type: "error"; readonly hand: string; readonly code: string; readonly field: string; readonly message: string };

/** From the page around: another position, as the query of a link. */
export interface Asked {
  readonly type: "set";
  readonly query: string;
}

export const SOURCE = "nanikiru";
const MOST_CHARACTERS = 20_000;

/** Full origins and nothing else: `*` and paths are none. */
export const originsOf = (wanted: readonly string[], referrer: string): readonly string[] => {
  const from = wanted.length > 0 ? wanted : [referrer];
  return from.flatMap((text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    const whole = url !== null && (url.protocol === "https:" || url.protocol === "http:");
    return whole && (wanted.length === 0 || url.origin === text) ? [url.origin] : [];
  });
};

/** A message of the page around, checked. */
export function askedOf(data: unknown): Asked | null {
  if (typeof data !== "object" || data === null) return null;
  const { source, type, query } = data as Readonly<Record<string, unknown>>;
  return source === SOURCE && type === "set" && typeof query === "string" && query.length <= MOST_CHARACTERS ? { type, query } : null;
}

export class Door {
  readonly #origins: readonly string[];

  /** `wanted` are the origins that may frame it; without any it is the one that the browser names as its referrer. */
  constructor(wanted: readonly string[]) {
    this.#origins = originsOf(wanted, document.referrer);
  }

  send(told: Told): void {
    if (parent === window) return;
    for (const origin of this.#origins) parent.postMessage({ source: SOURCE, ...told }, origin);
  }

  take(heard: (asked: Asked) => void): void {
    addEventListener("message", (event) => {
      if (event.source !== parent || parent === window || !this.#origins.includes(event.origin)) return;
      const asked = askedOf(event.data);
      if (asked) heard(asked);
    });
  }
}
