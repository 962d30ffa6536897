/** What is said where tiles are laid on the table. */

import type { From, MeldKind } from "../table-edits";

export interface BoardWords {
  readonly asText: string;
  readonly layHint: string;
  /** In a frame of another page. */
  readonly embed: {
    readonly ask: string;
    readonly right: string;
    readonly equal: (tile: string) => string;
    readonly wrong: (tile: string, loss: string, unit: string) => string;
  };
  readonly embedMore: string;
  readonly embedShow: string;
  /** A page that has the answer in a frame. */
  readonly frame: {
    readonly title: string;
    readonly intro: string;
    readonly hand: string;
    readonly refused: string;
    readonly heard: (hand: string) => string;
  };
  readonly laying: {
    readonly title: string;
    /** The next tile of a river, or the one that lies there. */
    readonly river: (wind: string, tile: string | null) => string;
    readonly meld: (wind: string) => string;
    readonly dora: (place: number) => string;
    readonly add: (wind: string) => string;
    readonly addDora: string;
    readonly discard: string;
    readonly melds: Readonly<Record<MeldKind, string>>;
    readonly needs: Readonly<Record<MeldKind, string>>;
    readonly from: Readonly<Record<From, string>>;
    readonly fromWhom: string;
    readonly drawn: string;
    readonly riichi: string;
    readonly inTurn: string;
    readonly remove: string;
    readonly removeMeld: string;
    readonly kita: string;
    readonly removeKita: string;
    readonly close: string;
    readonly put: (tile: string) => string;
  };
}
