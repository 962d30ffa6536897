// Shared by the page's tests in Chromium.
import { chromium } from "playwright-core";
import { PATIENCE } from "../limits.mjs";
import { revealing, serveSite } from "./site.mjs";

export * from "./site.mjs";

const ARGS = ["no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking", "disable-component-update", "disable-sync"];
/** Debian's Chromium, unless CHROMIUM names another. */
const EXECUTABLE = process.env["CHROMIUM"] || "/usr/bin/chromium";

/** Starts server and browser; `t.after` ends both. `serving` goes to `serve`. */
export async function start(t, serving = {}) {
  const server = await serveSite(serving);
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
  profile.setDefaultTimeout(PATIENCE);
  const page = revealing(await profile.newPage());
  const faults = [];
  page.on("pageerror", (error) => faults.push(error));
  t.after(() => {
    if (faults.length > 0) throw new AggregateError(faults, "the page threw");
  });
  await page.goto(server.url + query);
  return page;
}
