// Game records: opened, dropped, pasted and stepped through.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { open, query, settled, start } from "./browser.mjs";
import { game } from "./game.mjs";

const GAME = game();
const file = (name, text) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.isBuffer(text) ? text : Buffer.from(text),
});
const status = (page) => page.textContent("#record-status");
const notice = (page) => page.textContent("#notice-says");
const opened = (page) => page.waitForSelector("#record-bar:not([hidden])");
const options = (page, what) => page.$$eval(`#record-${what} option`, (all) => all.map((option) => option.textContent));
const chosen = (page, what) => page.$eval(`#record-${what}`, (select) => select.selectedIndex);

test("a dropped record is stepped through: round, player, decision, buttons and keys", async (t) => {
  const page = await open(t, await start(t), "?q=");
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "made-up.json"));
    for (const type of ["dragenter", "dragover", "drop"])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
  }, GAME);
  await opened(page);
  assert.equal(await status(page), "made-up.json: 2 rounds");
  const offered = (await page.getAttribute("#record-file", "accept")).split(",");
  for (const ending of [".xml", ".mjlog", ".gz", ".json", ".jsonl", ".mjson", ".log"])
    assert.ok(offered.includes(ending), ending);
  assert.deepEqual(await options(page, "round"), ["East 1", "East 2, 1 honba"]);
  assert.deepEqual(await options(page, "player"), ["Ayumi", "Botan", "Chika", "Daigo"]);
  await settled(page);
  const hand = () => page.inputValue("#hand");
  const first = await hand();
  assert.notEqual(first, "");
  assert.equal((await query(page)).get("q"), first, "a link to the decision");
  assert.match(await page.textContent("#record-done"), /^Played: Discard/u);
  await page.click("#record-on");
  await page.waitForFunction((before) => document.getElementById("hand").value !== before, first);
  assert.equal(await chosen(page, "decision"), 1);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press(",");
  assert.equal(await hand(), first);
  assert.equal(await page.isDisabled("#record-back"), true);
  // South is in riichi by the second turn: the strip knows
  await page.keyboard.press(".");
  await page.keyboard.press(".");
  await page.click('#tabs [data-tab="danger"]');
  await page.waitForSelector("#danger:not([hidden]):not(.stale) #strip button");
  assert.match(await page.textContent("#strip"), /South\s*tenpai 100%/u);
  assert.equal(await page.textContent('#strip [data-tile="9p"][data-seat="south"]'), "0");
  assert.match(await page.inputValue("#southRiver"), /^9p-?\*/u);
  await settled(page);
  assert.ok((await page.locator("#candidates .c-tile").count()) > 1);
  await page.selectOption("#record-player", "2");
  assert.equal(await page.isChecked('input[name="seat"][value="west"]'), true);
  await page.selectOption("#record-round", "1");
  assert.equal(await page.inputValue("#honba"), "1");
  assert.equal(await page.inputValue("#southScore"), "24000");
});

test("the dealer's first decision of a record keeps its table: players, danger, and the loss that a review says", async (t) => {
  const page = await open(t, await start(t), "?q=&depth=fast");
  await page.setInputFiles(
    "#record-file",
    file("example.mjson", await readFile(new URL("../../docs/example.mjson", import.meta.url))),
  );
  await opened(page);
  await settled(page);
  assert.equal(
    await page.evaluate(() => [...document.querySelectorAll("#board .in-river")].length),
    0,
    "nobody has discarded yet",
  );
  assert.equal(await page.locator("#candidates th.c-policy").count(), 1);
  assert.ok((await page.locator("#strip button").count()) > 30);
  await page.waitForFunction(() => /worth/u.test(document.getElementById("record-done").textContent));
  const [, lost] = /worth ([\d,]+) points more/u.exec(await page.textContent("#record-done"));
  assert.equal(await page.textContent("#candidates tr.played .tag.played"), `played, −${lost}`);
  assert.equal((await query(page)).get("table"), "yes", "so does a link to it");
});

test("a file and a pasted text are read too, gzipped or not; nothing leaves the browser, also offline", async (t) => {
  const world = await start(t);
  const page = await open(t, world, "?q=");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
  await world.server.close();
  const asked = [];
  page.on("request", (request) => asked.push(`${request.method()} ${request.url()}`));
  await page.setInputFiles("#record-file", file("made-up.json.gz", gzipSync(GAME)));
  await opened(page);
  assert.equal(await status(page), "made-up.json.gz: 2 rounds");
  await page.click("#record-close");
  await page.fill("#record-text", GAME.slice(0, GAME.indexOf('"kyoku":2')));
  await page.click("#record-read");
  await page.waitForFunction(() => /1 whole round; then/u.test(document.getElementById("record-status").textContent));
  assert.deepEqual(await options(page, "round"), ["East 1"]);
  await settled(page);
  assert.deepEqual(
    asked.filter((request) => !request.startsWith("GET ")),
    [],
  );
  assert.deepEqual(
    asked.filter((request) => /made-up|Ayumi/u.test(request)),
    [],
  );
});

test("what is no record is refused with its reason, in both languages, and the position stays", async (t) => {
  const page = await open(t, await start(t), "?q=345678m349p22567s&turn=8");
  await settled(page);
  await page.setInputFiles("#record-file", file("notes.txt", "milk, eggs, bread"));
  await page.waitForFunction(() => document.getElementById("notice-says")?.textContent.includes("cannot be read"));
  assert.match(await notice(page), /^notes\.txt cannot be read: .{10,}/u);
  assert.equal(await page.isVisible("#record-bar"), false);
  assert.equal(await page.inputValue("#hand"), "345678m349p22567s");
  await page.selectOption("#lang", "ja");
  assert.match(await notice(page), /notes\.txtを読めません/u);
});
