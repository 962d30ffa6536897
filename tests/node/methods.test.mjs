// The other systems by name, through the package: tabu search, and the estimators of danger beside the model.
import assert from "node:assert/strict";
import { test } from "node:test";
import { analyzer, nanikiru } from "./support.mjs";

const HAND = "123m456p789s1122z3z";
const TABLE = {
  seat: "north",
  doraIndicators: "3s",
  players: {
    east: { river: "1z9m4p-2s7z-" },
    south: { river: "9p1z4z-1m*8s-" },
    west: { river: "2z9s7z6m8m3p-", melds: ["z555+"] },
    north: { river: "3z9m1s-5z2m" },
  },
};

for (const threads of [1, 2]) {
  test(`tabu search in one line, the same for any number of threads, ${threads} thread(s)`, async (t) => {
    const engine = analyzer(t, nanikiru, { threads });
    const counts = [];
    const options = { method: "tabu", runs: 2_000, onProgress: (now) => counts.push(now.done) };
    const report = await engine.analyze(HAND, { doraIndicators: "4p" }, options);
    const { action, points } = report.candidates[0];
    assert.deepEqual(action, { type: "discard", tile: "3z", riichi: false });
    assert.deepEqual([report.runs, report.target.shanten], [2_000, -1]);
    assert.ok(points > 0 && report.complete > 0);
    const [{ tile, share, yaku, han, points: paid }] = report.candidates[0].targets;
    assert.ok(
      ["1z", "2z"].includes(tile) && share > 0 && share <= 1 && yaku[0] === "riichi" && han >= 1 && paid >= 1_000,
    );
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => a - b),
    );
    const other = analyzer(t, nanikiru, { threads: 3 - threads });
    assert.deepEqual(await other.analyze(HAND, { doraIndicators: "4p" }, { method: "tabu", runs: 2_000 }), report);
    // the exact one is what there is without a name
    const exact = (await engine.analyze(HAND, {}, { method: "exact", depth: "first" })).candidates;
    assert.deepEqual(exact, (await engine.analyze(HAND, {}, { depth: "first" })).candidates);
  });
}

test("a tabu search is stopped by its signal, and the next question is answered", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 2 });
  await engine.analyze(HAND, {}, { depth: "first" });
  const controller = new AbortController();
  const asked = engine.analyze(
    "1358m247p358s1266z",
    {},
    { method: "tabu", runs: 1_000_000, neighbours: 1_000, signal: controller.signal },
  );
  setTimeout(() => controller.abort(), 50);
  await assert.rejects(asked, { name: "AbortError" });
  assert.ok((await engine.analyze(HAND, {}, { depth: "first" })).candidates.length > 0);
});

test("wrong names and budgets are errors that name the field", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  const codes = [
    [() => engine.analyze(HAND, {}, { method: "guess" }), "request.unknown_value", "options.method"],
    [() => engine.analyze(HAND, {}, { method: "tabu", runs: 0 }), "request.out_of_range", "options.runs"],
    [() => engine.analyze(HAND, {}, { method: "tabu", budgetMs: 0 }), "request.out_of_range", "options.budgetMs"],
    [() => engine.analyze(HAND, {}, { method: "tabu", moves: 0 }), "request.out_of_range", "options.moves"],
    [() => engine.analyze(HAND, {}, { method: "tabu", neighbours: 0 }), "request.out_of_range", "options.neighbours"],
    [() => engine.analyze(HAND, {}, { method: "tabu", depth: "fast" }), "request.unknown_field", "options.depth"],
    [() => engine.analyze("123m", {}, { method: "tabu" }), "hand.size", "hand"],
    [() => engine.danger(HAND, TABLE, { estimator: "guess" }), "request.unknown_value", "estimator"],
  ];
  for (const [ask, code, field] of codes) {
    await assert.rejects(ask, (error) => {
      assert.deepEqual([error.name, error.code, error.field], ["NanikiruError", code, field]);
      return true;
    });
  }
});

test("each estimator of danger has its name", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  const hand = "346m40678p34577s2p";
  const [none, model, paper, table] = await Promise.all(
    [undefined, "model", "kurita-hoki", "class"].map((estimator) => engine.danger(hand, TABLE, { estimator })),
  );
  assert.deepEqual(none, model);
  const rates = ({ tiles }) => tiles.map(({ dealInRate }) => dealInRate);
  assert.notDeepEqual(rates(paper), rates(model));
  assert.notDeepEqual(rates(table), rates(paper));
  for (const report of [model, paper, table]) {
    assert.equal(report.tiles.length, 37);
    assert.equal(report.tiles.find(({ tile }) => tile === "9p").risks.find(({ seat }) => seat === "south").rate, 0);
  }
  assert.deepEqual(
    table.opponents.map(({ tenpaiRate }) => tenpaiRate),
    [0, 1, 0],
  );
});
