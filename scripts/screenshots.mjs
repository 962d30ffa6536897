// Takes pictures of ten states of the built page: node scripts/screenshots.mjs [FOLDER]
// Into docs/screens/ as small WebP; into another folder as PNG, for looking at while the page changes.
// Nothing is compared with them.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { game } from "../tests/page/game.mjs";
import { revealing, serveSite, settled } from "../tests/page/site.mjs";
import { ROOT, isMain, program, say } from "./run.mjs";
import { chromium as executable } from "./setup.mjs";

const DESKTOP = { width: 1440, height: 900 };
const TABLET = { width: 1024, height: 768 };
const PHONE = { width: 390, height: 844 };
const FAR = "?q=159m2468p1379s136z&turn=3";

/** The last example: the whole table is known, and somebody is in riichi. */
async function threatened(page) {
  await page.locator("#examples button").last().click();
  await page.waitForFunction(() => document.querySelectorAll("#strip button").length > 0);
}

async function record(page) {
  await page.setInputFiles("#record-file", { name: "made-up.json", mimeType: "application/json", buffer: Buffer.from(game()) });
  await page.waitForSelector("#board .felt", { state: "attached" });
  const decisions = await page.$$eval("#record-decision option", (all) => all.length);
  await page.selectOption("#record-decision", String(decisions - 3));
}

/** The record with one player's review, whose mistakes are small. */
async function reviewed(page) {
  await record(page);
  await page.selectOption("#record-player", "3");
  await page.fill("#review-threshold", "60");
  await page.click("#review-start");
  await page.waitForSelector("#review-progress", { state: "visible" });
  await page.waitForSelector("#review-stop", { state: "hidden", timeout: 300_000 });
}

async function cards(page) {
  await reviewed(page);
  await page.evaluate(() => document.getElementById("review").scrollIntoView());
}

async function learning(page) {
  await reviewed(page);
  await page.click("#learn-start");
  await page.waitForSelector(".choice");
  await page.evaluate(() => scrollTo(0, 0));
}

/** Name, size, what to do; theme and language where they are not light and English. */
export const STATES = [
  ["hand-desktop", DESKTOP, {}],
  ["hand-tablet-dark", TABLET, { colorScheme: "dark" }],
  ["hand-phone-japanese", PHONE, { locale: "ja-JP" }],
  ["far-hand", DESKTOP, { query: FAR }],
  ["mistyped-phone", PHONE, { query: "?q=123m456p789s11z" }],
  ["riichi-on-the-table", DESKTOP, { go: threatened }],
  ["riichi-phone-dark-japanese", PHONE, { go: threatened, colorScheme: "dark", locale: "ja-JP" }],
  ["record-desktop", DESKTOP, { go: record }],
  ["review-tablet-japanese", TABLET, { go: cards, locale: "ja-JP" }],
  ["learning-phone", PHONE, { go: learning }],
];

/** Quality at which no picture is larger than some 100 kB. */
const QUALITY = 70;

async function picture(profile, page, path, small) {
  if (!small) return page.screenshot({ path: `${path}.png` });
  const session = await profile.newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  writeFileSync(`${path}.webp`, Buffer.from(data, "base64"));
}

export async function screenshots(folder, small) {
  mkdirSync(folder, { recursive: true });
  const server = await serveSite();
  const browser = await chromium.launch({ executablePath: executable(), headless: true, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    for (const [name, viewport, { query = "", go, ...look }] of STATES) {
      const profile = await browser.newContext({ viewport, locale: "en", colorScheme: "light", ...look });
      const page = revealing(await profile.newPage());
      await page.goto(server.url + query);
      await settled(page);
      await go?.(page);
      await settled(page);
      await page.waitForFunction(() => [...document.images].every((image) => image.complete));
      await page.mouse.move(2, 2);
      await picture(profile, page, join(folder, name), small);
      say(`${name}: ${viewport.width} x ${viewport.height}`);
      await profile.close();
    }
  } finally {
    await browser.close();
    await server.close();
  }
}

if (isMain(import.meta)) await program(() => screenshots(process.argv[2] ?? join(ROOT, "docs/screens"), process.argv[2] === undefined));
