// How long the page does not listen while it reviews a record.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open, start } from "../page/browser.mjs";
import { hanchan } from "../page/game.mjs";
import { REVIEW, TASK } from "../limits.mjs";

test("no task of a review keeps the page from listening", async (t) => {
  const page = await open(t, await start(t), "?q=");
  await page.setInputFiles("#record-file", {
    name: "game.mjson",
    mimeType: "text/plain",
    buffer: Buffer.from(hanchan()),
  });
  await page.waitForSelector("#review:not([hidden])");
  await page.evaluate(() => {
    window.tasks = [];
    new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: "longtask",
    });
  });
  await page.check("#review-all");
  await page.click("#review-start");
  await page.waitForFunction(
    () => document.getElementById("review-status").dataset.run === "done",
    undefined,
    // at each frame, as without this, the question itself would make the page draw
    { timeout: REVIEW, polling: 250 },
  );
  const tasks = await page.evaluate(() => window.tasks);
  assert.ok(
    tasks.every((ms) => ms < TASK),
    `longest ${Math.max(...tasks).toFixed()} ms of ${tasks.length} over 50 ms`,
  );
});
