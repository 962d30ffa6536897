// What a player does with the page.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { open, query, rows, settled, start, TENPAI } from "./browser.mjs";
import { FREEZE, LEFT_SEARCH } from "../limits.mjs";

const points = (text) => Number(text.replace("−", "-").replace(/[^\d.-]/gu, ""));
const hand = (page) => page.inputValue("#hand");
const problem = (page, field) => page.textContent(`#${field}-problem`);
const marked = (page, field) => page.$$eval(`#${field}-typed mark`, (all) => all.map((mark) => mark.textContent));

test("typing a hand gives its discards, sorted by value, with units and a sentence", async (t) => {
  const page = await open(t, await start(t), "?q=");
  assert.equal(await page.isVisible("#empty"), true);
  await page.locator("#hand").pressSequentially(TENPAI, { delay: 5 });
  await settled(page);
  const table = await rows(page);
  assert.ok(table.length >= 12, `${table.length} rows`);
  const values = table.map(([, value]) => points(value));
  assert.deepEqual(
    values,
    values.toSorted((a, b) => b - a),
  );
  for (const [, , win] of table) assert.match(win, /^[<>]?\d+\.\d%$/u);
  const best = (await page.textContent("#best .sentence")).replaceAll("\u00a0", " ");
  assert.ok(!best.includes(table[0][1]), "the value stands in its row, once");
  assert.ok(best.includes(table[0][2]));
  assert.match(
    await page.textContent("#search"),
    /up to \d exchanges? of tiles, \d calls?, [\d,]+ hands · .*s · \d+ threads?/u,
  );
  assert.ok((await page.$$("#detail .chart path.line")).length >= 2);
  assert.ok((await page.$$("#candidates .c-ukeire .tile")).length > 0);
  assert.ok((await page.$$("#detail ul.mix li")).length > 1);
});

test("an opened row says where it goes: at most five finished hands, the likeliest first, none wider than a telephone", async (t) => {
  const page = await open(t, await start(t), `?q=${TENPAI}&turn=8`, { viewport: { width: 360, height: 780 } });
  await settled(page);
  await page.evaluate(() => document.querySelector("#tabs [data-tab=detail]").click());
  await page.waitForSelector("#detail .targets li");
  const shares = await page.$$eval("#detail .targets li b", (all) => all.map((one) => parseFloat(one.textContent)));
  assert.ok(shares.length > 0 && shares.length <= 5, String(shares));
  assert.deepEqual(
    shares,
    shares.toSorted((a, b) => b - a),
  );
  for (const tiles of await page.$$eval("#detail .target-hand", (all) =>
    all.map((one) => one.querySelectorAll(".tile").length),
  ))
    assert.ok(tiles >= 14);
  assert.equal(
    await page.$$eval("#detail .target-hand .last .tile", (all) => all.length),
    shares.length,
    "the tile that completes it",
  );
  assert.ok(await page.$$eval("#detail .target-yaku", (all) => all.every((one) => one.textContent !== "")));
  assert.ok(await page.$eval("#detail .targets", (one) => one.getBoundingClientRect().right <= 360));
});

test("riichi and dama are two rows that look different", async (t) => {
  const page = await open(t, await start(t), `?q=${TENPAI}&turn=8`);
  await settled(page);
  assert.equal((await page.locator("#candidates tr.riichi .tag.riichi .stick").count()) > 0, true);
  assert.equal((await page.locator("#candidates tr.riichi .tile.turned").count()) > 0, true);
  assert.equal((await page.locator("#candidates tr.dama .tag.dama").count()) > 0, true);
});

test("a dama row says that its riichi comes later, a riichi row that it comes now", async (t) => {
  const page = await open(t, await start(t), `?q=${TENPAI}&turn=8`);
  await settled(page);
  const wins = () => page.textContent("#detail .facts");
  await page.locator("#candidates tr.riichi").first().click();
  assert.match(await wins(), /100\.0% after riichi(?! at)/u);
  await page.locator("#candidates tr.dama").first().click();
  assert.match(await wins(), /% after riichi at a later turn/u);
});

test("the best row has its curves at once, another one when it is opened, and of many gone through only the last is asked for", async (t) => {
  const world = await start(t);
  const page = await open(t, world, "?q=");
  await page.addInitScript(() => {
    globalThis.asked = [];
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message, ...rest) {
      if (message.type === "start") this.build = message.build;
      const { action } = message.question?.request ?? {};
      const whole = this.build !== "preview";
      if (whole && message.question?.what === "analyze") globalThis.asked.push(action ? action.tile : "all");
      return postMessage.call(this, message, ...rest);
    };
  });
  await page.goto(`${world.server.url}?q=${TENPAI}&turn=8`);
  await settled(page);
  const lines = () => page.$$eval("#detail .chart path.line", (all) => all.length);
  const asked = () => page.evaluate(() => globalThis.asked);
  // in one go: on a busy machine the time between two keys is a rest
  const down = (times) =>
    page.evaluate((all) => {
      for (let i = 0; i < all; i++)
        document.activeElement.dispatchEvent(
          new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true }),
        );
    }, times);
  assert.equal(await lines(), 2);
  assert.deepEqual(await asked(), ["all"]);
  await page.focus("#candidates tr[data-index='0']");
  await down(4);
  // its figures are there, its curves are on their way
  assert.equal(await page.getAttribute("#candidates tr[data-index='4']", "aria-selected"), "true");
  assert.ok((await page.$$("#detail .facts")).length > 0);
  await page.waitForSelector("#detail .chart");
  // its own two, and the win rate of the best behind them
  assert.equal(await lines(), 3);
  assert.ok((await page.$$("#detail ul.mix li")).length > 1);
  const tile = await page.getAttribute("#candidates tr[data-index='4']", "data-action");
  const questions = await asked();
  assert.equal(questions.length, 2, `${questions}`);
  assert.ok(tile.split(" ").includes(questions[1]), `${questions} of ${tile}`);
  // what has been set once is not asked for again
  await page.keyboard.press("Home");
  assert.equal(await lines(), 2);
  await down(4);
  assert.equal(await lines(), 3);
  assert.equal((await asked()).length, 2);
});

test("clicking keys and tiles builds and takes apart the text", async (t) => {
  const page = await open(t, await start(t), "?q=");
  for (const tile of ["3 man", "1 man", "red 5 pin", "East"])
    await page.click(`#keys button[aria-label="Add ${tile} to Hand"]`);
  assert.equal(await hand(page), "31m0p1z");
  for (const tile of ["3 man", "red 5 pin"]) {
    await page.hover(`#tray .slot:has(button[aria-label="Remove ${tile}"])`);
    await page.click(`#tray button[aria-label="Remove ${tile}"]`);
  }
  assert.equal(await hand(page), "1m1z");
  await page.focus("#dora");
  await page.click('#keys button[aria-label="Add 4 pin to Dora indicators"]');
  assert.equal(await page.inputValue("#dora"), "4p");
  await page.fill("#hand", "11z,z777=,m12-3");
  await page.click("#tray .meld .held >> nth=0", { button: "right" });
  assert.equal(await hand(page), "11z,m12-3");
});

for (const width of [1280, 390]) {
  test(`keys and tiles stay where they are while what the hand lacks comes and goes, ${width} px wide`, async (t) => {
    const page = await open(t, await start(t), "?q=", { viewport: { width, height: 900 } });
    const places = () =>
      page.$$eval("#keys, #tray .slot:first-child", (all) => all.map((one) => one.getBoundingClientRect().top));
    await page.click('#keys button[aria-label="Add 3 man to Hand"]');
    const before = await places();
    await settled(page);
    assert.match(await problem(page, "hand"), /1 tile/u);
    assert.deepEqual(await places(), before);
    await page.click('#keys button[aria-label="Add 4 man to Hand"]');
    await settled(page);
    assert.deepEqual(await places(), before);
  });
}

test("a click on a tile shows its discard and takes nothing away; x, Delete and Shift do, and undo brings it back", async (t) => {
  const page = await open(t, await start(t), `?q=${TENPAI}&turn=8`);
  await settled(page);
  const selected = () => page.$eval("#candidates tr[aria-selected='true']", (row) => row.dataset.action);
  const tile = (name) => page.locator(`#tray button[aria-label="${name}: show its discard"]`).first();
  await tile("9 pin").click();
  assert.equal(await hand(page), TENPAI, "nothing is gone");
  assert.match(await selected(), /^discard 9p /u);
  assert.match(
    await page.textContent("#tile-says"),
    /^Discard 9p, riichi: .*wins [\d.]+%, deals in [\d.]+% · number \d+ of \d+$/u,
  );
  assert.equal(await page.getAttribute("#tray .slot.chosen", "data-tile"), "9p");
  // riichi and dama in turn
  const one = await selected();
  await tile("9 pin").click();
  const two = await selected();
  assert.deepEqual([one, two].toSorted(), ["discard 9p false", "discard 9p true"]);

  await tile("3 man").focus();
  await page.keyboard.press("Delete");
  assert.equal(await hand(page), "45678m349p22567s");
  await page.click("#undo");
  assert.equal(await hand(page), TENPAI);
  await settled(page);
  await tile("9 pin").click({ modifiers: ["Shift"] });
  assert.notEqual(await hand(page), TENPAI);
  await page.keyboard.press("Control+z");
  assert.equal(await hand(page), TENPAI);
});

test("on touch a tap shows the discard, and the tile's x is there to be tapped", async (t) => {
  const page = await open(t, await start(t), `?q=${TENPAI}&turn=8`, {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  await settled(page);
  await page.locator('#tray button[aria-label="3 pin: show its discard"]').tap();
  assert.equal(await hand(page), TENPAI);
  assert.match(await page.textContent("#tile-says"), /^Discard 3p/u);
  assert.equal(
    await page
      .locator("#tray .away")
      .first()
      .evaluate((cross) => getComputedStyle(cross).pointerEvents),
    "none",
    "no other tile has its x",
  );
  await page.locator('#tray .slot.tapped button[aria-label="Remove 3 pin"]').tap();
  assert.notEqual(await hand(page), TENPAI);
});

test("a text of megabytes in a field is refused at once; what was there stays", async (t) => {
  const page = await open(t, await start(t), `?q=${TENPAI}&turn=8`);
  await settled(page);
  await page.$eval("#hand", (input) => {
    input.value = "1m".repeat(10_000_000);
    input.dispatchEvent(new InputEvent("input", { bubbles: true }));
  });
  assert.match(await problem(page, "hand"), /20,000,000 characters, far more than/u);
  assert.equal(await hand(page), TENPAI);
  assert.ok((await rows(page)).length > 5, "the answer stands");
  await page.fill("#hand", `${TENPAI},`);
  await page.waitForFunction(() => !document.getElementById("hand-problem").textContent.includes("characters, far"));
});

test("on paper: no form, the bars with their colours, two pages at most", async (t) => {
  const page = await open(t, await start(t), "", { colorScheme: "dark" });
  await settled(page);
  await page.locator("#examples button").last().click();
  await page.waitForSelector("#danger:not([hidden]):not(.stale)", { state: "attached" });
  await settled(page);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  const pages = pdf.match(/\/Type\s*\/Page\b/gu).length;
  assert.ok(pages <= 2, `${pages} pages`);
  await page.emulateMedia({ media: "print" });
  for (const gone of [".entry", "#examples", ".tools"]) assert.equal(await page.isVisible(gone), false, gone);
  for (const there of ["#tray", "#situation", "#best", "#candidates", "#detail"])
    assert.equal(await page.isVisible(there), true, there);
  assert.match(await page.textContent("#situation"), /Seat South/u);
  const bars = await page.$$eval("#candidates .part, #candidates .meter, .held .merit", (all) =>
    all.map((bar) => getComputedStyle(bar).printColorAdjust),
  );
  // one a tile, and one a candidate
  assert.ok(bars.length > 20, `${bars.length} bars`);
  assert.deepEqual([...new Set(bars)], ["exact"]);
  assert.equal(
    await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
    "rgb(255, 255, 255)",
    "light paper, whatever the theme",
  );
});

test("a typo is marked where it is, and nothing typed is lost", async (t) => {
  const page = await open(t, await start(t), "?q=");
  await page.fill("#hand", "123m4x6p789s1122z");
  await settled(page);
  assert.equal(await hand(page), "123m4x6p789s1122z");
  assert.deepEqual(await marked(page, "hand"), ["x"]);
  assert.equal(await page.getAttribute("#hand", "aria-invalid"), "true");
  assert.notEqual(await problem(page, "hand"), "");
  const [mark, input] = [
    await page.locator("#hand-typed mark").boundingBox(),
    await page.locator("#hand").boundingBox(),
  ];
  assert.ok(mark.x > input.x && mark.x < input.x + 100 && mark.y >= input.y, "the mark lies under the letter");
  await page.fill("#hand", "123m406p789s8z122z");
  await settled(page);
  assert.deepEqual(await marked(page, "hand"), ["8"]);
  await page.fill("#hand", TENPAI);
  await settled(page);
  assert.deepEqual(await marked(page, "hand"), []);
  assert.equal(await page.getAttribute("#hand", "aria-invalid"), null);
});

const BAD = [
  ["too few tiles", { q: "123m" }, "hand"],
  ["twelve tiles", { q: "123m406p789s112z" }, "hand"],
  ["a discard offered to 14 tiles", { q: TENPAI, offer: "1z" }, "offered"],
  ["five calls", { q: TENPAI, calls: "5" }, "calls"],
  ["an objective that does not exist", { q: TENPAI, goal: "fun" }, "objective"],
  ["too many tiles", { q: "123m406p789s112233z" }, "hand"],
  ["five copies", { q: "11111m406p789s222z" }, "hand"],
  ["two red fives", { q: "123m4006p789s1122z" }, "hand"],
  ["a meld that is none", { q: "123m406p11222z,m124-" }, "hand"],
  ["a tile visible too often", { q: TENPAI, seen: "333m3m" }, "visible"],
  ["an unreadable dora indicator", { q: TENPAI, dora: "4q" }, "dora"],
  ["six dora indicators", { q: TENPAI, dora: "123456p" }, "dora"],
  ["a turn that is no number", { q: TENPAI, turn: "seven" }, "turn"],
  ["a turn out of range", { q: TENPAI, turn: "40" }, "turn"],
  ["half a honba", { q: TENPAI, honba: "0.5" }, "honba"],
  ["negative sticks", { q: TENPAI, sticks: "-1" }, "sticks"],
  ["rules that do not exist", { q: TENPAI, rules: "poker" }, "rules"],
  ["a wind that does not exist", { q: TENPAI, seat: "up" }, "seat"],
  ["more tiles left than the wall has", { q: TENPAI, left: "80" }, "tilesLeft"],
  ["tiles left that are no number", { q: TENPAI, left: "many" }, "tilesLeft"],
  ["an interruption that is none", { q: TENPAI, called: "maybe" }, "interrupted"],
  ["red fives that may be", { q: TENPAI, reds: "maybe" }, "redFives"],
  ["open tanyao in words", { q: TENPAI, kuitan: "sometimes" }, "kuitan"],
  ["no time at all", { q: TENPAI, ms: "0" }, "budget"],
  ["too little memory", { q: TENPAI, mb: "8" }, "memory"],
  [
    "more points than are counted",
    { q: TENPAI, score1: "25000", score2: "25000", score3: "2000000", score4: "25000" },
    "westScore",
  ],
  ["three scores of four", { q: TENPAI, score1: "25000", score2: "25000", score4: "25000" }, "westScore"],
  ["points in words", { q: TENPAI, score1: "25000", score2: "lots", score3: "0", score4: "25000" }, "southScore"],
  ["markup for tiles", { q: "<img src=x onerror=alert(1)>" }, "hand"],
];

test("bad input is an error beside its field, in both languages, and stays as it was typed", async (t) => {
  const world = await start(t);
  const page = await open(t, world, "?q=");
  for (const [name, typed, field] of BAD) {
    await t.test(name, async () => {
      // Like a step in the history: the page reads the address anew without loading its engine anew.
      await page.evaluate(
        (search) => {
          history.pushState(null, "", search);
          dispatchEvent(new PopStateEvent("popstate"));
        },
        `?${new URLSearchParams(typed)}`,
      );
      await settled(page);
      assert.notEqual(await problem(page, field), "", `an error beside ${field}`);
      assert.equal(await page.isVisible(`#${field}-problem`), true);
      assert.equal(await page.isVisible("#figures"), false, "no figures of another hand");
      for (const [key, value] of Object.entries(typed)) assert.equal((await query(page)).get(key), value);
      assert.doesNotMatch(await problem(page, field), /NaN/u, "what was typed, not what became of it");
      assert.equal(await hand(page), typed.q);
      await page.selectOption("#lang", "ja");
      const japanese = await problem(page, field);
      assert.match(japanese, /[ぁ-んァ-ヶ一-龠]/u);
      await page.selectOption("#lang", "en");
    });
  }
});

test("a link holds hand and context; back and forward walk through the answered positions", async (t) => {
  const world = await start(t);
  const page = await open(t, world, `?q=${TENPAI}&dora=1s&round=south&seat=west&turn=8&seen=11z`);
  await settled(page);
  const first = await rows(page);
  assert.equal(await page.inputValue("#dora"), "1s");
  assert.equal(await page.inputValue("#turn"), "8");
  assert.equal(await page.isChecked('input[name="roundWind"][value="south"]'), true);
  assert.equal(await page.isChecked('input[name="seat"][value="west"]'), true);
  await page.fill("#turn", "12");
  await settled(page);
  assert.equal((await query(page)).get("turn"), "12");
  assert.equal((await query(page)).get("seat"), "west");
  const second = await rows(page);
  assert.notDeepEqual(second, first);
  await page.goBack();
  await settled(page);
  assert.equal(await page.inputValue("#turn"), "8");
  assert.deepEqual(await rows(page), first);
  await page.goForward();
  await settled(page);
  assert.deepEqual(await rows(page), second);
  const again = await open(t, world, new URL(page.url()).search);
  await settled(again);
  assert.deepEqual(await rows(again), second, "the link shows the same");
});

test("typing while a search runs ends it and answers the newest text", async (t) => {
  const page = await open(t, await start(t), "?q=");
  await page.evaluate(() => {
    globalThis.longest = 0;
    let last = performance.now();
    const tick = () => {
      const now = performance.now();
      globalThis.longest = Math.max(globalThis.longest, now - last);
      last = now;
      setTimeout(tick, 10);
    };
    tick();
  });
  // A far hand, whose search takes long, is left for a near one while it runs.
  await page.fill("#hand", "159m159p159s12345z");
  await page.waitForFunction(() => document.getElementById("answer").hasAttribute("aria-busy"));
  const asked = Date.now();
  await page.fill("#hand", TENPAI);
  await settled(page);
  assert.equal(await hand(page), TENPAI);
  assert.ok((await rows(page)).some(([action]) => /riichi/iu.test(action)));
  assert.ok(Date.now() - asked < LEFT_SEARCH);
  assert.ok((await page.evaluate(() => globalThis.longest)) < FREEZE, "the page never freezes");
});

test("defect 11: a hand too far for a whole search shows order and ukeire, and no figure that is wrong", async (t) => {
  const page = await open(t, await start(t), "?q=159m2468p1379s136z");
  await settled(page);
  assert.ok((await rows(page)).length > 5);
  assert.match(
    await page.textContent("#search"),
    /not deeper: the next depth has over [\d,]+ hands; choose .as deep as possible., or give it time/u,
  );
  const heads = () => page.$$eval("#candidates thead th", (all) => all.map((head) => head.className));
  const said = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("#best, #candidates, #detail > :not(.targets)")]
        .map((one) => one.innerText)
        .join(" "),
    );
  assert.deepEqual(await heads(), ["c-action", "c-ukeire"]);
  const range = /From hands this far, strong players win \d+ to \d+% of rounds\./u;
  assert.match(await said(), range);
  assert.doesNotMatch((await said()).replace(range, ""), /[+−]\d|\d%|\d \s*%/u);
  // what is equal stands side by side: no wind goes first
  assert.equal(await page.locator("#best .pick .tile").count(), 6);
  assert.match(
    await page.textContent("#best .sentence"),
    /^Discard East, West, .* or .*31 tiles improve the hand, which is then 4-shanten\. From hands .* rounds\. This hand is far from tenpai: order and ukeire only/u,
  );
  // with its dora the table of East's first turn is known: strong players choose, and records correct the rates
  await page.fill("#dora", "9p");
  await settled(page);
  assert.deepEqual(await heads(), ["c-action", "c-value", "c-win", "c-tile", "c-policy", "c-ukeire"]);
  assert.equal(await page.isVisible("#board"), false, "nothing lies there to be looked at");
  assert.doesNotMatch((await rows(page))[0][0], /East/u);
  assert.match(
    await page.textContent("#best .depth"),
    /^Rough: this hand is far from tenpai; its rates are estimated from recorded games\.$/u,
  );
  await page.selectOption("#lang", "ja");
  assert.match(await page.textContent("#best .depth"), /^遠い手のため概算/u);
});

test("time, memory, wall, first turn and points are fields that a link holds", async (t) => {
  const page = await open(t, await start(t), "?q=135m24678p3568s26z&turn=8&dora=4p");
  await settled(page);
  const all = await rows(page);
  const change = async (act) => {
    // what stood there is stale at once
    await act();
    await settled(page);
  };
  await change(() => page.fill("#budget", "1"));
  assert.match(await page.textContent("#search"), /not deeper: .* more than the time allows/u);
  await change(() => page.fill("#budget", ""));
  await change(() => page.fill("#memory", "16"));
  assert.match(await page.textContent("#search"), /not deeper: .* too many for 16 MiB/u);
  await change(() => page.fill("#memory", ""));
  assert.deepEqual(await rows(page), all, "nothing typed is as before");
  await change(() => page.fill("#tilesLeft", "8"));
  assert.match(await page.textContent("#search"), / 2 draws left/u);
  await change(() => page.selectOption("#interrupted", "yes"));
  const points = ["25000", "900", "39100", "35000"];
  for (const [i, wind] of ["east", "south", "west", "north"].entries()) await page.fill(`#${wind}Score`, points[i]);
  await change(() => page.check('input[name="seat"][value="south"]'));
  assert.equal(await page.textContent("#south-player h3"), "South (you)");
  const link = await query(page);
  assert.deepEqual(
    ["left", "called", "score1", "score2", "score3", "score4", "ms"].map((key) => link.get(key)),
    ["8", "yes", ...points, null],
  );
});

test("the keyboard alone is enough", async (t) => {
  const page = await open(t, await start(t), "?q=");
  const focused = () =>
    page.evaluate(() => document.activeElement.id || document.activeElement.getAttribute("aria-label"));
  await page.keyboard.press("Tab");
  assert.match(await page.evaluate(() => document.activeElement.className), /skip/u);
  await page.keyboard.press("/");
  assert.equal(await focused(), "hand");
  await page.keyboard.type(TENPAI);
  await settled(page);
  // Every control of the position is reached by Tab, in the order in which it is read.
  const order = [];
  for (let i = 0; i < 20 && !(order.at(-1) ?? "").startsWith("candidate"); i += 1) {
    await page.keyboard.press("Tab");
    order.push(
      await page.evaluate(() => {
        const { activeElement: e } = document;
        if (e.closest("#candidates")) return `candidate ${e.dataset.index}`;
        if (e.closest("#tray")) return "tray";
        return e.closest("#keys") ? "keys" : e.id || e.name || e.tagName.toLowerCase();
      }),
    );
  }
  const wanted = ["keys-open", "clear", "share", "panel-round-chip", "tray", "candidate 0"];
  assert.deepEqual(
    order.filter((name) => wanted.includes(name)),
    wanted,
  );
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.getAttribute("#candidates tr[data-index='1']", "aria-selected"), "true");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.index), "1");
  const second = (await rows(page))[1][1];
  assert.ok((await page.textContent("#detail h2")).includes(second));
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.index), "0");
  await page.keyboard.press("]");
  await page.waitForFunction((before) => document.getElementById("hand").value !== before, TENPAI);
  await page.keyboard.press("?");
  assert.equal(await page.isVisible("#help-dialog"), true);
  await page.keyboard.press("Escape");
  assert.equal(await page.isVisible("#help-dialog"), false);
  // the situation is one stop, and the arrows walk along its chips
  await page.focus("#panel-round-chip");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  assert.equal(await page.isVisible("#turn"), true);
  assert.equal(await page.getAttribute("#panel-seat-chip", "aria-expanded"), "true");
  await page.focus("#keys button");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "Add 2 pin to Hand");
  const before = await hand(page);
  await page.keyboard.press("Enter");
  assert.ok([`${before}2p`, `${before}2`].includes(await hand(page)));
});

test("Japanese and English, remembered, with names for the pictures", async (t) => {
  const world = await start(t);
  const page = await open(t, world, "?q=340m6799p2348s115z", { locale: "ja-JP" });
  await settled(page);
  assert.equal(await page.getAttribute("html", "lang"), "ja");
  assert.equal(await page.locator('#tray button[aria-label="五萬 赤を外す"]').count(), 1);
  const missing = () => page.$$eval("img", (all) => all.filter((image) => !image.hasAttribute("alt")).length);
  assert.equal(await missing(), 0);
  await page.selectOption("#lang", "en");
  assert.equal(await page.getAttribute("html", "lang"), "en");
  assert.equal(await page.locator('#tray button[aria-label="Remove red 5 man"]').count(), 1);
  await page.reload();
  await settled(page);
  assert.equal(await page.getAttribute("html", "lang"), "en");
  const text = await page.evaluate(() => document.body.innerText.replaceAll("日本語", ""));
  assert.doesNotMatch(text, /[ぁ-んァ-ヶ]/u, "no Japanese left in the English page");
});

test("at 360 px nothing scrolls sideways, in both languages and themes", async (t) => {
  const world = await start(t);
  const rivers = "river1=1z9m-&river2=9p*1m-&river3=8p-5m&river4=3z1s-";
  for (const [locale, colorScheme] of [
    ["en", "dark"],
    ["ja", "light"],
  ]) {
    for (const rest of ["turn=8&seen=1299m1789p1299s1123344556677z", rivers]) {
      const page = await open(t, world, `?q=${TENPAI}&dora=1s&${rest}`, {
        locale,
        colorScheme,
        viewport: { width: 360, height: 740 },
      });
      await settled(page);
      if (rest === rivers) await page.waitForSelector("#danger:not([hidden]) #strip button", { state: "attached" });
      await page.$$eval("details", (all) => all.forEach((fold) => (fold.open = true)));
      for (const tab of await page.locator(".tabs button:visible").all()) {
        await tab.click();
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, await tab.textContent());
      }
      await page.locator(".tabs button:visible").first().click();
      const small = await page.$$eval(
        "#candidates td:not(.c-ukeire), .sentence, .risk, .reason, .record-done",
        (all) =>
          all.filter((e) => e.getClientRects().length > 0 && Number.parseFloat(getComputedStyle(e).fontSize) < 12)
            .length,
      );
      assert.equal(small, 0, "figures are at least 12 px");
    }
  }
});

test("light, dark and reduced motion follow the system; the button overrides", async (t) => {
  const page = await open(t, await start(t), "?q=", { colorScheme: "dark", reducedMotion: "reduce" });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await paper();
  await page.click("#theme");
  const light = await paper();
  assert.notEqual(light, dark);
  await page.click("#theme");
  assert.equal(await paper(), dark);
  assert.equal(
    await page.evaluate(() => getComputedStyle(document.querySelector(".progress span")).animationName),
    "none",
  );
});

test("every example gives a table and has its own best discard", async (t) => {
  const page = await open(t, await start(t));
  const count = await page.locator("#examples button").count();
  assert.ok(count >= 12);
  for (let i = 0; i < count; i += 1) {
    const button = page.locator("#examples button").nth(i);
    await t.test(await button.textContent(), async () => {
      await button.click();
      await settled(page);
      const problems = await page.$$eval(".problem", (all) => all.map((e) => e.textContent).join(""));
      assert.equal(problems, "");
      assert.ok((await rows(page)).length > 1);
      assert.ok((await page.textContent("#best .sentence")).length > 40);
      assert.equal(await button.getAttribute("aria-pressed"), "true");
    });
  }
});

const PICTURE = fileURLToPath(new URL("../../docs/page.png", import.meta.url));
/** Of the README's picture. */
const SIZE = { width: 1280, height: 900 };

// UPDATE_SCREENSHOT=1 takes it anew
test("the examples fade on the side where there are more of them, and the one that is shown stands clear of it", async (t) => {
  const page = await open(t, await start(t), "?depth=fast", { viewport: { width: 768, height: 1024 } });
  const row = page.locator("#examples");
  const fades = () => row.evaluate((box) => ["more-before", "more-after"].map((name) => box.classList.contains(name)));
  const widths = () =>
    row.evaluate((box) =>
      ["--before", "--after", "mask-image"].map((name) =>
        getComputedStyle(box)
          .getPropertyValue(name)
          .replace(/^linear.*/u, "fades"),
      ),
    );
  const scroll = async (to, wanted) => {
    await row.evaluate((box, left) => (box.scrollLeft = left), to);
    await page.waitForFunction(
      (names) =>
        ["more-before", "more-after"].every(
          (name, i) => document.getElementById("examples").classList.contains(name) === names[i],
        ),
      wanted,
    );
  };
  // how wide the row is, the page learns a frame after it is laid out
  await scroll(0, [false, true]);
  assert.deepEqual(
    [await fades(), await widths()],
    [
      [false, true],
      ["", "36px", "fades"],
    ],
  );
  await scroll(100, [true, true]);
  assert.deepEqual(await widths(), ["36px", "36px", "fades"]);
  await scroll(1e6, [true, false]);
  await page.evaluate(() => document.querySelector("#examples button:nth-child(5)").click());
  await page.waitForFunction(
    () => document.querySelector("#examples button:nth-child(5)").getAttribute("aria-pressed") === "true",
  );
  const clear = await row.evaluate((box) => {
    const [{ left, right }, button] = [box.getBoundingClientRect(), box.children[4].getBoundingClientRect()];
    return button.left >= left + 36 && button.right <= right - 36;
  });
  assert.ok(clear, "it stands in a fade");
  await row.evaluate((box) => Object.assign(box.style, { flex: "none", width: `${box.scrollWidth + 10}px` }));
  await page.waitForFunction(() => !document.getElementById("examples").classList.contains("more-after"));
  assert.deepEqual(
    [await fades(), await widths()],
    [
      [false, false],
      ["", "", "none"],
    ],
    "all of them are there",
  );
  // the chips of the situation are a row that scrolls on a telephone only
  const chips = (...names) =>
    page.waitForFunction(
      (wanted) =>
        String(
          ["more-before", "more-after"].filter((name) => document.getElementById("chips").classList.contains(name)),
        ) === wanted,
      String(names),
    );
  await chips();
  await page.setViewportSize({ width: 390, height: 844 });
  await chips("more-after");
  await page.focus("#chips button:last-child");
  await chips("more-before");
});

test("the README's picture has the size of what it shows, and what it shows is there", async (t) => {
  const page = await open(t, await start(t), "", { viewport: SIZE, colorScheme: "light" });
  await settled(page);
  await page.locator("#examples button").last().click();
  await page.waitForSelector("#danger:not([hidden]):not(.stale)", { state: "attached" });
  await settled(page);
  await page.mouse.move(2, 2);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete && image.naturalWidth > 0));
  if (process.env["UPDATE_SCREENSHOT"] === "1") await page.screenshot({ path: PICTURE });
  for (const part of ["#tray", "#best", "#board", "#candidates tbody tr:nth-child(3)"]) {
    const box = await page.locator(part).boundingBox();
    assert.ok(box.height > 20 && box.y + box.height <= SIZE.height, `${part} ends at ${box.y + box.height}`);
  }
  const png = await readFile(PICTURE);
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [SIZE.width, SIZE.height]);
});
