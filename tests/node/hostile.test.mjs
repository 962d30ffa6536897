// The bot of `nanikiru mjai` goes on after anything that a host sends: a line that is none is noted and answered, and the game
// is played as without it.
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { masked, numbers } from "../host.mjs";
import { webSocketServer } from "../socket.mjs";
import { FAST, NONE, bot, key, legal, madeUp } from "./bot.mjs";
import { start } from "./cli.mjs";
import { nanikiru } from "./support.mjs";

const deep = (n) => "[".repeat(n) + "]".repeat(n);
const MEBIBYTE = 2 ** 20;

/** Lines in which no event is heard. */
const BAD = {
  "no JSON": "{not json",
  "a bracket": "}",
  null: "null",
  "a number": "5",
  true: "true",
  "a text": '"tsumo"',
  "a list of nothing": "[null]",
  "a list of lists": "[[], 5]",
  "an object": "{}",
  "no type": '{"actor":0,"pai":"3m"}',
  "a type that is a number": '{"type":5}',
  "a type that is null": '{"type":null}',
  "a type that is an object": '{"type":{}}',
  "a byte order mark": "\ufeff",
  NUL: "\0",
  "NUL behind": '{"type":"none"}\0',
  "two events": '{"type":"none"}{"type":"none"}',
  "half of one": '{"type":"tsumo","actor":0,"pa',
  "no UTF-8": Buffer.from([0xff, 0xfe, 0x7b]),
  "UTF-16": Buffer.from("{}", "utf16le"),
  "half a pair": "\ud800",
  controls: "\u001b[2J\u0007\u009b31m",
  JavaScript: "undefined",
  "no number": '{"type":NaN}',
  "deep lists": deep(50_000),
  "deep and open": "[".repeat(50_000),
  "too long": Buffer.alloc(17 * MEBIBYTE, 65),
  "an unknown event": '{"type":"chat","text":"hello"}',
  "an event named as a method": '{"type":"constructor"}',
  "one named as a prototype": '{"type":"__proto__","__proto__":{"type":"tsumo"}}',
  "a deep unknown event": `{"type":"chat","a":${deep(50_000)}}`,
  "a long type": `{"type":"${"x".repeat(100_000)}"}`,
  "an error": '{"type":"error","message":"\\u001b[2J"}',
};

test("between the lines of a game, bad ones change no reply, and each is answered and noted in one line", async (t) => {
  const [start_, ...events] = (await madeUp(41)).slice(0, 90);
  const clean = bot(t, [...FAST, "--framing", "line"]);
  const dirty = bot(t, [...FAST, "--framing", "line"]);
  const bad = Object.entries(BAD);
  let noted = 0;
  for (const [i, event] of [{ ...start_, id: 0 }, ...events].entries()) {
    const visible = i === 0 ? event : masked(event, 0);
    for (const one of [clean, dirty]) one.say(visible);
    const reply = await clean.hear();
    assert.deepEqual(await dirty.hear(), reply);
    const [name, line] = bad[i % bad.length];
    dirty.say(line);
    // what was due is due
    assert.deepEqual(await dirty.hear(), reply, `${name} after ${JSON.stringify(visible)}`);
    // the depth, and the type
    noted += name === "a deep unknown event" ? 2 : 1;
  }
  assert.ok(noted > 2 * bad.length);
  assert.equal((await clean.end()).code, 0);
  const { code, left, stderr } = await dirty.end();
  const lines = stderr.trimEnd().split("\n");
  assert.deepEqual([code, left, lines.length], [0, [], noted]);
  for (const line of lines) assert.match(line, /^nanikiru: [^\p{Cc}\p{Bidi_Control}]{1,1200}$/u);
});

test("who answers only what is done, or what is asked, says nothing to bad lines", async (t) => {
  const events = (await madeUp(41)).slice(0, 60);
  for (const replies of ["acting", "asked"]) {
    const [clean, dirty] = [0, 1].map(() => bot(t, [...FAST, "--seat", "0", "--replies", replies]));
    const asked = replies === "asked" ? [{ type: "request_action", request_id: 1 }] : [];
    for (const event of events) {
      for (const line of [masked(event, 0), ...asked]) {
        for (const one of [clean, dirty]) one.say(line);
        for (const bad of [BAD.null, BAD["no JSON"], BAD["an unknown event"], BAD["a list of nothing"], "[]"])
          dirty.say(bad);
      }
    }
    const [wanted, found] = [await clean.end(), await dirty.end()];
    assert.deepEqual([found.code, found.left], [0, wanted.left]);
    assert.ok(found.left.length > 3, `${replies}: ${found.left.length}`);
  }
});

test("what stands beside bad things in a line is heard", async (t) => {
  const events = (await madeUp(41)).slice(0, 40);
  const allowed = await legal(events, 0);
  const arrays = bot(t, [...FAST, "--seat", "0", "--framing", "line"]);
  for (const [i, event] of events.entries()) {
    const visible = masked(event, 0);
    arrays.say([[null, visible], [visible, 5, {}], [visible], { ...visible, "\u001b": "\u202e" }][i % 4]);
    const reply = await arrays.hear();
    assert.ok(
      allowed[i].some((one) => key(one) === key(reply)),
      `${JSON.stringify(visible)}: ${JSON.stringify(reply)}: ${arrays.stderr()}`,
    );
  }
  assert.equal((await arrays.end()).code, 0);
  const marked = bot(t, FAST);
  marked.say(`\ufeff${JSON.stringify([{ type: "start_game", id: 0 }, masked(events[1], 0)])}`);
  assert.deepEqual(await marked.hear(), NONE);
  assert.deepEqual(await marked.end(), { code: 0, left: [], stderr: "" });
});

test("a field that is too deep is left out, and an event that cannot be followed leaves the drawn tile, until the next round", async (t) => {
  const hidden = Array(13).fill("?");
  const round = (kyoku) => ({
    type: "start_kyoku",
    bakaze: "E",
    dora_marker: "N",
    kyoku,
    honba: 0,
    kyotaku: 0,
    oya: kyoku - 1,
    scores: Array(4).fill(25_000),
    tehais: [["2m", "3m", "4m", "6p", "7p", "8p", "3s", "4s", "5s", "7s", "8s", "2p", "2p"], hidden, hidden, hidden],
  });
  const blind = { type: "dahai", actor: 0, pai: "W", tsumogiri: true };
  const plain = bot(t, [...FAST, "--framing", "line"]);
  for (const event of [{ type: "start_game", id: 0 }, round(1)]) plain.say(event);
  plain.say(`{"type":"tsumo","actor":0,"pai":"W","a":${deep(50_000)},"b":{"c":[[1]]}}`);
  assert.deepEqual(
    [await plain.hear(), await plain.hear(), await plain.hear()],
    [NONE, NONE, { type: "reach", actor: 0 }],
  );
  assert.equal((await plain.end()).code, 0);
  for (const broken of [
    '[{"type":"tsumo","actor":0,"pai":"W"},{"type":"reach","actor":2},{"type":"tsumo","actor":0,"pai":"W"}]',
    '{"type":"dahai","actor":7,"pai":"3m"}',
    '{"type":"tsumo","actor":0,"pai":{"a":1}}',
    '{"type":"dahai","actor":1,"pai":"\\u001b[2J"}',
    '{"type":"dora","dora_marker":[[5]]}',
    '{"type":"start_kyoku"}',
    '{"type":"start_kyoku","tehais":{"0":[]},"scores":null}',
  ]) {
    const lines = bot(t, FAST);
    lines.say({ type: "start_game", id: 0 });
    lines.say(round(1));
    assert.deepEqual([await lines.hear(), await lines.hear()], [NONE, NONE]);
    lines.say(broken);
    const own = broken.includes('"pai":"W"');
    assert.deepEqual(await lines.hear(), own ? blind : NONE, broken.slice(0, 60));
    lines.say({ type: "tsumo", actor: 0, pai: "W" });
    assert.deepEqual(await lines.hear(), blind, broken.slice(0, 60));
    lines.say(round(2));
    lines.say({ type: "tsumo", actor: 1, pai: "?" });
    assert.deepEqual([await lines.hear(), await lines.hear()], [NONE, NONE]);
    const { code, left, stderr } = await lines.end();
    assert.deepEqual([code, left, stderr.trimEnd().split("\n").length], [0, [], 1], stderr);
    assert.match(stderr, /without a plan from here\n$/);
  }
});

test("a request is answered by its number, be it any value of JSON, but not one that is too deep", async (t) => {
  const asked = bot(t, [...FAST, "--replies", "asked"]);
  asked.say({ type: "start_game", id: 0 });
  for (const id of [7, "a", null, [1], { a: [1] }]) {
    asked.say({ type: "request_action", request_id: id });
    assert.deepEqual(await asked.hear(), { type: "none", request_id: id });
  }
  asked.say(`{"type":"request_action","request_id":${deep(50_000)}}`);
  assert.deepEqual(await asked.hear(), NONE);
  assert.equal((await asked.end()).code, 0);
});

test("a line of hundreds of megabytes is counted and not stored", async (t) => {
  const { child, said, ended } = start(["mjai", ...FAST]);
  t.after(() => child.kill("SIGKILL"));
  const chunk = Buffer.alloc(MEBIBYTE, 65);
  const write = (bytes) => new Promise((done) => child.stdin.write(bytes, done));
  for (let i = 0; i < 600; i += 1) await write(chunk);
  await write('\n{"type":"start_game","id":0}\n');
  child.stdin.end();
  const { code } = await ended;
  assert.deepEqual([code, said.stdout], [0, '{"type":"none"}\n{"type":"none"}\n']);
  assert.equal(said.stderr, `nanikiru: a line of ${600 * MEBIBYTE} bytes: 16777216 are the most that is read\n`);
});

/** A server over TCP that is asked for nothing: `met` has the connection. */
async function tcp(t, met) {
  const server = createServer((socket) => met(socket.on("error", () => {})));
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  t.after(() => server.close());
  return `127.0.0.1:${server.address().port}`;
}

const oneLine = (stderr, where) =>
  assert.match(stderr, new RegExp(`^nanikiru: ${where.replaceAll(".", "\\.")}[^\\n]*\\n$`), stderr);

test("over TCP bad lines are answered, also in pieces, and a connection that breaks is a line and code 1", async (t) => {
  const said = [];
  const address = await tcp(t, (socket) => {
    const lines = [
      Buffer.from(BAD["no JSON"]),
      Buffer.from(BAD["no UTF-8"]),
      Buffer.from(BAD["deep lists"]),
      Buffer.from('{"type":"start_game","id":0,"names":["東","\u2028","c","d"]}'),
    ];
    const bytes = Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\r\n")]));
    createInterface({ input: socket }).on(
      "line",
      (line) => said.push(JSON.parse(line)) === lines.length && socket.end(),
    );
    for (let at = 0; at < bytes.length; at += 9_973) socket.write(bytes.subarray(at, at + 9_973));
  });
  const { code, stderr } = await bot(t, [...FAST, "--tcp", address]).end();
  assert.deepEqual([code, said, stderr.trimEnd().split("\n").length], [0, Array(4).fill(NONE), 3], stderr);
  const breaks = {
    "at once": (socket) => socket.resetAndDestroy(),
    "after a line": (socket) =>
      socket.write('{"type":"start_game","id":0}\n', () => setTimeout(() => socket.resetAndDestroy(), 50)),
    "while it answers": (socket) =>
      socket.once("data", () => socket.resetAndDestroy()).write('{"type":"start_game","id":0}\n'.repeat(2_000)),
  };
  for (const [name, met] of Object.entries(breaks)) {
    const where = await tcp(t, met);
    const broken = await bot(t, [...FAST, "--tcp", where]).end();
    assert.equal(broken.code, 1, `${name}: ${broken.stderr}`);
    oneLine(broken.stderr, where);
  }
  for (const where of ["127.0.0.1:1", "nowhere.invalid:80"]) {
    const nobody = await bot(t, [...FAST, "--tcp", where]).end();
    assert.equal(nobody.code, 1);
    oneLine(nobody.stderr, where);
  }
});

const old = typeof WebSocket === "undefined" ? "Node 20 has no WebSocket" : false;

test(
  "over a WebSocket bad frames are answered, and those of bytes or of several lines are heard",
  { skip: old },
  async (t) => {
    const heard = [];
    const frames = (raw) => [
      () => raw.text("{not json"),
      () => raw.text(""),
      () => raw.binary([0xff, 0, 1]),
      () => raw.text('{"type":"none"}{"type":"none"}'),
      () => raw.text(BAD["deep lists"]),
      () => raw.text("A".repeat(17 * MEBIBYTE)),
      () => raw.binary('{"type":"start_game","id":0}'),
      () => raw.text('{"type":"chat"}\n{"type":"end_game"}'),
    ];
    const server = await webSocketServer((_, _say, end, raw) => {
      const all = frames(raw);
      // an empty frame is no line
      const next = () => (all.length === 0 ? end() : all.shift()());
      next();
      return (reply) => {
        heard.push(reply);
        next();
        if (all.length === 6 && heard.length === 1) next();
      };
    });
    t.after(() => server.close());
    const { code, stderr } = await bot(t, [...FAST, "--ws", server.url]).end();
    assert.deepEqual([code, heard], [0, Array(7).fill(NONE)], stderr);
    assert.equal(stderr.trimEnd().split("\n").length, 6, stderr);
  },
);

test(
  "a WebSocket that is refused or breaks off is a line and code 1, one that is closed is 0",
  { skip: old },
  async (t) => {
    const ends = {
      1000: [0, (end) => end(1000)],
      1001: [0, (end) => end(1001)],
      1011: [1, (end) => end(1011)],
      4000: [1, (end) => end(4000)],
      reset: [1, (_, { socket }) => socket.resetAndDestroy()],
      gone: [1, (_, { socket }) => socket.destroy()],
      nonsense: [1, (_, { socket }) => socket.write(Buffer.alloc(20, 0xff))],
    };
    for (const [name, [wanted, finish]] of Object.entries(ends)) {
      const server = await webSocketServer((_, say, end, raw) => {
        say({ type: "start_game", id: 0 });
        return () => finish(end, raw);
      });
      t.after(() => server.close());
      const { code, stderr } = await bot(t, [...FAST, "--ws", server.url]).end();
      assert.equal(code, wanted, `${name}: ${stderr}`);
      if (wanted === 0) assert.equal(stderr, "", name);
      else oneLine(stderr, server.url);
    }
    for (const refusal of [401, 404, 500]) {
      const server = await webSocketServer(() => () => {}, { refusal });
      t.after(() => server.close());
      const { code, stderr } = await bot(t, [...FAST, "--ws", server.url], { NANIKIRU_TOKEN: "wrong" }).end();
      assert.equal(code, 1);
      oneLine(stderr, server.url);
    }
    for (const url of ["ftp://nowhere", "nowhere", "ws://"]) {
      const { code, stderr } = await bot(t, [...FAST, "--ws", url]).end();
      assert.equal(code, 2, url);
      assert.doesNotMatch(stderr, /\n\s+at /);
    }
  },
);

const TILES = ["1m", "5mr", "9s", "E", "C", "?", "5p", "xx", "", null, 5, "0m", "\u001b"];
const TYPES = [
  "dahai",
  "tsumo",
  "reach",
  "reach_accepted",
  "chi",
  "pon",
  "daiminkan",
  "kakan",
  "ankan",
  "dora",
  "hora",
  "ryukyoku",
  "end_kyoku",
  "start_kyoku",
  "start_game",
  "end_game",
  "none",
  "constructor",
];

/** An event with a field that is changed or missing. */
function changed(event, pick) {
  const copy = structuredClone(event);
  const names = Object.keys(copy);
  const name = names[pick(names.length)];
  const value = copy[name];
  const one = (list) => list[pick(list.length)];
  if (name === "type") copy[name] = one(TYPES);
  else if (typeof value === "number") copy[name] = one([value + 1, value - 1, -1, 4, 1e9, 1.5, null, "0"]);
  else if (typeof value === "string") copy[name] = one(TILES);
  else if (Array.isArray(value))
    copy[name] = one([
      [],
      value.slice(1),
      [...value, ...value],
      value.map(() => one(TILES)),
      [...value].reverse(),
      null,
      {},
    ]);
  else copy[name] = one([true, false, null, 0]);
  if (pick(10) === 0) delete copy[name];
  return copy;
}

/** A round with events lost, doubled, swapped, changed and put in. */
function disturbed(round, pick) {
  const events = structuredClone(round);
  for (let left = 1 + pick(4); left > 0; left -= 1) {
    const i = 1 + pick(events.length - 2);
    const at = events[i];
    [
      () => events.splice(i, 1),
      () => events.splice(i, 0, at),
      () => events.splice(i, 2, events[i + 1], at),
      () => events.splice(i, 1, changed(at, pick)),
      () => events.splice(i, 0, changed(round[pick(round.length)], pick)),
    ][pick(5)]();
  }
  return events;
}

/** The rounds of made-up games, each with the event that the game begins with. */
async function rounds() {
  const all = [];
  for (const seed of [41, 77, 5]) {
    const events = await madeUp(seed);
    const begins = events.flatMap(({ type }, i) => (type === "start_kyoku" ? [i] : []));
    for (const [n, begin] of begins.entries()) all.push(events.slice(begin, begins[n + 1] ?? events.length - 1));
  }
  return all;
}

test("events that are lost, doubled, swapped or changed: an error of a table changes nothing, and each legal action can be said", async () => {
  const pick = numbers(5);
  const all = await rounds();
  const counts = { taken: 0, refused: 0, asked: 0 };
  for (let stream = 0; stream < 60; stream += 1) {
    const seat = pick(4);
    const table = await nanikiru.createTable({ seat, rules: nanikiru.RULES[pick(nanikiru.RULES.length)] });
    table.apply({ type: "start_game", names: ["A", "B", "C", "D"] });
    const state = () => JSON.stringify([table.hand, table.context(), table.actions()]);
    for (const event of disturbed(
      all[pick(all.length)].map((one) => masked(one, seat)),
      pick,
    )) {
      const before = state();
      try {
        table.apply(event);
        counts.taken += 1;
      } catch (error) {
        assert.match(error.code ?? error.stack, /^(event|request)\./, JSON.stringify(event));
        assert.equal(state(), before, JSON.stringify(event));
        counts.refused += 1;
      }
      for (const action of table.actions())
        assert.equal(typeof table.toMjai(action).type, "string", JSON.stringify(action));
      if (table.actions().length > 0) counts.asked += 1;
    }
    table.dispose();
  }
  assert.ok(counts.taken > 1_000 && counts.refused > 20 && counts.asked > 300, JSON.stringify(counts));
});

test("the program answers every line of such streams, and plays the next round again", async (t) => {
  const pick = numbers(9);
  const all = await rounds();
  const lines = bot(t, [...FAST, "--seat", "1", "--framing", "line"]);
  let count = 0;
  for (let stream = 0; stream < 6; stream += 1) {
    for (const event of [
      { type: "start_game", id: 1 },
      ...disturbed(
        all[pick(all.length)].map((one) => masked(one, 1)),
        pick,
      ),
    ]) {
      lines.say(event);
      const reply = await lines.hear();
      assert.equal(typeof reply?.type, "string", `${JSON.stringify(event)}: ${lines.stderr()}`);
      count += 1;
    }
  }
  const { code, left } = await lines.end();
  assert.deepEqual([code, left], [0, []]);
  assert.ok(count > 150, `${count}`);
});
