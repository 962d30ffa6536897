// Files with several games: the program reviews and writes all of them.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { game } from "../page/game.mjs";
import { EXAMPLE, folder, run } from "./cli.mjs";
import { analyzer, nanikiru } from "./support.mjs";

const GAME = readFileSync(EXAMPLE, "utf8");
const ALONE = [GAME, GAME.replace('["A","B","C","D"]', '["E","A","F","G"]')];
/** Hands that nobody sees: no game to review. */
const UNSEEN = JSON.stringify([0, 1, 2, 3].map(() => Array(13).fill("?")));
const HIDDEN = GAME.replace(/"tehais":.*\]\]/u, `"tehais":${UNSEEN}`);
const QUICK = ["--depth", "first"];

const reviewed = async (...args) => {
  const { code, stdout, stderr } = await run(["review", ...args, ...QUICK, "--json"]);
  return { code, stderr, ...JSON.parse(stdout) };
};

/** A file of the folder with this content. */
function file(place, name, content) {
  const path = join(place, name);
  writeFileSync(path, content);
  return path;
}

test("all games of a file are reviewed as each of them is alone, and in one journal", async (t) => {
  const place = folder(t);
  const alone = [];
  for (const [i, text] of ALONE.entries()) alone.push(...(await reviewed(file(place, `${i}.mjson`, text))).files);
  const converted = await Promise.all(
    [0, 1].map((i) => run(["convert", join(place, `${i}.mjson`), "--to", "tenhou6"]).then(({ stdout }) => stdout)),
  );
  const inputs = {
    "mjai.mjson": ALONE.join(""),
    "list.json": `[${converted.join(",")}]`,
  };
  for (const [name, text] of Object.entries(inputs)) {
    const path = file(place, name, text);
    const { code, stderr, files, failed, players } = await reviewed(path);
    assert.deepEqual([code, stderr, failed], [0, "", []], name);
    assert.deepEqual(
      files.map(({ file: of, game: at, games, names }) => [of, at, games, names]),
      alone.map(({ names }, i) => [path, i, 2, names]),
    );
    for (const [i, { decisions, summaries }] of files.entries()) {
      assert.ok(decisions.length > 3);
      assert.deepEqual([decisions, summaries], [alone[i].decisions, alone[i].summaries], `${name} ${i}`);
    }
    assert.equal(players.find((player) => player.name === "A").summary.games, 2);
  }

  const path = join(place, "mjai.mjson");
  const journal = join(place, "journal");
  const whole = await reviewed(path, "--journal", journal);
  assert.deepEqual(whole, await reviewed(path));
  const lines = readFileSync(journal, "utf8").split("\n");
  for (const kept of [lines.length >> 1, 2]) {
    writeFileSync(journal, `${lines.slice(0, kept).join("\n")}\n`);
    assert.deepEqual(await reviewed(path, "--journal", journal), whole, `${kept} lines`);
    assert.equal(readFileSync(journal, "utf8"), lines.join("\n"));
  }
});

test("each game of a file has its name in every format, and a line of jsonl says which it is", async (t) => {
  const place = folder(t);
  const path = file(place, "all.mjson", ALONE.join(""));
  for (const [format, heading] of [
    ["text", "^"],
    ["md", "^# "],
    ["html", "^<h2>"],
  ]) {
    const { code, stdout, stderr } = await run(["review", path, ...QUICK, "--format", format]);
    assert.deepEqual([code, stderr], [0, ""]);
    for (const number of [1, 2])
      assert.match(stdout.replaceAll("\\", ""), new RegExp(`${heading}\\S*all\\.mjson \\(${number}\\)`, "mu"), format);
  }
  const { stdout } = await run(["review", path, ...QUICK, "--format", "jsonl"]);
  const found = stdout.trim().split("\n").map((line) => JSON.parse(line));
  const engine = analyzer(t, nanikiru, { threads: 1 });
  const wanted = [];
  for (const at of [0, 1])
    for await (const decision of engine.review(ALONE.join(""), { depth: "first", game: at }))
      wanted.push(JSON.parse(JSON.stringify({ file: path, ...decision })));
  assert.deepEqual(found, wanted);
  assert.deepEqual([...new Set(found.map((decision) => decision.game))], [0, 1]);
});

test("what is wrong with a game is said of that game, and those before and behind it are reviewed", async (t) => {
  const place = folder(t);
  const [one, other] = ALONE;
  for (const [at, texts] of [
    [0, [HIDDEN, one, other]],
    [1, [one, HIDDEN, other]],
    [2, [one, other, HIDDEN]],
  ]) {
    const path = file(place, "all.mjson", texts.join(""));
    const { code, stderr, files, failed } = await reviewed(path);
    assert.deepEqual([code, failed], [1, []]);
    assert.deepEqual(
      files.map(({ broken, decisions }) => [broken?.code, decisions.length > 3]),
      [0, 1, 2].map((game) => (game === at ? ["log.hidden", false] : [undefined, true])),
    );
    assert.match(stderr, new RegExp(`^nanikiru: \\S*all\\.mjson \\(${at + 1}\\) is cut: [^\n]*\n$`, "u"));
    const converted = await run(["convert", path, "--to", "mjai"]);
    assert.deepEqual([converted.code, converted.stdout.match(/"start_kyoku"/gu).length], [1, 2]);
    assert.match(converted.stderr, new RegExp(`all\\.mjson \\(${at + 1}\\)`, "u"));
  }
});

test("--player asks for the games of a file that have the player", async (t) => {
  const place = folder(t);
  const path = file(place, "all.mjson", ALONE.join(""));
  const both = await reviewed(path, "--player", "A");
  assert.deepEqual([both.code, both.stderr], [0, ""]);
  assert.deepEqual(
    both.files.map(({ decisions }) => [...new Set(decisions.map(({ player }) => player))]),
    [[0], [1]],
  );
  const one = await reviewed(path, "--player", "G");
  assert.deepEqual([one.code, one.files.map(({ game: at }) => at), one.failed], [0, [1], []]);
  assert.match(one.stderr, /left out/u);
  const none = await reviewed(path, "--player", "Nobody");
  assert.equal(none.code, 1);
  assert.deepEqual(
    none.failed.map(({ game: at, code }) => [at, code]),
    [
      [0, "player.unknown"],
      [1, "player.unknown"],
    ],
  );
});

test("all games of a file are written, so that they can be read again", async (t) => {
  const place = folder(t);
  const path = file(place, "all.mjson", [...ALONE, game()].join(""));
  const engine = analyzer(t, nanikiru, { threads: 1 });
  for (const format of ["mjai", "tenhou6"]) {
    const output = join(place, format);
    assert.deepEqual(await run(["convert", path, "--to", format, "-o", output]), { code: 0, stdout: "", stderr: "" });
    const written = readFileSync(output, "utf8");
    assert.equal((await run(["convert", path, "--to", format])).stdout, written);
    for (const at of [0, 1, 2]) {
      const [before, after] = [
        await engine.parseLog(readFileSync(path), { game: at }),
        await engine.parseLog(written, { game: at }),
      ];
      assert.equal(after.games.length, 3);
      assert.deepEqual([after.names, after.rounds.length], [before.names, before.rounds.length]);
      assert.deepEqual(
        after.rounds.map(({ decisions }) => decisions),
        before.rounds.map(({ decisions }) => decisions),
      );
    }
    const { stdout } = await run(["convert", path, "--to", format, "--json"]);
    const each = stdout.trim().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual([each.length, each.map(({ text }) => text).join("")], [3, written]);
  }
});
