// What is left on paper: of a hand, of a record, of its review.
import assert from "node:assert/strict";
import { test } from "node:test";
import { REVIEW } from "../limits.mjs";
import { open, start } from "./browser.mjs";
import { game } from "./game.mjs";
import { drop, enter, STATES } from "./states.mjs";

const WHITE = "rgb(255, 255, 255)";
const pagesOf = async (page) =>
  (await page.pdf({ preferCSSPageSize: true })).toString("latin1").match(/\/Type\s*\/Page\b/gu).length;

async function printed(t, name) {
  const state = STATES.find((one) => one.name === name);
  const page = await open(t, await start(t), state.query, {
    viewport: state.viewport,
    colorScheme: "dark",
    locale: state.language ?? "en",
  });
  await enter(page, state);
  const pages = await pagesOf(page);
  await page.emulateMedia({ media: "print" });
  const shown = async (all, there) => {
    for (const part of all) assert.equal(await page.locator(part).first().isVisible(), there, part);
  };
  return { page, pages, there: (...all) => shown(all, true), gone: (...all) => shown(all, false) };
}

test("a hand is one page", async (t) => {
  const { pages, there, gone } = await printed(t, "hand-desktop");
  assert.equal(pages, 1);
  await there("#tray", "#situation", "#best", "#candidates", "#detail");
  await gone(".entry", "#board", "#review", "#examples", ".tools");
});

test("a decision of a record is two pages: whose it was, what was played, its turn, the table on white", async (t) => {
  const { page, pages, there, gone } = await printed(t, "record-desktop");
  assert.equal(pages, 2);
  await there(
    "#record-round",
    "#record-player",
    "#record-decision",
    "#record-done",
    "#board .river .tile",
    "#candidates",
    "#strip",
  );
  await gone("#record-on", "#record-close", "#chips", "#review");
  const turn = await page.$eval("#record-decision", (select) => select.selectedOptions[0].textContent);
  assert.match(await page.textContent("#situation"), new RegExp(`Turn ${/turn (\d+)/u.exec(turn)[1]}(?!\\d)`, "u"));
  for (const part of ["#board", ".table-top", ".felt", ".middle"])
    assert.doesNotMatch(await page.$eval(part, (one) => getComputedStyle(one).backgroundImage), /gradient/u, part);
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), WHITE);
});

test("a review has its score, its timeline and its mistakes, and none of its controls", async (t) => {
  const { there, gone } = await printed(t, "review-tablet-japanese");
  await there("#scores table", "#timeline .timeline", ".mistake-card .small-hand", ".mistake-card .why");
  await gone("#review-start", "#learn-start", "#export", "#review-strip", "#sift-by", ".timeline-now");
});

test("on paper all mistakes of a review stand, each in few lines, and on the page afterwards those that stood there before", async (t) => {
  const page = await open(t, await start(t), "?q=&depth=fast", { viewport: { width: 768, height: 1024 } });
  await drop(page, "game.mjson", game());
  await page.waitForSelector("#review:not([hidden])");
  // of the four, the one who has more mistakes than the list shows at first
  await page.selectOption("#record-player", "0");
  await page.click("#review-start");
  await page.waitForSelector('#review-status[data-run="done"]', { state: "attached", timeout: REVIEW });
  const cards = () => page.$$eval(".mistake-card", (all) => all.length);
  const { count } = await page.$eval("#review-mistakes", ({ dataset }) => ({ count: Number(dataset.count) }));
  assert.equal(await cards(), 12);
  await page.emulateMedia({ media: "print" });
  const paper = await page.evaluate(() => {
    dispatchEvent(new Event("beforeprint"));
    const all = [...document.querySelectorAll(".mistake-card")];
    return {
      cards: all.length,
      heights: all.map((card) => card.getBoundingClientRect().height),
      loaded: [...document.querySelectorAll(".mistake-card img")].every(
        (image) => image.complete && image.naturalWidth > 0,
      ),
      rivers: all.some((card) => card.querySelector(".small-rivers")?.getClientRects().length > 0),
    };
  });
  assert.equal(paper.cards, count);
  assert.ok(paper.loaded, "a tile that is drawn for the paper is there at once");
  assert.equal(paper.rivers, false);
  assert.ok(Math.max(...paper.heights) < 130, `${paper.heights}`);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await page.emulateMedia({ media: "screen" });
  assert.equal(await cards(), 12);
  // the driver prints as a person does, with both events
  const pages = await pagesOf(page);
  assert.equal(await cards(), 12);
  assert.ok(pages >= 3, `${pages}`);
});
