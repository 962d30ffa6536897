// Three players by the command line, as a bot, and in the sums over games.
import assert from "node:assert/strict";
import { test } from "node:test";
import { masked } from "../host.mjs";
import { gameOfThree } from "../page/game.mjs";
import { FAST, bot, key } from "./bot.mjs";
import { folder, run } from "./cli.mjs";
import { nanikiru } from "./support.mjs";
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
    const { code, stdout } = await run(["analyze", ...args, "--rules", "mahjong-soul-sanma", "--threads", "1", "--json"]);
    assert.equal(code, 1, args.join(" "));
    assert.equal(JSON.parse(stdout).error.field, field, stdout);
  }
  const { code } = await run(["analyze", HAND, "--kita", "1"]);
  assert.equal(code, 1, "nobody sets norths aside with four");
});

test("a bot follows a game of three from its start_game, and every reply is legal", async (t) => {
  // what the game begins with says that there are three
  for (const [seat, given] of [
    [0, []],
    [1, ["--rules", "tenhou-sanma"]],
    [2, ["--rules", "tenhou-sanma"]],
  ]) {
    const table = await nanikiru.createTable({ seat, rules: "tenhou-sanma" });
    t.after(() => table.dispose());
    const line = bot(t, [...FAST, "--seat", `${seat}`, "--framing", "line", ...given]);
    const seen = new Set();
    for (const event of EVENTS) {
      const heard = masked(event, seat);
      table.apply(heard);
      line.say(heard);
      const reply = await line.hear();
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
  }
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
