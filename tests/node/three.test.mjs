// Three players by the command line, as a bot, and in the sums over games.
import assert from "node:assert/strict";
import { test } from "node:test";
import { masked } from "../host.mjs";
import { gameOfThree } from "../page/game.mjs";
import { FAST, bot, key } from "./bot.mjs";
import { folder, run } from "./cli.mjs";
import { analyzer, nanikiru } from "./support.mjs";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const HAND = "123p456789s1124z5z";
const EVENTS = gameOfThree()
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

test("analyze takes the rules of three players, and norths set aside; the help lists them", async () => {
  const table = ["--rules", "tenhou-sanma", "--dora", "3z", "--depth", "first", "--threads", "1"];
  const none = await run(["analyze", HAND, ...table, "--json"]);
  const one = await run(["analyze", HAND, ...table, "--json", "--kita", "1"]);
  assert.deepEqual([none.code, one.code, none.stderr], [0, 0, ""]);
  const kita = ({ stdout }) => JSON.parse(stdout).candidates.find(({ action }) => action.type === "kita");
  // a north that is dora is worth more with each
  assert.ok(kita(one).outcomes.win.mean > kita(none).outcomes.win.mean);
  for (const lang of Object.keys(nanikiru.LANGUAGES)) {
    const { stdout } = await run(["analyze", HAND, ...table, "--lang", lang]);
    assert.ok(stdout.includes(nanikiru.formatAction({ type: "kita" }, lang)), stdout);
  }
  for (const command of ["analyze", "danger", "review", "convert", "mjai"]) {
    const { stdout } = await run([command, "--help"]);
    for (const rules of nanikiru.THREE_PLAYER_RULES) assert.ok(stdout.includes(rules), command);
  }
});

test("what three players cannot have is refused in words", async () => {
  for (const [args, field] of [
    [["123m456p789s11223z"], "hand"],
    [[HAND, "--seat", "north"], "context.seat"],
    [[HAND, "--kita", "5"], "context.kita"],
    [[HAND, "--round", "4"], "context.roundNumber"],
  ]) {
    const { code, stdout } = await run([
      "analyze",
      ...args,
      "--rules",
      "mahjong-soul-sanma",
      "--threads",
      "1",
      "--json",
    ]);
    assert.equal(code, 1, args.join(" "));
    assert.equal(JSON.parse(stdout).error.field, field, stdout);
  }
  const { code } = await run(["analyze", HAND, "--kita", "1"]);
  assert.equal(code, 1, "nobody sets norths aside with four");
});

const KITA = new Set(["kita", "nukidora"]);
const HIDDEN = Array(13).fill("?");
/** From which event the bot knows that three play, and an event as such a host writes it. */
const HOSTS = {
  "arrays of three": (event) => event,
  "a fourth name that is empty": (event) => padded(event, { hand: HIDDEN, points: 35_000, names: ["A", "B", "C", ""] }),
  "a fourth hand that is empty": (event) => padded(event, { hand: [], points: 0, names: ["A", "B", "C", "D"] }),
  "a hidden fourth hand, no points": (event) => padded(event, { hand: HIDDEN, points: 0 }),
  "three names, and points for a fourth": (event) =>
    padded(event, { hand: HIDDEN, points: 35_000, names: ["A", "B", "C"] }),
};

/** An event with arrays of four, and with the other word for a kita. */
function padded(event, { hand, points, names = undefined }) {
  if (event.type === "start_game") return { ...event, names };
  if (event.type === "kita") return { ...event, type: "nukidora" };
  if (event.type !== "start_kyoku") return event;
  return { ...event, tehais: [...event.tehais, hand], scores: [...event.scores, points] };
}

/** Plays the game as a host writes it; every reply has to be one of the legal actions. */
async function follows(t, { seat, given = [], written = HOSTS["arrays of three"] }) {
  const table = await nanikiru.createTable({ seat, rules: "tenhou-sanma", nukidora: given.includes("--nukidora") });
  t.after(() => table.dispose());
  const line = bot(t, [...FAST, "--seat", `${seat}`, "--framing", "line", ...given]);
  const seen = new Set();
  /** The host's word for a north set aside, and those of replies with the host's before. */
  let spoken;
  const words = [];
  for (const event of EVENTS) {
    const heard = masked(event, seat);
    // the table hears the event as the host writes it, but for what fills it up to four
    table.apply({ ...heard, type: written(heard).type });
    line.say(written(heard));
    const reply = await line.hear();
    if (KITA.has(reply.type)) words.push([spoken, reply.type]);
    if (KITA.has(event.type)) spoken = written(heard).type;
    const actions = table.actions().map((action) => table.toMjai(action));
    const allowed = actions.length === 0 ? [{ type: "none" }] : actions;
    assert.ok(
      allowed.some((one) => key(one) === key(reply)),
      `${JSON.stringify(event)}: ${JSON.stringify(reply)}: ${line.stderr()}`,
    );
    seen.add(reply.type);
  }
  assert.deepEqual(await line.end(), { code: 0, left: [], stderr: "" });
  assert.ok(seen.has("dahai") && !seen.has("chi"), [...seen].join());
  return words;
}

test("a bot follows a game of three by its rules, and every reply is legal", async (t) => {
  for (const seat of [0, 1, 2]) await follows(t, { seat, given: ["--rules", "tenhou-sanma"] });
});

for (const [host, written] of Object.entries(HOSTS))
  test(`a bot knows three players by ${host}, without an option`, (t) => follows(t, { seat: 0, written }));

test("a game of three is written with either word for a kita, and read back the same", async (t) => {
  const record = gameOfThree();
  const engine = analyzer(t, nanikiru, { threads: 1 });
  const options = { rules: "tenhou-sanma" };
  const { rounds } = await engine.parseLog(record, options);
  const said = (text) => [...new Set(text.match(/\b(kita|nukidora)\b/gu))];
  for (const [nukidora, word] of [
    [undefined, "kita"],
    [false, "kita"],
    [true, "nukidora"],
  ]) {
    const { text } = await engine.convertLog(record, "mjai", { ...options, nukidora });
    assert.deepEqual(said(text), [word]);
    assert.deepEqual((await engine.parseLog(text)).rounds, rounds);
    const args = ["convert", "-", "--to", "mjai", "--rules", "tenhou-sanma", ...(nukidora ? ["--nukidora"] : [])];
    assert.deepEqual(await run(args, { input: record }), { code: 0, stdout: text, stderr: "" });
  }
  await assert.rejects(engine.convertLog(record, "mjai", { nukidora: "yes" }), {
    code: "request.type",
    field: "nukidora",
  });
});

test("a bot sets norths aside in the host's word; before the host's first in the word of --nukidora, or kita", async (t) => {
  for (const [given, first] of [
    [[], "kita"],
    [["--nukidora"], "nukidora"],
  ])
    for (const host of ["kita", "nukidora"]) {
      const written = (event) => (KITA.has(event.type) ? { ...event, type: host } : event);
      const words = [];
      for (const seat of [0, 1, 2]) words.push(...(await follows(t, { seat, given, written })));
      assert.ok(
        words.some(([heard]) => heard === undefined) && words.some(([heard]) => heard === host),
        words.join("; "),
      );
      for (const [heard, said] of words) assert.equal(said, heard ?? first, words.join("; "));
    }
});

test("four hidden hands whose points are those of four are no table of three", async (t) => {
  const line = bot(t, [...FAST, "--seat", "0", "--framing", "line"]);
  const hand = ["1m", "2m", "3m", "4m", "5m", "6m", "7p", "8p", "9p", "1s", "2s", "E", "E"];
  const tehais = [hand, HIDDEN, HIDDEN, HIDDEN];
  // a fourth who has lost everything
  const scores = [45_000, 30_000, 25_000, 0];
  const round = { bakaze: "S", kyoku: 1, honba: 0, kyotaku: 0, oya: 0, dora_marker: "2m", scores, tehais };
  for (const event of [
    { type: "start_game", id: 0 },
    { type: "start_kyoku", ...round },
    { type: "tsumo", actor: 0, pai: "5m" },
  ]) {
    line.say(event);
    await line.hear();
  }
  assert.deepEqual(await line.end(), { code: 0, left: [], stderr: "" });
});

test("a game of three is reviewed by the command line: three players, whose decisions and rounds are their own", async (t) => {
  const file = join(folder(t), "three.mjson");
  writeFileSync(file, gameOfThree());
  const { code, stdout, stderr } = await run(["review", file, "--depth", "first", "--json"]);
  assert.equal(code, 0, stderr);
  const [{ decisions, total }] = JSON.parse(stdout).files;
  assert.equal(decisions.length, total);
  assert.deepEqual([...new Set(decisions.map(({ player }) => player))].toSorted(), [0, 1, 2]);
  assert.ok(decisions.some(({ done }) => done?.type === "kita"));
  const summary = nanikiru.summarizeGames([{ log: await nanikiru.parseLog(gameOfThree()), player: 1 }]);
  assert.deepEqual([summary.rounds, summary.riichi.total, summary.tenpaiAtDraw.total], [2, 1, 1]);
});
