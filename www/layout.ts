/** How the page is arranged: its themes, its doors, and the panels behind the chips above the hand. */

import type { Field, TileField } from "./fields";

// The themes of the page, and its doors.

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** The two doors of the page: a hand to be valued, a game to be reviewed. */
export const DOORS = ["hand", "game"] as const;
export type Door = (typeof DOORS)[number];

// What is behind the chips above the hand: one panel at a time, in the order of the line.

export const PANELS = ["round", "seat", "dora", "seen", "offer", "around", "rules", "search", "whatif"] as const;
/** The tile keys of the hand have a button of their own beside its text. */
export type Panel = (typeof PANELS)[number] | "keys";

/** The chips that few need: folded until they hold something or somebody asks for them. */
export const FOLDED: readonly Panel[] = ["seen", "offer", "rules", "search", "whatif"];

/** The chips that stay while a record is open, which says the rest. */
export const WITH_RECORD: readonly Panel[] = ["search", "whatif"];

/** Where each field is; those of the four players are all in one. */
const FIELDS_OF: Readonly<Partial<Record<Panel, readonly Field[]>>> = {
  round: ["roundWind", "roundNumber", "honba", "sticks"],
  seat: ["seat", "turn", "kita", "tilesLeft", "interrupted"],
  dora: ["dora"],
  seen: ["visible"],
  offer: ["offered", "offeredFrom", "offeredBy"],
  rules: ["rules", "length", "redFives", "kuitan", "tableRules"],
  search: ["depth", "calls", "objective", "others", "budget", "memory"],
};

/** The fields of a panel, but for those of the four players. */
export const fieldsIn = (panel: Panel): readonly Field[] => FIELDS_OF[panel] ?? [];

/** The panel that a field is in; none for the hand, which is always there. */
export function panelOf(field: Field): Panel | null {
  if (field === "hand") return null;
  return PANELS.find((panel) => FIELDS_OF[panel]?.includes(field)) ?? "around";
}

/** What the tile keys write to while a panel is open; null for the panels without keys. */
export function aimOf(panel: Panel | null): TileField | null {
  switch (panel) {
    case "keys":
      return "hand";
    case "dora":
      return "dora";
    case "seen":
      return "visible";
    case "offer":
      return "offered";
    default:
      return null;
  }
}
