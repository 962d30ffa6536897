// Unit tests without a browser: the headless parts of the page: reading tiles for pictures, the address, the one door
// of the state.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { load as source } from "../source.mjs";
import { load } from "./load.mjs";

const [notation, position, state, log, fields, exampleModule] = await Promise.all(
  ["notation", "position", "state", "log", "fields", "examples"].map(load),
);
const names = (text) => notation.tilesOf(text).join(" ");

test("tiles are read in every way of writing that the engine takes", () => {
  assert.equal(names("123m406p"), "1m 2m 3m 4p 0p 6p");
  assert.equal(names("m340p12"), "3m 4m 0m 1p 2p");
  assert.equal(names("１２３ｍ５ｐｒ"), "1m 2m 3m 0p");
  assert.equal(names("1 2 3 m E E 發"), "1m 2m 3m 1z 1z 6z");
  assert.equal(names("19z8z1z"), "1z 1z");
  assert.equal(names("12x"), "");
  // pictures of tiles, one character each or with the sign for colour after it
  assert.equal(names("🀇🀈🀉🀙🀐🀘🀀🀃🀄🀅🀆"), "1m 2m 3m 1p 1s 9s 1z 4z 7z 6z 5z");
  assert.equal(names("12m🀄️🀄︎5p"), "1m 2m 7z 7z 5p");
  const [{ tiles: pictures }] = notation.readTiles("🀇🀄️🀡");
  assert.deepEqual(
    pictures.map(({ start, end }) => [start, end]),
    [
      [0, 2],
      [2, 5],
      [5, 7],
    ],
  );
  assert.equal(notation.removeTile("🀇🀄️🀡", notation.readTiles("🀇🀄️🀡")[0], pictures[1]), "🀇🀡");
  assert.equal(notation.addTile("🀇🀄️", "2m"), "🀇🀄️2m");
});

test("defect 20: what players write besides is the engine's notation, character for character", () => {
  const written = [
    ["123M456P789S11Z", "123m456p789s11z"],
    ["east", "1z  "],
    ["EastSouth", "EastSouth"],
    ["west white", "3z   5z   "],
    ["chun Hatsu", "7z   6z   "],
    ["一二三萬", "123m"],
    ["四五六筒七八九索", "456p789s"],
    ["12萬", "12m"],
    ["東東", "東東"],
    ["123m E", "123m E"],
    ["1mS", "1mS"],
    ["1z 9m-4p*7s^W+8s", "1z 9m-4p*7s^W+8s"],
  ];
  for (const [text, plain] of written) {
    assert.equal(notation.spelled(text), plain);
    assert.equal(notation.spelled(text).length, text.length, "a place in it stays the same place");
  }
  assert.equal(names("123M east 一二三萬"), "1m 2m 3m 1z 1m 2m 3m");
  assert.equal(position.toHand({ ...position.DEFAULTS, hand: "123M" }), "123m");
  assert.equal(position.toContext({ ...position.DEFAULTS, dora: "4P", visible: "east" }).visible, "1z  ");
  // taking a tile away and adding one leaves no half of a word
  const [{ tiles }] = notation.readTiles("east 1m");
  assert.equal(names(notation.removeTile("east 1m", notation.readTiles("east 1m")[0], tiles[0])), "1m");
  assert.equal(names(notation.addTile("一二三萬", "4m")), "1m 2m 3m 4m");
  assert.equal(notation.linkedHand("https://tenhou.net/2/?q=123m406p789s11223z"), "123m406p789s11223z");
  assert.equal(notation.linkedHand(" tenhou.net/2/?p=123m456p789s1122z "), "123m456p789s1122z");
  for (const text of ["123m", "https://tenhou.net/0/?log=1", "https://example.org/2/?q=1m", "tenhou.net/2/"])
    assert.equal(notation.linkedHand(text), null, text);
});

test("melds are apart and show the claimed tile on its side", () => {
  const [hand, chi, pon] = notation.readTiles("123m11z,m12-3,z777=");
  assert.deepEqual([hand.meld, chi.meld, pon.meld], [false, true, true]);
  assert.deepEqual(
    chi.tiles.map(({ turned }) => turned),
    [false, true, false],
  );
  assert.deepEqual(
    pon.tiles.map(({ turned }) => turned),
    [false, false, true],
  );
  assert.equal(notation.readTiles("11z(p5z0)").length, 2);
});

test("adding every tile and taking it away again leaves the same tiles", () => {
  const all = ["m", "p", "s"]
    .flatMap((s) => [..."1234567890"].map((n) => n + s))
    .concat([..."1234567"].map((n) => `${n}z`));
  for (const text of ["", "123m", "34m55p77z", "m340p12", "123m,z777=", "1 2 3 m", "45m 6z"]) {
    for (const tile of all) {
      const more = notation.addTile(text, tile);
      const before = notation.tilesOf(text);
      const after = notation.tilesOf(more);
      assert.deepEqual([...after].sort(), [...before, tile].sort(), `${text} + ${tile} = ${more}`);
      const segment = notation.readTiles(more).find((s) => !s.meld && s.tiles.some((p) => p.tile === tile));
      const less = notation.removeTile(
        more,
        segment,
        segment.tiles.find((p) => p.tile === tile),
      );
      assert.deepEqual(notation.tilesOf(less).sort(), [...before].sort(), `${more} - ${tile} = ${less}`);
    }
  }
});

test("a new tile comes last, as the one drawn, before the melds", () => {
  assert.equal(notation.addTile("13m,z777=", "2m"), "132m,z777=");
  assert.equal(notation.addTile("13m,z777=", "2p"), "13m2p,z777=");
  assert.equal(notation.addTile("13m4p", "2m"), "13m4p2m");
  assert.equal(notation.addTile("m13", "2p"), "m13 2p");
});

test("a meld is taken away as a whole", () => {
  const segments = notation.readTiles("34m,m12-3,z777=");
  assert.equal(notation.removeTile("34m,m12-3,z777=", segments[1], segments[1].tiles[1]), "34m,z777=");
  const brackets = notation.readTiles("34m(m12-3)");
  assert.equal(notation.removeTile("34m(m12-3)", brackets[1], brackets[1].tiles[0]), "34m");
});

test("the address keeps whatever was typed", () => {
  for (const hand of ["", "123m", "１２３ｍ E,m12-3", "12&x=3 #%+", " 1m ", "発"]) {
    const typed = { ...position.DEFAULTS, hand, dora: "4p+", turn: "x7", seat: "uphill" };
    assert.deepEqual(position.fromQuery(position.toQuery(typed)), typed);
  }
  assert.equal(position.fromQuery("?dora=1z"), null);
  assert.equal(position.toQuery({ ...position.DEFAULTS, hand: "1m" }), "?q=1m");
});

test("an error finds its field", () => {
  assert.equal(fields.fieldOf("hand"), "hand");
  assert.equal(fields.fieldOf("hand.melds[1]"), "hand");
  assert.equal(fields.fieldOf("context.riichiSticks"), "sticks");
  assert.equal(fields.fieldOf("context.scores"), null);
  assert.equal(fields.fieldOf("context.scores[2]"), "westScore");
  assert.equal(fields.fieldOf("options.budgetMs"), "budget");
  assert.equal(fields.fieldOf("context.players.south.river"), "southRiver");
  assert.equal(fields.fieldOf("context.players.west.melds[1]"), "westMelds");
  assert.equal(fields.fieldOf("context.players.north"), "northRiver");
  assert.equal(fields.fieldOf("context.players"), "known");
  assert.equal(fields.fieldOf("handy"), null);
});

test("numbers that are none go to the engine, empty ones are left out", () => {
  const context = position.toContext({ ...position.DEFAULTS, turn: "seven", honba: " " });
  assert.equal(context.turn, "seven", "as it was typed, so that the error can name it");
  assert.ok(!("honba" in context));
  assert.ok(!("visible" in context));
});

test("scores go all four or not at all; one that is missing is for the engine to refuse", () => {
  assert.ok(!("scores" in position.toContext(position.DEFAULTS)));
  const typed = { ...position.DEFAULTS, eastScore: "30000", northScore: "x" };
  assert.deepEqual(position.toContext(typed).scores, [30000, null, null, "x"]);
});

test("a table goes to the engine as it was typed, and what follows from it is left out unless it was changed", () => {
  const typed = { ...position.DEFAULTS, southRiver: "1z 9p*", westMelds: "m12-3, p555+", eastScore: "" };
  const context = position.toContext(typed);
  assert.deepEqual(context.players, { south: { river: "1z 9p*" }, west: { melds: ["m12-3", "p555+"] } });
  for (const field of ["turn", "riichiSticks", "interrupted", "tilesLeft", "visible", "offered"])
    assert.ok(!(field in context), field);
  assert.equal(position.toContext({ ...typed, turn: "3", sticks: "2" }).turn, 3);
  assert.equal(position.toContext({ ...typed, turn: "3", sticks: "2" }).riichiSticks, 2);
  assert.deepEqual(position.fromQuery(position.toQuery(typed)), typed);
  assert.deepEqual(
    position.meldsOf("m12-3,(z777=)[s8888]").map(({ text, start }) => [text, start]),
    [
      ["m12-3", 0],
      ["z777=", 7],
      ["s8888", 14],
    ],
  );
});

test("a river is read with its marks, also while it is typed", () => {
  const read = (text) =>
    notation
      .riverOf(text)
      .map(
        ({ tile, drawn, riichi, called, kan }) =>
          tile + [drawn && "-", riichi && "*", called && "^", kan && "+"].filter(Boolean).join(""),
      );
  assert.deepEqual(read("1z9m-4p*7s-^W+8s2p"), ["1z", "9m-", "4p*", "7s-^", "8s+", "2p"]);
  assert.deepEqual(read("19-m4*p E-"), ["1m", "9m-", "4p*", "1z-"]);
  assert.deepEqual(read("１ｍ－ 5mr*"), ["1m-", "0m*"]);
  assert.deepEqual(read("1m-2"), ["1m-"]);
  assert.deepEqual(read("🀀🀏-🀜*"), ["1z", "9m-", "4p*"]);
  assert.deepEqual(read("^+-*"), []);
});

test("a decision of a record is the position that would have been typed, and how to search stays", () => {
  const context = {
    ...{
      rules: "tenhou",
      roundWind: "south",
      seat: "west",
      honba: 1,
      riichiSticks: 0,
      scores: [1, 2, 3, 4],
      doraIndicators: "4p",
    },
    players: { south: { river: "9m-" }, west: { melds: ["z777="] } },
  };
  const now = { ...position.DEFAULTS, depth: "deepest", hand: "1m", turn: "5" };
  const typed = log.positionOf({ hand: "123m,z777=", context }, now);
  assert.deepEqual(
    [typed.depth, typed.turn, typed.sticks, typed.southRiver, typed.westMelds],
    ["deepest", "1", "0", "9m-", "z777="],
  );
  const { riichiSticks, ...rest } = context;
  assert.equal(riichiSticks, 0, "none, as follows from the table");
  assert.deepEqual(position.toContext(typed), rest);
});

test("a table that came with a record stays known where nothing lies on it, also in a link", () => {
  const context = { rules: "tenhou", roundWind: "east", seat: "east", honba: 0, doraIndicators: "3z", players: {} };
  const typed = log.positionOf({ hand: "123m", context }, position.DEFAULTS);
  assert.equal(position.isLaid(typed), true);
  assert.deepEqual(position.toContext(typed), context, "and neither turn nor sticks, which follow from it");
  assert.deepEqual(position.fromQuery(position.toQuery(typed)), typed);
  assert.deepEqual(position.toContext({ ...typed, southRiver: "1z" }).players, { south: { river: "1z" } });
  const { players, ...rest } = context;
  const without = log.positionOf({ hand: "123m", context: { ...rest, seat: "west" } }, position.DEFAULTS);
  assert.deepEqual([position.isLaid(without), "players" in position.toContext(without)], [false, false]);
  assert.deepEqual(position.toContext({ ...without, known: "perhaps" }).players, "perhaps", "which the engine refuses");
});

test("stepping goes on in the next round that has a decision of the same player, and stops at the ends", () => {
  // the second player deals in round 2, so that the first is North there
  const rounds = [["east", "south", "east"], ["east"], ["west"]].map((seats, i) => ({
    number: i + 1,
    decisions: seats.map((seat) => ({ seat })),
  }));
  const game = { rules: { name: "tenhou" }, rounds };
  const first = { round: 0, player: 0, at: 0 };
  const places = [first];
  for (let i = 0; i < 4; i += 1) places.push(log.stepped(game, places.at(-1), 1));
  assert.deepEqual(
    places.map(({ round, at }) => [round, at]),
    [
      [0, 0],
      [0, 1],
      [2, 0],
      [2, 0],
      [2, 0],
    ],
  );
  assert.deepEqual(log.stepped(game, places[2], -1), places[1]);
  assert.equal(log.stepped(game, first, -1), first);
  assert.deepEqual(log.firstPlace(game), first);
  assert.deepEqual(log.nearest(game, { round: 1, player: 0, at: 7 }), { round: 1, player: 0, at: 0 });
});

const EXAMPLE = {
  ...position.DEFAULTS,
  hand: "34679m2406p22788s",
  dora: "7s",
  seat: "south",
  turn: "5",
  visible: "19m19p",
  southRiver: "1z",
  rules: "ema",
  depth: "fast",
};
const run = (first, ...events) => events.reduce(state.apply, first);
const arrive = (at) => ({ type: "arrived", position: at });

test("clearing resets the hand and everything on the table, keeps rules and search, and can be taken back", () => {
  const shown = run(state.INITIAL, arrive(EXAMPLE));
  const empty = run(shown, { type: "cleared", left: "nothing" });
  assert.deepEqual(empty.position, { ...position.DEFAULTS, rules: "ema", depth: "fast" });
  assert.deepEqual(run(empty, { type: "undone" }).position, EXAMPLE);
  const kept = run(shown, { type: "cleared", left: "hand" });
  assert.deepEqual(kept.position, { ...position.DEFAULTS, hand: EXAMPLE.hand, rules: "ema", depth: "fast" });
  assert.deepEqual(run(kept, { type: "undone" }, { type: "redone" }).position, kept.position);
});

test("what another hand has left on the table is known, field by field, until it is changed or cleared", () => {
  const left = ({ position: now, origin }) => position.leftovers(now, origin);
  const shown = run(state.INITIAL, arrive(EXAMPLE));
  assert.deepEqual(left(shown), [], "the table is this hand's own");
  const typed = run(shown, { type: "typed", field: "hand", text: "123m" });
  assert.deepEqual(left(typed).toSorted(), ["dora", "seat", "southRiver", "turn", "visible"]);
  assert.deepEqual(left(run(typed, { type: "edited", change: { turn: "6" } })).toSorted(), [
    "dora",
    "seat",
    "southRiver",
    "visible",
  ]);
  assert.deepEqual(left(run(typed, { type: "cleared", left: "hand" })), []);
  const cleared = run(typed, { type: "cleared", left: "nothing" }, { type: "typed", field: "hand", text: "9m" });
  assert.deepEqual(left(cleared), []);
  assert.deepEqual(
    left(run(typed, { type: "cleared", left: "hand" }, { type: "undone" })).length,
    5,
    "also after an undo",
  );
  // a table that the player lays is nobody's leftover
  assert.deepEqual(
    left(
      run(state.INITIAL, { type: "typed", field: "dora", text: "1m" }, { type: "typed", field: "hand", text: "2m" }),
    ),
    [],
  );
});

test("an example is no table: a hand that replaces its hand drops it, whatever way it comes; what a person set stays", () => {
  const examples = exampleModule.POSITIONS;
  const foreign = "123m456p789s11223z";
  for (const [name, example] of examples) {
    const shown = run(state.INITIAL, arrive(example));
    for (const event of [
      { type: "typed", field: "hand", text: foreign },
      { type: "typed", field: "hand", text: "1" },
      { type: "typed", field: "hand", text: "" },
      { type: "edited", change: { hand: foreign } },
      { type: "supposed", change: { hand: foreign } },
    ]) {
      const hand = event.text ?? event.change.hand;
      const typed = run(shown, event);
      assert.deepEqual(typed.position, { ...position.DEFAULTS, hand }, `${name}: ${event.type}`);
      assert.equal(typed.dropped, example);
      const own = run(shown, { type: "edited", change: { honba: "3", rules: "ema" } }, event);
      assert.deepEqual(
        own.position,
        { ...position.DEFAULTS, hand, honba: "3", rules: "ema" },
        `${name}: what a person set`,
      );
      // the way back, and the way back of that
      const back = run(typed, { type: "tableRestored" });
      assert.deepEqual([back.position, back.dropped], [{ ...example, hand }, null]);
      assert.deepEqual(
        run(back, { type: "typed", field: "hand", text: `${hand}9m` }).position,
        { ...example, hand: `${hand}9m` },
        "a table that was asked for stays",
      );
      assert.deepEqual(run(typed, { type: "undone" }).position, example);
      assert.equal(run(typed, { type: "undone" }).dropped, null);
    }
    // taking tiles away one by one from the end, and other tiles in their places
    const fewer = example.hand.slice(0, -3);
    assert.equal(run(shown, { type: "typed", field: "hand", text: fewer }).dropped, null, `${name}: ${fewer}`);
    assert.equal(run(shown, { type: "typed", field: "hand", text: fewer.slice(0, 1) }).dropped, example);
  }
  // the table of a link, a record or a person is theirs
  assert.equal(
    run(state.INITIAL, arrive({ ...examples[0][1], turn: "6" }), { type: "typed", field: "hand", text: foreign })
      .position.turn,
    "6",
  );
});

test("East's first turn without a word about a table is a known table on which nothing lies", () => {
  const sent = (change) => position.toContext({ ...position.DEFAULTS, hand: "1m", dora: "9p", ...change }).players;
  assert.deepEqual(sent({}), {});
  assert.equal(sent({ dora: "" }), undefined, "a whole table has a dora indicator");
  for (const change of [
    { seat: "south" },
    { turn: "2" },
    { visible: "1z" },
    { offered: "1z" },
    { tilesLeft: "60" },
    { interrupted: "yes" },
  ])
    assert.equal(sent(change), undefined, JSON.stringify(change));
  assert.deepEqual(sent({ seat: "south", known: "yes" }), {});
  assert.equal(sent({ known: "maybe" }), "maybe", "the engine refuses it");
  assert.ok(!position.isLaid(position.DEFAULTS), "there is nothing to look at");
});

test("undo takes back one change at a time: strokes in a field are one, until there was an answer", () => {
  const type = (text) => ({ type: "typed", field: "hand", text });
  const hands = (from, events) => events.map((event) => (from = run(from, event)).position.hand);
  const written = run(state.INITIAL, type("1"), type("12"), type("12m"));
  assert.deepEqual(hands(written, [{ type: "undone" }, { type: "undone" }, { type: "redone" }, { type: "redone" }]), [
    "",
    "",
    "12m",
    "12m",
  ]);
  const answered = run(
    written,
    { type: "started" },
    { type: "finished", answer: { position: written.position, report: {} } },
    type("12m3"),
    type("12m3p"),
  );
  assert.deepEqual(hands(answered, [{ type: "undone" }, { type: "undone" }]), ["12m", ""]);
  const clicked = run(
    written,
    { type: "edited", change: { hand: "12m3p" } },
    { type: "edited", change: { hand: "12m33p" } },
  );
  assert.deepEqual(hands(clicked, [{ type: "undone" }, { type: "undone" }, { type: "undone" }]), ["12m3p", "12m", ""]);
  // what is changed after an undo is a new way on
  assert.equal(run(clicked, { type: "undone" }, type("9m"), { type: "redone" }).position.hand, "9m");
});

test("the state changes through one door only, and not at all when nothing changes", () => {
  const { apply, INITIAL } = state;
  Object.freeze(INITIAL);
  assert.equal(apply(INITIAL, { type: "edited", change: { hand: "" } }), INITIAL);
  const typed = apply(INITIAL, { type: "edited", change: { hand: "1m" } });
  const answered = apply(apply(typed, { type: "started" }), {
    type: "finished",
    answer: { position: typed.position, report: {} },
  });
  assert.equal(answered.run.kind, "done");
  const next = apply(answered, { type: "edited", change: { hand: "12m" } });
  assert.equal(next.run.kind, "idle");
  assert.equal(next.answer, answered.answer, "the last answer stays, dimmed");
  assert.equal(apply(next, { type: "edited", change: { hand: "" } }).answer, null);
  assert.equal(
    apply(answered, { type: "progressed", progress: { done: 1, total: 2 } }),
    answered,
    "late progress is ignored",
  );
});

test("details of a candidate that arrive later stay as long as the answer, and go with the next one", () => {
  const { apply, INITIAL } = state;
  const typed = apply(INITIAL, { type: "edited", change: { hand: "1m" } });
  const [candidate, other] = ["1m", "2m"].map((tile) => ({
    action: { type: "discard", tile, riichi: false },
    wins: {},
  }));
  const answer = { position: typed.position, report: { candidates: [candidate, other] } };
  const answered = apply(typed, { type: "finished", answer });
  const details = { ...other, byTurn: {} };
  const opened = apply(answered, { type: "detailed", candidate: other, details });
  assert.equal(opened.details.get(other), details);
  assert.equal(opened.answer, answer, "the answer is the one that it was");
  assert.equal(answered.details.size + INITIAL.details.size, 0);
  assert.equal(apply(opened, { type: "chosen", candidate: 1 }).details, opened.details);
  for (const type of ["answered", "finished"])
    assert.equal(apply(opened, { type, answer: { ...answer } }).details.size, 0, type);
});

test("every field has its place on the page, and words in every language for itself and all it can be", async () => {
  const [{ words }, html] = await Promise.all([
    load("text/index"),
    readFile(new URL("../../www/index.html", import.meta.url), "utf8"),
  ]);
  const places = (attribute) =>
    [...html.matchAll(new RegExp(`${attribute}="([^"]*)"`, "gu"))].flatMap(([, names]) => names.split(" ")).toSorted();
  for (const attribute of ["data-field", "data-problems"])
    assert.deepEqual(places(attribute), fields.PLAIN_FIELDS.toSorted(), attribute);
  for (const [lang, { fields: said, winds }] of Object.entries(words)) {
    for (const field of fields.PLAIN_FIELDS) {
      const { control, choices } = fields.FIELDS[field];
      assert.ok(said[field].label.length > 0, `${lang}: ${field}`);
      if (control === "words")
        assert.deepEqual(Object.keys(said[field].choices).toSorted(), choices.toSorted(), `${lang}: ${field}`);
      if (control === "winds") assert.equal(winds.length, choices.length);
    }
  }
  const keys = fields.FIELD_NAMES.map((field) => fields.FIELDS[field].key);
  assert.equal(new Set(keys).size, keys.length, "every field its own name in a link");
});

test("every word of the page is used, and both languages have the same ones", async () => {
  const { words } = await load("text/index");
  assert.deepEqual(Object.keys(words.en).toSorted(), Object.keys(words.ja).toSorted());
  const folder = new URL("../../www/", import.meta.url);
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) => /\.(ts|html)$/u.test(name) && name !== "text/words.ts",
  );
  const source = (await Promise.all(names.map((name) => readFile(new URL(name, folder), "utf8")))).join("\n");
  // by its name, in the markup, or by the name of a field
  const isNamed = (word) => new RegExp(`\\.${word}\\b|data-word="${word}"|"${word}"`, "u").test(source);
  // what a touch screen shows instead stands for the word of the markup
  const used = (word) => word in fields.FIELDS || isNamed(word.replace(/Touch$/u, ""));
  assert.deepEqual(
    Object.keys(words.en).filter((word) => !used(word)),
    [],
  );
});

test("every yaku of the engine has its Japanese name on the page", async () => {
  const [{ yakuName }, table] = await Promise.all([
    source("languages/ja/page/yaku"),
    readFile(new URL("../../src/score/yaku.rs", import.meta.url), "utf8"),
  ]);
  const rows = [...table.matchAll(/^\s+\w+ "([^"]+)" "([^"]+)" /gmu)];
  assert.ok(rows.length > 40);
  for (const [, name, japanese] of rows) {
    assert.equal(yakuName(name), japanese);
  }
});

test("a table's own rules go from a record to the engine, into a link, and away with another rule set", async () => {
  const { withRules } = await load("table-edits");
  const tableRules = { kuikae: "allowed", uma: [15_000, 5_000, -5_000, -15_000] };
  const context = { rules: "mahjong-soul", doraIndicators: "9p", players: {}, tableRules };
  const typed = position.typedOf({ hand: "123m456p789s1122z5z", context }, position.DEFAULTS);
  assert.deepEqual(position.toContext(typed).tableRules, tableRules);
  assert.deepEqual(position.ownRules(typed), ["kuikae", "uma"]);
  assert.deepEqual(position.toContext(position.fromQuery(position.toQuery(typed))).tableRules, tableRules);
  assert.equal(withRules(typed, "tenhou").tableRules, "");
  assert.ok(position.isAsked(typed, "tableRules") && !position.isAsked(position.DEFAULTS, "tableRules"));
  assert.equal("tableRules" in position.toContext(position.DEFAULTS), false);
  // what a link made up goes to the engine, which refuses it
  const wrong = { ...position.DEFAULTS, tableRules: "{none" };
  assert.deepEqual([position.toContext(wrong).tableRules, position.ownRules(wrong)], ["{none", ["{none"]]);
});
