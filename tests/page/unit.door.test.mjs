// Unit tests without a browser: which pages a framed answer speaks and listens to.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { requestOf, framedAt, originsOf } = await load("door");

test("origins are whole ones; without any the referrer's counts", () => {
  assert.deepEqual(originsOf(["https://a.example", "http://localhost:8080"], "https://b.example/x"), [
    "https://a.example",
    "http://localhost:8080",
  ]);
  assert.deepEqual(originsOf([], "https://b.example/x?y"), ["https://b.example"]);
  for (const wrong of [
    "*",
    "null",
    "https://a.example/",
    "https://a.example/x",
    "a.example",
    "javascript:1",
    "data:text/html,a",
  ])
    assert.deepEqual(originsOf([wrong], "https://b.example/"), [], wrong);
  assert.deepEqual(originsOf([], ""), []);
});

test("only a whole message is heard", () => {
  assert.deepEqual(requestOf({ source: "nanikiru", type: "set", query: "?q=1m", more: 1 }), {
    type: "set",
    query: "?q=1m",
  });
  for (const wrong of [
    null,
    7,
    "set",
    {},
    { source: "x", type: "set", query: "" },
    { source: "nanikiru", type: "get", query: "" },
    { source: "nanikiru", type: "set", query: 7 },
    { source: "nanikiru", type: "set", query: "a".repeat(20_001) },
  ]) {
    assert.equal(requestOf(wrong), null);
  }
});

test("a page of another host is framed by http: or https:, and no other address", () => {
  const at = (here, asked) => framedAt(here, asked)?.href ?? null;
  assert.equal(at("http://localhost:8080/frame.html", null), "http://127.0.0.1:8080/embed.html");
  assert.equal(at("http://127.0.0.1:8080/a/frame.html?embed=", null), "http://localhost:8080/a/embed.html");
  assert.equal(at("https://host.example/nanikiru/frame.html", null), "https://host.example/nanikiru/embed.html");

  const here = "http://localhost:8080/frame.html";
  for (const fine of [
    "https://other.example/embed.html",
    "http://other.example:8080/embed.html",
    "http://localhost:9090/embed.html",
    "http://localhost.example/",
    "http://[2001:db8::1]:8080/",
  ])
    assert.equal(at(here, fine), fine);
  assert.equal(at(here, " HTTPS://Other.example/\t"), "https://other.example/");

  const schemes = [
    "javascript:parent.alert(parent.origin)//",
    "JavaScript:alert(1)",
    " java\nscript:alert(1)",
    "\u0001javascript:alert(1)",
    "javascript://other.example/%0aalert(1)",
    "data:text/html,<script>alert(1)</script>",
    "blob:http://localhost:8080/1",
    "blob:http://other.example/1",
    "blob:null/1",
    "about:blank",
    "about:srcdoc",
    "vbscript:a",
    "file:///etc/passwd",
    "filesystem:http://other.example/a",
    "view-source:http://other.example/",
    "ftp://other.example/",
    "ws://other.example/",
    "chrome://version",
    "mailto:a@other.example",
    "intent://other.example/",
  ];
  const own = [
    "",
    "embed.html",
    "/embed.html",
    "?hand=1m",
    "#",
    "//other.example/embed.html",
    "\\\\other.example",
    "other.example",
    "http://",
    "https://[",
    "http://localhost:8080/embed.html",
    "HTTP://LOCALHOST:8080/",
    "https://localhost:8080/",
    "http://localhost.:8080/",
    "http://a.localhost:8080/",
    "http://127.0.0.1:8080/embed.html",
    "http://127.1:8080/",
    "http://127.9.9.9:8080/",
    "http://0x7f000001:8080/",
    "http://2130706433:8080/",
    "http://0.0.0.0:8080/",
    "http://[::1]:8080/",
    "http://[::]:8080/",
    "http://[::ffff:127.0.0.1]:8080/",
    "http://user:word@localhost:8080/",
    "http://other.example@localhost:8080/",
  ];
  for (const wrong of [...schemes, ...own]) assert.equal(at(here, wrong), null, JSON.stringify(wrong));
  for (const wrong of [
    "https://host.example/embed.html",
    "http://host.example/",
    "https://HOST.example:443/x",
    "https://host.example./",
  ])
    assert.equal(at("https://host.example/frame.html", wrong), null, wrong);
  assert.equal(at("http://127.0.0.1:8080/frame.html", "http://localhost:8080/embed.html"), null);
  assert.equal(at("http://host.example/frame.html", "http://localhost/"), "http://localhost/");
});
