// Shared by the page's tests: the built site on a small server, in headless Chromium.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "../../scripts/serve.mjs";
import { PATIENCE_MS } from "./limits.mjs";

export const SITE = fileURLToPath(new URL("../../site/", import.meta.url));
const ARGS = ["no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking", "disable-component-update", "disable-sync"];
/** Debian's Chromium, unless CHROMIUM names another. */
const EXECUTABLE = process.env["CHROMIUM"] || "/usr/bin/chromium";

export { PATIENCE_MS };

/** Starts server and browser; `t.after` ends both. `serving` goes to `serve`. */
export async function start(t, serving = {}) {
  if (!existsSync(`${SITE}index.html`)) throw new Error("there is no site/: run `npm run build` first");
  const server = await serve(SITE, serving);
  const browser = await chromium.launch({ executablePath: EXECUTABLE, headless: true, args: ARGS.map((arg) => `--${arg}`) });
  t.after(async () => {
    await browser.close();
    await server.close();
  });
  return { server, browser };
}

/** Opens the page in a fresh profile. Faults of the page's own program fail the test at its end. */
export async function open(t, { server, browser }, query = "", context = {}) {
  const profile = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en", ...context });
  profile.setDefaultTimeout(PATIENCE_MS);
  const page = await profile.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(error));
  t.after(() => {
    if (faults.length > 0) throw new AggregateError(faults, "the page threw");
  });
  await page.goto(server.url + query);
  return page;
}

/** Waits until the position on the page has its answer or its error. */
export async function settled(page) {
  await page.waitForFunction(() => {
    const answer = document.getElementById("answer");
    if (!answer || answer.hasAttribute("aria-busy")) return false;
    const problem = [...document.querySelectorAll(".problem")].some((element) => element.textContent !== "");
    const rows = document.querySelectorAll("#candidates tbody tr").length > 0;
    return problem || (rows && !answer.classList.contains("stale"));
  });
}

/** The table as text: one array a row. */
export const rows = (page) =>
  page.$$eval("#candidates tbody tr", (all) => all.map((row) => [...row.cells].map((cell) => cell.textContent.trim())));

export const query = (page) => new URL(page.url()).searchParams;
export const isolated = (page) => page.evaluate(() => crossOriginIsolated);

/** A hand that is quickly searched, for tests that are not about the search. */
export const TENPAI = "345678m349p22567s";
