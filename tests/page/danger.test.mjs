// A whole table: typed in, its errors, and what every tile risks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open, query, settled, start } from "./browser.mjs";

/** South has declared riichi with 9p in its second turn; East, the player, has drawn the 7s. */
const HAND = "345678m34p22567s9p";
const RIVERS = { river1: "1z 9m- 2z", river2: "1z 9p* 4z-", river3: "9s 1s 8p-", river4: "3z 2z- 1m" };
const TABLE = { q: HAND, dora: "4s", ...RIVERS };
const link = (typed) => `?${new URLSearchParams(typed)}`;
const problem = (page, field) => page.textContent(`#${field}-problem`);
const cell = (page, tile, seat) =>
  page.locator(`#strip [data-tile="${tile}"]${seat ? `[data-seat="${seat}"]` : ":not([data-seat])"}`);
const rate = (text) => Number(text.replace("<", ""));
/** The strip of the position that is on the page. */
const risky = async (page) => {
  await page.click('#tabs [data-tab="danger"]');
  await page.waitForSelector("#danger:not([hidden]):not(.stale) #strip button");
};

for (const [locale, head] of [
  ["en", "W 100%"],
  ["ja", "西 100%"],
  ["ko", "서 100%"],
])
  test(`on a telephone each opponent of the strip is one line, whole for those who hear it: ${locale}`, async (t) => {
    const page = await open(t, await start(t), "?depth=fast", { viewport: { width: 390, height: 844 }, locale });
    await page.click("#examples button:last-child");
    await risky(page);
    const seen = await page.$eval("#strip table:first-child tbody tr:nth-child(2) th", (cell) => {
      const [whole, short] = [...cell.children];
      const text = document.createRange();
      text.selectNodeContents(short);
      const next = cell.nextElementSibling.getBoundingClientRect();
      return {
        short: short.textContent,
        heard: short.ariaHidden === "true" ? whole.textContent : "",
        ...{ high: short.getBoundingClientRect().height, over: text.getBoundingClientRect().right - next.left },
      };
    });
    assert.equal(seen.short, head);
    assert.ok(seen.heard.length > head.length, seen.heard);
    assert.ok(seen.high < 24 && seen.over <= 0.5, `${seen.high} px high, ${seen.over} px over the first tile`);
  });

test("a typed table gives a strip of all kinds and red fives, a line in all and one for each opponent", async (t) => {
  const page = await open(t, await start(t), link(TABLE));
  await risky(page);
  const lines = () =>
    page.$$eval("#strip table:first-child tbody th", (all) =>
      all.map((head) => (head.querySelector(".whole-head") ?? head).textContent),
    );
  // who is hardly ever in tenpai is named on the button, and has no reasons beside those of the one in riichi
  assert.deepEqual(await lines(), ["All", "Southtenpai 100%"]);
  assert.equal(await page.locator("#strip button").count(), 2 * 37);
  assert.match((await page.locator("#facts h4").allTextContents()).join("|"), /^South [<\d.]+%$/u);
  assert.equal(await page.textContent("#quiet-opponents"), "West, North: tenpai below 10%");
  assert.equal(await page.getAttribute("#quiet-opponents", "aria-expanded"), "false");
  await page.click("#quiet-opponents");
  assert.equal(await page.getAttribute("#quiet-opponents", "aria-expanded"), "true");
  assert.equal(await page.locator("#strip button").count(), 4 * 37);
  assert.equal(await page.locator("#strip thead img").count(), 37);
  assert.equal(await page.locator("#facts h4").count(), 3);
  const heads = await lines();
  assert.match(heads.join("|"), /^All\|Southtenpai 100%\|Westtenpai [<\d.]+%\|Northtenpai [<\d.]+%$/u);
  // genbutsu: what South itself has discarded, and what has passed since its riichi
  for (const tile of ["1z", "9p", "4z", "8p", "1m", "2z"]) {
    const safe = cell(page, tile, "south");
    assert.equal(await safe.textContent(), "0", tile);
    assert.equal(await safe.getAttribute("data-step"), "0");
    assert.match(await safe.getAttribute("aria-label"), /South: 0%, cannot deal in/u);
  }
  const middle = cell(page, "5s", "south");
  assert.ok(rate(await middle.textContent()) > 0);
  assert.notEqual(await middle.getAttribute("data-step"), "0");
  // figures, steps and colours say the same: a higher step has a higher figure and another look
  const all = await page.$$eval("#strip button", (buttons) =>
    buttons.map((button) => [
      Number(button.dataset.step),
      Number(button.textContent.replace("<", "")),
      getComputedStyle(button).backgroundImage + getComputedStyle(button).backgroundColor,
    ]),
  );
  const looks = new Map();
  for (const [step, , look] of all) looks.set(step, look);
  assert.equal(new Set(looks.values()).size, looks.size, "every step looks its own way");
  assert.ok(looks.size >= 4, `${looks.size} steps`);
  const sorted = all.toSorted(([, a], [, b]) => a - b).map(([step]) => step);
  assert.deepEqual(
    sorted.filter((step) => step > 0),
    sorted.filter((step) => step > 0).toSorted((a, b) => a - b),
  );
});

test("the candidates have the risk of their tile beside their rates, the same as the strip", async (t) => {
  const page = await open(t, await start(t), link(TABLE));
  await settled(page);
  await risky(page);
  const columns = await page.$$eval("#candidates thead th", (all) => all.map((head) => head.className));
  assert.deepEqual(columns.slice(0, 7), ["c-action", "c-value", "c-win", "c-tile", "c-policy", "c-ukeire"]);
  const found = await page.$$eval("#candidates tbody tr", (all) =>
    all.map((row) => [row.dataset.action, row.querySelector(".c-tile").textContent]),
  );
  for (const [action, dealIn] of found) {
    const [, tile] = /^discard (\S+)/u.exec(action);
    const figure = await cell(page, tile).textContent();
    assert.equal(dealIn, `${figure}%`, action);
  }
  // without a table there is neither
  await page.goto(new URL(`?q=${HAND}`, page.url()).href);
  await settled(page);
  assert.equal(await page.isVisible("#danger"), false);
  assert.equal(await page.locator("#candidates .c-tile").count(), 0);
});

test("the rows stand by the value that they print, and what players do is a part of it", async (t) => {
  const page = await open(t, await start(t), "");
  await page.locator("#examples button").last().click();
  await settled(page);
  await risky(page);
  const number = (text) => Number(text.replace("−", "-").replace(/[^\d.-]/gu, ""));
  const values = (await page.$$eval("#candidates tbody tr .c-value b", (all) => all.map((one) => one.textContent))).map(
    number,
  );
  assert.ok(values.length > 5);
  // those that are about equal come first, and the others in the order of their values
  const least = values.findIndex((_, i) => values.slice(i).every((one, j, rest) => j === 0 || one <= rest[j - 1]));
  assert.ok(
    least < values.length - 1 && values.slice(least).every((one) => one <= Math.max(...values)),
    values.join(" "),
  );
  const equal = await page.locator("#candidates tr.equal").count();
  assert.equal(await page.locator("#candidates th[aria-sort]").count(), equal > 0 ? 0 : 1);
  await page.click('#tabs [data-tab="rows"]');
  for (const i of values.keys()) {
    await page.locator("#candidates tbody tr").nth(i).click();
    const adds = (
      await page.$$eval("#detail .parts-of tr td:last-child", (all) => all.map((one) => one.textContent))
    ).map(number);
    const sum = adds.slice(0, -1).reduce((sum, one) => sum + one, 0);
    assert.ok(Math.abs(sum - adds.at(-1)) <= adds.length, `row ${i + 1}: ${adds.join(" ")}`);
  }
});

test("reasons show on hover, focus and touch; arrows walk the strip; both languages", async (t) => {
  const page = await open(t, await start(t), link(TABLE), { hasTouch: true });
  await settled(page);
  await risky(page);
  await page.click("#quiet-opponents");
  const facts = () => page.textContent("#facts");
  await cell(page, "6m", "south").focus();
  assert.match(await facts(), /6 man: deals in .*%.*South/u);
  assert.doesNotMatch(await facts(), /West/u, "one opponent");
  assert.ok((await page.locator("#facts li").count()) > 0, "with facts");
  await page.keyboard.press("ArrowDown");
  assert.match(await facts(), /6 man.*West/u);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  assert.match(await facts(), /6 man.*South.*West.*North/u, "the line in all has every opponent");
  await page.keyboard.press("ArrowRight");
  assert.match(await facts(), /7 man/u);
  assert.equal(await page.locator("#strip button[tabindex='0']").count(), 1, "one stop for Tab");
  await cell(page, "9p", "south").hover();
  assert.match(await facts(), /9 pin.*cannot deal in/u);
  await page.mouse.move(1, 1);
  assert.match(await facts(), /7 man/u, "and back");
  await cell(page, "3s", "north").tap();
  assert.match(await facts(), /3 sou.*North/u);
  assert.equal(await cell(page, "3s", "north").getAttribute("aria-pressed"), "true");
  await page.selectOption("#lang", "ja");
  assert.match(await facts(), /三索：?.*北/u);
  await page.click('#tabs [data-tab="rows"]');
  await page.locator("#candidates tbody tr").nth(1).click();
  const name = await page.locator("#candidates tbody tr").nth(1).locator("th img").first().getAttribute("alt");
  assert.ok((await facts()).startsWith(name), `the reasons of the selected discard, ${name}`);
});

const BAD = [
  ["a river that is none", { river2: "1z 9p* 4q" }, "southRiver", ["q"]],
  ["two marks of riichi", { river2: "1z* 9p* 4z-" }, "southRiver", null],
  ["a river longer than the turn allows", { river3: "9s 1s 8p- 1p 2p" }, "westRiver", null],
  ["a tile called that nobody discarded", { melds3: "p555+", river3: "9s 1s" }, "westMelds", null],
  ["a meld that is none", { melds4: "m12-3,z124-" }, "northMelds", null],
  ["a kind five times", { river4: "2s 2s 2s" }, "northRiver", null],
];

test("a typed table that is impossible is an error at its field, which names the seat", async (t) => {
  const page = await open(t, await start(t), link(TABLE));
  await settled(page);
  for (const [name, change, field, marks] of BAD) {
    await t.test(name, async () => {
      await page.evaluate(
        (search) => {
          history.pushState(null, "", search);
          dispatchEvent(new PopStateEvent("popstate"));
        },
        link({ ...TABLE, ...change }),
      );
      await settled(page);
      const said = await problem(page, field);
      assert.notEqual(
        said,
        "",
        `an error at ${field}: ${await page.$$eval(".problem", (all) => all.map((e) => e.id + e.textContent).join("|"))}`,
      );
      assert.equal(await page.isVisible(`#${field}`), true, "its fold is open");
      assert.equal(await page.isVisible("#danger"), false);
      if (marks)
        assert.deepEqual(
          await page.$$eval(`#${field}-typed mark`, (all) => all.map((mark) => mark.textContent)),
          marks,
        );
      for (const [key, value] of Object.entries(change))
        assert.equal((await query(page)).get(key), value, "as it was typed");
    });
  }
  await page.fill("#southRiver", RIVERS.river2);
});

test("a table is typed with the keyboard and the tile keys, drawn as tiles, and kept in the link", async (t) => {
  const page = await open(t, await start(t), `?q=${HAND}&dora=4s`);
  await settled(page);
  for (const [i, wind] of ["east", "south", "west", "north"].entries())
    await page.fill(`#${wind}River`, RIVERS[`river${i + 1}`]);
  await risky(page);
  await page.focus("#eastRiver");
  await page.click('#keys button[aria-label="Add 5 man to East’s river"]');
  assert.equal(await page.inputValue("#eastRiver"), `${RIVERS.river1}5m`);
  await page.fill("#eastRiver", RIVERS.river1);
  await risky(page);
  assert.equal((await query(page)).get("river2"), RIVERS.river2);
  assert.deepEqual(await page.$$eval("#southRiver-laid img", (all) => all.map((image) => image.alt)), [
    "East",
    "9 pin, Riichi",
    "North, as drawn",
  ]);
  assert.equal(await page.inputValue("#turn"), "4", "the turn that follows from the own river");
  await page.fill("#turn", "9");
  await settled(page);
  assert.match(await problem(page, "turn"), /turn 4/u, "what follows from the table cannot be typed otherwise");
});
