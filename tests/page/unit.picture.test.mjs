// Unit tests without a browser: what is in the picture of a decision, and where.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const [picture, text] = await Promise.all([load("view/picture"), load("text/index")]);
const discard = (tile) => ({ type: "discard", tile, riichi: false });
const row = (action, value) => ({ action, value, winRate: 0.345 });
const decision = (more = {}) => ({
  seat: "east",
  turn: 7,
  hand: "2346m4067p2478s55z",
  context: { doraIndicators: "4p" },
  done: discard("5z"),
  ...more,
});
const LOG = {
  rules: { name: "tenhou" },
  rounds: [{ roundWind: "south", number: 3, honba: 1, scores: [25000, 24000, 26000, 25000], decisions: [] }],
};
const PLACE = { round: 0, player: 2, at: 3 };
const verdict = (values, best = values[0][0]) => ({
  candidates: values.map(([tile, value]) => row(discard(tile), value)),
  actions: values.length,
  best: discard(best),
  rank: 2,
  loss: 300,
});
const VERDICT = verdict([
  ["2s", 1938],
  ["8s", 1800],
  ["4s", -90],
  ["7s", -200],
  ["5z", -510],
]);
const made = (one = decision(), lang = "en", judged = VERDICT) =>
  picture.pictureOf(LOG, PLACE, one, { verdict: judged, objective: "points" }, "The line.", lang);
const of = (kind, { parts }) => parts.filter((part) => part.kind === kind);

test("the picture has the hand, the dora, the round, the points, the first three candidates, what was played and the line, in all languages", () => {
  for (const lang of text.LANGS) {
    const whole = made(decision(), lang);
    const tiles = of("tile", whole);
    assert.deepEqual(
      tiles.map(({ tile }) => tile).toSorted(),
      ["4p", "2m", "3m", "4m", "6m", "4p", "0p", "6p", "7p", "2s", "4s", "7s", "8s", "5z", "5z"].toSorted(),
    );
    assert.deepEqual(
      tiles.filter(({ mark }) => mark).map(({ tile, mark }) => `${tile} ${mark}`),
      ["2s best", "5z played"],
      "one tile each",
    );
    const bars = of("bar", whole);
    assert.deepEqual(
      bars.map(({ mark }) => mark),
      ["best", null, null, "played"],
    );
    assert.ok(bars[0].width > bars[1].width && bars[1].width > bars[2].width && bars[2].width > bars[3].width);
    const said = of("text", whole).map((part) => part.text);
    for (const part of ["The line.", "25,000 · 24,000 · 26,000 · 25,000", "34.5%", text.words[lang].fields.dora.label])
      assert.ok(said.includes(part), `${lang}: ${part}`);
    assert.ok(
      said.some((part) => part.startsWith("+1,938")),
      lang,
    );
    assert.doesNotMatch(said.join(" "), /undefined|NaN/u);
  }
});

test("nothing leaves the picture, with melds, a tile on offer, five dora, and losses alone", () => {
  const hands = [
    decision(),
    decision({ hand: "1m,111z-,22-2z,3333z,444z", context: { doraIndicators: "11112z" } }),
    decision({ hand: "2346m4067p2478s5z", context: { offered: { tile: "3s", from: "left" } }, done: { type: "pass" } }),
  ];
  for (const one of hands) {
    for (const judged of [
      VERDICT,
      verdict([
        ["2s", -100],
        ["8s", -300],
      ]),
      verdict([["2s", 0]]),
    ]) {
      const { width, height, parts } = made(one, "en", judged);
      assert.ok(height > 300 && height < 1000, String(height));
      for (const part of parts) {
        const right =
          part.kind === "text"
            ? part.end
              ? part.x
              : part.x + Math.min(part.width, width - part.x)
            : part.x + part.width;
        const bottom =
          part.kind === "tile" ? part.y + (4 / 3) * part.width : part.kind === "bar" ? part.y + part.height : part.y;
        assert.ok(part.x >= 0 && part.y >= 0 && right <= width && bottom <= height, JSON.stringify(part));
      }
    }
  }
  assert.equal(of("tile", made(hands[2])).at(-1).tile, "3s", "the tile on offer stands last");
});
