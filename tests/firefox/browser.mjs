// Shared by the tests in Firefox: a fresh profile each time, driven over WebDriver BiDi.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { PATIENCE, REVIEW } from "../limits.mjs";
import { reveal, revealing, settled } from "../page/site.mjs";

export * from "../page/site.mjs";

/** Debian's Firefox, unless FIREFOX names another. */
const EXECUTABLE = process.env["FIREFOX"] || "/usr/bin/firefox-esr";

/** Starts a Firefox with a fresh profile. */
export const launch = ({ viewport = { width: 1280, height: 900 }, preferences = {} } = {}) =>
  puppeteer.launch({
    ...{ browser: "firefox", protocol: "webDriverBiDi", executablePath: EXECUTABLE, headless: true },
    ...{ defaultViewport: viewport, timeout: PATIENCE, protocolTimeout: REVIEW, extraPrefsFirefox: preferences },
  });

/** Opens an address in a Firefox of its own. Faults of the page's own program fail the test at its end. */
export async function open(t, url, { language = "en", dark = false, preferences = {}, ...rest } = {}) {
  const looks = { "intl.accept_languages": language, "layout.css.prefers-color-scheme.content-override": dark ? 0 : 1 };
  const browser = await launch({ preferences: { ...looks, ...preferences }, ...rest });
  const faults = [];
  t.after(async () => {
    await browser.close();
    if (faults.length > 0) throw new AggregateError(faults, "the page threw");
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  // a locator waits until what it clicks stands still: the page may still be laying out what was opened above it
  page.click = (selector) => page.locator(selector).click();
  revealing(page);
  page.on("pageerror", (error) => faults.push(error));
  await page.goto(url);
  return page;
}

/**
 * The reason for one thread that only a driver gives: its listener of workers, which every session of WebDriver BiDi
 * has, now and then stops for good the worker that starts another one. The engine gives up on it after 10 s.
 */
export const HELD = /threads did not start.*no sign of life/u;

/** The line about the search, once the page has its answer; opened anew where the driver held the threads. */
export async function searchLine(page) {
  for (let left = 3; ; left -= 1) {
    await settled(page);
    const line = await text(page, "#search");
    if (left === 0 || !HELD.test(line)) return line;
    await page.reload();
  }
}

/** A file of the disk, as the chooser of a page wants it; gone when the test ends. */
export function file(t, name, content) {
  const folder = mkdtempSync(join(tmpdir(), "nanikiru-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Gives a file to the page's chooser of records. */
export async function give(t, page, name, content) {
  const chooser = await page.$("#record-file");
  await chooser.uploadFile(file(t, name, content));
}

export const text = (page, selector) => page.$eval(selector, (element) => element.textContent);
export const value = (page, selector) => page.$eval(selector, (element) => element.value);
export const visible = (page, selector) => page.$eval(selector, (element) => element.checkVisibility());
/** Replaces what a field holds, by typing. */
export async function fill(page, selector, content) {
  await reveal(page, selector);
  await page.$eval(selector, (element) => {
    element.focus();
    element.select();
  });
  await page.keyboard.press("Delete");
  await page.keyboard.type(content);
}
