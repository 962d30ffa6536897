// The first visit, with and without the host's headers: threads, the service worker, reload, offline use.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE } from "../limits.mjs";
import { game } from "../page/game.mjs";
import { noteBlocked } from "../page/policy.mjs";
import {
  give,
  isolated,
  open,
  query,
  rows,
  searchLine,
  serveRenewable,
  serveSite,
  settled,
  TENPAI,
  text,
  updated,
  value,
} from "./browser.mjs";

const THREADS = /[2-9]\d* threads|there is one core/u;
/**
 * What the rows say, each once, without the first column, in which an open record marks what was played: discards of a
 * far hand that say the same are one row, but for the one that was played.
 */
const figures = async (page) => [...new Set((await rows(page)).map(([, ...cells]) => cells.join(" ")))];
/** The service worker is through with `activate`: until then the browser holds every request back. */
async function activated(page) {
  const state = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state ?? "none");
  const end = performance.now() + PATIENCE;
  while ((await state()) !== "activated" && performance.now() < end) await new Promise((done) => setTimeout(done, 100));
  assert.equal(await state(), "activated", "the state of the service worker");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

for (const headers of [true, false]) {
  const label = headers ? "with headers" : "without headers";

  test(`first visit ${label}: an answer, a record, a reload, and all of it offline`, async (t) => {
    const server = await serveSite({ isolated: headers });
    t.after(() => server.close());
    const page = await open(t, `${server.url}?q=${TENPAI}&depth=fast`);
    await page.waitForFunction(() => crossOriginIsolated);
    await page.evaluateOnNewDocument(noteBlocked);
    await settled(page);
    assert.match(await searchLine(page), THREADS);
    const online = await rows(page);
    assert.ok(online.length > 5);
    await activated(page);

    await give(t, page, "made-up.json", game());
    await page.waitForSelector("#record-bar:not([hidden])");
    await settled(page);
    assert.equal(await text(page, "#record-status"), "made-up.json: 2 rounds");
    const decision = await value(page, "#hand");
    const recorded = await figures(page);

    await page.reload();
    await settled(page);
    assert.equal(await isolated(page), true);
    assert.equal((await query(page)).get("q"), decision);
    assert.deepEqual(await figures(page), recorded);

    await server.close();
    await page.reload();
    await settled(page);
    assert.equal(await isolated(page), true);
    assert.match(await searchLine(page), THREADS);
    assert.deepEqual(await figures(page), recorded, "the same figures offline");
    assert.deepEqual(await page.evaluate(() => window.blocked), [], "the policy blocks nothing offline");
    await page.goto(`${server.url}?q=${TENPAI}&depth=fast`);
    await settled(page);
    assert.deepEqual(await rows(page), online);
    await page.waitForFunction(() =>
      [...document.querySelectorAll("#tray img")].every((image) => image.complete && image.naturalWidth > 0),
    );
    assert.deepEqual(await page.evaluate(() => window.blocked), []);
  });
}

test("a newer service worker takes over while the threads of the page sleep", async (t) => {
  const { server, renew } = await serveRenewable(t);
  const page = await open(t, `${server.url}?q=${TENPAI}&depth=fast`);
  await settled(page);
  await activated(page);
  renew();
  await updated(page);
  await page.reload();
  await settled(page);
  assert.match(await searchLine(page), THREADS);
});

test("a private window with service workers switched off, without headers: one thread and the reason, and everything works", async (t) => {
  const server = await serveSite({ isolated: false });
  t.after(() => server.close());
  const page = await open(t, `${server.url}?q=${TENPAI}&depth=fast`, {
    preferences: { "browser.privatebrowsing.autostart": true, "dom.serviceWorkers.enabled": false },
  });
  await settled(page);
  assert.equal(await isolated(page), false);
  assert.match(await searchLine(page), /1 thread .*isolated/u);
  const before = await rows(page);
  await give(t, page, "made-up.json", game());
  await page.waitForSelector("#record-bar:not([hidden])");
  await page.goto(`${server.url}?q=${TENPAI}&depth=fast`);
  await settled(page);
  assert.deepEqual(await rows(page), before);
});
