/**
 * Milliseconds, more than 24 days: a timer's delay is a signed number of 32 bits, and a longer one would be over
 * after 1 ms.
 */
export const LONGEST_MS = 2 ** 31 - 1;
