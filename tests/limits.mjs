// Every wall-clock limit of the tests of the package and the page, in milliseconds, and nothing else. They are
// generous, for a machine that has other work: what the code aims at is beside each. Tests that hold the code to one
// of these are in tests/timed/.

/** From an abort to the rejection; aimed at: 50. */
export const ABORT = 500;
/** From an abort until the search takes no processor time any more; aimed at: 50. */
export const SILENCE_AFTER_ABORT = 150;
/** From an abort to the next answer of an engine that is still warm; aimed at: 150. */
export const NEXT_AFTER_ABORT = 1_500;
/** From a panic to its error; aimed at: 200. */
export const PANIC = 2_000;
/** From the end of a worker to the error of its question; aimed at: 100. */
export const ENDED = 1_000;
/**
 * The same in Chromium for a worker that is terminated while it searches: it lives on for 2,000 before its locks are
 * free.
 */
export const ENDED_BUSY = 6_000;
/** To overflow a stack of 8 MiB, and to fill the memory; aimed at: 1,000. */
export const EXHAUSTED = 10_000;
/** To refuse what is too large to be read; aimed at: 100. */
export const REFUSAL = 2_000;
/** To read a game among 50 MB of a browser's other messages; aimed at: 1,500. */
export const CAPTURE = 5_000;
/** From `dispose` to the last rejection; aimed at: 10. */
export const DISPOSE = 500;
/** From a program's last line to its end; aimed at: 300. */
export const LINGER = 5_000;
/** Longer than all of these: what has not come by then hangs. */
export const HANG = 30_000;
/** Longer than any test waits: a search of this length has to be stopped. */
export const LONG_SEARCH = 120_000;

// The page.

/** A full answer on one thread; aimed at: 2,000. */
export const PATIENCE = 60_000;
/** From a new text to its answer, while a search that takes long is left for it; aimed at: 500. */
export const LEFT_SEARCH = 60_000;
/** The longest that the page may not listen; aimed at: 50. */
export const FREEZE = 5_000;
/** The review of the made-up game; aimed at: 30,000. */
export const REVIEW = 300_000;
/** The review of a whole recorded game by all four players; aimed at: 120,000. */
export const GAME = 900_000;
/** The processor time of the longest task of the page in a review; aimed at: 50. */
export const TASK = 100;
