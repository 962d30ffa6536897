// npm run bench: every figure of the README about the search and the time of danger, natively, in Node and in
// Chromium, one table after the other.
//   npm run bench -- 60    on that many recorded hands a row instead of 200, and positions instead of 2,000
// Takes hours on two cores with the full numbers. The tables go to the standard output.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPackage } from "./build.mjs";
import { Failure, ROOT, attempt, program, say } from "./run.mjs";
import { setup, withChromium } from "./setup.mjs";

async function show(command, args, env) {
  say([command, ...args].join(" "));
  const { ok } = await attempt(command, args, { env });
  if (!ok) throw new Failure(`${command} ${args.join(" ")} failed`);
}

await program(async () => {
  const [number] = process.argv.slice(2);
  const sample = number === undefined ? [] : ["--sample", number];
  await setup();
  const reason = await withChromium();
  if (reason) throw new Failure(reason);
  await buildPackage();
  await show("cargo", ["bench", "--bench", "search"], { RAYON_NUM_THREADS: "1" });
  await show(process.execPath, ["benches/search.mjs"]);
  await show(process.execPath, ["benches/danger.mjs"]);
  if (!existsSync(join(ROOT, "../shared"))) return say("skipped: no ../shared, so no recorded hands");
  const measure = (...args) => show("cargo", ["tools", "measure", ...args, ...sample]);
  await measure("table1");
  await measure("agreement");
  await measure("speed");
  const folder = mkdtempSync(join(tmpdir(), "nanikiru-"));
  try {
    const cases = join(folder, "cases.json");
    await measure("speed", "--cases", cases);
    await show(process.execPath, ["benches/search.mjs", cases, "--memory"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
