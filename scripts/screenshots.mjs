// Takes pictures of the states of the built page that tests/page/states.mjs lists: node scripts/screenshots.mjs
// [FOLDER] Into docs/screens/ as small WebP, which docs/PAGE.md shows; into another folder as PNG, for looking at
// while the page changes. Nothing is compared with them.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { revealing, serveSite, still } from "../tests/page/site.mjs";
import { enter, STATES } from "../tests/page/states.mjs";
import { ROOT, isMain, program, say } from "./run.mjs";
import { chromium as executable } from "./setup.mjs";

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
  const browser = await chromium.launch({
    executablePath: executable(),
    headless: true,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    for (const state of STATES) {
      const { name, viewport, query = "", dark = false, language = "en" } = state;
      const profile = await browser.newContext({ viewport, locale: language, colorScheme: dark ? "dark" : "light" });
      const page = revealing(await profile.newPage());
      await page.goto(server.url + query);
      await enter(page, state);
      await still(page);
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

if (isMain(import.meta))
  await program(() => screenshots(process.argv[2] ?? join(ROOT, "docs/screens"), process.argv[2] === undefined));
