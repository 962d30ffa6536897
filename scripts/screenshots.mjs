// Takes pictures of ten states of the built page into docs/screens/: node scripts/screenshots.mjs [FOLDER]
// They are for looking at, by whoever changes the page; nothing is compared with them.
import { mkdirSync } from "node:fs";
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

/** Name, size, what to do; theme and language where they are not light and English. */
const STATES = [
  ["hand-desktop", DESKTOP, {}],
  ["hand-tablet-dark", TABLET, { colorScheme: "dark" }],
  ["hand-phone-japanese", PHONE, { locale: "ja-JP" }],
  ["far-hand", DESKTOP, { query: FAR }],
  ["mistyped-phone", PHONE, { query: "?q=123m456p789s11z" }],
  ["riichi-on-the-table", DESKTOP, { go: threatened }],
  ["riichi-phone-dark-japanese", PHONE, { go: threatened, colorScheme: "dark", locale: "ja-JP" }],
  ["record-desktop", DESKTOP, { go: record }],
  ["record-tablet-japanese", TABLET, { go: record, locale: "ja-JP" }],
  ["record-phone", PHONE, { go: record }],
];

export async function screenshots(folder) {
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
      await page.screenshot({ path: join(folder, `${name}.png`) });
      say(`${name}: ${viewport.width} x ${viewport.height}`);
      await profile.close();
    }
  } finally {
    await browser.close();
    await server.close();
  }
}

if (isMain(import.meta)) await program(() => screenshots(process.argv[2] ?? join(ROOT, "docs/screens")));
