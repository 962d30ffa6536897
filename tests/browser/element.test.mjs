// The custom element, in Chromium: with and without threads, lazily, with its events, parts and errors; and on a
// server.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { DIST, HAND, ROOT, nanikiru } from "../node/support.mjs";
import { FREEZE } from "../limits.mjs";
import { open } from "./support.mjs";

/** Puts an element into the page, `below` pixels down; resolves to what its first event says. */
const put = (page, attributes, below = 0) =>
  page.evaluate(
    ([given, top]) =>
      new Promise((resolve) => {
        const element = document.createElement("nanikiru-hand");
        for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
        element.options = { depth: "first" };
        element.style.marginTop = `${top}px`;
        element.addEventListener("report", ({ detail }) =>
          resolve({ best: detail.candidates[0], same: element.report === detail }),
        );
        element.addEventListener("error", ({ detail: { code, message } }) => resolve({ code, message }));
        document.body.append(element);
        if (top > 0) setTimeout(() => resolve("not seen"), 1000);
      }),
    [attributes, below],
  );

/** A whole number with a minus sign, which is no hyphen. */
const whole = (value) => value.toFixed(0).replace("-", "−");

/** The text below the hand, once there is one. */
async function verdict(page) {
  const read = () => document.querySelector("nanikiru-hand").shadowRoot.querySelector("[part=verdict]").textContent;
  await page.waitForFunction(read);
  return page.evaluate(read);
}

for (const isolated of [true, false]) {
  test(`it shows the hand, says what is best and reports which tile is chosen, ${isolated ? "isolated" : "not isolated"}`, async (t) => {
    const page = await open(t, DIST, { entry: "element.js", isolated });
    const { best, same } = await put(page, { hand: HAND, context: '{"seat":"south","turn":5}' });
    const wanted = await nanikiru.analyze(HAND, { seat: "south", turn: 5 }, { depth: "first", details: "none" });
    assert.deepEqual([best, same], [JSON.parse(JSON.stringify(wanted.candidates[0])), true]);
    await page.waitForFunction(
      () => document.querySelector("nanikiru-hand").shadowRoot.querySelector("[part=verdict]").textContent !== "",
    );
    const seen = await page.evaluate(() => {
      const element = document.querySelector("nanikiru-hand");
      const all = [...element.shadowRoot.querySelectorAll("[part~=tile]")];
      const chosen = new Promise((resolve) =>
        document.addEventListener("choose", ({ detail }) => resolve(detail), { once: true }),
      );
      all[0].click();
      const said = element.shadowRoot.querySelector("[part=verdict]").textContent;
      const marked = all.filter((tile) => tile.matches("[part~=best]")).map(({ dataset }) => dataset.tile);
      element.hideBest = true;
      const hidden = element.shadowRoot.querySelectorAll("[part~=best]").length;
      return chosen.then(({ tile, candidate }) => ({
        tiles: all.map(({ dataset }) => dataset.tile).join(" "),
        said,
        marked,
        hidden,
        tile,
        action: candidate.action,
      }));
    });
    assert.deepEqual(seen, {
      tiles: "2m 3m 4m 6m 4p 0p 6p 7p 2s 4s 7s 8s 5z 5z",
      said: `${nanikiru.formatAction(best.action)} · ${whole(best.value)} points · wins ${(100 * best.winRate).toFixed(1)}%`,
      marked: [best.action.tile],
      hidden: 0,
      tile: "2m",
      action: { type: "discard", tile: "2m", riichi: false },
    });
  });
}

test("defect 14: tiles are pictures, the chosen one is marked, and a quiz in one tag keeps the answer until a tile is chosen", async (t) => {
  const page = await open(t, DIST, { entry: "element.js", isolated: false });
  const { best } = await put(page, { hand: `${HAND}`, context: '{"seat":"south","turn":5}', quiz: "" });
  await page.waitForFunction(
    () => document.querySelector("nanikiru-hand").shadowRoot.querySelectorAll("[part~=tile] svg").length === 14,
  );
  const look = () =>
    page.evaluate(() => {
      const { shadowRoot, chosen } = document.querySelector("nanikiru-hand");
      const marked = (part) => [...shadowRoot.querySelectorAll(`[part~=${part}]`)].map(({ dataset }) => dataset.tile);
      return {
        best: marked("best"),
        mark: marked("chosen"),
        chosen,
        says: shadowRoot.querySelector("[part=verdict]").textContent,
        reveal: !shadowRoot.querySelector("[part=reveal]").hidden,
      };
    });
  const asking = { best: [], mark: [], chosen: undefined, says: "What would you discard?", reveal: true };
  assert.deepEqual(await look(), asking);
  const click = (tile) =>
    page.evaluate(
      (wanted) =>
        document.querySelector("nanikiru-hand").shadowRoot.querySelector(`[part~=tile][data-tile="${wanted}"]`).click(),
      tile,
    );
  const other = "3m";
  assert.notEqual(best.action.tile, other);
  await click(other);
  await page.waitForFunction(() =>
    document.querySelector("nanikiru-hand").shadowRoot.querySelector("[part=verdict]").textContent.includes(" · "),
  );
  const wrong = await look();
  assert.deepEqual([wrong.best, wrong.mark, wrong.chosen, wrong.reveal], [[best.action.tile], [other], other, false]);
  assert.match(wrong.says, /^3m loses [\d]+ points\. Discard /);
  await click(best.action.tile);
  await page.waitForFunction(() =>
    document
      .querySelector("nanikiru-hand")
      .shadowRoot.querySelector("[part=verdict]")
      .textContent.startsWith("Right. "),
  );
  // another hand is asked anew; the answer can be had without a choice
  await page.evaluate(() => {
    const element = document.querySelector("nanikiru-hand");
    const report = new Promise((resolve) => element.addEventListener("report", resolve, { once: true }));
    element.hand = "123m456p789s1122z3z";
    return report;
  });
  assert.deepEqual(await look(), asking);
  await page.evaluate(() => document.querySelector("nanikiru-hand").shadowRoot.querySelector("[part=reveal]").click());
  await page.waitForFunction(() => document.querySelector("nanikiru-hand").shadowRoot.querySelector("[part~=best]"));
  // without a quiz and with the best hidden, a click shows what was chosen
  await page.evaluate(() => Object.assign(document.querySelector("nanikiru-hand"), { quiz: false, hideBest: true }));
  await click("1m");
  assert.deepEqual([(await look()).mark, (await look()).best], [["1m"], []]);
});

test("in a quiz a tile that is about equal to the best is just as good, in every language", async (t) => {
  const context = { seat: "east", doraIndicators: "4s", players: { east: { river: "" } } };
  const { candidates } = await nanikiru.analyze(HAND, context, { depth: "first", details: "none" });
  const [best, equal] = candidates.filter(({ group }) => group === 1).map(({ action }) => action.tile);
  const worse = candidates.find(({ group, action }) => group > 1 && action.tile !== undefined).action.tile;
  const page = await open(t, DIST, { entry: "element.js" });
  await put(page, { hand: HAND, context: JSON.stringify(context), quiz: "" });
  const choose = async (tile, lang) => {
    await page.evaluate(
      ([chosen, spoken]) => Object.assign(document.querySelector("nanikiru-hand"), { lang: spoken, chosen }),
      [tile, lang],
    );
    return verdict(page);
  };
  assert.match(await choose(best, "en"), /^Right\. /u);
  assert.match(await choose(equal, "en"), new RegExp(`^${equal} is just as good\\. Discard ${best} · `, "u"));
  assert.match(await choose(worse, "en"), / loses \d+ points\. /u);
  for (const [lang, says] of [
    ["ja", "も互角です。"],
    ["zh-Hans", "同样好。"],
    ["zh-Hant", "同樣好。"],
    ["ko", ": 똑같이 좋습니다."],
  ])
    assert.ok((await choose(equal, lang)).startsWith(equal + says), lang);
});

test("where the pictures do not come the tiles are text, and the answer is there all the same", async (t) => {
  const page = await open(t, DIST, { entry: "element.js", without: ["/tiles.js"] });
  await put(page, { hand: HAND });
  await page.waitForFunction(() =>
    document.querySelector("nanikiru-hand").shadowRoot.querySelector("[part=verdict]").textContent.includes(" · "),
  );
  assert.equal(
    await page.evaluate(
      () => document.querySelector("nanikiru-hand").shadowRoot.querySelector("[part~=tile]").textContent,
    ),
    "2m",
  );
});

test("no two pictures in one document share a name, and each draws what its SVG does", async () => {
  const { tiles } = await import(pathToFileURL(join(DIST, "tiles.js")).href);
  const ids = [];
  const walk = (tile, [name, attributes, ...children]) => {
    assert.match(name, /^[a-zA-Z]+$/);
    if (attributes.id) ids.push(attributes.id);
    for (const value of Object.values(attributes))
      for (const [, to] of value.matchAll(/(?:^|url\()#([\w-]+)/g))
        assert.ok(to.startsWith(`${tile}-`), `${tile}: ${to}`);
    children.forEach((child) => walk(tile, child));
  };
  assert.equal(Object.keys(tiles).length, 37);
  for (const [tile, tree] of Object.entries(tiles)) walk(tile, tree);
  assert.equal(new Set(ids).size, ids.length);
});

test("it loads nothing before it is seen, and asks anew when the hand changes", async (t) => {
  const page = await open(t, DIST, { entry: "element.js" });
  const loaded = [];
  page.on("request", (request) => loaded.push(request.url().split("/").at(-1)));
  assert.equal(await put(page, { hand: HAND }, 5000), "not seen");
  assert.deepEqual(loaded, []);
  const reports = await page.evaluate(async () => {
    const element = document.querySelector("nanikiru-hand");
    const next = () =>
      new Promise((resolve) =>
        element.addEventListener("report", ({ detail }) => resolve(detail.candidates.length), { once: true }),
      );
    const first = next();
    element.scrollIntoView();
    const seen = [await first];
    const second = next();
    element.hand = "123m456p789s1122z3z";
    return [...seen, await second];
  });
  assert.ok(reports.every((length) => length > 0));
  assert.ok(loaded.includes("browser.js") && loaded.includes("worker.js"), loaded.join(", "));
});

test("the README's page, as it stands there, shows an answer", async (t) => {
  const [, html] = /```html\n(.*?)```/s.exec(readFileSync(join(ROOT, "README.md"), "utf8"));
  const page = await open(t, dirname(DIST), { entry: "dist/element.js", isolated: false });
  const { origin } = new URL(page.url());
  await page.route("**/readme.html", (route) =>
    route.fulfill({ contentType: "text/html", body: `<!doctype html><title>page</title>${html}` }),
  );
  await page.goto(`${origin}/readme.html`);
  const report = await page.waitForFunction(() => document.querySelector("nanikiru-hand").report);
  assert.ok((await report.evaluate(({ candidates }) => candidates.length)) > 5);
  assert.equal(await page.locator("nanikiru-hand [part~=best]").count(), 1);
  await page.evaluate(() => (document.querySelector("nanikiru-hand").hideBest = true));
  assert.equal(await page.locator("nanikiru-hand [part~=best]").count(), 0);
});

test("what is wrong with a hand or a context is an event, and stands below the hand until it is right", async (t) => {
  const page = await open(t, DIST, { entry: "element.js" });
  const clear = () => page.evaluate(() => document.querySelector("nanikiru-hand").remove());
  const wrong = [
    [{ hand: "123x" }, { code: "notation.unexpected" }, /^hand: `x` /],
    [{ hand: HAND, context: '{"seat":"up"}' }, { code: "request.unknown_value" }, /^context\.seat: .*east/],
    [{ hand: HAND, context: "{", "hide-best": "" }, { code: undefined }, /^context: .*JSON/],
  ];
  for (const [attributes, { code }, says] of wrong) {
    const error = await put(page, attributes);
    assert.equal(error.code, code);
    assert.match(await verdict(page), says);
    assert.ok((await verdict(page)).endsWith(error.message));
    if (code) {
      await page.evaluate((hand) => {
        const element = document.querySelector("nanikiru-hand");
        const report = new Promise((resolve) => element.addEventListener("report", () => resolve(), { once: true }));
        Object.assign(element, { hand, context: {} });
        return report;
      }, HAND);
      await page.waitForFunction(() =>
        document.querySelector("nanikiru-hand").shadowRoot.querySelector("[part=verdict]").textContent.includes(" · "),
      );
    }
    await clear();
  }
});

test("13 tiles and none on offer: it says what is missing, in place of an answer", async (t) => {
  const page = await open(t, DIST, { entry: "element.js" });
  const hand = "2345m340p2255s66z";
  const { best } = await put(page, { hand, context: '{"turn":15}' });
  assert.equal(best.action.type, "pass");
  assert.equal(
    await verdict(page),
    "13 tiles: add the tile you drew, or `offered` in the context with the tile that is on offer.",
  );
  await page.evaluate(() => document.querySelector("nanikiru-hand").setAttribute("lang", "ja"));
  assert.match(await verdict(page), /^13枚です。/);
  await page.evaluate(() => document.querySelector("nanikiru-hand").remove());
  await put(page, { hand, context: '{"turn":15,"offered":{"tile":"9m","from":"left"}}' });
  await page.waitForFunction(() =>
    /^Pass · /.test(document.querySelector("nanikiru-hand").shadowRoot.querySelector("[part=verdict]").textContent),
  );
});

test("the verdict has the unit of the objective, in both languages", async (t) => {
  const page = await open(t, DIST, { entry: "element.js" });
  const context = { seat: "south", turn: 5 };
  for (const objective of ["placement", "winRate", "tenpai"]) {
    const [best] = (await nanikiru.analyze(HAND, context, { depth: "first", details: "none", objective })).candidates;
    const both = await page.evaluate(
      async ([hand, table, word]) => {
        const element = document.createElement("nanikiru-hand");
        Object.assign(element, { hand, context: table, options: { depth: "first", objective: word } });
        document.body.append(element);
        await new Promise((resolve) => element.addEventListener("report", resolve, { once: true }));
        const said = [];
        for (const lang of ["en", "ja"]) {
          element.setAttribute("lang", lang);
          while (element.shadowRoot.querySelector("[part=verdict]").textContent === "")
            await new Promise((done) => setTimeout(done, 5));
          said.push(element.shadowRoot.querySelector("[part=verdict]").textContent);
        }
        element.remove();
        return said;
      },
      [HAND, context, objective],
    );
    assert.ok(best.value < 0);
    const rate = `${(100 * (best.winRate + (objective === "tenpai" ? best.tenpaiAtDraw : 0))).toFixed(1)}%`;
    const [unit, ja] = objective === "placement" ? [" placement points", "順位点"] : [" points", "点"];
    const [wins, waits] =
      objective === "tenpai" ? ["wins or is tenpai at the draw", "和了か流局時テンパイ"] : ["wins", "和了率"];
    const figures = (suffix, says) => ` · ${whole(best.value)}${suffix} · ${says} ${rate}`;
    assert.deepEqual(both, [
      nanikiru.formatAction(best.action) + figures(unit, wins),
      nanikiru.formatAction(best.action, "ja") + figures(ja, waits),
    ]);
  }
});

/** A page in which elements can be made before the script that defines them has run; `define` runs it. */
async function undefinedYet(t) {
  const page = await open(t, DIST);
  await page.evaluate(() => {
    /** Resolves to the first report or error of an element. */
    window.answered = (element) =>
      new Promise((resolve) => {
        element.addEventListener("report", ({ detail }) => resolve(detail), { once: true });
        element.addEventListener("error", ({ detail: { code } }) => resolve({ code }), { once: true });
      });
  });
  return page;
}

test("what is set before the element is defined survives, and what is set later is heard", async (t) => {
  const wanted = Object.fromEntries(
    await Promise.all(
      ["first", "fast"].map(async (depth) => {
        const { candidates, search } = await nanikiru.analyze(
          HAND,
          { seat: "south", turn: 5 },
          { depth, objective: "placement", details: "none" },
        );
        return [depth, { best: candidates[0].action, value: candidates[0].value, hands: search.hands }];
      }),
    ),
  );
  // the element in the markup of the page, made by script and put there before or after, and upgraded outside of the
  // page
  for (const how of ["markup", "before", "after", "upgraded"]) {
    const page = await undefinedYet(t);
    const seen = await page.evaluate(
      async ([way, hand]) => {
        if (way === "markup")
          document.body.innerHTML = `<nanikiru-hand hand="19m19p19s1234567z" context='{"turn":2}'></nanikiru-hand>`;
        const element =
          way === "markup" ? document.querySelector("nanikiru-hand") : document.createElement("nanikiru-hand");
        Object.assign(element, {
          hand,
          context: { seat: "south", turn: 5 },
          hideBest: true,
          options: { depth: "first", objective: "placement" },
        });
        const first = window.answered(element);
        if (way === "before") document.body.append(element);
        await import("./element.js");
        if (way === "upgraded") customElements.upgrade(element);
        if (way === "after" || way === "upgraded") document.body.append(element);
        const figures = ({ candidates: [best], search }) => ({
          best: best.action,
          value: best.value,
          hands: search.hands,
        });
        const reports = [await first];
        const attributes = [element.getAttribute("hand"), element.hasAttribute("hide-best"), Object.keys(element)];
        const [set, second] = [element.options, window.answered(element)];
        element.options = { ...set, depth: "fast" };
        reports.push(await second);
        // one question for all that changes at once
        let count = 0;
        element.addEventListener("report", () => (count += 1));
        const third = window.answered(element);
        Object.assign(element, { hand: "123m456p789s1122z3z", context: { turn: 3 }, options: { depth: "first" } });
        const other = await third;
        const tiles = element.shadowRoot.querySelectorAll("[part~=tile]").length;
        const fourth = window.answered(element);
        element.options = { depth: "none" };
        const refused = await fourth;
        return {
          reports: reports.map(figures),
          attributes,
          set,
          context: element.context,
          other: other.candidates.length > 0,
          tiles,
          count,
          refused: refused.code,
        };
      },
      [how, HAND],
    );
    assert.deepEqual(seen.reports, [wanted.first, wanted.fast], how);
    assert.deepEqual(seen.attributes, [HAND, true, []], how);
    assert.deepEqual(seen.set, { depth: "first", objective: "placement" });
    assert.deepEqual(
      [seen.context, seen.other, seen.tiles, seen.count, seen.refused],
      [{ turn: 3 }, true, 14, 1, "request.unknown_value"],
      how,
    );
  }
});

test("one property alone survives, too, and the attributes beside it count", async (t) => {
  const page = await undefinedYet(t);
  const seen = await page.evaluate(async (hand) => {
    const given = {
      hand: { hand },
      context: { context: { turn: 7 } },
      hideBest: { hideBest: true },
      options: { options: { depth: "first" } },
      quiz: { quiz: true, chosen: "9p" },
    };
    const elements = Object.values(given).map((properties) => {
      const element = document.createElement("nanikiru-hand");
      element.setAttribute("hand", "123m456p789s1122z3z");
      element.setAttribute("context", '{"turn":4}');
      document.body.append(Object.assign(element, properties));
      return element;
    });
    await import("./element.js");
    return elements.map((element) => [
      element.hand,
      element.context,
      element.hideBest,
      element.options,
      element.quiz,
      element.chosen ?? null,
    ]);
  }, HAND);
  const [plain, context] = ["123m456p789s1122z3z", { turn: 4 }];
  const rest = [false, null];
  assert.deepEqual(seen, [
    [HAND, context, false, {}, ...rest],
    [plain, { turn: 7 }, false, {}, ...rest],
    [plain, context, true, {}, ...rest],
    [plain, context, false, { depth: "first" }, ...rest],
    [plain, context, false, {}, true, "9p"],
  ]);
});

test("a text of any length is an error event, at once and with little drawn", async (t) => {
  const page = await open(t, DIST, { entry: "element.js" });
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  const long = [
    ["1".repeat(200_000), "m"],
    ["1".repeat(200_000), ""],
    ["1m".repeat(100_000), ""],
    ["1".repeat(3_000), "m"],
    [",111m".repeat(40_000), ""],
    ["\u4e00".repeat(200_000), ""],
    ["-".repeat(90_000), "z"],
    [`11m${"[z111+]".repeat(60)}`, ""],
  ];
  for (const [begin, end] of long) {
    const seen = await page.evaluate(async (hand) => {
      const element = document.createElement("nanikiru-hand");
      element.hand = "19m19p19s1234567z1m";
      element.options = { depth: "first" };
      document.body.append(element);
      await new Promise((resolve) => element.addEventListener("report", resolve, { once: true }));
      const error = new Promise((resolve) =>
        element.addEventListener("error", ({ detail }) => resolve({ code: detail.code, named: detail.name }), {
          once: true,
        }),
      );
      const start = performance.now();
      element.hand = hand;
      const drawn = performance.now() - start;
      const { code, named } = await error;
      const { shadowRoot } = element;
      const size = [shadowRoot.querySelectorAll("*").length, shadowRoot.textContent.length];
      const said = shadowRoot.querySelector("[part=verdict]").textContent;
      element.remove();
      return { drawn, code, named, size, said: said !== "" };
    }, begin + end);
    const what = `${begin.slice(0, 8)}... of ${begin.length}`;
    assert.match(seen.code, /^(?:hand|notation|request)\./, what);
    assert.deepEqual([seen.named, seen.said], ["NanikiruError", true], what);
    assert.ok(seen.size[0] < 100 && seen.size[1] < 1000, `${what}: ${seen.size}`);
    assert.ok(seen.drawn < FREEZE, `${what}: ${seen.drawn} ms`);
  }
  assert.deepEqual(faults, []);
  const { renderHand } = await import(pathToFileURL(join(DIST, "element.js")).href);
  for (const [begin, end] of long) assert.ok(renderHand({ hand: begin + end }).length < 200_300 + 300);
});

test("melds are tiles, the claimed one turned; a text that is no meld stays as it is", async (t) => {
  const page = await open(t, DIST, { entry: "element.js" });
  const melds = (hand) =>
    page.evaluate((given) => {
      const element = document.createElement("nanikiru-hand");
      element.hand = given;
      document.body.append(element);
      const all = [...element.shadowRoot.querySelectorAll("[part=meld]")];
      const text = all.map((meld) =>
        [...meld.childNodes]
          .map(
            (tile) =>
              `${tile.ariaLabel ?? tile.textContent}${/turned/.test(tile.part) ? "*" : ""}${/red/.test(tile.part) ? "!" : ""}`,
          )
          .join(" "),
      );
      const buttons = all.flatMap((meld) => [...meld.querySelectorAll("button")]).length;
      element.remove();
      return { text, buttons };
    }, hand);
  assert.deepEqual(await melds("11m,z555+,m12-3,s8888,34-0p"), {
    text: ["白 白 白*", "1m 2m* 3m", "8s 8s 8s 8s", "3p 4p* 5p!"],
    buttons: 0,
  });
  assert.deepEqual((await melds("11m[z111=1][pon]")).text, ["東 東 東* 東", "pon"]);
});

test("three players: norths set aside lie behind the hand, and the north is kita where that is best", async (t) => {
  const page = await open(t, DIST, { entry: "element.js", isolated: false });
  const hand = "123p456789s1124z5z";
  const context = { rules: "tenhou-sanma", kita: 2, doraIndicators: "3z" };
  const { best } = await put(page, { hand, context: JSON.stringify(context), quiz: "" });
  assert.equal(best.action.type, "kita", "each north is two dora");
  await page.waitForFunction(
    () => document.querySelector("nanikiru-hand").shadowRoot.querySelectorAll("[part=meld] [part~=tile]").length === 2,
  );
  const seen = await page.evaluate(() => {
    const element = document.querySelector("nanikiru-hand");
    const [north] = element.shadowRoot.querySelectorAll("button[data-tile='4z']");
    const chosen = new Promise((done) => element.addEventListener("choose", ({ detail }) => done(detail)));
    north.click();
    const marked = [...element.shadowRoot.querySelectorAll("[part~=best]")].map(({ dataset }) => dataset.tile);
    const said = element.shadowRoot.querySelector("[part=verdict]").textContent;
    return chosen.then((detail) => ({ marked, said, action: detail.candidate.action }));
  });
  assert.deepEqual([seen.marked, seen.action], [["4z"], { type: "kita" }]);
  assert.match(seen.said, /^Right\. Kita · /u);
});

test("a server writes plain tiles, and the import does nothing there", async () => {
  const { renderHand } = await import(pathToFileURL(join(DIST, "element.js")).href);
  const text = renderHand({ hand: "123m40p11z,z555+", context: { seat: "south" }, lang: "ja", hideBest: true });
  assert.equal(
    text,
    '<nanikiru-hand hand="123m40p11z,z555+" context="{&quot;seat&quot;:&quot;south&quot;}" lang="ja" hide-best><span>1m</span> <span>2m</span> <span>3m</span> <span>4p</span> <span>5p</span> <span>東</span> <span>東</span> <span>白 白 白</span></nanikiru-hand>',
  );
  assert.ok(!renderHand({ hand: '"><script>' }).includes("<script>"));
});
