// The review of a record: run to the end in the background, stopped, stepped through, saved, opened again.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { open, reviewSome, settled, start } from "./browser.mjs";
import { game, hanchan } from "./game.mjs";
import * as limits from "../limits.mjs";

const GAME = game();
const file = (name, content) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.isBuffer(content) ? content : Buffer.from(content),
});
const give = (page, name, content) => page.setInputFiles("#record-file", file(name, content));
const drop = (page, name, content) =>
  page.evaluate(
    ([name, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name));
      for (const type of ["dragenter", "dragover", "drop"])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [name, content],
  );
const opened = (page) => page.waitForSelector("#review:not([hidden])");
const MISTAKES = ["doubtful", "mistake", "blunder"];
const status = (page) => page.textContent("#review-status");
const finished = (page, timeout = limits.REVIEW) =>
  page.waitForSelector('#review-status[data-run="done"]', { state: "attached", timeout });
const standings = (page) => page.$$eval("#review-strip .cell", (all) => all.map((cell) => cell.dataset.standing));
const place = (page) =>
  page.$$eval("#record-bar select:not(#record-rules-choice)", (all) => all.map((select) => select.selectedIndex));
const blur = (page) => page.evaluate(() => document.activeElement.blur());
/** All of them, also those behind the button that shows more. */
const mistakes = (page) => page.$eval("#review-mistakes", (list) => Number(list.dataset.count));

test("a dropped record is reviewed to the end, stepped by keyboard, marked, saved and opened again", async (t) => {
  const world = await start(t);
  const page = await open(t, world, "?q=");
  await drop(page, "made-up.json", GAME);
  await opened(page);
  assert.ok((await standings(page)).every((how) => how === "pending"));
  assert.equal(await page.isDisabled("#review-save"), true);
  await page.selectOption("#record-player", "3");
  await page.click("#review-start");
  assert.equal(await page.isVisible("#review-stop"), true);
  await page.waitForFunction(() => document.getElementById("review-progress").value > 0);
  await finished(page);
  assert.equal(await page.isVisible("#review-stop"), false);
  assert.match(
    await status(page),
    /^Accuracy [\d.]+ · \d+ of \d+ best or equal · \d+ mistakes?(?: \(\+\d+ repeats?\))? · −[\d,]+ points$/u,
  );
  const found = await standings(page);
  assert.ok(found.length >= Number(/\d+ of (\d+) best/u.exec(await status(page))[1]));
  assert.ok(!found.includes("pending"));
  assert.ok(MISTAKES.some((size) => found.includes(size)) && found.includes("best"), [...new Set(found)].join());

  // marks: a sign and words, not the colour alone
  const signs = await page.$$eval("#review-strip .cell", (all) =>
    all.map((cell) => [cell.dataset.standing, cell.querySelector(".move-sign").textContent, cell.title]),
  );
  for (const [how, sign, label] of signs) {
    assert.equal(sign, { best: "✓", near: "·", doubtful: "?!", mistake: "?", blunder: "??", unjudged: "–" }[how]);
    if (MISTAKES.includes(how))
      assert.match(
        label,
        /^turn \d+.*Played: .*Recommended: .*worth [\d,]+ points more\. (Doubtful|Bad move|Blunder)$/u,
      );
  }
  const many = await mistakes(page);
  assert.equal(many, found.filter((how) => MISTAKES.includes(how)).length);

  // the keyboard: decisions, and mistakes; deeper answers, which would correct the marks, are left out meanwhile
  await page.selectOption("#depth", "fast");
  await page.selectOption("#record-round", "0");
  await blur(page);
  const [, , first] = await place(page);
  assert.equal(first, 0);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal((await place(page))[2], 2);
  await page.keyboard.press("ArrowLeft");
  assert.equal((await place(page))[2], 1);
  await page.keyboard.press("ArrowLeft");
  const visited = [];
  if (MISTAKES.includes(found[0])) visited.push("0/0");
  for (let i = visited.length; i < Math.min(many, 6); i += 1) {
    await page.keyboard.press("n");
    visited.push((await place(page)).filter((_, j) => j !== 1).join("/"));
    assert.match(
      await page.textContent("#record-done"),
      /Played: .*\. Recommended: .*\. (Doubtful|Bad move|Blunder)$/u,
    );
    assert.ok(MISTAKES.includes(await page.getAttribute('#review-strip [aria-current="true"]', "data-standing")));
  }
  assert.equal(new Set(visited).size, Math.min(many, 6), "each mistake is another one");
  await page.keyboard.press("p");
  assert.equal((await place(page)).filter((_, j) => j !== 1).join("/"), visited.at(-2) ?? visited.at(-1));

  await page.click("#review-mistakes > li:last-child button");
  assert.ok(MISTAKES.includes(await page.getAttribute('#review-strip [aria-current="true"]', "data-standing")));
  // its own search may correct what the review has said of it, and of the decision that the fresh profile shows first
  await settled(page);
  await page.selectOption("#record-round", "0");
  await settled(page);
  const corrected = await mistakes(page);

  // saved, and opened in a fresh profile
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#review-save")]);
  assert.equal(download.suggestedFilename(), "made-up.review.json");
  const saved = await readFile(await download.path(), "utf8");
  // as deep as before: a deeper answer corrects a mark
  const again = await open(t, world, "?q=&depth=fast");
  await drop(again, "any name.json", saved);
  await opened(again);
  assert.equal(await again.textContent("#record-status"), "made-up.json: 2 rounds");
  await again.selectOption("#record-player", "3");
  await settled(again);
  assert.deepEqual(await standings(again), await standings(page));
  assert.equal(await mistakes(again), corrected);

  // damaged files say what is wrong with them, and what was open is refused no less
  const data = JSON.parse(saved);
  const broken = {
    "cut.json": [saved.slice(0, saved.length / 2), /^cut\.json cannot be read: the saved review is damaged: .*JSON/u],
    "new.json": [JSON.stringify({ ...data, version: 1 }), /damaged: version 1, not 3/u],
    "loss.json": [
      saved.replace(/"loss":[\d.e-]+/u, '"loss":-1'),
      /damaged: verdicts\[\d+\]\.verdict\.loss: less than nothing/u,
    ],
    "other.json": [JSON.stringify({ ...data, decisions: 3 }), /damaged: \d+ decisions in the record, 3 in the file/u],
    "record.json": [
      JSON.stringify({ ...data, record: btoa("milk, eggs, bread") }),
      /^record\.json cannot be read: .{10,}/u,
    ],
  };
  for (const [name, [content, why]] of Object.entries(broken)) {
    await give(again, name, content);
    await again.waitForFunction(
      (name) => document.getElementById("notice-says")?.textContent.startsWith(`${name} cannot be read`),
      name,
    );
    assert.match(await again.textContent("#notice-says"), why);
  }
});

test("a review of another player shows that player's grid, and so does a saved one", async (t) => {
  const world = await start(t);
  const page = await open(t, world, "?q=");
  await give(page, "made-up.json", GAME);
  await opened(page);
  await page.selectOption("#record-player", "2");
  const judgedCells = () => page.locator('#review-strip .cell:not([data-standing="pending"])').count();
  await reviewSome(page, 3);
  await page.waitForFunction(() => /^Stopped/u.test(document.getElementById("review-status").textContent));
  const many = await judgedCells();
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#review-save")]);
  const again = await open(t, world, "?q=");
  await give(again, "saved.json", await readFile(await download.path()));
  await opened(again);
  assert.equal(await again.inputValue("#record-player"), "2");
  assert.equal(await again.locator('#review-strip .cell:not([data-standing="pending"])').count(), many);
  // the review of the rest goes on from there
  await again.click("#review-start");
  await finished(again);
  assert.ok(!(await standings(again)).includes("pending"));
});

test("a review is stopped, keeps what it has, and leaves the page free meanwhile", async (t) => {
  const page = await open(t, await start(t), "?q=");
  await give(page, "made-up.json", hanchan());
  await opened(page);
  await page.check("#review-all");
  await page.click("#review-start");
  await page.waitForFunction(() => document.getElementById("review-progress").value >= 3);
  // another decision gets its own answer while the review goes on
  await page.click("#record-on");
  await settled(page);
  assert.equal(await page.isVisible("#review-stop"), true);
  await page.click("#review-stop");
  await page.waitForFunction(() =>
    /^Stopped after \d+ of \d+ decisions/u.test(document.getElementById("review-status").textContent),
  );
  assert.equal(await page.isVisible("#review-start"), true);
  assert.equal(await page.isDisabled("#review-save"), false);
  const [, done, all] = /after (\d+) of (\d+)/u.exec(await status(page));
  assert.ok(Number(done) >= 3 && Number(done) < Number(all));
  await page.selectOption("#lang", "ja");
  assert.match(await status(page), /局面のうち\d+で停止しました/u);
});

test("cards of mistakes stay while a review adds to them, and all of them once all are asked for", async (t) => {
  const page = await open(t, await start(t), "?q=");
  await give(page, "game.mjson", hanchan());
  await opened(page);
  await page.check("#review-all");
  await page.click("#review-start");
  // by the order of the game what comes later stands behind
  const byGame = async () => page.selectOption("#sift-by", "game");
  await page.waitForSelector(".mistake-card");
  await byGame();
  await page.waitForFunction(() => Number(document.getElementById("review-mistakes").dataset.count) > 12);
  await page.evaluate(() => {
    window.stood = [...document.querySelectorAll(".mistake-card")];
    window.more = [...document.querySelectorAll(".more button")].find((one) => one.checkVisibility());
    window.more.click();
  });
  await finished(page);
  const [left, shown] = await page.evaluate(() => [
    window.stood.filter((card) => !card.isConnected).length,
    document.querySelectorAll(".mistake-card").length,
  ]);
  assert.deepEqual([left, shown], [0, await mistakes(page)]);
});

test("the decision on the page: played and recommended, rows of every kind, what the value is made of", async (t) => {
  const page = await open(t, await start(t), "?q=");
  await give(page, "made-up.json", GAME);
  await opened(page);
  // a decision about another player's discard: calls and pass are rows
  const names = await page.$$eval("#record-decision option", (all) => all.map((option) => option.textContent));
  const offer = names.findIndex((name) => name.includes("offered"));
  assert.ok(offer >= 0, names.join());
  await page.selectOption("#record-decision", String(offer));
  await settled(page);
  await page.click('#tabs [data-tab="rows"]');
  const tags = () => page.$$eval("#candidates .tag", (all) => all.map((tag) => tag.textContent));
  assert.ok((await tags()).includes("Pass"));
  assert.ok((await tags()).some((tag) => ["Chi", "Pon", "Open kan", "Ron"].includes(tag)));
  await page.waitForFunction(() => /best|Recommended/u.test(document.getElementById("record-done").textContent));
  assert.match(await page.textContent("#record-done"), /^Played: Pass on [^.]+\. (It is the best|Recommended: .*)/u);
  assert.equal(await page.locator("#candidates tr.played").count(), 1);
  assert.match(await page.getAttribute("#candidates tr.played", "aria-label"), /^Pass on [^,]+, played(, −[\d,]+)?$/u);

  // South's second turn, in which it declared riichi: with and without are rows
  await page.selectOption("#record-player", "1");
  const riichi = await page.$$eval("#record-decision option", (all) =>
    all.findIndex((option) => /^\W*turn 1(?!\d)(?!.*offered)/u.test(option.textContent)),
  );
  await page.selectOption("#record-decision", String(Math.max(0, riichi)));
  await settled(page);
  for (const how of ["Riichi", "Dama"]) assert.ok((await tags()).includes(how), how);

  // each bar says in words what it shows, and the figures add up to the value
  const bars = await page.$$eval("#detail .parts", (all) => all.map((bar) => bar.title));
  assert.equal(bars.length, 1);
  for (const bar of bars) assert.match(bar, /^win [<>\d.]+% × .* = /u);
  const [value, ...adds] = await page.$$eval(
    "#detail .parts-of tfoot td:last-child, #detail .parts-of tbody td:last-child",
    (all) => all.toReversed().map((cell) => Number(cell.textContent.replace("−", "-").replace(/[+,]/gu, ""))),
  );
  // five ends make the value
  assert.equal(adds.length, 5);
  assert.ok(Math.abs(adds.reduce((sum, part) => sum + part, 0) - value) <= 3, `${adds} make ${value}`);
  const looks = await page.$$eval("#detail .parts-of th .part", (all) =>
    all.map((part) => getComputedStyle(part).backgroundImage.replace(/(rgb|color)[^)]*\)/gu, "")),
  );
  assert.equal(new Set(looks).size, 5, "every end has a pattern of its own");
});

test("what changes the answer: points, round, honba and an opponent's riichi ask anew; the way back", async (t) => {
  const page = await open(t, await start(t), "?q=");
  await give(page, "made-up.json", GAME);
  await opened(page);
  await page.selectOption("#record-decision", "4");
  await settled(page);
  const hand = await page.inputValue("#hand");
  assert.equal(await page.isVisible("#whatif-restore"), false);
  const rows = () => page.$$eval("#candidates tbody tr", (all) => all.map((row) => row.textContent).join());
  const before = await rows();

  await page.fill("#whatif-honba", "5");
  await settled(page);
  assert.equal(await page.inputValue("#honba"), "5");
  assert.notEqual(await rows(), before, "five honba are worth something");
  assert.match(await page.textContent("#record-done"), /changed/u);
  assert.equal(await page.locator("#candidates tr.played").count(), 0);
  await page.click("#whatif-restore");
  await settled(page);
  assert.equal(await rows(), before);
  assert.equal(await page.inputValue("#hand"), hand);

  await page.selectOption("#whatif-wind", "south");
  assert.equal(await page.isChecked('input[name="roundWind"][value="south"]'), true);
  // the points of the four still add up, and both answers stand beside the sliders
  const scores = () => page.$$eval(".player .score input", (all) => all.map((input) => Number(input.value)));
  const sum = (await scores()).reduce((a, b) => a + b);
  await page.fill("#whatif-west", "40000");
  assert.equal(await page.inputValue("#westScore"), "40000");
  assert.equal(
    (await scores()).reduce((a, b) => a + b),
    sum,
  );
  assert.match(
    await page.textContent("#whatif-sum"),
    new RegExp(`add up to ${sum.toLocaleString("en-US")}: what one gains`, "u"),
  );
  await settled(page);
  assert.match(
    await page.textContent("#whatif-says"),
    /^(Was .* \(.*\), now .* points\)|Still .*: was .*, now .* points): (0|[+−][\d,]+)$/u,
  );
  const [says, control] = [
    await page.locator("#whatif-says").boundingBox(),
    await page.locator("#whatif-west").boundingBox(),
  ];
  assert.ok(Math.abs(says.y - control.y) < 700, "the answer is in view with its slider");
  assert.equal(await page.textContent("#problem"), "");
  await page.click("#whatif-restore");
  await settled(page);

  // West, who had none, declares riichi: the strip and the figures know it
  const west = page.locator("#whatif-riichi-west");
  assert.equal(await west.getAttribute("aria-pressed"), "false");
  assert.equal(await page.isVisible("#whatif-riichi-east"), false, "the player");
  await west.click();
  await settled(page);
  assert.equal(await west.getAttribute("aria-pressed"), "true");
  await page.click('#tabs [data-tab="danger"]');
  await page.waitForSelector("#danger:not([hidden]):not(.stale) #strip button");
  assert.match(await page.textContent("#strip"), /West\s*tenpai 100%/u);
  await west.click();
  await settled(page);
  assert.equal(await rows(), before);
  assert.equal(await page.isVisible("#whatif-restore"), false, "what was taken back is the record again");

  // without a table there is a turn to choose
  await page.goto(new URL("?q=345678m349p22567s&turn=8", page.url()).href);
  await settled(page);
  await page.fill("#whatif-turn", "15");
  await settled(page);
  assert.equal(await page.inputValue("#turn"), "15");
  assert.equal(await page.isVisible("#whatif-riichi-west"), false);
});

test("a review keeps its unit, whatever is striven for afterwards", async (t) => {
  const page = await open(t, await start(t), "?q=&depth=fast&objective=placement");
  await give(page, "made-up.json", GAME);
  await opened(page);
  await page.selectOption("#objective", "placement");
  await page.click("#review-start");
  await page.waitForFunction(() =>
    /−[\d,]+ placement points$/u.test(document.getElementById("review-status").textContent),
  );
  await page.click("#review-stop");
  assert.match(await page.textContent("#scores details"), /one that loses 667 placement points 50/u);
  assert.match(
    await page.textContent("#scores details"),
    /Doubtful from 267 placement points lost on, bad from 667, a blunder from 1,334/u,
  );
  await page.selectOption("#objective", "points");
  assert.match(await status(page), /−[\d,]+ placement points$/u);
});

const FIXTURES = fileURLToPath(new URL("../../../shared/data/fixtures/mjai/", import.meta.url));
test("a real game is reviewed to its end, offline", { skip: !existsSync(FIXTURES) && "no ../shared" }, async (t) => {
  const world = await start(t);
  const page = await open(t, world, "?q=");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
  await world.server.close();
  const records = readdirSync(FIXTURES).map((name) => readFileSync(join(FIXTURES, name)));
  await give(page, "game.json", records.toSorted((a, b) => b.length - a.length)[0]);
  await opened(page);
  await page.check("#review-all");
  await page.click("#review-start");
  const begin = performance.now();
  await finished(page, limits.GAME);
  t.diagnostic(`${await status(page)} ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  assert.ok(!(await standings(page)).includes("pending"));
});
