// What the pages refuse to run, in Firefox: the same as in Chromium (tests/page/policy.test.mjs).
import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE } from "../limits.mjs";
import { game } from "../page/game.mjs";
import { foreignAddresses, noteBlocked, PAGES, REFUSED, tried } from "../page/policy.mjs";
import { give, isolated, launch, open, rows, searchLine, serveSite, settled, TENPAI } from "./browser.mjs";

test("a script that gets into a page or into its address does not run", async (t) => {
  const server = await serveSite();
  t.after(() => server.close());
  const browser = await launch();
  t.after(() => browser.close());
  // what is refused is an error on the page
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  for (const name of PAGES) {
    await page.goto(`${server.url}${name}?q=${TENPAI}&hand=${TENPAI}&depth=first`);
    assert.deepEqual(
      await tried(page),
      { ran: [], also: { elsewhere: "refused", worker: "refused", base: "refused" } },
      name,
    );
  }
  for (const address of foreignAddresses(server.url)) {
    await page.goto(`${server.url}frame.html?${new URLSearchParams({ embed: address })}`);
    await page.waitForFunction(() => document.getElementById("says").textContent !== "");
    const seen = await page.evaluate(() => [
      document.getElementById("says").textContent,
      document.getElementById("frame").hasAttribute("src"),
      window.ran ?? null,
      document.title,
    ]);
    assert.deepEqual(seen, [REFUSED, false, null, "nanikiru · embed"], address);
  }
});

for (const headers of [true, false]) {
  test(`the policy blocks nothing that the page does (headers: ${headers})`, async (t) => {
    const server = await serveSite({ isolated: headers, without: headers ? [] : ["/sw.js"] });
    t.after(() => server.close());
    const page = await open(t, server.url);
    await page.evaluateOnNewDocument(noteBlocked);
    await page.goto(`${server.url}?q=${TENPAI}&depth=fast`);
    await settled(page);
    assert.equal(await isolated(page), headers);
    assert.match(await searchLine(page), headers ? /[2-9]\d* threads|there is one core/u : /1 thread /u);
    await give(t, page, "made-up.json", game());
    await page.waitForSelector("#record-bar:not([hidden])");
    await settled(page);
    assert.ok((await rows(page)).length > 3);
    const bars = await page.evaluate(() => [...document.querySelectorAll(".meter")].map((bar) => bar.style.cssText));
    assert.ok(
      bars.some((css) => /--share: ?0\.\d*[1-9]/u.test(css)),
      bars.join(" | "),
    );
    assert.deepEqual(await page.evaluate(() => window.blocked), []);
    await page.goto(`${server.url}frame.html`);
    await page.waitForFunction(() => /^Report received: /u.test(document.getElementById("says").textContent));
    assert.deepEqual(await page.evaluate(() => window.blocked), []);
  });
}
