// The server of `npm start` and of the tests.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { serve } from "../../scripts/serve.mjs";
import { numbers } from "../host.mjs";
import { PATIENCE } from "../limits.mjs";

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

/** Sends a request as it is written, which no client would; gives the status and the body of the answer. */
function raw(port, text) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text, "latin1"));
    let [answer, reset] = ["", false];
    socket.setTimeout(PATIENCE, () => socket.destroy(new Error(`no answer to ${JSON.stringify(text.slice(0, 80))}`)));
    socket.setEncoding("latin1").on("data", (chunk) => (answer += chunk));
    socket.on("error", (error) => (error.code === "ECONNRESET" ? (reset = true) : reject(error)));
    socket.on("close", () => {
      const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? [];
      if (status === undefined && reset) return resolve({ status: "reset", body: "" });
      if (status === undefined)
        return reject(
          new Error(`${JSON.stringify(text.slice(0, 80))}: ${JSON.stringify(answer.slice(0, 80))} is no answer`),
        );
      return resolve({ status: Number(status), body: answer.slice(answer.indexOf("\r\n\r\n") + 4) });
    });
  });
}

const request = (target, method = "GET", more = "") =>
  `${method} ${target} HTTP/1.1\r\nHost: localhost\r\n${more}Connection: close\r\n\r\n`;

/** The server in a process of its own, over a folder beside a file that nobody may read. */
async function program(t) {
  const root = mkdtempSync(join(tmpdir(), "nanikiru-"));
  mkdirSync(join(root, "site", "tiles"), { recursive: true });
  for (const [name, text] of [
    ["site/index.html", "whole"],
    ["site/tiles/1m.svg", "<svg/>"],
    ["secret.txt", "secret"],
  ])
    writeFileSync(join(root, name), text);
  const source = `import { serve } from ${JSON.stringify(new URL("../../scripts/serve.mjs", import.meta.url).href)};
    const { server } = await serve(${JSON.stringify(join(root, "site"))});
    console.log(server.address().port);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", source], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => {
    child.kill();
    rmSync(root, { recursive: true });
  });
  const port = await new Promise((done, failed) => {
    child.once("exit", (code) => failed(new Error(`the server ended with ${code}`)));
    child.stdout.once("data", (text) => done(Number(text)));
  });
  return { port, lives: () => child.exitCode === null && child.signalCode === null };
}

test("every target and method has an answer, and the server lives", async (t) => {
  const { port, lives } = await program(t);
  const answers = async (text, wanted) => {
    const { status, body } = await raw(port, text);
    assert.ok(lives(), JSON.stringify(text.slice(0, 80)));
    assert.doesNotMatch(body, /secret/);
    assert.ok(wanted.includes(status), `${JSON.stringify(text.slice(0, 80))}: ${status}`);
    return body;
  };
  for (const target of [
    "/",
    "/?",
    "/#a",
    "/?x=//",
    "/tiles/../",
    "http://localhost/",
    "https://elsewhere:1/?q",
    "HTTP://localhost",
  ])
    assert.equal(await answers(request(target), [200]), "whole", target);
  assert.equal(await answers(request("/tiles/1m.svg?a#b"), [200]), "<svg/>");

  const up = [
    "/../secret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e/secret.txt",
    "/tiles/..\\..\\secret.txt",
    "/..\\secret.txt",
    "/tiles/%5c..%5c../../secret.txt",
    "http://localhost/%2e%2e%2fsecret.txt",
  ];
  const none = [
    "//",
    "///",
    "//secret.txt",
    "//localhost:1//",
    "/\\",
    "/\\\\",
    "/%",
    "/%zz",
    "/%ff%fe",
    "/%00",
    "/tiles%00/1m.svg",
    "/tiles",
    "/tiles/",
    "/1:2",
    "/[",
    "//[",
    "//:99999999/",
    "http://",
    "http://[",
    "http://:x/",
    "http:/",
    "http:",
    "javascript:1",
    "data:,a",
    "file:///etc/passwd",
    "*",
    "?",
    "localhost:80",
    "secret.txt",
    "a".repeat(9000),
    `/${"a".repeat(300)}`,
    `/${"a/".repeat(5000)}`,
    `/${"%41".repeat(4000)}`,
  ];
  for (const target of [...up, ...none]) await answers(request(target), [404, 400]);
  for (const target of ["/\u0000", "/a b c", "/\u0001\u007f", "", " ", "/\u00ff\u00fe"])
    await answers(request(target), [404, 400]);
  // a server that closes before it has read the rest resets the connection, and TCP may lose the answer with it
  await answers(request(`/${"a".repeat(100_000)}`), [431, "reset"]);

  for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "PROPFIND", "PURGE"])
    for (const target of ["/", "//", "*"]) await answers(request(target, method), [405]);
  for (const target of ["localhost:80", "//", "/", "*"]) await answers(request(target, "CONNECT"), [405, 400]);
  for (const method of ["", "get", "NONE", "G\u0000T", "GET/", "\r\n\r\nX"]) await answers(request("/", method), [400]);
  for (const more of [
    "Upgrade: websocket\r\nConnection: Upgrade\r\n",
    "Expect: all\r\n",
    "Content-Length: x\r\n",
    "Transfer-Encoding: none\r\n",
    "Range: bytes=9-1\r\n",
    ": \r\n",
    `X: ${"a".repeat(40_000)}\r\n`,
  ]) {
    const wanted = more.length > 16_384 ? [431, "reset"] : [400, 404, 417];
    await answers(request("//", "GET", more), wanted);
  }
  for (const text of ["GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u0016\u0003\u0001\u0002\u0000"])
    await answers(text, [400]);
  assert.ok(lives());

  const random = numbers(9);
  const signs = [
    "/",
    "//",
    "\\",
    "..",
    ".",
    "%2e",
    "%2f",
    "%5c",
    "%00",
    "%",
    "%ff",
    "?",
    "#",
    ":",
    "@",
    "[",
    "]",
    "*",
    "http://",
    "https:",
    "a",
    "tiles",
    "1m.svg",
    "secret.txt",
    "\u00e9",
    "\t",
    "~",
    "|",
    "&",
    ";",
    "=",
    ",",
  ];
  for (let round = 0; round < 1500; round += 1) {
    const target = Array.from({ length: 1 + random(7) }, () => signs[random(signs.length)]).join("");
    await answers(
      request(random(3) === 0 ? target : `/${target}`, ["GET", "HEAD", "POST"][random(3)]),
      [200, 400, 404, 405],
    );
  }
  assert.equal(await answers(request("/"), [200]), "whole");
});
