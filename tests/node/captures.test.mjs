// Captures of a browser: nothing private of them comes out, and large ones are read again for each of their games.
import assert from "node:assert/strict";
import { createReadStream, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { CAPTURE, SECRET, assertPrivate } from "../capture.mjs";
import { game, majsoul } from "../page/game.mjs";
import { EXAMPLE, folder, part, run } from "./cli.mjs";

/** More bytes than a file has that is held in the memory. */
const LARGE = 9 * 1024 * 1024;
const QUICK = ["--depth", "first"];

test("nothing private of a capture is in the output, the messages and the journal of the command line", async (t) => {
  const place = folder(t);
  const named = { access_token: SECRET, log: { headers: [{ name: "Cookie", value: SECRET }] } };
  const files = {
    "capture.har": CAPTURE,
    "console.json": majsoul(game(), named),
    "cut.har": CAPTURE.slice(0, CAPTURE.length / 2),
    "lobby.har": CAPTURE.replace(/,\{"data":"(?:(?!"type").)*"type":"receive"\}/u, ""),
  };
  assert.ok(files["lobby.har"].length < 1_000 && JSON.parse(files["lobby.har"]));
  for (const [name, text] of Object.entries(files)) {
    const path = join(place, name);
    writeFileSync(path, text);
    const isWhole = ["capture.har", "console.json"].includes(name);
    const quick = ["review", path, ...QUICK, "--seat", "3"];
    const more = [
      ...["text", "md", "html", "jsonl"].map((format) => [...quick, "--format", format]),
      [...quick, "--summary"],
      ["convert", path, "--to", "tenhou6"],
      ["convert", path, "--to", "mjai", "--json"],
    ];
    const asked = [
      [...quick, "--json", "--verbose", "--journal", join(place, "journal.jsonl")],
      ["convert", path, "--to", "mjai"],
      ...(name === "capture.har" ? more : []),
    ];
    for (const args of asked) {
      const { code, stdout, stderr } = await run(args);
      assert.equal(code, isWhole ? 0 : 1, `${args.join(" ")}: ${stderr}`);
      if (isWhole) assert.ok(stdout.length > 100, args.join(" "));
      assertPrivate(stdout + stderr, args.join(" "));
    }
  }
  // of a folder, too, whose journal has a name of its own
  const { stderr } = await run(["review", place, ...QUICK, "--seat", "3", "--verbose"], { cwd: place });
  assertPrivate(stderr, "the folder");
  for (const name of ["journal.jsonl", "nanikiru-review.jsonl"]) {
    const journal = readFileSync(join(place, name), "utf8");
    assert.ok(journal.includes('"decision"'), name);
    assertPrivate(journal, name);
  }
});

test("the games of a large file are those of a small one, from the disk and from stdin", async (t) => {
  const place = folder(t);
  const games = readFileSync(EXAMPLE, "utf8") + game();
  const [small, large] = ["small", "large"].map((name) => join(place, `${name}.mjson`));
  writeFileSync(small, games);
  writeFileSync(large, games + "\n".repeat(LARGE));
  for (const args of [
    ["review", ...QUICK, "--seat", "3", "--json"],
    ["convert", "--to", "mjai"],
  ]) {
    const wanted = await run([...args, small]);
    assert.equal(wanted.code, 0, wanted.stderr);
    for (const [name, shell] of [[large], ["-", `"$@" < '${large}'`], ["-", `cat '${large}' | "$@"`]]) {
      const { code, stdout, stderr } = await run([...args, name], { shell });
      assert.deepEqual([code, stderr], [0, ""], shell);
      assert.ok(stdout.replaceAll(`"file":"${name}"`, `"file":"${small}"`) === wanted.stdout, shell ?? name);
    }
  }
  const both = await run(["review", ...QUICK, "--seat", "3", "--json", "--jobs", "2", large, small]);
  assert.deepEqual(
    JSON.parse(both.stdout).files.map((one) => [one.file, one.game, one.decisions.length > 0]),
    [large, large, small, small].map((file, i) => [file, i % 2, true]),
  );
});

test("a large file that changes between two games is an error of the file", async (t) => {
  const place = folder(t);
  const { recordOf } = await part(place, "records");
  const path = join(place, "large.mjson");
  writeFileSync(path, Buffer.alloc(LARGE, 10));
  const record = await recordOf(path);
  const key = await record.key();
  assert.equal(key, await record.key());
  for (let i = 0; i < 2; i += 1) {
    const { size, arrayBuffer } = await record.log();
    assert.deepEqual([size, (await arrayBuffer()).byteLength], [LARGE, LARGE]);
  }
  writeFileSync(path, Buffer.alloc(LARGE + 1, 10));
  for (const ask of [() => record.key(), () => record.log()])
    await assert.rejects(ask(), ({ code }) => code === "file.changed");
  const other = await recordOf(path);
  assert.notEqual(await other.key(), key);
  const piped = await recordOf("-", createReadStream(path));
  assert.equal(await piped.key(), await other.key());
});
