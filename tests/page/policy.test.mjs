// What the pages refuse to run: their Content-Security-Policy, addresses in links, and what lies in a cache of the
// service worker.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { game } from "./game.mjs";
import { isolated, open, rows, serveSite, settled, SITE, start, TENPAI } from "./browser.mjs";
import { foreignAddresses, noteBlocked, PAGES, POLICY, RAN, REFUSED, tried } from "./policy.mjs";

const searchLine = (page) => page.textContent("#search");
const blocked = (page) => page.evaluate(() => window.blocked);
/** Resolves when the page is in the hands of its service worker, which has stored all files. */
const controlled = (page) =>
  page.waitForFunction(
    async () =>
      (await navigator.serviceWorker.ready).active.state === "activated" && navigator.serviceWorker.controller !== null,
  );

test("every page has a policy that lets only its own scripts run", () => {
  for (const name of PAGES) {
    const html = readFileSync(join(SITE, name), "utf8");
    const [, content] =
      /<meta charset="utf-8" \/>\s*<meta http-equiv="Content-Security-Policy" content="([^"]*)" \/>/u.exec(html) ??
      assert.fail(`${name} has no policy, or not at its head`);
    const policy = Object.fromEntries(
      content
        .split(";")
        .map((directive) => directive.trim().split(/\s+/u))
        .map(([directive, ...sources]) => [directive, sources.join(" ")]),
    );
    for (const [directive, sources] of Object.entries(POLICY))
      assert.equal(policy[directive], sources, `${name}: ${directive}`);
    assert.doesNotMatch(content, /unsafe-inline|unsafe-eval(?<!wasm-unsafe-eval)|\*|data:|blob:/u, name);
    // nothing that the policy would block
    assert.doesNotMatch(html, /<style|\sstyle=|\son\w+=|<script(?![^>]* src="[\w.]+\.js")|<base|javascript:/u, name);
    assert.match(policy["script-src"], /^'self'(?: 'wasm-unsafe-eval')?$/u);
  }
});

test("a script that gets into a page does not run", async (t) => {
  const world = await start(t);
  for (const name of PAGES) {
    const page = await open(t, world, `${name}?q=${TENPAI}&hand=${TENPAI}&depth=fast`);
    assert.deepEqual(
      await tried(page),
      { ran: [], also: { elsewhere: "refused", worker: "refused", base: "refused" } },
      name,
    );
  }
});

/** Uses the page: an answer, risks, a record with its review, what if, the export, both languages. */
async function used(page) {
  await settled(page);
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "made-up.json"));
    const chooser = document.getElementById("record-file");
    chooser.files = data.files;
    chooser.dispatchEvent(new Event("change", { bubbles: true }));
  }, game());
  await page.waitForSelector("#record-bar:not([hidden])");
  await settled(page);
  await page.click("#review-start");
  await page.waitForFunction(() => document.querySelector("#export").dataset.ready === "true");
  const download = page.waitForEvent("download");
  await page.evaluate(() => document.getElementById("export-html").click());
  const html = readFileSync(await (await download).path(), "utf8");
  await page.selectOption("#lang", "ja");
  await settled(page);
  return html;
}

for (const headers of [true, false]) {
  test(`the policy blocks nothing that the page does, and the widths of its bars are there (headers: ${headers})`, async (t) => {
    const world = await start(t, { isolated: headers });
    const page = await open(t, world, "", { acceptDownloads: true });
    await page.addInitScript(noteBlocked);
    await page.goto(`${world.server.url}?q=${TENPAI}&depth=fast`);
    await controlled(page);
    await page.waitForFunction(() => crossOriginIsolated === true);
    const html = await used(page);
    assert.ok(/<style>[^<]*:root/u.test(html), "the exported page has its sheet");
    assert.equal(await isolated(page), true);
    const bars = await page.evaluate(() =>
      [...document.querySelectorAll(".meter, .merit, .part, .timeline-rounds > span")].map((bar) => bar.style.cssText),
    );
    assert.deepEqual(await blocked(page), []);
    assert.ok(bars.length > 3 && bars.some((css) => /--share: ?0\.\d*[1-9]/u.test(css)), bars.join(" | "));

    await world.server.close();
    await page.goto(`${world.server.url}?q=${TENPAI}&depth=fast`);
    await settled(page);
    assert.match(await searchLine(page), /[2-9]\d*スレッド|コアが1つ/u);
    assert.deepEqual(await blocked(page), []);
  });
}

test("on one thread, in a frame of another host, nothing is blocked", async (t) => {
  const world = await start(t, { isolated: false, without: ["/sw.js"] });
  const page = await open(t, world, "");
  await page.addInitScript(noteBlocked);
  await page.goto(`${world.server.url}?q=${TENPAI}&depth=fast`);
  await settled(page);
  assert.match(await searchLine(page), /1 thread /u);
  assert.deepEqual(await blocked(page), []);
  for (const query of ["", `?embed=${encodeURIComponent(`${await elsewhere(t)}embed.html`)}`]) {
    await page.goto(`${world.server.url}frame.html${query}`);
    await page.waitForFunction(() => /^Report received: /u.test(document.getElementById("says").textContent));
    // as high as it asks for
    await page.waitForFunction(() => document.getElementById("frame").clientHeight > 200);
    for (const frame of page.frames()) assert.deepEqual(await blocked(frame), []);
  }
});

/** The same site on a port of its own: another host. */
async function elsewhere(t) {
  const server = await serveSite({ isolated: false });
  t.after(() => server.close());
  return server.url;
}

test("the frame's page takes no address that runs as its own", async (t) => {
  const world = await start(t);
  const page = await open(t, world, "frame.html");
  const blob = await page.evaluate(
    (code) => URL.createObjectURL(new Blob([`<script>${code}</script>`], { type: "text/html" })),
    RAN,
  );
  for (const address of [blob, ...foreignAddresses(world.server.url)]) {
    await page.goto(`${world.server.url}frame.html?${new URLSearchParams({ embed: address })}`);
    await page.waitForFunction(() => document.getElementById("says").textContent !== "");
    const seen = await page.evaluate(() => [
      document.getElementById("says").textContent,
      document.getElementById("frame").hasAttribute("src"),
      window.ran,
      document.title,
    ]);
    assert.deepEqual(seen, [REFUSED, false, undefined, "nanikiru · embed"], address);
    assert.equal(page.frames().filter((frame) => frame.url() !== "about:blank").length, 1, address);
  }
});

test("nothing is served out of a cache that the service worker's own list does not name, and nothing else than it names", async (t) => {
  const world = await start(t);
  const page = await open(t, world, `?q=${TENPAI}&depth=fast`);
  await controlled(page);
  await settled(page);
  const [main] = await page.$$eval("script[src]", (all) => all.map((script) => script.getAttribute("src")));

  // a script of this origin, as one that got in once would do it
  const planted = await page.evaluate(async (script) => {
    const foreign = (type) =>
      new Response("globalThis.evil = true; /* <title>evil</title> */", {
        headers: { "Content-Type": type, Refresh: "0;url=/evil" },
      });
    const names = await caches.keys();
    const files = [
      ["./", "text/html"],
      ["./index.html", "text/html"],
      [`./${script}`, "text/javascript"],
      ["./tiles/1m.svg", "image/svg+xml"],
      ["./evil.js", "text/javascript"],
      ["./evil/", "text/html"],
      ["./embed.html", "text/html"],
    ];
    for (const name of [...names, "another", "nanikiru-0000000000000000"])
      for (const [file, type] of files) await (await caches.open(name)).put(file, foreign(type));
    return names.length;
  }, main);
  assert.equal(planted, 1);

  const asked = (path, options = {}) =>
    page.evaluate(
      async ([file, given]) => {
        const response = await fetch(file, given).catch(() => null);
        return response && { status: response.status, evil: (await response.text()).includes("evil") };
      },
      [path, options],
    );
  for (const path of [main, "tiles/1m.svg"])
    assert.deepEqual(await asked(`./${path}`), { status: 200, evil: false }, path);
  for (const path of ["evil.js", "evil.js?x", `evil/`])
    assert.deepEqual(await asked(`./${path}`), { status: 404, evil: false }, path);
  await page.reload();
  await settled(page);
  assert.equal(await page.evaluate(() => globalThis.evil), undefined);

  // what was wrong has been put right with the host's own, so that the page works without it as before
  await page.waitForFunction(async (script) => {
    const all = await Promise.all(
      ["./", `./${script}`, "./tiles/1m.svg"].map(async (file) =>
        (
          await (
            await caches.open(
              (await caches.keys()).find((name) => name.startsWith("nanikiru-") && !/0{16}/u.test(name)),
            )
          ).match(file)
        ).text(),
      ),
    );
    return all.every((text) => !text.includes("evil"));
  }, main);
  await world.server.close();
  await page.reload();
  await settled(page);
  assert.equal(await page.evaluate(() => globalThis.evil), undefined);
  for (const path of ["evil.js", "evil/"]) assert.equal(await asked(`./${path}`), null, path);
  assert.deepEqual(await asked(`./tiles/1m.svg?x`), { status: 200, evil: false });

  // without a host there is nothing to put right with: no page rather than a foreign one
  await page.evaluate(async (script) => {
    for (const name of await caches.keys())
      for (const file of ["./", `./${script}`])
        await (
          await caches.open(name)
        ).put(file, new Response("<title>evil</title>", { headers: { "Content-Type": "text/html" } }));
  }, main);
  await assert.rejects(page.goto(world.server.url), /ERR_/u);
  assert.notEqual(await page.title(), "evil");
});

test("a file that is not the one that the list means is not stored, and a host with it has no service worker", async (t) => {
  const world = await start(t);
  const { browser } = world;
  const real = readFileSync(join(SITE, "tiles/1m.svg"));
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    const name = path === "/" ? "index.html" : path.slice(1);
    const types = {
      html: "text/html",
      js: "text/javascript",
      css: "text/css",
      svg: "image/svg+xml",
      wasm: "application/wasm",
      webmanifest: "application/manifest+json",
    };
    try {
      const bytes =
        name === "tiles/1m.svg"
          ? Buffer.concat([real, Buffer.from("<!-- changed -->")])
          : readFileSync(join(SITE, name));
      response.writeHead(200, { "Content-Type": types[name.split(".").at(-1)] ?? "text/plain" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  t.after(() => server.close());
  const page = await open(
    t,
    { server: { url: `http://localhost:${server.address().port}/` }, browser },
    `?q=${TENPAI}&depth=fast`,
  );
  await settled(page);
  const state = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const worker = registration?.installing;
    if (worker) await new Promise((done) => worker.addEventListener("statechange", done));
    return (await navigator.serviceWorker.getRegistration())?.active ?? null;
  });
  assert.equal(state, null);
  assert.ok((await rows(page)).length > 5);
});
