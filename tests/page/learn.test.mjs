// The timeline, the cards of mistakes, and learning from them.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { open, settled, start, written } from "./browser.mjs";
import { game } from "./game.mjs";
import * as limits from "../limits.mjs";

const place = (page) => page.$$eval("#record-bar select", (all) => all.map((select) => select.selectedIndex).join("/"));

/** A review with mistakes of every size. */
async function reviewed(page) {
  await page.setInputFiles("#record-file", { name: "made-up.json", mimeType: "application/json", buffer: Buffer.from(game()) });
  await page.waitForSelector("#review:not([hidden])");
  await page.selectOption("#depth", "first");
  await page.selectOption("#record-player", "3");
  await page.fill("#review-threshold", "20");
  await page.click("#review-start");
  await page.waitForFunction(() => /^All \d+ decisions are reviewed/u.test(document.getElementById("review-status").textContent), undefined, { timeout: limits.REVIEW });
}

test("the timeline leads to a decision by pointer and keys; cards are sifted, sorted and lead there too", async (t) => {
  const page = await open(t, await start(t), "?q=");
  await reviewed(page);
  await page.focus("#timeline [role=slider]");
  await page.keyboard.press("Home");
  const first = await place(page);
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await place(page), first, "one decision on, not two");
  assert.match(await page.getAttribute("#timeline [role=slider]", "aria-valuenow"), /^1$/u);
  const box = await page.locator("#timeline [role=slider]").boundingBox();
  await page.mouse.click(box.x + box.width - 2, box.y + box.height / 2);
  assert.match(await place(page), /^1\//u, "the last round");
  assert.match(await page.getAttribute("#timeline [role=slider]", "aria-valuetext"), /^East 2, 1 honba, turn \d+, [\d,]+ points lost so far, expected place [1-4]\.\d$/u);

  const losses = () => page.$$eval("#review-mistakes .loss", (all) => all.map((one) => Number(one.textContent.replace(/[^\d]/gu, ""))));
  const worst = await losses();
  const count = () => page.$eval("#review-mistakes", (list) => Number(list.dataset.count));
  const all = await count();
  assert.ok(all >= 2, String(all));
  const fresh = await page.$$eval("#review-mistakes li", (cards) => cards.filter((card) => !card.querySelector(".mistake-head small")).length);
  assert.deepEqual(worst.slice(0, fresh), worst.slice(0, fresh).toSorted((a, b) => b - a), "worst first");
  await page.selectOption("#sift-by", "game");
  assert.equal(await count(), all);
  for (const size of ["small", "medium", "large"]) await page.setChecked(`#sift-${size}`, false);
  assert.equal(await count(), 0);
  await page.setChecked("#sift-large", true);
  await page.setChecked("#sift-medium", true);
  await page.setChecked("#sift-small", true);
  await page.click("#review-mistakes li:first-child button");
  assert.equal(await page.getAttribute('#review-strip [aria-current="true"]', "data-standing"), "mistake");
});

test("learning stops before a mistake, keeps the answer back until somebody has chosen, and keeps the result", async (t) => {
  const page = await open(t, await start(t), "?q=");
  await reviewed(page);
  await page.click("#learn-start");
  await page.waitForSelector(".choice");
  for (const part of ["#best", "#candidates", "#tray .merit", ".held.top", ".held.played"]) assert.equal(await page.locator(part).first().isVisible(), false, part);
  assert.equal(await page.textContent("#record-done"), "");
  const room = (part) => page.$eval(part, (one) => one.getClientRects().length > 0);
  for (const part of ["#review-mistakes", ".more", "#sift-by"]) assert.equal(await room(part), false, `${part} takes room for nothing`);
  const told = await page.textContent("#learn .learn-head small");
  assert.match(told, /^0 of \d+ mistakes answered, 0 right$/u);
  const before = await place(page);
  // a tile of the hand is a choice as well
  const many = await page.locator(".choice").count();
  assert.ok(many >= 5);
  await page.locator("#tray .slot .held").first().click();
  await page.waitForFunction(() => document.querySelector("#learn.right, #learn.wrong"));
  await settled(page);
  assert.equal(await page.isVisible("#best"), true);
  assert.deepEqual(await Promise.all(["#review-mistakes", "#sift-by"].map(room)), [true, true]);
  assert.match(await page.textContent("#learn p"), /^(Right: that is the best\.|Good: that loses only [\d,]+ points\.|That loses [\d,]+ points\.)/u);
  assert.match(await page.textContent("#learn .learn-head small"), /^1 of \d+ mistakes answered, [01] right$/u);
  await page.click("#learn .solid");
  assert.notEqual(await place(page), before);
  await page.waitForSelector(".choice");
  await page.click("#learn .quiet:not(.choice)");
  assert.equal(await page.isVisible("#learn"), false);
  await settled(page);
  assert.equal(await page.isVisible("#best"), true);

  // kept by the browser
  await written(page, ([{ review }]) => review?.learned?.length === 1);
  await page.reload();
  await page.click("#kept-list .chip");
  await page.waitForSelector("#learn-start:not([hidden])");
  await page.click("#learn-start");
  assert.match(await page.textContent("#learn .learn-head small"), /^1 of /u);
});

test("a review becomes one page that needs nothing else and opens again, Markdown, and a link to a decision", async (t) => {
  const world = await start(t);
  const page = await open(t, world, "?q=", { permissions: ["clipboard-read", "clipboard-write"] });
  await reviewed(page);
  const mistakes = await page.$eval("#review-mistakes", (list) => Number(list.dataset.count));
  const taken = async (button) => {
    await page.evaluate(() => (document.getElementById("export").open = true));
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
  };
  const html = await taken("#export-html");
  assert.equal(html.name, "made-up.review.html");
  assert.doesNotMatch(html.text.replaceAll("http://www.w3.org", ""), /(src|href)=|https?:\/\//u, "nothing is fetched");
  const alone = await (await world.browser.newContext({ offline: true, javaScriptEnabled: false })).newPage();
  await alone.setContent(html.text);
  assert.equal(await alone.locator("ol li").count(), mistakes);
  assert.match(await alone.locator(".t").first().evaluate((tile) => getComputedStyle(tile).backgroundImage), /^url\("data:image\/svg\+xml/u);
  const markdown = await taken("#export-markdown");
  assert.equal(markdown.name, "made-up.review.md");
  assert.equal(markdown.text.match(/^\d+\. \*\*/gmu).length, mistakes);

  await page.selectOption("#record-decision", "5");
  await page.evaluate(() => (document.getElementById("export").open = true));
  await page.click("#export-link");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#review=1\/\d+\.3\.5$/u);
  const wanted = await place(page);
  await written(page, ([{ review }]) => review?.verdicts.length > 0);
  await page.goto("about:blank");
  await page.goto(link);
  await page.waitForSelector("#review:not([hidden])");
  assert.equal(await place(page), wanted);

  const again = await open(t, world, "?q=");
  await again.setInputFiles("#record-file", { name: html.name, mimeType: "text/html", buffer: Buffer.from(html.text) });
  await again.waitForSelector("#review-mistakes li");
  assert.equal(await again.$eval("#review-mistakes", (list) => Number(list.dataset.count)), mistakes);
});
