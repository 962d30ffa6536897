// What goes beyond a review: how it compares, practice of kept mistakes, notes and branches, and a picture of a
// decision.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { open, settled, start, written } from "./browser.mjs";
import { game, hanchan } from "./game.mjs";
import { drop } from "./states.mjs";
import * as limits from "../limits.mjs";

/** Opens a game for one player and waits until the review of it has ended. */
async function reviewed(page, text, player) {
  await drop(page, "made-up.mjson", text);
  await page.click(`#who button[data-player="${player}"]`);
  await page.waitForFunction(
    () => document.getElementById("review-stop").hidden && document.querySelector("#scores td"),
    undefined,
    { timeout: limits.REVIEW },
  );
}

test("a whole game that is wholly reviewed is compared with Tenhou's top room where there are numbers; a part of one is not", async (t) => {
  const shipped = JSON.parse(await readFile(new URL("../../www/percentiles.json", import.meta.url), "utf8"));
  const world = await start(t);
  const page = await open(t, world, "?q=");
  await reviewed(page, hanchan(), 1);
  const texts = await page.$$eval("#scores .scale", (all) => all.map((one) => one.textContent));
  if (shipped.hanchan)
    assert.match(
      texts.join(),
      /^(Better than [1-9] of 10 players|In the lowest tenth) of Tenhou’s top room, by accuracy in a hanchan\.$/u,
    );
  else assert.deepEqual(texts, []);
  const other = await open(t, world, "?q=");
  await reviewed(other, game(), 3);
  assert.equal(await other.locator("#scores .scale").count(), 0, "two rounds are no game");
});

test("the door offers practice of kept mistakes: asked without a trace of the answer, and none is due after the last", async (t) => {
  const page = await open(t, await start(t), "?q=");
  await page.click('[data-door="game"]');
  assert.equal(await page.isVisible("#drills"), false, "nothing is kept");
  await reviewed(page, game(), 3);
  await written(page, ([{ mistakes }]) => mistakes?.length > 0);
  await page.click("#record-close");
  const due = async () => Number(/(\d+) due/u.exec(await page.textContent("#drill-start"))[1]);
  const all = await due();
  assert.ok(all >= 2, String(all));
  for (const lang of ["ja", "ko", "zh-Hans", "zh-Hant"]) {
    await page.selectOption("#lang", lang);
    assert.match(await page.textContent("#drill-start"), new RegExp(String(all), "u"), lang);
  }
  await page.selectOption("#lang", "en");

  await page.click("#drill-start");
  await page.waitForSelector(".choice");
  for (const part of ["#best", "#candidates", "#review"])
    assert.equal(await page.locator(part).first().isVisible(), false, part);
  assert.equal(await page.textContent("#learn h3"), "Practice");
  await page.click("#learn-show");
  await page.waitForFunction(
    (left) => document.querySelector("#learn .learn-head small").textContent === `${left} due`,
    all - 1,
  );
  for (let i = 1; i < all; i += 1) {
    await page.click("#learn-next");
    await page.click("#learn-show");
  }
  await page.click("#learn-next");
  await page.waitForFunction(
    (count) =>
      new RegExp(`^0 of ${count} right at the first try\\. The next mistake comes in \\d+ minutes\\.$`, "u").test(
        document.querySelector("#learn > p").textContent,
      ),
    all,
  );
  await page.click("#record-close");
  assert.equal(await page.isVisible("#drill-start"), false);
  assert.match(await page.textContent("#drills-says"), /^The next mistake comes in \d+ minutes\.$/u);
  // the clock alone makes them due again
  await page.addInitScript(() => {
    const now = Date.now;
    Date.now = () => now() + 3_600_000;
  });
  await page.reload();
  await page.click('[data-door="game"]');
  await page.waitForSelector("#drill-start:not([hidden])");
  assert.equal(await due(), all);
});

test("a note and a branch stay with their decision, are found again after a reload, and go with the export", async (t) => {
  const page = await open(t, await start(t), "?q=");
  await reviewed(page, game(), 3);
  await page.click('#tabs [data-tab="moves"]');
  await page.fill("#note-text", "<b>why?</b>");
  const decision = await page.inputValue("#record-decision");
  await page.evaluate(() => (document.getElementById("panel-whatif").hidden = false));
  await page.$eval("#whatif-honba", (input) => {
    input.value = "3";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await page.click("#branch-keep");
  assert.equal(await page.isVisible("#branch-keep"), false, "it is kept");
  await page.click("#whatif-restore");
  await written(page, ([{ review }]) => review?.notes?.[0]?.branches.length === 1);
  await page.click("#record-on");
  assert.equal(await page.inputValue("#note-text"), "", "another decision has another note");
  await page.reload();
  await page.waitForSelector("#record-bar:not([hidden])");
  await page.click('#tabs [data-tab="moves"]');
  assert.match(await page.textContent("#notes .noted"), /East 1.*<b>why\?<\/b> · 1 what-if$/u);
  await page.click("#notes .noted button");
  assert.equal(await page.inputValue("#record-decision"), decision);
  assert.equal(await page.inputValue("#note-text"), "<b>why?</b>");
  assert.equal(await page.textContent("#notes .branches button"), "What if 1: Honba");
  await page.click("#notes .branches button");
  assert.equal(await page.$eval("#whatif-honba", (input) => input.value), "3");
  await page.click("#whatif-restore");
  await page.evaluate(() => (document.getElementById("export").open = true));
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#export-html")]);
  const html = await readFile(await download.path(), "utf8");
  assert.ok(html.includes("&lt;b&gt;why?&lt;/b&gt;"), "as text");
});

test("what if another tile had been discarded: the record's next draw comes to that hand, again and again, and back", async (t) => {
  const page = await open(t, await start(t), "?q=&depth=fast", { viewport: { width: 1440, height: 900 } });
  await drop(page, "made-up.mjson", game());
  await page.selectOption("#record-player", "3");
  await settled(page);
  const at = await page.inputValue("#record-decision");
  const tiles = (text) =>
    [...text.matchAll(/(\d+)([mpsz])/gu)].flatMap(([, digits, suit]) => [...digits].map((digit) => digit + suit));
  const hand = async () => tiles(await page.inputValue("#hand"));
  const drawn = (await hand()).at(-1);
  // this player discards what is drawn
  await page.evaluate(
    (tile) => document.querySelector(`#candidates tr[data-action^="discard ${tile} "]`).click(),
    drawn,
  );
  assert.equal(await page.isVisible("#variation-on"), false, "it was discarded");
  const other = (await hand()).find((tile) => tile !== drawn);
  const cut = (tile) =>
    page.evaluate(
      (wanted) => document.querySelector(`#candidates tr[data-action^="discard ${wanted} "]`).click(),
      tile,
    );
  await cut(other);
  await page.click("#variation-on");
  await settled(page);
  const one = await hand();
  assert.ok(one.length === 14 && one.includes(drawn), `${one}`);
  assert.match(
    await page.textContent("#variation-says"),
    /^What if you discard .+: now you draw .+\. The others play as they did\.$/u,
  );
  assert.equal(await page.inputValue("#record-decision"), at, "the record stays where it was");
  assert.deepEqual(tiles(await page.inputValue("#northRiver")), [other]);
  await cut(one.at(-1));
  await page.click("#variation-on");
  await settled(page);
  assert.equal(tiles(await page.inputValue("#northRiver")).length, 2);
  await page.click("#whatif-restore");
  assert.equal((await hand()).at(-1), drawn);
  assert.equal(await page.isVisible("#variation-says"), false);
});

test("a decision becomes a picture, without any request but for the page's own tiles", async (t) => {
  const world = await start(t);
  const page = await open(t, world, "?q=");
  await reviewed(page, game(), 3);
  const outside = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(world.server.url)) outside.push(request.url());
  });
  await page.evaluate(() => (document.getElementById("export").open = true));
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#export-picture")]);
  assert.equal(download.suggestedFilename(), "made-up.png");
  const bytes = await readFile(await download.path());
  assert.deepEqual([...bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  assert.equal(bytes.readUInt32BE(16), 1200);
  assert.ok(bytes.readUInt32BE(20) > 300);
  assert.deepEqual(
    outside.filter((url) => !url.startsWith("blob:")),
    [],
  );
});

test("a picture of a decision is written in the fonts of the page's language", async (t) => {
  const page = await open(t, await start(t), "?q=", { locale: "zh-CN" });
  await reviewed(page, game(), 3);
  await page.evaluate(() => {
    globalThis.fonts = [];
    const { get, set } = Object.getOwnPropertyDescriptor(CanvasRenderingContext2D.prototype, "font");
    Object.defineProperty(CanvasRenderingContext2D.prototype, "font", {
      get,
      set(font) {
        set.call(this, font);
        fonts.push(this.font);
      },
    });
    document.getElementById("export").open = true;
  });
  await Promise.all([page.waitForEvent("download"), page.click("#export-picture")]);
  const fonts = await page.evaluate(() => globalThis.fonts);
  assert.ok(fonts.length > 3, fonts.join());
  for (const font of fonts) assert.match(font, /^(?:600 )?\d+px system-ui,.*"PingFang SC".*sans-serif$/u);
});
