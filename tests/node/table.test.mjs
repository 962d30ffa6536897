// A game followed by events: what may be done, what the table is, and what to do.
import assert from "node:assert/strict";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { masked, numbers, playRound, randomly, tablesHost } from "../host.mjs";
import { hooked } from "./hooks.mjs";
import { DIST, ROOT, analyzer, nanikiru, timed } from "./support.mjs";

const { createTable, parseLog } = nanikiru;
const EXAMPLE = readFileSync(join(ROOT, "docs/example.mjson"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const WINDS = ["east", "south", "west", "north"];
const HIDDEN = Array(13).fill("?");

async function table(t, options) {
  const made = await createTable(options);
  t.after(() => made.dispose());
  return made;
}

/** A table at the start of a round with this hand, the player's the dealer's. */
async function dealt(t, hand, options = {}, marker = "N") {
  const made = await table(t, { seat: 0, ...options });
  made.apply({ type: "start_game" });
  const tehais = [hand, HIDDEN, HIDDEN, HIDDEN];
  made.apply({
    type: "start_kyoku",
    bakaze: "E",
    dora_marker: marker,
    kyoku: 1,
    honba: 0,
    kyotaku: 0,
    oya: 0,
    scores: Array(4).fill(25000),
    tehais,
  });
  return made;
}

/** Hands that soon declare riichi and win, by the number of the round; the others come to little at random. */
const READY = {
  1: { 1: ["2m", "3m", "4m", "5m", "6m", "7m", "3p", "4p", "5p", "6s", "7s", "2s", "2s"] },
  2: {
    0: ["1p", "1p", "1p", "9p", "9p", "9p", "E", "E", "E", "S", "S", "3s", "4s"],
    3: ["2p", "3p", "4p", "6p", "7p", "8p", "4m", "4m", "4m", "6m", "7m", "8s", "8s"],
  },
};

const codeOf = (work) => {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof nanikiru.NanikiruError, String(error));
    return error.code;
  }
  return assert.fail("there was no error");
};

/** Follows a game masked for each seat: hand, context and the reply of every decision are what the record has. */
async function follows(t, events) {
  const { rounds } = await parseLog(events);
  let found = 0;
  for (const seat of [0, 1, 2, 3]) {
    const followed = await table(t, { seat });
    let [round, own] = [-1, []];
    for (const event of events) {
      followed.apply(masked(event, seat));
      if (event.type === "start_kyoku") {
        assert.deepEqual(own, [], "the table never came to this");
        round += 1;
        const wind = WINDS[(seat - event.oya + 4) % 4];
        // a record of a game that is cut has no last round
        own = (rounds[round]?.decisions ?? []).filter((decision) => decision.seat === wind);
      }
      const actions = followed.actions();
      for (const action of actions) assert.equal(typeof followed.toMjai(action).type, "string");
      const [next] = own;
      if (
        actions.length === 0 ||
        !next ||
        followed.hand !== next.hand ||
        JSON.stringify(followed.context()) !== JSON.stringify(next.context)
      )
        continue;
      if (next.done)
        assert.ok(
          actions.some((action) => JSON.stringify(action) === JSON.stringify(next.done)),
          JSON.stringify([next.done, actions]),
        );
      own.shift();
      found += 1;
    }
    assert.deepEqual(own, [], "the table never came to this");
  }
  return found;
}

test("hand and context are those that the record is asked about, from every seat", async (t) => {
  assert.equal(await follows(t, EXAMPLE), 10);
});

test("made-up games with every call: all that a table allows can be followed, and read as a record", async (t) => {
  const counted = {};
  let found = 0;
  for (let seed = 1; seed <= 12; seed += 1) {
    const random = numbers(seed * 977);
    const host = await tablesHost(createTable, randomly(random));
    t.after(() => host.dispose());
    host.hear({ type: "start_game", names: ["A", "B", "C", "D"] });
    for (let kyoku = 1; kyoku <= 4; kyoku += 1)
      await playRound({ seed: seed * 10 + kyoku, kyoku, hands: READY[kyoku] }, host);
    host.hear({ type: "end_game" });
    for (const { type } of host.events) counted[type] = (counted[type] ?? 0) + 1;
    if (seed <= 3) found += await follows(t, host.events);
  }
  for (const type of ["chi", "pon", "daiminkan", "kakan", "ankan", "reach", "dora", "hora", "ryukyoku"]) {
    assert.ok(counted[type] > 0, `no ${type}: ${JSON.stringify(counted)}`);
  }
  assert.ok(found > 200, `${found} decisions`);
});

const SHARED = join(ROOT, "../shared/data/fixtures");

test(
  "recorded games, masked for each seat: hand, context and legal actions are those of the record",
  { skip: existsSync(SHARED) ? false : "no ../shared" },
  async (t) => {
    const engine = analyzer(t, nanikiru, { threads: 1 });
    const files = ["mjai", "tenhou6"].flatMap((folder) =>
      readdirSync(join(SHARED, folder)).map((name) => join(SHARED, folder, name)),
    );
    let [games, found] = [0, 0];
    for (const file of files) {
      // of a record that its rules do not allow, the rounds before
      const { text, rounds } = await engine
        .convertLog(readFileSync(file), "mjai")
        .catch((error) => ({ text: error.code, rounds: 0 }));
      if (rounds === 0) continue;
      games += 1;
      found += await follows(
        t,
        text
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line)),
      );
    }
    assert.ok(games > 5, `${games} games`);
    assert.ok(found > 1000, `${found} decisions`);
  },
);

test("what may be done is said in microseconds, so that it can be asked after every event", async (t) => {
  const followed = await table(t, { seat: 0 });
  const times = [];
  for (let round = 0; round < 40; round += 1) {
    for (const event of EXAMPLE) {
      const begin = performance.now();
      followed.apply(masked(event, 0));
      followed.actions();
      times.push(performance.now() - begin);
    }
  }
  const median = times.sort((a, b) => a - b)[times.length >> 1];
  assert.ok(median < 1, `${(1000 * median).toFixed()} microseconds`);
});

test("it decides only where there is a choice, and keeps the discard of a call and of a riichi", async (t) => {
  const asked = [];
  const engine = analyzer(t, nanikiru, { threads: 1 });
  const counting = {
    analyze(hand, context, options) {
      asked.push(hand);
      return engine.analyze(hand, context, { depth: "fast", ...options });
    },
  };
  // a pair of dragons, which are dora
  const pon = await dealt(
    t,
    ["2m", "3m", "4m", "6p", "7p", "8p", "3s", "4s", "P", "P", "1s", "9m", "W"],
    { analyzer: counting },
    "C",
  );
  assert.equal(await pon.decide(), undefined);
  pon.apply({ type: "tsumo", actor: 0, pai: "1m" });
  const first = await pon.decide();
  assert.equal(first.by, "search");
  assert.ok(first.report.candidates.length > 5);
  pon.apply(pon.toMjai({ type: "discard", tile: "1m", riichi: false }));
  pon.apply({ type: "tsumo", actor: 1, pai: "?" });
  assert.deepEqual(pon.actions(), []);
  pon.apply({ type: "dahai", actor: 1, pai: "P", tsumogiri: true });
  const call = await pon.decide();
  assert.deepEqual([call.action.type, call.action.tiles], ["pon", "55z"]);
  assert.deepEqual(pon.toMjai(call.action), { type: "pon", actor: 0, target: 1, pai: "P", consumed: ["P", "P"] });
  pon.apply({ ...pon.toMjai(call.action), consumed: ["P", "P"] });
  const before = asked.length;
  const planned = await pon.decide();
  assert.deepEqual(
    [planned.by, planned.action],
    ["plan", { type: "discard", tile: call.action.discard, riichi: false }],
  );
  assert.equal(asked.length, before, "the plan was searched for again");

  const riichi = await dealt(t, ["2m", "3m", "4m", "6p", "7p", "8p", "3s", "4s", "5s", "7s", "8s", "2p", "2p"], {
    analyzer: counting,
  });
  riichi.apply({ type: "tsumo", actor: 0, pai: "W" });
  const declared = await riichi.decide();
  assert.deepEqual(declared.action, { type: "discard", tile: "3z", riichi: true });
  assert.deepEqual(riichi.toMjai(declared.action), { type: "reach", actor: 0 });
  riichi.apply({ type: "reach", actor: 0 });
  const discard = await riichi.decide();
  assert.equal(discard.by, riichi.actions().length === 1 ? "only" : "plan");
  assert.deepEqual(riichi.toMjai(discard.action), { type: "dahai", actor: 0, pai: "W", tsumogiri: true });
  riichi.apply(riichi.toMjai(discard.action));
  riichi.apply({ type: "reach_accepted", actor: 0 });
  for (const actor of [1, 2, 3]) {
    riichi.apply({ type: "tsumo", actor, pai: "?" });
    riichi.apply({ type: "dahai", actor, pai: "E", tsumogiri: true });
  }
  riichi.apply({ type: "tsumo", actor: 0, pai: "1p" });
  assert.deepEqual(await riichi.decide(), { action: { type: "discard", tile: "1p", riichi: false }, by: "only" });
  assert.equal(asked.length, before + 1);
});

test("an event that comes between makes a plan void", async (t) => {
  const followed = await dealt(t, ["2m", "3m", "4m", "6p", "7p", "8p", "3s", "4s", "P", "P", "1s", "9m", "W"], {}, "C");
  followed.apply({ type: "tsumo", actor: 0, pai: "1m" });
  followed.apply({ type: "dahai", actor: 0, pai: "1m", tsumogiri: true });
  followed.apply({ type: "tsumo", actor: 1, pai: "?" });
  followed.apply({ type: "dahai", actor: 1, pai: "P", tsumogiri: true });
  const { action } = await followed.decide({ depth: "fast" });
  assert.equal(action.type, "pon");
  // somebody else wins the tile: the round is over
  followed.apply({ type: "hora", actor: 2, target: 1, pai: "P" });
  assert.equal(await followed.decide(), undefined);
  assert.equal(followed.hand, undefined);
  assert.equal(followed.context(), undefined);
});

test("when time is up there is an answer, and it is a legal one", async (t) => {
  const hand = ["2m", "3m", "4m", "6m", "5mr", "4p", "5p", "6p", "3s", "4s", "6s", "E", "E"];
  const never = {
    analyze: (_hand, _context, { signal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  };
  const followed = await dealt(t, hand, { analyzer: never });
  followed.apply({ type: "tsumo", actor: 0, pai: "9p" });
  const { result, ms } = await timed(() => followed.decide({ deadlineMs: 50 }));
  assert.deepEqual(result, { action: { type: "discard", tile: "9p", riichi: false }, by: "deadline" });
  assert.ok(ms < 1000, `${ms} ms`);
  assert.ok(followed.actions().some((action) => JSON.stringify(action) === JSON.stringify(result.action)));

  const stop = new AbortController();
  const aborted = followed.decide({ deadlineMs: 10_000, signal: stop.signal });
  stop.abort(new Error("enough"));
  await assert.rejects(aborted, /enough/);

  const one = {
    analyze(_hand, _context, { signal, onProgress }) {
      const candidates = [{ action: { type: "discard", tile: "3s", riichi: false } }];
      onProgress({ done: 0, total: 1, report: { candidates } });
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    },
  };
  const partly = await dealt(t, hand, { analyzer: one });
  partly.apply({ type: "tsumo", actor: 0, pai: "9p" });
  const best = await partly.decide({ deadlineMs: 20 });
  assert.deepEqual([best.by, best.action.tile, best.report.candidates.length], ["deadline", "3s", 1]);
});

test("a deadline longer than any timer is refused, and the longest is a deadline", async (t) => {
  const late = {
    analyze: (_hand, _context, { signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        setTimeout(() => resolve({ candidates: [{ action: { type: "discard", tile: "3s", riichi: false } }] }), 100);
      }),
  };
  const followed = await dealt(t, ["2m", "3m", "4m", "6m", "5mr", "4p", "5p", "6p", "3s", "4s", "6s", "E", "E"], {
    analyzer: late,
  });
  followed.apply({ type: "tsumo", actor: 0, pai: "9p" });
  for (const deadlineMs of [2 ** 31, 1e300, Infinity, NaN, -1, "5", null]) {
    await assert.rejects(followed.decide({ deadlineMs }), {
      name: "NanikiruError",
      code: "request.out_of_range",
      field: "deadlineMs",
      value: deadlineMs,
    });
  }
  const { by, action } = await followed.decide({ deadlineMs: 2 ** 31 - 1 });
  assert.deepEqual([by, action.tile], ["search", "3s"]);
});

/** Has the next event that a table of `hooked` hears panic inside its instance. */
function panics(t) {
  const { instantiate } = WebAssembly;
  t.after(() => (WebAssembly.instantiate = instantiate));
  let armed = false;
  WebAssembly.instantiate = async (...given) => {
    const made = await instantiate.apply(WebAssembly, given);
    const { module, instance: { exports } = {} } = made;
    // Node has WebAssembly of its own
    if (exports?.table_apply === undefined) return made;
    const table_apply = (...words) => {
      if (!armed) return exports.table_apply(...words);
      armed = false;
      return exports.analyze({ hand: "test:panic-caller:0" }, 0, false);
    };
    return { module, instance: { exports: { ...exports, table_apply } } };
  };
  return () => (armed = true);
}

/** All calls of a table but `dispose`, each with the code of its error. */
async function codes(followed) {
  const asked = {
    apply: () => followed.apply({ type: "start_game" }),
    seat: () => followed.seat,
    hand: () => followed.hand,
    context: () => followed.context(),
    actions: () => followed.actions(),
    toMjai: () => followed.toMjai({ type: "pass" }),
    decide: () => followed.decide(),
  };
  const found = {};
  for (const [name, ask] of Object.entries(asked)) {
    found[name] = await (async () => ask())().then(
      () => "no error",
      (error) => error.code,
    );
  }
  return found;
}

const each = (code) =>
  Object.fromEntries(["apply", "seat", "hand", "context", "actions", "toMjai", "decide"].map((name) => [name, code]));

test("after a panic the instance is given up: its tables have the code for ever, and later ones work", async (t) => {
  const panic = panics(t);
  const [broken, beside] = [await hooked.createTable({ seat: 0 }), await hooked.createTable({ seat: 1 })];
  const waiting = hooked.createTable({ seat: 3 });
  panic();
  assert.throws(
    () => broken.apply({ type: "start_game" }),
    (error) => {
      assert.ok(error instanceof hooked.NanikiruError);
      assert.equal(error.code, "engine.panic");
      assert.match(error.message, /a panic on the calling thread/);
      return true;
    },
  );
  for (const one of [broken, beside]) assert.deepEqual(await codes(one), each("engine.panic"));
  for (const [seat, made] of [
    [2, hooked.createTable({ seat: 2 })],
    [3, waiting],
  ]) {
    const later = await made;
    assert.equal(later.seat, seat);
    later.apply({ type: "start_game" });
    later.dispose();
  }
  for (const one of [broken, beside]) {
    one.dispose();
    one.dispose();
    assert.deepEqual(await codes(one), each("engine.disposed"));
  }
});

test("tables without number run out of memory, and a new one works", async () => {
  const made = [];
  const start = {
    type: "start_kyoku",
    bakaze: "E",
    dora_marker: "N",
    kyoku: 1,
    honba: 0,
    kyotaku: 0,
    oya: 0,
    tehais: [EXAMPLE[1].tehais[0], HIDDEN, HIDDEN, HIDDEN],
  };
  let error;
  while (error === undefined && made.length < 100_000) {
    try {
      const followed = await hooked.createTable({ seat: 0 });
      made.push(followed);
      followed.apply({ type: "start_game" });
      followed.apply(start);
    } catch (thrown) {
      error = thrown;
    }
  }
  assert.equal(error?.code, "engine.memory", `${made.length} tables: ${error}`);
  assert.match(error.message, /^the tables ran out of memory: dispose/);
  for (const one of [made[0], made.at(-1)]) assert.deepEqual(await codes(one), each("engine.memory"));
  const later = await hooked.createTable({ seat: 0 });
  later.apply({ type: "start_game" });
  later.apply(start);
  assert.ok(later.hand);
  for (const one of [later, ...made]) one.dispose();
});

test("errors have their codes, and leave the table as it was", async (t) => {
  const followed = await dealt(t, ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "E", "E", "S", "S"]);
  const before = [followed.hand, JSON.stringify(followed.context()), followed.actions()];
  const events = {
    "event.illegal": { type: "tsumo", actor: 1, pai: "?" },
    "event.hidden": { type: "tsumo", actor: 0, pai: "?" },
    "event.unknown": { type: "hello" },
    "event.value": { type: "dora" },
  };
  for (const [code, event] of Object.entries(events))
    assert.equal(
      codeOf(() => followed.apply(event)),
      code,
    );
  for (const event of [undefined, null, 5, [], new Map()])
    assert.match(
      codeOf(() => followed.apply(event)),
      /^(request|event)\./,
      String(event),
    );
  assert.deepEqual([followed.hand, JSON.stringify(followed.context()), followed.actions()], before);
  followed.apply({ type: "tsumo", actor: 0, pai: "9m" });
  assert.equal(
    codeOf(() => followed.toMjai({ type: "tsumo" })),
    "action.no_win",
  );
  assert.equal(
    codeOf(() => followed.toMjai({ type: "ron" })),
    "action.not_waiting",
  );
  assert.equal(
    codeOf(() => followed.toMjai({ type: "fly" })),
    "request.unknown_value",
  );
  await assert.rejects(followed.decide({ deadlineMs: 0 }), { code: "request.out_of_range", field: "deadlineMs" });
  await assert.rejects(followed.decide({ depths: 1 }), { code: "request.unknown_field" });
  await assert.rejects(createTable({ seats: 1 }), { code: "request.unknown_field" });
  await assert.rejects(createTable({ seat: 4 }), { code: "request.out_of_range", field: "seat" });
  await assert.rejects(createTable({ rules: "house" }), { code: "context.unknown_rules" });
  await assert.rejects(createTable(5), { code: "request.type" });
  followed.dispose();
  followed.dispose();
  assert.equal(
    codeOf(() => followed.actions()),
    "engine.disposed",
  );
  await assert.rejects(followed.decide(), { code: "engine.disposed" });
});

test("the seat comes from the options, or from the game's first event", async (t) => {
  const unseated = await table(t);
  assert.equal(unseated.seat, undefined);
  const start = {
    type: "start_kyoku",
    bakaze: "E",
    dora_marker: "N",
    kyoku: 1,
    honba: 0,
    kyotaku: 0,
    oya: 0,
    tehais: [HIDDEN, HIDDEN, EXAMPLE[1].tehais[2], HIDDEN],
  };
  assert.equal(
    codeOf(() => unseated.apply(start)),
    "event.no_seat",
  );
  unseated.apply({ type: "start_game", id: 2 });
  unseated.apply(start);
  assert.equal(unseated.seat, 2);
  assert.deepEqual([unseated.context().rules, unseated.context().seat], ["tenhou", "west"]);
  const league = await dealt(t, EXAMPLE[1].tehais[0], { rules: "m-league", length: "tonpuu" });
  assert.deepEqual([league.context().rules, league.context().length], ["m-league", "tonpuu"]);
});

test("each address of the build has an engine of its own, and a wrong one is said whenever it is named", async (t) => {
  const own = pathToFileURL(join(DIST, "nanikiru.wasm"));
  const folder = mkdtempSync(join(tmpdir(), "nanikiru-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const copy = join(folder, "copy.wasm");
  copyFileSync(own, copy);
  const text = join(folder, "text.wasm");
  writeFileSync(text, "no WebAssembly");
  const missing = new URL("./no-such-file.wasm", import.meta.url);

  const wrong = async (wasmUrl, says) =>
    assert.rejects(
      createTable({ seat: 0, wasmUrl }),
      (error) => error.code === "engine.start" && says.test(error.message),
    );
  const right = async (wasmUrl) => {
    const made = await table(t, { seat: 0, wasmUrl });
    made.apply({ type: "start_game" });
    assert.equal(made.seat, 0);
    return made;
  };
  const before = await right(undefined);
  for (let round = 0; round < 2; round += 1) {
    await wrong(missing, /no-such-file\.wasm/);
    await wrong(missing.href, /no-such-file\.wasm/);
    await wrong(pathToFileURL(text), /./);
    await Promise.all([
      right(undefined),
      wrong(missing, /no-such-file/),
      right(own.href),
      wrong(missing, /no-such-file/),
      right(pathToFileURL(copy)),
    ]);
  }
  // it is read once, and its tables live on
  rmSync(copy);
  const later = await right(pathToFileURL(copy));
  later.dispose();
  assert.equal(before.seat, 0);
  await right(undefined);
});
