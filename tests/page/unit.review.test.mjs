// Unit tests without a browser: the headless parts of the review: an opponent's riichi in the notation, what was
// found, and the file that keeps it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const [threat, review, saved, position] = await Promise.all(
  ["table-edits", "review", "review-file", "position"].map(load),
);

test("a riichi is laid with the last discard, its stick with it, and taken back", () => {
  const at = (river, more = {}) => ({ ...position.DEFAULTS, westRiver: river, ...more });
  const cases = [
    ["1z9m-4p", "1z9m-4p*"],
    ["1z9m-", "1z9m-*"],
    ["1z7s^E", "1z7s^E*"],
    ["1z7s+8s", "1z7s*+8s"],
    ["1z +8s 9m- ", "1z +8s 9m-* "],
  ];
  for (const [before, after] of cases) {
    const changed = threat.withRiichi(at(before), "west", true);
    assert.equal(changed.westRiver, after);
    assert.equal(threat.inRiichi(at(after), "west"), true, after);
    assert.equal(threat.withRiichi(at(after), "west", false).westRiver, before);
  }
  assert.equal(threat.hasDiscarded(at(""), "west"), false);
  assert.equal(threat.hasDiscarded(at("+8s"), "west"), false);
  const typed = at("1z", { westScore: "24000", sticks: "1" });
  const laid = { ...typed, ...threat.withRiichi(typed, "west", true) };
  assert.deepEqual([laid.westScore, laid.sticks], ["23000", "2"]);
  assert.deepEqual({ ...laid, ...threat.withRiichi(laid, "west", false) }, typed);
  // sticks that nobody typed follow from the rivers, points that nobody typed stay away
  const bare = threat.withRiichi(at("1z"), "west", true);
  assert.deepEqual([bare.westScore, bare.sticks], ["", "0"]);
});

const action = (tile) => ({ type: "discard", tile, riichi: false });
const row = (tile, value) => ({
  ...{
    action: action(tile),
    value,
    group: value > 0 ? 1 : 2,
    winRate: 0.2,
    tenpaiRate: 0.5,
    shanten: 1,
    ukeire: { kinds: "1m", tiles: 4 },
  },
  outcomes: Object.fromEntries(["win", "dealIn", "tsumo", "draw", "rest"].map((end) => [end, { rate: 0.2, mean: 10 }])),
});
const verdict = (loss, rank = loss > 0 ? 2 : 1) => ({
  candidates: [row("1m", loss), row("2m", 0)],
  actions: 2,
  best: action("1m"),
  rank,
  loss,
});
const decision = (seat, turn) => ({ seat, turn, hand: "", context: {}, done: action("1m") });
/** Two rounds of four decisions, one of each player. */
const LOG = {
  format: "mjai",
  rules: { name: "tenhou" },
  rounds: [1, 2].map((number) => ({
    roundWind: "east",
    number,
    honba: 0,
    decisions: ["east", "south", "west", "north"].map((seat) => decision(seat, number)),
  })),
};
const [one, two] = LOG.rounds.map(({ decisions }) => decisions);
const found = (pairs) => ({ ...review.NO_REVIEW, found: new Map(pairs) });

test("mistakes of all sizes are gone through in the order of the game", () => {
  assert.deepEqual(
    [
      undefined,
      verdict(0),
      verdict(0, 2),
      verdict(199),
      verdict(200),
      verdict(500),
      verdict(1000),
      { ...verdict(0), loss: undefined, unjudged: "hidden" },
    ].map((v) => review.standing(v, "points")),
    [...["pending", "best", "best", "near", "doubtful", "mistake", "blunder", "unjudged"]],
  );
  const seen = found([
    [one[1], verdict(500)],
    [one[2], verdict(10)],
    [two[0], verdict(400)],
  ]);
  const go = (place, by) => review.nextMistake(LOG, place, seen, by);
  const begin = { round: 0, player: 0, at: 0 };
  // in the second round the second player is East
  assert.deepEqual(go(begin, 1), { round: 0, player: 1, at: 0 });
  assert.deepEqual(go({ round: 0, player: 1, at: 0 }, 1), { round: 1, player: 1, at: 0 });
  assert.equal(go({ round: 1, player: 1, at: 0 }, 1), null);
  assert.deepEqual(go({ round: 1, player: 1, at: 0 }, -1), { round: 0, player: 1, at: 0 });
  assert.equal(go(begin, -1), null);
});

test("what is saved is what comes back; what is damaged is refused with its place", () => {
  const bytes = (text) => new TextEncoder().encode(text);
  const record = new Uint8Array(20_000).map((_, i) => (i * 7) % 256);
  const kept = {
    ...found([
      [one[1], verdict(500)],
      [two[3], { candidates: [], actions: 0, unjudged: "hidden" }],
    ]),
    objective: "placement",
  };
  const text = saved.savedText("game.json", record, LOG, kept);
  assert.equal(saved.claimsToBeSaved(bytes(text)), true);
  assert.equal(saved.claimsToBeSaved(bytes('{"type":"start_game"}')), false);
  const back = saved.readSaved(bytes(text));
  assert.deepEqual([back.name, back.objective, back.decisions], ["game.json", "placement", 8]);
  assert.deepEqual(back.record, record);
  assert.deepEqual(saved.foundIn(LOG, back).found, new Map(kept.found));

  const refused = (content, code, message) => {
    assert.throws(
      () => saved.foundIn(LOG, saved.readSaved(bytes(content))),
      (error) => {
        assert.equal(error.code, code, `${content.slice(0, 80)}: ${error.message}`);
        assert.match(error.message, message);
        return true;
      },
    );
  };
  refused(text.slice(0, -2), "saved.syntax", /./u);
  const change = (edit) => {
    const data = JSON.parse(text);
    edit(data);
    return JSON.stringify(data);
  };
  const cases = [
    [(data) => (data.version = 1), "saved.version", /^version 1, not 3$/u],
    [(data) => delete data.name, "saved.value", /^name: no text$/u],
    [(data) => (data.record = "%"), "saved.value", /^record: no base64$/u],
    [(data) => (data.objective = "winRate"), "saved.value", /^objective: /u],
    [(data) => (data.verdicts = {}), "saved.value", /^verdicts: no list$/u],
    [(data) => (data.verdicts[0].at = 1.5), "saved.value", /^verdicts\[0\]\.at: no count$/u],
    [(data) => (data.verdicts[0].verdict.loss = "500"), "saved.value", /^verdicts\[0\]\.verdict\.loss: no number$/u],
    [(data) => (data.verdicts[0].verdict.best = null), "saved.value", /^verdicts\[0\]\.verdict\.best: no object$/u],
    [
      (data) => delete data.verdicts[0].verdict.candidates[1].outcomes.draw,
      "saved.value",
      /^verdicts\[0\]\.verdict\.candidates\[1\]\.outcomes\.draw: no object$/u,
    ],
    [
      (data) => (data.verdicts[0].verdict.candidates[0].action.tile = 5),
      "saved.value",
      /\.candidates\[0\]\.action\.tile: no text$/u,
    ],
    [(data) => (data.verdicts[1].at = 8), "saved.record", /^the record has no decision 8$/u],
    [(data) => (data.decisions = 9), "saved.record", /^8 decisions in the record, 9 in the file$/u],
  ];
  for (const [edit, code, message] of cases) refused(change(edit), code, message);
});

/** All places in a value that hold something else than a list or an object, as paths. */
const leaves = (value, path = []) =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => leaves(inner, [...path, name]))
    : [path];
const at = (value, path) => path.reduce((inner, name) => inner[name], value);

/** A review in which every field that a file can have is there. */
const FULL = {
  ...review.NO_REVIEW,
  found: new Map([
    [
      one[0],
      {
        candidates: [
          ...[
            { type: "discard", tile: "0p", riichi: true },
            { type: "tsumo" },
            { type: "nineTerminals" },
            { type: "ankan", tile: "7z" },
            { type: "kakan", tile: "5s" },
          ],
          ...[
            { type: "pass" },
            { type: "ron" },
            { type: "chi", tiles: "40p", discard: "1z" },
            { type: "pon", tiles: "55m", discard: "9s" },
            { type: "daiminkan" },
          ],
        ].map((action, i) => ({
          ...row("1m", 10 - i),
          ...{ action, ukeire: { kinds: "19m5p67z", tiles: 9 }, searchValue: 1.5, dealInRate: 0.25, policy: 1 },
          correction: { outcome: -100, because: [{ reason: "shanten", adds: -164 }] },
        })),
        ...{ actions: 10, best: { type: "chi", tiles: "40p", discard: "1z" }, rank: 2, loss: 500 },
      },
    ],
    [two[3], { candidates: [], actions: 0, unjudged: "hidden" }],
  ]),
  learned: new Map([[one[0], { choice: { type: "pon", tiles: "05s", discard: "0m" }, loss: 12.5 }]]),
};

test("no text of a saved review gets into an address, an attribute or a figure", () => {
  const text = saved.savedText("game.json", new Uint8Array(4), LOG, FULL);
  const read = (data) => saved.foundIn(LOG, saved.readSaved(new TextEncoder().encode(JSON.stringify(data))));
  assert.deepEqual(read(JSON.parse(text)).found, FULL.found);
  assert.deepEqual(read(JSON.parse(text)).learned, FULL.learned);

  const hostile = {
    string: [
      "../../evil?x=",
      "1m/../../evil",
      "1m#",
      "8z",
      "0z",
      "1x",
      "m",
      "1mm",
      " 1m",
      "1m\n",
      "javascript:alert(1)",
      '"><script>alert(1)</script>',
      "__proto__",
      "constructor",
      "toString",
      "\u202e1m",
      5,
      null,
      true,
      {},
      ["1m"],
    ],
    number: ["1", "100%;background:url(/evil)", null, true, {}, [1], -1e9],
    boolean: ["true", 1, null, {}],
  };
  // any text will do: the name is shown as text, and the record is for the engine to judge
  const free = ["name", "record"];
  let tried = 0;
  for (const path of leaves(JSON.parse(text))) {
    const name = path.at(-1);
    const was = at(JSON.parse(text), path);
    for (const value of hostile[typeof was]) {
      // a mean, a value or a correction may be any number
      const any = value === -1e9 && ["value", "searchValue", "mean", "outcome", "adds", "shanten"].includes(name);
      // a list of tiles may be one
      const listed = ["tiles", "kinds"].includes(name) && value === "1m";
      if (any || listed || (free.includes(name) && typeof value === "string")) continue;
      const data = JSON.parse(text);
      at(data, path.slice(0, -1))[name] = value;
      assert.throws(() => read(data), { code: /^saved\.\w+$/u }, `${path.join(".")} = ${JSON.stringify(value)}`);
      tried += 1;
    }
  }
  assert.ok(tried > 1000, String(tried));

  const more = [
    (data) => (data.verdicts[0].verdict.best.evil = "../"),
    (data) => (data.verdicts[0].verdict.candidates[1].action.tile = "../"),
    (data) => (data.verdicts[0].verdict.rank = 11),
    (data) => (data.verdicts[0].verdict.rank = 0),
    (data) => (data.verdicts[1].verdict.loss = 5),
    (data) => (data.verdicts[0].verdict.candidates[0].winRate = 1.01),
    (data) => (data.verdicts[0].verdict.candidates[0].outcomes.win.rate = -0.01),
    (data) => (data.learned[0].loss = -1),
  ];
  for (const edit of more) {
    const data = JSON.parse(text);
    edit(data);
    assert.throws(() => read(data), { code: "saved.value" }, String(edit));
  }
});

test("names in Markdown are text: no mark, no markup, no link, one line, nothing unseen", async () => {
  const texts = await load("review-text");
  const NAME = [
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert(1))",
    "![x](https://a.example)",
    "a|b\\|c",
    "`a` *b* _c_ ~~d~~ $e$ # f",
    "&lt;b&gt; &#60;",
    "a\n| b\r\n\u2028c\td ",
    "\u001b]0;PWNED\u0007\u009b2J\u007f",
    "a\u202eb\u2066c\u200fd\u061c",
    "www.a.example WWW.a a@b.example",
  ].join("");
  const log = {
    ...LOG,
    names: [NAME, NAME, NAME, NAME],
    rules: { name: "tenhou" },
    rounds: LOG.rounds.map((round) => ({
      ...round,
      decisions: round.decisions.map((one) => ({ ...one, hand: "1123m" })),
    })),
  };
  const [first, second] = log.rounds[0].decisions;
  const found = {
    ...review.NO_REVIEW,
    found: new Map([
      [first, verdict(5000)],
      [second, verdict(900)],
    ]),
  };
  for (const lang of ["en", "ja"]) {
    const text = texts.markdownOf(texts.reviewText(NAME, log, found, lang), lang);
    assert.ok(text.includes("PWNED"), "the names are there");
    const bare = text
      .replaceAll(/\\[!-/:-@[-`{-~]/gu, "")
      .replaceAll(/^\d+\. \*\*(.*)\*\*/gmu, "$1")
      .replaceAll(/^ {3}`[\dmpsz]+`$/gmu, "")
      .replaceAll(/^#+ /gmu, "")
      .replaceAll(/(?:^\| | \| | \|$)/gmu, "");
    assert.doesNotMatch(bare, /[<>&`*_[\]~$#@|]|:\/\/|www\.|[\p{Cc}\p{Cf}](?<!\n)/u, bare);
    assert.equal(
      text.split("\n").filter((one) => one.includes("PWNED")).length,
      5,
      "a title, two players and two mistakes, each on one line",
    );
  }
});

/** Sentences in a language, as the page says them. */
async function sentences() {
  const [{ reasonOf }, { words }] = await Promise.all(["reason", "text/index"].map(load));
  return (report, unit, lang) => words[lang].sentence(reasonOf(report), unit);
}

test("a sentence names no difference that is written as nought, and counts one as one", async () => {
  const [sentence, { words }] = await Promise.all([sentences(), load("text/index")]);
  const outcomes = (win, dealIn) => ({
    ...Object.fromEntries(["tsumo", "draw", "rest"].map((end) => [end, { rate: 0.2, mean: 0 }])),
    win,
    dealIn,
  });
  const one = (tile, value, winRate, mean, dealIn) => ({
    ...{
      action: action(tile),
      value,
      group: 200 - value,
      winRate,
      tenpaiRate: 0.5,
      shanten: 1,
      ukeire: { kinds: "1m", tiles: 4 },
    },
    outcomes: outcomes({ rate: winRate, mean }, { rate: dealIn, mean: -5000 }),
  });
  // 0.0004 of a win of 30,000 is 12 points, and yet the rates are the same as they are written
  const report = { candidates: [one("4p", 100, 0.2, 30000, 0.1), one("9s", 60, 0.1996, 30000, 0.1002)] };
  for (const lang of ["en", "ja"]) assert.doesNotMatch(sentence(report, "points", lang), /(?<!\d)0\.0(?!\d)|が0点/u);
  assert.match(sentence(report, "points", "en"), / 9s: −40 points\.$/u);
  const never = { candidates: [one("4p", 100, 0.2, 5000, 0.1), one("9s", 99, 0, 0, 0.05)] };
  assert.match(sentence(never, "points", "en"), / 9s: .*\. −1 point\.$/u);
  for (const [lang, pays] of [
    ["en", /are worth/u],
    ["ja", /平均打点/u],
  ])
    assert.doesNotMatch(sentence(never, "points", lang), pays, "what never wins");
  assert.equal(
    words.en.review.summary(3, 1, words.en.mistakes.title(1, 0), "1", "points"),
    "1 of 3 best or equal · 1 mistake · −1 point",
  );
  const equal = {
    candidates: [
      { ...one("4p", 100, 0.2, 5000, 0.1), group: 1, policy: 0.853 },
      { ...one("9s", 130, 0.2, 5000, 0.1), group: 1, policy: 0.1 },
    ],
  };
  assert.match(
    sentence(equal, "points", "en"),
    / 9s and 4p are equal by calculation; 85% of strong players choose 4p\.$/u,
  );
  assert.match(sentence(equal, "points", "ja"), /計算上ほぼ互角。鳳凰卓では85%が/u);
});

test("riichi and dama of one tile that are about equal are named once, with what most strong players do", async () => {
  const sentence = await sentences();
  const outcomes = Object.fromEntries(
    ["win", "dealIn", "tsumo", "draw", "rest"].map((end) => [end, { rate: 0.2, mean: 1000 }]),
  );
  const one = (riichi, policy) => ({
    ...{ action: { type: "discard", tile: "2p", riichi }, value: 1000, group: 1, policy, winRate: 0.2 },
    ...{ tenpaiRate: 1, shanten: 0, ukeire: { kinds: "1m", tiles: 4 }, outcomes },
  });
  const said = (lang, best) => sentence({ candidates: [one(best, 0.776), one(!best, 0.224)] }, "points", lang);
  assert.match(
    said("en", true),
    /20\.0%\. Dama and riichi are equal by calculation; 78% of strong players declare\.$/u,
  );
  assert.match(said("en", false), / Dama and riichi are equal by calculation; 78% of strong players stay dama\.$/u);
  const { LANGS, words } = await load("text/index");
  for (const lang of LANGS) {
    for (const best of [true, false]) {
      const text = said(lang, best).split(words[lang].tileCode("2p"));
      assert.equal(text.length, 2, `${lang}: ${text.join("2p")}`);
      assert.match(text[1], /78%/u);
    }
    assert.notEqual(said(lang, true), said(lang, false));
  }
});

test("defect 15: every sentence of an answer begins with a capital, whatever tile it is about, and ends with a stop", async () => {
  const sentence = await sentences();
  const outcomes = Object.fromEntries(
    ["win", "dealIn", "tsumo", "draw", "rest"].map((end) => [end, { rate: 0.2, mean: 1000 }]),
  );
  const one = (tile, value, group) => ({
    action: action(tile),
    value,
    group,
    winRate: 0.2,
    tenpaiRate: 0.5,
    shanten: 1,
    ukeire: { kinds: "1m", tiles: 4 },
    outcomes,
    policy: 0.5,
  });
  const tiles = ["m", "p", "s"]
    .flatMap((suit) => [1, 5, 9, 0].map((n) => `${n}${suit}`))
    .concat([1, 2, 3, 4, 5, 6, 7].map((n) => `${n}z`));
  for (const tile of tiles) {
    for (const [value, group] of [
      [300, 3],
      [995, 1],
      [990, 2],
    ]) {
      const said = sentence({ candidates: [one("2p", 1000, 1), one(tile, value, group)] }, "points", "en");
      // names of tiles begin with a figure
      for (const part of said.split(/(?<=[a-z%]\.) /u)) assert.match(part, /^[A-Z\d].*\.$/u, said);
    }
  }
});

test("a choice that is about equal to the best is called equal, in every language", async () => {
  const [{ judgement }, { LANGS, words }] = await Promise.all(["view/record", "text/index"].map(load));
  for (const lang of LANGS) {
    const { best, equal, better } = words[lang].record;
    const said = [verdict(0, 1), verdict(0, 2), verdict(500, 2)].map((one) => judgement(one, "points", lang));
    assert.equal(new Set(said).size, 3, said.join(" / "));
    assert.equal(said[0], best);
    assert.ok(
      equal("|")
        .split("|")
        .every((part) => said[1].includes(part)),
      said[1],
    );
    assert.ok(
      better("|", "500", words[lang].units.points)
        .split("|")
        .every((part) => said[2].includes(part)),
      said[2],
    );
  }
});

test("what an action's value differs by is what its ends differ by, all of them named", async () => {
  const { differencesOf } = await load("reason");
  let seed = 7;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const ENDS = ["win", "dealIn", "tsumo", "draw", "rest"];
  const made = () => {
    const rates = ENDS.map(random);
    const sum = rates.reduce((a, b) => a + b, 0);
    const outcomes = Object.fromEntries(
      ENDS.map((end, i) => [end, { rate: rates[i] / sum, mean: 16000 * random() - 8000 }]),
    );
    const value = Object.values(outcomes).reduce((all, { rate, mean }) => all + rate * mean, 0);
    return { value, group: 1, winRate: outcomes.win.rate, outcomes };
  };
  for (let i = 0; i < 500; i += 1) {
    const [best, next] = [made(), made()];
    const named = differencesOf(best, next);
    const sum = named.reduce((all, { points }) => all + points, 0);
    assert.ok(Math.abs(sum - (next.value - best.value)) < 1e-6, `${sum}`);
    assert.equal(new Set(named.map(({ kind }) => kind)).size, 5);
  }
});

test("points that one player gains the others lose, as evenly as can be and nobody below nought", async () => {
  const { scoresOf, sumOf, withScore } = await load("table-edits");
  const four = (...points) =>
    Object.fromEntries(["east", "south", "west", "north"].map((wind, i) => [wind, points[i]]));
  const cases = [
    [four(25000, 25000, 25000, 25000), 40000, four(20000, 20000, 40000, 20000)],
    [four(25000, 25000, 25000, 25000), 25100, four(24900, 25000, 25100, 25000)],
    [four(25000, 25000, 25000, 25000), 10000, four(30000, 30000, 10000, 30000)],
    [four(1000, 30000, 34000, 35000), 50000, four(0, 22500, 50000, 27500)],
    [four(-2000, 30000, 37000, 35000), 40000, four(-2000, 28500, 40000, 33500)],
  ];
  for (const [before, points, after] of cases) assert.deepEqual(withScore(before, "west", points), after);
  // what the others do not have cannot be gained
  assert.deepEqual(withScore(four(0, 100, 200, 0), "west", 70000), four(0, 0, 300, 0));
  for (let points = 0; points <= 70000; points += 700) {
    const after = withScore(four(12300, 31900, 44800, 11000), "west", points);
    assert.equal(sumOf(after), 100000);
    assert.ok(
      Object.values(after).every((score) => score >= 0 && score % 100 === 0),
      JSON.stringify(after),
    );
  }
  assert.equal(sumOf(scoresOf({ ...position.DEFAULTS, eastScore: "30000", westScore: "x" })), 105000);
});

test("rows are in order by value, or by what is striven for", async () => {
  const { orderedBy, striven } = await load("candidates");
  assert.deepEqual(["points", "placement", "winRate", "tenpai"].map(orderedBy), ["value", "value", "win", "worth"]);
  assert.equal(striven({ winRate: 0.25, tenpaiAtDraw: 0.125 }), 0.375);
});

test("what another hand is compared with is kept while things are supposed, and gone with any other change", async () => {
  const { apply, INITIAL } = await load("state");
  const run = (first, ...events) => events.reduce(apply, first);
  const typed = run(INITIAL, { type: "typed", field: "hand", text: "1m" });
  const answered = run(typed, { type: "finished", answer: { position: typed.position, report: {} } });
  const more = (honba) => ({ type: "supposed", change: { honba } });
  const supposed = run(answered, more("1"), more("2"));
  assert.deepEqual(supposed.before, { position: typed.position, answer: answered.answer });
  assert.equal(supposed.position.honba, "2");
  assert.equal(run(supposed, more("0")).before, null, "back where it was");
  assert.equal(run(supposed, { type: "edited", change: { turn: "3" } }).before, null);
  assert.equal(run(supposed, { type: "undone" }).position.honba, "1");
});
