// dist/inline.js is written by scripts/bundle.mjs.

/** The worker's script. */
export const worker: string;
/** The build without threads, gzip in base64. */
export const single: string;
/** The build with threads, gzip in base64. */
export const threads: string;
