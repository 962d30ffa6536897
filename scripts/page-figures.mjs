// Where the built page has what a player looks for, and how fast a cold load is, as tables:
//   node scripts/page-figures.mjs ways
//   node scripts/page-figures.mjs load [RUNS]
// Both, one below the other: node scripts/page-figures.mjs [RUNS]. Chromium with an empty profile; the load with 9
// Mbit/s and 40 ms to a server that compresses, medians of RUNS (3 when left out).
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { chromium } from "playwright-core";
import { game } from "../tests/page/game.mjs";
import { SITE, settled } from "../tests/page/site.mjs";
import { drop } from "../tests/page/states.mjs";
import { Failure, isMain, program } from "./run.mjs";
import { chromium as executable } from "./setup.mjs";

const BYTES_PER_SECOND = 9e6 / 8;
const LATENCY_MS = 40;
/** What the tables call it. */
const WORDS = { hand: "a hand", record: "a record" };
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};
/** Quality of a host that compresses once, when the files are put there. */
const QUALITY = 9;

/** The site, compressed and with the two headers that threads need. */
async function compressing(folder) {
  const packed = new Map();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const name = pathname === "/" ? "index.html" : decodeURIComponent(pathname.slice(1));
    try {
      const body =
        packed.get(name) ??
        brotliCompressSync(await readFile(join(folder, name)), {
          params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY },
        });
      packed.set(name, body);
      const headers = {
        "Content-Type": TYPES[extname(name)] ?? "application/octet-stream",
        "Content-Encoding": "br",
        "Content-Length": body.length,
      };
      response
        .writeHead(200, {
          ...headers,
          "Cross-Origin-Opener-Policy": "same-origin",
          "Cross-Origin-Embedder-Policy": "require-corp",
        })
        .end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  // compressed before anything is measured
  const url = `http://localhost:${server.address().port}/`;
  const { readdir } = await import("node:fs/promises");
  for (const name of await readdir(folder, { recursive: true }))
    if (extname(name) && !name.endsWith(".map")) await fetch(url + name).then((one) => one.arrayBuffer());
  return { url, close: () => server.close() };
}

/** Set before the page's own program runs. */
function watch() {
  const seen = (globalThis.figures = { shift: 0, slowest: 0, answer: null, whole: null });
  new PerformanceObserver((list) =>
    list.getEntries().forEach((one) => one.hadRecentInput || (seen.shift += one.value)),
  ).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) =>
    list.getEntries().forEach((one) => (seen.slowest = Math.max(seen.slowest, one.duration))),
  ).observe({ type: "event", durationThreshold: 16, buffered: true });
  addEventListener("DOMContentLoaded", () => {
    const best = document.getElementById("best");
    new MutationObserver(() => {
      if (best.textContent !== "") seen.answer ??= performance.now();
    }).observe(best, { childList: true, subtree: true });
  });
}

async function measure(browser, url) {
  const profile = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: "en",
    serviceWorkers: "block",
  });
  const page = await profile.newPage();
  await page.addInitScript(watch);
  const session = await profile.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await page.goto(url);
  await page.waitForFunction(() => globalThis.figures.answer !== null);
  const first = await page.evaluate(() => ({
    bytes: performance
      .getEntriesByType("resource")
      .concat(performance.getEntriesByType("navigation"))
      .reduce((sum, one) => sum + one.encodedBodySize, 0),
    paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    answer: globalThis.figures.answer,
  }));
  await settled(page);
  // what a player does: tiles, rows, a chip, typing
  for (let i = 0; i < 6; i += 1)
    await page
      .locator("#tray .held")
      .nth(2 * i)
      .click();
  for (let i = 0; i < 4; i += 1) await page.locator("#candidates tbody tr").nth(i).click();
  await page.click("#panel-around-chip");
  await page.click("#hand");
  await page.keyboard.type("1m", { delay: 60 });
  await page.waitForTimeout(500);
  const { shift, slowest } = await page.evaluate(() => globalThis.figures);
  await profile.close();
  return { ...first, shift, slowest };
}

const SIZES = [
  [1440, 900],
  [1024, 768],
  [390, 844],
];
/** Names of parts, and what they are on the page. */
const PARTS = { hand: "#tray", rivers: "#board .river", answer: "#best", candidates: "#candidates tbody" };
const MOST_TABS = 200;

/** How far below the top of the page the parts begin, in px; what is behind a tab has no distance. */
const distances = (page) =>
  page.evaluate((parts) => {
    const far = ([name, selector]) => {
      const element = document.querySelector(selector);
      return [
        name,
        element?.checkVisibility() ? String(Math.round(element.getBoundingClientRect().top + scrollY)) : "tab",
      ];
    };
    return Object.fromEntries(Object.entries(parts).map(far));
  }, PARTS);

async function tabs(page) {
  for (let count = 1; count <= MOST_TABS; count += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement.closest("#candidates") !== null)) return count;
  }
  throw new Error(`the table is not among the first ${MOST_TABS} places of Tab`);
}

/** From a dropped record to its first mistake on the page, in clicks; the review has found one before the second. */
async function clicksToMistake(page) {
  let clicks = 0;
  for (const button of ["#review-start", "#mistake-on"]) {
    await page.click(`${button}:not([disabled])`);
    clicks += 1;
  }
  // the strip may be in another tab than the one that is open
  await page.waitForSelector('#review-strip [aria-current="true"][data-standing="mistake"]', { state: "attached" });
  return clicks;
}

const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

async function ways(browser, url) {
  const columns = [];
  const counts = [];
  for (const [width, height] of SIZES) {
    const profile = await browser.newContext({ viewport: { width, height }, locale: "en", serviceWorkers: "block" });
    const page = await profile.newPage();
    await page.goto(url);
    await settled(page);
    const hand = await distances(page);
    const counting = columns.length === 0;
    if (counting) counts.push(["Tabs to the table", await tabs(page)]);
    await drop(page, "made-up.json", game());
    await page.waitForSelector("#record-bar:not([hidden])");
    await settled(page);
    columns.push({ hand, record: await distances(page) });
    if (counting) counts.push(["clicks from a dropped record to its first mistake", await clicksToMistake(page)]);
    await profile.close();
  }
  const row = (what, part) => [`${WORDS[what]}: ${part}`, ...columns.map((column) => column[what][part])];
  const rows = ["answer", "candidates"]
    .map((part) => row("hand", part))
    .concat(Object.keys(PARTS).map((part) => row("record", part)));
  return `${table(["", ...SIZES.map((size) => size.join(" x "))], rows)}\n\n${table(["", "count"], counts)}`;
}

const median = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];

async function load(browser, url, runs) {
  const all = [];
  for (let i = 0; i < runs; i += 1) all.push(await measure(browser, url));
  const of = (name) => median(all.map((one) => one[name]));
  return table(
    ["what", `median of ${runs}`],
    [
      [
        "bytes until the first answer, without the engine's worker and WebAssembly",
        `${(of("bytes") / 1e3).toFixed(0)} kB`,
      ],
      ["first paint", `${of("paint").toFixed(0)} ms`],
      ["first answer", `${of("answer").toFixed(0)} ms`],
      ["layout shift", of("shift").toFixed(3)],
      ["slowest event, from the input to the next picture", `${of("slowest").toFixed(0)} ms`],
    ],
  );
}

/** Prints the tables that are asked for, and nothing else: `ways`, `load`. */
export async function figures(wanted, runs) {
  const server = await compressing(SITE);
  const browser = await chromium.launch({
    executablePath: executable(),
    headless: true,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const parts = { ways: () => ways(browser, server.url), load: () => load(browser, server.url, runs) };
    const tables = [];
    for (const name of wanted) tables.push(await parts[name]());
    console.log(tables.join("\n\n"));
  } finally {
    await browser.close();
    server.close();
  }
}

if (isMain(import.meta)) {
  await program(() => {
    const [given = "3", runs = "3"] = process.argv.slice(2);
    const number = Number(given === "load" ? runs : given);
    if (given !== "ways" && !(Number.isInteger(number) && number > 0))
      throw new Failure("ways, load [RUNS], or RUNS for both");
    return figures(given === "ways" || given === "load" ? [given] : ["ways", "load"], number);
  });
}
