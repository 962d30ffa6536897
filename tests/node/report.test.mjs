// What a review says of a game beside its decisions, without WebAssembly.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../source.mjs";

const [{ asHtml, asMarkdown, asText }, { CLI_WORDS }, { LANGUAGES }, { formatError, formatRule }] = await Promise.all(
  ["js/cli/report", "js/text/index", "js/languages", "js/action"].map(load),
);
const plain = (_, text) => text;
const round = { roundWind: "east", number: 1, honba: 0, result: { gains: [0, 0, 0, 0], wins: [] } };
const reviewed = (more) => ({
  file: "game.json",
  game: { format: "mahjong-soul", game: 0, games: 1, rounds: [round], counts: [], total: 0, ...more },
  decisions: [],
});
const said = (game, lang) => [
  asText([reviewed(game)], "points", lang, plain),
  asMarkdown([reviewed(game)], "points", lang),
  asHtml([reviewed(game)], "points", lang),
];
const rules = (differences) => ({ name: "mahjong-soul", source: "record", redFives: true, kuitan: true, differences });

test("a review names what the table has otherwise than its rule set", () => {
  assert.ok(
    said({ rules: rules(["kuikae", "uma"]) }, "en")[0].startsWith(
      "game.json\nrules: mahjong-soul; this table differs in swap calling (kuikae), uma\n",
    ),
  );
  for (const lang of Object.keys(LANGUAGES)) {
    for (const text of said({ rules: rules(["kuikae", "uma"]) }, lang))
      for (const rule of ["kuikae", "uma"]) assert.ok(text.includes(formatRule(rule, lang)), `${lang}: ${text}`);
    const usual = said({ rules: rules(undefined) }, lang);
    assert.deepEqual(usual, said({}, lang), lang);
  }
});

test("a game of another number of players than the rules is not called cut", () => {
  const message = "a game of four players, and the rules given are for three players";
  const broken = { code: "log.players", refused: true, rounds: 0, byte: 9, line: 1, message };
  assert.equal(said({ broken, rounds: [] }, "en")[0], `game.json\n${message}\n`);
  for (const lang of Object.keys(LANGUAGES)) {
    const [before] = CLI_WORDS[lang].review.cut("|").split("|");
    for (const text of said({ broken, rounds: [] }, lang)) {
      assert.ok(text.toLowerCase().includes(formatError(broken, lang).toLowerCase()), text);
      assert.ok(!text.toLowerCase().includes(before), `${lang}: ${text}`);
    }
  }
});

test("a game of a special mode is not called cut, and nothing is said of its mistakes", () => {
  const message = "games with this rule are not read: Battle of Asura";
  const broken = { code: "log.house_rule", refused: true, rounds: 0, byte: 9, line: 1, houseRule: "playOn", message };
  assert.equal(said({ broken, rounds: [] }, "en")[0], `game.json\n${message}\n`);
  assert.equal(said({ broken, rounds: [] }, "en")[1], `# game.json\n\nG${message.slice(1)}\n`);
  for (const lang of Object.keys(LANGUAGES)) {
    const { none, cut, sums } = CLI_WORDS[lang].review;
    const [before] = cut("|").split("|");
    for (const text of said({ broken, rounds: [] }, lang)) {
      // English begins a paragraph with a capital
      assert.ok(text.toLowerCase().includes(formatError(broken, lang).toLowerCase()), text);
      for (const word of [none, before, sums[4]]) assert.ok(!text.toLowerCase().includes(word), `${lang}: ${text}`);
    }
    // of what was read before a cut the mistakes are listed
    const rest = said({ broken: { code: "log.unfinished", rounds: 1, message: "x" } }, lang);
    for (const text of rest) for (const word of [none, before]) assert.ok(text.toLowerCase().includes(word), text);
  }
});
