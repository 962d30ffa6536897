// The program: its commands, exit codes and journal.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { HANG } from "../limits.mjs";
import { game } from "../page/game.mjs";
import { CLI, ENV, EXAMPLE, folder, part, run } from "./cli.mjs";
import { HAND, ROOT, nanikiru } from "./support.mjs";

test("help, version and what is written wrongly", async () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  assert.deepEqual(await run(["--version"]), { code: 0, stdout: `${version}\n`, stderr: "" });
  const overview = await run(["--help"]);
  assert.equal(overview.code, 0);
  const commands = ["analyze", "danger", "review", "convert", "mjai", "completions"];
  for (const name of commands) {
    assert.match(overview.stdout, new RegExp(`^  ${name} `, "m"));
    const help = await run([name, "--help"]);
    assert.equal(help.code, 0, name);
    for (const part of [`Usage: nanikiru ${name}`, "Options:", "Examples:", "--help"])
      assert.ok(help.stdout.includes(part), `${name}: ${part}`);
    if (name !== "completions") assert.ok(help.stdout.includes("--json"), name);
  }
  const nothing = await run([]);
  assert.deepEqual([nothing.code, nothing.stdout], [2, ""]);
  for (const args of [
    ["fly"],
    ["analyze"],
    ["analyze", HAND, HAND],
    ["analyze", HAND, "--seats", "east"],
    ["analyze", HAND, "--seat", "up"],
    ["analyze", HAND, "--turn", "x"],
    ["analyze", HAND, "--offered", "1z"],
    ["convert", EXAMPLE],
    ["convert", EXAMPLE, "--to", "xml"],
    ["mjai", "game"],
    ["mjai", "--tcp", "nowhere"],
    ["mjai", "--budget-ms", "2147483648"],
    ["review"],
    ["review", EXAMPLE, "--seat", "5"],
    ["review", "-", "-"],
    ["completions", "tcsh"],
  ]) {
    const { code, stdout, stderr } = await run(args);
    assert.deepEqual([code, stdout], [2, ""], args.join(" "));
    assert.match(stderr, /^nanikiru: /, args.join(" "));
  }
});

test("an option that a command does not have is an error that names the one that is meant, and where they are listed", async () => {
  const wrong = [
    [
      ["analyze", HAND, "--dor", "4p"],
      "analyze has no option --dor: did you mean --dora? `nanikiru analyze --help` lists them",
    ],
    [
      ["analyze", HAND, "--dpeth=full"],
      "analyze has no option --dpeth: did you mean --depth? `nanikiru analyze --help` lists them",
    ],
    [
      ["review", EXAMPLE, "--budget", "5"],
      "review has no option --budget: did you mean --budget-ms? `nanikiru review --help` lists them",
    ],
    [["danger", HAND, "--depth", "full"], "danger has no option --depth: `nanikiru danger --help` lists them"],
    [["analyze", HAND, "-x"], "analyze has no option -x: `nanikiru analyze --help` lists them"],
  ];
  for (const [args, line] of wrong)
    assert.deepEqual(await run(args), { code: 2, stdout: "", stderr: `nanikiru: ${line}\n` });
  // what else is written wrongly has the help of its command
  assert.match(
    (await run(["analyze", HAND, "--turn", "x"])).stderr,
    /\nnanikiru analyze --help says how it is used\n$/,
  );
  assert.match((await run(["fly"])).stderr, /\nnanikiru --help says how it is used\n$/);
});

test("the help of analyze and review says how deep they search when nothing is said", async () => {
  for (const [name, depth] of [
    ["analyze", "full"],
    ["review", "fast"],
  ]) {
    assert.match((await run([name, "--help"])).stdout, new RegExp(`--depth DEPTH .*; ${depth} when left out\n`));
    const { stdout } =
      name === "analyze"
        ? await run(["analyze", HAND, "--json"])
        : await run(["review", EXAMPLE, "--seat", "0", "--json"]);
    const said = await run([
      ...(name === "analyze" ? ["analyze", HAND] : ["review", EXAMPLE, "--seat", "0"]),
      "--json",
      "--depth",
      depth,
    ]);
    const figures = (text) =>
      JSON.parse(text).candidates?.map(({ value }) => value) ?? JSON.parse(text).files[0].decisions;
    assert.deepEqual(figures(stdout), figures(said.stdout), name);
  }
});

test("a file or a folder that does not exist is an error that says so, wherever it is named", async (t) => {
  const place = folder(t);
  const [missing, nowhere] = [join(place, "nope.json"), join(place, "nowhere", "x")];
  for (const args of [
    ["review", missing],
    ["convert", missing, "--to", "mjai"],
    ["analyze", HAND, "--context", missing],
    ["danger", HAND, "-c", missing],
  ]) {
    assert.deepEqual(
      await run(args),
      { code: 1, stdout: "", stderr: `nanikiru: ${missing} does not exist\n` },
      args[0],
    );
  }
  for (const args of [
    ["convert", EXAMPLE, "--to", "mjai", "-o", nowhere],
    ["review", EXAMPLE, "--journal", nowhere],
  ]) {
    const { code, stderr } = await run(args);
    assert.deepEqual(
      [code, stderr.split("\n")[0]],
      [2, `nanikiru: ${nowhere} cannot be made: its folder does not exist`],
      args[0],
    );
  }
});

test("for 13 tiles and none on offer the error says what is missing, but as JSON answered as analyze() does", async (t) => {
  const hand = "2345m340p2255s66z";
  const file = join(folder(t), "context.json");
  writeFileSync(file, JSON.stringify({ offered: null }));
  for (const more of [[], ["--method", "tabu", "--runs", "10"], ["--context", file]]) {
    const { code, stdout, stderr } = await run(["analyze", hand, "--turn", "15", ...more]);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.equal(
      stderr.split("\n")[0],
      "nanikiru: 13 tiles: add the tile you drew, or --offered with the tile that is on offer.",
    );
  }
  const json = await run(["analyze", hand, "--turn", "15", "--json"]);
  assert.deepEqual(
    [json.code, JSON.parse(json.stdout).candidates.map(({ action }) => action)],
    [0, [{ type: "pass" }]],
  );
  const offered = await run(["analyze", hand, "--turn", "15", "--offered", "6z", "--from", "left"]);
  assert.equal(offered.code, 0, offered.stderr);
  // a tile that cannot be taken leaves nothing but a pass, and that is an answer
  const useless = await run(["analyze", hand, "--turn", "15", "--offered", "9m", "--from", "left"]);
  assert.match(useless.stdout, /\nPass /);
});

test("analyze says what analyze() does, and an error its code and place", async (t) => {
  const context = { seat: "south", doraIndicators: "4p", turn: 5 };
  const wanted = await nanikiru.analyze(HAND, context);
  const json = await run(["analyze", HAND, "--seat", "south", "--dora", "4p", "--turn", "5", "--json"]);
  assert.equal(json.code, 0, json.stderr);
  assert.deepEqual(JSON.parse(json.stdout).candidates, wanted.candidates);
  const file = join(folder(t), "context.json");
  writeFileSync(file, JSON.stringify({ ...context, turn: 1 }));
  const said = await run(["analyze", HAND, "--context", file, "--turn", "5", "--rows", "2"]);
  const lines = said.stdout.split("\n");
  assert.match(lines[0], /^action +value +wins +shanten +tiles$/);
  assert.match(
    lines[1],
    new RegExp(`^${nanikiru.formatAction(wanted.candidates[0].action)} +${wanted.candidates[0].value.toFixed(0)} `),
  );
  assert.equal(lines.length, 5);
  assert.equal(said.stdout.includes("\u001b["), false, "no colours where nobody looks");
  assert.ok(
    (await run(["analyze", HAND, "--depth", "first"], { env: { FORCE_COLOR: "1" } })).stdout.includes("\u001b[1m"),
  );
  assert.equal((await run(["analyze", "-", "--json"], { input: `${HAND}\n` })).code, 0);
  const wrong = await run(["analyze", "123x", "--json"]);
  assert.equal(wrong.code, 1);
  const { error } = JSON.parse(wrong.stdout);
  assert.deepEqual([error.field, error.value], ["hand", "123x"]);
  assert.match(wrong.stderr, new RegExp(`${error.code.replace(".", "\\.")}\\)\n  123x\n   *\\^`));
  const missing = await run(["analyze", HAND, "--context", "/nowhere.json"]);
  assert.deepEqual([missing.code, missing.stderr.split("\n").length], [1, 2]);
});

test("danger says what danger() does", async (t) => {
  const file = join(folder(t), "table.json");
  const context = {
    seat: "north",
    doraIndicators: "3s",
    players: {
      east: { river: "1z9m4p-2s7z-" },
      south: { river: "9p1z4z-1m*8s-" },
      west: { river: "2z9s7z6m8m3p-", melds: ["z555+"] },
      north: { river: "3z9m1s-5z2m" },
    },
  };
  writeFileSync(file, JSON.stringify(context));
  const wanted = await nanikiru.danger("346m40678p34577s2p", context);
  const json = await run(["danger", "346m40678p34577s2p", "--context", file, "--json"]);
  // JSON has no negative nought
  assert.deepEqual(JSON.parse(json.stdout), JSON.parse(JSON.stringify(wanted)));
  const { stdout } = await run(["danger", "346m40678p34577s2p", "--context", file]);
  const rows = stdout
    .trim()
    .split("\n")
    .slice(2)
    .map((line) => line.split(/ +/));
  assert.equal(
    rows.length,
    new Set(["3m", "4m", "6m", "4p", "0p", "6p", "7p", "8p", "3s", "4s", "5s", "7s", "2p"]).size,
  );
  const rates = rows.map(([, rate]) => Number(rate));
  assert.deepEqual(
    rates,
    [...rates].sort((a, b) => a - b),
  );
});

test("convert writes both formats, and they are the same game", async (t) => {
  const record = game();
  const [mjai, tenhou6] = await Promise.all(
    ["mjai", "tenhou6"].map((format) => run(["convert", "-", "--to", format], { input: record })),
  );
  assert.deepEqual([mjai.code, tenhou6.code, mjai.stderr, tenhou6.stderr], [0, 0, "", ""]);
  const [wanted, ...games] = await Promise.all(
    [record, mjai.stdout, tenhou6.stdout].map((text) => nanikiru.parseLog(text)),
  );
  // tenhou.net/6 has a line for the room, which it makes of the rules
  const common = ({ format: _, games: all, ...log }) => ({ ...log, games: all?.map(({ room: __, ...one }) => one) });
  for (const found of games) assert.deepEqual(common(found), common(wanted));
  const file = join(folder(t), "game.json");
  assert.deepEqual(await run(["convert", "-", "--to", "tenhou6", "-o", file], { input: record }), {
    code: 0,
    stdout: "",
    stderr: "",
  });
  assert.equal(readFileSync(file, "utf8"), tenhou6.stdout);
  const cut = await run(["convert", "-", "--to", "mjai", "--json"], { input: record.slice(0, -600) });
  assert.equal(cut.code, 1);
  assert.equal(JSON.parse(cut.stdout).rounds, 1);
  assert.match(cut.stderr, /; 1 whole round before is written\n$/);
  assert.equal((await run(["convert", "-", "--to", "mjai"], { input: "hello" })).code, 1);
});

test("review prints what review() finds, in every format, and fails on as many mistakes as are allowed", async () => {
  const found = [];
  for await (const decision of nanikiru.review(readFileSync(EXAMPLE), { seat: 0, depth: "fast" })) found.push(decision);
  const wrong = found.filter(({ mistake }) => mistake);
  assert.ok(wrong.length > 0);
  const json = await run(["review", EXAMPLE, "--seat", "east", "--json"]);
  assert.equal(json.code, 0, json.stderr);
  const { files, failed } = JSON.parse(json.stdout);
  assert.deepEqual([files.length, failed], [1, []]);
  assert.deepEqual(
    files[0].decisions.map(({ loss }) => loss),
    found.map(({ loss }) => loss),
  );
  assert.deepEqual(files[0].summaries[0].summary, JSON.parse(JSON.stringify(nanikiru.summarize(found))));
  assert.deepEqual(
    [files[0].names, files[0].points, files[0].rounds[0].result.wins[0].player],
    [["A", "B", "C", "D"], [23700, 25000, 25000, 26300], 3],
  );
  const outputs = await Promise.all(
    ["text", "md", "html"].map((format) => run(["review", EXAMPLE, "--seat", "0", "--format", format])),
  );
  for (const [i, { code, stdout }] of outputs.entries()) {
    assert.equal(code, 0);
    for (const { hand, loss } of wrong)
      assert.ok(stdout.includes(hand) && stdout.includes(loss.toFixed(0)), `${i}: ${hand}`);
  }
  assert.match(outputs[1].stdout, /^# .*example\.mjson\n\n\| player \|/);
  assert.match(outputs[2].stdout, /^<!doctype html>/);
  const codes = await Promise.all(
    [1, wrong.length + 1].map(async (n) => (await run(["review", EXAMPLE, "--seat", "0", "--fail-on", `${n}`])).code),
  );
  assert.deepEqual(codes, [3, 0]);
  const none = await run(["review", "-", "--json"], { input: "hello" });
  assert.equal(none.code, 1);
  assert.equal(JSON.parse(none.stdout).failed[0].code, "log.unknown");
});

test("the tables of review name the tile that a call is about", async (t) => {
  const journal = join(folder(t), "journal.jsonl");
  const args = ["review", EXAMPLE, "--seat", "3", "--depth", "first", "--threshold", "1e-9", "--journal", journal];
  const found = await run([...args, "--json"]);
  assert.equal(found.code, 0, found.stderr);
  const { done, best } = JSON.parse(found.stdout).files[0].decisions.at(-1);
  assert.deepEqual([done, best], [{ type: "ron" }, { type: "pass" }]);
  const said = async () => {
    const outputs = [];
    // one after the other: they share a journal
    for (const format of ["text", "md", "html"]) {
      const { code, stdout, stderr } = await run([...args, "--format", format]);
      assert.equal(code, 0, stderr);
      outputs.push(stdout);
    }
    return outputs;
  };
  const [text, md, html] = await said();
  assert.match(text, / Ron 6s +Pass 6s +\d+\n/);
  assert.match(md, / \| Ron 6s \| Pass 6s \| /);
  assert.ok(html.includes("<td>Ron 6s</td><td>Pass 6s</td>"));
  assert.match(text, / Discard Red +Riichi, discard Red +\d+\n/);
  // what else can be done with a tile on offer, as if it had been reviewed so
  const whole = readFileSync(journal, "utf8").trim().split("\n");
  const calls = [
    ["5m", { type: "chi", tiles: "34m", discard: "9m" }, "Chi 5m with 3m 4m, discard 9m"],
    ["0p", { type: "pon", tiles: "55p", discard: "7z" }, "Pon red 5p with 5p 5p, discard Red"],
    ["1z", { type: "daiminkan" }, "Open kan East"],
  ];
  for (const [offered, action, words] of calls) {
    const line = JSON.parse(whole.at(-1));
    Object.assign(line.decision, { offered, done: action });
    writeFileSync(journal, `${[...whole.slice(0, -1), JSON.stringify(line)].join("\n")}\n`);
    assert.ok((await said())[1].includes(` | ${words} | Pass `), words);
  }
});

test("a folder's review that is killed goes on: nothing is lost, nothing repeated", async (t) => {
  const place = folder(t);
  const games = join(place, "games");
  mkdirSync(games);
  const record = game();
  for (const [i, name] of ["a", "b", "c"].entries())
    writeFileSync(join(games, `${name}.mjson`), record.replace('"Ayumi"', `"Ayumi ${i}"`));
  copyFileSync(EXAMPLE, join(games, "d.mjson"));
  writeFileSync(join(games, "notes.txt"), "nothing\n");
  const journal = join(place, "journal.jsonl");
  const args = ["review", games, "--seat", "1", "--depth", "first", "--journal", journal, "--json", "--jobs", "2"];
  const lines = () => {
    try {
      return readFileSync(journal, "utf8").split("\n");
    } catch {
      return [];
    }
  };
  for (const enough of [3, 12]) {
    const child = spawn(process.execPath, [CLI, ...args], { cwd: place, stdio: "ignore" });
    const gone = new Promise((done) => child.on("close", done));
    const begin = performance.now();
    while (lines().length < enough && performance.now() - begin < HANG)
      await new Promise((done) => setTimeout(done, 5));
    child.kill("SIGKILL");
    await gone;
  }
  const before = lines();
  assert.ok(before.length >= 12, `${before.length}`);
  // as a machine stops in the middle of a line
  writeFileSync(journal, `${before.slice(0, -1).join("\n")}\n{"key":"x","deci`);
  const { code, stdout, stderr } = await run(args, { cwd: place });
  assert.equal(code, 0, stderr);
  assert.equal(stderr, "nanikiru: 1 file that is no record is left out (`--verbose` names it)\n");
  const { files } = JSON.parse(stdout);
  assert.deepEqual(
    files.map(({ file }) => file.slice(-7)),
    ["a.mjson", "b.mjson", "c.mjson", "d.mjson"],
  );
  const places = lines()
    .slice(1, -1)
    .map((line) => JSON.parse(line))
    .filter(({ decision }) => decision)
    .map(({ key, decision }) => `${key} ${decision.round} ${decision.index}`);
  assert.equal(new Set(places).size, places.length, "a decision was reviewed twice");
  assert.equal(
    places.length,
    files.reduce((sum, { total }) => sum + total, 0),
  );
  for (const { decisions, total } of files) assert.equal(decisions.length, total);
  // the journal's first lines are those that were there when it was killed
  assert.deepEqual(lines().slice(0, before.length - 1), before.slice(0, -1));
  const whole = await run([...args.slice(0, 6), "--json"], { cwd: place, env: {} });
  assert.deepEqual(
    JSON.parse(whole.stdout).files.map(({ decisions }) => decisions),
    files.map(({ decisions }) => decisions),
    "as in one go",
  );
  const again = await run(args, { cwd: place });
  assert.equal(again.stdout, stdout);
  const other = await run([...args, "--threshold", "5"], { cwd: place });
  assert.deepEqual([other.code, /other settings/.test(other.stderr)], [2, true]);
});

test("a folder is walked without the folders of tools, and what is no record in it is one line", async (t) => {
  const place = folder(t);
  const games = join(place, "games");
  const folders = {
    games,
    deeper: join(games, "2024"),
    modules: join(games, "node_modules", "x"),
    hidden: join(games, ".git"),
  };
  for (const path of Object.values(folders)) mkdirSync(path, { recursive: true });
  for (const [i, name] of Object.keys(folders).entries()) {
    writeFileSync(join(folders[name], "game.mjson"), readFileSync(EXAMPLE, "utf8").replace('"A"', `"A ${i}"`));
    writeFileSync(join(folders[name], "notes.txt"), `${name}\n`);
  }
  const args = ["--depth", "first", "--seat", "3", "--json"];
  const review = async (...given) => {
    const { code, stdout, stderr } = await run(["review", ...given, ...args], { cwd: place });
    assert.equal(code, 0, stderr);
    const { files, failed } = JSON.parse(stdout);
    assert.deepEqual(failed, []);
    return { files: files.map(({ file }) => file), stderr };
  };
  const found = await review("games");
  assert.deepEqual(found.files, [join("games", "2024", "game.mjson"), join("games", "game.mjson")]);
  assert.equal(found.stderr, "nanikiru: 2 files that are no records are left out (`--verbose` names them)\n");
  const lines = (await review("games", "--verbose")).stderr.trim().split("\n");
  assert.equal(lines.length, 4);
  for (const [i, name] of [
    join("games", "2024", "notes.txt"),
    join("games", "notes.txt"),
    join("games", ".git"),
    join("games", "node_modules"),
  ].entries()) {
    assert.ok(lines[i].startsWith(`nanikiru: ${name} is left out: `), lines[i]);
  }
  // whoever names such a folder means it
  for (const named of [join("games", "node_modules"), join("games", ".git")])
    assert.equal((await review(named)).files.length, 1, named);
});

/** The places of all decisions in a journal. */
function placesIn(journal) {
  const lines = readFileSync(journal, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return lines
    .filter(({ decision }) => decision)
    .map(({ key, decision }) => `${key} ${decision.round} ${decision.index}`);
}

/** Records of the same ten decisions, each with names of its own. */
function examples(place, count) {
  const record = readFileSync(EXAMPLE, "utf8");
  return Array.from({ length: count }, (_, i) => {
    const file = join(place, `${i}.mjson`);
    writeFileSync(file, record.replace('"A"', `"A ${i}"`));
    return file;
  });
}

test("a file that cannot be read is named like others that fail, and the others are reviewed", async (t) => {
  const place = folder(t);
  const records = examples(place, 3);
  const notes = join(place, "notes.txt");
  writeFileSync(notes, "nothing\n");
  const missing = join(place, "missing.mjson");
  // a file that is there and cannot be read, also not by root
  const memory = existsSync("/proc/self/mem") ? ["/proc/self/mem"] : [];
  const given = [...memory, records[0], notes, missing, ...records.slice(1)];
  const outputs = [];
  for (const jobs of [1, 2]) {
    const journal = join(place, `${jobs}.jsonl`);
    const { code, stdout, stderr } = await run([
      "review",
      ...given,
      "--depth",
      "first",
      "--jobs",
      `${jobs}`,
      "--journal",
      journal,
      "--json",
    ]);
    assert.equal(code, 1, stderr);
    const { files, failed } = JSON.parse(stdout);
    assert.deepEqual(
      files.map(({ file }) => file),
      records,
    );
    assert.deepEqual(
      failed.map(({ file, code: why }) => [file, why]),
      [[missing, "ENOENT"], ...memory.map((file) => [file, "EIO"]), [notes, "log.unknown"]],
    );
    for (const { file, message } of failed)
      assert.ok(
        stderr.includes(file === missing ? `nanikiru: ${file} does not exist\n` : `nanikiru: ${file}: ${message}\n`),
        stderr,
      );
    const places = placesIn(journal);
    assert.equal(
      places.length,
      files.reduce((sum, { total }) => sum + total, 0),
    );
    assert.equal(existsSync(`${journal}.lock`), false);
    outputs.push(stdout);
  }
  assert.equal(outputs[1], outputs[0]);
  const none = await run(["review", missing]);
  assert.deepEqual([none.code, none.stdout], [1, ""]);
  assert.match(none.stderr, /^nanikiru: .*missing\.mjson does not exist\n$/);
});

test("copies of a record are one review, whatever the number of jobs", async (t) => {
  const place = folder(t);
  const [record] = examples(place, 1);
  const copies = ["a", "b", "c"].map((name) => join(place, `${name}.mjson`));
  for (const copy of copies) copyFileSync(record, copy);
  const outputs = [];
  for (const jobs of [1, 2, 3]) {
    const journal = join(place, `${jobs}.jsonl`);
    const args = ["review", ...copies, "--depth", "first", "--jobs", `${jobs}`, "--journal", journal, "--json"];
    const { code, stdout, stderr } = await run(args);
    assert.equal(code, 0, stderr);
    const { files } = JSON.parse(stdout);
    assert.deepEqual(
      files.map(({ file }) => file),
      copies,
    );
    for (const { decisions, total } of files) assert.equal(decisions.length, total);
    const places = placesIn(journal);
    assert.equal(places.length, files[0].total, `${jobs} jobs`);
    assert.equal(new Set(places).size, places.length);
    assert.equal((await run(args)).stdout, stdout);
    assert.equal(placesIn(journal).length, places.length, "a whole journal was added to");
    outputs.push(stdout);
  }
  assert.deepEqual(outputs, Array(3).fill(outputs[0]));
});

const noUlimit = { skip: process.platform === "win32" && "no ulimit" };

/**
 * A review whose journal can have 2 KiB: of the line that goes past them the system takes a part. It ends with an
 * error.
 */
async function full(args, journal) {
  const child = spawn(
    "bash",
    ["-c", 'ulimit -f 2; exec "$@"', "bash", process.execPath, CLI, ...args, "--journal", journal],
    { env: ENV, timeout: HANG },
  );
  let stderr = "";
  child.stderr.on("data", (chunk) => (stderr += chunk));
  const code = await new Promise((done) => child.on("close", done));
  // whoever goes on until the time is up had not stopped
  assert.deepEqual([child.killed, code], [false, 1], stderr);
  assert.match(stderr, /^nanikiru: EFBIG: .*\n$/);
  assert.equal(existsSync(`${journal}.lock`), false);
  assert.equal(readFileSync(journal).length, 2048);
}

test("a journal that cannot be written ends the review with all of its workers", noUlimit, async (t) => {
  const place = folder(t);
  // each takes seconds, and all of them longer than a test waits
  const records = Array.from({ length: 24 }, (_, i) => join(place, `${i}.mjson`));
  for (const [i, record] of records.entries()) writeFileSync(record, game().replace('"Ayumi"', `"Ayumi ${i}"`));
  await full(["review", ...records, "--depth", "full", "--jobs", "2"], join(place, "journal.jsonl"));
});

test(
  "a journal that could not be written goes on where its last whole line ends, and one with a decision twice is refused",
  noUlimit,
  async (t) => {
    const place = folder(t);
    const records = examples(place, 4);
    const journal = join(place, "journal.jsonl");
    const args = ["review", ...records, "--depth", "first", "--jobs", "2", "--journal", journal, "--json"];
    await full(args.slice(0, -3), journal);
    const { code, stdout, stderr } = await run(args);
    assert.equal(code, 0, stderr);
    const places = placesIn(journal);
    assert.equal(new Set(places).size, places.length);
    assert.equal(
      places.length,
      JSON.parse(stdout).files.reduce((sum, { total }) => sum + total, 0),
    );
    const lines = readFileSync(journal, "utf8").trim().split("\n");
    writeFileSync(journal, `${[...lines, lines.at(-1)].join("\n")}\n`);
    const twice = await run(args);
    assert.equal(twice.code, 2);
    assert.match(twice.stderr, new RegExp(`line ${lines.length + 1}, has a decision a second time`));
    assert.equal(existsSync(`${journal}.lock`), false);
  },
);

test("a journal refuses a decision that it has, and any once it is closed", async (t) => {
  const place = folder(t);
  const { Journal } = await part(place, "journal");
  for (const path of [undefined, join(place, "journal.jsonl")]) {
    const journal = new Journal(path, {});
    journal.begin("x", { total: 3 });
    journal.add("x", { round: 0, index: 1 });
    journal.add("x", { round: 1, index: 0 });
    journal.add("y", { round: 0, index: 1 });
    assert.throws(() => journal.add("x", { round: 0, index: 1 }), /the decision 0 1 of x is in the journal already/);
    assert.equal(journal.of("x").decisions.size, 2);
    journal.close();
    journal.close();
    assert.throws(() => journal.add("x", { round: 0, index: 2 }), /the journal has been closed/);
    assert.equal(journal.of("x").decisions.size, 2);
    if (path) assert.deepEqual(placesIn(path), ["x 0 1", "x 1 0", "y 0 1"]);
  }
});

test("completions are scripts that their shell reads", async () => {
  const scripts = await Promise.all(["bash", "zsh", "fish"].map((shell) => run(["completions", shell])));
  for (const { code, stdout } of scripts) {
    assert.equal(code, 0);
    for (const word of ["analyze", "budget-ms", "m-league"]) assert.ok(stdout.includes(word), word);
  }
  const shell = spawn("bash", [
    "-c",
    `${scripts[0].stdout}\nCOMP_WORDS=(nanikiru analyze --sea); COMP_CWORD=2; _nanikiru; echo "\${COMPREPLY[@]}"`,
  ]);
  let text = "";
  shell.stdout.on("data", (chunk) => (text += chunk));
  assert.equal(await new Promise((done) => shell.on("close", done)), 0);
  assert.equal(text, "--seat\n");
});

test("text for people comes in five languages, in columns that end together; JSON has none", async () => {
  const cells = (text) =>
    [...text].reduce((sum, sign) => sum + (/[\u3000-\u9fff\uac00-\ud7a3\uff00-\uff60]/u.test(sign) ? 2 : 1), 0);
  const heads = {
    en: /^action .*wins/u,
    ja: /^打牌 .*和了率/u,
    "zh-Hans": /^选择 .*和牌率/u,
    "zh-Hant": /^選擇 .*和牌率/u,
    ko: /^선택 .*화료율/u,
  };
  const json = new Set();
  for (const [lang, head] of Object.entries(heads)) {
    const { code, stdout, stderr } = await run(["analyze", HAND, "--depth", "first", "--lang", lang, "--rows", "3"]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, head, lang);
    assert.equal(
      new Set(stdout.split("\n").slice(0, 4).map(cells)).size,
      1,
      `${lang}: columns end together\n${stdout}`,
    );
    const wrong = await run(["analyze", "123m4", "--lang", lang, "--json"]);
    json.add(wrong.stdout);
    assert.equal(wrong.code, 1, lang);
    assert.match(
      wrong.stderr,
      lang === "en"
        ? /^nanikiru: hand: [\x20-\x7e]+ \(notation\.incomplete\)/u
        : /[ぁ-ん一-龠가-힣].* \(notation\.incomplete\)/u,
      lang,
    );
  }
  assert.equal(json.size, 1, "JSON is the same in every language");
  assert.equal((await run(["danger", HAND, "--lang", "fr"])).code, 2);
  const page = await run(["review", EXAMPLE, "--depth", "first", "--format", "html", "--lang=ko"]);
  assert.match(page.stdout, /<html lang="ko">.*<h1>대국 복기<\/h1>/su);
});

test("the environment's language, by POSIX, GNU gettext and, where it says nothing, the system", async (t) => {
  const { environmentLanguage, languageAsked } = await part(folder(t), "command");
  const cases = [
    [{}, "en-US", "en"],
    [{}, "zh-TW", "zh-Hant"],
    [{ LANG: "ja_JP.UTF-8" }, "en-US", "ja"],
    [{ LANG: "zh_CN.UTF-8" }, "en-US", "zh-Hans"],
    [{ LANG: "zh_TW.UTF-8" }, "en-US", "zh-Hant"],
    [{ LANG: "zh_HK" }, "en-US", "zh-Hant"],
    [{ LANG: "zh_CN.GB18030@stroke" }, "en-US", "zh-Hans"],
    [{ LANG: "ko_KR.UTF-8", LC_ALL: "" }, "en-US", "ko"],
    [{ LANG: "ko_KR.UTF-8", LC_ALL: "ja_JP.UTF-8" }, "en-US", "ja"],
    [{ LANG: "ko_KR.UTF-8", LC_MESSAGES: "en_GB.UTF-8" }, "en-US", "en"],
    [{ LANG: "C.UTF-8" }, "ja-JP", "en"],
    [{ LANG: "ja_JP.UTF-8", LC_ALL: "C" }, "ja-JP", "en"],
    [{ LANG: "POSIX", LANGUAGE: "ja" }, "ja-JP", "en"],
    [{ LANG: "fr_FR.UTF-8" }, "fr-FR", "en"],
    [{ LANG: "fr_FR.UTF-8", LANGUAGE: "fr:ko:en" }, "fr-FR", "ko"],
    [{ LANG: "de_DE@euro" }, "de-DE", "en"],
  ];
  for (const [env, system, lang] of cases) assert.equal(environmentLanguage(env, system), lang, JSON.stringify(env));
  const env = { LANG: "ja_JP.UTF-8" };
  const asked = [
    [["analyze"], "ja"],
    [["analyze", "--lang", "ko"], "ko"],
    [["-l", "zh-TW", "--help"], "zh-Hant"],
    [["--lang=en"], "en"],
    [["--lang", "ko", "--lang=zh-Hans"], "zh-Hans"],
    [["--lang"], "ja"],
    [["--lang", "fr"], "ja"],
  ];
  for (const [words, lang] of asked) assert.equal(languageAsked(words, env, "en-US"), lang, words.join(" "));
});

/** Three English words in a row: a sentence, or most of one. */
const ENGLISH = /\b[a-z]{2,} [a-z]+ [a-z]{2,}\b/iu;
/** Without what is the same in every language: lines of a shell in the examples, commands, what is quoted, paths. */
const sentences = (text, place) =>
  text
    .replaceAll(/^ {2}(nanikiru|eval) .*$/gmu, "")
    .replaceAll(/\bnanikiru( [a-z]+\b| [A-Z]+\b| --[a-z-]+)*/gu, "")
    .replaceAll(/`[^`]*`/gu, "")
    .replaceAll(place, "");

test("no English sentence is in what the program writes in another language, and each is named by the environment or --lang", async (t) => {
  const place = folder(t);
  const games = join(place, "games");
  mkdirSync(games);
  copyFileSync(EXAMPLE, join(games, "a.mjson"));
  writeFileSync(join(games, "cut.mjson"), game().slice(0, -600));
  writeFileSync(
    join(games, "three.json"),
    JSON.stringify({
      title: ["", ""],
      name: ["A", "B", "C", ""],
      rule: { disp: "三鳳南喰赤", aka: 1 },
      log: [
        [
          [0, 0, 0],
          [35000, 35000, 35000, 0],
          [41],
          [],
          [11],
          [12],
          [13],
          [11],
          [12],
          [13],
          [11],
          [12],
          [13],
          [],
          [],
          [],
          ["流局", [0, 0, 0, 0]],
        ],
      ],
    }),
  );
  writeFileSync(join(games, "notes.txt"), "nothing\n");
  mkdirSync(join(games, "node_modules"));
  mkdirSync(join(place, "empty"));
  const fast = ["--depth", "first", "--seat", "0"];
  const reviewed = (...more) => [
    "review",
    games,
    ...fast,
    "--journal",
    join(place, `${more.join("").replaceAll(/\W/gu, "")}.jsonl`),
    ...more,
  ];
  const commands = [
    ...[
      [],
      ["--help"],
      ...["analyze", "danger", "review", "convert", "mjai", "completions"].map((name) => [name, "--help"]),
      ["completions", "fish"],
    ],
    ...[
      ["fly"],
      ["analyze"],
      ["analyze", HAND, HAND],
      ["analyze", HAND, "--seats", "east"],
      ["analyze", HAND, "--seat", "up"],
      ["analyze", HAND, "--seat"],
    ],
    ...[
      ["analyze", HAND, "--json=1"],
      ["analyze", HAND, "--turn", "x"],
      ["analyze", HAND, "--honba", "1.5"],
      ["analyze", HAND, "--budget-ms", "-x"],
      ["analyze", HAND, "--offered", "1z"],
    ],
    ...[
      ["analyze", HAND, "--runs", "3"],
      ["analyze", "2345m340p2255s66z"],
      ["analyze", "123x"],
      ["analyze", "12345678p"],
      ["analyze", HAND, "--dora", "444444p"],
      ["analyze", HAND, "--turn", "40"],
    ],
    ...[
      ["analyze", HAND, "--context", join(games, "notes.txt")],
      ["analyze", HAND, "--context", join(place, "no")],
      ["analyze", HAND, ...fast.slice(0, 2)],
    ],
    ...[
      ["analyze", HAND, "--method", "tabu", "--runs", "3"],
      ["danger", HAND],
      ["convert"],
      ["convert", EXAMPLE],
      ["convert", EXAMPLE, "--to", "xml"],
      ["convert", games, "--to", "mjai"],
    ],
    ...[
      ["convert", join(games, "cut.mjson"), "--to", "mjai", "-o", join(place, "out")],
      ["convert", EXAMPLE, "--to", "mjai", "-o", join(place, "no", "x")],
      ["convert", EXAMPLE, "--to", "mjai", "-o", games],
    ],
    ...[
      ["mjai", "game"],
      ["mjai", "--tcp", "nowhere"],
      ["mjai", "--tcp", "127.0.0.1:1"],
      ["mjai", "--ws", "x"],
      ["mjai", "--tcp", "a:1", "--ws", "x"],
      ["completions", "tcsh"],
    ],
    ...[
      ["review"],
      ["review", EXAMPLE, "--seat", "5"],
      ["review", "-", "-"],
      ["review", EXAMPLE, "--seat", "0", "--player", "A"],
      ["review", EXAMPLE, "--player", "Nobody"],
    ],
    ...[
      ["review", EXAMPLE, "--format", "jsonl", "--summary"],
      ["review", EXAMPLE, "--format", "jsonl", "--journal", "x"],
      ["review", join(place, "empty")],
      ["review", EXAMPLE, "--journal", games],
    ],
    ...[
      ["review", EXAMPLE, "--journal", join(games, "notes.txt")],
      ["review", join(games, "cut.mjson"), ...fast, "--rules", "ema"],
    ],
    ...["text", "md", "html"].flatMap((format) => [
      reviewed("--format", format),
      reviewed("--format", format, "--summary", "--verbose"),
    ]),
  ];
  const locales = { ja: "ja_JP.UTF-8", "zh-Hans": "zh_CN.UTF-8", "zh-Hant": "zh_TW.UTF-8", ko: "ko_KR.UTF-8" };
  const own = { ja: /[ぁ-んァ-ヶ一-龠]/u, "zh-Hans": /[一-龠]/u, "zh-Hant": /[一-龠]/u, ko: /[가-힣]/u };
  // every sentence of every language is looked at in unit.languages; here each command, in one language after the other
  for (const [i, args] of commands.entries()) {
    const [lang, locale] = Object.entries(locales)[i % 4];
    const input = args[0] === "mjai" ? '{"type":1}\nx\n{"type":"dahai","actor":9}\n' : "";
    const byEnvironment = args[0] === undefined || i % 3 === 0;
    const { stdout, stderr } = await run(byEnvironment ? args : [...args, "--lang", lang], {
      cwd: place,
      input,
      env: byEnvironment ? { LANG: locale } : {},
    });
    const written = [stdout, stderr].filter((one) => one !== "");
    assert.notEqual(written.length, 0, args.join(" "));
    for (const said of written) {
      const what = `${lang}: ${args.join(" ")}\n${said}`;
      const left = sentences(
        said.replaceAll(/<style>.*<\/style>/gsu, "").replaceAll(/^complete .* -d '(.*)'$/gmu, "$1"),
        place,
      );
      assert.equal(ENGLISH.exec(left)?.[0], undefined, what);
      assert.match(left, own[lang], what);
    }
  }
});
