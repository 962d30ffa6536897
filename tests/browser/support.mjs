// Pages of a host that serve the package, in Chromium; shared by the tests of this folder.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { chromium } from "playwright-core";
import { serve } from "../../scripts/serve.mjs";
import { HAND } from "../node/support.mjs";

const ARGS = ["no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking"];
const ISOLATION = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
let browser;

before(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ARGS.map((name) => `--${name}`),
  });
});
after(() => browser.close());

/** A context of its own that ends with the test. */
export async function context(t) {
  const made = await browser.newContext();
  t.after(() => made.close());
  return made;
}

/** A page of a host that serves `folder`, with the package as `nanikiru`. */
export async function open(
  t,
  folder,
  { entry = "browser.js", isolated = true, without = [], headers = {}, spoil } = {},
) {
  const server = await serve(folder, { isolated, without });
  const context = await browser.newContext();
  const page = await context.newPage();
  let spoilt = 0;
  t.after(async () => {
    await context.close();
    await server.close();
    assert.equal(spoilt > 0, spoil !== undefined);
  });
  if (spoil) await context.route(spoil[0], (route) => (spoilt++, spoil[1](route)));
  await page.route("**/empty.html", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: "<!doctype html><title>empty</title>",
      headers: isolated ? { ...ISOLATION, ...headers } : headers,
    }),
  );
  await page.goto(`${server.url}empty.html`);
  await page.evaluate(async (file) => (window.nanikiru = await import(file)), `${server.url}${entry}`);
  return page;
}

/** Asks in the page; resolves to the report, or to code and message of the error. */
export const ask = (page, hand = HAND, options = {}) =>
  page.evaluate(
    async ([text, given]) => {
      const engine = window.nanikiru.createAnalyzer(given);
      const answer = await engine.analyze(text).catch(({ code, message }) => ({ code, message }));
      engine.dispose();
      return answer;
    },
    [hand, options],
  );
