// Threads with and without the host's headers, with and without the service worker; and offline use.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE } from "../limits.mjs";
import { isolated, open, query, rows, serveRenewable, settled, start, TENPAI, updated } from "./browser.mjs";

const searchLine = (page) => page.textContent("#search");
/** The hand's text comes when the page has begun, which is after the document has. */
const hasHand = (page, text) =>
  page.waitForFunction((wanted) => document.getElementById("hand")?.value === wanted, text);
const controlled = (page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null);

test("with COOP and COEP the page is isolated at once and has threads", async (t) => {
  const page = await open(t, await start(t), `?q=${TENPAI}`);
  assert.equal(await isolated(page), true);
  await settled(page);
  assert.match(await searchLine(page), /[2-9]\d* threads|there is one core/u);
});

test("without headers the service worker isolates, and what was typed meanwhile is kept", async (t) => {
  const page = await open(t, await start(t, { isolated: false }), "?q=123m");
  await page.focus("#hand").catch(() => {});
  await page.waitForFunction(() => crossOriginIsolated === true, undefined, { timeout: PATIENCE });
  assert.equal((await query(page)).get("q"), "123m");
  await hasHand(page, "123m");
  await page.fill("#hand", TENPAI);
  await settled(page);
  assert.match(await searchLine(page), /[2-9]\d* threads|there is one core/u);
});

test("the reload of the first visit keeps text, focus and caret", async (t) => {
  const { server, browser } = await start(t, { isolated: false });
  const profile = await browser.newContext({ locale: "en" });
  const page = await profile.newPage();
  // The worker arrives only when the text has been typed.
  let release;
  const held = new Promise((done) => (release = done));
  await profile.route("**/sw.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${server.url}?q=`);
  await page.fill("#hand", "123m4");
  await page.evaluate(() => document.getElementById("hand").setSelectionRange(2, 3));
  release();
  await page.waitForFunction(() => crossOriginIsolated === true, undefined, { timeout: PATIENCE });
  await hasHand(page, "123m4");
  const caret = () => {
    const { activeElement: element } = document;
    return element.id === "hand" && [element.selectionStart, element.selectionEnd].join();
  };
  await page.waitForFunction(() => document.activeElement.id === "hand");
  assert.equal(await page.evaluate(caret), "2,3");
});

test("without headers and without service worker it works on one thread and says so", async (t) => {
  const page = await open(t, await start(t, { isolated: false, without: ["/sw.js"] }), `?q=${TENPAI}`);
  await settled(page);
  assert.equal(await isolated(page), false);
  assert.ok((await rows(page)).length > 5);
  assert.match(await searchLine(page), /1 thread .*isolated/u);
  await page.selectOption("#lang", "ja");
  assert.match(await searchLine(page), /1スレッド（?.*ヘッダー/u);
});

for (const headers of [true, false]) {
  test(`works offline after the first visit (headers: ${headers})`, async (t) => {
    const world = await start(t, { isolated: headers });
    const page = await open(t, world, `?q=${TENPAI}`);
    await controlled(page);
    await page.waitForFunction(() => crossOriginIsolated === true);
    await settled(page);
    const online = await rows(page);
    await world.server.close();
    await page.reload();
    assert.equal(await isolated(page), true);
    await settled(page);
    assert.deepEqual(await rows(page), online, "the same figures offline");
    await page.waitForFunction(() =>
      [...document.querySelectorAll("#tray img")].every((image) => image.complete && image.naturalWidth > 0),
    );
    // A link that this browser has never opened works as well.
    await page.goto(`${world.server.url}?q=${TENPAI}&turn=9`);
    await settled(page);
    assert.equal((await rows(page)).length, online.length);
  });
}

test("a newer service worker takes over while the threads of the page sleep", async (t) => {
  const { server, renew } = await serveRenewable(t);
  const { browser } = await start(t);
  const page = await open(t, { server, browser }, `?q=${TENPAI}`);
  await controlled(page);
  await settled(page);
  renew();
  await updated(page);
  await page.reload();
  await settled(page);
  assert.match(await searchLine(page), /[2-9]\d* threads|there is one core/u);
});
