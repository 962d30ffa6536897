// The bot of `nanikiru mjai`, as hosts speak to it: every framing has the same replies, and every reply is legal.
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { masked } from "../host.mjs";
import { webSocketServer } from "../socket.mjs";
import { FAST, NONE, bot, key, legal, madeUp } from "./bot.mjs";

test("an object a line and an array a line have the same replies, and all of them are legal", async (t) => {
  const events = await madeUp(41);
  const seen = {};
  for (const seat of [0, 1]) {
    const allowed = await legal(events, seat);
    const lines = bot(t, [...FAST, "--seat", `${seat}`, "--framing", "line"]);
    const replies = [];
    for (const [i, event] of events.entries()) {
      lines.say(masked(event, seat));
      const reply = await lines.hear();
      assert.ok(
        allowed[i].some((one) => key(one) === key(reply)),
        `${JSON.stringify(event)}: ${JSON.stringify(reply)}: ${lines.stderr()}`,
      );
      replies.push(reply);
      seen[reply.type] = (seen[reply.type] ?? 0) + 1;
    }
    assert.deepEqual(await lines.end(), { code: 0, left: [], stderr: "" });
    const arrays = bot(t, [...FAST, "--seat", `${seat}`]);
    let batch = [];
    for (const [i, event] of events.entries()) {
      batch.push(masked(event, seat));
      if (replies[i].type === "none" && i + 1 < events.length) continue;
      arrays.say(batch);
      assert.deepEqual(await arrays.hear(), replies[i], JSON.stringify(event));
      batch = [];
    }
    assert.deepEqual(await arrays.end(), { code: 0, left: [], stderr: "" });
    const acting = bot(t, [...FAST, "--seat", `${seat}`, "--replies", "acting"]);
    for (const event of events) acting.say(masked(event, seat));
    const { left } = await acting.end();
    assert.deepEqual(
      left.map((line) => JSON.parse(line)),
      replies.filter(({ type }) => type !== "none"),
    );
  }
  assert.ok(seen.dahai > 20, JSON.stringify(seen));
});

test("a game that is under way can be joined, and a round that was never dealt is played blindly", async (t) => {
  const events = await madeUp(41);
  const at = events.findIndex((event, i) => i > 40 && event.type === "tsumo" && event.actor === 2);
  const joined = bot(t, FAST);
  const start = { type: "start_game", id: 2 };
  joined.say([start, ...events.slice(1, at + 1).map((event) => masked(event, 2))]);
  const allowed = (await legal(events, 2))[at];
  const reply = await joined.hear();
  assert.ok(
    allowed.some((one) => key(one) === key(reply)),
    JSON.stringify(reply),
  );
  assert.equal((await joined.end()).code, 0);

  const blind = bot(t, [...FAST, "--seat", "2"]);
  blind.say({ type: "tsumo", actor: 2, pai: "3m" });
  assert.deepEqual(await blind.hear(), { type: "dahai", actor: 2, pai: "3m", tsumogiri: true });
  blind.say({ type: "tsumo", actor: 1, pai: "?" });
  assert.deepEqual(await blind.hear(), NONE);
  const second = events.findLastIndex(({ type }) => type === "start_kyoku");
  blind.say(events.slice(second, second + 2).map((event) => masked(event, 2)));
  assert.deepEqual(await blind.hear(), NONE);
  const { code, stderr } = await blind.end();
  assert.deepEqual([code, stderr.trim().split("\n").length], [0, 1]);
  assert.match(stderr, /without a plan/);
});

test("when time is up there is a legal reply", async (t) => {
  const events = await madeUp(77);
  const allowed = await legal(events, 0);
  const hurried = bot(t, ["--seat", "0", "--budget-ms", "1", "--threads", "1"]);
  let replies = 0;
  for (const [i, event] of events.slice(0, 60).entries()) {
    hurried.say(masked(event, 0));
    const reply = await hurried.hear();
    assert.ok(
      allowed[i].some((one) => key(one) === key(reply)),
      JSON.stringify(reply),
    );
    if (reply.type !== "none") replies += 1;
  }
  assert.ok(replies > 5, `${replies}`);
  assert.equal((await hurried.end()).code, 0);
});

test("an indicator that is turned while a tile is on offer leaves the reply as it was", async (t) => {
  const hidden = Array(13).fill("?");
  const hand = ["2m", "3m", "5m", "6m", "7m", "3p", "4p", "5p", "6s", "7s", "8s", "2s", "2s"];
  const start = {
    type: "start_kyoku",
    bakaze: "E",
    dora_marker: "1s",
    kyoku: 1,
    honba: 0,
    kyotaku: 0,
    oya: 0,
    scores: Array(4).fill(25_000),
  };
  const said = [
    { type: "start_game", id: 0 },
    { ...start, tehais: [hand, hidden, hidden, hidden] },
    { type: "tsumo", actor: 0, pai: "E" },
    { type: "dahai", actor: 0, pai: "E", tsumogiri: true },
    { type: "daiminkan", actor: 1, target: 0, pai: "E", consumed: ["E", "E", "E"] },
    { type: "tsumo", actor: 1, pai: "?" },
    { type: "dahai", actor: 1, pai: "4m", tsumogiri: true },
    { type: "dora", dora_marker: "S" },
  ];
  const win = { type: "hora", actor: 0, target: 1, pai: "4m" };
  const each = bot(t, [...FAST, "--framing", "line"]);
  const replies = [];
  for (const event of said) {
    each.say(event);
    replies.push(await each.hear());
  }
  assert.deepEqual(replies.slice(-2), [win, win]);
  assert.equal(replies[3].type, "none");
  const whole = bot(t, FAST);
  whole.say(said);
  assert.deepEqual(await whole.hear(), win);
});

test("an event that mjai does not have is left alone, and so is a line that is none", async (t) => {
  const other = bot(t, FAST);
  other.say({ type: "start_game", id: 0 });
  assert.deepEqual(await other.hear(), NONE);
  other.say({ type: "chat", text: "hello" });
  assert.deepEqual(await other.hear(), NONE);
  other.say("{");
  assert.deepEqual(await other.hear(), NONE);
  const { code, stderr } = await other.end();
  assert.deepEqual([code, stderr.trimEnd().split("\n").length], [0, 2]);
  assert.match(stderr, /^nanikiru: chat: .*\nnanikiru: \{: /);
  const framed = bot(t, [...FAST, "--framing", "array"]);
  framed.say({ type: "start_game", id: 0 });
  const { code: also, left, stderr: noted } = await framed.end();
  assert.deepEqual([also, left.length], [0, 1]);
  assert.match(noted, /the framing is line, and not array/);
});

test("whoever asks by a message of its own gets its number back", async (t) => {
  const asked = bot(t, [...FAST, "--replies", "asked"]);
  const hidden = Array(13).fill("?");
  const tehais = [
    ["2m", "3m", "4m", "6p", "7p", "8p", "3s", "4s", "5s", "7s", "8s", "2p", "2p"],
    hidden,
    hidden,
    hidden,
  ];
  asked.say({ type: "start_game", id: 0 });
  asked.say({
    type: "start_kyoku",
    bakaze: "E",
    dora_marker: "N",
    kyoku: 1,
    honba: 0,
    kyotaku: 0,
    oya: 0,
    scores: Array(4).fill(25000),
    tehais,
  });
  asked.say({ type: "tsumo", actor: 0, pai: "W" });
  asked.say({ type: "request_action", request_id: 7 });
  assert.deepEqual(await asked.hear(), { type: "reach", actor: 0, request_id: 7 });
  assert.deepEqual((await asked.end()).left, []);
});

test("over TCP it joins, plays, and ends with the connection", async (t) => {
  const events = (await madeUp(41)).slice(0, 30);
  const heard = [];
  const server = createServer((socket) => {
    const lines = createInterface({ input: socket });
    let at = 0;
    socket.write('{"type":"hello","protocol":"mjsonp","protocol_version":3}\n');
    lines.on("line", (line) => {
      heard.push(JSON.parse(line));
      if (at === events.length) return socket.end();
      const event = at === 0 ? { ...events[0], id: 0 } : masked(events[at], 0);
      at += 1;
      socket.write(`${JSON.stringify(event)}\n`);
    });
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  t.after(() => server.close());
  const connected = bot(t, [...FAST, "--tcp", `mjsonp://127.0.0.1:${server.address().port}/room7`, "--name", "tester"]);
  const { code, stderr } = await connected.end();
  assert.deepEqual([code, stderr], [0, ""]);
  assert.deepEqual(heard[0], { type: "join", name: "tester", room: "room7" });
  assert.equal(heard.length, events.length + 1);
  const allowed = await legal(events, 0);
  for (const [i, reply] of heard.slice(1).entries())
    assert.ok(
      allowed[i].some((one) => key(one) === key(reply)),
      JSON.stringify(reply),
    );
  const nobody = bot(t, [...FAST, "--tcp", "127.0.0.1:1"]);
  const refused = await nobody.end();
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /127\.0\.0\.1:1/);
});

const old = typeof WebSocket === "undefined" ? "Node 20 has no WebSocket" : false;

test(
  "over a WebSocket it shows its token, plays a frame an event, and ends with the connection",
  { skip: old },
  async (t) => {
    const events = (await madeUp(41)).slice(0, 40);
    const [heard, tokens] = [[], []];
    const server = await webSocketServer((headers, say, end) => {
      tokens.push(headers.authorization);
      let at = 0;
      const next = () =>
        at === events.length ? end() : say(at === 0 ? { ...events[at++], id: 0 } : masked(events[at++], 0));
      next();
      return (reply) => {
        heard.push(reply);
        next();
      };
    });
    t.after(() => server.close());
    const connected = bot(t, [...FAST, "--ws", server.url], { NANIKIRU_TOKEN: "secret" });
    const { code, stderr, left } = await connected.end();
    assert.deepEqual([code, stderr, left, tokens], [0, "", [], ["Bearer secret"]]);
    assert.equal(heard.length, events.length);
    const allowed = await legal(events, 0);
    for (const [i, reply] of heard.entries())
      assert.ok(
        allowed[i].some((one) => key(one) === key(reply)),
        JSON.stringify(reply),
      );
    assert.ok(heard.some(({ type }) => type === "dahai"));
  },
);

test("over a WebSocket it answers request_action, and nothing else, by its number", { skip: old }, async (t) => {
  const events = (await madeUp(41)).slice(0, 40);
  const allowed = await legal(events, 0);
  const asked = events.flatMap((_, i) => (allowed[i].length > 1 ? [i] : []));
  const heard = [];
  const server = await webSocketServer((_, say, end) => {
    const requests = [...asked];
    let at = 0;
    const untilAsked = () => {
      const until = requests.shift();
      for (; at <= (until ?? events.length - 1); at += 1)
        say(at === 0 ? { ...events[0], id: 0 } : masked(events[at], 0));
      if (until === undefined) end();
      else say({ type: "request_action", request_id: `r${until}` });
    };
    untilAsked();
    return (reply) => {
      heard.push(reply);
      untilAsked();
    };
  });
  t.after(() => server.close());
  const { code, stderr } = await bot(t, [...FAST, "--ws", server.url, "--replies", "asked"]).end();
  assert.deepEqual([code, stderr], [0, ""]);
  assert.deepEqual(
    heard.map(({ request_id }) => request_id),
    asked.map((i) => `r${i}`),
  );
  for (const [n, { request_id, ...reply }] of heard.entries())
    assert.ok(
      allowed[asked[n]].some((one) => key(one) === key(reply)),
      `${request_id}: ${JSON.stringify(reply)}`,
    );
  assert.ok(heard.length > 5);
});

test("over a WebSocket that is not there it fails, and says where", { skip: old }, async (t) => {
  const { code, stderr } = await bot(t, [...FAST, "--ws", "ws://127.0.0.1:1/game"]).end();
  assert.equal(code, 1);
  assert.match(stderr, /127\.0\.0\.1:1/);
});

test("when the engine of its table fails, the round is played without it and the next with another", async (t) => {
  const place = mkdtempSync(join(tmpdir(), "nanikiru-"));
  t.after(() => rmSync(place, { recursive: true }));
  const preload = join(place, "preload.mjs");
  // the third tile that is drawn breaks the instance that hears of it
  const script = `
    const { instantiate } = WebAssembly;
    let drawn = 0;
    WebAssembly.instantiate = async (...given) => {
      const made = await instantiate.apply(WebAssembly, given);
      const { module, instance: { exports } = {} } = made;
      // Node has WebAssembly of its own
      if (exports?.table_apply === undefined) return made;
      let broken = false;
      const call = (name) => (...given) => {
        broken ||= name === "table_apply" && given[1].type === "tsumo" && ++drawn === 3;
        if (broken) throw new Error("panicked: on demand");
        return exports[name](...given);
      };
      const calls = Object.keys(exports).filter((name) => name.startsWith("table_")).map((name) => [name, call(name)]);
      return { module, instance: { exports: { ...exports, ...Object.fromEntries(calls) } } };
    };`;
  writeFileSync(preload, script);
  const [start, ...events] = await madeUp(41);
  const allowed = await legal([start, ...events], 0);
  // nobody but start_game says whose hand it is
  const lines = bot(t, [...FAST, "--framing", "line"], { NODE_OPTIONS: `--import ${pathToFileURL(preload).href}` });
  lines.say({ ...start, id: 0 });
  await lines.hear();
  let [round, drawn, blind, seen] = [0, 0, 0, 0];
  for (const [i, event] of events.entries()) {
    const visible = masked(event, 0);
    if (event.type === "start_kyoku") round += 1;
    if (event.type === "tsumo") drawn += 1;
    lines.say(visible);
    const reply = await lines.hear();
    if (round === 1 && drawn >= 3) {
      blind += 1;
      const own = visible.type === "tsumo" && visible.actor === 0;
      assert.deepEqual(
        reply,
        own ? { type: "dahai", actor: 0, pai: visible.pai, tsumogiri: true } : NONE,
        JSON.stringify(visible),
      );
    } else {
      assert.ok(reply, lines.stderr());
      assert.ok(
        allowed[i + 1].some((one) => key(one) === key(reply)),
        `${JSON.stringify(visible)}: ${JSON.stringify(reply)}: ${lines.stderr()}`,
      );
      if (round === 2 && reply.type !== "none") seen += 1;
    }
  }
  assert.ok(blind > 10 && seen > 0, `${blind} replies without a table, ${seen} actions in the round after it`);
  const { code, stderr } = await lines.end();
  assert.equal(code, 0, stderr);
  assert.match(stderr, /^nanikiru: .*"type":"tsumo".*on demand.*; this round is played without a plan from here\n$/);
});
