// Shared by the page's tests in Chromium: one browser for all tests of a file, and a profile of its own for each.
import { after } from "node:test";
import { chromium } from "playwright-core";
import { PATIENCE } from "../limits.mjs";
import { revealing, serveSite } from "./site.mjs";

export * from "./site.mjs";

const ARGS = [
  "no-sandbox",
  "disable-gpu",
  "disable-quic",
  "no-first-run",
  "disable-background-networking",
  "disable-component-update",
  "disable-sync",
];
/** Debian's Chromium, unless CHROMIUM names another. */
const EXECUTABLE = process.env["CHROMIUM"] || "/usr/bin/chromium";

let shared;
after(() => shared?.close());

/** The browser of this file; another one where a test has left it broken. */
async function launched() {
  if (!shared?.isConnected()) {
    shared = await chromium.launch({ executablePath: EXECUTABLE, headless: true, args: ARGS.map((arg) => `--${arg}`) });
  }
  return shared;
}

/** A server of the site for this test, which may close it, and the browser. `serving` goes to `serve`. */
export async function start(t, serving = {}) {
  const server = await serveSite(serving);
  const browser = await launched();
  t.after(async () => {
    await Promise.all(browser.contexts().map((profile) => profile.close()));
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
