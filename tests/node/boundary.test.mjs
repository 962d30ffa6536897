// Requests and answers cross as values: what comes out is what JSON would have, and what goes in is seen entry by
// entry.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { HAND, ROOT, analyzer, nanikiru } from "./support.mjs";

const players = {
  east: { river: "1z9m4p-2s7z-" },
  south: { river: "9p1z4z-1m*8s-" },
  west: { river: "2z9s7z6m8m3p-", melds: ["z555+"] },
  north: { river: "3z9m1s-5z2m" },
};
const table = { seat: "north", doraIndicators: "3s", players };

/** Plain objects and lists of numbers, texts and booleans, nothing else: no Map, no null and nothing undefined. */
function plain(value, path) {
  if (typeof value === "object") {
    assert.ok(value !== null, `${path} is null`);
    const prototype = Array.isArray(value) ? Array.prototype : Object.prototype;
    assert.equal(Object.getPrototypeOf(value), prototype, path);
    for (const [name, inner] of Object.entries(value)) plain(inner, `${path}.${name}`);
  } else {
    assert.ok(["string", "boolean"].includes(typeof value) || Number.isFinite(value), `${path} is ${String(value)}`);
  }
}

test("answers are plain data, and what is left out is not there", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  const quick = { depth: "first" };
  const reports = [];
  const onProgress = ({ report }) => report && reports.push(report);
  const alone = await engine.analyze(HAND, { turn: 14 }, { onProgress });
  const seated = await engine.analyze("346m40678p34577s2p", table, quick);
  const risks = await engine.danger("346m40678p34577s2p", table);
  const game = await engine.parseLog(readFileSync(join(ROOT, "tests/fuzz/seeds/record/tenhou6"), "utf8"));
  assert.ok(reports.length > 0);
  for (const [name, answer] of Object.entries({ alone, seated, risks, game, reports })) plain(answer, name);
  assert.ok(!("opponents" in alone) && !("dealInRate" in alone.candidates[0]));
  assert.ok(seated.opponents.length === 3 && seated.candidates.some((row) => "dealInRate" in row));
});

test("numbers that no request has come back as they were given", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  for (const honba of [2 ** 53, 2 ** 60, -(2 ** 60), 1e300, 0.1 + 0.2, -1]) {
    await assert.rejects(engine.analyze(HAND, { honba }), { field: "context.honba", value: honba });
    await assert.rejects(engine.analyze(HAND, { scores: [1, { honba }, 2, 3] }), {
      field: "context.scores[1]",
      value: { honba },
    });
  }
  await assert.rejects(engine.analyze(HAND, { honbas: undefined, honba: null, turns: 3 }), (error) => {
    assert.deepEqual([error.code, error.field, error.value], ["request.unknown_field", "context.turns", 3]);
    assert.match(error.message, /did you mean `turn`/);
    return true;
  });
  await assert.rejects(engine.danger(HAND, undefined), {
    code: "request.missing_field",
    field: "context",
    value: null,
  });
});
