// The server as a client starts it: the SDK's own client, over stdio, and the same figures as the package gives.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { analyze, danger, review } from "nanikiru";

const HAND = "2346m4067p2478s55z";
const TABLE = {
  seat: "south",
  doraIndicators: "4p",
  players: { east: { river: "1z9m-4p*" }, south: { river: "1z9s" }, west: { river: "2z3z" }, north: { river: "9p1m" } },
};

const tiles = (text) => text.split(" ");
const HANDS = [
  tiles("2m 3m 4m 6m 5mr 4p 5p 6p 3s 4s 6s E E"),
  tiles("1m 8m 9m 1p 3p 9p 1s 2s 8s 9s S W N"),
  tiles("1m 8m 9m 1p 3p 9p 1s 2s 8s 9s S W N"),
  tiles("1m 1m 2p 3p 4p 7p 8p 9p 4s 5s P P P"),
];
const EVENTS = [
  { type: "start_game", names: ["A", "B", "C", "D"] },
  {
    type: "start_kyoku",
    bakaze: "E",
    kyoku: 1,
    honba: 0,
    kyotaku: 0,
    oya: 0,
    scores: Array(4).fill(25_000),
    dora_marker: "4p",
    tehais: HANDS,
  },
  { type: "tsumo", actor: 0, pai: "9p" },
  { type: "dahai", actor: 0, pai: "6s", tsumogiri: false },
  { type: "hora", actor: 3, target: 0, pai: "6s", deltas: [-1300, 0, 0, 1300] },
  { type: "end_kyoku" },
  { type: "end_game" },
];
const RECORD = EVENTS.map((event) => JSON.stringify(event)).join("\n");

const client = new Client({ name: "test", version: "1" });
const folder = mkdtempSync(join(tmpdir(), "nanikiru-mcp-"));
before(() =>
  client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [fileURLToPath(new URL("server.mjs", import.meta.url))],
    }),
  ),
);
after(async () => {
  await client.close();
  rmSync(folder, { recursive: true });
});

const call = async (name, args, options) => client.callTool({ name, arguments: args }, undefined, options);
/** What a tool answers: the structured content, which the text has, too. */
async function answered(name, args, options) {
  const { isError, structuredContent, content } = await call(name, args, options);
  assert.equal(isError, undefined, content[0].text);
  assert.deepEqual(JSON.parse(content[0].text), structuredContent);
  return structuredContent;
}
const plain = (value) => JSON.parse(JSON.stringify(value));

test("four tools, with schemas that name every field", async () => {
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    ["analyze", "danger", "review", "explain"],
  );
  for (const { inputSchema, description } of tools) {
    assert.ok(description.length > 40);
    assert.equal(inputSchema.additionalProperties, false);
    for (const [, name] of JSON.stringify(inputSchema).matchAll(/"#\/definitions\/(\w+)"/g))
      assert.ok(inputSchema.definitions[name], name);
  }
});

test("analyze answers the figures of the package, the best first", async () => {
  const { candidates, actions, shanten } = await answered("analyze", { hand: HAND, context: TABLE, rows: 3 });
  const report = plain(await analyze(HAND, TABLE, { depth: "fast", details: "none" }));
  assert.deepEqual([actions, shanten, candidates.length], [report.candidates.length, report.shanten, 3]);
  for (const [i, { text, action, value, outcomes, difference }] of candidates.entries()) {
    assert.deepEqual(
      { action, value, outcomes },
      {
        action: report.candidates[i].action,
        value: report.candidates[i].value,
        outcomes: report.candidates[i].outcomes,
      },
    );
    assert.match(text, /^(Discard|Riichi)/);
    assert.ok(
      Math.abs(difference.parts.reduce((sum, { adds }) => sum + adds, 0) - difference.value) <
        1e-3 * (1 + Math.abs(difference.value)),
    );
  }
});

test("danger answers the hand's tiles, the safest first, or all of them", async () => {
  const { tiles: own } = await answered("danger", { hand: HAND, context: TABLE });
  const report = await danger(HAND, TABLE);
  assert.deepEqual(own.map(({ tile }) => tile).sort(), [
    "0p",
    "2m",
    "2s",
    "3m",
    "4m",
    "4p",
    "4s",
    "5z",
    "6m",
    "6p",
    "7p",
    "7s",
    "8s",
  ]);
  for (const { tile, dealInRate } of own)
    assert.equal(dealInRate, report.tiles.find((one) => one.tile === tile).dealInRate);
  assert.deepEqual(
    own.map(({ dealInRate }) => dealInRate),
    own.map(({ dealInRate }) => dealInRate).sort((a, b) => a - b),
  );
  const { tiles: all } = await answered("danger", { hand: HAND, context: TABLE, all: true, estimator: "class" });
  assert.equal(all.length, report.tiles.length);
});

test("review answers the decisions of the package, of a text or a file, and says how far it is", async () => {
  const found = [];
  for await (const decision of review(RECORD, { seat: "east", depth: "first", rows: 3 })) found.push(plain(decision));
  const heard = [];
  const args = { record: RECORD, seat: "east", options: { depth: "first" }, decisions: "all" };
  const { decisions, summary } = await answered("review", args, {
    onprogress: ({ progress, total }) => heard.push([progress, total]),
  });
  assert.deepEqual(decisions, found);
  assert.equal(summary.decisions, found.length);
  assert.deepEqual(heard.at(-1), [found.length, found.length]);
  const path = join(folder, "game.mjson");
  writeFileSync(path, RECORD);
  const { decisions: wrong } = await answered("review", {
    path,
    seat: 0,
    options: { depth: "first" },
    threshold: 1e-9,
  });
  assert.deepEqual(
    wrong.map(({ sentence }) => sentence),
    found.filter(({ loss }) => loss > 0).map(({ sentence }) => sentence),
  );
});

test("review answers each game of a record with several, and names them all", async () => {
  const second = RECORD.replace('["A","B","C","D"]', '["E","F","G","H"]');
  const path = join(folder, "games.mjson");
  writeFileSync(path, `${RECORD}\n${second}\n`);
  const asked = { path, seat: 0, options: { depth: "first" }, decisions: "all" };
  for (const [game, name, more] of [
    [0, "A", {}],
    [0, "A", { game: 0 }],
    [1, "E", { game: 1 }],
  ]) {
    const { decisions, broken, ...rest } = await answered("review", { ...asked, ...more });
    assert.deepEqual([rest.game, rest.games.map(({ names }) => names[0]), broken], [game, ["A", "E"], undefined]);
    const found = [];
    const options = { game, seat: 0, depth: "first", rows: 3 };
    for await (const one of review(readFileSync(path), options)) found.push(plain(one));
    assert.ok(found.length > 0 && found.every((one) => one.name === name));
    assert.deepEqual(decisions, found);
  }
  const { isError, structuredContent } = await call("review", { ...asked, game: 2 });
  assert.deepEqual([isError, structuredContent.error.field], [true, "game"]);
});

test("review answers what a record that is cut has, and says where it is cut", async () => {
  const cut = [...EVENTS.slice(0, -1), EVENTS[1], EVENTS[2]].map((event) => JSON.stringify(event)).join("\n");
  const args = { record: cut, seat: 0, options: { depth: "first" }, decisions: "all" };
  const { decisions, broken } = await answered("review", args);
  assert.ok(decisions.length > 0);
  assert.equal(broken.code, "log.unfinished");
});

test("explain says what two actions differ by", async () => {
  const [best, next] = (await analyze(HAND, TABLE, { depth: "fast" })).candidates;
  const { sentence, reasons, difference } = await answered("explain", {
    hand: HAND,
    context: TABLE,
    action: next.action,
  });
  assert.equal(difference.value, next.value - best.value);
  assert.ok(reasons.length > 0 && sentence.includes("less than"), sentence);
  const turned = await answered("explain", { hand: HAND, context: TABLE, action: best.action, than: next.action });
  assert.equal(turned.difference.value, best.value - next.value);
  assert.match(turned.sentence, /more than/);
});

test("what is asked wrongly is an error of the tool, with its code, and the server goes on", async () => {
  const wrong = [
    ["analyze", { hand: "123m" }, "hand.size", "hand"],
    ["analyze", {}, "request.missing_field", "hand"],
    ["analyze", { hand: HAND, depth: "fast" }, "request.unknown_field", "depth"],
    ["analyze", { hand: HAND, rows: 0 }, "request.out_of_range", "rows"],
    ["analyze", { hand: HAND, context: { doraIndicator: "4p" } }, "request.unknown_field", "context.doraIndicator"],
    ["danger", { hand: HAND, context: TABLE, all: "yes" }, "request.type", "all"],
    ["review", { record: "milk, eggs, bread" }, "log.unknown", "log"],
    ["review", { path: join(folder, "none") }, "log.unknown", "path"],
    ["review", {}, "request.missing_field", "record"],
    ["review", { record: RECORD, game: -1 }, "request.out_of_range", "game"],
    ["review", { record: RECORD, game: 0.5 }, "request.type", "game"],
    ["review", { record: RECORD, seat: "up" }, "request.unknown_value", "seat"],
    ["explain", { hand: HAND, action: { type: "ron" } }, "request.unknown_value", "action"],
  ];
  for (const [name, args, code, field] of wrong) {
    const { isError, structuredContent, content } = await call(name, args);
    assert.equal(isError, true, content[0].text);
    assert.deepEqual([structuredContent.error.code, structuredContent.error.field], [code, field]);
    assert.ok(structuredContent.error.message.length > 5 && content[0].text.includes(code));
  }
  await assert.rejects(call("play", {}), /there is no tool play/);
  assert.equal((await answered("analyze", { hand: HAND })).shanten, 1);
});
