// "Compare methods": what tabu search and the estimators of danger say beside this search.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open, settled, start, TENPAI } from "./browser.mjs";

const TABLE = `?depth=fast&q=345678m34p22567s9p&dora=4s&river1=1z9m-2z&river2=1z9p*4z-&river3=9s1s8p-&river4=3z2z-1m`;
const cells = (page) =>
  page.$$eval(".compare tbody tr", (all) => all.map((row) => [...row.cells].slice(1).map((cell) => cell.textContent)));
const openMethods = async (page) => {
  await page.click("#more > summary");
  await page.click("#compare > summary");
  await page.waitForSelector(".compare tbody tr");
};

test("a table with a column a method, for the hand on the page and for the next one", async (t) => {
  const world = await start(t);
  const page = await open(t, world, TABLE);
  await settled(page);
  await openMethods(page);
  const heads = await page.$$eval(".compare thead th", (all) => all.map((head) => head.textContent));
  assert.deepEqual(heads, ["Action", "This search", "Tabu search, %", "Deals in, %", "Kurita & Hoki", "By class"]);
  const found = await cells(page);
  assert.ok(found.length >= 10);
  // the figures of the page's own methods are those of its table
  const own = await page.$$eval("#candidates tbody tr", (all) =>
    all.map((row) => row.querySelector(".c-value").textContent),
  );
  assert.equal(found[0][0], own[0]);
  const shares = found
    .map(([, share]) => share)
    .filter((share) => share !== "–")
    .map(Number);
  assert.ok(shares.length > 0 && shares.every((share) => share >= 0 && share <= 100));
  for (const rates of found.map((row) => row.slice(2)))
    assert.ok(
      rates.every((rate) => Number(rate.replace("<", "")) <= 100),
      `${rates}`,
    );
  assert.notDeepEqual(
    found.map((row) => row[2]),
    found.map((row) => row[3]),
  );

  // the winning hands that tabu search ends on, of its first actions
  const ends = await page.$$eval("#methods .targets", (all) =>
    all.map((one) => [...one.querySelectorAll("li p")].map((line) => line.textContent)),
  );
  assert.ok(
    ends.length >= 1 && ends.length <= 3 && ends.every((lines) => lines.length >= 1 && lines.length <= 5),
    `${ends}`,
  );
  for (const line of ends.flat()) assert.match(line, /^[<>]?[0-9.]+% [0-9+]+ han, [0-9,]+ by ron · /u);
  assert.equal(
    await page.$$eval("#methods .target-hand", (all) =>
      all.every((hand) => hand.querySelectorAll(".tile").length === 14),
    ),
    true,
  );

  await page.fill("#hand", TENPAI);
  await settled(page);
  await page.waitForFunction(
    (before) =>
      document.querySelectorAll(".compare tbody tr").length > 0 &&
      document.querySelector(".compare tbody td").textContent !== before,
    found[0][0],
  );
  await page.selectOption("#lang", "ja");
  assert.equal(await page.textContent(".compare thead th"), "打牌");
  assert.match(await page.textContent("#methods .targets li p"), /翻 ロン[0-9,]+点 · /u);
});

test("without a table no deal-in rates, and on a telephone nothing scrolls sideways", async (t) => {
  const world = await start(t);
  const page = await open(t, world, `?depth=fast&q=${TENPAI}`, { viewport: { width: 390, height: 844 } });
  await settled(page);
  await openMethods(page);
  assert.equal((await page.$$(".compare thead th")).length, 3);
  assert.equal(
    await page.evaluate(({ scrollWidth, clientWidth } = document.documentElement) => scrollWidth - clientWidth),
    0,
  );
});

test("a far hand, which no search fits, says where its actions go by tabu search", async (t) => {
  const world = await start(t);
  const page = await open(t, world, "?q=147m258p1469s1234z&turn=3");
  await settled(page);
  await page.waitForSelector("#detail .targets li");
  assert.match(
    await page.textContent("#detail .targets h3"),
    /^Where this goes winning hands that tabu search ends on/u,
  );
  assert.equal(
    await page.$$eval("#detail .target-hand", (all) =>
      all.every((hand) => hand.querySelectorAll(".tile").length === 14),
    ),
    true,
  );
  // a row of another action has its own, or none where no run came to a win
  const first = await page.textContent("#detail .targets");
  await page.locator("#candidates tbody tr").nth(1).click();
  await page.waitForFunction((before) => document.querySelector("#detail .targets")?.textContent !== before, first);
});
