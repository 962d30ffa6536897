// The server of `npm start` and of the tests.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { serve } from "../../scripts/serve.mjs";

const ROUNDS = 30;

test("a file that is deleted once it is asked for is there or is not, and the server goes on", async (t) => {
  const root = mkdtempSync(join(tmpdir(), "nanikiru-"));
  const file = join(root, "tile.svg");
  const { server, url, close } = await serve(root);
  t.after(async () => {
    await close();
    rmSync(root, { recursive: true });
  });
  // after the server's own listener, which by now looks for the file
  server.on("request", () => rmSync(file));

  for (let round = 0; round < ROUNDS; round++) {
    writeFileSync(file, "<svg/>");
    const response = await fetch(`${url}tile.svg`);
    const answer = `${response.status} ${await response.text()}`;
    assert.ok(["200 <svg/>", "404 not found\n"].includes(answer), answer);
  }
});

test("an address outside of the folder, a folder and a HEAD", async (t) => {
  const root = mkdtempSync(join(tmpdir(), "nanikiru-"));
  mkdirSync(join(root, "site", "tiles"), { recursive: true });
  writeFileSync(join(root, "site", "index.html"), "whole");
  writeFileSync(join(root, "secret.txt"), "secret");
  const { url, close } = await serve(join(root, "site"));
  t.after(async () => {
    await close();
    rmSync(root, { recursive: true });
  });

  for (const path of ["%2e%2e%2fsecret.txt", "tiles", "tiles/", "none.js", "%ff"]) {
    assert.equal((await fetch(url + path)).status, 404, path);
  }
  const head = await fetch(url, { method: "HEAD" });
  assert.deepEqual([head.status, head.headers.get("content-length"), await head.text()], [200, "5", ""]);
});
