// What lies in examples/ runs as it stands there.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { HANG } from "../limits.mjs";
import { masked } from "../host.mjs";
import { DIST, ROOT, nanikiru } from "./support.mjs";

const EVENTS = readFileSync(join(ROOT, "docs/example.mjson"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const python = spawnSync("python3", ["--version"]).status === 0;

test("a folder with a bot.py: an array of events in, one reply out", { skip: python ? false : "no python3" }, () => {
  const batches = EVENTS.map((event) => [masked(event.type === "start_game" ? { ...event, id: 0 } : event, 0)]);
  const env = {
    ...process.env,
    NANIKIRU_CLI: join(DIST, "cli.js"),
    NANIKIRU_OPTIONS: "--depth first --threads 1 --budget-ms 60000",
  };
  const input = `${batches.map((batch) => JSON.stringify(batch)).join("\n")}\n`;
  const run = (args) =>
    spawnSync("python3", [join(ROOT, "examples/akagi/bot.py"), ...args], {
      input,
      env,
      encoding: "utf8",
      timeout: HANG,
    });
  for (const args of [[], ["0"]]) {
    const { status, stdout, stderr } = run(args);
    assert.equal(status, 0, stderr);
    const replies = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.equal(replies.length, EVENTS.length);
    for (const [i, { type, actor, pai }] of EVENTS.entries()) {
      const asked = type === "tsumo" && actor === 0;
      assert.equal(replies[i].type === "none", !asked, JSON.stringify([EVENTS[i], replies[i]]));
      if (asked && replies[i].type === "dahai") assert.equal(replies[i].tsumogiri, replies[i].pai === pai);
    }
  }
});

test("the bot of the documentation is that of examples/, and replies to every line", () => {
  const file = join(ROOT, "examples/bot/bot.mjs");
  const code = readFileSync(file, "utf8");
  assert.ok(
    readFileSync(join(ROOT, "docs/COMMANDS.md"), "utf8").includes(`\`\`\`js\n${code}\`\`\``),
    "docs/COMMANDS.md has another bot",
  );
  assert.ok(code.trim().split("\n").length <= 10);
  const input = EVENTS.map((event) => `${JSON.stringify([masked(event, 0)])}\n`).join("");
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, "0"], {
    input,
    encoding: "utf8",
    timeout: HANG,
  });
  assert.deepEqual([status, stderr], [0, ""]);
  const replies = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.equal(replies.length, EVENTS.length);
  for (const [i, { type, actor }] of EVENTS.entries())
    assert.equal(replies[i].type === "none", !(type === "tsumo" && actor === 0), JSON.stringify(replies[i]));
});

test("the README of the server for assistants is short, and its configuration names the server", () => {
  const readme = readFileSync(join(ROOT, "examples/mcp/README.md"), "utf8");
  assert.ok(readme.trim().split("\n").length <= 10);
  const { mcpServers } = JSON.parse(readme.match(/```json\n(.*?)```/s)[1]);
  const [path] = mcpServers.nanikiru.args;
  assert.ok(readFileSync(join(ROOT, path.slice(path.indexOf("examples/"))), "utf8").includes("StdioServerTransport"));
});

/** The examples of the doc comments of a file, each as it stands there. */
const examplesOf = (file) =>
  [...readFileSync(join(ROOT, file), "utf8").matchAll(/^ \* @example\n(?<code>(?: \* .*\n)+)/gmu)].map(({ groups }) =>
    groups.code.replaceAll(/^ \* /gmu, ""),
  );

test("examples of doc comments run with what they take from around them", async () => {
  const file = readFileSync(join(ROOT, "docs/example.mjson"));
  const players = { east: {}, south: {}, west: {}, north: {} };
  const said = [];
  const around = {
    ...nanikiru,
    hand: "2346m4067p2478s55z",
    context: { seat: "east", doraIndicators: "4p", turn: 1, players },
    event: { type: "start_game", id: 0, names: ["a", "b", "c", "d"] },
    file,
    record: file,
    input: { files: [file] },
    bar: {},
    console: { log: (...words) => said.push(words) },
    alert: (text) => said.push([text]),
    send: (action) => said.push([action.type]),
  };
  const all = ["js/index.ts", "js/action.ts", "js/decision.ts", "js/statistics.ts"].flatMap((path) =>
    examplesOf(path).map((code) => ({ path, code })),
  );
  assert.ok(all.length >= 16, `${all.length}`);
  const AsyncFunction = (async () => {}).constructor;
  for (const { path, code } of all) {
    const body = code.replaceAll(/^import .*$/gmu, "").replaceAll(/\(\{ (deadlineMs): \d+ \}\)/gu, "({ $1: 60000 })");
    const own = (name) => new RegExp(`\\b(?:const|let) (?:\\[|\\{ )?${name}\\b`, "u").test(body);
    const given = Object.entries(around).filter(([name]) => !own(name));
    try {
      await new AsyncFunction(...given.map(([name]) => name), body)(...given.map(([, value]) => value));
    } catch (error) {
      assert.fail(`${path}: ${error.message}\n${code}`);
    }
  }
  assert.ok(said.length > 20, `${said.length}`);
  for (const words of said) assert.ok(!words.includes(undefined), JSON.stringify(words));
});
