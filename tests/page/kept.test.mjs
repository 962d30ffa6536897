// Records and reviews that the browser keeps between visits.
import assert from "node:assert/strict";
import { test } from "node:test";
import axe from "axe-core";
import { open, reviewSome, settled, start, written } from "./browser.mjs";
import { game, hanchan } from "./game.mjs";
import { script } from "./load.mjs";
import { PATIENCE, REVIEW } from "../limits.mjs";

const GAME = game();
const give = (page, name, text = GAME) =>
  page.setInputFiles("#record-file", { name, mimeType: "application/octet-stream", buffer: Buffer.from(text) });
const opened = (page) => page.waitForSelector("#review:not([hidden])");
const offers = (page) => page.$$eval("#kept-list .chip", (all) => all.map((button) => button.textContent));
const offered = (page, wanted) =>
  page.waitForFunction(
    (text) => [...document.querySelectorAll("#kept-list .chip")].some((button) => button.textContent.includes(text)),
    wanted,
  );
const standings = (page) => page.$$eval("#review-strip .cell", (all) => all.map((cell) => cell.dataset.standing));
const found = async (page) => (await standings(page)).filter((how) => how !== "pending").length;
const ended = (page) =>
  page.waitForSelector('#review-status[data-run="done"]', { state: "attached", timeout: REVIEW });

test("the record is offered again, and its review goes on where it was", async (t) => {
  const world = await start(t);
  const page = await open(t, world, "?q=");
  await give(page, "made-up.json", hanchan());
  await opened(page);
  await page.selectOption("#record-player", "2");
  await page.check("#review-all");
  await page.click("#review-start");
  await page.waitForFunction(() => document.getElementById("review-progress").value >= 5);
  await written(page, ([{ done }]) => done >= 5);
  // left, it waits in the list
  await page.goto(`${world.server.url}?q=`);
  await page.click('[data-door="game"]');
  await offered(page, "made-up.json: ");
  const [, done, total] = /: (\d+) of (\d+) reviewed$/u.exec((await offers(page))[0]);
  assert.ok(Number(done) >= 5 && Number(total) > Number(done), `${done} of ${total}`);
  assert.equal(await page.isVisible("#review"), false, "an address without a record opens none");
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run(document.getElementById("kept"), { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] }),
  );
  assert.deepEqual(
    violations.map(({ id }) => id),
    [],
  );
  await page.click("#kept-list .chip");
  await opened(page);
  assert.equal(await page.textContent("#record-status"), "made-up.json: 8 rounds");
  // what was found is there: it does not begin anew
  await page.waitForFunction((least) => document.getElementById("review-progress").value >= least, Number(done), {
    timeout: PATIENCE,
  });
  assert.ok((await page.$eval("#review-progress", (bar) => bar.max)) === Number(total));
  assert.equal(await page.$eval("#record-player", (select) => select.value), "2", "where it was");
  assert.equal(await page.isVisible("#review-stop"), true, "the review was cut short and goes on");
  assert.equal(await page.isChecked("#review-all"), true);
  await ended(page);
  assert.ok(!(await standings(page)).includes("pending"));
});

test("the place is kept; a review that was stopped waits; the same file finds its review; deleted is gone", async (t) => {
  const page = await open(t, await start(t), "?q=");
  await give(page, "made-up.json");
  await opened(page);
  await reviewSome(page, 3);
  await page.waitForFunction(() => /^Stopped/u.test(document.getElementById("review-status").textContent));
  await page.selectOption("#record-round", "1");
  await page.selectOption("#record-decision", "2");
  await written(page, ([{ place }]) => place.round === 1 && place.at === 2);
  const done = await found(page);
  await page.reload();
  await opened(page);
  await page.click("#record-close");
  await offered(page, "made-up.json");
  await give(page, "renamed.json");
  await opened(page);
  assert.deepEqual(
    await page.$$eval("#record-bar select:not(#record-rules-choice)", (all) =>
      all.map((select) => select.selectedIndex),
    ),
    [1, 0, 2],
  );
  assert.equal(await found(page), done);
  assert.equal(await page.isVisible("#review-start"), true);
  // another record beside it
  await give(
    page,
    "other.json",
    `${GAME.slice(0, GAME.indexOf('{"type":"start_kyoku","bakaze":"E","kyoku":2'))}{"type":"end_game"}\n`,
  );
  await page.waitForFunction(() => document.getElementById("record-status").textContent.startsWith("other.json"));
  await page.click("#record-close");
  await offered(page, "renamed.json");
  await page.reload();
  await page.click('[data-door="game"]');
  await offered(page, "other.json");
  assert.equal((await offers(page)).length, 2, "one entry a record");
  await page.click('#kept-list button[aria-label="Delete renamed.json from this browser"]');
  await page.waitForFunction(() => document.querySelectorAll("#kept-list .chip").length === 1);
  await page.reload();
  await page.click('[data-door="game"]');
  await offered(page, "other.json");
  assert.equal((await offers(page)).length, 1);
});

test("a record that is closed is out of the address at once: whatever is done next, it does not come back", async (t) => {
  const page = await open(t, await start(t), "?q=");
  await give(page, "made-up.json");
  await opened(page);
  await page.waitForFunction(() => location.hash.startsWith("#review="));
  const left = await page.evaluate(() => {
    document.getElementById("record-close").click();
    return location.hash;
  });
  assert.equal(left, "");
  await page.reload();
  await page.click('[data-door="game"]');
  await offered(page, "made-up.json");
  assert.equal(await page.isVisible("#review"), false);
});

test("records that are added at the same time, as a folder and two tabs do, have a place each, and the same one a single place", async (t) => {
  const page = await open(t, await start(t), "?q=");
  await page.evaluate(await script("storage", "kept"));
  const lists = await page.evaluate(async () => {
    const { kept } = globalThis;
    const bytes = (text) => new TextEncoder().encode(text);
    const place = { round: 0, player: 0, at: 0 };
    const add = (name, record, done, ifKnown) =>
      kept.add(
        { name, source: bytes(record), game: 0 },
        { place, done, total: 9 },
        { version: 3, objective: "points", decisions: 9, verdicts: [] },
        ifKnown,
      );
    const ids = await Promise.all([
      add("a", "one", 1),
      add("b", "two", 2),
      add("c", "three", 3),
      add("d", "two", 4),
      add("e", "one", 0, "left"),
    ]);
    const entries = (await kept.entries()).toSorted((a, b) => a.id - b.id);
    const records = await Promise.all(
      entries.map(async (entry) => new TextDecoder().decode(await kept.recordOf(entry))),
    );
    return { ids, entries: entries.map(({ name, done }, i) => [name, done, records[i]]) };
  });
  assert.deepEqual(lists, {
    ids: [1, 2, 3, 2, 1],
    entries: [
      ["a", 1, "one"],
      ["d", 4, "two"],
      ["c", 3, "three"],
    ],
  });
});

test("what was done just before another record, or none, is opened is kept", async (t) => {
  const page = await open(t, await start(t), "?q=");
  const other = `${GAME.slice(0, GAME.indexOf('{"type":"start_kyoku","bakaze":"E","kyoku":2'))}{"type":"end_game"}\n`;
  const selected = () =>
    page.$$eval("#record-bar select:not(#record-rules-choice)", (all) => all.map((select) => select.selectedIndex));
  await give(page, "made-up.json");
  await opened(page);
  await written(page, ([{ name }]) => name === "made-up.json");
  await page.selectOption("#record-round", "1");
  await page.selectOption("#record-decision", "2");
  // at once: nothing is written by itself for a second
  await page.evaluate(
    ([text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "other.json"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [other],
  );
  await page.waitForFunction(() => document.getElementById("record-status").textContent === "other.json: 1 round");
  await page.click("#record-close");
  await page.waitForFunction(() => document.querySelectorAll("#kept-list .chip").length === 2);
  await page.locator("#kept-list .chip", { hasText: "made-up.json" }).click();
  await page.waitForFunction(() => document.getElementById("record-status").textContent === "made-up.json: 2 rounds");
  assert.deepEqual(await selected(), [1, 0, 2]);
  // closed, and the same record again by another name
  await page.evaluate(
    ([text]) => {
      const decision = document.getElementById("record-decision");
      decision.value = "3";
      decision.dispatchEvent(new Event("change"));
      document.getElementById("record-close").click();
      const data = new DataTransfer();
      data.items.add(new File([text], "again.json"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [GAME],
  );
  await page.waitForFunction(() => document.getElementById("record-status").textContent === "again.json: 2 rounds");
  assert.deepEqual(await selected(), [1, 0, 3]);
  // and a page that is left, once it has the record in its list: before that nothing is kept of it
  await written(page, ([{ name }]) => name === "again.json");
  await page.selectOption("#record-decision", "4");
  // a reload keeps the address that it began with
  await page.waitForFunction(() => location.hash.endsWith("/1.0.4"));
  await page.reload();
  await opened(page);
  assert.deepEqual(await selected(), [1, 0, 4]);
});

const REFUSALS = {
  "a browser that forbids storage": () =>
    Object.defineProperty(globalThis, "indexedDB", {
      get: () => {
        throw new DOMException("forbidden", "SecurityError");
      },
    }),
  "a browser without it": () => Object.defineProperty(globalThis, "indexedDB", { value: undefined }),
  "a full disk": () => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  },
};
for (const [name, refuse] of Object.entries(REFUSALS)) {
  test(`${name}: said once, and nothing else changes`, async (t) => {
    const world = await start(t);
    const page = await open(t, world, "?q=");
    await page.addInitScript(refuse);
    await page.goto(`${world.server.url}?q=345678m349p22567s&turn=8`);
    await settled(page);
    assert.equal(await page.textContent("#kept-refused"), "", "nobody asked yet");
    await give(page, "made-up.json");
    await opened(page);
    await page.waitForFunction(() =>
      /keeps nothing between visits/u.test(document.getElementById("kept-refused").textContent),
    );
    await reviewSome(page, 3);
    assert.equal(
      await page.$$eval(
        "[role=status], [role=alert]",
        (all) => all.filter((e) => /keeps nothing/u.test(e.textContent)).length,
      ),
      1,
    );
    assert.equal(await page.isDisabled("#review-save"), false);
    await page.reload();
    await settled(page);
    assert.equal(await page.isVisible("#kept"), false);
  });
}
