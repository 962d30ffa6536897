// Many games at once: a folder of records, reviewed one after the other, listed and added up.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open, start } from "./browser.mjs";
import { game } from "./game.mjs";
import * as limits from "../limits.mjs";

/** The first round only, of another game. */
const short = (names) => {
  const lines = game().trim().split("\n").map((line) => JSON.parse(line));
  const end = lines.findIndex(({ type }) => type === "end_kyoku");
  return [{ type: "start_game", names }, ...lines.slice(1, end + 1), { type: "end_game" }].map((event) => `${JSON.stringify(event)}\n`).join("");
};

test("several files that are dropped are listed, reviewed one after the other, added up, and still there after a reload", async (t) => {
  const page = await open(t, await start(t), "?q=&depth=first");
  const files = { "a.json": short(["Ayumi", "Botan", "Chika", "Daigo"]), "b.json": short(["Eri", "Ayumi", "Fumi", "Gou"]), "c.json": "no record at all, and far too short to be one", "notes.pdf": "x" };
  await page.evaluate((given) => {
    const data = new DataTransfer();
    for (const [name, text] of Object.entries(given)) data.items.add(new File([text], name));
    for (const type of ["dragenter", "dragover", "drop"]) document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
  }, files);
  await page.waitForFunction(() => document.querySelectorAll("#games tbody tr").length === 2);
  await page.waitForFunction(() => document.querySelector("#games [role=status]").textContent === "3 of 3 files read; no records: c.json. They stay in this browser.");
  assert.equal(await page.inputValue("#games-player"), "Ayumi", "who plays in most of them");
  assert.equal(await page.textContent("#games summary"), "All games (2)");
  await page.click("#games-review");
  await page.waitForFunction(() => document.querySelector("#games tfoot") && [...document.querySelectorAll("#games tbody tr")].every((row) => Number(row.cells[1].textContent) > 0), undefined, { timeout: 2 * limits.REVIEW });
  const cells = await page.$$eval("#games tbody tr, #games tfoot tr", (all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
  const [one, two, total] = cells.map((row) => row.map(Number));
  for (const at of [4, 5, 6]) assert.equal(one[at] + two[at], total[at], `mistakes: ${cells.join(" | ")}`);
  assert.ok(total[1] >= Math.min(one[1], two[1]) && total[1] <= Math.max(one[1], two[1]));
  assert.equal(await page.locator("#games .trend svg").count(), 1);
  await page.waitForTimeout(1_500);
  await page.reload();
  await page.waitForSelector("#games tfoot", { state: "attached" });
  const again = await page.$$eval("#games tbody tr, #games tfoot tr", (all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
  assert.deepEqual(again, cells);
});
