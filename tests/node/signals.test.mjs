// Ctrl-C is heard at once by a command that waits for anything, and pipes, devices and disks that take nothing are a line
// and a code.
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { numbers } from "../host.mjs";
import { LINGER } from "../limits.mjs";
import { EXAMPLE, folder, run, start } from "./cli.mjs";
import { HAND, sleep } from "./support.mjs";

/** Interrupts a command that has not ended; gives its end, and how long that took. */
async function interruptedAt(t, args, { signal = "SIGINT", ready }) {
  const { child, ended } = start(args);
  t.after(() => child.kill("SIGKILL"));
  await ready;
  assert.equal(child.exitCode, null, `${args.join(" ")} ended by itself`);
  const begin = performance.now();
  child.kill(signal);
  const end = await ended;
  return { ...end, ms: performance.now() - begin };
}

/** The same once it has started: before any of our code runs the system ends the process. */
async function interrupted(t, args, { signal, ready } = {}) {
  for (let after = 500; ; after *= 2) {
    const end = await interruptedAt(t, args, { signal, ready: ready ?? sleep(after) });
    if (end.signal === null || ready || after > 8_000) return end;
  }
}

function silent(t) {
  let met;
  const ready = new Promise((done) => (met = done));
  const server = createServer((socket) => {
    t.after(() => socket.destroy());
    socket.on("error", () => {});
    met(sleep(300));
  });
  t.after(() => server.close());
  return new Promise((done) =>
    server.listen(0, "127.0.0.1", () => done({ address: `127.0.0.1:${server.address().port}`, ready })),
  );
}

const old = typeof WebSocket === "undefined";

test("Ctrl-C and an end that is asked for are heard at once, whatever a command waits for, with code 130", async (t) => {
  const { address, ready } = await silent(t);
  const slow = ["analyze", "13579m13579p135s", "--offered", "2m", "--from", "left", "--depth", "deepest"];
  const waiting = [
    [["analyze", "-"]],
    [["danger", "-", "--context", EXAMPLE]],
    [["analyze", HAND, "--context", "-"]],
    [["convert", "-", "--to", "mjai"]],
    [["review", "-"]],
    [["mjai"]],
    [slow],
    [["mjai", "--tcp", address], { ready }],
    ...(old ? [] : [[["mjai", "--ws", `ws://${(await silent(t)).address}`]]]),
    [["analyze", "-"], { signal: "SIGTERM" }],
    [["mjai"], { signal: "SIGTERM" }],
  ];
  for (const [args, options] of waiting) {
    const { code, signal, stdout, stderr, ms } = await interrupted(t, args, options);
    assert.deepEqual([code, signal, stdout], [130, null, ""], `${args.join(" ")}: ${stderr}`);
    assert.match(stderr, /^nanikiru: interrupted[^\n]*\n$/, args.join(" "));
    assert.ok(ms < LINGER, `${args.join(" ")}: ${ms} ms`);
  }
});

test("an interruption while a command starts is heard as well", async (t) => {
  const pick = numbers(17);
  let heard = 0;
  const begin = performance.now();
  await run(["--version"]);
  let startup = Math.ceil(performance.now() - begin);
  for (let i = 0; i < 16; i += 1) {
    const { code, signal, ms } = await interruptedAt(t, ["mjai"], { ready: sleep(startup / 3 + pick(2 * startup)) });
    // before any of our code runs it is the system that ends the process
    assert.ok(code === 130 || signal === "SIGINT", `${code} ${signal}`);
    assert.ok(ms < LINGER, `${ms} ms`);
    if (code === 130) heard += 1;
    // a machine that is busier than it was starts more slowly
    else startup = Math.ceil(1.5 * startup);
  }
  assert.ok(heard > 0, `${heard}`);
});

test("a review that is interrupted leaves whole lines and no lock, and goes on", async (t) => {
  const place = folder(t);
  const games = join(place, "games");
  mkdirSync(games);
  for (let i = 0; i < 12; i += 1)
    writeFileSync(join(games, `${i}.mjson`), readFileSync(EXAMPLE, "utf8").replace('"A"', `"A ${i}"`));
  const args = ["review", games, "--depth", "first", "--jobs", "2", "--json"];
  const journal = join(place, "nanikiru-review.jsonl");
  const lines = () => (existsSync(journal) ? readFileSync(journal, "utf8").split("\n").length : 0);
  let seen = 0;
  for (const signal of ["SIGINT", "SIGTERM", "SIGINT"]) {
    const { child, ended } = start(args, { cwd: place });
    const before = lines();
    while (lines() < before + 2 && child.exitCode === null) await sleep(5);
    child.kill(signal);
    const { code, stderr } = await ended;
    if (code === 0) continue;
    seen += 1;
    assert.deepEqual([code, stderr], [130, "nanikiru: interrupted; a journal goes on where it stopped\n"]);
    assert.deepEqual(
      readdirSync(place).filter((name) => name.includes("lock")),
      [],
    );
    const text = readFileSync(journal, "utf8");
    assert.ok(text.endsWith("\n"));
    for (const line of text.trimEnd().split("\n")) JSON.parse(line);
  }
  assert.ok(seen > 0);
  const { code, stderr } = await run(args, { cwd: place });
  assert.deepEqual([code, stderr], [0, ""]);
});

const noFull = { skip: !existsSync("/dev/full") && "no /dev/full" };
const ONE_LINE = /^nanikiru: [^\n]+\n$/;

test("what a full disk does not take is a line and code 1, of every command", noFull, async () => {
  const commands = [
    ["--help"],
    ["--version"],
    ["analyze", "--help"],
    ["analyze", HAND, "--depth", "first"],
    ["analyze", HAND, "--depth", "first", "--json"],
    ["danger", HAND],
    ["completions", "bash"],
    ["convert", EXAMPLE, "--to", "mjai"],
    ["review", EXAMPLE, "--depth", "first"],
    ["mjai"],
  ];
  for (const args of commands) {
    const { code, stdout, stderr } = await run(args, {
      shell: '"$@" > /dev/full',
      input: '{"type":"start_game","id":0}\n',
    });
    assert.deepEqual([code, stdout], [1, ""], args.join(" "));
    assert.match(stderr, ONE_LINE, args.join(" "));
  }
  // nobody can be reached on stderr: the code is what is left
  for (const [args, wanted] of [
    [["fly"], 2],
    [["review", "nowhere"], 1],
    [[], 2],
  ]) {
    const { code } = await run(args, { shell: '"$@" 2> /dev/full' });
    assert.equal(code, wanted, args.join(" "));
  }
});

test("a reader that goes ends the command in a line and code 1", async (t) => {
  const place = folder(t);
  const record = join(place, "long.mjson");
  const [first, ...lines] = readFileSync(EXAMPLE, "utf8").trim().split("\n");
  const last = lines.pop();
  writeFileSync(record, [first, ...Array(60).fill(lines).flat(), last, ""].join("\n"));
  const { stdout, stderr } = await run(["convert", record, "--to", "mjai"], {
    shell: '{ "$@"; echo "code $?" >&2; } | head -c 10',
  });
  assert.equal(stdout.length, 10);
  assert.match(stderr, /^nanikiru: stdout: it could not be written: its reader has gone\ncode 1\n$/);
  const { child, said, ended } = start(["mjai", "--depth", "first"]);
  t.after(() => child.kill("SIGKILL"));
  child.stdout.destroy();
  child.stdin.write('{"type":"start_game","id":0}\n');
  assert.equal((await ended).code, 1);
  assert.match(said.stderr, /^nanikiru: stdout: it could not be written: its reader has gone\n$/);
  const deaf = start(["review", "nowhere"]);
  deaf.child.stderr.destroy();
  assert.equal((await deaf.ended).code, 1);
});

const noUlimit = { skip: process.platform === "win32" && "no ulimit" };

test("a disk that takes a part of what is printed is no success", noUlimit, async (t) => {
  const out = join(folder(t), "out.mjson");
  const { code, stderr } = await run(["convert", EXAMPLE, "--to", "mjai"], { shell: `ulimit -f 1; "$@" > '${out}'` });
  assert.equal(code, 1);
  assert.match(stderr, ONE_LINE);
  assert.equal(statSync(out).size, 1024);
});

test("convert -o FILE leaves an old file whole until the new one is, and nothing beside it", noUlimit, async (t) => {
  const place = folder(t);
  const out = join(place, "out.mjson");
  const args = ["convert", EXAMPLE, "--to", "mjai", "-o"];
  const wanted = (await run(args.slice(0, -1))).stdout;
  for (const old_ of [undefined, "old\n"]) {
    if (old_ !== undefined) writeFileSync(out, old_, { mode: 0o640 });
    const full = await run([...args, out], { shell: 'ulimit -f 1; exec "$@"' });
    assert.equal(full.code, 1);
    assert.match(full.stderr, ONE_LINE);
    assert.deepEqual(readdirSync(place), old_ === undefined ? [] : ["out.mjson"]);
    if (old_ !== undefined) assert.equal(readFileSync(out, "utf8"), old_);
  }
  // through a link, and with the rights that it had
  symlinkSync("out.mjson", join(place, "link"));
  assert.deepEqual(await run([...args, join(place, "link")]), { code: 0, stdout: "", stderr: "" });
  assert.deepEqual(
    [readFileSync(out, "utf8"), statSync(out).mode & 0o777, readdirSync(place).sort()],
    [wanted, 0o640, ["link", "out.mjson"]],
  );
  assert.equal((await run([...args, "/dev/null"])).code, 0);
  assert.ok(statSync("/dev/null").isCharacterDevice());
  if (existsSync("/dev/full")) {
    const { code, stderr } = await run([...args, "/dev/full"]);
    assert.equal(code, 1);
    assert.match(stderr, ONE_LINE);
  }
  assert.deepEqual([(await run([...args, place])).code, readdirSync(place).length], [2, 2]);
});
