// The timeline, the cards of mistakes, and learning from them.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { open, settled, start, written } from "./browser.mjs";
import { game } from "./game.mjs";
import * as limits from "../limits.mjs";

const place = (page) =>
  page.$$eval("#record-bar select:not(#record-rules-choice)", (all) =>
    all.map((select) => select.selectedIndex).join("/"),
  );

/** A review with mistakes of every size. */
async function reviewed(page) {
  await page.setInputFiles("#record-file", {
    name: "made-up.json",
    mimeType: "application/json",
    buffer: Buffer.from(game()),
  });
  await page.waitForSelector("#review:not([hidden])");
  await page.selectOption("#depth", "fast");
  await page.selectOption("#record-player", "3");
  await page.click("#review-start");
  await page.waitForSelector('#review-status[data-run="done"]', { state: "attached", timeout: limits.REVIEW });
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
  assert.match(
    await page.getAttribute("#timeline [role=slider]", "aria-valuetext"),
    /^East 2, 1 honba, turn \d+, [\d,]+ points lost so far, expected place [1-4]\.\d$/u,
  );

  const losses = () =>
    page.$$eval("#review-mistakes .loss", (all) => all.map((one) => Number(one.textContent.replace(/[^\d]/gu, ""))));
  const worst = await losses();
  const count = () => page.$eval("#review-mistakes", (list) => Number(list.dataset.count));
  const all = await count();
  assert.ok(all >= 2, String(all));
  const fresh = await page.$$eval(
    "#review-mistakes > li",
    (cards) => cards.filter((card) => !card.querySelector(".mistake-head small")).length,
  );
  assert.deepEqual(
    worst.slice(0, fresh),
    worst.slice(0, fresh).toSorted((a, b) => b - a),
    "worst first",
  );
  await page.selectOption("#sift-by", "game");
  assert.equal(await count(), all);
  for (const size of ["doubtful", "mistake", "blunder"]) await page.setChecked(`#sift-${size}`, false);
  assert.equal(await count(), 0);
  await page.setChecked("#sift-blunder", true);
  await page.setChecked("#sift-mistake", true);
  await page.setChecked("#sift-doubtful", true);
  await page.click("#review-mistakes > li:first-child button");
  assert.match(
    await page.getAttribute('#review-strip [aria-current="true"]', "data-standing"),
    /^(doubtful|mistake|blunder)$/u,
  );
});

/** Chooses the best, or the worst. */
async function choose(page, good) {
  await page.waitForSelector(".choice:not([disabled])");
  // a deeper answer draws the choices and the candidates anew
  await settled(page);
  const [best, worst] = await page.$$eval("#candidates tbody tr", (all) =>
    [all[0], all.at(-1)].map((row) => row.ariaLabel.split(", played")[0]),
  );
  await page.click(`.choice[aria-label="${good ? best : worst.split(", Discard")[0]}"]`);
}

test("learning is a lesson: a wrong choice is tried again, the answer is shown when asked for, and there is an end", async (t) => {
  const page = await open(t, await start(t), "?q=");
  await reviewed(page);
  await page.click("#learn-start");
  await page.waitForSelector(".choice");
  for (const part of ["#best", "#candidates", "#review", "#moves", "#tray .merit", ".held.top", ".held.played"])
    assert.equal(await page.locator(part).first().isVisible(), false, part);
  assert.equal(await page.textContent("#record-done"), "");
  assert.match(await page.textContent("#learn .learn-head small"), /^0 of \d+ mistakes answered, 0 right$/u);
  assert.equal(await page.isVisible("#learn-next"), false, "nothing goes on before there is an answer");
  assert.equal(await page.textContent("#learn p"), "You had a better move. Find it.");
  assert.ok((await page.locator(".choice").count()) >= 5);
  const before = await place(page);

  await choose(page, false);
  assert.match(await page.textContent("#learn p"), /^That loses [\d,]+ points\. Try again\.$/u);
  assert.equal(await page.isVisible("#best"), false, "the answer is still held back");
  assert.equal(await page.locator(".choice[disabled]").count(), 1, "what was tried is no choice any more");
  await page.click("#learn-show");
  await settled(page);
  assert.equal(await page.isVisible("#best"), true);
  assert.match(await page.textContent("#learn p"), /^Best: .* In the game: /u);
  assert.match(await page.textContent("#learn .learn-head small"), /^1 of \d+ mistakes answered, 0 right$/u);
  await page.click("#learn-next");
  assert.notEqual(await place(page), before);
  await choose(page, true);
  await page.waitForSelector("#learn.right");
  assert.match(await page.textContent("#learn p"), /^(Right: that is the best\.|Good: that loses only)/u);
  assert.match(await page.textContent("#learn .learn-head small"), /^2 of \d+ mistakes answered, 1 right$/u);
  await page.click("#learn-leave");
  assert.equal(await page.isVisible("#learn"), false);

  // kept by the browser; the rest, by keyboard alone, to the end
  await written(page, ([{ review }]) => review?.learned?.length === 2);
  await page.reload();
  await page.waitForSelector("#learn-start:not([hidden])");
  await page.click("#learn-start");
  const [, all] = /^2 of (\d+)/u.exec(await page.textContent("#learn .learn-head small"));
  for (let i = 2; i < Number(all); i += 1) {
    await page.waitForSelector(".choice");
    await page.focus("#learn-show");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#learn-next");
    await page.focus("#learn-next");
    // one that is shown and not chosen is asked again: it has no choice
    if (i === 2) break;
    await page.keyboard.press("Enter");
  }
  for (let i = 0; i < 2 * Number(all); i += 1) {
    await page.click("#learn-next");
    if (await page.isVisible("#learn-again")) break;
    await choose(page, true);
    await page.waitForSelector("#learn-next", { state: "visible" });
  }
  assert.match(
    await page.textContent("#learn p"),
    new RegExp(`^\\d+ of ${all} right at the first try\\. Most was lost by: (attack|defence|calls|riichi)\\.$`, "u"),
  );
  await page.click("#learn-again");
  assert.match(await page.textContent("#learn .learn-head small"), new RegExp(`^0 of ${all} `, "u"));
});

test("a question has the focus on its first choice, and Enter answers: it never gives up", async (t) => {
  const page = await open(t, await start(t), "?q=");
  await reviewed(page);
  await page.focus("#learn-start");
  await page.keyboard.press("Enter");
  const first = () =>
    page.waitForFunction(() => document.activeElement === document.querySelector(".choice:not([disabled])"));
  await first();
  const [best] = await page.$$eval("#candidates tbody tr", (all) => all.map((row) => row.ariaLabel.split(", ")[0]));
  await page.keyboard.press("Enter");
  assert.match(await page.textContent("#learn > p"), /^(That loses|Right|Good)/u, `answered, the best is ${best}`);
  if (await page.isVisible(".choice")) {
    await first();
    await page.focus("#learn-show");
    await page.keyboard.press("Enter");
  }
  await page.waitForFunction(() => document.activeElement?.id === "learn-next");
  await page.keyboard.press("Enter");
  await first();
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
  assert.match(
    await alone
      .locator(".t")
      .first()
      .evaluate((tile) => getComputedStyle(tile).backgroundImage),
    /^url\("data:image\/svg\+xml/u,
  );
  const markdown = await taken("#export-markdown");
  assert.equal(markdown.name, "made-up.review.md");
  assert.equal(markdown.text.match(/^\d+\. \*\*/gmu).length, mistakes);

  await page.selectOption("#record-decision", "5");
  await page.evaluate(() => (document.getElementById("export").open = true));
  await page.click("#export-link");
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes("#review="));
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
  await again.waitForSelector("#review-mistakes > li");
  assert.equal(await again.$eval("#review-mistakes", (list) => Number(list.dataset.count)), mistakes);
});
