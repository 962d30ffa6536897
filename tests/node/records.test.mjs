// Records that no game has: what they cost, and what they are told.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { DIST, ROOT, analyzer, nanikiru } from "./support.mjs";

/** Rounds that a record can have, as `MOST_ROUNDS` in src/replay/mod.rs. */
const MOST_ROUNDS = 100;
const MOST_MIB = 256;

/** Reads the record over and over in a process of its own; gives what it is told and the process's memory. */
function parsed(repeats, threads) {
  const script = `
    import { createAnalyzer } from ${JSON.stringify(pathToFileURL(join(DIST, "node.js")).href)};
    import { readFileSync } from "node:fs";
    const record = JSON.parse(readFileSync(${JSON.stringify(join(ROOT, "tests/fuzz/seeds/record/tenhou6"))}, "utf8"));
    record.log = Array(${repeats}).fill(record.log).flat();
    const engine = createAnalyzer({ threads: ${threads} });
    const { rounds, broken } = await engine.parseLog(JSON.stringify(record));
    engine.dispose();
    console.log(JSON.stringify({ rounds: rounds.length, broken, mib: process.resourceUsage().maxRSS / 1024 }));
  `;
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }));
}

test("a record of many rounds is read as far as a game goes, in little memory", () => {
  for (const threads of [1, 2]) {
    const { rounds, broken, mib } = parsed(400, threads);
    assert.deepEqual([rounds, broken.code, broken.rounds], [MOST_ROUNDS, "log.too_large", MOST_ROUNDS]);
    assert.match(broken.message, /more than 100 rounds/);
    assert.ok(mib < MOST_MIB, `${mib.toFixed()} MiB`);
  }
});

test("what is no record is told by name, by parseLog and review alike", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  const record = readFileSync(join(ROOT, "tests/fuzz/seeds/record/tenhou6"), "utf8");
  const none = [
    ["", /empty/],
    ["{}", /without the `log`/],
    ['{"error":"not found"}', /without the `log`/],
    [record.replace('"log"', '"lgo"'), /without the `log`/],
    ["<!doctype html><title>404</title>", /a web page/],
    ["https://tenhou.net/0/?log=2019010100gm-00a9-0000-00000000", /an address/],
  ];
  for (const [log, message] of none) {
    const review = async () => {
      for await (const decision of engine.review(log)) assert.fail(JSON.stringify(decision));
    };
    await assert.rejects(engine.parseLog(log), { code: "log.unknown", field: "log", message });
    await assert.rejects(review(), { code: "log.unknown", field: "log", message });
  }
  const large = new Uint8Array((16 << 20) + 1);
  await assert.rejects(engine.parseLog(large), { code: "log.too_large", field: "log" });
  // as Windows writes it
  const units = Uint16Array.from(`\ufeff${record}`, (letter) => letter.charCodeAt(0));
  assert.deepEqual(await engine.parseLog(units), await engine.parseLog(record));
});
