// Where a bench asks: this process, or a page in headless Chromium. Both time the whole analyze(), worker and JSON
// included.
import { fileURLToPath } from "node:url";

/**
 * The best of several runs of a request, in milliseconds: `{ report, first, time }`, where `first` is when the first
 * report came; or `{ code }` of the error. It runs `least` times and until it has taken `spend`, but not again when a
 * run takes longer than `long`. Goes into the page as text, so that it may not use anything around it.
 */
async function best([threads, { hand, context, options }, { least, spend, long }]) {
  const analyzer = globalThis.analyzers.get(threads);
  let [report, first, time, spent, runs] = [undefined, Infinity, Infinity, 0, 0];
  do {
    let early;
    const begin = performance.now();
    const onProgress = (progress) => {
      if (progress.report) early ??= performance.now() - begin;
    };
    try {
      report = await analyzer.analyze(hand, context, { ...options, onProgress });
    } catch (error) {
      return { code: error.code ?? String(error) };
    }
    const took = performance.now() - begin;
    if (took < time) [first, time] = [early ?? took, took];
    spent += took;
    runs += 1;
  } while ((runs < least || spent < spend) && spent / runs <= long);
  return { report, first, time };
}

/** Makes one analyzer for each number of threads and lets it load; that time is benches/cold.mjs's to measure. */
async function start([counts, options]) {
  globalThis.analyzers = new Map();
  for (const threads of counts) {
    const analyzer = globalThis.nanikiru.createAnalyzer({ ...options, threads });
    await analyzer.analyze("123m406p789s11222z", { turn: 17 });
    globalThis.analyzers.set(threads, analyzer);
  }
}

const dispose = () => globalThis.analyzers.forEach((analyzer) => analyzer.dispose());

/** This process. */
export async function node(counts, options) {
  globalThis.nanikiru = await import("nanikiru");
  await start([counts, options]);
  return { name: `Node ${process.versions.node}`, best: (...asked) => best(asked), close: async () => dispose() };
}

/** A page that is isolated, as threads need. */
export async function chromium(counts, options) {
  const { chromium: launcher } = await import("playwright-core");
  const { serve } = await import("../scripts/serve.mjs");
  const { chromium: found } = await import("../scripts/setup.mjs");
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
  const browser = await launcher.launch({ executablePath: found() ?? "/usr/bin/chromium", args });
  const server = await serve(fileURLToPath(new URL("../dist", import.meta.url)));
  const page = await browser.newPage();
  await page.route("**/empty.html", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: "<!doctype html><title>bench</title>",
      headers: { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" },
    }),
  );
  await page.goto(`${server.url}empty.html`);
  await page.evaluate(async (url) => void (globalThis.nanikiru = await import(url)), `${server.url}browser.js`);
  await page.evaluate(start, [counts, options]);
  return {
    name: `Chromium ${browser.version()}`,
    best: (...asked) => page.evaluate(best, asked),
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}
