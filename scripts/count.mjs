// How many tests of a step passed, failed and were skipped.

/** What cargo test and node --test (tap) print at the end of a run, and which of its numbers is what. */
const SUMMARIES = [
  {
    pattern: /^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored/gm,
    of: ([passed, failed, skipped]) => ({ passed, failed, skipped }),
  },
  {
    pattern: /^# pass (\d+)\n# fail (\d+)\n# cancelled (\d+)\n# skipped (\d+)\n# todo (\d+)/gm,
    of: ([passed, failed, cancelled, skipped, todo]) => ({
      passed,
      failed: failed + cancelled,
      skipped: skipped + todo,
    }),
  },
];

/**
 * Counts the tests of a step by what it printed. A step that counts none is one check; one that was skipped whole is
 * one skipped.
 */
export function count({ ok, text, skipped }) {
  if (skipped) return { passed: 0, failed: 0, skipped: 1 };
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { pattern, of } of SUMMARIES) {
    for (const [, ...numbers] of text.matchAll(pattern)) add(total, of(numbers.map(Number)));
  }
  if (total.passed + total.failed + total.skipped === 0) return { passed: Number(ok), failed: Number(!ok), skipped: 0 };
  // it counted only passes and yet failed, so something outside of the tests broke
  return ok ? total : { ...total, failed: Math.max(total.failed, 1) };
}

/** Adds numbers to a total. */
export function add(total, numbers) {
  for (const name of Object.keys(total)) total[name] += numbers[name];
}

/** `3 passed, 0 failed, 1 skipped`. */
export const words = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`;
