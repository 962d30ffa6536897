// States of the page, each with its size and look: pictures of them are taken, and axe looks for barriers in them.
// What is done in them asks only for `evaluate` and `waitForFunction`, which the drivers of both browsers have.
import { setTimeout } from "node:timers/promises";
import { REVIEW } from "../limits.mjs";
import { game, gameOfThree } from "./game.mjs";
import { press, settled } from "./site.mjs";

const DESKTOP = { width: 1440, height: 900 };
const TABLET = { width: 1024, height: 768 };
const UPRIGHT = { width: 768, height: 1024 };
const PHONE = { width: 390, height: 844 };

/** Drops files on the page, as a person does: contents by name. */
export const dropAll = (page, files) =>
  page.evaluate((given) => {
    const data = new DataTransfer();
    for (const [name, text] of Object.entries(given)) data.items.add(new File([text], name));
    for (const type of ["dragenter", "dragover", "drop"])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
  }, files);
export const drop = (page, name, content) => dropAll(page, { [name]: content });

/** Gives a field or a list another value. */
const give = (page, selector, value) =>
  page.evaluate(
    ([wanted, given]) => {
      const field = document.querySelector(wanted);
      field.value = given;
      for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
    },
    [selector, value],
  );

/** Waits as long as a review may take; the drivers take such a limit in different places. */
async function until(page, reached) {
  const end = performance.now() + REVIEW;
  while (!(await page.evaluate(reached))) {
    if (performance.now() > end) throw new Error(`never came: ${reached}`);
    await setTimeout(100);
  }
}

/** The last example: the whole table is known, and somebody is in riichi. */
async function threatened(page) {
  await press(page, "#examples button:last-child");
  await page.waitForFunction(() => document.querySelectorAll("#strip button").length > 0);
}

const opened = async (page, part) => {
  await threatened(page);
  await settled(page);
  await press(page, `#tabs [data-tab="${part}"]`);
};

/** The made-up record, the first player in the middle of the first round. */
async function record(page) {
  await drop(page, "made-up.json", game());
  await page.waitForFunction(
    () => document.querySelectorAll("#record-decision option").length > 0 && document.querySelector("#board .felt"),
  );
  // whose decisions are looked at answers the page's question
  await give(page, "#record-player", "1");
  await give(page, "#record-player", "0");
  await give(page, "#record-decision", "8");
  await press(page, '#tabs [data-tab="rows"]');
}

/** The record with one player's whole review, read strictly: the losses in it are small. */
async function reviewed(page) {
  await record(page);
  await press(page, '#tabs [data-tab="mistakes"]');
  await give(page, "#record-player", "3");
  await press(page, "#review-start");
  await until(
    page,
    () => document.querySelector("#scores td") !== null && document.getElementById("review-stop").hidden,
  );
}

/** The made-up record of three, the third player in the middle of the first round: norths are set aside. */
async function recordOfThree(page) {
  await drop(page, "three.mjson", gameOfThree());
  await page.waitForFunction(() => document.querySelector("#who button"));
  await give(page, "#record-player", "2");
  await give(page, "#record-decision", "8");
  await press(page, '#tabs [data-tab="rows"]');
}

/** The second door, with the game that was reviewed before in its list. */
async function secondDoor(page) {
  await reviewed(page);
  await press(page, "#record-close");
  await page.waitForFunction(() => document.querySelector("#kept-list .chip"));
}

/** A decision about another player's tile. */
async function call(page) {
  await record(page);
  const all = await page.evaluate(() => document.querySelectorAll("#record-decision option").length);
  for (let at = 0; at < all; at += 1) {
    await give(page, "#record-decision", String(at));
    if (await page.evaluate(() => document.querySelector("#tray .offered-tile") !== null)) return;
  }
  throw new Error("the record has no call");
}

async function moves(page) {
  await reviewed(page);
  await press(page, '#tabs [data-tab="moves"]');
}

async function learning(page) {
  await reviewed(page);
  await press(page, "#learn-start");
  await page.waitForFunction(() => document.querySelector(".choice"));
}

/** A hand with its table in a frame of another page. */
const EMBED = `embed.html?${new URLSearchParams({
  ...{ hand: "345678m34p22567s9p", dora: "4s", depth: "fast", rows: "3" },
  ...{ river1: "1z9m-2z", river2: "1z9p*4z-", river3: "9s1s8p-", river4: "3z2z-1m" },
})}`;

/** Name, size, and what to do; theme and language where they are not light and English. */
export const STATES = [
  { name: "hand-desktop", viewport: DESKTOP },
  { name: "hand-tablet-dark", viewport: TABLET, dark: true },
  { name: "hand-phone-japanese", viewport: PHONE, language: "ja" },
  { name: "far-hand", viewport: UPRIGHT, query: "?q=159m2468p1379s136z&turn=3" },
  { name: "mistyped-phone", viewport: PHONE, query: "?q=123m456p789s11z" },
  { name: "riichi-on-the-table", viewport: DESKTOP, go: threatened },
  {
    name: "riichi-phone-dark-japanese",
    viewport: PHONE,
    dark: true,
    language: "ja",
    go: (page) => opened(page, "danger"),
  },
  { name: "record-desktop", viewport: DESKTOP, go: record },
  { name: "call-desktop", viewport: DESKTOP, go: call },
  { name: "second-door", viewport: TABLET, go: secondDoor },
  { name: "review-desktop", viewport: DESKTOP, go: reviewed },
  { name: "moves-tablet-dark", viewport: TABLET, dark: true, go: moves },
  { name: "embed", viewport: { width: 390, height: 360 }, query: EMBED },
  { name: "review-tablet-japanese", viewport: TABLET, language: "ja", go: reviewed },
  { name: "learning-phone", viewport: PHONE, go: learning },
  { name: "review-desktop-simplified-chinese", viewport: DESKTOP, language: "zh-Hans", go: reviewed },
  { name: "hand-phone-traditional-chinese", viewport: PHONE, language: "zh-Hant" },
  { name: "three-players-phone-korean", viewport: PHONE, language: "ko", go: recordOfThree },
];

/** Brings a page that was opened at `query` into its state. */
export async function enter(page, { go }) {
  await settled(page);
  await go?.(page);
  await settled(page);
}
