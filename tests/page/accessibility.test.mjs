// WCAG 2.1 A and AA as far as a program can tell, in both languages and themes, wide and narrow.
import assert from "node:assert/strict";
import { test } from "node:test";
import axe from "axe-core";
import { open, settled, start, still, stopReview, TENPAI } from "./browser.mjs";
import { game } from "./game.mjs";

const LOOKS = [
  { locale: "en", colorScheme: "light", viewport: { width: 1280, height: 900 } },
  { locale: "ja", colorScheme: "dark", viewport: { width: 360, height: 740 } },
];
const TABLE = `?q=${TENPAI}&dora=4s&river1=1z&river2=9p*&river3=8p-&river4=3z`;
/** A record with a part of it reviewed. */
const REVIEW = "?q=&review";
const POSITIONS = { "a review": REVIEW, "a whole table": TABLE, "an answer": `?q=${TENPAI}&turn=8&dora=1s`, "an error": "?q=123m4x6p789s1122z", nothing: "?q=" };

for (const look of LOOKS) {
  test(`${look.locale}, ${look.colorScheme}, ${look.viewport.width} px`, async (t) => {
    const world = await start(t);
    for (const [name, query] of Object.entries(POSITIONS)) {
      const page = await open(t, world, query, look);
      if (query === REVIEW) {
        await page.setInputFiles("#record-file", { name: "made-up.json", mimeType: "application/json", buffer: Buffer.from(game()) });
        await page.click("#review-start");
        await page.waitForFunction(() => document.getElementById("review-progress").value >= 5);
        await stopReview(page);
        await page.fill("#review-threshold", "1");
      }
      if (query !== POSITIONS.nothing) await settled(page);
      await still(page);
      await page.evaluate(axe.source);
      const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"];
      const { violations, passes } = await page.evaluate((runOnly) => globalThis.axe.run(document, { runOnly }), tags);
      const said = violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map((n) => n.target).join("; ")})`);
      assert.deepEqual(said, [], name);
      assert.ok(passes.length > 20);
    }
  });
}
