// The pages of examples/, made and looked at: by the tests in both browsers with what the project has installed, and by
// `npm run examples` as whoever installs them gets them.
import { cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The examples that can be made with what this project has installed, and the folder of each that is served. */
export const HERE = { html: ".", react: "dist" };

/** A copy of an example that finds this very package. */
export function copied(name, folder) {
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(ROOT, "examples", name), folder, { recursive: true });
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(ROOT, join(folder, "node_modules", "nanikiru"));
  return folder;
}

/** Makes one of the examples of `HERE`; gives the folder to serve. */
export async function made(name, browser) {
  const folder = copied(name, join(ROOT, "target", "examples", `${name}-${browser}`));
  if (name === "react") {
    const { default: webpack } = await import("webpack");
    const { default: options } = await import(pathToFileURL(join(folder, "webpack.config.js")).href);
    const stats = await new Promise((done, failed) =>
      webpack(options, (error, result) => (error ? failed(error) : done(result))),
    );
    if (stats.hasErrors() || stats.hasWarnings())
      throw new Error(stats.toString({ all: false, errors: true, warnings: true }));
  }
  return join(folder, HERE[name]);
}

/**
 * What a page of an example does, in a page of either driver: the sentences after a click on the first tile, and on
 * the best; how many tiles are marked before and after; what is best, and what the first tile costs; whether a north can
 * be set aside in a second hand, where there is one.
 */
export async function played(page, url) {
  await page.goto(url);
  await page.waitForFunction(() => document.querySelector("nanikiru-hand")?.report);
  await page.waitForFunction(() => [...document.querySelectorAll("nanikiru-hand")].every(({ report }) => report));
  return page.evaluate(async () => {
    const [element, three] = document.querySelectorAll("nanikiru-hand");
    const marked = () => element.shadowRoot.querySelectorAll("[part~=best]").length;
    const settled = () => new Promise((done) => setTimeout(done, 100));
    const click = async (tile) => {
      element.shadowRoot.querySelector(`[data-tile="${tile}"]`).click();
      await settled();
      return document.querySelector("output").textContent;
    };
    const { candidates } = element.report;
    const [best] = candidates;
    const first = candidates.find(({ action }) => action.tile === "2m");
    const before = marked();
    const said = [await click("2m"), await click(best.action.tile)];
    return {
      said,
      marks: [before, marked()],
      turn: element.context?.turn,
      kita: three?.report.candidates.some(({ action }) => action.type === "kita") ?? false,
      wanted: [`2m costs ${(best.value - first.value).toFixed(0)} points`, `${best.action.tile} is best`],
    };
  });
}
