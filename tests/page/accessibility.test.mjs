// No barriers that a program can find, in all states of the page, each in its look and in the opposite one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers } from "./barriers.mjs";
import { open, settled, start } from "./browser.mjs";
import { enter, STATES } from "./states.mjs";

const LOOKS = [
  ["its look", ({ dark = false, language = "en" }) => ({ dark, language })],
  ["the other theme and language", ({ dark = false, language = "en" }) => ({ dark: !dark, language: language === "en" ? "ja" : "en" })],
];

for (const [name, lookOf] of LOOKS) {
  test(`ten states, ${name}`, async (t) => {
    const world = await start(t);
    for (const state of STATES) {
      const { dark, language } = lookOf(state);
      const page = await open(t, world, state.query, { viewport: state.viewport, locale: language, colorScheme: dark ? "dark" : "light" });
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
    const page = await open(t, world, query, { viewport: { width: 360, height: 740 }, locale: "ja", colorScheme: "dark" });
    if (query !== "?q=") await settled(page);
    await page.waitForSelector("#main:not(.starting)");
    assert.deepEqual(await barriers(page), [], query);
  }
});
