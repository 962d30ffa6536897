// Records that no game has: what they cost, and what the answer is.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { run } from "./cli.mjs";
import { DIST, ROOT, analyzer, nanikiru } from "./support.mjs";

/** Rounds that a record can have, as `MOST_ROUNDS` in src/replay/mod.rs. */
const MOST_ROUNDS = 100;
const MOST_MIB = 256;

/** Reads the record over and over in a process of its own; gives the answer and the process's memory. */
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

test("what is no record is an error with its name, by parseLog and review alike", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  const record = readFileSync(join(ROOT, "tests/fuzz/seeds/record/tenhou6"), "utf8");
  const none = [
    ["", /empty/],
    ["{}", /without the `log`/],
    ['{"error":"not found"}', /without the `log`/],
    [record.replace('"log"', '"lgo"'), /without the `log`/],
    ["<!doctype html><title>404</title>", /a web page/],
    ["https://tenhou.net/0/?log=2019010100gm-00a9-0000-00000000", /1\. .* 2\. .* 3\. /, "log.address"],
    ["https://game.mahjongsoul.com/?paipu=210815-01234567", /1\. .* 2\. .* 3\. /, "log.address"],
  ];
  for (const [log, message, code = "log.unknown"] of none) {
    const review = async () => {
      for await (const decision of engine.review(log)) assert.fail(JSON.stringify(decision));
    };
    await assert.rejects(engine.parseLog(log), { code, field: "log", message });
    await assert.rejects(review(), { code, field: "log", message });
  }
  const large = new Uint8Array((64 << 20) + 1);
  await assert.rejects(engine.parseLog(large), { code: "log.too_large", field: "log" });
  // as Windows writes it
  const units = Uint16Array.from(`\ufeff${record}`, (letter) => letter.charCodeAt(0));
  assert.deepEqual(await engine.parseLog(units), await engine.parseLog(record));
});

test("a record's rules are its own, else the caller's, in parseLog, review, convertLog and the command", async (t) => {
  const engine = analyzer(t, nanikiru, { threads: 1 });
  const mjai = readFileSync(join(ROOT, "docs/example.mjson"), "utf8");
  const rulesOf = (game) => [
    ...new Set(game.rounds.flatMap(({ decisions }) => decisions.map(({ context }) => context.rules))),
  ];
  for (const rules of nanikiru.RULES) {
    const game = await engine.parseLog(mjai, { rules });
    assert.deepEqual([game.rules.name, game.rules.source, rulesOf(game)], [rules, "caller", [rules]]);
    const { text } = await engine.convertLog(mjai, "tenhou6", { rules });
    const again = await engine.parseLog(text);
    assert.equal(again.rules.name, rules);
    const first = (await engine.review(mjai, { rules, depth: "fast" }).next()).value;
    assert.equal(first.context.rules, rules);
  }
  const asked = ["docs/example.mjson", "--rules", "wrc"];
  const converted = await run(["convert", ...asked, "--to", "tenhou6"]);
  assert.deepEqual([converted.code, (await engine.parseLog(converted.stdout)).rules.name], [0, "wrc"]);
  const reviewed = await run(["review", ...asked, "--seat", "0", "--depth", "first", "--format", "jsonl"]);
  const lines = reviewed.stdout.trim().split("\n").map((line) => JSON.parse(line));
  assert.ok(reviewed.code === 0 && lines.length > 0 && lines.every(({ context }) => context.rules === "wrc"));
  const three = await run(["review", "docs/example.mjson", "--rules", "tenhou-sanma", "--depth", "first"]);
  const refused = "a game of four players, and the rules given are for three players";
  assert.deepEqual([three.code, three.stderr], [1, `nanikiru: docs/example.mjson: ${refused}\n`]);
  assert.ok(three.stdout.includes(refused) && !/\bcut\b|byte/u.test(three.stdout), three.stdout);
  const unknown = await run(["review", "docs/example.mjson", "--rules", "reno"]);
  assert.ok(unknown.code !== 0 && /wrc/u.test(unknown.stderr), unknown.stderr);
  const usual = await engine.parseLog(mjai);
  assert.deepEqual([usual.rules.name, usual.rules.source], ["tenhou", "usual"]);
  await assert.rejects(engine.parseLog(mjai, { rules: "reno" }), { code: "context.unknown_rules", field: "rules" });
  await assert.rejects(engine.review(usual, { rules: "wrc" }).next(), {
    code: "request.unknown_field",
    field: "rules",
  });
});
