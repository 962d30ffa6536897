// A player on a telephone without a network: a whole game from the drop to the page that is sent to a friend.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { REVIEW } from "../limits.mjs";
import { open, settled, start, written } from "./browser.mjs";
import { hanchan } from "./game.mjs";
import { drop } from "./states.mjs";

const PHONE = { width: 390, height: 844 };
const sideways = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const standings = (page) => page.$$eval("#review-strip .cell", (all) => all.map((cell) => cell.dataset.standing));
const step = (page) => page.textContent("#learn .learn-head small");

test("at 390 px, offline: a whole hanchan is dropped, reviewed, learned from, reloaded, goes on, is exported and opened again", async (t) => {
  const world = await start(t);
  const page = await open(t, world, "?q=&depth=fast", { viewport: PHONE });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
  await page.waitForSelector("#main:not(.starting)");
  await world.server.close();
  await page.context().setOffline(true);

  await drop(page, "hanchan.mjson", hanchan());
  await page.waitForSelector("#review:not([hidden])");
  assert.equal(await page.textContent("#record-status"), "hanchan.mjson: 8 rounds");
  assert.equal(await page.$eval("#record-round option:last-child", (option) => option.textContent), "South 4");
  await page.selectOption("#record-player", "2");
  await page.click("#review-start");
  await page.waitForSelector('#review-status[data-run="done"]', { state: "attached", timeout: REVIEW });
  const found = await standings(page);
  assert.ok(
    found.length >= 20 &&
      !found.includes("pending") &&
      ["doubtful", "mistake", "blunder"].some((size) => found.includes(size)) &&
      found.includes("best"),
    found.join(),
  );
  assert.equal(await page.$$eval("#timeline .timeline-rounds span", (all) => all.length), 8);
  const accuracy = await page.textContent("#scores td");
  assert.ok(Number(accuracy) > 0 && Number(accuracy) < 100, accuracy);
  assert.equal(await sideways(page), 0, "a review");
  // the parts of a card add up to its loss
  const figure = (text) => Number(text.replaceAll(",", "").replace("−", "-").replace("+", ""));
  const cards = await page.$$eval(".mistake-card", (all) =>
    all.map((card) => ({
      loss: card.querySelector(".loss").textContent,
      parts: [...card.querySelectorAll(".loss-parts b")].map((part) => part.textContent),
      why: card.querySelector(".why")?.textContent ?? "",
    })),
  );
  assert.ok(cards.length > 0);
  for (const { loss, parts, why } of cards) {
    assert.equal(
      parts.map(figure).reduce((sum, points) => sum + points, 0),
      figure(loss),
      parts.join(),
    );
    assert.notEqual(why, "");
  }

  await page.click("#learn-start");
  await page.waitForSelector(".choice");
  assert.match(await step(page), /^0 of \d+ mistakes answered, 0 right$/u);
  await page.locator(".choice").first().click();
  await page.waitForFunction(() => document.querySelector("#learn.right, #learn.wrong"));
  if (await page.isVisible("#learn-show")) await page.click("#learn-show");
  await page.click("#learn-next");
  await page.waitForSelector(".choice");
  assert.equal(await sideways(page), 0, "learning");

  // what was found and answered is written a moment later
  await written(page, ([{ review }]) => review?.learned?.length === 1);
  await page.reload();
  await page.waitForSelector("#learn-start:not([hidden])");
  await page.selectOption("#record-player", "2");
  assert.deepEqual(await standings(page), found);
  await page.click("#learn-start");
  assert.match(await step(page), /^1 of /u);
  await page.waitForSelector(".choice");
  await page.click("#learn-leave");
  await settled(page);

  await page.evaluate(() => (document.getElementById("export").open = true));
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#export-html")]);
  assert.equal(download.suggestedFilename(), "hanchan.review.html");
  const exported = await readFile(await download.path(), "utf8");
  const mistakes = await page.$eval("#review-mistakes", (list) => Number(list.dataset.count));
  const alone = await (
    await world.browser.newContext({ offline: true, javaScriptEnabled: false, viewport: PHONE })
  ).newPage();
  await alone.setContent(exported);
  assert.equal(await alone.locator("ol li").count(), mistakes);
  assert.equal(await alone.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, "the exported page");

  await page.click("#record-close");
  await drop(page, "from a friend.html", exported);
  await page.waitForSelector("#review-mistakes > li");
  assert.equal(await page.textContent("#record-status"), "hanchan.mjson: 8 rounds");
  await page.selectOption("#record-player", "2");
  assert.deepEqual(await standings(page), found);
  assert.equal(await page.textContent("#scores td"), accuracy);
});

/** Presses Tab until the focus is on an element, as who has no pointer does. */
async function tabTo(page, selector, back = false) {
  for (let i = 0; i < 200; i += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)) return;
    await page.keyboard.press(back ? "Shift+Tab" : "Tab");
  }
  throw new Error(`Tab never comes to ${selector}`);
}
/** Opens a file by the keyboard: its chooser is what the system shows. */
async function openFile(page, name, content) {
  await tabTo(page, "#record-file");
  const chooser = page.waitForEvent("filechooser");
  // the browser learns that somebody waits before it answers this; a chooser that comes earlier is closed by it
  await page.evaluate(() => document.activeElement.id);
  await page.keyboard.press("Enter");
  await (await chooser).setFiles({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
}

test("by keyboard alone at 1440 px: a whole hanchan is opened, reviewed, walked, learned from, reloaded, exported and opened again", async (t) => {
  const page = await open(t, await start(t), "?q=&depth=fast", { viewport: { width: 1440, height: 900 } });
  const press = (key) => page.keyboard.press(key);
  await page.waitForSelector("#main:not(.starting)");
  await tabTo(page, '[data-door="game"]');
  await press("Enter");
  await openFile(page, "hanchan.mjson", hanchan());
  await page.waitForSelector("#who button");
  await tabTo(page, '#who [data-player="2"]');
  await press("Enter");
  const done = () =>
    page.waitForSelector('#review-status[data-run="done"]', { state: "attached", timeout: REVIEW });
  await done();
  const found = await standings(page);
  assert.ok(found.length >= 20 && !found.includes("pending"));

  // from mistake to mistake, and from card to card
  const turn = () => page.$$eval("#record-round, #record-decision", (all) => all.map(({ value }) => value).join("/"));
  await press("n");
  const first = await turn();
  await press("n");
  assert.notEqual(await turn(), first);
  await press("p");
  assert.equal(await turn(), first);
  await tabTo(page, ".mistake-head");
  await press("Enter");
  assert.match(await page.textContent("#record-done"), /^Played: .* Recommended: /u);

  await tabTo(page, "#learn-start", true);
  await press("Enter");
  await page.waitForFunction(() => document.activeElement?.matches(".choice"));
  assert.match(await step(page), /^0 of \d+ mistakes answered, 0 right$/u);
  await press("Enter");
  await page.waitForFunction(() => document.querySelector("#learn.right, #learn.wrong"));
  if (await page.isVisible("#learn-show")) {
    await tabTo(page, "#learn-show");
    await press("Enter");
  }
  await page.waitForFunction(() => document.activeElement?.id === "learn-next");
  await press("Enter");
  await page.waitForFunction(() => document.activeElement?.matches(".choice"));

  await written(page, ([{ review }]) => review?.learned?.length === 1);
  await page.reload();
  await page.waitForSelector("#learn-start:not([hidden])");
  assert.deepEqual(await standings(page), found);
  await tabTo(page, "#learn-start");
  await press("Enter");
  assert.match(await step(page), /^1 of /u);
  await page.waitForFunction(() => document.activeElement?.matches(".choice"));
  await tabTo(page, "#learn-leave");
  await press("Enter");

  await tabTo(page, "#export > summary", true);
  await press("Enter");
  await tabTo(page, "#export-html");
  const [download] = await Promise.all([page.waitForEvent("download"), press("Enter")]);
  const exported = await readFile(await download.path(), "utf8");
  await press("Escape");
  await tabTo(page, "#record-close");
  await press("Enter");
  await openFile(page, "from a friend.html", exported);
  await page.waitForSelector("#review-mistakes > li");
  assert.deepEqual(await standings(page), found);
});
