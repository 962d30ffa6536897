// The journal of a review: what is no journal stays as it is, one process at a time writes one, and no kill loses or
// repeats anything.
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { numbers } from "../host.mjs";
import { EXAMPLE, folder, part, run, start } from "./cli.mjs";
import { sleep } from "./support.mjs";

const SETTINGS = { version: "1", depth: "first" };
const GAME = { total: 3, rounds: [], format: "mjai" };

/** The bytes of a journal of some lines. */
function whole(Journal, place) {
  const path = join(place, "whole.jsonl");
  const journal = new Journal(path, SETTINGS);
  journal.begin("x", GAME);
  for (const index of [0, 1, 2]) journal.add("x", { round: 0, index, player: 0, loss: 1.5, hand: "123m" });
  journal.begin("y", { ...GAME, names: ["à", "東", "\u2028", "d"] });
  journal.close();
  return readFileSync(path);
}

/** What a refusal may not change: the bytes, when they were written, and what lies beside them. */
function stateOf(path) {
  const { mtimeMs, ino, size } = statSync(path);
  return {
    mtimeMs,
    ino,
    bytes: size < 1e7 ? readFileSync(path).toString("hex") : size,
    beside: readdirSync(dirname(path)).sort(),
  };
}

test("a file that is no journal of these settings is refused, and is what it was", async (t) => {
  const place = folder(t);
  const { Journal } = await part(place, "journal");
  const bytes = whole(Journal, place);
  const [head, ...lines] = bytes.toString().split("\n");
  const other = head.replace('"first"', '"full"');
  const files = [
    "my notes",
    "my notes\n",
    "line one\nlast line",
    "{",
    "{}",
    "{}\n",
    "null\n",
    "5",
    "[]\n",
    "\n",
    "\0",
    " ",
    "\ufeff",
    '{"nanikiru":6,"settings":{"other',
    '{"nanikiru":6,"settings":{}}\n',
    readFileSync(EXAMPLE),
    readFileSync(EXAMPLE).subarray(0, 700),
    gzipSync("notes"),
    Buffer.alloc(5_000, 0xff),
    Buffer.alloc(200_000, 65),
    Buffer.alloc(200_000),
    `\ufeff${bytes}`,
    `\n${bytes}`,
    bytes.toString().replaceAll("\n", "\r\n").slice(1),
    other,
    `${other}\n`,
    `${other}\n${lines[0]}\nhalf`,
    lines.join("\n"),
    `${head} ${lines.join("\n")}`,
    `${head}\nmy notes\n${lines[1]}\nhalf`,
    `${head}\nnull\n{"key`,
    `${head}\n5\n`,
    `${head}\n[]\nx`,
    `${head}\n{}\nx`,
    `${head}\n${head}\n`,
    `${head}\n{"key":"x"}\n`,
    `${head}\n{"key":5,"game":{"total":1,"rounds":[]}}\n`,
    `${head}\n{"key":"x","game":null}\n`,
    `${head}\n{"key":"x","decision":{"round":"0","index":1}}\n`,
    `${head}\n${lines[1]}\n${lines[1]}\nhalf`,
  ];
  for (const [i, content] of files.entries()) {
    const path = join(place, `${i}.file`);
    writeFileSync(path, content);
    const before = stateOf(path);
    assert.throws(
      () => new Journal(path, SETTINGS),
      { message: /give another --journal/ },
      `${i}: ${String(content).slice(0, 60)}`,
    );
    assert.deepEqual(stateOf(path), before, `${i}: ${String(content).slice(0, 60)}`);
  }
  const sparse = join(place, "sparse");
  writeFileSync(sparse, "");
  truncateSync(sparse, 1.5 * 2 ** 30);
  const begin = performance.now();
  assert.throws(() => new Journal(sparse, SETTINGS), /is no journal/);
  assert.equal(statSync(sparse).size, 1.5 * 2 ** 30);
  assert.ok(performance.now() - begin < 5_000, "it was read to its end");
});

test("whatever has become of a journal, its whole lines stay, or the file does", async (t) => {
  const place = folder(t);
  const { Journal } = await part(place, "journal");
  const bytes = whole(Journal, place);
  const pick = numbers(7);
  const counts = { refused: 0, accepted: 0 };
  const changed = [
    () => bytes.subarray(0, pick(bytes.length)),
    () => Buffer.from(bytes.map((byte, i) => (i === 40 + pick(bytes.length) ? pick(256) : byte))),
    (at = pick(bytes.length)) => Buffer.concat([bytes.subarray(0, at), Buffer.from([pick(256)]), bytes.subarray(at)]),
    (at = pick(bytes.length)) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + pick(30))]),
    () => Buffer.concat([bytes, bytes.subarray(0, pick(bytes.length))]),
    () => Buffer.concat([bytes, Buffer.alloc(pick(5_000))]),
  ];
  for (let i = 0; i < 600; i += 1) {
    const path = join(place, "changed.jsonl");
    const content = changed[i % changed.length]();
    writeFileSync(path, content);
    const before = stateOf(path);
    let journal;
    try {
      journal = new Journal(path, SETTINGS);
    } catch (error) {
      assert.match(error.message, /give another --journal/);
      assert.deepEqual(stateOf(path), before);
      counts.refused += 1;
      continue;
    }
    journal.close();
    const lines = content.subarray(0, content.lastIndexOf(10) + 1);
    const found = readFileSync(path);
    // the first line of a journal that had none
    if (lines.length === 0)
      assert.ok(
        bytes.subarray(0, found.length).equals(found) && found.subarray(0, content.length).equals(content),
        String(content),
      );
    else assert.ok(found.equals(lines));
    counts.accepted += 1;
  }
  assert.ok(counts.refused > 100 && counts.accepted > 100, JSON.stringify(counts));
});

test("the program refuses a --journal that is a record, notes, a device, a pipe or a folder, in a line, and leaves it", async (t) => {
  const place = folder(t);
  const record = join(place, "record.mjson");
  copyFileSync(EXAMPLE, record);
  const notes = join(place, "notes.txt");
  writeFileSync(notes, "my notes");
  mkdirSync(join(place, "folder"));
  for (const path of [
    record,
    notes,
    join(place, "folder"),
    "/dev/null",
    "/dev/full",
    "/dev/zero",
    "/dev/stdin",
    "/proc/self/mem",
  ].filter((path) => existsSync(path))) {
    const before = path.startsWith(place) && statSync(path).isFile() ? stateOf(path) : undefined;
    const { code, stdout, stderr } = await run([
      "review",
      EXAMPLE,
      "--depth",
      "first",
      "--seat",
      "3",
      "--journal",
      path,
    ]);
    assert.ok([1, 2].includes(code), `${path}: ${code}`);
    assert.equal(stdout, "");
    assert.match(stderr, /^nanikiru: [^\n]+\n(nanikiru review --help says how it is used\n)?$/, path);
    assert.ok(stderr.includes(path === "/dev/stdin" || path === "/proc/self/mem" ? "/" : path), stderr);
    if (before) assert.deepEqual(stateOf(path), before, path);
    assert.equal(existsSync(`${path}.lock`), false, path);
  }
});

test("a lock names its process and the file to remove, and is no matter once its process has gone", async (t) => {
  const place = folder(t);
  const { Journal } = await part(place, "journal");
  const path = join(place, "journal.jsonl");
  const lock = `${path}.lock`;
  writeFileSync(lock, String(process.ppid));
  assert.throws(
    () => new Journal(path, SETTINGS),
    (error) => error.message.includes(`by process ${process.ppid}`) && error.message.includes(`remove ${lock}`),
  );
  assert.deepEqual([readFileSync(lock, "utf8"), existsSync(path)], [String(process.ppid), false]);
  // of a process that was killed, before a number was in it, or of the one that had our number before us
  for (const left of ["999999999", "", "no number", "-1", "0", String(process.pid)]) {
    writeFileSync(lock, left);
    const journal = new Journal(path, SETTINGS);
    assert.equal(readFileSync(lock, "utf8"), String(process.pid));
    journal.close();
    assert.equal(existsSync(lock), false, left);
  }
  // by another name it is the same journal
  symlinkSync(path, join(place, "link.jsonl"));
  writeFileSync(lock, String(process.ppid));
  assert.throws(() => new Journal(join(place, "link.jsonl"), SETTINGS), /by process/);
  rmSync(lock);
  const ended = await run(["review", EXAMPLE, "--depth", "first", "--journal", path]);
  assert.match(ended.stderr, /give another --journal/);
  assert.equal(existsSync(lock), false, "a refusal leaves no lock");
});

/** Takes a journal in a loop, when it is said to: each time it holds it alone, or says by whom it is held. */
const TAKER = `
  import { readFileSync, rmSync, writeFileSync } from "node:fs";
  const { Journal } = await import(process.argv[2]);
  const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  process.on("message", ({ path, at, hold }) => {
    while (Date.now() < at);
    let found;
    try {
      const journal = new Journal(path, {});
      try {
        writeFileSync(path + "-inside", String(process.pid), { flag: "wx" });
        sleep(hold);
        rmSync(path + "-inside");
        found = "held";
      } catch (error) {
        found = error.code === "EEXIST" ? "beside " + readFileSync(path + "-inside", "utf8") : error.stack;
      }
      journal.close();
    } catch (error) {
      found = /is being written by process \\d+/.test(error.message) ? "refused" : error.stack;
    }
    process.send(found);
  });
  process.send("ready");
`;

function taker(t, place, outfile) {
  const script = join(place, "taker.mjs");
  writeFileSync(script, TAKER);
  const child = fork(script, [outfile], { stdio: "ignore" });
  t.after(() => child.kill("SIGKILL"));
  const waiting = [];
  const heard = [];
  child.on("message", (message) => (waiting.shift() ?? ((one) => heard.push(one)))(message));
  const next = () => new Promise((done) => (heard.length > 0 ? done(heard.shift()) : waiting.push(done)));
  const end = () =>
    new Promise((done) => (child.signalCode === null ? child.once("exit", done).kill("SIGKILL") : done()));
  return { child, end, next, take: (order) => (child.send(order), next()) };
}

test("of processes that open a journal at once one holds it, whatever lock was left there", async (t) => {
  const place = folder(t);
  const { outfile } = await part(place, "journal");
  const takers = Array.from({ length: 8 }, () => taker(t, place, outfile));
  for (const one of takers) assert.equal(await one.next(), "ready");
  const left = { none: undefined, stale: "999999999", empty: "" };
  const counts = { held: 0, refused: 0 };
  for (const [name, content] of Object.entries(left)) {
    for (let trial = 0; trial < 40; trial += 1) {
      const path = join(place, `${name}-${trial}.jsonl`);
      if (content !== undefined) writeFileSync(`${path}.lock`, content);
      const found = await Promise.all(takers.map(({ take }) => take({ path, at: Date.now() + 15, hold: 20 })));
      for (const one of found) assert.ok(one in counts, `${name} ${trial}: ${one}`);
      for (const one of found) counts[one] += 1;
      assert.ok(found.includes("held"), `${name} ${trial}: nobody has it`);
      assert.deepEqual(
        readdirSync(place).filter((file) => file.startsWith(basename(path))),
        [basename(path)],
      );
      assert.equal(readFileSync(path, "utf8"), '{"nanikiru":6,"settings":{}}\n');
    }
  }
  assert.ok(counts.refused > 100, `no race: ${JSON.stringify(counts)}`);
});

test("processes that are killed while they open a journal leave it to the next, alone", async (t) => {
  const place = folder(t);
  const { outfile, Journal } = await part(place, "journal");
  const path = join(place, "journal.jsonl");
  const next = numbers(3);
  let killed = 0;
  for (let trial = 0; trial < 12; trial += 1) {
    const takers = Array.from({ length: 3 }, () => taker(t, place, outfile));
    for (const one of takers) assert.equal(await one.next(), "ready");
    const at = Date.now() + 10;
    const found = takers.map(({ take }) => take({ path, at, hold: 30 }));
    await sleep(10 + next(25));
    await takers[0].end();
    killed += 1;
    // one that is killed inside leaves its mark, too: an empty one where that came before its number
    const others = await Promise.all(found.slice(1));
    for (const one of others)
      assert.ok(["held", "refused", "beside ", `beside ${takers[0].child.pid}`].includes(one), one);
    for (const { end } of takers) await end();
    rmSync(`${path}-inside`, { force: true });
    new Journal(path, {}).close();
    assert.deepEqual(
      readdirSync(place).filter((name) => name.startsWith("journal.jsonl")),
      ["journal.jsonl"],
    );
  }
  assert.equal(killed, 12);
});

test("a folder's review that is killed again and again has each decision once, as in one go", async (t) => {
  const place = folder(t);
  const games = join(place, "games");
  mkdirSync(games);
  const record = readFileSync(EXAMPLE, "utf8");
  for (let i = 0; i < 12; i += 1) writeFileSync(join(games, `${i}.mjson`), record.replace('"A"', `"A ${i}"`));
  const journal = join(place, "journal.jsonl");
  const args = (path) => ["review", games, "--depth", "first", "--jobs", "2", "--json", "--journal", path];
  const once = await run(args(join(place, "once.jsonl")));
  const sizeOf = (path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const all = sizeOf(join(place, "once.jsonl"));
  const next = numbers(11);
  let killed = 0;
  for (let i = 0; i < 10; i += 1) {
    const { child, ended } = start(args(journal));
    // by what it has written: a machine may be so fast that ten times of any length end the review
    const enough = sizeOf(journal) + next(Math.floor(all / 12));
    while (child.exitCode === null && child.signalCode === null && sizeOf(journal) <= enough) await sleep(2);
    child.kill("SIGKILL");
    if ((await ended).signal === "SIGKILL") killed += 1;
  }
  const resumed = await run(args(journal));
  assert.deepEqual([resumed.code, resumed.stderr, once.code], [0, "", 0]);
  assert.equal(resumed.stdout, once.stdout);
  const places = (path) =>
    readFileSync(path, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .map(
        ({ key, game, decision }) =>
          `${key} ${game ? "game" : decision ? `${decision.round} ${decision.index}` : "settings"}`,
      );
  assert.deepEqual(places(journal).sort(), places(join(place, "once.jsonl")).sort());
  assert.ok(killed > 3, `${killed} kills`);
  assert.deepEqual(readdirSync(place).sort(), ["games", "journal.jsonl", "once.jsonl"]);
});

test(
  "a folder that cannot be written is an error in the system's words, without a stack",
  { skip: process.getuid?.() === 0 && "root may write everywhere" },
  async (t) => {
    const place = folder(t);
    const shut = join(place, "shut");
    mkdirSync(shut);
    chmodSync(shut, 0o500);
    const { code, stderr } = await run(["review", EXAMPLE, "--journal", join(shut, "journal.jsonl")]);
    assert.equal(code, 1);
    assert.match(stderr, /^nanikiru: EACCES: [^\n]+\n$/);
  },
);
