/** The themes of the page, and its doors. */

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** The two doors of the page: a hand to be valued, a game to be reviewed. */
export const DOORS = ["hand", "game"] as const;
export type Door = (typeof DOORS)[number];
