// What stands in the first screen, and the table of a record.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { open, settled, start, stopReview, TENPAI } from "./browser.mjs";
import { game } from "./game.mjs";
import { drop } from "./states.mjs";

const WWW = fileURLToPath(new URL("../../www/", import.meta.url));
const SIZES = [
  [1440, 900],
  [1024, 768],
  [390, 844],
];
const NEEDED = [
  "#tray",
  "#best .pick",
  "#best .sentence",
  "#candidates tbody tr:nth-child(1)",
  "#candidates tbody tr:nth-child(2)",
  "#candidates tbody tr:nth-child(3)",
];

async function inFirstScreen(page, height, what) {
  assert.equal(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    0,
    `${what}: nothing scrolls sideways`,
  );
  for (const part of NEEDED) {
    const box = await page.locator(part).boundingBox();
    assert.ok(
      box.height > 10 && box.y >= 0 && box.y + box.height <= height,
      `${what}: ${part} ends at ${box.y + box.height} of ${height}`,
    );
  }
}

for (const [width, height] of SIZES) {
  test(`hand, best action, sentence and three rows in the first screen: ${width} x ${height}`, async (t) => {
    const page = await open(t, await start(t), "", { viewport: { width, height } });
    await settled(page);
    await inFirstScreen(page, height, "an example");
    await page.fill("#hand", "");
    await page.locator("#hand").pressSequentially(TENPAI);
    await page.evaluate(() => document.getElementById("clear-table").click());
    await settled(page);
    await inFirstScreen(page, height, "a typed hand");
    await page.setInputFiles("#record-file", {
      name: "made-up.json",
      mimeType: "application/json",
      buffer: Buffer.from(game()),
    });
    await page.waitForSelector("#record-bar:not([hidden])");
    await settled(page);
    assert.equal(await page.isVisible("#hand"), false, "no form while a record is open");
    for (const part of ["#board", "#tray", "#record-done"]) {
      const box = await page.locator(part).boundingBox();
      assert.ok(
        box.y >= 0 && box.y + box.height <= height,
        `a record: ${part} ends at ${box.y + box.height} of ${height}`,
      );
    }
  });
}

test("the table of a record: rivers six wide, the riichi on its side, turned, with all hands, played by itself, closed", async (t) => {
  const page = await open(t, await start(t), "?q=&depth=fast", { viewport: { width: 1440, height: 900 } });
  await page.setInputFiles("#record-file", {
    name: "made-up.json",
    mimeType: "application/json",
    buffer: Buffer.from(game()),
  });
  await page.waitForSelector("#board .felt");
  const last = await page.$$eval("#record-decision option", (all) => all.length - 1);
  await page.selectOption("#record-decision", String(last));
  await settled(page);
  const lines = await page.$$eval("#board .seat.front .in-river", (all) =>
    all.map((tile) => Math.round(tile.getBoundingClientRect().bottom)),
  );
  assert.ok(lines.length > 6);
  assert.equal(new Set(lines.slice(0, 6)).size, 1, "six in the first line");
  assert.ok(lines[6] > lines[0], "the seventh in the next");
  assert.equal(await page.locator('#board .seat[data-seat="south"] .river .tile.turned').count(), 1);
  assert.equal(await page.locator("#board .seat.right").getAttribute("data-seat"), "south");
  assert.match(await page.textContent("#board .core"), /East 1.*\d+ left/u);

  assert.equal(await page.locator("#board .concealed img").count(), 0);
  await page.click("#record-hands");
  const shown = await page.$$eval("#board .seat:not(.front) .concealed", (all) =>
    all.map((rack) => rack.querySelectorAll("img").length),
  );
  assert.deepEqual(shown, [13, 13, 13]);
  assert.deepEqual(
    await page.$$eval('#board .seat[data-seat="south"] .concealed img', (all) => all.map((tile) => tile.alt)),
    [
      ...[
        "2 man",
        "3 man",
        "4 man",
        "5 man",
        "6 man",
        "3 pin",
        "4 pin",
        "5 pin",
        "2 sou",
        "2 sou",
        "6 sou",
        "7 sou",
        "8 sou",
      ],
    ],
  );
  await page.click("#record-flip");
  assert.equal(await page.locator("#board .seat.front").getAttribute("data-seat"), "south");

  await page.selectOption("#record-decision", "0");
  await page.click("#record-play");
  assert.equal(await page.getAttribute("#record-play", "aria-pressed"), "true");
  await page.waitForFunction(() => document.getElementById("record-decision").selectedIndex >= 2);
  await page.click("#record-play");
  await page.click("#record-close");
  assert.equal(await page.isVisible("#review"), false);
  await page.waitForSelector("#kept-list", { state: "visible" });
  await page.click('[data-door="hand"]');
  assert.equal(await page.isVisible("#hand"), true);
});

for (const [width, locale] of [
  [1000, "en"],
  [1000, "ja"],
  [1024, "ja"],
  [1200, "en"],
  [1280, "en"],
  [1280, "ja"],
  [1440, "en"],
  [1920, "en"],
]) {
  test(`beside the table of a record no row of the answer is cut off: ${width} px, ${locale}`, async (t) => {
    const page = await open(t, await start(t), "?q=&depth=fast", { viewport: { width, height: 900 }, locale });
    await page.setInputFiles("#record-file", {
      name: "made-up.json",
      mimeType: "application/json",
      buffer: Buffer.from(game()),
    });
    await page.waitForSelector("#board .felt");
    await page.click('#tabs [data-tab="rows"]');
    for (const decision of ["2", "8", "16", "19"]) {
      await page.selectOption("#record-decision", decision);
      await settled(page);
      const over = await page.$eval(
        "#candidates",
        (table) => table.getBoundingClientRect().right - table.closest(".list").getBoundingClientRect().right,
      );
      assert.ok(over <= 0, `${over} px at decision ${decision}`);
      if (width < 1280) continue;
      assert.equal(await page.isVisible("#candidates th.c-ukeire"), true);
      const lines = await page.$$eval(
        "#tray .slot:not(.meld *)",
        (all) => new Set(all.map((tile) => Math.round(tile.getBoundingClientRect().bottom))).size,
      );
      assert.equal(lines, 1, `the hand is one line, at decision ${decision}`);
    }
  });
}

test("in a record the candidates of every decision begin at their beginning", async (t) => {
  const page = await open(t, await start(t), "?q=&depth=fast", { viewport: { width: 1440, height: 700 } });
  await page.setInputFiles("#record-file", {
    name: "made-up.json",
    mimeType: "application/json",
    buffer: Buffer.from(game()),
  });
  await page.waitForSelector("#board .felt");
  await settled(page);
  await page.click('#tabs [data-tab="detail"]');
  const scrolled = () => page.$eval("#figures", ({ scrollTop }) => scrollTop);
  await page.$eval("#figures", (figures) => figures.scrollTo(0, 120));
  assert.ok((await scrolled()) > 0, "there is more of it");
  await page.click("#record-on");
  await settled(page);
  assert.equal(await scrolled(), 0);
});

/** What stands over what, of elements that should stand apart. */
const overlaps = (page, selector) =>
  page.$$eval(selector, (all) => {
    const boxes = all.map((one) => ({ text: one.textContent, ...one.getBoundingClientRect().toJSON() }));
    return boxes.flatMap((a, i) =>
      boxes
        .slice(i + 1)
        .flatMap((b) =>
          a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
            ? [`${a.text} over ${b.text}`]
            : [],
        ),
    );
  });

for (const locale of ["en", "ja"]) {
  test(`a review at 390 px: nothing scrolls sideways, nothing in the middle of the table overlaps, the drawn tile stands apart: ${locale}`, async (t) => {
    const page = await open(t, await start(t), "?q=&depth=fast", { viewport: { width: 390, height: 844 }, locale });
    await page.setInputFiles("#record-file", {
      name: "made-up.json",
      mimeType: "application/json",
      buffer: Buffer.from(game()),
    });
    // its bar is folded, and is unfolded before the player is chosen
    await page.waitForSelector("#record-bar:not([hidden])");
    await page.selectOption("#record-player", "3");
    await page.click("#review-start");
    await page.waitForFunction(() => document.querySelectorAll(".mistake-card").length > 0);
    await stopReview(page);
    await settled(page);
    assert.equal(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      0,
    );
    assert.equal(
      await page.$eval("#scores", (table) => table.scrollWidth - table.clientWidth),
      0,
      "all of the score is there",
    );
    const heads = await page.$$eval("#scores thead th", (all) =>
      all.flatMap((head) => (head.scrollWidth > head.clientWidth ? [head.textContent] : [])),
    );
    assert.deepEqual(heads, [], "no head of the score runs into the next");
    assert.match(
      (await page.$$eval("#record-decision option", (all) => all.map(({ text }) => text))).join("\n"),
      /^✗ −[\d,]+/mu,
      "the loss is what a narrow list cuts off last",
    );
    await page.click("#learn-start");
    await page.waitForSelector(".choice");
    assert.deepEqual(await overlaps(page, "#board .plate, #board .core > *"), []);
    assert.equal(await page.locator("#tray .drawn").count(), 1);
  });
}

test("the chart is never wider than its content, from telephones to wide screens", async (t) => {
  const page = await open(t, await start(t), "?depth=fast");
  await settled(page);
  for (const width of [390, 760, 761, 999, 1000, 1024, 1079, 1080, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    if (width <= 760) await page.evaluate(() => document.querySelector('#tabs [data-tab="detail"]').click());
    const chart = await page.$eval("#detail .by-turn svg", (one) => one.getBoundingClientRect().width);
    assert.ok(chart > 250 && chart <= (width <= 760 ? 760 : 520), `${chart} px at ${width}`);
    assert.equal(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      0,
      `${width}`,
    );
  }
});

test("on a telephone the parts of the answer are behind tabs", async (t) => {
  const page = await open(
    t,
    await start(t),
    "?q=345678m34p22567s9p&dora=4s&river1=1z9m-2z&river2=1z9p*4z-&river3=9s1s8p-&river4=3z2z-1m&depth=fast",
    { viewport: { width: 390, height: 844 } },
  );
  await settled(page);
  const parts = { rows: "#candidates", board: "#board", danger: "#strip", detail: "#detail" };
  for (const [tab, part] of Object.entries(parts)) {
    await page.click(`#tabs [data-tab="${tab}"]`);
    for (const [other, hidden] of Object.entries(parts))
      assert.equal(await page.isVisible(hidden), other === tab, `${tab}: ${part}, ${hidden}`);
  }
});

test("beside a typed table the danger is one act away, in view, and the answer has no scroll of its own", async (t) => {
  const page = await open(t, await start(t), "?depth=fast", { viewport: { width: 1440, height: 900 } });
  await page.click("#examples button:last-child");
  await settled(page);
  assert.deepEqual([await page.isVisible("#candidates"), await page.isVisible("#strip")], [true, false]);
  assert.equal(await page.isVisible('#tabs [data-tab="board"]'), false, "the table stands beside it");
  await page.click('#tabs [data-tab="danger"]');
  assert.equal(await page.isVisible("#candidates"), false);
  const { top, bottom } = await page.$eval("#strip", (strip) => strip.getBoundingClientRect().toJSON());
  assert.ok(top >= 0 && top < 600 && bottom > top, `${top} to ${bottom}`);
  assert.equal(await page.$eval("#answer", (answer) => getComputedStyle(answer).overflowY), "visible");
  // the narrowest column beside a table
  await page.setViewportSize({ width: 1024, height: 768 });
  const cut = await page.$$eval("#strip button", (all) =>
    all.flatMap((cell) => {
      const text = document.createRange();
      text.selectNodeContents(cell);
      const [inner, outer] = [text.getBoundingClientRect(), cell.getBoundingClientRect()];
      return inner.width > outer.width + 1 ? [`${cell.ariaLabel}: ${inner.width} of ${outer.width}`] : [];
    }),
  );
  assert.deepEqual(cut, []);
  await page.click('#tabs [data-tab="rows"]');
  const room = await page.$eval("#candidates td.c-action, #candidates tbody th", (cell) => {
    const face = cell.querySelector(".tile").getBoundingClientRect();
    return face.left - cell.getBoundingClientRect().left;
  });
  assert.ok(room >= 12, `${room} px for the bracket of candidates that are about equal`);
});

test("on a telephone a record that is opened begins with its mistakes, from any tab", async (t) => {
  const page = await open(
    t,
    await start(t),
    "?q=345678m34p22567s9p&dora=4s&river1=1z9m-2z&river2=1z9p*4z-&river3=9s1s8p-&river4=3z2z-1m&depth=fast",
    { viewport: { width: 390, height: 844 } },
  );
  await settled(page);
  assert.equal(await page.textContent("#panel-seen-chip"), "Also seen: none", "beside a table that shows 13 tiles");
  await page.click('#tabs [data-tab="detail"]');
  await page.setInputFiles("#record-file", {
    name: "made-up.json",
    mimeType: "application/json",
    buffer: Buffer.from(game()),
  });
  await page.waitForSelector("#record-bar:not([hidden])");
  await settled(page);
  assert.equal(await page.getAttribute('#tabs [data-tab="mistakes"]', "aria-pressed"), "true");
  assert.equal(await page.isVisible("#review"), true);
  assert.equal(await page.isVisible("#candidates"), false);
});

test("what changes the answer says what it stands at, and is high enough for fingers; help is no list of keys there", async (t) => {
  const page = await open(t, await start(t), "?depth=fast", {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await settled(page);
  await page.click("#chips-more");
  await page.click("#panel-whatif-chip");
  assert.deepEqual(
    await page.$$eval("#panel-whatif .whatif-seat output", (all) => all.map(({ textContent }) => textContent)),
    Array(4).fill("25,000 (not set)"),
  );
  for (const height of await page.$$eval("#panel-whatif input", (all) =>
    all.map((input) => input.getBoundingClientRect().height),
  ))
    assert.ok(height >= 24, `${height} px`);
  await page.fill("#whatif-west", "40000");
  assert.deepEqual(
    await page.$$eval("#panel-whatif .whatif-seat output", (all) => all.map(({ textContent }) => textContent)),
    ["20,000", "20,000", "40,000", "20,000"],
  );
  await page.click("#help");
  assert.deepEqual(
    [
      await page.locator("#help-steps li").count(),
      await page.isVisible("#help-steps"),
      await page.isVisible("#shortcuts"),
    ],
    [3, true, false],
  );
});

test("on a telephone the answer stays in sight as a bar once its card has gone up", async (t) => {
  const page = await open(t, await start(t), "?depth=fast", { viewport: { width: 390, height: 480 } });
  await settled(page);
  assert.equal(await page.isVisible("#pinned"), false, "its card is there");
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.waitForSelector("#pinned", { state: "visible" });
  const shown = await page.$$eval("#pinned .figure", (all) =>
    all.map((figure) => [figure.textContent, figure.getBoundingClientRect().right <= innerWidth]),
  );
  assert.equal(shown.length, 3);
  for (const [text, whole] of shown) assert.ok(whole, text);
});

test("the tile that was played is marked in the hand, and rows of a far hand that say the same are one", async (t) => {
  const world = await start(t);
  const page = await open(t, world, "?q=&depth=fast");
  await page.setInputFiles("#record-file", {
    name: "made-up.json",
    mimeType: "application/json",
    buffer: Buffer.from(game()),
  });
  await page.waitForSelector("#board .felt");
  await settled(page);
  assert.equal(await page.locator("#tray .held.played").count(), 1);
  assert.match(await page.getAttribute("#tray .held.played", "aria-label"), /, played$/u);
  const name = await page.getAttribute("#tray .held.played", "aria-label");
  const row = await page.getAttribute("#candidates tr.played", "aria-label");
  assert.equal(name.split(": show its discard")[0], row.replace(/^Discard /u, "").split(",")[0]);

  const far = await open(t, world, "?q=159m2468p1379s136z&turn=3&depth=fast");
  await settled(far);
  const counts = await far.$$eval("#candidates tbody tr", (all) => all.map((one) => Number(one.dataset.count)));
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    14,
  );
  assert.ok(counts.length < 14, String(counts));
  const second = await far.$$eval("#tray .held", (all) => all.length);
  for (let i = 0; i < second; i += 1) {
    await far.locator("#tray .held").nth(i).click();
    assert.equal(await far.locator('#candidates tr[aria-selected="true"]').count(), 1, `tile ${i} has its row`);
  }
});

test("quiet candidates: twelve lines of 34 px in the first screen, one bar each, ukeire tiles in each, every value once", async (t) => {
  const page = await open(t, await start(t), "", { viewport: { width: 1440, height: 900 } });
  await settled(page);
  const seen = await page.evaluate(() => {
    const rows = [...document.querySelectorAll("#candidates tbody tr")];
    const [first] = rows;
    return {
      heights: rows.map((row) => row.getBoundingClientRect().height),
      // where a twelfth would end
      end: first.getBoundingClientRect().top + 12 * first.getBoundingClientRect().height,
      bars: rows.map((row) => row.querySelectorAll(".meter, .parts").length),
      tiles: rows.map((row) => row.querySelectorAll(".c-ukeire .tile").length),
      heads: [...document.querySelectorAll("#candidates thead th")].map((head) => head.className),
      back: rows.filter((row) => row.querySelector(".back-step")).length,
      value: first.querySelector(".c-value b").textContent,
      card: document.getElementById("best").querySelectorAll("dd").length,
      hidden: [
        "#search",
        "#compare",
        "#meanings",
        "#panel-search-chip",
        "#panel-rules-chip",
        "#panel-offer-chip",
        "#panel-whatif-chip",
      ].filter((part) => document.querySelector(part).checkVisibility()),
    };
  });
  assert.deepEqual([...new Set(seen.heights)], [34]);
  assert.ok(seen.end <= 900, `a twelfth row would end at ${seen.end}`);
  assert.deepEqual([...new Set(seen.bars)], [1]);
  assert.ok(
    seen.tiles.every((count) => count > 0),
    String(seen.tiles),
  );
  assert.deepEqual(seen.heads, ["c-action", "c-value", "c-win", "c-dealIn", "c-ukeire"]);
  assert.ok(seen.back > 0 && seen.back < seen.tiles.length, `${seen.back} go back a step`);
  assert.equal(seen.card, 0, "the figures are in the rows");
  assert.deepEqual(seen.hidden, [], "behind More");
  assert.equal(await page.isVisible("#panel-seen-chip"), true, "what holds something shows");
  const sizes = await page.$$eval("body *", (all) => [
    ...new Set(
      all
        .filter(
          (one) =>
            one.checkVisibility() &&
            one.getBoundingClientRect().width > 2 &&
            [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== ""),
        )
        .map((one) => getComputedStyle(one).fontSize),
    ),
  ]);
  assert.ok(sizes.length <= 5, `font sizes: ${sizes}`);
  // and it is all within reach
  await page.click("#more summary");
  assert.equal(await page.isVisible("#search"), true);
  await page.click("#chips-more");
  for (const chip of ["offer", "rules", "search", "whatif"])
    assert.equal(await page.isVisible(`#panel-${chip}-chip`), true, chip);
});

test("defect 22: a half typed hand shows all of its places and how many are there; the white dragon has a frame", async (t) => {
  const page = await open(t, await start(t), "?q=");
  await page.fill("#hand", "24m5z");
  await settled(page);
  assert.deepEqual(
    [
      await page.locator("#tray .held").count(),
      await page.locator("#tray .place").count(),
      await page.textContent("#tray .count"),
    ],
    [3, 11, "3 of 14"],
  );
  for (const white of ["#tray .tile.white", "#keys .tile.white"])
    assert.equal(await page.$eval(white, (tile) => getComputedStyle(tile, "::after").borderTopStyle), "solid", white);
  await page.fill("#hand", "24m,z777=");
  assert.deepEqual(
    [await page.locator("#tray .place").count(), await page.textContent("#tray .count")],
    [9, "5 of 14"],
  );
  await page.fill("#hand", TENPAI);
  assert.equal(await page.locator("#tray .place").count(), 0);
});

test("defect 19: the dotted line of the best stays inside the chart and has a name", async (t) => {
  const page = await open(t, await start(t), "?q=345678m349p22567s&turn=8");
  await settled(page);
  await page.locator("#candidates tbody tr").last().click();
  await page.waitForSelector("#detail .chart .line.other");
  const inside = await page.$eval("#detail .chart", (chart) => {
    const { top, bottom } = chart.getBoundingClientRect();
    const line = chart.querySelector(".line.other").getBoundingClientRect();
    return line.top >= top && line.bottom <= bottom;
  });
  assert.ok(inside);
  assert.equal(await page.textContent("#detail .key-other"), "Win of the best action");
});

test("five font sizes in all sheets; what is on the felt grows with it", () => {
  const sizes = new Set();
  for (const name of readdirSync(WWW).filter((one) => one.endsWith(".css"))) {
    for (const [, size] of readFileSync(join(WWW, name), "utf8").matchAll(
      /font(?:-size)?: ?(?:\d{3} )?([^;}/]*?\d[a-z]+)[^;}]*[;}]/gu,
    ))
      sizes.add(size.trim());
  }
  const [felt, own] = [
    [...sizes].filter((size) => /cqw|max\(/u.test(size)),
    [...sizes].filter((size) => size.endsWith("px") && !size.startsWith("max(")),
  ];
  assert.ok(felt.length > 0);
  assert.deepEqual(own.toSorted(), ["12.5px", "13.5px", "15px", "16px", "20px"]);
});

test("what is read has room: the sentence beside several best tiles, a decision beside the rules of its record", async (t) => {
  const world = await start(t);
  const far = await open(t, world, "?q=159m2468p1379s136z&turn=3", { viewport: { width: 320, height: 640 } });
  await settled(far);
  assert.ok((await far.locator("#best .tile").count()) > 3, "several are best");
  const width = (page, part) => page.$eval(part, (one) => one.getBoundingClientRect().width);
  assert.ok((await width(far, "#best .sentence")) > 200);
  const record = await open(t, world, "?q=&depth=first", { viewport: { width: 1024, height: 768 } });
  await drop(record, "made-up.mjson", game());
  await record.waitForSelector("#record-rules-choice");
  assert.ok((await width(record, "#record-decision")) > 80);
});

test("a dora has its mark in the hand, in rivers and in melds, seen in both themes, and its name stays as it is", async (t) => {
  // 5s is dora; West has called the one in East's river, and has a red one beside it
  const table = "?depth=fast&q=345678m34p22567s9p&dora=4s&river1=1z5s-2z&river2=1z9p4z&river3=9s1s8p&melds3=s055=";
  const page = await open(t, await start(t), table, { viewport: { width: 1440, height: 900 } });
  await page.waitForSelector("#board .laid-meld");
  const marked = (part) => page.$$eval(`${part} .tile.dora img`, (all) => all.map(({ src }) => src.split("/").at(-1)));
  assert.deepEqual(await marked("#tray"), ["5s.svg"]);
  assert.deepEqual(await marked("#board .river"), ["5s.svg"]);
  assert.deepEqual((await marked("#board .laid-meld")).toSorted(), ["0s.svg", "5s.svg", "5s.svg"]);
  assert.equal(await page.locator("#board .indicator .tile.dora").count(), 0, "an indicator is none");
  assert.equal(await page.getAttribute("#board .in-river:has(.dora)", "aria-label"), "5 sou, as drawn, called");
  const light = (colour) => {
    const [r, g, b] = colour
      .match(/\d+/gu)
      .slice(0, 3)
      .map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    const [line, face] = await page.$eval("#tray .tile.dora", (tile) =>
      [tile.querySelector("img"), tile].map((one) =>
        getComputedStyle(one)
          .backgroundImage.match(/rgb\([^)]*\)/gu)
          .at(-1),
      ),
    );
    assert.ok((light(face) + 0.05) / (light(line) + 0.05) >= 3, `${colorScheme}: ${line} on ${face}`);
  }
});

test("above rows that are about equal stands what they are and their order, in every language, and nothing is cut at 390 and 320 px", async (t) => {
  const world = await start(t);
  const table = "river1=1z9m-2z&river2=1z9p*4z-&river3=9s1s8p-&river4=3z2z-1m";
  for (const width of [390, 320]) {
    const page = await open(t, world, `?q=345678m34p22567s9p&dora=4s&${table}&depth=fast`, {
      viewport: { width, height: 844 },
    });
    await settled(page);
    assert.ok((await page.locator("#candidates tr.equal").count()) > 1);
    assert.equal(await page.locator("#candidates th[aria-sort]").count(), 0, "no column alone orders the rows");
    for (const lang of ["en", "ja", "zh-Hans", "zh-Hant", "ko"]) {
      await page.selectOption("#lang", lang);
      const { says, over, high } = await page.$eval("#candidates caption", (caption) => ({
        says: caption.lastChild.textContent,
        over: Math.max(
          0,
          caption.getBoundingClientRect().right - innerWidth,
          caption.scrollWidth - caption.clientWidth,
        ),
        high: caption.getBoundingClientRect().height,
      }));
      assert.match(says, /[\d,]+/u, "how far apart they are");
      assert.deepEqual([over, high < 50], [0, true], `${lang}, ${width}: ${says}`);
    }
  }
  // alone at the top: the value orders the rows
  const alone = await open(t, world, "?q=123m406p789s11223z&depth=first");
  await settled(alone);
  assert.equal(await alone.locator("#candidates th.c-value[aria-sort]").count(), 1);
  assert.equal(await alone.getAttribute("#candidates caption", "class"), "sr");
});

test("tabs look the same everywhere: a line below the one that shows", async (t) => {
  const world = await start(t);
  const looks = [];
  for (const [width, record] of [
    [1440, false],
    [390, false],
    [1440, true],
    [390, true],
  ]) {
    const page = await open(t, world, "?depth=fast", { viewport: { width, height: 844 } });
    await page.click("#examples button:last-child");
    await settled(page);
    if (record) {
      await drop(page, "made-up.mjson", game());
      await page.waitForSelector("#who button");
    }
    looks.push(
      await page.$eval('#tabs [aria-pressed="true"]', (tab) => {
        const { backgroundColor, borderBottomWidth, borderBottomColor, color, fontSize, fontWeight } =
          getComputedStyle(tab);
        return [backgroundColor, borderBottomWidth, borderBottomColor, color, fontSize, fontWeight].join();
      }),
    );
  }
  assert.equal(new Set(looks).size, 1, looks.join("\n"));
});

test("a recommended row has no ground behind its danger, and no figure of a row is bolder than its value", async (t) => {
  const page = await open(t, await start(t), "?depth=fast", { viewport: { width: 1440, height: 900 } });
  await page.click("#examples button:last-child");
  await settled(page);
  const rows = await page.$$eval("#candidates tbody tr", (all) =>
    all.map((row) => {
      const [mark, value] = [row.querySelector(".risk-mark"), row.querySelector(".c-value b")].map((one) =>
        getComputedStyle(one),
      );
      const recommended = row.dataset.index === "0" || row.classList.contains("equal");
      return { recommended, ground: mark.backgroundColor, mark: mark.fontWeight, value: value.fontWeight };
    }),
  );
  assert.ok(rows.some(({ recommended }) => !recommended));
  for (const { recommended, ground, mark, value } of rows) {
    assert.ok(Number(mark) < Number(value));
    if (recommended) assert.equal(ground, "rgba(0, 0, 0, 0)");
  }
  assert.ok(
    rows.some(({ ground }) => ground !== "rgba(0, 0, 0, 0)"),
    "the others are tinted",
  );
});

for (const width of [1000, 1024, 1200, 1440])
  test(`every candidate has its ukeire and at least three tiles of it in sight beside a table: ${width} px`, async (t) => {
    const page = await open(t, await start(t), "?depth=fast", { viewport: { width, height: 768 } });
    await page.click("#examples button:last-child");
    await settled(page);
    const rows = await page.$$eval("#candidates tbody tr:not([hidden])", (all) =>
      all.map((row) => {
        const cell = row.querySelector(".c-ukeire");
        const right = cell.getBoundingClientRect().right;
        const tiles = [...cell.querySelectorAll(".tile")].map((tile) => tile.getBoundingClientRect().right);
        const seen = tiles.filter((end) => end <= right).length;
        return { count: cell.querySelector("b").checkVisibility(), all: tiles.length, seen };
      }),
    );
    for (const { count, all, seen } of rows) assert.ok(count && seen >= Math.min(3, all), `${seen} of ${all}`);
  });

test("short rivers of a typed table are as large as those of a record; long ones and their middle stay on the felt", async (t) => {
  const world = await start(t);
  const page = await open(t, world, "?depth=fast", { viewport: { width: 1440, height: 900 } });
  await page.click("#examples button:last-child");
  await settled(page);
  const widths = () =>
    page.$$eval("#board .in-river .tile:not(.turned)", (all) => all.map((one) => one.getBoundingClientRect().width));
  for (const width of await widths()) assert.ok(width >= 33.5, `${width} px`);
  const river = "1m2m3m4m5m6m7m8m9m1p2p3p4p5p6p7p8p9p";
  for (const [query, near] of [
    ["river2=1z2z3z4z5z6z7z1z2z3z4z5z", true],
    [`river2=${river}`, false],
  ]) {
    const long = await open(t, world, `?depth=first&q=345678m34p22567s9p&${query}`, {
      viewport: { width: 1440, height: 900 },
    });
    await long.waitForSelector("#board .in-river");
    assert.equal(await long.$eval("#board .felt", (felt) => felt.classList.contains("near")), near);
    const over = await long.evaluate(() => {
      const box = (one) => one.getBoundingClientRect();
      const [felt, middle] = [box(document.querySelector(".felt")), box(document.querySelector(".middle"))];
      return [...document.querySelectorAll("#board .in-river .tile")].filter((one) => {
        const { left, right, top, bottom } = box(one);
        const beside = left >= middle.right - 1 || right <= middle.left + 1;
        const onMiddle = !beside && top < middle.bottom - 1 && bottom > middle.top + 1;
        return onMiddle || left < felt.left || right > felt.right || top < felt.top || bottom > felt.bottom;
      }).length;
    });
    assert.equal(over, 0);
  }
});

test("of a far hand the card shows all that are equal, and the detail hands without figures", async (t) => {
  const page = await open(t, await start(t), "?q=159m2468p1379s136z&turn=3", {
    viewport: { width: 1440, height: 900 },
  });
  await settled(page);
  await page.waitForSelector("#detail .targets li");
  const equal = await page.$eval("#candidates tbody tr", (row) => Number(row.dataset.count));
  assert.ok(equal > 5, String(equal));
  assert.equal(await page.locator("#best .pick .tile").count(), equal);
  assert.doesNotMatch(await page.textContent("#best .sentence"), /more/u);
  const hands = await page.$$eval("#detail .targets li", (all) => all.map(({ textContent }) => textContent));
  assert.ok(hands.length > 0);
  for (const text of [await page.textContent("#detail .targets h3"), ...hands]) assert.doesNotMatch(text, /\d/u);
});

test("the detail lists the han of nineteen wins in twenty, and none that is next to never", async (t) => {
  const page = await open(t, await start(t), "?q=345678m349p22567s&turn=8", { viewport: { width: 1440, height: 900 } });
  await settled(page);
  await page.waitForSelector("#detail .mixes > :last-child .mix li");
  const shares = await page.$$eval("#detail .mixes > :last-child .mix b", (all) =>
    all.map(({ textContent }) => textContent),
  );
  const figures = shares.map((text) => Number(text.replace("%", "")));
  assert.doesNotMatch(shares.join(), /</u);
  const sum = figures.reduce((all, one) => all + one, 0);
  assert.ok(sum >= 94.5 && sum - Math.min(...figures) < 95.5, shares.join());
});
