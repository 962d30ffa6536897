// The page in each of its languages: chosen, remembered, and within a telephone's width.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers } from "./barriers.mjs";
import { open, press, settled, start } from "./browser.mjs";
import { game, gameOfThree } from "./game.mjs";
import { drop, dropAll } from "./states.mjs";
import * as limits from "../limits.mjs";

const PHONE = { width: 390, height: 844 };
/** By the locale of a browser, and each language's own name. */
const LOCALES = {
  "en-US": ["en", "English"],
  "ja-JP": ["ja", "日本語"],
  "zh-CN": ["zh-Hans", "简体中文"],
  "zh-TW": ["zh-Hant", "繁體中文"],
  "ko-KR": ["ko", "한국어"],
};
const language = (page) => page.getAttribute("html", "lang");
/** How far the page, and what lies over it, is wider than the window. */
const over = (page) =>
  page.evaluate(() => {
    const dialog = document.querySelector("dialog[open]");
    return [document.documentElement.scrollWidth - innerWidth, dialog ? dialog.scrollWidth - dialog.clientWidth : 0];
  });

for (const [locale, [lang, name]] of Object.entries(LOCALES)) {
  test(`${name}: first screen, help and record stay within 390 px`, async (t) => {
    const page = await open(t, await start(t), "", { locale, viewport: PHONE });
    await settled(page);
    assert.equal(await language(page), lang);
    assert.equal(await page.$eval("#lang", (select) => select.selectedOptions[0].textContent), name);
    assert.deepEqual(await over(page), [0, 0], "first screen");
    assert.ok(
      (await page.$eval(".bar h1", (one) => one.getBoundingClientRect().bottom)) < 60,
      "the chooser leaves the head on one line",
    );
    await page.click("#help");
    assert.deepEqual(await over(page), [0, 0], "help");
    await page.keyboard.press("Escape");
    await page.setInputFiles("#record-file", {
      name: "made-up.json",
      mimeType: "application/json",
      buffer: Buffer.from(game()),
    });
    await page.waitForSelector("#record-bar:not([hidden])");
    await settled(page);
    await page.$$eval("details", (all) => all.forEach((fold) => (fold.open = true)));
    for (const tab of await page.locator(".tabs button:visible").all()) {
      await tab.click();
      assert.deepEqual(await over(page), [0, 0], `record, ${await tab.textContent()}`);
    }
    assert.deepEqual(await barriers(page), []);
  });
}

/** Texts of one row of candidates that lie over one another. */
const overlaps = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("#candidates tr")].flatMap((row) => {
      const texts = [...row.querySelectorAll("*")]
        .filter((one) => one.checkVisibility())
        .flatMap(({ childNodes }) => [...childNodes].filter((node) => node.nodeType === Node.TEXT_NODE))
        .map((node) => {
          const range = document.createRange();
          range.selectNodeContents(node);
          return [node.data, range.getBoundingClientRect()];
        });
      const over = ([, a], [, b]) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
      return texts.flatMap((one, i) =>
        texts.slice(0, i).flatMap((other) => (over(one, other) ? [`${other[0]} ${one[0]}`] : [])),
      );
    }),
  );
const TABLE_OF_THREE =
  "?q=123p456789s1124z5z&rules=tenhou-sanma&kita=1&river1=3z&river2=9m&river3=f4z1p&depth=first";

for (const [locale, [lang, name]] of Object.entries(LOCALES)) {
  test(`${name}: three players, a lesson, the list of games and practice stay within 390 and 320 px, without barriers`, async (t) => {
    const page = await open(t, await start(t), TABLE_OF_THREE, { locale, viewport: PHONE });
    const found = [];
    const look = async (state) => {
      for (const width of [390, 320]) {
        await page.setViewportSize({ ...PHONE, width });
        const wide = await over(page);
        if (wide.some((by) => by > 0)) found.push(`${state}, ${width} px: ${wide}`);
        found.push(...(await overlaps(page)).map((texts) => `${state}, ${width} px: ${texts}`));
      }
      await page.setViewportSize(PHONE);
      found.push(...(await barriers(page)).map((barrier) => `${state}: ${barrier}`));
    };
    await settled(page);
    assert.equal(await language(page), lang);
    await look("a hand of three");
    if (await page.isVisible("#chips-more")) await press(page, "#chips-more");
    await press(page, "#panel-around-chip");
    await page.waitForSelector("#board .norths");
    await look("a table of three");
    await press(page, "#board .free");
    await page.waitForSelector(".picker");
    await look("the picker");

    await page.goto(new URL("?q=&depth=fast", page.url()).href);
    const reviewed = () =>
      page.waitForFunction(
        () => document.getElementById("review-stop").hidden && document.querySelector("#scores td"),
        undefined,
        { timeout: limits.REVIEW },
      );
    await drop(page, "three.mjson", gameOfThree());
    await page.waitForSelector("#who button");
    await press(page, '#who [data-player="1"]');
    await reviewed();
    await settled(page);
    for (const tab of ["mistakes", "moves", "rows", "danger", "detail"]) {
      await press(page, `#tabs [data-tab="${tab}"]`);
      await look(`a record of three, ${tab}`);
    }
    await press(page, "#record-close");

    // names of records as long as the sites give them
    await dropAll(page, {
      "2026010203gm-00a9-0000-11223344_tw=3.mjson": game(),
      "b.json": game().replaceAll("Ayumi", "Eri"),
      "c.json": "{",
    });
    await page.waitForFunction(() =>
      document.querySelector("#games [role=status]").textContent.match(/3.*3.*2/u),
    );
    await look("the list of games");
    await page.selectOption("#games-player", "Daigo");
    await page.click("#games-review");
    await page.waitForFunction(
      () => document.querySelector("#games tfoot") && document.getElementById("games-stop").hidden,
      undefined,
      { timeout: limits.REVIEW },
    );
    assert.ok((await page.locator(".games-worst li").count()) > 0);
    await page.$$eval("#games, #games details", (all) => all.forEach((fold) => (fold.open = true)));
    await look("the list of games, reviewed");

    await press(page, "#drill-start");
    await page.waitForSelector(".choice");
    await look("practice");
    await press(page, "#learn-show");
    await look("practice, answered");
    await press(page, "#record-close");
    await press(page, "#games tbody button");
    await page.waitForSelector("#learn-start:not([hidden])", { state: "attached" });
    await reviewed();
    await press(page, "#learn-start");
    await page.waitForSelector(".choice");
    await look("a lesson");
    await press(page, ".choice");
    await page.waitForFunction(() => document.querySelector("#learn.right, #learn.wrong"));
    await look("a lesson, answered");
    assert.deepEqual(found, []);
  });
}

test("the chooser has each language's own name, works by keyboard, and the choice is remembered", async (t) => {
  const page = await open(t, await start(t), "?q=34679m2406p22788s", { locale: "zh-HK" });
  await settled(page);
  assert.equal(await language(page), "zh-Hant");
  assert.deepEqual(
    await page.$$eval("#lang option", (all) => all.map((one) => [one.value, one.lang, one.textContent])),
    Object.values(LOCALES).map(([lang, name]) => [lang, lang, name]),
  );
  assert.equal(await page.getAttribute("#lang", "aria-label"), "語言");
  await page.focus("#lang");
  await page.keyboard.press("ArrowDown");
  assert.equal(await language(page), "ko");
  assert.equal(await page.getAttribute("#lang", "aria-label"), "언어");
  assert.match(await page.textContent("#best"), /기댓값|화료율/u);
  await page.reload();
  await settled(page);
  assert.equal(await language(page), "ko");
  assert.equal(await page.inputValue("#lang"), "ko");
  assert.match(
    await page.$eval("html", (html) => getComputedStyle(html).fontFamily),
    /Apple SD Gothic Neo.*Noto Sans KR/u,
  );
});

test("a browser whose languages there are none of reads English", async (t) => {
  const world = await start(t);
  const page = await open(t, world, "?q=", { locale: "fr-FR" });
  assert.equal(await language(page), "en");
});

test("the embedded page speaks the language of its address, as a tag of any form", async (t) => {
  const world = await start(t);
  for (const [asked, lang] of [
    ["ko", "ko"],
    ["zh-TW", "zh-Hant"],
    ["zh", "zh-Hans"],
    ["fr", "en"],
  ]) {
    const page = await open(t, world, `embed.html?hand=34679m2406p22788s&depth=fast&lang=${asked}`, {
      viewport: { width: 320, height: 640 },
    });
    await page.waitForFunction(() => document.querySelectorAll("#candidates tbody tr").length > 0);
    assert.equal(await language(page), lang);
    assert.deepEqual(await over(page), [0, 0], asked);
  }
});
