// The data suite that the native tests run too: every report bit for bit, every error word for word.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT, analyzer, nanikiru } from "./support.mjs";

// JSON.parse gives every f64 back bit for bit, and deepStrictEqual keeps even 0 and -0 apart
const { cases } = JSON.parse(readFileSync(join(ROOT, "tests/data/suite.json"), "utf8"));

/** Without what depends on the machine. */
function comparable({ search: { elapsedMs, threads, threadsReason, ...search }, ...report }) {
  assert.ok(elapsedMs >= 0 && typeof threadsReason === "string");
  return { threads, report: { ...report, search } };
}

for (const threads of [1, 2, 3]) {
  test(`the suite on ${threads === 1 ? "the build without threads" : `${threads} threads`}`, async (t) => {
    assert.ok(cases.length > 0);
    const engine = analyzer(t, nanikiru, { threads });
    for (const { name, ask: what, request, report, error } of cases) {
      await t.test(name, async () => {
        const { hand, context, options, action } = request;
        const ask = () =>
          what === "danger" ? engine.danger(hand, context) : engine.analyze(hand, context, { ...options, action });
        if (error) {
          await assert.rejects(ask, (thrown) => {
            assert.ok(thrown instanceof nanikiru.NanikiruError);
            const { code, field, value, message, span } = thrown;
            assert.deepStrictEqual({ code, field, value, message, ...(span ? { span } : {}) }, error);
            return true;
          });
        } else if (what === "danger") {
          assert.deepStrictEqual(await ask(), report);
        } else {
          const answer = comparable(await ask());
          assert.equal(answer.threads, threads);
          assert.deepStrictEqual(answer.report, report);
        }
      });
    }
  });
}
