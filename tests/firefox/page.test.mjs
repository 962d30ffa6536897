// The main journeys through the page, in short: what the tests in Chromium go through at length.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { inflateSync } from "node:zlib";
import { barriers } from "../page/barriers.mjs";
import { game } from "../page/game.mjs";
import { enter, STATES } from "../page/states.mjs";
import { PATIENCE, REVIEW } from "../limits.mjs";
import { fill, give, open, press, query, rows, serveSite, settled, TENPAI, text, value, visible } from "./browser.mjs";

const server = await serveSite();
test.after(() => server.close());
const visit = (t, rest, look) => open(t, server.url + rest, look);
const plain = await serveSite({ isolated: false });
test.after(() => plain.close());
/**
 * The page on one thread: the driver now and then stops a worker that starts others, and a review would wait for it
 * for good.
 */
const visitOnOneThread = (t, rest, look) =>
  open(t, plain.url + rest, { ...look, preferences: { ...look?.preferences, "dom.serviceWorkers.enabled": false } });

const TABLE = `?depth=fast&q=345678m34p22567s9p&dora=4s&river1=1z9m-2z&river2=1z9p*4z-&river3=9s1s8p-&river4=3z2z-1m`;
const points = (written) => Number(written.replace("−", "-").replace(/[^\d.-]/gu, ""));
const count = (page, selector) => page.$$eval(selector, (all) => all.length);
const risky = async (page) => {
  await page.click('#tabs [data-tab="danger"]');
  await page.waitForSelector("#danger:not([hidden]):not(.stale) #strip button");
};
/** Firefox packs the objects of a PDF into compressed streams. */
function pagesOf(pdf) {
  const streams = Buffer.from(pdf)
    .toString("latin1")
    .matchAll(/\/ObjStm\b[^]*?stream\r?\n([^]*?)endstream/gu);
  const objects = [...streams].map(([, packed]) => inflateSync(Buffer.from(packed, "latin1")).toString("latin1"));
  return objects.join("\n").match(/\/Type\s*\/Page\b/gu)?.length;
}
/** Waits until the field of the hand holds a text. */
const holds = (page, hand) =>
  page.waitForFunction((wanted) => document.getElementById("hand").value === wanted, {}, hand);
/** How a decision stands that is a mistake of some size. */
const MISTAKES = ["doubtful", "mistake", "blunder"];
const blur = (page) => page.evaluate(() => document.activeElement.blur());

test("a hand is typed: its discards by value, a typo where it is, the other language, a reload", async (t) => {
  const page = await visit(t, "?q=");
  assert.equal(await visible(page, "#empty"), true);
  await page.keyboard.press("/");
  await page.keyboard.type(TENPAI);
  await settled(page);
  const table = await rows(page);
  assert.ok(table.length >= 12, `${table.length} rows`);
  const values = table.map(([, cell]) => points(cell));
  assert.deepEqual(
    values,
    values.toSorted((a, b) => b - a),
  );
  assert.ok(
    (await text(page, "#best .sentence")).includes(table[0][2]),
    "the sentence names the win rate of the first row",
  );
  assert.equal((await query(page)).get("q"), TENPAI);
  assert.ok((await count(page, "#detail .chart path.line")) >= 2);

  await fill(page, "#hand", "123m4x6p789s1122z");
  await settled(page);
  assert.equal(await text(page, "#hand-typed mark"), "x");
  assert.notEqual(await text(page, "#hand-problem"), "");
  assert.equal(await visible(page, "#figures"), false);
  await page.select("#lang", "ja");
  assert.equal(await page.$eval("html", (html) => html.lang), "ja");
  assert.match(await text(page, "#hand-problem"), /[ぁ-んァ-ヶ一-龠]/u);
  await fill(page, "#hand", TENPAI);
  await settled(page);
  const figures = (all) => all.map(([, cell]) => points(cell));
  assert.deepEqual(figures(await rows(page)), values);
  await page.reload();
  await settled(page);
  assert.equal(await page.$eval("html", (html) => html.lang), "ja", "remembered");
  assert.deepEqual(figures(await rows(page)), values);
});

test("an example, its candidates by mouse and keyboard, the way back, the keys of the page", async (t) => {
  const page = await visit(t, "");
  await settled(page);
  const first = await value(page, "#hand");
  await page.click("#examples button:nth-of-type(2)");
  await settled(page);
  assert.equal(await page.$eval("#examples button:nth-of-type(2)", (button) => button.ariaPressed), "true");
  const second = await value(page, "#hand");
  assert.notEqual(second, first);
  assert.equal(await text(page, "#problem"), "");
  assert.ok((await count(page, "#candidates tr.riichi .tile.turned")) > 0, "the tile of a riichi lies on its side");
  const table = await rows(page);
  await page.click("#candidates tbody tr:nth-child(2)");
  assert.ok((await text(page, "#detail h2")).includes(table[1][1]));
  await page.focus("#candidates tr[data-index='1']");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.index), "2");
  assert.ok((await text(page, "#detail h2")).includes(table[2][1]));
  // rows stay where they are under the pointer and with the focus
  await page.mouse.move(2, 2);
  await blur(page);
  await page.goBack();
  await holds(page, first);
  await settled(page);
  await page.goForward();
  await holds(page, second);
  await settled(page);
  assert.deepEqual(await rows(page), table);

  await page.reload();
  await settled(page);
  await page.keyboard.press("Tab");
  assert.match(await page.evaluate(() => document.activeElement.className), /skip/u);
  await page.keyboard.press("?");
  assert.equal(await visible(page, "#help-dialog"), true);
  await page.keyboard.press("Escape");
  assert.equal(await visible(page, "#help-dialog"), false);
  await page.keyboard.press("]");
  await settled(page);
  assert.notEqual(await value(page, "#hand"), second);
  await fill(page, "#hand", "123m");
  await page.click('#keys button[aria-label="Add red 5 pin to Hand"]');
  assert.equal(await value(page, "#hand"), "123m0p");
});

test("a whole table: the strip of all tiles, its reasons, and the risk of each candidate, all of it on two pages of paper", async (t) => {
  const page = await visit(t, TABLE);
  await risky(page);
  assert.equal(await count(page, "#strip button"), 2 * 37);
  await page.click("#quiet-opponents");
  assert.equal(await count(page, "#strip button"), 4 * 37);
  for (const tile of ["1z", "9p", "8p"])
    assert.equal(await text(page, `#strip [data-tile="${tile}"][data-seat="south"]`), "0", tile);
  await page.focus('#strip [data-tile="6m"][data-seat="south"]');
  assert.match(await text(page, "#facts"), /6 man: deals in .*%.*South/u);
  await page.keyboard.press("ArrowDown");
  assert.match(await text(page, "#facts"), /6 man.*West/u);
  await settled(page);
  const found = await page.$$eval("#candidates tbody tr", (all) =>
    all.map((row) => [row.dataset.action, row.querySelector(".c-tile").textContent]),
  );
  assert.ok(found.length > 5);
  for (const [action, dealIn] of found) {
    const [, tile] = /^discard (\S+)/u.exec(action);
    assert.equal(dealIn, `${await text(page, `#strip [data-tile="${tile}"]:not([data-seat])`)}%`, action);
  }
  const steps = await page.$$eval("#strip button", (all) =>
    all.map((b) => [b.dataset.step, getComputedStyle(b).backgroundImage + getComputedStyle(b).backgroundColor]),
  );
  const looks = new Map(steps);
  assert.equal(new Set(looks.values()).size, looks.size, "every step looks its own way");
  assert.equal(pagesOf(await page.pdf()), 2, "pages on paper");
});

test("a record is dropped, stepped through, reviewed to its end, saved and opened again", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "nanikiru-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const page = await visitOnOneThread(t, "?q=&depth=fast", {
    preferences: { "browser.download.folderList": 2, "browser.download.dir": folder },
  });
  await page.evaluate((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], "made-up.json"));
    for (const type of ["dragenter", "dragover", "drop"])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
  }, game());
  await page.waitForSelector("#review:not([hidden])");
  const place = () =>
    page.$$eval("#record-bar select:not(#record-rules-choice)", (all) => all.map((select) => select.selectedIndex));
  await settled(page);
  const first = await value(page, "#hand");
  await page.click("#record-on");
  await page.waitForFunction((before) => document.getElementById("hand").value !== before, {}, first);
  assert.deepEqual(await place(), [0, 0, 1]);
  await blur(page);
  await page.keyboard.press(",");
  assert.equal(await value(page, "#hand"), first);

  await page.select("#record-player", "3");
  await page.click("#review-start");
  await page.waitForSelector('#review-status[data-run="done"]', { timeout: REVIEW });
  const standings = () => page.$$eval("#review-strip .cell", (all) => all.map((cell) => cell.dataset.standing));
  const found = await standings();
  assert.ok(
    !found.includes("pending") && found.some((how) => MISTAKES.includes(how)) && found.includes("best"),
    [...new Set(found)].join(),
  );
  assert.equal(
    await page.$eval("#review-mistakes", (list) => Number(list.dataset.count)),
    found.filter((how) => MISTAKES.includes(how)).length,
  );
  await page.select("#record-round", "0");
  await blur(page);
  await page.keyboard.press("n");
  const current = await page.$eval('#review-strip [aria-current="true"]', (cell) => cell.dataset.standing);
  assert.ok(MISTAKES.includes(current), current);

  await page.click("#review-save");
  const saved = join(folder, "made-up.review.json");
  const end = performance.now() + PATIENCE;
  while ((!existsSync(saved) || existsSync(`${saved}.part`)) && performance.now() < end)
    await new Promise((done) => setTimeout(done, 50));
  const again = await visitOnOneThread(t, "?q=");
  await give(t, again, "any name.json", readFileSync(saved));
  await again.waitForSelector("#review:not([hidden])");
  assert.equal(await text(again, "#record-status"), "made-up.json: 2 rounds");
  await again.select("#record-player", "3");
  assert.deepEqual(
    await again.$$eval("#review-strip .cell", (all) => all.map((cell) => cell.dataset.standing)),
    await standings(),
  );
});

test("a shared link is in the clipboard and shows the same elsewhere", async (t) => {
  const page = await visit(t, `?q=${TENPAI}&dora=1s&seat=west&turn=8&seen=11z`);
  await settled(page);
  const label = await text(page, "#share");
  await page.click("#share");
  await page.waitForFunction((before) => document.getElementById("share").textContent !== before, {}, label);
  // the page answers what is pasted, and the field is empty again
  await page.evaluate(() => {
    document.addEventListener("paste", (event) => (window.pasted = event.clipboardData.getData("text/plain")), {
      capture: true,
    });
  });
  await page.focus("#record-text");
  await page.keyboard.down("Control");
  await page.keyboard.press("v");
  await page.keyboard.up("Control");
  await page.waitForFunction(() => window.pasted !== undefined);
  const link = await page.evaluate(() => window.pasted);
  assert.equal(link, page.url());
  const elsewhere = await open(t, link);
  await settled(elsewhere);
  assert.equal(await value(elsewhere, "#turn"), "8");
  assert.deepEqual(await rows(elsewhere), await rows(page));
});

for (const state of STATES) {
  test(`no barriers that axe can find: ${state.name}`, async (t) => {
    const { query: address = "", viewport, language = "en", dark = false } = state;
    const page = await visitOnOneThread(t, address, { viewport, language, dark });
    await enter(page, state);
    assert.equal(await page.$eval("html", (html) => html.lang), language);
    assert.equal(await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches), dark);
    // the bar for scrolling takes some of the width here
    assert.equal(
      await page.evaluate(({ scrollWidth, clientWidth } = document.documentElement) => scrollWidth - clientWidth),
      0,
      "nothing scrolls sideways",
    );
    assert.deepEqual(await barriers(page), []);
  });
}

/** Looks for barriers in a state, and names it. */
async function look(page, found, state) {
  found.push(...(await barriers(page)).map((barrier) => `${state}: ${barrier}`));
}
for (const [name, viewport, dark] of [
  ["1440 px, dark", { width: 1440, height: 900 }, true],
  ["390 px, light", { width: 390, height: 844 }, false],
])
  test(`no barriers that axe can find: second door, help, a refused file, moves, the end of a lesson: ${name}`, async (t) => {
    const page = await visitOnOneThread(t, "?q=&depth=fast", { viewport, dark });
    const found = [];
    await page.waitForSelector("#main:not(.starting)");
    await press(page, "#help");
    await look(page, found, "help");
    await page.keyboard.press("Escape");
    await press(page, '[data-door="game"]');
    await look(page, found, "the second door");
    await give(t, page, "notes.pdf", "%PDF-1.7");
    await page.waitForFunction(() => document.querySelector("#notice-says.problem")?.textContent.includes("notes.pdf"));
    await look(page, found, "a refused file");
    await press(page, ".notice-close");
    await give(t, page, "sample.mjson", readFileSync(new URL("../../www/sample.mjson", import.meta.url), "utf8"));
    await page.waitForSelector("#who button");
    await press(page, '#who [data-player="0"]');
    await page.waitForSelector('#review-status[data-run="done"]', { timeout: REVIEW });
    await settled(page);
    await press(page, '#tabs [data-tab="moves"]');
    await look(page, found, "moves");
    await press(page, '#tabs [data-tab="mistakes"]');
    await press(page, "#learn-start");
    for (;;) {
      await page.waitForFunction(
        () => document.querySelector("#learn-again:not([hidden]), #learn-show:not([hidden])") !== null,
      );
      if (await visible(page, "#learn-again")) break;
      await press(page, "#learn-show");
      await page.waitForSelector("#learn-next:not([hidden])");
      await press(page, "#learn-next");
    }
    await look(page, found, "the end of a lesson");
    assert.deepEqual(found, []);
  });

test("no barriers that axe can find: frames", async (t) => {
  for (const [query, part] of [
    ["hand=123m406p789s11223z&rows=3", "#candidates tbody tr"],
    ["hand=123m406p789s11223z&answer=ask", "#framed-hand button"],
    ["hand=123m4x", "#problem:not([hidden])"],
  ]) {
    const page = await visitOnOneThread(t, `embed.html?${query}&depth=fast`, { viewport: { width: 390, height: 400 } });
    await page.waitForSelector(part);
    await page.waitForFunction(() => !document.getElementById("answer").hasAttribute("aria-busy"));
    assert.deepEqual(await barriers(page), [], query);
  }
});
