// Every form of records, of ../shared: the command line reviews a whole folder of them without a word of help. The
// records lie in ../shared and are not part of this project.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import { GAME } from "../limits.mjs";
import { folder, start } from "./cli.mjs";
import { ROOT } from "./support.mjs";

const FIXTURES = join(ROOT, "../shared/data/fixtures");
const FORMS = readFileSync(join(ROOT, "tools/src/validate/forms.rs"), "utf8");
/** What is no game in these folders: what the files are, and on which terms. */
const isText = (path) => /\.md$|^licences\//u.test(path);

/** The files that are no whole legal record, and their error codes in Rust. */
const REFUSED = new Map(
  [.../const REFUSED[^;]*= &\[(.*?)\];/su.exec(FORMS)[1].matchAll(/\("([^"]+)", ErrorCode::(\w+),/gu)].map(
    ([, path, code]) => [path, code.replace(/^Log/u, "log.").toLowerCase()],
  ),
);

test(
  "every file of ../shared is reviewed, but those that `cargo tools validate forms` refuses",
  { skip: existsSync(FIXTURES) ? false : "skipped: no ../shared" },
  async (t) => {
    assert.ok(REFUSED.size > 3);
    const args = ["review", FIXTURES, "--seat", "0", "--depth", "first", "--json", "--verbose"];
    const { ended } = start(args, { cwd: folder(t), timeout: GAME });
    const { code, stdout, stderr } = await ended;
    assert.equal(code, 1, stderr);
    const { files, failed } = JSON.parse(stdout);
    const named = (file) => relative(FIXTURES, file);
    const leftOut = [...stderr.matchAll(/^nanikiru: (\S+) is left out: /gmu)].map(([, file]) => named(file));
    const refused = new Map([
      ...failed.map((one) => [named(one.file), one.code]),
      ...files.filter(({ broken }) => broken).map(({ file, broken }) => [named(file), broken.code]),
      ...leftOut.filter((path) => !isText(path)).map((path) => [path, "log.unknown"]),
    ]);
    assert.deepEqual([...refused].sort(), [...REFUSED].sort());
    const reviewed = files.filter(({ broken }) => !broken);
    for (const { file, total, decisions } of reviewed) assert.ok(total > 0 && decisions.length === total, file);
    const all = readdirSync(FIXTURES, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => relative(FIXTURES, join(one.parentPath, one.name)))
      .filter((path) => !isText(path) && !REFUSED.has(path));
    assert.deepEqual([...new Set(reviewed.map(({ file }) => named(file)))].sort(), all.sort());
  },
);
