// Many games at once: a folder of records, reviewed one after the other, listed and added up.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { open, reviewSome, start, written } from "./browser.mjs";
import { game } from "./game.mjs";
import { script } from "./load.mjs";
import { dropAll } from "./states.mjs";
import * as limits from "../limits.mjs";

/** The first round only, of another game. */
const short = (names) => {
  const lines = game()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const end = lines.findIndex(({ type }) => type === "end_kyoku");
  return [{ type: "start_game", names }, ...lines.slice(1, end + 1), { type: "end_game" }]
    .map((event) => `${JSON.stringify(event)}\n`)
    .join("");
};

test("several files that are dropped are listed, reviewed one after the other, added up, and still there after a reload", async (t) => {
  const page = await open(t, await start(t), "?q=&depth=fast");
  const files = {
    "a.json": short(["Ayumi", "Botan", "Chika", "Daigo"]),
    "b.json": short(["Eri", "Ayumi", "Fumi", "Gou"]),
    "c.json": "no record at all, and far too short to be one",
    "notes.pdf": "x",
  };
  await dropAll(page, files);
  await page.waitForFunction(() => document.querySelectorAll("#games tbody tr").length === 2);
  await page.waitForFunction(
    () =>
      document.querySelector("#games [role=status]").textContent ===
      "4 of 4 files read, 2 games. They stay in this browser.",
  );
  const refused = await page.$$eval(".games-refused li", (all) => all.map((one) => one.textContent));
  assert.deepEqual(
    refused.map((text) => text.split(" ")[0]),
    ["c.json", "notes.pdf"],
  );
  for (const text of refused) assert.match(text, /no game record/u, "each with its reason");
  assert.equal(await page.inputValue("#games-player"), "Ayumi", "who plays in most of them");
  assert.equal(await page.textContent("#games summary"), "All games (2)");
  await page.click("#games-review");
  await page.waitForFunction(
    () =>
      document.querySelector("#games tfoot") &&
      [...document.querySelectorAll("#games tbody tr")].every((row) => Number(row.cells[1].textContent) > 0),
    undefined,
    { timeout: 2 * limits.REVIEW },
  );
  const cells = await page.$$eval("#games tbody tr, #games tfoot tr", (all) =>
    all.map((row) => [...row.cells].map((cell) => cell.textContent)),
  );
  const [one, two, total] = cells.map((row) => row.map(Number));
  for (const at of [4, 5, 6]) assert.equal(one[at] + two[at], total[at], `mistakes: ${cells.join(" | ")}`);
  assert.ok(total[1] >= Math.min(one[1], two[1]) && total[1] <= Math.max(one[1], two[1]));
  assert.equal(await page.locator("#games .trend svg").count(), 1);
  await written(
    page,
    (records) => records.length === 2 && records.every(({ done, total: all }) => all > 0 && done === all),
  );
  await page.reload();
  await page.waitForSelector("#games tfoot", { state: "attached" });
  const again = await page.$$eval("#games tbody tr, #games tfoot tr", (all) =>
    all.map((row) => [...row.cells].map((cell) => cell.textContent)),
  );
  assert.deepEqual(again, cells);
});

test("a full list says that the games opened longest ago leave it", async (t) => {
  const page = await open(t, await start(t), "?q=");
  await page.evaluate(await script("storage", "kept"));
  const most = await page.evaluate(async () => {
    const { kept } = globalThis;
    const empty = { version: 3, objective: "points", decisions: 9, verdicts: [] };
    for (let i = 0; i < kept.MOST_KEPT - 1; i += 1)
      await kept.add(
        { name: `${i}`, source: new TextEncoder().encode(`${i}`), game: 0 },
        { place: { round: 0, player: 0, at: 0 }, done: 0, total: 9 },
        empty,
      );
    return kept.MOST_KEPT;
  });
  await page.reload();
  await page.click('[data-door="game"]');
  await page.click("#games > summary");
  assert.equal(await page.isVisible(".games-limit"), false, "there is room for one");
  await drop(page, { "a.json": short(["Ayumi", "Botan", "Chika", "Daigo"]) });
  await page.waitForFunction(
    (count) => document.querySelector("#games summary").textContent === `All games (${count})`,
    most,
  );
  await page.click("#record-close");
  assert.equal(await page.isVisible(".games-limit"), true);
  assert.match(await page.textContent(".games-limit"), new RegExp(`${most} games`, "u"));
});

const drop = (page, files) =>
  page.evaluate((given) => {
    const data = new DataTransfer();
    for (const [name, text] of Object.entries(given)) data.items.add(new File([text], name));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, files);
const buttons = (page) => page.$$eval("#games-review, #games-stop", (all) => all.map((button) => !button.hidden));
const over = (page) =>
  page.waitForFunction(() => document.getElementById("games-stop").hidden, undefined, { timeout: limits.REVIEW });
const TWO = { "a.json": short(["Ayumi", "Botan", "Chika", "Daigo"]), "b.json": short(["Eri", "Ayumi", "Fumi", "Gou"]) };

test("reviewing all games ends where another player was reviewed before, and has reviewed all of the one in question", async (t) => {
  const page = await open(t, await start(t), "?q=&depth=fast");
  await drop(page, { "a.json": TWO["a.json"] });
  await page.waitForSelector("#review:not([hidden])");
  await page.selectOption("#record-player", "2");
  await reviewSome(page, 3);
  // stopped, or over before that on a machine that is busy with other things
  await page.waitForSelector("#review-stop", { state: "hidden" });
  await page.click("#record-close");
  await drop(page, { "b.json": TWO["b.json"] });
  // a record alone is opened at once, and hides the list
  await page.waitForSelector("#review:not([hidden])");
  await page.click("#record-close");
  await page.waitForFunction(() => document.querySelectorAll("#games tbody tr").length === 2);
  await page.$eval("#games", (box) => (box.open = true));
  await page.click("#games-review");
  assert.deepEqual(await buttons(page), [false, true]);
  await over(page);
  assert.deepEqual(await buttons(page), [true, false]);
  await page.waitForFunction(() => document.getElementById("games-review").disabled);
  const shares = await page.$$eval("#games tbody tr", (all) =>
    all.map((row) => row.cells[row.cells.length - 1].textContent.split(" / ").map(Number)),
  );
  assert.ok(
    shares.every(([done, total]) => done > 0 && done === total),
    JSON.stringify(shares),
  );
});

test("reviewing all games ends when it is stopped, and when the browser keeps no more", async (t) => {
  const page = await open(t, await start(t), "?q=&depth=fast");
  await drop(page, TWO);
  await page.waitForFunction(() => document.querySelectorAll("#games tbody tr").length === 2);
  await reviewSome(page, 1, ["games-review", "games-stop", "games-progress"]);
  await over(page);
  assert.deepEqual(await buttons(page), [true, false]);
  assert.equal(await page.isDisabled("#games-review"), false);
  await page.click("#games-review");
  await page.waitForFunction(() => document.getElementById("games-progress").value >= 3);
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await over(page);
});

/** The names of two records as Tenhou has them. */
const [LATER, EARLIER] = ["2026010203gm-0029-0000-11223344", "2026010100gm-0029-0000-55667788"];
const IDS = { [LATER]: TWO["a.json"], [EARLIER]: TWO["b.json"] };
const said = (page, text) =>
  page.waitForFunction(
    (wanted) =>
      document.querySelector("#games [role=status]").textContent === wanted &&
      document.getElementById("games").checkVisibility(),
    text,
  );
/** What is said of files that are no games, by the heads of the lists. */
const lists = (page) =>
  page.$$eval(".games-refused details", (all) =>
    Object.fromEntries(
      all.map((one) => [
        one.firstElementChild.textContent,
        [...one.querySelectorAll("li")].map((item) => item.textContent.split(" ")[0]),
      ]),
    ),
  );

test("chosen files are all read, whatever their names; what a folder has beside records is left out, and said", async (t) => {
  const world = await start(t);
  const page = await open(t, world, "?q=");
  await drop(page, IDS);
  await said(page, "2 of 2 files read, 2 games. They stay in this browser.");
  assert.deepEqual(
    (await page.$$eval("#games tbody th button", (all) => all.map((one) => one.textContent))).toSorted(),
    [EARLIER, LATER],
  );

  const folder = mkdtempSync(join(tmpdir(), "nanikiru-"));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries({ ...IDS, "notes.xml": "x", README: "what these are" }))
    writeFileSync(join(folder, name), text);
  const fresh = await open(t, world, "?q=");
  await fresh.setInputFiles("#record-folder", folder);
  await said(fresh, "4 of 4 files read, 2 games. They stay in this browser.");
  const { [`2 left out: no records`]: left, ...others } = await lists(fresh);
  assert.deepEqual([left.toSorted(), others], [["README", "notes.xml"], {}]);
  assert.equal(await fresh.locator("#games tbody tr").count(), 2);
});

test("files that are no records are said to be none where nothing else is kept; all that are left out are named", async (t) => {
  const page = await open(t, await start(t), "?q=");
  await drop(page, { "a.pdf": "x", "b.pdf": "y" });
  await said(page, "2 of 2 files read, 0 games. They stay in this browser.");
  assert.deepEqual(await lists(page), { "2 cannot be read": ["a.pdf", "b.pdf"] });
  assert.equal(await page.isVisible("#games-review"), false);
  const folder = mkdtempSync(join(tmpdir(), "nanikiru-"));
  t.after(() => rmSync(folder, { recursive: true }));
  for (let i = 0; i < 13; i += 1) writeFileSync(join(folder, `${i}.png`), "x");
  await page.setInputFiles("#record-folder", folder);
  await said(page, "13 of 13 files read, 0 games. They stay in this browser.");
  assert.equal((await lists(page))["13 left out: no records"].length, 13);
});

/** Three games in one file: the second has three players, whose tiles are hidden. */
const SEVERAL = () => {
  const three = [
    { type: "start_game", names: ["A", "B", "C"] },
    {
      type: "start_kyoku",
      bakaze: "E",
      kyoku: 1,
      honba: 0,
      kyotaku: 0,
      oya: 0,
      scores: [35000, 35000, 35000],
      dora_marker: "1p",
      tehais: [0, 1, 2].map(() => Array(13).fill("?")),
    },
  ];
  return [TWO["a.json"], three.map((event) => `${JSON.stringify(event)}\n`).join(""), TWO["b.json"]].join("");
};
const kept = (page) =>
  page.evaluate(async () => {
    const open = await new Promise(
      (done) => (indexedDB.open("nanikiru").onsuccess = ({ target }) => done(target.result)),
    );
    const all = (store) =>
      new Promise(
        (done) => (open.transaction(store).objectStore(store).getAll().onsuccess = ({ target }) => done(target.result)),
      );
    const [entries, records] = [await all("entries"), await all("records")];
    open.close();
    return { entries: entries.map(({ name, game, record }) => ({ name, game, record })), records: records.length };
  });

test("several games in one file become a list, of which each opens, also after the others are deleted and the page is loaded anew", async (t) => {
  const page = await open(t, await start(t), "?q=");
  await page.setInputFiles("#record-file", {
    name: "all.mjson",
    mimeType: "text/plain",
    buffer: Buffer.from(SEVERAL()),
  });
  await said(page, "1 of 1 file read, 2 games. They stay in this browser.");
  assert.deepEqual(await page.$$eval("#games tbody th button", (all) => all.map((one) => one.textContent)), [
    "all.mjson (1)",
    "all.mjson (3)",
  ]);
  const [refused] = await page.$$eval(".games-refused li", (all) => all.map((one) => one.textContent));
  assert.match(refused, /^all\.mjson \(2\) .*not shown/u);
  assert.deepEqual(await page.$$eval("#games tbody th small", (all) => all.map((one) => one.textContent)), [
    "Ayumi, Botan, Chika, Daigo",
    "Eri, Ayumi, Fumi, Gou",
  ]);
  assert.deepEqual(await kept(page), {
    entries: [
      { name: "all.mjson (1)", game: undefined, record: undefined },
      { name: "all.mjson (3)", game: 2, record: 1 },
    ],
    records: 1,
  });
  // the record outlives the first of its games
  await page.click('#kept-list button[aria-label^="Delete all.mjson (1)"]');
  await page.reload();
  await page.click('[data-door="game"]');
  await page.click("#kept-list .chip");
  await page.waitForSelector("#review:not([hidden])");
  assert.deepEqual(await page.$$eval("#record-player option", (all) => all.map((one) => one.textContent)), [
    "Eri",
    "Ayumi",
    "Fumi",
    "Gou",
  ]);
  assert.equal(await page.textContent("#record-status"), "all.mjson (3): 1 round");
  await page.click("#record-close");
  await page.click("#kept-list .icon");
  await page.waitForFunction(() => document.getElementById("kept").hidden);
  assert.deepEqual(await kept(page), { entries: [], records: 0 });
});

test("a kept game's buttons are the same when the list is written anew, so that none goes away while it is pressed", async (t) => {
  const page = await open(t, await start(t), "?q=");
  await drop(page, TWO);
  await said(page, "2 of 2 files read, 2 games. They stay in this browser.");
  await page.evaluate(async () => {
    const all = () => [...document.querySelectorAll("#kept-list button")];
    globalThis.before = all();
    globalThis.stood = () => all().length === 4 && all().every((one, i) => one === globalThis.before[i]);
  });
  // coming back to the page lists the games anew, which other tabs may have changed
  for (let i = 0; i < 3; i += 1) {
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    // read after what the page reads for its list
    assert.equal((await kept(page)).entries.length, 2);
    assert.equal(await page.evaluate(() => globalThis.stood()), true);
  }
});

test("a game that is deleted as soon as it was opened and closed does not come back", async (t) => {
  const page = await open(t, await start(t), "?q=");
  await drop(page, TWO);
  await said(page, "2 of 2 files read, 2 games. They stay in this browser.");
  await page.click('#kept-list li:has([aria-label^="Delete a.json"]) .chip');
  // in one task, so that it may not have been written yet that it is open
  await page.waitForFunction(() => {
    if (document.getElementById("review").hidden) return false;
    document.getElementById("record-close").click();
    const remove = document.querySelector('#kept-list [aria-label^="Delete a.json"]');
    remove?.click();
    return remove !== null;
  });
  await page.waitForFunction(() => document.querySelectorAll("#kept-list .chip").length === 1);
  await page.reload();
  await page.click('[data-door="game"]');
  await page.waitForSelector("#kept-list .chip");
  assert.deepEqual(
    (await kept(page)).entries.map(({ name }) => name),
    ["b.json"],
  );
});

test("all games are reviewed in the background while another game is open; the worst mistakes of all lead to their places", async (t) => {
  const page = await open(t, await start(t), "?q=&depth=fast");
  await drop(page, { ...TWO, "c.json": short(["Hana", "Ichi", "Ayumi", "Jun"]) });
  await said(page, "3 of 3 files read, 3 games. They stay in this browser.");
  await page.click("#games-review");
  await page.click("#games tbody tr:nth-child(3) button");
  await page.waitForSelector("#review:not([hidden])");
  await written(
    page,
    (records) => records.length === 3 && records.every(({ done, total }) => done > 0 && done === total),
  );
  assert.equal(await page.inputValue("#record-round"), "0", "the game that was opened is still there");
  await page.click("#record-close");
  await over(page);
  const rows = await page.$$eval("#games tbody tr", (all) =>
    all.map((row) => row.cells[row.cells.length - 1].textContent.split(" / ").map(Number)),
  );
  assert.ok(rows.length === 3 && rows.every(([done, total]) => done > 0 && done === total), JSON.stringify(rows));
  const losses = await page.$$eval(".games-worst .loss", (all) =>
    all.map((one) => Number(one.textContent.replace(/[^\d]/gu, ""))),
  );
  assert.ok(losses.length > 0 && losses.every((loss, i) => i === 0 || loss <= losses[i - 1]), losses.join(" "));
  const [first] = await page.$$eval(".games-worst button", (all) => all.map((one) => one.textContent));
  await page.click(".games-worst button");
  await page.waitForSelector("#review:not([hidden])");
  const turn = /turn \d+/u.exec(first)[0];
  await page.waitForFunction(
    (wanted) => document.querySelector("#record-decision").selectedOptions[0].textContent.includes(wanted),
    turn,
  );
});
