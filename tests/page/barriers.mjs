// WCAG 2.2 A and AA as far as a program can tell.
import assert from "node:assert/strict";
import axe from "axe-core";
import { still } from "./site.mjs";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds on the page as it stands, in words. */
export async function barriers(page) {
  await still(page);
  // where nothing is painted the browser paints the canvas of the look, which axe takes for white
  await page.evaluate(() => {
    document.documentElement.style.backgroundColor = "Canvas";
  });
  await page.evaluate(axe.source);
  const { violations, passes } = await page.evaluate((runOnly) => globalThis.axe.run(document, { runOnly }), TAGS);
  // under an open dialog on a telephone there is little else
  assert.ok(passes.length > 10, `${passes.length} rules looked at something`);
  return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map((n) => n.target).join("; ")})`);
}
