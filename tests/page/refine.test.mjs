// Answers that deepen while they are looked at, calls and kans, hands of 13 tiles, and how to search.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open, query, rows, settled, start, TENPAI } from "./browser.mjs";

const points = (text) => Number(text.replace("−", "-").replace(/[^\d.-]/gu, ""));
/** The order of its first answer and of its last differ. */
const SLOW = "?q=1356m2406p578s115z&turn=5";
const WAITING = "23m406p789s11122z";

const order = (page) => page.$$eval("#candidates tbody tr", (all) => all.map((row) => row.dataset.action));
const values = async (page) => (await rows(page)).map(([, value]) => points(value));
const busy = (page) => page.evaluate(() => document.getElementById("answer").hasAttribute("aria-busy"));
const tags = (page) =>
  page.$$eval("#candidates tbody .tag", (all) => [...new Set(all.map((tag) => tag.textContent))].sort());
/** Lets only the first report of a search through, and the rest when the test says so: however fast the machine is. */
const holdBack = () => {
  const held = [];
  globalThis.release = () => held.splice(0).forEach((deliver) => deliver());
  const { set } = Object.getOwnPropertyDescriptor(Worker.prototype, "onmessage");
  Object.defineProperty(Worker.prototype, "onmessage", {
    set(listener) {
      set.call(this, (event) => {
        const { type, report } = event.data;
        const later = type === "answer" || (type === "report" && report.search.stage > 0);
        if (later) held.push(() => listener(event));
        else listener(event);
      });
    },
  });
};
/** The page with the first of several answers; the rest comes by `release`. */
const firstAnswer = async (t) => {
  const world = await start(t);
  const page = await open(t, world, "?q=");
  await page.addInitScript(holdBack);
  await page.goto(world.server.url + SLOW);
  await page.waitForSelector("#candidates tbody tr");
  assert.equal(await busy(page), true, "the first answer is there while the search goes on");
  return page;
};
/** Lets everything through that the engine has to say. */
const settledAfter = async (page) => {
  const timer = setInterval(() => void page.evaluate(() => globalThis.release()).catch(() => {}), 50);
  await settled(page).finally(() => clearInterval(timer));
};
/** Remembers each row as an element, to see later whether it is the same one. */
const remember = (page) =>
  page.evaluate(() => {
    globalThis.standing = [...document.querySelectorAll("#candidates tbody tr")];
  });
const same = (page) =>
  page.evaluate(() => {
    const rows = document.querySelectorAll("#candidates tbody tr");
    return globalThis.standing.every((row, i) => row === rows[i]);
  });
/** The rows that stood before; what was folded into one of them and says something of its own now stands below. */
const stillThere = async (page, held) => (await order(page)).slice(0, held.length);

test("the first answer is shown at once, says that the search goes on, and is refined", async (t) => {
  const page = await firstAnswer(t);
  assert.match(
    await page.textContent("#search"),
    /up to 2 exchanges of tiles, 0 calls, [\d,]+ hands · still searching/u,
  );
  const before = await values(page);
  await settledAfter(page);
  assert.doesNotMatch(await page.textContent("#search"), /still searching/u);
  assert.match(await page.textContent("#search"), /up to \d exchanges? of tiles, 2 calls, [\d,]+ hands/u);
  const after = await values(page);
  assert.notDeepEqual(after, before);
  assert.deepEqual(
    after,
    after.toSorted((a, b) => b - a),
  );
});

test("under the pointer no row changes its place while new figures come; when it leaves, the best is first", async (t) => {
  const page = await firstAnswer(t);
  const row = page.locator("#candidates tbody tr").nth(4);
  await row.hover();
  const [held, figures, place] = [await order(page), await values(page), await row.boundingBox()];
  await remember(page);
  await settledAfter(page);
  assert.deepEqual(await stillThere(page, held), held, "every row stands");
  assert.equal(await same(page), true, "and is the same element");
  assert.notDeepEqual(await values(page), figures, "with new figures");
  const now = await row.boundingBox();
  assert.ok(Math.abs(now.y - place.y) < 1 && now.height === place.height, `it moved from ${place.y} to ${now.y}`);
  assert.notDeepEqual(
    await values(page),
    (await values(page)).toSorted((a, b) => b - a),
    "this hand's order changes",
  );
  await page.mouse.move(2, 2);
  await page.waitForFunction(
    (before) => document.querySelector("#candidates tbody tr:nth-child(3)").dataset.action !== before,
    held[2],
  );
  assert.deepEqual(
    await values(page),
    (await values(page)).toSorted((a, b) => b - a),
  );
});

test("a row with the focus keeps it and its place; arrows follow the rows as they stand", async (t) => {
  const page = await firstAnswer(t);
  await page.evaluate(() => document.querySelector("#candidates tbody tr").focus());
  for (let i = 0; i < 3; i += 1) await page.keyboard.press("ArrowDown");
  const focused = () => page.evaluate(() => document.activeElement.dataset?.action);
  const held = await order(page);
  assert.equal(await focused(), held[3]);
  await settledAfter(page);
  assert.equal(await focused(), held[3], "the focus stays");
  assert.deepEqual(await stillThere(page, held), held);
  const selected = () => page.$eval("#candidates tr[aria-selected='true']", (row) => row.dataset.action);
  assert.equal(await selected(), held[3], "and so does the choice");
  await page.keyboard.press("ArrowDown");
  assert.equal(await focused(), held[4]);
  await page.focus("#hand");
  await page.waitForFunction(
    (before) => [...document.querySelectorAll("#candidates tbody tr")].map((r) => r.dataset.action).join() !== before,
    held.join(),
  );
  assert.deepEqual(
    await values(page),
    (await values(page)).toSorted((a, b) => b - a),
  );
  assert.equal(await selected(), held[4]);
});

test("a hand of 13 tiles with an offered discard has rows for passing, calling and winning", async (t) => {
  const page = await open(t, await start(t), `?q=${WAITING}&turn=14`);
  await settled(page);
  await page.fill("#offered", "1z");
  await page.selectOption("#offeredFrom", "across");
  await settled(page);
  assert.deepEqual(await tags(page), ["Open kan", "Pass", "Pon"]);
  assert.deepEqual([(await query(page)).get("offer"), (await query(page)).get("from")], ["1z", "across"]);
  assert.ok((await page.getAttribute("#candidates tr:has(.tag.call)", "aria-label")).length > 3);
  await page.fill("#offered", "4m");
  await page.selectOption("#offeredFrom", "left");
  await settled(page);
  assert.deepEqual(await tags(page), ["Chi", "Pass", "Ron"]);
  assert.match(
    (await page.$$eval("#candidates tr", (all) => all.map((r) => r.getAttribute("aria-label") ?? ""))).join("\n"),
    /Chi 2 man 3 man, discard/u,
  );
  // the tile keys write here too, one tile at a time
  await page.focus("#offered");
  await page.click('#keys button[aria-label="Add East to Offered"]');
  assert.equal(await page.inputValue("#offered"), "1z");
  await page.selectOption("#lang", "ja");
  await settled(page);
  assert.ok((await tags(page)).includes("スルー"));
});

test("13 tiles without an offered one have no answer but the sentence what to add, and stay as they were typed", async (t) => {
  for (const [locale, says] of [
    ["en", /^13 tiles: add the tile you drew, or the tile that is on offer\.$/u],
    ["ja", /^13枚です。ツモ牌を加えるか、他家の牌/u],
  ]) {
    const page = await open(t, await start(t), `?q=${TENPAI}&turn=14`, { locale });
    await settled(page);
    await page.fill("#hand", ` ${WAITING}`);
    await page.waitForFunction(() => document.getElementById("hand-problem").textContent !== "");
    assert.match(await page.textContent("#hand-problem"), says);
    assert.equal(await page.inputValue("#hand"), ` ${WAITING}`);
    assert.equal(await page.getAttribute("#hand", "aria-invalid"), null, "it may not be typed to its end");
    assert.deepEqual(
      [await page.isVisible("#best"), await page.isVisible("#candidates"), await page.isVisible("#keys")],
      [false, false, true],
    );
    // once it is there, the answer is too
    await page.click("#keys button:last-child");
    await settled(page);
    assert.equal(await page.isVisible("#best"), true);
    assert.equal(await page.textContent("#hand-problem"), "");
  }
});

test("a discard offered to 14 tiles, or one that cannot be, is an error beside its field", async (t) => {
  const page = await open(t, await start(t), `?q=${TENPAI}&turn=14&offer=1z`);
  await settled(page);
  assert.notEqual(await page.textContent("#offered-problem"), "");
  for (const tile of ["8z", "11z", "0p", "q"]) {
    await page.fill("#offered", "");
    await page.fill("#hand", WAITING);
    await page.fill("#offered", tile);
    await settled(page);
    assert.notEqual(await page.textContent("#offered-problem"), "", tile);
    assert.equal(await page.isVisible("#figures"), false);
  }
});

test("kans have rows of their own", async (t) => {
  const page = await open(t, await start(t), "?q=1111z406p789s22s56m&turn=14");
  await settled(page);
  assert.ok((await tags(page)).includes("Concealed kan"));
  assert.match(await page.getAttribute("#candidates tr:has(.tag.call)", "aria-label"), /^Concealed kan East$/u);
});

test("depth, calls, objective and the others are settings that a link holds", async (t) => {
  const page = await open(t, await start(t), "?q=340m6799p2348s115z&turn=9");
  await settled(page);
  const full = await rows(page);
  const change = async (act) => {
    // what stood there is stale at once
    await act();
    await settled(page);
  };
  await change(() => page.selectOption("#others", "no"));
  assert.notDeepEqual(await rows(page), full);
  await change(() => page.selectOption("#depth", "first"));
  assert.match(await page.textContent("#search"), /up to 1 exchange of tiles, 0 calls/u);
  await change(() => page.selectOption("#objective", "winRate"));
  const rates = (await rows(page)).map(([, , win]) => points(win));
  assert.deepEqual(
    rates,
    rates.toSorted((a, b) => b - a),
  );
  await change(() => page.fill("#calls", "5"));
  assert.notEqual(await page.textContent("#calls-problem"), "");
  await change(() => page.fill("#calls", "0"));
  const link = await query(page);
  assert.deepEqual(
    ["others", "depth", "goal", "calls"].map((key) => link.get(key)),
    ["no", "first", "winRate", "0"],
  );
});
