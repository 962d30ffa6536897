// Positions and records of public bug reports, asked through the package. They lie in ../shared and are
// not part of this project: where they are missing, the tests that read them are skipped.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../../shared/reference/review-3/cases", import.meta.url));
/** Why the tests are skipped, or false. */
export const skip = existsSync(FOLDER) ? false : "no ../shared";

const read = (name) => readFileSync(join(FOLDER, name), "utf8");
const position = (name) => JSON.parse(read(name));
const between = (figure, low, high) =>
  assert.ok(figure >= low && figure <= high, `${figure} is not in ${low}..${high}`);

/** The candidate of an action, a case's words for it. */
function candidate(report, action) {
  const found = report.candidates.find((each) =>
    Object.entries(action).every(([key, value]) => each.action[key] === value),
  );
  assert.ok(found, `no candidate ${JSON.stringify(action)}`);
  return found;
}

/** Asks `library` for the case's position; `check` gets the candidate that the case is about, and the report. */
const analyzed = (name, check) => ({
  name,
  test: async (library) => {
    const { hand, context, options = {}, action } = position(name);
    const report = await library.analyze(hand, context, options);
    check(candidate(report, action), report);
  },
});

/** Reads the case's record as text, and as bytes. */
const recorded = (name, check) => ({
  name,
  test: async (library) => {
    for (const content of [read(name), new TextEncoder().encode(read(name))]) {
      const log = await library.parseLog(content);
      assert.equal(log.broken, undefined, JSON.stringify(log.broken));
      check(log);
    }
  },
});

const decisions = (log) => assert.ok(log.rounds.length > 0 && log.rounds.every((round) => round.decisions.length > 0));
/** How the last round ended without a winner. */
const drawn = (word) => (log) => {
  decisions(log);
  assert.equal(log.rounds.at(-1).result.draw, word);
};
/** How many won the first round. */
const won = (wins, rules) => (log) => {
  decisions(log);
  assert.equal(log.rounds[0].result.wins.length, wins);
  if (rules) assert.equal(log.rules.name, rules);
};
/** What the records of the kind 09 call a draw, and what it is. */
const NAMES = {
  "Exhaustive-Draw": "exhausted",
  "Four-Riichi-Abortion": "fourRiichi",
  "Four-Wind-Abortion": "fourWinds",
  "Mangan-at-Draw": "nagashiMangan",
  "Nine-Terminal-Abortion": "nineTerminals",
  "Three-Ron-Abortion": "tripleRon",
  三家和: "tripleRon",
};

/** The cases, each with `name` and `test(library)`. `library` has `analyze`, `parseLog` and `convertLog`. */
export const cases = skip
  ? []
  : [
      analyzed("01-fourth-riichi.json", ({ value, winRate, outcomes }) => {
        assert.equal(winRate, 0);
        assert.equal(outcomes.rest.rate, 1);
        assert.equal(value, -1000);
      }),
      {
        name: "01-fourth-riichi.json, by rules that play on",
        test: async (library) => {
          const { hand, context, options, action } = position("01-fourth-riichi.json");
          const report = await library.analyze(hand, { ...context, rules: "m-league" }, options);
          assert.ok(candidate(report, action).outcomes.rest.rate < 0.5);
        },
      },
      analyzed("02-four-winds.json", ({ value, dealInRate, outcomes }, { candidates }) => {
        between(value, -100, 0);
        between(outcomes.rest.rate + dealInRate, 1 - 1e-6, 1 + 1e-6);
        assert.deepEqual([candidates[0].action.type, candidates[0].action.tile], ["discard", "1z"]);
      }),
      analyzed("04-nagashi-mangan.json", ({ outcomes }, report) => {
        between(outcomes.draw.mean, 11_000, 12_200);
        for (const tile of ["9m", "1p", "1s", "9s", "5z"]) {
          between(candidate(report, { type: "discard", tile, riichi: false }).value, 10_000, 12_200);
        }
        for (const tile of ["5m", "5p", "5s", "8s"]) {
          between(candidate(report, { type: "discard", tile, riichi: false }).value, -1_500, 1_500);
        }
      }),
      analyzed("05-pao-placement.json", ({ value }) => between(value, 54_000, 55_200)),
      {
        name: "06a-riichi-kan-wrc.json",
        test: async (library) => {
          const { hand, context, action } = position("06a-riichi-kan-wrc.json");
          const kans = async (rules) => {
            const report = await library.analyze(hand, { ...context, rules });
            return report.candidates.filter((each) => each.action.type === action.type).length;
          };
          assert.deepEqual([await kans("wrc"), await kans("ema")], [0, 0]);
          assert.deepEqual([await kans("tenhou"), await kans("mahjong-soul")], [1, 1]);
        },
      },
      recorded("07-mahjong-soul-triple-ron.tenhou6.json", won(3, "mahjong-soul")),
      ...readdirSync(FOLDER)
        .filter((name) => name.startsWith("09-"))
        .map((name) => recorded(name, drawn(NAMES[/named-(.*)\.tenhou6/u.exec(name)[1]]))),
      recorded("10-hora-without-deltas.mjson", won(1)),
      recorded("11-riichi-hora-without-ura.mjson", won(1)),
      recorded("12-array-of-events.json", won(1)),
      {
        name: "14-convert-to-tenhou6.mjson",
        test: async (library) => {
          const { text } = await library.convertLog(read("14-convert-to-tenhou6.mjson"), "tenhou6");
          const ends = JSON.parse(text).log.map((round) => round.at(-1));
          assert.deepEqual(
            ends.map(([word, , [winner, payer]]) => [word, winner, payer]),
            [
              ["和了", 3, 3],
              ["和了", 2, 3],
            ],
          );
          for (const [, , [, , , points, ...yaku]] of ends) {
            assert.match(points, /^(\d+符\d+飜|満貫)\d+(-\d+)?点$/u);
            assert.ok(yaku.length > 0);
            for (const each of yaku) assert.match(each, /\((\d+飜|役満)\)$/u);
          }
        },
      },
      recorded("15a-tenhou-chips.mjlog", decisions),
      {
        name: "16-double-riichi-after-own-ankan.json",
        test: async (library) => {
          const { hand, context, options } = position("16-double-riichi-after-own-ankan.json");
          const report = await library.analyze(hand, context, options);
          const { wins } = candidate(report, { type: "discard", tile: "9p", riichi: true });
          const yaku = wins.yaku.map(({ name }) => name);
          assert.ok(yaku.includes("riichi") && !yaku.includes("double riichi"), yaku.join());
        },
      },
      recorded("19-four-kans-on-the-last-discard-no-reason.mjson", drawn("fourKans")),
    ];
