// The referee of the bots finds a bot at fault that is: with bots that are, and one that is not.
import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { referee } from "../../scripts/referee.mjs";
import { Failure, ROOT } from "../../scripts/run.mjs";
import { refereePath } from "../../scripts/setup.mjs";

const skip = (await refereePath()) === undefined ? "no python3 with venv" : false;

const LISTER = join(ROOT, "tests/referee/legal.mjs");

/**
 * A bot that throws away what it draws and calls nothing; `fault` is run before its tenth reply. With `kita` it sets
 * every north aside that it draws.
 */
const bot = (fault, { kita = false } = {}) => [
  process.execPath,
  "-e",
  `const actor = Number(process.argv[1]);
  let replies = 0;
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { type, actor: who, pai } = JSON.parse(line).at(-1);
    let reply = type === "tsumo" && who === actor ? { type: "dahai", actor, pai, tsumogiri: true } : { type: "none" };
    if (${kita} && reply.type === "dahai" && pai === "N") reply = { type: "kita", actor, pai };
    if (replies++ === 9 && actor === 1) { ${fault} }
    console.log(typeof reply === "string" ? reply : JSON.stringify(reply));
  });`,
  "SEAT",
];
/** A player who lists the legal actions; `fault` changes the tenth list. */
const lister = (fault, rules) => [
  process.execPath,
  "-e",
  `const file = ${JSON.stringify(LISTER)};
  const { log } = console;
  let replies = 0;
  console.log = (text) => {
    const reply = JSON.parse(text);
    if (replies++ === 9) { ${fault} }
    log(JSON.stringify(reply));
  };
  process.argv.splice(1, 0, file);
  import(require("node:url").pathToFileURL(file));`,
  "SEAT",
  ...rules,
];
const wait = (ms) => `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms});`;
const play = (fault, options) =>
  referee({ command: bot(fault), decisions: 120, budgetMs: 2000, slackMs: 1000, longestS: 20, ...options });
const fails = (fault, words, options) =>
  assert.rejects(
    play(fault, options),
    (error) => error instanceof Failure && words.every((word) => error.message.includes(word)),
  );

test("a bot that does nothing wrong: every reply is counted, none is at fault", { skip }, async () => {
  const { decisions, illegal, missing, late, replies } = await play("");
  assert.ok(decisions >= 120);
  assert.deepEqual({ illegal, missing, late }, { illegal: 0, missing: 0, late: 0 });
  assert.equal(
    Object.values(replies).reduce((sum, number) => sum + number),
    decisions,
  );
});

test("several games at once have seeds of their own, and stop together", { skip }, async () => {
  const one = await play("", { rounds: 6 });
  const three = await play("", { rounds: 6, atOnce: 3 });
  assert.ok(three.rounds >= 6 && three.rounds < 6 + 3, JSON.stringify(three));
  assert.deepEqual([one.begun, three.begun], [1, 3]);
});

test("a reply that is none of the legal actions, or no reply of mjai, is illegal", { skip }, async () => {
  await fails('reply = { type: "hora", actor, target: actor, pai: "5m" };', ["1 illegal, 0 missing", '"legal"']);
  await fails('reply = "riichi!";', ["1 illegal, 0 missing"]);
  await fails('reply = "[]";', ["1 illegal, 0 missing"]);
});

test("a bot that ends, and one that hangs, is missing", { skip }, async () => {
  await fails("process.exit();", ["0 illegal, 1 missing", "the bot has ended"]);
  await fails(wait(60_000), ["0 illegal, 1 missing", "nothing came in 8.0 s"], { longestS: 8 });
});

test("a reply after budget and slack is late, and the game goes on", { skip }, async () => {
  await fails(wait(1500), ["120 decisions", "0 illegal, 0 missing, 1 late (after 1200 ms)"], {
    budgetMs: 1000,
    slackMs: 200,
  });
});

const three = (bot) => ({ players: 3, ...(bot && { command: bot }) });

test("three players: as many bots play, whole games; a kita is counted", { skip }, async () => {
  const { decisions, games, replies } = await play("", { ...three(bot("", { kita: true })), decisions: 2000 });
  assert.ok(decisions >= 2000 && games > 0, JSON.stringify({ decisions, games }));
  assert.deepEqual(Object.keys(replies).toSorted(), ["dahai", "kita", "none"]);
});

test("three players: a kita without a north and a chi are illegal; with four every kita is", { skip }, async () => {
  await fails('reply = { type: "kita", actor, pai: "N" };', ["1 illegal, 0 missing", '"legal"'], three());
  await fails('reply = { type: "chi", actor, target: 0, pai: "3p", consumed: ["1p", "2p"] };', ["1 illegal"], three());
  await fails("", ["1 illegal, 0 missing", '\\"kita\\"'], { command: bot("", { kita: true }) });
});

for (const [players, rules] of [
  [3, ["tenhou-sanma"]],
  [4, []],
])
  test(`${players} lists of legal actions agree, unless one lacks an action or has one more`, { skip }, async () => {
    const compare = (fault) =>
      referee({ bot: "legal", players, decisions: 500, slackMs: 60_000, command: lister(fault, rules) });
    assert.equal((await compare("")).illegal, 0);
    for (const fault of ["reply.actions.pop();", 'reply.actions.push({ type: "hora" });', "reply.unasked = [{}];"])
      await assert.rejects(compare(fault), /1 illegal, 0 missing/);
    await assert.rejects(compare('reply.unasked = [{ type: "none" }];'), /1 illegal, 0 missing/);
  });
