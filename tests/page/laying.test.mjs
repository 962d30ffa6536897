// A table laid by clicks, and changed to see what comes of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open, query, rows, settled, start, TENPAI } from "./browser.mjs";

const put = (page, name) => page.click(`.picker .key[aria-label="Put ${name}"]`);
const free = (page, wind) => page.click(`#board .free[aria-label="Add to ${wind}’s river"]`);
/** What the address says once the pause of typing is over. */
const addressed = (page, key, value) =>
  page.waitForFunction(([name, text]) => new URLSearchParams(location.search).get(name) === text, [key, value]);

for (const [device, viewport] of [
  ["desktop", { width: 1280, height: 900 }],
  ["telephone", { width: 390, height: 844 }],
]) {
  test(`rivers, dora and a meld are laid by clicks, in turn, and changed by clicks: ${device}`, async (t) => {
    const page = await open(t, await start(t), `?q=${TENPAI}&seat=south&depth=fast`, { viewport });
    assert.equal(await page.isVisible("#board"), false);
    await page.click("#panel-around-chip");
    await free(page, "East");
    assert.equal(await page.textContent(".picker h3"), "East discards");
    await put(page, "West");
    assert.equal(await page.textContent(".picker h3"), "South discards", "in turn");
    await put(page, "1 man");
    await put(page, "9 sou");
    await put(page, "North");
    await put(page, "white dragon");
    await page.click('.picker .quiet:has-text("Done")');
    // what is still missing is asked for
    await page.waitForFunction(() => document.querySelector(".picker h3").textContent === "Dora indicator 1");
    await put(page, "4 sou");
    await page.click('.picker .quiet:has-text("Done")');
    assert.equal(await page.isVisible(".picker"), false);
    await addressed(page, "dora", "4s");
    const laid = await query(page);
    assert.deepEqual(
      ["river1", "river2", "river3", "river4"].map((key) => laid.get(key)),
      ["3z5z", "1m", "9s", "4z"],
    );
    await settled(page);
    assert.ok((await rows(page)).length > 5);

    // what if South of the dealer had declared riichi, and another dora
    await page.click('#board .seat[data-seat="west"] .in-river');
    await page.click('.picker .toggle:has-text("riichi")');
    await addressed(page, "river3", "9s*");
    await settled(page);
    assert.match(await page.textContent("#whatif-says"), /^(Was|Still) .*: (0|[+−][\d,]+)$/u);
    await page.click("#board .indicator");
    await put(page, "6 man");
    await addressed(page, "dora", "6m");
    await page.click("#whatif-restore");
    await addressed(page, "river3", "9s");
    assert.equal((await query(page)).get("dora"), "4s");

    // North calls East's white dragon
    await free(page, "North");
    await page.click('.picker .toggle:has-text("Pon")');
    await page.click('.picker .toggle:has-text("from right")');
    await put(page, "white dragon");
    await addressed(page, "melds4", "z555+");
    await page.click('.picker .quiet:has-text("Remove the last meld")');
    await page.waitForFunction(() => !new URLSearchParams(location.search).has("melds4"));
  });
}

test("a table is laid by keyboard", async (t) => {
  const page = await open(t, await start(t), `?q=${TENPAI}&dora=4s&depth=fast`);
  await page.focus("#panel-around-chip");
  await page.keyboard.press("Enter");
  await page.focus('#board [tabindex="0"]');
  await page.keyboard.press("Enter");
  await page.focus(".picker .key");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await addressed(page, "river1", "2m");
  await page.keyboard.press("Escape");
  assert.equal(await page.isVisible(".picker"), false);
});
