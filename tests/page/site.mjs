// What the page's tests need in every browser: where the site is, how long to wait, and what the page shows.
// The helpers ask only for `evaluate`, `waitForFunction` and `$$eval`, which both drivers have.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { chosen, FOLDERS } from "../../scripts/folders.mjs";
import { serve } from "../../scripts/serve.mjs";
import { PATIENCE } from "../limits.mjs";

/** The page that is tested: site/, or that of the kind that NANIKIRU_BUILD names. */
export const SITE = FOLDERS[chosen()].site;

/** Serves the built site; `serving` goes to `serve`. */
export async function serveSite(serving = {}) {
  if (!existsSync(join(SITE, "index.html")))
    throw new Error(`there is no ${SITE}: run \`npm run build\` first, with -- --tests for NANIKIRU_BUILD=tests`);
  return serve(SITE, serving);
}

/** The site in a folder of its own, and `renew`, which puts a newer version of its service worker there. */
export async function serveRenewable(t) {
  const folder = mkdtempSync(join(tmpdir(), "nanikiru-"));
  cpSync(SITE, folder, { recursive: true });
  const server = await serve(folder);
  t.after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  const renew = () => {
    const path = join(folder, "sw.js");
    const before = readFileSync(path, "utf8");
    const [, version] = /nanikiru-\W*([0-9a-f]{16})\b/u.exec(before);
    writeFileSync(path, before.replace(version, [...version].reverse().join("")));
  };
  return { server, renew };
}

/** Has the page look for a newer service worker; resolves when that one is through with `activate`. */
export async function updated(page) {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    globalThis.before = registration.active;
    await registration.update();
  });
  await page.waitForFunction(async () => {
    const { active } = await navigator.serviceWorker.getRegistration();
    return (
      active !== globalThis.before && active.state === "activated" && navigator.serviceWorker.controller === active
    );
  });
}

/** Waits until the position on the page has its answer or its error. */
export async function settled(page) {
  await page.waitForFunction(() => {
    const answer = document.getElementById("answer");
    if (!answer || answer.hasAttribute("aria-busy")) return false;
    const problem = [...document.querySelectorAll(".problem")].some((element) => element.textContent !== "");
    const rows = document.querySelectorAll("#candidates tbody tr").length > 0;
    return problem || (rows && !answer.classList.contains("stale"));
  });
}

/** Waits until nothing is greyed out or fading: such colours have less contrast than those that stay. */
export const still = (page) =>
  page.waitForFunction(() => {
    const grey = [...document.querySelectorAll(".stale .best, .stale .split, .danger.stale")].some((element) =>
      element.checkVisibility(),
    );
    return (
      !grey &&
      !document.getAnimations().some((moving) => moving instanceof CSSTransition && moving.playState === "running")
    );
  });

/** What the browser keeps of records, the one that was looked at last first, each with its review. */
const keptRecords = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open("nanikiru");
        opening.onerror = () => reject(opening.error);
        // the page has not made it yet, and must not find one without stores
        opening.onupgradeneeded = () => {
          opening.onerror = () => resolve([]);
          opening.transaction.abort();
        };
        opening.onsuccess = () => {
          const stores = opening.result.transaction(["entries", "reviews"]);
          const [entries, reviews, keys] = [
            stores.objectStore("entries").getAll(),
            stores.objectStore("reviews").getAll(),
            stores.objectStore("reviews").getAllKeys(),
          ];
          stores.oncomplete = () => {
            opening.result.close();
            const byKey = new Map(keys.result.map((key, at) => [key, reviews.result[at]]));
            const all = entries.result.map((entry) => ({ ...entry, review: byKey.get(entry.id) }));
            resolve(all.toSorted((a, b) => b.at - a.at));
          };
        };
      }),
  );

/** Waits until what the browser keeps is so: the page writes it a moment later. */
export async function written(page, so) {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const records = await keptRecords(page);
    if (records.length > 0 && so(records)) return;
    if (performance.now() > end) throw new Error(`not written: ${JSON.stringify(records)}`);
    await setTimeout(50);
  }
}

/** Stops a review, which may have come to its end before. */
export const stopReview = (page) =>
  page.evaluate(() => {
    const stop = document.getElementById("review-stop");
    if (stop.checkVisibility()) stop.click();
  });

/**
 * Starts a review and stops it after so many decisions, from inside the page: a short one is over before anybody
 * outside has seen how far it is.
 */
export const reviewSome = (
  page,
  decisions,
  [start, stop, progress] = ["review-start", "review-stop", "review-progress"],
) =>
  page.evaluate(
    ([least, from, to, at]) =>
      new Promise((done) => {
        const [bar, stop] = [at, to].map((id) => document.getElementById(id));
        let begun = false;
        const observer = new MutationObserver(() => {
          const over = begun && !stop.checkVisibility();
          begun ||= stop.checkVisibility();
          if (bar.value < least && !over) return;
          observer.disconnect();
          if (!over) stop.click();
          done();
        });
        observer.observe(document.body, { attributes: true, subtree: true });
        document.getElementById(from).click();
      }),
    [decisions, start, stop, progress],
  );

/** Clicks what a selector finds, once it is there: seen or not. */
export const press = (page, selector) =>
  page.evaluate(
    async ([wanted, patience]) => {
      const end = performance.now() + patience;
      while (!document.querySelector(wanted)) {
        if (performance.now() > end) throw new Error(`there is no ${wanted}`);
        await new Promise(requestAnimationFrame);
      }
      document.querySelector(wanted).click();
    },
    [selector, PATIENCE],
  );

/** What a player does before using a control that is behind a chip: opens its panel. */
export const reveal = (page, selector) =>
  page.evaluate((wanted) => {
    const element = document.querySelector(wanted);
    // behind the other door, or the dots of a record's bar
    const door = element?.closest("[data-door-part]");
    if (door?.hidden && !document.body.classList.contains("with-record"))
      document.querySelector(`[data-door="${door.dataset.doorPart}"]`).click();
    const more = document.getElementById("record-more");
    if (element?.closest(".extra") && !element.checkVisibility() && more?.checkVisibility()) more.click();
    const part = element?.closest("[data-part]");
    if (part && !part.checkVisibility())
      document.querySelector(`#tabs [data-tab="${part.dataset.part}"]:not([hidden])`)?.click();
    const panel = element?.closest(".panel");
    if (panel?.hidden)
      (document.querySelector(`[aria-controls="${panel.id}"]`) ?? document.getElementById("keys-open")).click();
    // a summary opens its own fold
    if (element?.closest("summary")) return;
    for (let folded = element?.closest("details"); folded; folded = folded.parentElement?.closest("details"))
      folded.open = true;
  }, selector);

/** The page, whose controls behind chips are opened before they are used. */
export function revealing(page) {
  for (const act of ["fill", "selectOption", "select", "check", "focus", "click"]) {
    const own = page[act]?.bind(page);
    if (own) {
      page[act] = async (selector, ...rest) => {
        if (selector.startsWith("#") || selector.startsWith("input")) await reveal(page, selector.split(" >> ")[0]);
        return own(selector, ...rest);
      };
    }
  }
  return page;
}

/** The table as text: one array a row. */
export const rows = (page) =>
  page.$$eval("#candidates tbody tr", (all) => all.map((row) => [...row.cells].map((cell) => cell.textContent.trim())));

/** The position in the address: as the document has it, since the driver hears of a change later. */
export const query = async (page) => new URLSearchParams(await page.evaluate(() => location.search));
export const isolated = (page) => page.evaluate(() => crossOriginIsolated);

/** A hand that is quickly searched, for tests that are not about the search. */
export const TENPAI = "345678m349p22567s";
