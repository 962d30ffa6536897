// npm run examples: every page of examples/, installed and built as a user who copies it does, in Chromium and in
// Firefox; and examples/mcp and examples/site with tests of their own; that of the site needs redis-server.
//   npm run examples -- vue   only those whose name contains one of the words
import { deepEqual } from "node:assert/strict";
import { join } from "node:path";
import { launch } from "../tests/firefox/browser.mjs";
import { played } from "../tests/examples.mjs";
import { Failure, ROOT, program, say, step } from "./run.mjs";
import { inside, launchChromium, packed, project } from "./scratch.mjs";
import { serve } from "./serve.mjs";

/** What is run where an example has a test of its own. */
const TESTED = { mcp: ["npm", "test"], site: ["npm", "test"] };
/** What is run to build each page, and the folder that is served. */
const PAGES = {
  html: { serves: "." },
  react: { build: ["npm", "run", "build"], serves: "dist" },
  vue: { build: ["npm", "run", "build"], serves: "dist" },
  svelte: { build: ["npm", "run", "build"], serves: "dist" },
};

async function looksRight(browser, url, name) {
  const page = await browser.newPage();
  const { said, marks, turn, kita, wanted } = await played(page, url);
  await page.close();
  deepEqual({ said, marks, turn, kita }, { said: wanted, marks: [0, 1], turn: 5, kita: name === "html" });
}

await program(async () => {
  const words = process.argv.slice(2);
  const wanted = ([name]) => words.length === 0 || words.some((word) => name.includes(word));
  const [chosen, tested] = [PAGES, TESTED].map((all) => Object.entries(all).filter(wanted));
  if (chosen.length + tested.length === 0) throw new Failure(`no example is called ${words.join(" or ")}`);
  const tarball = await packed();
  const failed = [];
  for (const [name, test] of tested) {
    const folder = await step(`${name}: npm install`, () =>
      project(`example-${name}`, tarball, { from: join(ROOT, "examples", name) }),
    );
    const wrong = await step(`${name}: ${test.join(" ")}`, () =>
      inside(folder, test).then(
        () => undefined,
        (error) => error,
      ),
    );
    if (wrong) failed.push(`${name}: ${wrong.message}`);
  }
  const browsers =
    chosen.length === 0
      ? []
      : [
          ["Chromium", await launchChromium()],
          ["Firefox", await launch()],
        ];
  try {
    for (const [name, { build, serves }] of chosen) {
      const folder = await step(`${name}: npm install`, () =>
        project(`example-${name}`, tarball, { from: join(ROOT, "examples", name) }),
      );
      if (build) await step(`${name}: ${build.join(" ")}`, () => inside(folder, build));
      const server = await serve(join(folder, serves), { isolated: false });
      for (const [browser, driver] of browsers) {
        const wrong = await looksRight(driver, server.url, name).then(
          () => undefined,
          (error) => error,
        );
        say(`${name} in ${browser}: ${wrong ? wrong.message : "right"}`);
        if (wrong) failed.push(`${name} in ${browser}`);
      }
      await server.close();
    }
  } finally {
    for (const [, driver] of browsers) await driver.close();
  }
  if (failed.length > 0) throw new Failure(failed.join("\n"));
});
