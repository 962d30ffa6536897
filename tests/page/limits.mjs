// Every wall-clock limit of the page's tests, in milliseconds: generous, for a machine that has other work. What is aimed at is beside each.

/** A full answer on one thread; aimed at: 2,000. */
export const PATIENCE_MS = 60_000;
/** From a new text to its answer, while a search that takes long is left for it; aimed at: 500. */
export const LEFT_SEARCH_MS = 60_000;
/** The longest that the page may not listen; aimed at: 50. */
export const FREEZE_MS = 5_000;
/** The review of the made-up game; aimed at: 30,000. */
export const REVIEW_MS = 300_000;
/** The review of a whole recorded game by all four players; aimed at: 120,000. */
export const GAME_MS = 900_000;
