// A decision of a review as an object of its own: what it says, its schema, and the lines of `nanikiru review
// --format jsonl`.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import Ajv from "ajv";
import { schemas } from "../../scripts/schema.mjs";
import { called, game } from "../page/game.mjs";
import { EXAMPLE, folder, run } from "./cli.mjs";
import { HAND, ROOT, analyzer, nanikiru } from "./support.mjs";

const { difference, explain, formatAction } = nanikiru;
const read = (path) => readFileSync(join(ROOT, path), "utf8");
const SCHEMA = JSON.parse(read("schema/decision.json"));

/** The same without room for other fields: nothing stands in an object that the schema does not describe. */
function closed(schema) {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const own = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  return schema.type === "object" ? { ...own, additionalProperties: false } : own;
}

const valid = [SCHEMA, closed(SCHEMA)].map((schema) =>
  new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema),
);
function validate(decision) {
  for (const check of valid) assert.ok(check(decision), JSON.stringify(check.errors));
}

const sum = (parts) => parts.reduce((all, { adds }) => all + adds, 0);
const near = (a, b) => Math.abs(a - b) <= 1e-4 * (1 + Math.abs(a));

async function reviewed(engine, log, options) {
  const found = [];
  for await (const decision of engine.review(log, options)) found.push(decision);
  return found;
}

test("schema/ is what the declarations say", () => {
  for (const [path, text] of Object.entries(schemas()))
    assert.equal(read(path), text, "write it anew: node scripts/schema.mjs");
});

test("the schema refuses what is no decision", async (t) => {
  const [decision] = await reviewed(analyzer(t, nanikiru, { threads: 1 }), readFileSync(EXAMPLE), {
    seat: 0,
    depth: "first",
  });
  const plain = JSON.parse(JSON.stringify(decision));
  validate(plain);
  const [, strict] = valid;
  const wrong = [
    { version: 2 },
    { loss: "300" },
    { seat: "up" },
    { reasons: ["luck"] },
    { sentence: undefined },
    { candidates: plain.candidates.map(({ difference: _, ...rest }) => rest) },
    { done: { type: "fold" } },
  ];
  for (const change of wrong)
    assert.equal(valid[0](JSON.parse(JSON.stringify({ ...plain, ...change }))), false, JSON.stringify(change));
  assert.equal(strict({ ...plain, more: 1 }), false);
});

for (const objective of ["points", "placement", "winRate", "tenpai"]) {
  test(`each decision can be read alone, its parts add up, and its reasons make the loss: ${objective}`, async (t) => {
    const engine = analyzer(t, nanikiru, { threads: 2 });
    const log = await engine.parseLog(called());
    const found = await reviewed(engine, log, { depth: "first", objective });
    assert.deepEqual([...new Set(found.flatMap(({ unjudged }) => unjudged ?? []))], ["afterCall"]);
    let explained = 0;
    for (const decision of found) {
      validate(JSON.parse(JSON.stringify(decision)));
      const { version, name, player, candidates, best, done, rank, loss, unjudged, reasons, sentence } = decision;
      assert.deepEqual([version, decision.objective, name], [1, objective, log.names[player]]);
      assert.match(sentence, /^[A-Z].*\.$/);
      for (const one of candidates) {
        assert.equal(one.text, formatAction(one.action));
        assert.equal(one.difference.value, one.value - candidates[0].value);
        assert.ok(near(sum(one.difference.parts), one.difference.value), one.text);
        const sizes = one.difference.parts.map(({ adds }) => Math.abs(adds));
        assert.deepEqual(
          sizes,
          [...sizes].sort((a, b) => b - a),
        );
      }
      if (unjudged !== undefined) {
        assert.deepEqual([reasons, candidates], [[], []]);
        assert.match(sentence, /^Not judged: /);
        continue;
      }
      const own = candidates.find(({ action }) => JSON.stringify(action) === JSON.stringify(done));
      assert.ok(sentence.startsWith(formatAction(done)), sentence);
      if (rank === 1 || loss === 0) assert.deepEqual(reasons, []);
      else if (objective === "points" || objective === "placement") {
        explained += 1;
        const named = own.difference.parts.filter(({ part }) => reasons.includes(part));
        assert.ok(near(own.difference.value, -loss), `${own.difference.value} is not ${-loss}`);
        assert.ok(Math.abs(sum(named) + loss) <= 0.1 * loss + 1e-4, `${sentence}: ${sum(named)} of ${-loss}`);
        assert.ok(
          sentence.includes(formatAction(best)) &&
            sentence.includes(objective === "points" ? "points less" : "placement points less"),
          sentence,
        );
      } else {
        explained += 1;
        assert.deepEqual(reasons, [objective]);
      }
    }
    assert.ok(explained > 0);
  });
}

test("two actions differ by the same in both directions, and an action from itself by nothing", async (t) => {
  const { candidates } = await analyzer(t, nanikiru, { threads: 1 }).analyze(
    HAND,
    { doraIndicators: "4p", players: {} },
    { depth: "first" },
  );
  const [best] = candidates;
  for (const next of candidates.slice(1)) {
    const [there, back] = [difference(next, best), difference(best, next)];
    assert.equal(there.value, -back.value);
    for (const { part, adds } of there.parts)
      assert.ok(near(adds, -back.parts.find((one) => one.part === part).adds), part);
    const { win } = next.outcomes;
    const points = there.parts.filter(({ part }) => part.startsWith("win"));
    assert.ok(near(sum(points), win.rate * win.mean - best.outcomes.win.rate * best.outcomes.win.mean));
    assert.match(explain(best, next).sentence, / points more than /);
  }
  assert.deepEqual(difference(best, best), { value: 0, parts: [] });
  assert.deepEqual(explain(best, best).reasons, []);
  // what never wins has no average win to be compared
  const never = { ...best, value: 0, outcomes: { ...best.outcomes, win: { rate: 0, mean: 0 } } };
  assert.ok(!difference(never, best).parts.some(({ part }) => part === "winPoints"));
  for (const wrong of [undefined, null, {}, { value: 1 }, { value: "1", outcomes: best.outcomes }]) {
    assert.throws(() => difference(wrong, best), { name: "NanikiruError", code: "request.type", field: "action" });
    assert.throws(() => explain(best, wrong), { name: "NanikiruError", code: "request.type", field: "other" });
  }
});

const lines = (stdout) =>
  stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

test("jsonl is what review() gives, a line for each decision, in the order of the files, whatever the jobs", async (t) => {
  const place = folder(t);
  const paths = ["a", "b", "c"].map((name) => join(place, `${name}.mjson`));
  const texts = [
    read("docs/example.mjson"),
    read("docs/example.mjson").replace('"A"', '"E"'),
    read("docs/example.mjson"),
  ];
  for (const [i, path] of paths.entries()) writeFileSync(path, texts[i]);
  const engine = analyzer(t, nanikiru, { threads: 1 });
  const wanted = [];
  for (const [i, file] of paths.entries()) {
    for (const decision of await reviewed(engine, texts[i], { depth: "first" }))
      wanted.push(JSON.parse(JSON.stringify({ file, ...decision })));
  }
  for (const jobs of ["1", "3"]) {
    const { code, stdout, stderr } = await run(
      ["review", place, "--format", "jsonl", "--depth", "first", "--jobs", jobs],
      { cwd: place },
    );
    assert.deepEqual([code, stderr], [0, ""]);
    const found = lines(stdout);
    assert.deepEqual(found, wanted);
    for (const decision of found) validate(decision);
    assert.deepEqual(readdirSync(place), ["a.mjson", "b.mjson", "c.mjson"], "no journal");
  }
});

test("jsonl writes whole rounds of a cut record, and what cannot be read is an error beside the lines", async (t) => {
  const place = folder(t);
  const [cut, none] = ["cut.mjson", "none.mjson"].map((name) => join(place, name));
  writeFileSync(cut, game().slice(0, -600));
  writeFileSync(none, "milk, eggs, bread");
  const { code, stdout, stderr } = await run([
    "review",
    none,
    cut,
    "--format",
    "jsonl",
    "--depth",
    "first",
    "--seat",
    "2",
    "--fail-on",
    "1",
  ]);
  assert.equal(code, 1);
  const found = lines(stdout);
  assert.ok(found.length > 10 && found.every(({ file, player, round }) => file === cut && player === 2 && round === 0));
  for (const decision of found) validate(decision);
  assert.match(stderr, /none\.mjson/);
  assert.match(stderr, /is cut/);
  for (const args of [["--journal", join(place, "j.jsonl")], ["--summary"]])
    assert.equal((await run(["review", cut, "--format", "jsonl", ...args])).code, 2);
});

test("--player is the seat of that name, and games without it are left out of a folder", async (t) => {
  const place = folder(t);
  writeFileSync(join(place, "a.mjson"), read("docs/example.mjson"));
  writeFileSync(
    join(place, "b.mjson"),
    read("docs/example.mjson").replace('"names":["A","B","C","D"]', '"names":["D","X","Y","A"]'),
  );
  writeFileSync(join(place, "c.mjson"), read("docs/example.mjson").replace('"A"', '"Z"'));
  const args = ["review", place, "--depth", "first", "--player", "A"];
  const { code, stdout, stderr } = await run([...args, "--json"], { cwd: place });
  assert.equal(code, 0, stderr);
  assert.match(stderr, /^nanikiru: 1 file that is no record/);
  const { files, failed, players } = JSON.parse(stdout);
  assert.deepEqual(failed, []);
  assert.deepEqual(
    files.map(({ decisions }) => [...new Set(decisions.map(({ player }) => player))]),
    [[0], [3]],
  );
  assert.deepEqual(
    players.map(({ name, summary }) => [
      name,
      summary.games,
      summary.dealIns.total,
      summary.wins.total,
      summary.review.decisions,
    ]),
    [["A", 2, 1, 1, files[0].decisions.length + files[1].decisions.length]],
  );
  const named = await run(["review", join(place, "c.mjson"), "--player", "A", "--json"]);
  assert.equal(named.code, 1);
  assert.equal(JSON.parse(named.stdout).failed[0].code, "player.unknown");
  assert.equal((await run([...args, "--seat", "0"])).code, 2);
  // a journal gives the same as a first review, in every format
  const texts = [];
  for (const format of ["text", "md", "html"]) {
    const { code: fine, stdout: text } = await run([...args, "--summary", "--format", format], { cwd: place });
    assert.equal(fine, 0);
    texts.push(text);
  }
  const { wins, dealInsByTile } = players[0].summary;
  for (const text of texts)
    for (const shown of [
      "A: 2 games, 2 rounds",
      "50.0 %",
      `${(100 * wins.average).toFixed(1)} %`,
      `${(100 * dealInsByTile.dora.average).toFixed(2)} %`,
      "calls and kans",
    ])
      assert.ok(text.includes(shown), shown);
});

test("the requests' schema takes what nanikiru takes, and refuses what it refuses", () => {
  const { definitions } = JSON.parse(read("schema/request.json"));
  const check = new Ajv({ allErrors: true, allowUnionTypes: true }).compile({
    $ref: "#/definitions/Request",
    definitions,
  });
  const { cases } = JSON.parse(read("tests/data/suite.json"));
  for (const { name, ask, request, error } of cases) {
    if (ask === "danger" || error) continue;
    assert.ok(check(request), `${name}: ${JSON.stringify(check.errors)}`);
  }
  const named = cases.filter(({ ask, error }) => ask !== "danger" && error?.code === "request.unknown_field");
  for (const { name, request } of named) assert.equal(check(request), false, name);
  assert.equal(check({ hand: HAND, context: { seat: "up" } }), false);
  assert.ok(existsSync(join(ROOT, "schema/request.json")));
});
