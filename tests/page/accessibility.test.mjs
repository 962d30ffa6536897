// No barriers that a program can find, in all states of the page, each in its look and in the opposite one.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { barriers } from "./barriers.mjs";
import { open, press, settled, start } from "./browser.mjs";
import { gameOfThree } from "./game.mjs";
import { drop, enter, STATES } from "./states.mjs";

const LOOKS = [
  ["its look", ({ dark = false, language = "en" }) => ({ dark, language })],
  [
    "the other theme and language",
    ({ dark = false, language = "en" }) => ({ dark: !dark, language: language === "en" ? "ja" : "en" }),
  ],
];

/** Chooses the first player, waits for the end of the review, and looks at each tab of it. */
async function reviewed(page, look) {
  await press(page, '#who [data-player="0"]');
  await page.waitForFunction(
    () => document.getElementById("review-stop").hidden && document.querySelector("#scores td"),
  );
  await settled(page);
  for (const tab of ["mistakes", "moves", "rows", "danger", "detail"]) {
    await press(page, `#tabs [data-tab="${tab}"]`);
    await look(tab);
  }
}

for (const [name, lookOf] of LOOKS) {
  test(`every state, ${name}`, async (t) => {
    const world = await start(t);
    for (const state of STATES) {
      const { dark, language } = lookOf(state);
      const page = await open(t, world, state.query, {
        viewport: state.viewport,
        locale: language,
        colorScheme: dark ? "dark" : "light",
      });
      await enter(page, state);
      assert.equal(await page.$eval("html", (html) => html.lang), language);
      assert.deepEqual(await barriers(page), [], state.name);
      await page.context().close();
    }
  });
}

test("nothing typed yet, a typo, a small telephone in the dark", async (t) => {
  const world = await start(t);
  for (const query of ["?q=", "?q=123m4x6p789s1122z"]) {
    const page = await open(t, world, query, {
      viewport: { width: 360, height: 740 },
      locale: "ja",
      colorScheme: "dark",
    });
    if (query !== "?q=") await settled(page);
    await page.waitForSelector("#main:not(.starting)");
    assert.deepEqual(await barriers(page), [], query);
  }
});

const SAMPLE = await readFile(new URL("../../www/sample.mjson", import.meta.url), "utf8");
const WALKS = [
  { name: "1440 px", viewport: { width: 1440, height: 900 }, colorScheme: "dark", locale: "zh-CN" },
  { name: "390 px", viewport: { width: 390, height: 844 }, colorScheme: "light", locale: "ko-KR", hasTouch: true },
];
for (const { name, ...context } of WALKS) {
  test(`both doors, help, keys, a refused file, a link's steps, and a record with each of its tabs: ${name}`, async (t) => {
    const page = await open(t, await start(t), "?q=&depth=fast", context);
    await page.waitForSelector("#main:not(.starting)");
    const found = [];
    const look = async (state) => found.push(...(await barriers(page)).map((barrier) => `${state}: ${barrier}`));
    await press(page, "#keys-open");
    await look("the tile keys");
    await press(page, "#help");
    await look("help");
    await page.keyboard.press("Escape");
    await press(page, '[data-door="game"]');
    await look("the second door");
    await page.fill("#record-text", "https://tenhou.net/0/?log=2026010203gm-00a9-0000-11223344&tw=3");
    await press(page, "#record-read");
    await page.waitForSelector(".notice-steps");
    await look("the steps of a link");
    await drop(page, "notes.pdf", "%PDF-1.7");
    await page.waitForFunction(() => document.querySelector("#notice-says.problem")?.textContent.includes("notes.pdf"));
    await look("a refused file");
    await press(page, ".notice-close");
    await drop(page, "sample.mjson", SAMPLE);
    await page.waitForSelector("#who button");
    await look("which player");
    await reviewed(page, look);
    if (await page.isVisible("#record-more")) await press(page, "#record-more");
    await page.evaluate(() => (document.getElementById("export").open = true));
    await look("the menu of exports");
    await page.evaluate(() => (document.getElementById("export").open = false));
    await press(page, "#record-hands");
    await look("all hands");
    await press(page, "#record-veil");
    await page.waitForSelector(".choice");
    await look("asked before the answer");
    await press(page, "#learn-show");
    await look("the answer that was asked for");
    await press(page, "#record-close");
    await page.waitForSelector("#kept-list .chip");
    await look("the list of records");
    assert.deepEqual(found, []);
  });
}

for (const { name, ...context } of WALKS) {
  test(`three players: a table laid by hand with kita, and a record with norths set aside and each of its tabs: ${name}`, async (t) => {
    const query = "?q=123p456789s1124z5z&rules=tenhou-sanma&kita=1&river1=3z&river2=9m&river3=f4z1p&depth=first";
    const page = await open(t, await start(t), query, context);
    const found = [];
    const look = async (state) => found.push(...(await barriers(page)).map((barrier) => `${state}: ${barrier}`));
    await settled(page);
    if (await page.isVisible("#chips-more")) await press(page, "#chips-more");
    await press(page, "#panel-around-chip");
    await page.waitForSelector("#board .norths");
    await look("a table of three");
    await press(page, "#board .free");
    await page.waitForSelector(".picker");
    await look("the picker with kita");
    await drop(page, "three.mjson", gameOfThree());
    await page.waitForSelector("#who button");
    await look("which of three players");
    await reviewed(page, look);
    assert.deepEqual(found, []);
  });
}

test("frames: the answer, an answer that waits for a choice, a hand that is none", async (t) => {
  const world = await start(t);
  for (const [query, part] of [
    ["hand=123m406p789s11223z&rows=3", "#candidates tbody tr"],
    ["hand=123m406p789s11223z&answer=ask", "#framed-hand button"],
    ["hand=123m4x", "#problem:not([hidden])"],
  ]) {
    const page = await open(t, world, `embed.html?${query}&depth=fast`, { viewport: { width: 390, height: 400 } });
    await page.waitForSelector(part);
    await page.waitForFunction(() => !document.getElementById("answer").hasAttribute("aria-busy"));
    assert.deepEqual(await barriers(page), [], query);
    await page.context().close();
  }
});
