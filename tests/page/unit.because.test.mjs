// Unit tests without a browser: the reasons of a correction that a row's details name, and those against a candidate.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "./load.mjs";

const [{ against, mostOf }, { LANGS, words }] = await Promise.all(["reason", "text/index"].map(load));
const of = (...because) => ({ outcome: -100, because: because.map(([reason, adds]) => ({ reason, adds })) });
const names = (correction) => mostOf(correction).map(({ reason }) => reason);

test("the first three reasons are named, and none that is written as nought", () => {
  assert.deepEqual(names(of(["shanten", -164], ["length", -117], ["threat", 91], ["folding", -76])), [
    "shanten",
    "length",
    "threat",
  ]);
  assert.deepEqual(names(of(["hand", 20], ["kan", -0.4])), ["hand"]);
  assert.deepEqual(names({ outcome: 0 }), []);
});

test("every reason has a name in every language, and the sentence has all of them", () => {
  const api = readFileSync(new URL("../../js/api.d.ts", import.meta.url), "utf8");
  const reasons = /^export type Reason = (.*);$/m.exec(api)[1].match(/\w+/g);
  assert.equal(reasons.length, 16);
  for (const lang of LANGS) {
    const { because, reasons: named } = words[lang].parts;
    assert.deepEqual(Object.keys(named).sort(), reasons.toSorted(), lang);
    assert.equal(new Set(Object.values(named)).size, reasons.length, lang);
    const said = because("+216", `${named.shanten} −164`);
    assert.ok(said.includes("+216") && said.includes(`${named.shanten} −164`), said);
  }
});

test("an advantage is named beside what outweighs it, and never alone", () => {
  const outcome = (rate, mean) => ({ rate, mean });
  const one = (value, win, dealIn, draw) => ({
    value,
    winRate: win.rate,
    outcomes: { win, dealIn, draw, tsumo: outcome(0, 0), rest: outcome(0, 0) },
  });
  const best = one(1000, outcome(0.3, 5000), outcome(0.1, -5000), outcome(0.2, 0));
  const less = against(best, one(650, outcome(0.22, 5000), outcome(0.09, -5000), outcome(0.2, 0)));
  assert.deepEqual([less.pros.map(({ kind }) => kind), less.cons.map(({ kind }) => kind)], [["dealIn"], ["win"]]);
  // it deals in less often, but what it then loses is more: points instead of a rate
  const dearer = against(best, one(750, outcome(0.3, 5000), outcome(0.09, -8333), outcome(0.21, 0)));
  assert.deepEqual(dearer, {
    ...{ kind: "less", by: "250", pros: [] },
    cons: [{ kind: "dealInCost", more: true, by: "250" }],
  });
  const cheaper = against(best, one(760, outcome(0.31, 5000), outcome(0.09, -8777), outcome(0.2, 0)));
  assert.deepEqual(cheaper, {
    ...{ kind: "less", by: "240" },
    pros: [{ kind: "win", more: true, rate: "31.0", best: "30.0" }],
    cons: [{ kind: "dealInCost", more: true, by: "290" }],
  });
  for (const lang of LANGS)
    assert.match(words[lang].compare({ kind: "discard", tile: "9m", stance: null }, dearer, "points"), /250.*250/u);
});

test("a sentence has both rates where the best one's differs, in every language", () => {
  const one = (value, rate, mean, dealIn) => ({
    value,
    winRate: rate,
    outcomes: {
      win: { rate, mean },
      dealIn: { rate: dealIn, mean: -5000 },
      ...Object.fromEntries(["draw", "tsumo", "rest"].map((end) => [end, { rate: 0, mean: 0 }])),
    },
  });
  const dama = { kind: "discard", tile: "9m", stance: "dama" };
  const how = against(one(3000, 0.4, 10_000, 0.26), one(1144, 0.4, 4834, 0.21));
  for (const lang of LANGS) {
    const said = words[lang].compare(dama, how, words[lang].units.points);
    for (const part of ["21%", "26%", "5,166", "1,856"]) assert.ok(said.includes(part), `${lang}: ${said}`);
  }
  assert.equal(
    words.en.compare(dama, how, "points"),
    "9m (dama): deal-in 21% instead of 26%, but wins are worth 5,166 less. −1,856 points.",
  );
  assert.equal(
    words.ja.compare(dama, how, "点"),
    "九萬（ダマ）は放銃率が21%（最善は26%）と低いものの、平均打点が5,166点低いため、1,856点劣ります。",
  );
  // whole numbers would not tell these apart
  const near = against(one(3000, 0.4, 5000, 0.043), one(2950, 0.4, 5000, 0.053));
  assert.match(words.en.compare(dama, near, "points"), /: deal-in 5\.3% instead of 4\.3%\. −50 points\.$/u);
});
