// How long the page does not listen while it reviews a record.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open, start } from "../page/browser.mjs";
import { hanchan } from "../page/game.mjs";
import { REVIEW, TASK } from "../limits.mjs";

/** The tasks of the page's main thread in a trace: their processor time and how long they took, in ms. */
function tasksOf(trace) {
  const { traceEvents } = JSON.parse(trace.toString());
  const { pid, tid } = traceEvents.find(({ name }) => name === "FireAnimationFrame");
  return traceEvents
    .filter((one) => one.name === "RunTask" && one.pid === pid && one.tid === tid && one.tdur !== undefined)
    .map(({ tdur, dur }) => ({ processor: tdur / 1_000, wall: dur / 1_000 }));
}

test("no task of a review keeps the page from listening", async (t) => {
  const page = await open(t, await start(t), "?q=");
  await page.setInputFiles("#record-file", {
    name: "game.mjson",
    mimeType: "text/plain",
    buffer: Buffer.from(hanchan()),
  });
  await page.waitForSelector("#review:not([hidden])");
  const browser = page.context().browser();
  await browser.startTracing(page, {
    categories: ["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel"],
  });
  await page.check("#review-all");
  await page.click("#review-start");
  await page.waitForFunction(
    () => document.getElementById("review-status").dataset.run === "done",
    undefined,
    // at each frame, as without this, the question itself would make the page draw
    { timeout: REVIEW, polling: 250 },
  );
  const tasks = tasksOf(await browser.stopTracing());
  assert.ok(tasks.length > 100, `${tasks.length} tasks`);
  // the search takes all cores meanwhile, and a browser without a graphics card draws on them, too: on two cores a task
  // takes up to three times its own processor time
  const longest = (time) => Math.max(...tasks.map((one) => one[time])).toFixed();
  const says = `longest ${longest("processor")} ms of processor time, ${longest("wall")} ms by the clock`;
  t.diagnostic(says);
  assert.ok(
    tasks.every(({ processor }) => processor < TASK),
    says,
  );
});
