// Text of others is text: names, file names, messages and bytes of a host obey nobody, in no medium.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { HAND, nanikiru } from "./support.mjs";
import { FAST, bot } from "./bot.mjs";
import { load } from "../source.mjs";
import { EXAMPLE, folder, run } from "./cli.mjs";

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i));
const CONTROLS = [
  ...range(0, 0x1f),
  ...range(0x7f, 0x9f),
  "\u061c",
  "\u200e",
  "\u200f",
  ...range(0x2028, 0x202e),
  ...range(0x2066, 0x2069),
];
const ENDS = ["\t", "\n", "\v", "\f", "\r", "\u0085", "\u2028", "\u2029"];
/** What may stand nowhere but in our own lines. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

const NAMES = [
  "\u001b]0;PWNED\u0007\u001b[2J",
  "<img src=x onerror=alert(1)>",
  "[x](javascript:alert(1))",
  "a\nEast 1  forged | row",
  "\u202egnorw\u2066",
  "`*_~$#|\\",
  "http://a.b www.a.b me@a.b",
  "&lt;b&gt;\u009b31m",
];

test("each control is shown on a terminal as its number, an end of a line as a space, and all else as it is", async () => {
  const { forTerminal, forMarkdown, forHtml, forJson, jsonLine } = await load("js/escape");
  for (const sign of CONTROLS) {
    const code = sign.codePointAt(0).toString(16);
    const shown = ENDS.includes(sign)
      ? " "
      : code.length > 2
        ? `\\u${code.padStart(4, "0")}`
        : `\\x${code.padStart(2, "0")}`;
    assert.equal(forTerminal(`a${sign}b`), `a${shown}b`);
    for (const write of [forMarkdown, forHtml]) assert.doesNotMatch(write(`a${sign}b`), HIDDEN);
    const value = { [sign]: [`a${sign}b`] };
    assert.deepEqual(JSON.parse(jsonLine(value)), value);
    assert.doesNotMatch(jsonLine(value).trimEnd(), HIDDEN);
  }
  for (const text of ["東風 さくら é ß 👩‍👩‍👧 עברית", "C:\\games", "a-b_c (1).mjson"])
    assert.equal(forTerminal(text), text);
  assert.equal(forJson('{"a":1}\n{"b":"\u0085"}\n'), '{"a":1}\n{"b":"\\u0085"}\n');
  assert.equal(forHtml(`<a href="x" title='y'>&`), "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;");
  assert.equal(
    forMarkdown("<b> [x](y) `c` *d* _e_ |f| \\g #h ~i~ $j$ &k; !l"),
    "\\<b\\> \\[x\\](y) \\`c\\` \\*d\\* \\_e\\_ \\|f\\| \\\\g \\#h \\~i\\~ \\$j\\$ \\&k; \\!l",
  );
  assert.equal(forMarkdown("http://a.b www.a.b WWW.a me@a.b 1.5"), "http\\://a.b www\\.a.b WWW\\.a me\\@a.b 1.5");
  assert.equal(forMarkdown("&lt;b&gt; &#60;"), "\\&lt;b\\&gt; \\&\\#60;");
});

/** A record with names of others, also in its file's name where the system has it. */
function named(place, i) {
  const names = [0, 1, 2, 3].map((seat) => NAMES[(i + seat) % NAMES.length]);
  const file = join(place, `${NAMES[i].replaceAll("/", "")}.mjson`);
  const events = readFileSync(EXAMPLE, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  writeFileSync(
    file,
    events.map((event) => `${JSON.stringify(event.type === "start_game" ? { ...event, names } : event)}\n`).join(""),
  );
  return { file, names };
}

/** The cells of a table's rows in Markdown. */
const cellsOf = (line) => line.split(/(?<!\\)(?:\\\\)*\|/).length;

test("names and file names in a review are text in every format", async (t) => {
  const place = folder(t);
  for (const [i] of NAMES.entries()) {
    const { file, names } = named(place, i);
    const review = ["review", file, "--depth", "first", "--threshold", "1e-9"];
    const args = [...review, "--journal", join(place, "journal")];
    const outputs = {};
    for (const format of ["text", "md", "html", "json"]) {
      const { code, stdout, stderr } = await run([...args, "--format", format]);
      assert.deepEqual([code, stderr], [0, ""]);
      outputs[format] = stdout;
      for (const line of stdout.split("\n")) assert.doesNotMatch(line, HIDDEN, format);
    }
    for (const extra of [["--format", "jsonl"], ["--summary"], ["--summary", "--json"]]) {
      const { code, stdout } = await run([...review, ...extra]);
      assert.ok(code === 0 && stdout.length > 0, extra.join(" "));
      for (const line of stdout.split("\n")) assert.doesNotMatch(line, HIDDEN, extra.join(" "));
    }
    const coloured = (await run([...args], { env: { FORCE_COLOR: "1" } })).stdout;
    assert.doesNotMatch(coloured.replaceAll(/\u001b\[\d+m/g, "").replaceAll("\n", ""), HIDDEN);
    assert.deepEqual(
      JSON.parse(outputs.json).files.map(({ file: found, names: all }) => [found, all]),
      [[file, names]],
    );
    // as many lines and cells as with other names
    const rows = outputs.md.split("\n").filter((line) => line.startsWith("|"));
    assert.deepEqual(
      [...new Set(rows.map(cellsOf))].sort((a, b) => a - b),
      [8, 9],
      outputs.md,
    );
    assert.doesNotMatch(outputs.md, /(?<!\\)[<[`*_]|https?:\/\/|www\.|\w@\w/, outputs.md);
    assert.doesNotMatch(
      outputs.html.replaceAll(
        /<\/?(!doctype html|html lang="en"|html|meta [^<>]*|title|style|h1|h2|p|table|thead|tbody|tr|th|td)>/g,
        "",
      ),
      /[<>]/,
    );
  }
});

test("messages that quote what was given are text, and of as many lines as ever", async (t) => {
  const place = folder(t);
  for (const name of [NAMES.join(" "), NAMES[3]]) {
    const path = join(place, name.replaceAll("/", ""));
    const commands = [
      [[name], 2],
      [["review", path], 1],
      [["convert", path, "--to", "mjai"], 1],
      [["convert", EXAMPLE, "--to", name], 2],
      [["analyze", HAND, "--context", path], 1],
      [["analyze", HAND, "--seat", name], 2],
      [["analyze", HAND, `--${name}`], 2],
      [["analyze", HAND, "--turn", name], 2],
      [["analyze", HAND, name], 2],
      [["mjai", name], 2],
      [["mjai", "--tcp", name], 2],
      [["completions", name], 2],
      [["review", EXAMPLE, "--journal", join(path, "nowhere")], 2],
      [["convert", EXAMPLE, "--to", "mjai", "-o", join(path, "nowhere")], 2],
    ];
    for (const [args, wanted] of commands) {
      const { code, stdout, stderr } = await run(args);
      assert.deepEqual([code, stdout], [wanted, ""], args.join(" "));
      const lines = stderr.trimEnd().split("\n");
      for (const line of lines) assert.doesNotMatch(line, HIDDEN, args.join(" "));
      assert.ok(lines.length <= 2, stderr);
    }
  }
});

test("the place of a fault stands under it, also where what is before it is shown longer", async () => {
  const { code, stderr } = await run(["analyze", "1\u001b2x"]);
  assert.equal(code, 1);
  const [, shown, mark] = stderr.split("\n");
  assert.equal(shown, "  1\\x1b2x");
  assert.equal(mark.indexOf("^"), shown.indexOf("\\x1b"));
});

test("a cut record, what lies beside records, and what a host sends are text in messages and in JSON", async (t) => {
  const place = folder(t);
  const games = join(place, "games");
  mkdirSync(games);
  for (const [i, name] of NAMES.entries()) writeFileSync(join(games, name.replaceAll("/", "")), `notes ${i} ${name}`);
  const record = readFileSync(EXAMPLE, "utf8");
  writeFileSync(
    join(games, "cut\u001b[2J\nnanikiru: forged.mjson"),
    `${record.trimEnd()}\n{"type":"\u202edahai","\u009b":"`,
  );
  writeFileSync(join(games, "whole.mjson"), record);
  const { stderr, stdout } = await run(["review", games, "--depth", "first", "--seat", "3", "--verbose", "--json"], {
    cwd: place,
  });
  const lines = stderr.trimEnd().split("\n");
  for (const line of [...lines, stdout.trimEnd()]) assert.doesNotMatch(line, HIDDEN);
  for (const line of lines) assert.match(line, /^nanikiru: \/.* (is left out|is cut): /);
  const lines_ = bot(t, FAST);
  for (const name of NAMES) lines_.say(`{"type":${JSON.stringify(name)},"a":"${name}"`);
  lines_.say({ type: "start_game", id: 0 });
  lines_.say({ type: NAMES[0], x: NAMES });
  for (const name of NAMES) lines_.say({ type: "request_action", request_id: name });
  const { code, left, stderr: noted } = await lines_.end();
  assert.equal(code, 0);
  for (const line of left) assert.doesNotMatch(line, HIDDEN);
  assert.deepEqual(
    left.flatMap((line) => JSON.parse(line).request_id ?? []),
    NAMES,
  );
  for (const line of noted.trimEnd().split("\n")) {
    assert.doesNotMatch(line, HIDDEN);
    assert.match(line, /^nanikiru: /);
  }
});

test("convert writes names that mean the same, without a control", async (t) => {
  const place = folder(t);
  for (const [i] of NAMES.entries()) {
    const { file, names } = named(place, i);
    for (const format of ["mjai", "tenhou6"]) {
      const { code, stdout } = await run(["convert", file, "--to", format]);
      assert.equal(code, 0);
      for (const line of stdout.split("\n")) assert.doesNotMatch(line, HIDDEN);
      assert.deepEqual((await nanikiru.parseLog(stdout)).names, names);
    }
  }
});
