// What is read: bounded before it is read, by content and not by name, and nothing of a folder is left out without a
// word.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { EXAMPLE, folder, part, run } from "./cli.mjs";
import { HAND } from "./support.mjs";

const noPipes = process.platform === "win32" && "no pipes by name";
const pipe = (path) => assert.equal(spawnSync("mkfifo", [path]).status, 0);

/** A file of many bytes that takes no room. */
function sparse(path, size = 1.5 * 2 ** 30) {
  writeFileSync(path, "");
  truncateSync(path, size);
}

/** What reads without end is ended. */
const bounded = { shell: 'ulimit -t 20; "$@"' };

test(
  "devices, pipes, sockets and folders are refused by name, at once, in every command",
  { skip: noPipes },
  async (t) => {
    const place = folder(t);
    const [named, socket, large] = ["pipe", "socket", "large"].map((name) => join(place, name));
    pipe(named);
    const server = createServer().listen(socket);
    t.after(() => server.close());
    sparse(large);
    symlinkSync(named, join(place, "link"));
    for (const path of [
      named,
      join(place, "link"),
      socket,
      place,
      large,
      "/dev/zero",
      "/dev/full",
      "/dev/null",
      "/dev/random",
    ].filter((one) => existsSync(one))) {
      for (const args of [
        ["convert", path, "--to", "mjai"],
        ["analyze", HAND, "--context", path],
        ["danger", HAND, "-c", path],
        ...(path === place ? [] : [["review", path]]),
      ]) {
        const begin = performance.now();
        const { code, stdout, stderr } = await run(args, bounded);
        assert.deepEqual([code, stdout], [1, ""], args.join(" "));
        assert.match(stderr, new RegExp(`^nanikiru: ${path}: [^\\n]+\\n$`));
        assert.ok(performance.now() - begin < 10_000, args.join(" "));
      }
    }
    const { stdout } = await run(["review", named, large, EXAMPLE, "--depth", "first", "--seat", "3", "--json"]);
    const { files, failed } = JSON.parse(stdout);
    assert.deepEqual([files.length, failed.map(({ code }) => code)], [1, ["file.kind", "file.too_large"]]);
  },
);

test("stdin is left at the limit, in every command", { skip: !existsSync("/dev/zero") && "no /dev/zero" }, async () => {
  for (const args of [
    ["convert", "-", "--to", "mjai"],
    ["analyze", "-"],
    ["danger", "-"],
    ["analyze", HAND, "--context", "-"],
    ["review", "-"],
  ]) {
    const { code, stdout, stderr } = await run(args, { shell: '"$@" < /dev/zero' });
    assert.deepEqual([code, stdout], [1, ""], args.join(" "));
    assert.match(
      stderr,
      /^nanikiru: (stdin|-): more than 67108864 bytes: 64 MiB are the most that is read\n$/,
      args.join(" "),
    );
  }
});

test("a record of just the limit is read, of a byte more is not", async (t) => {
  const place = folder(t);
  const limit = 64 * 2 ** 20;
  const record = readFileSync(EXAMPLE);
  for (const [size, wanted] of [
    [limit, 0],
    [limit + 1, 1],
  ]) {
    const path = join(place, `${size}.mjson`);
    writeFileSync(path, Buffer.concat([record, Buffer.alloc(size - record.length, 10)]));
    const { code, stderr } = await run(["convert", path, "--to", "mjai", "-o", join(place, "out")]);
    assert.equal(code, wanted, stderr);
    if (wanted === 1) assert.equal(stderr, `nanikiru: ${path}: ${size} bytes: 64 MiB are the most that is read\n`);
    const streamed = await run(["convert", "-", "--to", "mjai", "-o", join(place, "out")], {
      shell: `"$@" < '${path}'`,
    });
    assert.equal(streamed.code, wanted, streamed.stderr);
  }
});

test(
  "a folder's files are records by what is in them, whatever they are called, and what is left out is counted",
  { skip: noPipes },
  async (t) => {
    const place = folder(t);
    const [games, elsewhere] = ["games", "elsewhere"].map((name) => join(place, name));
    for (const path of [games, elsewhere, join(elsewhere, "deep"), join(games, ".git"), join(games, "node_modules")])
      mkdirSync(path);
    let count = 0;
    const record = () => readFileSync(EXAMPLE, "utf8").replace('"A"', `"A ${(count += 1)}"`);
    const records = [
      "a.jsonl",
      "b.lock",
      "c",
      ".d",
      "e.MJSON",
      "f.txt",
      "g h.json",
      "-i.mjson",
      "j.json.lock",
      "nanikiru-review.json",
    ];
    for (const name of records) writeFileSync(join(games, name), record());
    writeFileSync(join(games, "k.gz"), gzipSync(record()));
    for (const name of [".git", "node_modules"]) writeFileSync(join(games, name, "l.mjson"), record());
    writeFileSync(join(elsewhere, "m.mjson"), record());
    writeFileSync(join(elsewhere, "deep", "n.mjson"), record());
    // links to files and folders, in circles, to nothing, to themselves
    symlinkSync(join(elsewhere, "m.mjson"), join(games, "o.link"));
    symlinkSync(join(elsewhere, "deep"), join(games, "p"));
    symlinkSync(".", join(games, "q"));
    symlinkSync(games, join(elsewhere, "deep", "r"));
    symlinkSync("nothing", join(games, "s.mjson"));
    symlinkSync("t.mjson", join(games, "t.mjson"));
    pipe(join(games, "u.mjson"));
    sparse(join(games, "v.mjson"));
    writeFileSync(join(games, "w.txt"), "notes\n");
    writeFileSync(join(games, "x.mjson"), "");
    const args = ["review", "games", "--depth", "first", "--seat", "3", "--json"];
    const wanted = [...records, "k.gz", "o.link", join("p", "n.mjson")].map((name) => join("games", name)).sort();
    const leftOut = ["s.mjson", "t.mjson", "u.mjson", "v.mjson", "w.txt", "x.mjson"];
    const { code, stdout, stderr } = await run(args, { cwd: place, ...bounded });
    const { files, failed } = JSON.parse(stdout);
    assert.deepEqual([files.map(({ file }) => file), failed, code], [wanted, [], 0], stderr);
    assert.equal(
      stderr,
      `nanikiru: ${leftOut.length} files that are no records are left out (\`--verbose\` names them)\n`,
    );
    const named = (await run([...args, "--verbose"], { cwd: place })).stderr.trimEnd().split("\n");
    assert.deepEqual(
      named.map((line) => /^nanikiru: (.*?) is left out: .+$/.exec(line)?.[1]),
      [...leftOut, ".git", "node_modules"].map((name) => join("games", name)),
    );
  },
);

test("the journal of a folder and the files of its lock are no files of the folder", async (t) => {
  const place = folder(t);
  copyFileSync(EXAMPLE, join(place, "a.mjson"));
  for (const journal of [[], ["--journal", "my.mjson"]]) {
    const name = journal[1] ?? "nanikiru-review.jsonl";
    for (let i = 0; i < 2; i += 1) {
      writeFileSync(join(place, `${name}.lock`), "999999999");
      const { code, stdout, stderr } = await run(
        ["review", ".", "--depth", "first", "--seat", "3", "--json", ...journal],
        { cwd: place },
      );
      assert.deepEqual([code, JSON.parse(stdout).files.map(({ file }) => file)], [0, ["a.mjson"]], stderr);
      // the other journal lies there as any file
      assert.equal(
        stderr,
        journal.length === 0 ? "" : "nanikiru: 1 file that is no record is left out (`--verbose` names it)\n",
      );
    }
  }
});

test("a folder without a record says so, with code 1", async (t) => {
  const place = folder(t);
  const folders = ["empty", "notes", "hidden", "game"].map((name) => join(place, name));
  for (const path of [...folders, join(place, "hidden", ".git")]) mkdirSync(path);
  writeFileSync(join(place, "notes", "notes.txt"), "notes");
  copyFileSync(EXAMPLE, join(place, "hidden", ".git", "a.mjson"));
  copyFileSync(EXAMPLE, join(place, "game", "a.mjson"));
  const [empty, notes, hidden, game] = folders;
  for (const path of [empty, notes, hidden]) {
    const { code, stdout, stderr } = await run(["review", path, "--json"], { cwd: place });
    assert.deepEqual(
      [code, JSON.parse(stdout)],
      [
        1,
        {
          files: [],
          failed: [{ file: path, code: "folder.empty", message: "there are no records in this folder" }],
          players: [],
        },
      ],
    );
    assert.ok(stderr.endsWith(`nanikiru: ${path}: there are no records in this folder\n`), stderr);
  }
  const both = await run(["review", empty, game, "--depth", "first", "--seat", "3", "--json"], { cwd: game });
  assert.deepEqual([both.code, JSON.parse(both.stdout).files.length], [1, 1]);
  assert.equal((await run(["review", game, "--depth", "first", "--seat", "3"], { cwd: game })).code, 0);
});

test("whole numbers are whole, and what is no number is none", async (t) => {
  const { number, whole } = await part(folder(t), "command");
  for (const given of [
    "2.7",
    "1.5",
    "0.5",
    "1e0",
    "0x1",
    " 1",
    "",
    "x",
    "NaN",
    "Infinity",
    "9".repeat(30),
    "１",
    "-1",
    "5",
  ]) {
    assert.throws(() => whole({ n: given }, "n", { most: 4 }), {
      message: `--n is a whole number from 0 to 4, and not ${given}`,
    });
  }
  assert.throws(() => whole({ n: "9".repeat(30) }, "n"), /^Error: --n is a whole number from 0 on/);
  assert.deepEqual(
    ["0", "4", "01", "+2"].map((given) => whole({ n: given }, "n", { most: 4 })),
    [0, 4, 1, 2],
  );
  assert.equal(whole({}, "n"), undefined);
  for (const given of ["x", "", "0x1", "NaN", "Infinity", "1,5", "-0.1", "1e999", "."])
    assert.throws(() => number({ n: given }, "n"), /^Error: --n is a number from 0 on/, given);
  assert.deepEqual(
    ["0.5", ".5", "1e-9", "1E3", "7."].map((given) => number({ n: given }, "n")),
    [0.5, 0.5, 1e-9, 1000, 7],
  );
});

test("every option that takes a whole number refuses another, and says what it is", async () => {
  const options = {
    analyze: ["round", "honba", "sticks", "turn", "threads", "memory-mb", "runs", "rows"],
    review: ["jobs", "fail-on"],
    mjai: ["seat", "threads"],
  };
  const given = { analyze: [HAND, "--method", "tabu"], review: [EXAMPLE], mjai: [] };
  const all = Object.entries(options).flatMap(([command, names]) => names.map((name) => [command, name]));
  for (const [command, name] of all) {
    const { code, stdout, stderr } = await run([command, ...given[command], `--${name}`, "2.7"]);
    assert.deepEqual([code, stdout], [2, ""], `${command} --${name}`);
    assert.match(stderr, new RegExp(`^nanikiru: --${name} is a whole number from .*, and not 2\\.7\n`));
  }
  for (const seat of ["1.5", "4", "01"]) assert.equal((await run(["review", EXAMPLE, `--seat=${seat}`])).code, 2, seat);
  const { code, stderr } = await run([
    "review",
    EXAMPLE,
    "--threshold",
    "0.5",
    "--depth",
    "first",
    "--seat",
    "3",
    "--jobs",
    "2",
  ]);
  assert.equal(code, 0, stderr);
});

test("an address in the place of a file is read, or answered with how to save its record", async () => {
  const record = JSON.stringify(JSON.parse((await run(["convert", EXAMPLE, "--to", "tenhou6"])).stdout));
  const holding = [
    `https://tenhou.net/6/#json=${encodeURIComponent(record)}`,
    `tenhou.net/5/#json=${encodeURIComponent(record)}&ts=1`,
    `https://tenhou.net/6/#json=${record}`,
  ];
  for (const address of holding) {
    const { code, stdout, stderr } = await run(["convert", address, "--to", "tenhou6"]);
    assert.deepEqual(
      [code, stderr, stdout],
      [0, "", (await run(["convert", "-", "--to", "tenhou6"], { input: record })).stdout],
      address.slice(0, 40),
    );
  }
  const pointing = [
    ["https://game.mahjongsoul.com/?paipu=210815-00000000-0000-4000-8000-000000000000_a1", /F12/u],
    ["雀魂牌譜: https://game.maj-soul.com/1/?paipu=210815-00000000-0000-4000-8000-000000000000_a1_2", /F12/u],
    [
      "https://tenhou.net/0/?log=2019051200gm-0009-7447-00000000&tw=2",
      /https:\/\/tenhou\.net\/0\/log\/\?2019051200gm-0009-7447-00000000/u,
    ],
    [
      "tenhou.net/3/?log=2019051200gm-0009-7447-00000000",
      /https:\/\/tenhou\.net\/0\/log\/\?2019051200gm-0009-7447-00000000/u,
    ],
    ["https://example.com/game.json", /1\. .*2\. .*3\. /u],
  ];
  for (const [address, said] of pointing) {
    for (const args of [
      ["review", address, "--seat", "0"],
      ["convert", address, "--to", "mjai"],
    ]) {
      const { code, stdout, stderr } = await run(args);
      assert.deepEqual([code, stdout], [1, ""], stderr);
      assert.match(stderr, said);
      assert.match(stderr, /1\. .*2\. .*3\. /u);
    }
    const { failed } = JSON.parse((await run(["review", address, "--json"])).stdout);
    assert.deepEqual(
      failed.map(({ code }) => code),
      ["log.address"],
    );
    assert.match((await run(["review", address, "--lang", "zh-Hans"])).stderr, /①.*②.*③/u);
  }
});
