// The documents: every link inside of the project leads to a file, and where it names a heading, to one.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { ROOT } from "./support.mjs";

/** A heading as GitHub names it in an address. */
const anchor = (heading) => heading.trim().toLowerCase().replace(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-");

const headings = (text) => text.split("\n").filter((line) => /^#+ /.test(line)).map((line) => anchor(line.replace(/^#+ /, "")));

/** The links of a document that lead nowhere. `read` gives a file's text, or undefined where there is none. */
function broken(name, text, read) {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link).filter((link) => !/^[a-z]+:/.test(link));
  return links.filter((link) => {
    const [path, heading] = link.split("#");
    const target = path === "" ? text : read(normalize(join(dirname(name), path)));
    return target === undefined || (heading !== undefined && !headings(target).includes(heading));
  });
}

test("every link of a document leads somewhere", () => {
  const { stdout } = spawnSync("git", ["ls-files", "-z", "*.md"], { cwd: ROOT, encoding: "utf8" });
  const names = stdout.split("\0").filter((name) => name !== "" && existsSync(join(ROOT, name)));
  assert.ok(names.length > 10, `only ${names.length} documents`);
  const read = (name) => {
    const path = join(ROOT, name);
    if (!existsSync(path)) return undefined;
    return name.endsWith(".md") ? readFileSync(path, "utf8") : "";
  };
  const found = names.flatMap((name) => broken(name, read(name), read).map((link) => `${name}: ${link}`));
  assert.deepEqual(found, []);
});

test("links that lead nowhere are found", () => {
  const files = { "docs/A.md": "# One, two\n", "docs/B.md": "" };
  const text = "[a](A.md#one-two) [b](A.md#three) [c](C.md) [d](#here) [e](https://x.y/z) [f](../docs/B.md)\n## Here\n";
  assert.deepEqual(broken("docs/T.md", text, (name) => files[name]), ["A.md#three", "C.md"]);
});
