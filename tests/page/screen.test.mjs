// A record in one screen: whatever is done in it, the table and the hand stay in sight and the page does not scroll.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { REVIEW } from "../limits.mjs";
import { open, settled, start, TENPAI } from "./browser.mjs";
import { draws, game } from "./game.mjs";
import { drop, enter, STATES } from "./states.mjs";

const GAME = game();
/** One round, reviewed in a moment. */
const SAMPLE = await readFile(new URL("../../www/sample.mjson", import.meta.url), "utf8");
const finished = (page) =>
  page.waitForFunction(
    () => document.getElementById("review-stop").hidden && document.querySelector("#scores td"),
    undefined,
    { timeout: REVIEW },
  );
/** The made-up record with the review of its last player, which the page makes once for all tests of this file. */
let saved;
async function reviewed(page) {
  await drop(page, "made-up.json", saved ?? GAME);
  await page.waitForFunction(
    () =>
      document.getElementById("notice").hidden &&
      document.getElementById("record-status").textContent.startsWith("made-up"),
  );
  if (saved) return finished(page);
  await page.click('#who [data-player="3"]');
  await finished(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.evaluate(() => document.getElementById("review-save").click()),
  ]);
  saved = await readFile(await download.path(), "utf8");
}

/** Acts that lead to another decision beside the list that stands. */
const STEADY = ["a card", "n", "p", "the next decision", "a move", "the timeline"];
const TARGETS = {
  "a card": (page) => page.locator(".mistake-head").nth(3),
  "a move": (page) => page.locator(".cell >> visible=true").nth(1),
};

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
  [390, 844],
  [320, 640],
]) {
  test(`table and hand stay in sight after every act in a record: ${width} x ${height}`, async (t) => {
    const page = await open(t, await start(t), "?q=&depth=fast", { viewport: { width, height } });
    const inSight = async (act) => {
      const now = await page.evaluate(() => {
        const box = (id) => document.getElementById(id).getBoundingClientRect();
        const list = [...document.querySelectorAll("#figures, #review, #moves")].find((one) => one.checkVisibility());
        return {
          ...{
            hand: box("tray").bottom,
            board: box("board").top,
            left: box("tray").left,
            right: box("tray").right,
            list: list?.getBoundingClientRect().top ?? 0,
          },
          ...{ down: scrollY, high: document.documentElement.scrollHeight, wide: document.documentElement.scrollWidth },
        };
      });
      assert.ok(
        now.hand <= height && now.board >= 0,
        `${act}: the hand ends at ${now.hand} of ${height}, the table begins at ${now.board}`,
      );
      assert.ok(now.left >= 0 && now.right <= width, `${act}: the hand is ${now.left} to ${now.right} of ${width}`);
      assert.deepEqual(
        [now.down, now.high, now.wide],
        [0, height, width],
        `${act}: the page is as large as the window`,
      );
      return now.list;
    };
    await drop(page, "sample.mjson", SAMPLE);
    await page.waitForSelector("#who button");
    await inSight("the question");
    /** Where the table and the drawn tile are. */
    const places = () =>
      page.evaluate(() => {
        const [felt, tile] = [document.querySelector("#board .felt"), document.querySelector("#tray .drawn")].map(
          (one) => one.getBoundingClientRect(),
        );
        return [felt.left, felt.top, felt.width, tile.left].map(Math.round);
      });
    const before = await places();
    await page.click('#who [data-player="0"]');
    await inSight("the review begins");
    await finished(page);
    await inSight("the review is done");
    await settled(page);
    assert.deepEqual(await places(), before, "neither the answer nor the review moves them");
    await reviewed(page);
    await inSight("a saved review");
    const place = () =>
      page.$$eval("#record-bar select:not(#record-rules-choice)", (all) => all.map((select) => select.value).join("/"));
    const acts = {
      "a card": () => TARGETS["a card"](page).click(),
      n: () => page.keyboard.press("n"),
      p: () => page.keyboard.press("p"),
      "the next decision": () => page.click("#record-on"),
      "all moves": () => page.click('#tabs [data-tab="moves"]'),
      "a move": () => TARGETS["a move"](page).click(),
      "another round": () => page.locator(".round summary").first().click(),
      candidates: () => page.click('#tabs [data-tab="rows"]'),
      "the danger": () => page.click('#tabs [data-tab="danger"]'),
      "the detail": () => page.click('#tabs [data-tab="detail"]'),
      "the mistakes": () => page.click('#tabs [data-tab="mistakes"]'),
      "the timeline": () => page.locator("#timeline [role=slider]").click({ position: { x: 30, y: 10 } }),
      "all hands": () => page.keyboard.press("h"),
      "the table turned": () => page.keyboard.press("f"),
      "the menu of exports": async () => {
        if (await page.isVisible("#record-more")) await page.click("#record-more");
        await page.click("#export > summary");
        for (const item of await page.locator("#export button").all()) {
          const box = await item.boundingBox();
          assert.ok(
            box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height,
            "every item is within the window",
          );
        }
      },
      "the menu closed": async () => {
        await page.click("#export > summary");
        assert.equal(await page.isVisible("#export-html"), false, "by its button");
        for (const close of [
          () => page.keyboard.press("Escape"),
          () => page.evaluate(() => document.getElementById("main").click()),
        ]) {
          await page.click("#export > summary");
          assert.equal(await page.isVisible("#export-html"), true);
          await close();
          assert.equal(await page.isVisible("#export-html"), false);
        }
        if (await page.isVisible("#record-more")) await page.click("#record-more");
      },
      learning: () => page.click("#learn-start"),
      "a choice": () => page.locator(".choice:not([disabled])").first().click(),
    };
    for (const [act, does] of Object.entries(acts)) {
      const before = await place();
      await page.evaluate(() => document.activeElement?.blur?.());
      // the driver brings into view what it clicks: that is no movement of the list
      if (act in TARGETS) await TARGETS[act](page).scrollIntoViewIfNeeded();
      const list = await inSight(`before ${act}`);
      await does();
      await page.waitForTimeout(50);
      const now = await inSight(act);
      if (STEADY.includes(act)) assert.equal(now, list, `${act} does not move the list under the finger`);
      if (["a card", "the next decision", "the timeline"].includes(act))
        assert.notEqual(await place(), before, `${act} leads to another decision`);
    }
  });
}

test("a call looks like a call: the tile on offer stands beside the hand with where it is from, and is ringed in its river", async (t) => {
  const page = await open(t, await start(t), "?q=&depth=fast", { viewport: { width: 1440, height: 900 } });
  await drop(page, "made-up.json", GAME);
  await page.waitForSelector("#who button");
  const offers = () =>
    page.$$eval("#record-decision option", (all) =>
      all.flatMap((option, i) => (option.text.includes("offered") ? [i] : [])),
    );
  const [offer] = await offers();
  await page.selectOption("#record-decision", String(offer));
  const text = await page.$eval("#record-decision", (select) => select.selectedOptions[0].text);
  const [, tile] = /, (.*) offered/u.exec(text);
  await settled(page);
  // in one look: the hand may be drawn anew between two
  const [[one, ...others], held] = await page.evaluate(() => [
    [...document.querySelectorAll("#tray .offered-tile")].map((element) => ({
      says: element.ariaLabel,
      wide: element.querySelector(".tile").offsetWidth,
    })),
    document.querySelector("#tray .held .tile").offsetWidth,
  ]);
  assert.equal(others.length, 0);
  // codes on screen, names for those who listen
  const [, name] = /^Offered tile, (.*), from (?:left|across|right)$/u.exec(one.says);
  const [, number, suit] = /^([1-9])([mps])$/u.exec(tile);
  assert.equal(name, `${number} ${{ m: "man", p: "pin", s: "sou" }[suit]}`);
  assert.equal(one.wide, held, "as large as the hand");
  assert.deepEqual(
    await page.$$eval("#board .in-river.latest", (all) => all.map((element) => element.ariaLabel.split(",")[0])),
    [name],
  );
  // an own turn has none, and the last discard of the player before is ringed
  const own = await page.$$eval("#record-decision option", (all) =>
    all.findLastIndex((option) => !option.text.includes("offered")),
  );
  await page.selectOption("#record-decision", String(own));
  assert.equal(await page.locator("#tray .offered-tile").count(), 0);
  assert.ok((await page.locator("#board .in-river.latest").count()) <= 1);
});

test("the hand of a record is what it was: no tile is removed by pointer or key", async (t) => {
  const page = await open(t, await start(t), "?q=&depth=fast", { viewport: { width: 1440, height: 900 } });
  await drop(page, "made-up.json", GAME);
  await page.waitForSelector("#who button");
  await settled(page);
  const hand = await page.inputValue("#hand");
  assert.equal(await page.locator("#tray .away").count(), 0);
  await page.locator("#tray .held").first().focus();
  await page.keyboard.press("Delete");
  await page
    .locator("#tray .held")
    .first()
    .click({ modifiers: ["Shift"] });
  await page.locator("#tray .held").first().click({ button: "right" });
  assert.equal(await page.inputValue("#hand"), hand);
});

test("players' names stand between wind and points, with the accuracy of who is reviewed; rivers are as large as a hand reads", async (t) => {
  const page = await open(t, await start(t), "?q=&depth=fast", { viewport: { width: 1440, height: 900 } });
  await reviewed(page);
  const names = await page.$$eval(".seat-name", (all) =>
    all.map((one) => [one.querySelector("b").textContent, one.querySelector("small")?.textContent ?? ""]),
  );
  assert.deepEqual(names.map(([name]) => name).toSorted(), ["Ayumi", "Botan", "Chika", "Daigo"]);
  const [[, accuracy]] = names.filter(([name]) => name === "Daigo");
  assert.equal(accuracy, await page.textContent("#scores td"));
  const last = await page.$$eval("#record-decision option", (all) => all.length - 1);
  await page.selectOption("#record-decision", String(last));
  // the rivers are laid anew: none is measured before all are there
  const widths = await page.waitForFunction(() => {
    const tiles = [...document.querySelectorAll("#board .in-river .tile:not(.turned)")];
    const found = tiles.map((one) => one.getBoundingClientRect().width);
    return found.length > 0 && found.every((width) => width > 0) ? found : null;
  });
  for (const tile of await widths.jsonValue()) assert.ok(tile >= 34, `${tile} px`);
  // none of them lies over another, over the middle or beyond the felt
  const over = await page.evaluate(() => {
    const box = (one) => one.getBoundingClientRect();
    const [felt, middle] = [box(document.querySelector(".felt")), box(document.querySelector(".middle"))];
    const tiles = [...document.querySelectorAll("#board .in-river .tile")].map((one) => ({
      name: one.parentElement.ariaLabel ?? one.textContent,
      ...box(one).toJSON(),
    }));
    const meets = (a, b) =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return tiles.flatMap((a, i) => [
      ...(a.left < felt.left || a.right > felt.right || a.top < felt.top || a.bottom > felt.bottom
        ? [`${a.name} beyond the felt`]
        : []),
      ...(meets(a, middle) ? [`${a.name} over the middle`] : []),
      ...tiles.slice(i + 1).flatMap((b) => (meets(a, b) ? [`${a.name} over ${b.name}`] : [])),
    ]);
  });
  assert.deepEqual(over, []);
  assert.match(await page.textContent("#board .plate.front"), /^[ESWN]Daigo\d+\.\d[\d,]+$/u);
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    const outside = await page.evaluate(() => {
      const box = (one) => one.getBoundingClientRect();
      const middle = box(document.querySelector(".middle"));
      const all = [...document.querySelectorAll("#board .seat-name, #board .core > *")];
      const parts = all.filter((one) => one.checkVisibility());
      return parts.flatMap((one, i) => {
        const a = box(one);
        const meets = parts.slice(i + 1).filter((other) => {
          const b = box(other);
          return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
        });
        const across = a.left >= middle.left && a.right <= middle.right;
        const inside = across && a.top >= middle.top && a.bottom <= middle.bottom;
        return [
          ...(inside ? [] : [`${one.textContent} leaves the middle`]),
          ...meets.map((other) => `${one.textContent} over ${other.textContent}`),
        ];
      });
    });
    assert.deepEqual(outside, [], `${viewport.width}`);
  }
});

/** The cards of mistakes that are whole in the list's window. */
const wholeCards = (page) =>
  page.$$eval(".mistake-card", (all) => {
    const list = document.getElementById("review").getBoundingClientRect();
    return all.filter((one) => {
      const { top, bottom, height } = one.getBoundingClientRect();
      return height > 100 && top >= list.top && bottom <= Math.min(list.bottom, innerHeight);
    }).length;
  });

for (const [width, height, least, locale] of [
  [1440, 900, 3, "en"],
  [1440, 900, 3, "ja"],
  [1024, 768, 1, "en"],
  [1024, 768, 1, "ja"],
])
  test(`mistakes come directly after the status, ${least} whole in the first screen, scores below: ${width}, ${locale}`, async (t) => {
    const page = await open(t, await start(t), "?q=&depth=fast", { viewport: { width, height }, locale });
    await reviewed(page);
    assert.ok((await wholeCards(page)) >= least, `${await wholeCards(page)} cards`);
    const order = await page.evaluate(() =>
      ["review-status", "review-mistakes", "scores"].map(
        (id) => document.getElementById(id).getBoundingClientRect().top,
      ),
    );
    assert.deepEqual(order, order.toSorted((a, b) => a - b));
  });

test("the recommendation of a record's decision is written once: in the line above a list, in the card above candidates", async (t) => {
  const world = await start(t);
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const page = await open(t, world, "?q=&depth=fast", { viewport });
    await reviewed(page);
    await page.locator(".mistake-head").first().click();
    await settled(page);
    const inLine = { mistakes: true, moves: true, rows: false, danger: false, detail: false };
    for (const [tab, line] of Object.entries(inLine)) {
      await page.click(`#tabs [data-tab="${tab}"]`);
      assert.deepEqual(
        [await page.isVisible("#record-done .recommended"), await page.isVisible("#best")],
        [line, !line],
        `${viewport.width}, ${tab}`,
      );
    }
    assert.match(await page.getAttribute("#record-done", "title"), /^Played: .* Recommended: /u, "whole on demand");
  }
});

for (const locale of ["en", "ja", "ko"])
  test(`on a telephone three candidates of a record are in sight, none higher than 48 px, each with its ukeire: ${locale}`, async (t) => {
    const page = await open(t, await start(t), "?depth=fast", { viewport: { width: 390, height: 844 }, locale });
    await enter(
      page,
      STATES.find(({ name }) => name === "record-desktop"),
    );
    const rows = await page.$$eval("#candidates tbody tr", (all) =>
      all.map((row) => ({
        ...row.getBoundingClientRect().toJSON(),
        tiles: [...row.querySelectorAll(".c-ukeire .tile")].filter((tile) => tile.checkVisibility()).length,
      })),
    );
    assert.ok(rows.filter(({ bottom }) => bottom <= 844).length >= 3, `the third ends at ${rows[2].bottom}`);
    for (const { height, tiles } of rows) assert.ok(height <= 48 && tiles > 0, `${height} px, ${tiles} tiles`);
    assert.equal(
      await page.$eval("#timeline", (one) => one.getBoundingClientRect().height),
      0,
      "no room is kept for a timeline that is not there",
    );
  });

test("each round says how it ended, with the points before and after it and what was lost", async (t) => {
  const page = await open(t, await start(t), "?q=&depth=fast", { viewport: { width: 1440, height: 900 } });
  await reviewed(page);
  await page.click('#tabs [data-tab="moves"]');
  const lines = await page.$$eval("#review-strip .round", (all) =>
    all.map((one) => ["name", "end", "points", "lost"].map((part) => one.querySelector(`.round-${part}`).textContent)),
  );
  assert.deepEqual(
    lines.map(([name, end, points]) => [name, end, points]),
    [
      ["East 1", "draw", "25,000 → 24,000"],
      ["East 2, 1 honba", "draw", "24,000 → 24,000"],
    ],
  );
  const lost = lines.map(([, , , text]) => Number(text.replace("−", "").replace(",", "")));
  const total = await page.textContent("#timeline .timeline-scale b");
  assert.ok(
    Math.abs(lost.reduce((sum, one) => sum + one, 0) - Number(total.replace(/[^\d]/gu, ""))) <= 2,
    `${lost} make ${total}`,
  );
});

test("one number for one decision: card, move, list, line, row and total are the same after a deeper search", async (t) => {
  const page = await open(t, await start(t), "?q=", { viewport: { width: 1440, height: 900 } });
  await drop(page, "made-up.json", GAME);
  await page.click('#who [data-player="3"]');
  await finished(page);
  const number = (text) => Number(/−([\d,]+)/u.exec(text)?.[1].replace(",", ""));
  const many = Math.min(6, await page.locator(".mistake-head").count());
  for (let i = 0; i < many; i += 1) {
    await page.locator(".mistake-head").nth(i).click();
    await settled(page);
    await page.waitForFunction(() => !document.getElementById("answer").hasAttribute("aria-busy"));
    const at = await page.$eval("#record-decision", (select) => select.selectedOptions[0].text);
    const said = await page.textContent("#record-done");
    const line = /worth ([\d,]+) point/u.exec(said);
    if (!line) {
      // the deeper search values it as the best, or as about equal to it
      assert.match(said, /It is the best|equal by calculation/u);
      assert.equal(await page.textContent("#candidates tr.played .tag.played"), "played");
      continue;
    }
    const loss = Number(line[1].replace(",", ""));
    const move = number(await page.$eval('.cell[aria-current="true"] .move-loss', (one) => one.textContent));
    assert.equal(move, loss, "the move and the line");
    assert.ok(
      Math.abs(number(await page.$eval("#candidates tr.played .tag.played", (one) => one.textContent)) - loss) <= 1,
      "the row and the line",
    );
    if (at.startsWith("✗")) {
      assert.equal(number(at), loss, "the list and the line");
      const cards = await page.$$eval(".mistake-head .loss", (all) => all.map((one) => one.textContent));
      assert.ok(
        cards.some((text) => number(text) === loss),
        `a card has ${loss}: ${cards}`,
      );
    }
    const total = number(await page.textContent("#timeline .timeline-scale b"));
    const moves = await page.$$eval(".round-lost", (all) => all.map((one) => one.textContent));
    assert.ok(
      Math.abs(moves.reduce((sum, text) => sum + (number(text) || 0), 0) - total) <= 2,
      "the timeline and the rounds",
    );
    assert.match(
      await page.textContent("#review-status"),
      new RegExp(`−${total.toLocaleString("en-US")} points$`, "u"),
    );
  }
});

test("what is about equal to the best loses nothing anywhere: row, line, move, and the count of the best", async (t) => {
  const page = await open(t, await start(t), "?q=&depth=fast", { viewport: { width: 1440, height: 900 } });
  await drop(page, "made-up.json", GAME);
  await page.click('#who [data-player="3"]');
  await finished(page);
  await page.click('#tabs [data-tab="moves"]');
  const cells = page.locator(".cell");
  let equal = 0;
  for (let i = 0; i < (await cells.count()); i += 1) {
    const cell = cells.nth(i);
    if (!/equal by calculation/u.test((await cell.getAttribute("title")) ?? "")) continue;
    equal += 1;
    await cell.evaluate((button) => button.click());
    await settled(page);
    assert.match(await page.textContent("#record-done"), /equal by calculation/u);
    assert.equal(await page.textContent("#candidates tr.played.equal .tag.played"), "played");
    assert.equal(await cell.locator(".move-sign").textContent(), "✓");
    assert.equal(await cell.locator(".move-loss").textContent(), "");
  }
  assert.ok(equal > 0, "one was played");
  const best = await page.locator('.cell[data-standing="best"]').count();
  assert.match(await page.textContent("#review-status"), new RegExp(` · ${best} of \\d+ best or equal · `, "u"));
});

test("status, heading, sizes and table count the same mistakes, and repeats behind a plus", async (t) => {
  const page = await open(t, await start(t), "?q=&depth=fast", { viewport: { width: 1440, height: 900 } });
  await drop(page, "made-up.json", GAME);
  await page.click('#who [data-player="3"]');
  await finished(page);
  const title = await page.textContent("#mistakes-title");
  assert.match(title, /^\d+ mistakes?(?: \(\+\d+ repeats?\))?$/u);
  assert.ok((await page.textContent("#review-status")).includes(` · ${title} · `));
  const sizes = await page.$$eval("#mistake-tools label", (all) =>
    all.map((one) => /\((\d+)/u.exec(one.textContent)[1]),
  );
  const table = await page.$$eval("#scores tbody tr:first-child td", (all) =>
    all.slice(-3).map((one) => one.textContent),
  );
  assert.deepEqual(sizes, table);
  assert.equal(
    sizes.reduce((sum, count) => sum + Number(count), 0),
    Number(/^\d+/u.exec(title)[0]),
  );
});

test("`a` asks before it answers over the whole record, and lifts that again", async (t) => {
  const page = await open(t, await start(t), "?q=&depth=fast", { viewport: { width: 1440, height: 900 } });
  await reviewed(page);
  await page.evaluate(() => document.activeElement?.blur?.());
  await page.keyboard.press("a");
  assert.equal(await page.getAttribute("#record-veil", "aria-pressed"), "true");
  for (let i = 0; i < 3; i += 1) {
    await page.waitForSelector(".choice");
    assert.equal(await page.textContent("#learn > p"), "", "there need not be a better move");
    assert.doesNotMatch(
      (await page.$$eval("#record-decision option", (all) => all.map(({ text }) => text))).join(),
      /✗/u,
      "the list marks no mistake",
    );
    for (const part of ["#timeline", "#best", "#candidates", "#review", "#moves", "#tray .merit", ".held.played"])
      assert.equal(await page.locator(part).first().isVisible(), false, part);
    await page.click("#learn-show");
    assert.equal(await page.isVisible("#best"), true);
    await page.click("#learn-next");
  }
  await page.evaluate(() => document.activeElement?.blur?.());
  await page.keyboard.press("a");
  assert.equal(await page.isVisible("#learn"), false);
  await page.click('#tabs [data-tab="rows"]');
  assert.equal(await page.isVisible("#best"), true);
});

test("two doors in sight at every width; the second takes files, links and a sample, and one question starts the review", async (t) => {
  const world = await start(t);
  for (const width of [1440, 390, 320]) {
    const page = await open(t, world, "?depth=fast", { viewport: { width, height: 800 } });
    await settled(page);
    for (const door of ["hand", "game"]) {
      const box = await page.locator(`[data-door="${door}"]`).boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= width && box.y + box.height < 160, `${door} at ${width}`);
    }
    await page.click('[data-door="game"]');
    assert.equal(await page.isVisible("#sample"), true);
    assert.equal(await page.isVisible("#hand"), false);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
    await page.click('[data-door="hand"]');
    assert.equal(await page.isVisible("#hand"), true);
  }
  const page = await open(t, world, "?depth=fast");
  await page.click('[data-door="game"]');
  await page.click("#sample");
  await page.waitForSelector("#who button");
  assert.equal(await page.locator("#who button").count(), 4);
  await page.click('#who [data-player="0"]');
  await finished(page);
  assert.equal(await page.isVisible("#who"), false);
});

test("who the reader is is asked once: a name chosen before, and the seat of a link or a file's name, start the review at once", async (t) => {
  const page = await open(t, await start(t), "?q=&depth=fast");
  const ID = "2026010203gm-00a9-0000-11223344";
  const runs = () =>
    page.waitForFunction(() => !document.getElementById("review-stop").hidden || document.querySelector("#scores td"));
  await drop(page, "made-up.json", GAME);
  await page.click('#who [data-player="2"]');
  await runs();
  await page.click("#record-close");
  // the same player in another game, at another seat
  await drop(page, "other.json", GAME.replace('["Ayumi","Botan","Chika","Daigo"]', '["Chika","Eri","Fumi","Gou"]'));
  await page.waitForFunction(() => document.getElementById("record-status").textContent.startsWith("other.json"));
  await runs();
  assert.equal(await page.isVisible("#who"), false);
  assert.equal(await page.inputValue("#record-player"), "0");
  await page.click("#record-close");
  // a link names the seat; its file comes later
  await page.fill("#record-text", `https://tenhou.net/0/?log=${ID}&tw=3`);
  await page.click("#record-read");
  assert.equal(await page.locator(".notice-steps li").count(), 3);
  assert.equal(await page.getAttribute(".notice-steps a", "href"), `https://tenhou.net/0/log/?${ID}`);
  await drop(page, `${ID}.mjson`, GAME.replace('["Ayumi","Botan","Chika","Daigo"]', '["Hana","Ichi","Jun","Kei"]'));
  await page.waitForFunction((id) => document.getElementById("record-status").textContent.startsWith(id), ID);
  await runs();
  assert.equal(await page.inputValue("#record-player"), "3");
});

test("every text field takes everything: a hand link, a record and a link to one in the hand's field, a hand in the record's", async (t) => {
  const page = await open(t, await start(t), "?q=&depth=fast");
  await page.fill("#hand", `https://tenhou.net/2/?q=${TENPAI}`);
  assert.equal(await page.inputValue("#hand"), TENPAI);
  await page.fill("#hand", "https://tenhou.net/0/?log=2026010203gm-00a9-0000-11223344");
  assert.equal(await page.locator(".notice-steps li").count(), 3);
  assert.equal(await page.getAttribute('[data-door="game"]', "aria-pressed"), "true");
  await page.fill("#record-text", `tenhou.net/2/?q=${TENPAI}`);
  await page.click("#record-read");
  assert.equal(await page.isVisible("#hand"), true);
  assert.equal(await page.inputValue("#hand"), TENPAI);
  await page.fill("#hand", GAME);
  await page.waitForSelector("#who button");
  assert.equal(await page.inputValue("#record-round"), "0");
});

test("what is no record closes nothing and is not kept: a file of another kind, and a record without a whole round", async (t) => {
  const page = await open(t, await start(t), "?q=&depth=fast");
  await drop(page, "made-up.json", GAME);
  await page.waitForSelector("#who button");
  const hand = await page.inputValue("#hand");
  const cut = GAME.slice(0, GAME.indexOf('"type":"tsumo"') + 200);
  for (const [name, content] of [
    ["notes.pdf", "%PDF-1.7"],
    ["cut.json", cut],
  ]) {
    await drop(page, name, content);
    await page.waitForFunction(
      (wanted) => document.getElementById("notice-says")?.textContent.startsWith(`${wanted} cannot be read`),
      name,
    );
    assert.equal(await page.isVisible("#record-bar"), true, "what was open is open");
    assert.equal(await page.inputValue("#hand"), hand);
  }
  await page.click(".notice-close");
  assert.equal(await page.isVisible("#notice"), false);
  await page.click("#record-close");
  await page.waitForFunction(() => document.querySelectorAll("#kept-list .chip").length === 1);
  assert.match(await page.textContent("#kept-list .chip"), /made-up\.json/u);
});

test("the address holds record and decision: back and forward step, reload opens, close lists", async (t) => {
  const page = await open(t, await start(t), "?q=&depth=fast");
  const place = () =>
    page.$$eval("#record-bar select:not(#record-rules-choice)", (all) => all.map((select) => select.value).join("/"));
  await drop(page, "made-up.json", GAME);
  await page.waitForSelector("#who button");
  await page.selectOption("#record-player", "3");
  await page.waitForFunction(() => location.hash !== "");
  const visited = [];
  for (let i = 0; i < 3; i += 1) {
    await page.click("#record-on");
    await settled(page);
    await page.waitForFunction((at) => location.hash.endsWith(`/0.3.${at}`), i + 1);
    visited.push(await place());
  }
  await page.goBack();
  await page.waitForFunction(() => location.hash.endsWith("/0.3.2"));
  assert.equal(await place(), visited[1]);
  await settled(page);
  assert.match(await page.textContent("#record-done"), /^Played: /u, "it is the decision of the record");
  await page.goForward();
  await page.waitForFunction(() => location.hash.endsWith("/0.3.3"));
  assert.equal(await place(), visited[2]);
  await page.reload();
  await page.waitForSelector("#record-bar:not([hidden])");
  assert.equal(await place(), visited[2]);
  await page.click("#record-close");
  await page.waitForSelector("#kept-list .chip");
  assert.match(await page.textContent("#kept-list .chip"), /made-up\.json/u);
  await page.waitForFunction(() => location.hash === "");
  await page.goBack();
  await page.waitForSelector("#record-bar:not([hidden])");
});

test("the sample game is the example of the documents", async () => {
  const [sample, example] = await Promise.all(
    ["../../www/sample.mjson", "../../docs/example.mjson"].map((name) =>
      readFile(new URL(name, import.meta.url), "utf8"),
    ),
  );
  assert.equal(sample, example);
});

test("verdicts are drawn once a frame", async (t) => {
  const page = await open(t, await start(t), "?q=&depth=fast");
  await drop(page, "made-up.json", GAME);
  await page.waitForSelector("#who button");
  await page.evaluate(() => {
    globalThis.frames_ = 0;
    globalThis.drawn_ = 0;
    const count = () => {
      globalThis.frames_ += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    new MutationObserver(() => (globalThis.drawn_ += 1)).observe(document.getElementById("review-progress"), {
      attributes: true,
    });
  });
  await page.click('#who [data-player="3"]');
  await finished(page);
  const [frames, drawn] = await page.evaluate(() => [globalThis.frames_, globalThis.drawn_]);
  // the beginning, the end and what was clicked are drawn at once
  assert.ok(drawn > 1 && drawn <= frames + 6, `${drawn} times in ${frames} frames`);
});

test("the labels of a long game's rounds are whole words or signs: none is cut at 1440, 1024 and 390 px", async (t) => {
  const page = await open(t, await start(t), "?q=&depth=first", { viewport: { width: 1440, height: 900 } });
  await drop(page, "draws.mjson", draws());
  await page.click('#who [data-player="0"]');
  await page.waitForSelector("#timeline .timeline-rounds b", { state: "attached" });
  await page.evaluate(() => document.getElementById("review-stop").click());
  const labels = () =>
    page.$$eval("#timeline .timeline-rounds > span", (all) =>
      all.map((band) => {
        const [label, box] = [band.querySelector("b"), band.getBoundingClientRect()];
        const { left, right, width } = label.getBoundingClientRect();
        return {
          text: label.textContent,
          title: band.title,
          whole: width === 0 || (left >= box.left && right <= box.right && band.scrollWidth <= band.clientWidth),
        };
      }),
    );
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ]) {
    for (const [lang, round, sign] of [
      ["en", "East 2, 1 honba", /^[ESW][1-4](?:-\d+)?$/u],
      ["ja", "東2局 1本場", /^[東南西][1-4](?:-\d+)?$/u],
    ]) {
      await page.setViewportSize({ width, height });
      await page.evaluate((to) => {
        const select = document.getElementById("lang");
        select.value = to;
        select.dispatchEvent(new Event("change", { bubbles: true }));
      }, lang);
      await page.waitForFunction(
        (title) => document.querySelectorAll("#timeline .timeline-rounds > span")[1]?.title === title,
        round,
      );
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const found = await labels();
      assert.equal(found.length, 12);
      const what = `${width} px, ${lang}: ${found.map(({ text }) => text).join(" ")}`;
      assert.ok(found.every(({ text, whole }) => whole && (text === "" || sign.test(text))), what);
      assert.ok(found.filter(({ text }) => text !== "").length >= (width < 1000 ? 10 : 12), what);
    }
  }
});
