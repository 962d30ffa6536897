// Every form of records: a folder of them is reviewed without a word of help, by the rules of each, and of a capture
// only the game goes on.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { open, start, stopReview, written } from "./browser.mjs";
import { CAPTURE, SECRET, assertPrivate } from "../capture.mjs";
import { game, majsoul } from "./game.mjs";
import * as limits from "../limits.mjs";

const SEEDS = fileURLToPath(new URL("../fuzz/seeds/record/", import.meta.url));
const FIXTURES = fileURLToPath(new URL("../../../shared/data/fixtures/", import.meta.url));

const give = (page, name, text) =>
  page.setInputFiles("#record-file", { name, mimeType: "application/octet-stream", buffer: Buffer.from(text) });
const opened = (page) => page.waitForSelector("#review:not([hidden])");
/** Gives the page a folder of these files, with `hand`: as somebody chooses it, unless it is dropped. */
async function giveFolder(t, page, files, hand = (folder) => page.setInputFiles("#record-folder", folder)) {
  const folder = mkdtempSync(join(tmpdir(), "nanikiru-"));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  await hand(folder);
  const count = Object.keys(files).length;
  await page.waitForFunction(
    (all) =>
      new RegExp(`^(\\d+) of \\1 files? read`, "u").test(document.querySelector("#games [role=status]").textContent) &&
      all > 0,
    count,
    { timeout: limits.REVIEW },
  );
}
/** Drops a folder of the disk on the page, as the browser's own drag and drop does. */
const dropFolder = (page) => async (folder) => {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"])
    await session.send("Input.dispatchDragEvent", { type, x: 400, y: 300, data });
};
const rows = (page) =>
  page.$$eval("#games tbody tr", (all) =>
    all.map((row) => [
      row.querySelector("button").textContent,
      ...row.cells[row.cells.length - 1].textContent.split(" / ").map(Number),
    ]),
  );
const refused = (page) =>
  page.$$eval(".games-refused li", (all) =>
    Object.fromEntries(all.map((one) => [one.textContent.split(" ")[0], one.textContent])),
  );
/**
 * Reviews the games of one after the other of these choices until all are reviewed for one; gives those that are not,
 * with how many decisions are done and how many there are.
 */
async function reviewAll(page, choices) {
  const left = new Map((await rows(page)).map(([name]) => [name, "no player"]));
  for (const label of choices) {
    if (left.size === 0) break;
    await page.selectOption("#games-player", { label });
    if (await page.isDisabled("#games-review")) continue;
    await page.click("#games-review");
    await page.waitForFunction(
      () =>
        !document.getElementById("games-stop").checkVisibility() &&
        document.getElementById("games-review").checkVisibility(),
      undefined,
      { timeout: limits.GAME },
    );
    for (const [name, done, total] of await rows(page)) {
      if (total > 0 && done === total) left.delete(name);
      else if (total > 0) left.set(name, `${done} of ${total}`);
    }
  }
  return Object.fromEntries(left);
}

for (const [how, hand] of [
  ["chosen", () => undefined],
  ["dropped", dropFolder],
]) {
  test(`a folder of records in every form, ${how}, is reviewed without a word of help; the rest says why not`, async (t) => {
    const page = await open(t, await start(t), "?q=");
    const seed = (name) => readFileSync(join(SEEDS, name));
    const three =
      '{"type":"start_game","names":["A","B","C"]}\n{"type":"start_kyoku","bakaze":"E","kyoku":1,"honba":0,"kyotaku":0,"oya":0,"scores":[35000,35000,35000],"dora_marker":"1p","tehais":[]}\n';
    const files = {
      "a.mjson": seed("mjai"),
      "b.json": seed("majiang"),
      "c.json": seed("tenhou6"),
      "2026/d.xml": seed("mjlog"),
      "2026/older/e.mjlog.gz": gzipSync(seed("mjlog")),
      "f.txt": Buffer.from(`\ufeff${seed("tenhou6")}`, "utf16le"),
      "g.har": majsoul(game()),
      "h.log": Buffer.concat([seed("mjai"), Buffer.from(game())]),
      ...{ "i.json": three, "j.json": "{", "k.txt": "", README: "what these are", "l.png": "x" },
    };
    await giveFolder(t, page, files, hand(page));
    const names = (await rows(page)).map(([name]) => name);
    // the fifth is the third in another packing, and its bytes are others
    assert.deepEqual(names.toSorted(), [
      "a.mjson",
      "b.json",
      "c.json",
      "d.xml",
      "e.mjlog.gz",
      "f.txt",
      "g.har",
      "h.log (1)",
      "h.log (2)",
    ]);
    const why = await refused(page);
    // what is no record at all stands under a heading that says so, the others with a reason each
    const left = await page.$eval(".games-refused details:not([open])", (one) => [
      one.querySelector("summary").textContent,
      ...[...one.querySelectorAll("li")].map((name) => name.textContent).sort(),
    ]);
    assert.deepEqual(left, ["3 left out: no records", "README", "k.txt", "l.png"]);
    assert.deepEqual(Object.keys(why).toSorted(), ["README", "i.json", "j.json", "k.txt", "l.png"]);
    assert.match(why["i.json"], /three players/u);
    for (const [name, text] of Object.entries(why))
      if (!left.includes(name)) assert.ok(text.length > name.length + 10, text);
    assert.deepEqual(await reviewAll(page, ["all players"]), {});
  });
}

test(
  "every file of ../shared is reviewed, or says why not",
  { skip: existsSync(FIXTURES) ? false : "skipped: no ../shared", timeout: 8 * limits.GAME },
  async (t) => {
    const page = await open(t, await start(t), "?q=&depth=first");
    const files = readdirSync(FIXTURES, { recursive: true, withFileTypes: true }).filter(
      (one) => one.isFile() && !one.parentPath.includes("licences"),
    );
    await giveFolder(
      t,
      page,
      Object.fromEntries(
        files.map(({ parentPath, name }) => [`${basename(parentPath)}-${name}`, readFileSync(join(parentPath, name))]),
      ),
      dropFolder(page),
    );
    const players = await page.$$eval("#games-player option", (all) => all.slice(0, -1).map((one) => one.textContent));
    const found = await rows(page);
    const why = await refused(page);
    // each file is a game, the same game as another file, or named
    assert.ok(found.length >= 25, `${found.length} games`);
    for (const [name, text] of Object.entries(why))
      assert.match(
        text,
        /no game record|README|confusing_nakis|synthetic|kuikae|126_204|\.md|scoring/u,
        `${name}: ${text}`,
      );
    assert.deepEqual(await reviewAll(page, players), {});
  },
);

/** All that the browser stores, as text. */
const stored = (page) =>
  page.evaluate(async () => {
    const open = await new Promise(
      (done) => (indexedDB.open("nanikiru").onsuccess = ({ target }) => done(target.result)),
    );
    const texts = [];
    for (const name of open.objectStoreNames) {
      const all = await new Promise(
        (done) => (open.transaction(name).objectStore(name).getAll().onsuccess = ({ target }) => done(target.result)),
      );
      texts.push(
        ...all.map((one) => (one instanceof Uint8Array ? new TextDecoder().decode(one) : JSON.stringify(one))),
      );
    }
    open.close();
    return [
      ...texts,
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      document.documentElement.outerHTML,
    ].join("\n");
  });
async function downloaded(page, button) {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.evaluate((id) => document.getElementById(id).click(), button),
  ]);
  return readFileSync(await file.path(), "utf8");
}

const consoleJson = (text) =>
  majsoul(text, { access_token: SECRET, log: { headers: [{ name: "Cookie", value: SECRET }] } });
const captures = {
  "with messages in base64": { text: CAPTURE, name: "000000-00000000-0000-4000-8000-000000000001" },
  "with messages in JSON": { text: consoleJson(game()), name: "240101-0a0b", date: "2024-01-01T00:00:00Z" },
};

for (const [what, { text, name, date }] of Object.entries(captures)) {
  test(`of a capture ${what} only the game is kept, shown and exported, opened or on the list`, async (t) => {
    const page = await open(t, await start(t), "?q=");
    assert.ok(text.includes(SECRET));
    await give(page, "capture.har", text);
    await opened(page);
    assert.equal(await page.textContent("#record-rules-says"), "Rules: Mahjong Soul, as the record says");
    await page.click("#review-start");
    await written(page, ([{ done, heading }]) => done >= 2 && heading.name === name && heading.date === date);
    await stopReview(page);
    const saved = await downloaded(page, "review-save");
    for (const [place, found] of Object.entries({
      storage: await stored(page),
      saved,
      record: Buffer.from(JSON.parse(saved).record, "base64").toString("latin1"),
      html: await downloaded(page, "export-html"),
      markdown: await downloaded(page, "export-markdown"),
    })) {
      assert.ok(found.length > 100, place);
      assertPrivate(found, place);
    }
    await page.click("#record-close");
    await giveFolder(t, page, {
      "a.har": text,
      "b.har": consoleJson(game().replaceAll("Ayumi", "Eri")),
      "c.har": consoleJson(game().replaceAll("Ayumi", "Hana")),
    });
    assertPrivate(await stored(page), "the list");
    // what was kept of it opens as the game that it was
    await page.click("#games tbody button");
    await opened(page);
    assert.equal(await page.textContent("#record-rules-says"), "Rules: Mahjong Soul, as the record says");
  });
}

test("rules that a record does not name are chosen: every decision and its review have them, and they are kept", async (t) => {
  const page = await open(t, await start(t), "?q=");
  await give(page, "game.mjson", game());
  await opened(page);
  assert.equal(await page.isVisible("#record-rules-choice"), true);
  assert.equal(await page.isVisible("#record-rules-says"), false);
  assert.deepEqual(await page.$$eval("#record-rules-choice option", (all) => all.map((one) => one.textContent)), [
    "as usual: Tenhou",
    "Tenhou",
    "Mahjong Soul",
    "M-League",
    "WRC",
    "EMA",
  ]);
  await page.click("#who .who-players button");
  await page.waitForFunction(() => document.getElementById("review-progress").value >= 2);
  const rules = (wanted) =>
    page.waitForFunction((name) => new URL(location.href).searchParams.get("rules") === name, wanted);
  await page.click("#record-on");
  await page.selectOption("#record-rules-choice", "m-league");
  await rules("m-league");
  assert.equal(await page.inputValue("#record-decision"), "1", "the place stays");
  await page.waitForSelector('#review-status[data-run="done"]', { state: "attached", timeout: limits.REVIEW });
  await written(page, ([entry]) => entry.rules === "m-league" && entry.done === entry.total);
  await page.reload();
  await opened(page);
  assert.equal(await page.inputValue("#record-rules-choice"), "m-league");
  await rules("m-league");
  assert.match(await page.textContent("#review-status"), /best/u, "the review is that of these rules");
  const saved = JSON.parse(await downloaded(page, "review-save"));
  assert.equal(saved.rules, "m-league");
  await page.click("#record-close");
  await give(page, "again.json", JSON.stringify(saved));
  await opened(page);
  assert.equal(await page.inputValue("#record-rules-choice"), "m-league");
});
