// Three players on the page: a record of theirs from the drop to the exported page, and a table laid by hand.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { REVIEW } from "../limits.mjs";
import { open, query, rows, settled, start, written } from "./browser.mjs";
import { gameOfThree, majsoul } from "./game.mjs";
import { drop } from "./states.mjs";

const FIXTURES = new URL("../../../shared/data/fixtures/", import.meta.url);
const GAME = gameOfThree();
const sideways = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const texts = (page, selector) => page.$$eval(selector, (all) => all.map((one) => one.textContent));
const seats = (page) =>
  page.$$eval("#board .seat", (all) =>
    all.map((seat) => [
      seat.dataset.seat,
      seat.classList[1],
      seat.querySelector(".norths")?.getAttribute("aria-label") ?? "",
    ]),
  );
const opened = (page) => page.waitForSelector("#record-bar:not([hidden])");
const decisions = (page) => page.$$eval("#record-decision option", (all) => all.length);
const standings = (page) => page.$$eval("#review-strip .cell", (all) => all.map((cell) => cell.dataset.standing));

/** Nothing of a fourth player, wherever the page names players. */
async function hasThree(page) {
  assert.equal(await page.locator("#board .seat").count(), 3);
  assert.equal(await page.locator("#board .plate").count(), 3);
  assert.equal(await page.locator("#board .across").count(), 0);
  assert.equal(await page.locator("#record-player option").count(), 3);
}

for (const [device, viewport] of [
  ["desktop", { width: 1440, height: 900 }],
  ["telephone", { width: 390, height: 844 }],
]) {
  test(`a record of three opens, asks which of three the reader is, and is walked: ${device}`, async (t) => {
    const page = await open(t, await start(t), "?q=&depth=first", { viewport });
    await drop(page, "three.mjson", GAME);
    await opened(page);
    assert.equal(await page.textContent("#record-status"), "three.mjson: 2 rounds");
    assert.deepEqual(await texts(page, "#record-round option"), ["East 1", "East 2, 1 honba"]);
    assert.deepEqual(await texts(page, ".who-players button"), ["AyumiEast", "BotanSouth", "ChikaWest"]);
    await page.click(".who-players button >> nth=1");
    await hasThree(page);
    assert.deepEqual(
      (await seats(page)).map(([wind, place]) => `${wind} ${place}`),
      ["east left", "south front", "west right"],
    );
    assert.deepEqual(await texts(page, "#board .seat-name b"), ["Ayumi", "Botan", "Chika"]);
    assert.equal(await page.isChecked('input[name="seat"][value="south"]'), true);
    await settled(page);
    if (await page.isVisible("#board .core small"))
      assert.match((await texts(page, "#board .core small")).join(" "), /\d+ left|\d+ tiles/u);

    // the next in turn sits in front: three steps lead back
    const turned = [];
    for (let i = 0; i < 3; i += 1) {
      await page.evaluate(() => document.activeElement.blur());
      await page.keyboard.press("f");
      turned.push((await seats(page)).find(([, place]) => place === "front")[0]);
    }
    assert.deepEqual(turned, ["west", "east", "south"]);

    // norths are set aside before a player, and stand among the moves
    await page.click('#tabs [data-tab="moves"]');
    assert.ok((await texts(page, "#review-strip .tag.call")).includes("Kita"));
    await page.selectOption("#record-player", "2");
    await page.selectOption("#record-decision", String((await decisions(page)) - 1));
    const aside = (await seats(page)).map(([, , label]) => label);
    assert.deepEqual(aside, ["2 norths set aside", "1 north set aside", "1 north set aside"]);
    assert.equal(await page.textContent("#board .norths b"), "×2");
    assert.equal(await sideways(page), 0);

    // round 2: South of the first round deals
    await page.selectOption("#record-player", "1");
    await page.selectOption("#record-round", "1");
    assert.equal(await page.isChecked('input[name="seat"][value="east"]'), true);
    assert.deepEqual(await texts(page, "#board .seat-name b"), ["Botan", "Chika", "Ayumi"]);
    assert.deepEqual(await texts(page, ".round-points"), ["35,000 → 36,000", "36,000 → 36,000"]);
    await page.selectOption("#record-player", "2");
    assert.equal(await page.isChecked('input[name="seat"][value="south"]'), true);
    // a telephone has no room for the chooser of languages beside a record
    for (const lang of device === "desktop" ? ["ja", "zh-Hans", "zh-Hant", "ko"] : []) {
      await page.selectOption("#lang", lang);
      await page.selectOption("#record-round", "0");
      const kita = { ja: "北抜き", "zh-Hans": "拔北", "zh-Hant": "拔北", ko: "북빼기" }[lang];
      assert.ok((await texts(page, "#review-strip .tag.call")).includes(kita), lang);
    }
  });
}

/** Records of three to review: the made-up one, and one of each site. */
const REVIEWED = [
  { name: "three.mjson", content: GAME, rounds: 2 },
  { name: "majsoul/3p-tenhou-real.console.json", rounds: 6 },
  { name: "other/tenhou-sanma-houou.mjlog.xml", rounds: 6 },
];
for (const { name: path, content, rounds: count } of REVIEWED) {
  const skip = content || existsSync(FIXTURES) ? false : "skipped: no ../shared";
  const what = "a record of three is reviewed, learned from, reloaded, exported and opened again";
  test(`${what}: ${path}`, { skip }, async (t) => {
    const name = path.split("/").at(-1);
    const text = content ?? readFileSync(new URL(path, FIXTURES), "utf8");
    const world = await start(t);
    const page = await open(t, world, `?q=&depth=${content ? "fast" : "first"}`, {
      viewport: { width: 1440, height: 900 },
    });
    await drop(page, name, text);
    await opened(page);
    assert.equal(await page.textContent("#record-status"), `${name}: ${count} rounds`);
    // whose the reader is leads to the review
    const first = await page.textContent("#record-player option");
    await page.click(".who-players button >> nth=0");
    await page.waitForSelector('#review-status[data-run="done"]', { state: "attached", timeout: REVIEW });
    const found = await standings(page);
    assert.ok(found.length > 10 && !found.includes("pending") && found.includes("best"), found.join());
    assert.equal(await page.locator("#timeline .timeline-rounds span").count(), count);
    // a timeline of many rounds is no wider than the table above it
    const [table, answer] = await page.evaluate(() => {
      const rounds = document.querySelector("#timeline .timeline-rounds");
      const copies = Array.from({ length: 12 }, () =>
        [...rounds.children].map((round) => round.cloneNode(true)),
      ).flat();
      rounds.append(...copies);
      const boxes = [".stage", ".entry"].map((part) => document.querySelector(part).getBoundingClientRect());
      copies.forEach((copy) => copy.remove());
      return [boxes[0].right, boxes[1].left];
    });
    assert.ok(table <= answer, `${table} ${answer}`);
    assert.match(await page.textContent("#timeline .timeline-scale .last"), /3/u);
    assert.equal(await page.locator("#scores tbody tr").count(), 1);
    // a whole game is compared with games of three, a part of one with none
    const compared = (await page.locator("#scores .scale").allTextContents()).join();
    if (content) assert.equal(compared, "");
    else assert.match(compared, /three-player hanchan/u);
    await page.click('#tabs [data-tab="danger"]');
    await page.waitForSelector("#danger:not([hidden]):not(.stale) #strip button");
    assert.doesNotMatch(await page.textContent("#strip"), /North\s*tenpai/u);

    await page.click('#tabs [data-tab="mistakes"]');
    await page.click("#learn-start");
    await page.waitForSelector(".choice");
    await page.locator(".choice").first().click();
    await page.waitForFunction(() => document.querySelector("#learn.right, #learn.wrong"));
    await written(page, ([{ review }]) => review?.learned?.length === 1);
    await page.reload();
    await page.waitForSelector("#learn-start:not([hidden])");
    await hasThree(page);
    assert.deepEqual(await standings(page), found);

    // a search that went deeper than the review has changed it
    const accuracy = await page.textContent("#scores td");
    await page.evaluate(() => (document.getElementById("export").open = true));
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#export-html")]);
    const exported = await readFile(await download.path(), "utf8");
    assert.ok(exported.includes(first), first);
    await page.click("#record-close");
    await drop(page, "from a friend.html", exported);
    await page.waitForSelector("#review-mistakes > li");
    assert.equal(await page.textContent("#record-status"), `${name}: ${count} rounds`);
    assert.deepEqual(await standings(page), found);
    assert.equal(await page.textContent("#scores td"), accuracy);
    // a review of all of a long record takes minutes
    if (!content) return;

    // all three are all players: the list of games knows the game as reviewed
    await page.check("#review-all");
    await page.click("#review-start");
    await page.waitForFunction(() => document.querySelectorAll("#scores tbody tr").length === 3, undefined, {
      timeout: REVIEW,
    });
  });
}

test("a Mahjong Soul game of three opens as well, by its own rules", async (t) => {
  const page = await open(t, await start(t), "?q=&depth=first");
  await drop(page, "three.json", majsoul(GAME));
  await opened(page);
  assert.equal(await page.textContent("#record-rules-says"), "Rules: Mahjong Soul, 3 players, as the record says");
  await hasThree(page);
  await page.click("#record-close");
  // mjai names no rules: those of three players are offered
  await drop(page, "three.mjson", GAME);
  await opened(page);
  assert.deepEqual(await texts(page, "#record-rules-choice option"), [
    "as usual: Tenhou, 3 players",
    "Tenhou, 3 players",
    "Mahjong Soul, 3 players",
  ]);
  await page.selectOption("#record-rules-choice", "mahjong-soul-sanma");
  await page.waitForFunction(() => document.getElementById("rules").value === "mahjong-soul-sanma");
  await hasThree(page);
});

for (const name of [
  "other/tenhou-sanma-houou.mjlog.xml",
  ...["3p-generated-a.console.json", "3p-generated-a.response.bin", "3p-tenhou-real.tenhou6.json"].map(
    (one) => `majsoul/${one}`,
  ),
  "majsoul/3p-generated-b.mjai.jsonl",
]) {
  const skip = existsSync(FIXTURES) ? false : "skipped: no ../shared";
  test(`a record of three from ${name}`, { skip }, async (t) => {
    const page = await open(t, await start(t), "?q=&depth=first");
    const mimeType = "application/octet-stream";
    const file = { name: name.split("/")[1], mimeType, buffer: readFileSync(new URL(name, FIXTURES)) };
    await page.setInputFiles("#record-file", file);
    await opened(page);
    await hasThree(page);
    assert.match(await page.textContent("#record-status"), /: \d+ rounds$/u);
    for (let i = 0; i < 3; i += 1) {
      await page.selectOption("#record-player", String(i));
      assert.notEqual(await page.inputValue("#hand"), "");
    }
  });
}

const HAND = "123p456789s1124z5z";

for (const width of [1440, 390, 320]) {
  test(`a table of three is laid by hand, and of four again: ${width} px`, async (t) => {
    const height = width === 1440 ? 900 : 844;
    const page = await open(t, await start(t), `?q=${HAND}&seat=north&depth=first`, { viewport: { width, height } });
    await settled(page);
    if (await page.isVisible("#chips-more")) await page.click("#chips-more");
    await page.click("#panel-rules-chip");
    const names = await texts(page, "#rules option");
    assert.deepEqual(names.slice(-2), ["Tenhou, 3 players", "Mahjong Soul, 3 players"]);
    await page.selectOption("#rules", "tenhou-sanma");
    // North is not at the table
    const winds = () => page.$$eval("#seat-field label:not([hidden])", (all) => all.map((one) => one.textContent));
    await page.click("#panel-seat-chip");
    assert.deepEqual(await winds(), ["East", "South", "West"]);
    assert.equal(await page.isChecked('input[name="seat"][value="east"]'), true);
    await page.fill("#kita", "1");
    await page.waitForFunction(() => new URLSearchParams(location.search).get("kita") === "1");
    assert.equal((await query(page)).get("rules"), "tenhou-sanma");
    await page.fill("#kita", "0");
    await settled(page);
    assert.ok(
      (await rows(page)).some(([action]) => action.includes("Kita")),
      "kita is a candidate",
    );
    const keys = () =>
      page.$$eval(".picker .key", (all) => all.map((one) => one.getAttribute("aria-label").replace("Put ", "")));

    await page.click("#panel-around-chip");
    assert.deepEqual(
      (await seats(page)).map(([wind, place]) => `${wind} ${place}`),
      ["east front", "south right", "west left"],
    );
    const add = (wind) => page.click(`#board .free[aria-label="Add to ${wind}’s river"]`);
    const put = (tile) => page.click(`.picker .key[aria-label="Put ${tile}"]`);
    await add("East");
    assert.deepEqual(
      (await keys()).filter((key) => key.endsWith(" man")),
      ["1 man", "9 man"],
    );
    assert.equal((await keys()).length, 29);
    await put("West");
    await put("9 man");
    assert.equal(await page.textContent(".picker h3"), "West discards", "in turn");
    assert.equal(await page.locator('.picker .toggle:has-text("Chi")').count(), 0);
    await page.click('.picker .quiet:has-text("Kita")');
    await page.waitForFunction(() => document.querySelector("#board .seat[data-seat='west'] .norths"));
    await put("1 pin");
    assert.equal(await page.textContent(".picker h3"), "East discards", "three in a turn");
    await page.click('.picker .quiet:has-text("Done")');
    // the address follows a moment later
    await page.waitForFunction(() => new URLSearchParams(location.search).get("river3") === "f4z1p");
    const laid = await query(page);
    assert.deepEqual([laid.get("river1"), laid.get("river2"), laid.get("river3")], ["3z", "9m", "f4z1p"]);
    await page.waitForFunction(() => document.querySelector(".picker h3").textContent === "Dora indicator 1");
    await put("4 sou");
    await page.click('.picker .quiet:has-text("Done")');
    await settled(page);
    assert.ok((await rows(page)).length > 3);
    assert.deepEqual(
      (await seats(page)).map(([, , label]) => label),
      ["", "", "1 north set aside"],
    );
    assert.equal(await sideways(page), 0);
    assert.deepEqual(
      await page.$$eval("#seats .player", (all) => all.filter((one) => !one.hidden).map((one) => one.id)),
      ["east-player", "south-player", "west-player"],
    );

    // a link leads to the same table
    await page.reload();
    await settled(page);
    assert.equal(await page.locator("#board .seat").count(), 3);
    if (!(await page.isVisible("#panel-rules-chip"))) await page.click("#chips-more");
    if (!(await page.isVisible("#rules"))) await page.click("#panel-rules-chip");
    await page.selectOption("#rules", "tenhou");
    await page.waitForFunction(() => document.querySelectorAll("#board .seat").length === 4);
    await page.waitForFunction(() => new URLSearchParams(location.search).get("river3") === "1p");
    const four = await query(page);
    assert.deepEqual([four.get("river1"), four.get("river2"), four.get("dora")], ["3z", "9m", "4s"]);
    assert.equal(await page.inputValue("#hand"), HAND);
  });
}

test("2m in a hand of three is refused in words, and stays as it was typed", async (t) => {
  const hand = "123m456p789s11223z";
  const page = await open(t, await start(t), `?q=${hand}&rules=tenhou-sanma&depth=first`);
  await page.waitForFunction(() => document.getElementById("hand-problem").textContent !== "");
  assert.match(await page.textContent("#hand-problem"), /2m/u);
  assert.doesNotMatch(await page.textContent("#hand-problem"), /`/u);
  assert.equal(await page.inputValue("#hand"), hand);
  for (const lang of ["ja", "zh-Hans", "zh-Hant", "ko"]) {
    await page.selectOption("#lang", lang);
    assert.doesNotMatch(await page.textContent("#hand-problem"), /[a-z]{4}/u, lang);
  }
  // what a link lays before nobody is said at its place
  await page.goto(new URL(`?q=19m123p4567s1125z4z&rules=tenhou-sanma&river4=1z&dora=1p`, page.url()).href);
  await page.waitForFunction(() => document.getElementById("northRiver-problem").textContent !== "");
  assert.equal(await page.isVisible("#north-player"), true);
});
