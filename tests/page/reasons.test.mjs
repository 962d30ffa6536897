// The reasons of the mistakes that a review finds in recorded games: parts that add up to the loss, and a sentence that
// explains it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { nanikiru } from "../node/support.mjs";
import { called, hanchan } from "./game.mjs";
import { load } from "./load.mjs";

const [{ comparedOf, mistakeText }, { mistakesOf }, { against, differencesOf, factorsOf }, { NO_REVIEW }] =
  await Promise.all(["review-text", "score", "reason", "review"].map(load));
const SAMPLE = readFileSync(new URL("../../www/sample.mjson", import.meta.url), "utf8");
/** The share of mistakes whose sentence explains 80 to 120% of the loss. */
const EXPLAINED = 0.95;

/** All mistakes of a game, as the cards have them. */
async function mistakes(text, objective, more = {}) {
  const log = await nanikiru.parseLog(text);
  const found = new Map();
  for await (const one of nanikiru.review(text, { depth: "fast", objective, ...more }))
    found.set(log.rounds[one.round].decisions[one.index], one);
  const review = { ...NO_REVIEW, objective, found };
  return mistakesOf(log, review).map((one) => mistakeText(one, log, review, false, "en"));
}

test("the parts of each mistake add up to its loss, and its sentence names what explains it", async () => {
  const all = [];
  for (const objective of ["points", "placement"])
    for (const [text, more] of [[hanchan(), { seat: 2 }], [called()], [SAMPLE]])
      all.push(...(await mistakes(text, objective, more)));
  assert.ok(all.length >= 30, `${all.length} mistakes`);
  let explained = 0;
  for (const { one, loss, parts, reason } of all) {
    const sum = parts.parts.reduce((left, { points }) => left + points, parts.rest);
    assert.equal(sum, -Math.round(one.loss), JSON.stringify(parts));
    assert.ok(parts.parts.length >= 1 && parts.parts.length <= 3);
    const { better, played } = comparedOf(one);
    const factors = factorsOf(better, played);
    const worst = differencesOf(better, played).toSorted((a, b) => a.points - b.points)[0];
    assert.ok(
      factors.some(({ kind }) => kind === worst.kind),
      `${loss}: ${reason} has nothing of ${worst.kind}`,
    );
    assert.doesNotMatch(reason, / is worth /u);
    const { pros, cons } = against(better, played);
    assert.equal(pros.length + cons.length, factors.length, "all of them are in the sentence");
    const share = factors.reduce((total, { points }) => total + points, 0) / -one.loss;
    if (share >= 0.8 && share <= 1.2) explained += 1;
  }
  assert.ok(explained >= EXPLAINED * all.length, `${explained} of ${all.length} are explained`);
});
