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

test("a hand typed over that of a link shows what of its table still counts, and one button clears it", async (t) => {
  const page = await open(t, await start(t), link({ ...EXAMPLE, turn: "6" }));
  await settled(page);
  assert.equal(await page.isVisible("#leftover"), false, "the link's own hand");
  await retype(page, TENPAI);
  await settled(page);
  assert.equal(await page.isVisible("#leftover"), true);
  assert.match(await says(page), /still counts/u);
  assert.deepEqual(await page.$$eval("#leftover-list li", (all) => all.map((item) => item.textContent.trim())), [
    "Dora indicators",
    "Visible tiles 17 tiles",
    "Seat South",
    "Turn 6",
  ]);
  const before = await rows(page);
  await page.click("#clear-table");
  await settled(page);
  assert.equal(await page.isVisible("#leftover"), false);
  assert.deepEqual([...(await query(page)).entries()], [["q", TENPAI]], "the hand is kept, the table is gone");
  assert.notDeepEqual(
    (await rows(page)).map(([, value]) => value),
    before.map(([, value]) => value),
  );
});

for (const hand of ["123m456p789s11223z", "123m406p789s11223z"]) {
  test(`defect 1: ${hand} typed in a new profile is riichi, worth what it is without the example's table`, async (t) => {
    const page = await open(t, await start(t), "");
    await settled(page);
    assert.match(await page.textContent("#example"), /^Example: Which block to drop$/u);
    await page.click("#hand");
    await page.keyboard.press("Control+a");
    await page.keyboard.type(hand);
    await settled(page);
    const [best] = await rows(page);
    assert.match(best[0], /riichi/iu);
    const value = Number(best[1].replace(/[^\d]/gu, ""));
    assert.ok(value > 5000 && best[1].startsWith("+"), best[1]);
    assert.deepEqual([...(await query(page)).entries()], [["q", hand]]);
    assert.deepEqual(
      [await page.isVisible("#leftover"), await page.isVisible("#example"), await page.isVisible("#dropped")],
      [false, false, true],
    );
    // the way back
    await page.click("#restore-table");
    await settled(page);
    assert.deepEqual(
      [(await query(page)).get("q"), (await query(page)).get("seat"), (await query(page)).get("seen")],
      [hand, EXAMPLE.seat, EXAMPLE.seen],
    );
    assert.equal(await page.isVisible("#dropped"), false);
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    assert.match(await page.textContent("#example"), /^Example/u);
    assert.equal(await page.isVisible("#example"), true);
  });
}

test("a few other tiles in an example's hand are a variation: its table stays, and the ribbon with it", async (t) => {
  const page = await open(
    t,
    await start(t),
    "?q=34679m2406p22788s&dora=7s&seat=south&turn=5&seen=19m19p4s11223346677z1s&depth=fast",
  );
  await settled(page);
  await page.fill("#hand", "34679m2406p22789s");
  await settled(page);
  assert.equal((await query(page)).get("seat"), "south");
  assert.deepEqual(
    [await page.isVisible("#leftover"), await page.isVisible("#example"), await page.isVisible("#dropped")],
    [false, true, false],
  );
});

test("a hand that cannot stand beside the table of a link has its error where it is typed", async (t) => {
  const page = await open(t, await start(t), link({ ...EXAMPLE, turn: "6" }));
  await settled(page);
  await retype(page, "123m456p789s11222z");
  await settled(page);
  assert.match(await says(page), /cannot stand beside the table/u);
  assert.equal(
    await page.$eval(
      "#leftover",
      (note) =>
        note.compareDocumentPosition(document.getElementById("roundWind-problem")) === Node.DOCUMENT_POSITION_FOLLOWING,
    ),
    true,
    "before the fields of the table",
  );
  const [hand, note] = [await page.locator("#hand").boundingBox(), await page.locator("#leftover").boundingBox()];
  assert.ok(note.y - (hand.y + hand.height) < 60, "right under the hand");
  await page.click("#clear-table");
  await settled(page);
  assert.ok((await rows(page)).length > 1, "now it has an answer");
  assert.equal(await page.$$eval(".problem", (all) => all.map((e) => e.textContent).join("")), "");
});

test("clear resets everything, and undo brings it back", async (t) => {
  const page = await open(
    t,
    await start(t),
    link({
      ...EXAMPLE,
      honba: "2",
      sticks: "1",
      round: "south",
      river2: "1z",
      score1: "25000",
      score2: "25000",
      score3: "25000",
      score4: "24000",
    }),
  );
  await page.waitForFunction(() => document.getElementById("hand").value !== "");
  const fullOf = () => [...new URLSearchParams(location.search).entries()].sort().join();
  const full = await page.evaluate(fullOf);
  await page.click("#clear");
  await page.waitForFunction(() => location.search === "?q=");
  assert.equal(await page.isVisible("#leftover"), false);
  await page.fill("#hand", TENPAI);
  await settled(page);
  assert.deepEqual([...(await query(page)).entries()], [["q", TENPAI]], "nothing of the example is left");
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
