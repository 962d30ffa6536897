// The workflow of known vulnerabilities looks at everything that is locked.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT } from "../../scripts/run.mjs";

const LOCKS = ["Cargo.lock", "package-lock.json"];
const OTHERS = ["node_modules", "target", ".tools", ".git"];

/** Lock files of the project, by their paths. */
function locked(folder = "") {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return OTHERS.includes(entry.name) ? [] : locked(path);
    return LOCKS.includes(entry.name) ? [path] : [];
  });
}

test("each lock file is audited, crates for warnings too, and npm packages for users at every level", () => {
  const file = join(ROOT, ".github", "workflows", "advisories.yml");
  assert.ok(existsSync(file));
  const workflow = readFileSync(file, "utf8");
  const found = locked();
  assert.ok(found.includes("Cargo.lock") && found.includes("package-lock.json"), found.join(", "));
  for (const path of found.filter((name) => name.endsWith("Cargo.lock"))) {
    assert.ok(workflow.includes(`run: cargo audit --deny warnings --file ${path}\n`), path);
  }
  assert.deepEqual(
    found.filter((name) => name.endsWith("package-lock.json")),
    ["package-lock.json"],
  );
  assert.match(workflow, /run: npm audit --package-lock-only --omit=dev\n/);
  assert.match(workflow, /run: npm audit --package-lock-only --audit-level=high\n/);
  assert.match(workflow, /schedule:\n\s+- cron:/);
});
