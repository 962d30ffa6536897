// The answer in a frame of a page from another origin.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { open, settled, start } from "./browser.mjs";

const HAND = "345678m349p22567s";

/** A page of somebody else, which frames the answer and notes what it hears. */
async function stranger(t, embed, query) {
  const html = `<!doctype html><title>a</title><iframe id="f" style="width:320px;height:300px;border:0" src="${embed}embed.html?${query}"></iframe>
    <script>window.messages = []; addEventListener("message", (e) => messages.push({ origin: e.origin, ...e.data }));
    window.ask = (query, source = "nanikiru") => document.getElementById("f").contentWindow.postMessage({ source, type: "set", query }, "*");</script>`;
  const server = createServer((_, response) => response.writeHead(200, { "Content-Type": "text/html" }).end(html));
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  t.after(() => server.close());
  return `http://127.0.0.1:${server.address().port}`;
}
const heard = (page, type) =>
  page
    .waitForFunction((wanted) => window.messages.filter((one) => one.type === wanted).at(-1), type)
    .then((handle) => handle.jsonValue());

test("a foreign page hears ready, height and reports, and sets another hand", async (t) => {
  const world = await start(t);
  const page = await open(t, world, "frame.html");
  const origin = await stranger(t, world.server.url, `hand=${HAND}&depth=fast&lang=en`);
  await page.goto(origin);
  const ready = await heard(page, "ready");
  assert.deepEqual([ready.source, ready.origin], ["nanikiru", new URL(world.server.url).origin]);
  const report = await heard(page, "report");
  assert.equal(report.hand, HAND);
  assert.ok(report.report.candidates.length > 5);
  const frame = page.frames().find((one) => one.url().includes("embed.html"));
  await frame.waitForSelector("#candidates tbody tr");
  assert.equal(await frame.locator("#framed-hand .best-one").count(), 1, "the best tile is marked in the hand");
  assert.equal(await frame.evaluate(() => document.documentElement.scrollWidth <= 320), true, "320 px are wide enough");
  assert.ok((await heard(page, "height")).height > 300);
  await page.evaluate(() => window.ask("?q=123m456p789s11223z&depth=fast"));
  await page.waitForFunction(() =>
    window.messages.some((one) => one.type === "report" && one.hand === "123m456p789s11223z"),
  );
  await page.evaluate(() => window.ask("?q=123m4x&depth=fast"));
  assert.match((await heard(page, "error")).code, /^notation\./u);
  assert.deepEqual(
    [await frame.textContent("#problem .given"), await frame.textContent("#problem mark")],
    ["123m4x", "x"],
    "as it was given, with the place",
  );

  await page.evaluate(() => window.ask("?q=123m456p789s1122z&depth=fast"));
  await page.waitForFunction(() => window.messages.some((one) => one.code === "hand.not_drawn"));
  assert.match(
    await frame.textContent("#problem span"),
    /^13 tiles: add the tile you drew, or the tile that is on offer\.$/u,
  );

  assert.equal(await frame.textContent("#problem .given"), "123m456p789s1122z");
  const without = await open(t, world, "embed.html");
  assert.equal(
    await without.textContent("#empty"),
    "No hand given: add ?hand=… to the address.",
    "there is no field to type in",
  );

  // nothing is kept, nothing is registered
  const alone = await open(t, world, `embed.html?hand=${HAND}&depth=fast`);
  await alone.waitForSelector("#candidates tbody tr");
  const left = await alone.evaluate(async () => [
    localStorage.length,
    sessionStorage.length,
    (await indexedDB.databases()).length,
    (await navigator.serviceWorker.getRegistrations()).length,
  ]);
  assert.deepEqual(left, [0, 0, 0, 0]);
});

test("a page that is not named as the origin neither hears nor is heard", async (t) => {
  const world = await start(t);
  const page = await open(t, world, "frame.html");
  await page.goto(await stranger(t, world.server.url, `hand=${HAND}&depth=fast&origin=https://example.org`));
  const frame = page.frames().find((one) => one.url().includes("embed.html"));
  await frame.waitForSelector("#candidates tbody tr");
  await frame.evaluate(() => {
    window.last = new Promise((done) => addEventListener("message", ({ data }) => data === "last" && done()));
  });
  await page.evaluate(() => {
    window.ask("?q=123m456p789s11223z&depth=fast");
    document.querySelector("iframe").contentWindow.postMessage("last", "*");
  });
  // messages come in order: what was asked before it would have been heard, and answered
  await frame.evaluate(() => window.last);
  await settled(frame);
  assert.deepEqual(await page.evaluate(() => window.messages), []);
  assert.equal(await frame.locator("#problem:not([hidden])").count(), 0);
});

test("the site's own page frames it from another origin, isolated or not", async (t) => {
  for (const isolated of [true, false]) {
    const world = await start(t, { isolated });
    const page = await open(t, world, "frame.html");
    await page.waitForFunction(() => /^Report received: /u.test(document.getElementById("says").textContent));
    const frame = page.frames().find((one) => one.url().includes("embed.html"));
    assert.notEqual(new URL(frame.url()).origin, new URL(page.url()).origin);
    await page.fill("#hand", HAND);
    await page.press("#hand", "Enter");
    await page.waitForFunction((hand) => document.getElementById("says").textContent.endsWith(hand), HAND);
  }
});

const RIVERS =
  "dora=7s&seat=south&river1=1z9m1p-9s3z2z-8m6z-&river2=1z9p1s3z7z9m-1m&river3=9m1s4z2m8p-6s*3p-&river4=2z4z1m-9s-7z5z1p";

test("defect 14: a frame shows hand, dora and rivers, three rows in at most 360 px at 390, a link to the page and nothing technical", async (t) => {
  const page = await open(t, await start(t), `embed.html?hand=345m240688p56677s&${RIVERS}&rows=3&depth=fast`, {
    viewport: { width: 390, height: 800 },
  });
  await settled(page);
  assert.deepEqual(
    [
      await page.locator("#framed-hand .tile").count(),
      await page.locator("#framed-says .tile").count(),
      await page.locator("#framed-rivers .in-frame").count(),
    ],
    [14, 1, 29],
  );
  assert.equal(await page.locator("#candidates tbody tr:visible").count(), 3);
  const height = await page.evaluate(() => document.documentElement.getBoundingClientRect().height);
  assert.ok(height <= 360, `${height} px`);
  assert.doesNotMatch(await page.evaluate(() => document.body.innerText), /thread|isolated|COOP|header|hands/iu);
  const more = new URL(await page.getAttribute("#framed-more", "href"), page.url());
  assert.deepEqual(
    [more.pathname, more.searchParams.get("q"), more.searchParams.get("river3")],
    ["/", "345m240688p56677s", "9m1s4z2m8p-6s*3p-"],
  );
});

test("defect 14: with answer=ask a tile is chosen before the answer shows; the page around hears of it, and another hand asks anew", async (t) => {
  const world = await start(t);
  const page = await open(t, world, "frame.html");
  await page.goto(
    await stranger(
      t,
      world.server.url,
      "hand=34679m2406p22788s&dora=7s&seat=south&turn=5&rows=3&answer=ask&depth=fast&lang=en",
    ),
  );
  await heard(page, "report");
  const frame = page.frames().find((one) => one.url().includes("embed.html"));
  const hidden = async () => [
    await frame.isVisible("#best"),
    await frame.isVisible("#candidates"),
    await frame.locator(".best-one").count(),
    await frame.textContent("#framed-asked"),
  ];
  assert.deepEqual(await hidden(), [false, false, 0, "What would you discard?"]);
  await frame.click('#framed-hand button[aria-label="3 man"]');
  assert.deepEqual(await heard(page, "chosen").then(({ hand, tile }) => [hand, tile]), ["34679m2406p22788s", "3m"]);
  assert.deepEqual(
    [
      await frame.isVisible("#best"),
      await frame.locator(".best-one").count(),
      await frame.locator(".chosen-one").count(),
    ],
    [true, 1, 1],
  );
  assert.match(await frame.textContent("#framed-asked"), /^3m: −[\d,]+ points\.$/u);
  assert.equal(await frame.locator("#candidates tbody tr:visible").count(), 4, "three, and what was chosen");
  await page.evaluate(() => window.ask("?q=123m456p789s11223z&depth=fast"));
  await page.waitForFunction(() =>
    window.messages.some((one) => one.type === "report" && one.hand === "123m456p789s11223z"),
  );
  await frame.waitForFunction(() => document.getElementById("framed-asked").textContent === "What would you discard?");
  await frame.click("#framed-show");
  assert.equal(await frame.isVisible("#best"), true);
});

test("three players in a frame: kita is a candidate, the page around hears it, and the link keeps rules and norths", async (t) => {
  const world = await start(t);
  const page = await open(t, world, "frame.html");
  const hand = "123p456789s1124z5z";
  const address = `hand=${hand}&rules=tenhou-sanma&kita=1&depth=first&lang=en`;
  await page.goto(await stranger(t, world.server.url, address));
  const { report } = await heard(page, "report");
  assert.ok(report.candidates.some(({ action }) => action.type === "kita"));
  const frame = page.frames().find((one) => one.url().includes("embed.html"));
  await settled(frame);
  assert.ok((await frame.$$eval("#candidates tbody tr", (all) => all.map((row) => row.ariaLabel))).includes("Kita"));
  assert.equal(await frame.evaluate(() => document.documentElement.scrollWidth <= 320), true);
  const more = new URL(await frame.getAttribute("#framed-more", "href"), frame.url());
  assert.deepEqual(
    ["q", "rules", "kita"].map((name) => more.searchParams.get(name)),
    [hand, "tenhou-sanma", "1"],
  );
  // no tile of three players
  await page.evaluate(() => window.ask("?q=123m456p789s11223z&rules=tenhou-sanma&depth=first"));
  assert.equal((await heard(page, "error")).code, "hand.not_in_deck");
  assert.match(await frame.textContent("#problem"), /2m/u);
});
