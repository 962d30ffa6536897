// The engine on its way over the network: how much of it is here, in the page and in a frame.
import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { open, settled, SITE, start } from "./browser.mjs";

const PIECES = 16;
const PAUSE_MS = 60;

/** The site, whose WebAssembly comes packed and in pieces, as over a slow network. */
async function slow(t, serving = {}) {
  const world = await start(t, serving);
  const server = createServer(async (request, response) => {
    const answer = await fetch(new URL(request.url, world.server.url));
    const body = Buffer.from(await answer.arrayBuffer());
    const headers = Object.fromEntries(
      [...answer.headers].filter(([name]) => /^(content-type|cross-origin|cache-control)/u.test(name)),
    );
    if (!request.url.endsWith(".wasm")) return response.writeHead(answer.status, headers).end(body);
    const packed = gzipSync(body, { level: 1 });
    response.writeHead(answer.status, { ...headers, "Content-Encoding": "gzip", "Content-Length": packed.length });
    const step = Math.ceil(packed.length / PIECES);
    for (let at = 0; at < packed.length; at += step) {
      response.write(packed.subarray(at, at + step));
      await setTimeout(PAUSE_MS);
    }
    response.end();
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  t.after(() => server.close());
  return { ...world, server: { ...world.server, url: `http://127.0.0.1:${server.address().port}/` } };
}

/** What the bar says, and where everything else stands meanwhile. */
const watch = () => {
  window.seen = [];
  const look = () => {
    const bar = document.querySelector(".loading progress");
    if (!bar) return;
    const tops = ["#tray", "#entry-title", "#framed-answer", "#figures"].map(
      (one) => document.querySelector(one)?.getBoundingClientRect().top ?? null,
    );
    const { value, max, parentElement } = bar;
    window.seen.push({
      value,
      max,
      text: parentElement.querySelector("p").textContent,
      heard: parentElement.querySelector("[role=status]").textContent,
      hidden: parentElement.hidden,
      tops,
    });
  };
  new MutationObserver(look).observe(document, {
    subtree: true,
    attributes: true,
    attributeFilter: ["value", "hidden"],
  });
};
/** Lengths of the files of the whole engine, and those with that of a first visit before them. */
const sizes = () => {
  const bytes = (of) => {
    const named = readdirSync(SITE).filter((name) => of.test(name));
    return named.map((name) => statSync(join(SITE, name)).size);
  };
  const [small] = bytes(/^nanikiru-preview\..*wasm$/u);
  return bytes(/^nanikiru(-threads)?\.[0-9a-f]+\.wasm$/u).flatMap((whole) => [whole, small + whole]);
};

for (const [what, path, serving] of [
  ["the page, with threads", "?q=345678m349p22567s&depth=fast", {}],
  ["the page, without threads", "?q=345678m349p22567s&depth=fast", { isolated: false }],
  ["a frame", "embed.html?hand=345678m349p22567s&depth=fast&lang=en", {}],
]) {
  test(`the engine's bar shows its bytes of all that there are, moves nothing, and goes when it is here: ${what}`, async (t) => {
    const world = await slow(t, serving);
    const page = await open(t, world, "icon.svg", { serviceWorkers: "block" });
    await page.addInitScript(watch);
    await page.goto(world.server.url + path);
    await settled(page);
    const seen = (await page.evaluate(() => window.seen)).filter(({ value }) => value > 0);
    const loading = seen.filter(({ hidden }) => !hidden);
    const values = [...new Set(loading.map(({ value }) => value))];
    assert.ok(values.length >= 4, `${values.length} reports`);
    assert.ok(
      values.every((value, i) => i === 0 || value > values[i - 1]),
      values.join(" "),
    );
    const [{ max }] = loading;
    assert.ok(
      sizes().includes(max) && values.every((value) => value <= max),
      `${max} is a file's length unpacked: ${sizes().join(", ")}`,
    );
    assert.match(loading.at(-1).text, /^Loading the engine: \d\.\d of \d\.\d MB$/u);
    assert.ok(new Set(loading.map(({ heard }) => heard)).size <= 5, "it is heard by quarters");
    assert.equal(new Set(seen.map(({ tops }) => tops.slice(0, 2).join(" "))).size, 1, "nothing moves");
    assert.equal(await page.isVisible(".loading"), false);
  });
}

test("the bar has a name for screen readers", async (t) => {
  const world = await slow(t);
  const page = await open(t, world, "icon.svg", { serviceWorkers: "block" });
  await page.goto(`${world.server.url}?q=345678m349p22567s&depth=fast`);
  await page.getByRole("progressbar", { name: "Loading the engine" }).waitFor();
  await settled(page);
});

test("offline, out of the service worker, the engine loads and the bar goes", async (t) => {
  const world = await slow(t);
  const page = await open(t, world, "?q=345678m349p22567s&depth=fast");
  await settled(page);
  await page.waitForFunction(
    async () =>
      (await navigator.serviceWorker.ready).active.state === "activated" && navigator.serviceWorker.controller !== null,
  );
  await page.context().setOffline(true);
  await page.addInitScript(watch);
  await page.reload();
  await settled(page);
  assert.equal(await page.isVisible(".loading"), false);
  const last = (await page.evaluate(() => window.seen)).filter(({ value, hidden }) => value > 0 && !hidden).at(-1);
  assert.ok(last === undefined || sizes().includes(last.max));
});

/** Holds the whole engine's file back until `release`; counts how often the small one was asked for. */
async function held(page) {
  let release;
  const free = new Promise((done) => (release = done));
  const asked = { small: 0 };
  await page.route(/\/nanikiru(-threads)?\.[0-9a-f]+\.wasm$/u, async (route) => {
    await free;
    await route.continue();
  });
  await page.route(/\/nanikiru-preview\./u, async (route) => {
    asked.small += 1;
    await route.continue();
  });
  return { release, asked };
}
const TABLED = "?q=345678m349p22567s&depth=fast&east=1z&south=9m&west=&north=";

for (const [width, height] of [
  [1440, 900],
  [390, 844],
]) {
  test(`a first visit shows order and ukeire before the whole engine is here, and no figure that is none: ${width} px`, async (t) => {
    const world = await start(t);
    const page = await open(t, world, "icon.svg", { serviceWorkers: "block", viewport: { width, height } });
    const { release, asked } = await held(page);
    await page.goto(world.server.url + TABLED);
    await page.waitForSelector("#candidates tbody tr");
    const best = await page.textContent("#best");
    assert.match(best, /First look: order and ukeire only, while the engine loads\./u);
    assert.doesNotMatch(best, /[+-]\d|%/u);
    const covered = () =>
      page.$eval("#best .sentence", (sentence) => {
        const { left, top } = sentence.getBoundingClientRect();
        return document.elementFromPoint(left + 2, top + 2)?.closest(".loading") !== null;
      });
    assert.equal(await covered(), false, "the bar leaves the answer free");
    assert.equal(await page.isVisible("#candidates .rough, #candidates.rough, .rough"), true);
    assert.match(await page.textContent("#candidates tbody"), /\d+ ?/u);
    assert.equal(asked.small, 1);
    release();
    await settled(page);
    assert.doesNotMatch(await page.textContent("#best"), /First look/u);
    // the next question is the whole engine's
    await page.fill("#hand", "123m456p789s11223z");
    await settled(page);
    assert.equal(asked.small, 1);
  });
}

test("where the small file cannot be had the whole engine answers, as it does on the next visit", async (t) => {
  const world = await start(t);
  const page = await open(t, world, "icon.svg", { serviceWorkers: "block" });
  await page.route(/\/nanikiru-preview\./u, (route) => route.fulfill({ status: 404 }));
  await page.goto(world.server.url + TABLED);
  await settled(page);
  assert.doesNotMatch(await page.textContent("#best"), /First look/u);

  const returning = await open(t, world, TABLED);
  await settled(returning);
  await returning.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const { asked, release } = await held(returning);
  release();
  await returning.reload();
  await settled(returning);
  assert.equal(asked.small, 0);
});
