// The page in each of its languages: chosen, remembered, and within a telephone's width.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers } from "./barriers.mjs";
import { open, settled, start } from "./browser.mjs";
import { game } from "./game.mjs";

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
