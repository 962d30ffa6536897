// Unit tests without a browser: who is told and heard by a framed answer.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { askedOf, originsOf } = await load("door");

test("origins are whole ones; without any the referrer's counts", () => {
  assert.deepEqual(originsOf(["https://a.example", "http://localhost:8080"], "https://b.example/x"), ["https://a.example", "http://localhost:8080"]);
  assert.deepEqual(originsOf([], "https://b.example/x?y"), ["https://b.example"]);
  for (const wrong of ["*", "null", "https://a.example/", "https://a.example/x", "a.example", "javascript:1", "data:text/html,a"]) assert.deepEqual(originsOf([wrong], "https://b.example/"), [], wrong);
  assert.deepEqual(originsOf([], ""), []);
});

test("only a whole message is heard", () => {
  assert.deepEqual(askedOf({ source: "nanikiru", type: "set", query: "?q=1m", more: 1 }), { type: "set", query: "?q=1m" });
  for (const wrong of [null, 7, "set", {}, { source: "x", type: "set", query: "" }, { source: "nanikiru", type: "get", query: "" }, { source: "nanikiru", type: "set", query: 7 }, { source: "nanikiru", type: "set", query: "a".repeat(20_001) }]) {
    assert.equal(askedOf(wrong), null);
  }
});
