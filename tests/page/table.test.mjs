// A hand typed over another one's table, clearing, undo and redo.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open, query, rows, settled, start, TENPAI } from "./browser.mjs";

/** The table of the first example, which holds four copies of red dragons with this hand's. */
const EXAMPLE = { q: "34679m2406p22788s", dora: "7s", seat: "south", turn: "5", seen: "19m19p4s11223346677z1s" };
const link = (typed) => `?${new URLSearchParams(typed)}`;
/** Another hand as a player gives it: over the text that stands there. */
const retype = (page, text) => page.fill("#hand", text);
const says = (page) => page.textContent("#leftover-says");

test("a hand typed over an example shows what of the example's table still counts, and one button clears it", async (t) => {
  const page = await open(t, await start(t), "");
  await settled(page);
  assert.equal(await page.isVisible("#leftover"), false, "the example's own hand");
  await retype(page, TENPAI);
  await settled(page);
  assert.equal(await page.isVisible("#leftover"), true);
  assert.match(await says(page), /still counts/u);
  assert.deepEqual(await page.$$eval("#leftover-list li", (all) => all.map((item) => item.textContent.trim())), ["Dora indicators", "Visible tiles 17 tiles", "Seat South", "Turn 5"]);
  const before = await rows(page);
  await page.click("#clear-table");
  await settled(page);
  assert.equal(await page.isVisible("#leftover"), false);
  assert.deepEqual([...query(page).entries()], [["q", TENPAI]], "the hand is kept, the table is gone");
  assert.notDeepEqual(await rows(page), before);
});

test("a hand that cannot stand beside the example's table is told so where it is typed", async (t) => {
  const page = await open(t, await start(t), link(EXAMPLE));
  await settled(page);
  await retype(page, "123m456p789s11222z");
  await settled(page);
  assert.match(await says(page), /cannot stand beside the table/u);
  assert.equal(await page.$eval("#leftover", (note) => note.compareDocumentPosition(document.getElementById("roundWind-problem")) === Node.DOCUMENT_POSITION_FOLLOWING), true, "before the fields of the table");
  const [hand, note] = [await page.locator("#hand").boundingBox(), await page.locator("#leftover").boundingBox()];
  assert.ok(note.y - (hand.y + hand.height) < 60, "right under the hand");
  await page.click("#clear-table");
  await settled(page);
  assert.ok((await rows(page)).length > 1, "now it has an answer");
  assert.equal(await page.$$eval(".problem", (all) => all.map((e) => e.textContent).join("")), "");
});

test("clear resets everything, and undo brings it back", async (t) => {
  const page = await open(t, await start(t), link({ ...EXAMPLE, honba: "2", sticks: "1", round: "south", river2: "1z", score1: "25000", score2: "25000", score3: "25000", score4: "24000" }));
  await page.waitForFunction(() => document.getElementById("hand").value !== "");
  const fullOf = () => [...new URLSearchParams(location.search).entries()].sort().join();
  const full = await page.evaluate(fullOf);
  await page.click("#clear");
  await page.waitForFunction(() => location.search === "?q=");
  assert.equal(await page.isVisible("#leftover"), false);
  await page.fill("#hand", TENPAI);
  await settled(page);
  assert.deepEqual([...query(page).entries()], [["q", TENPAI]], "nothing of the example is left");
  await page.keyboard.press("Control+z");
  assert.equal(await page.inputValue("#hand"), "");
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => location.search.includes("score4"));
  assert.equal(await page.evaluate(fullOf), full);
  assert.equal(await page.isDisabled("#undo"), true);
  await page.keyboard.press("Control+Shift+Z");
  await page.click("#redo");
  assert.equal(await page.inputValue("#hand"), TENPAI);
  assert.equal(await page.isDisabled("#redo"), true);
  await page.click("#undo");
  assert.equal(await page.inputValue("#hand"), "");
});
