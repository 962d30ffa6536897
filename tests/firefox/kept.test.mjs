// The whole way of a visitor: a hand, a record, a review, a reload, and the review goes on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { game } from "../page/game.mjs";
import { REVIEW } from "../limits.mjs";
import { give, open, rows, serveSite, settled, TENPAI, text, value, visible } from "./browser.mjs";

// on one thread: the driver now and then stops a worker that starts others, and a review would wait for it for good
const server = await serveSite({ isolated: false });
const ONE_THREAD = { "dom.serviceWorkers.enabled": false };
test.after(() => server.close());

const standings = (page) => page.$$eval("#review-strip .cell", (all) => all.map((cell) => cell.dataset.standing));
const offer = (page) =>
  page.waitForFunction(() =>
    /made-up\.json: (\d+) of (\d+) reviewed/u
      .exec(document.getElementById("kept-list").textContent)
      ?.slice(1)
      .map(Number),
  );
/** Waits until the list says that the whole game is reviewed. */
const finished = (page) =>
  page.waitForFunction(() =>
    /made-up\.json: reviewed, \d+ mistakes?/u.test(document.getElementById("kept-list").textContent),
  );
/** Waits until the browser's storage has a record with so many decisions reviewed. */
const written = (page, least) =>
  page.waitForFunction(
    async (wanted) => {
      const result = (asked) =>
        new Promise((done, failed) =>
          Object.assign(asked, { onsuccess: () => done(asked.result), onerror: () => failed(asked.error) }),
        );
      const database = await result(indexedDB.open("nanikiru"));
      const entries = await result(database.transaction("entries").objectStore("entries").getAll());
      database.close();
      return entries.some(({ done }) => done >= wanted);
    },
    {},
    least,
  );

test("a hand is answered, a record is read and reviewed; after a reload the review goes on where it was", async (t) => {
  const page = await open(t, `${server.url}?q=${TENPAI}&depth=fast`, { preferences: ONE_THREAD });
  await settled(page);
  assert.ok((await rows(page)).length > 5);

  await give(t, page, "made-up.json", game());
  await page.waitForSelector("#review:not([hidden])");
  await page.select("#record-player", "2");
  await page.click("#review-all");
  await page.click("#review-start");
  await written(page, 5);
  await page.reload();
  const [done, total] = await (await offer(page)).jsonValue();
  assert.ok(done >= 5 && done < total, `${done} of ${total}`);
  // the address has it
  await page.waitForSelector("#review:not([hidden])");
  assert.equal(await text(page, "#record-status"), "made-up.json: 2 rounds");
  assert.equal(await value(page, "#record-player"), "2", "where it was");
  // it was cut short and goes on by itself, after what was found
  const first = await (await page.waitForFunction(() => document.getElementById("review-progress").value)).jsonValue();
  assert.ok(first > done, `${first} after ${done}`);
  await page.waitForSelector('#review-status[data-run="done"]', { timeout: REVIEW });
  assert.ok(!(await standings(page)).includes("pending"));
  const found = await standings(page);

  await page.reload();
  await finished(page);
  await page.waitForSelector("#review:not([hidden])");
  assert.deepEqual(await standings(page), found);
  await page.click("#record-close");
  await page.reload();
  await page.click('[data-door="game"]');
  await finished(page);
  await page.click("#kept-list button.icon");
  await page.waitForFunction(() => document.getElementById("kept").hidden);
  await page.reload();
  await settled(page);
  assert.equal(await visible(page, "#kept"), false, "deleted is gone");
});
