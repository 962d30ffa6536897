// Unit tests without a browser: what a text is that was typed, pasted or dropped.
import assert from "node:assert/strict";
import { test } from "node:test";
import { game } from "./game.mjs";
import { load } from "./load.mjs";

const { inputOf, viewerOf } = await load("input");
const ID = "2026010203gm-00a9-0000-11223344";

test("a hand, and a link of Tenhou's hand page in all its forms, are a hand", () => {
  assert.deepEqual(inputOf(" 123m456p789s11223z "), { kind: "hand", hand: "123m456p789s11223z" });
  assert.deepEqual(inputOf("東東東白白 123m"), { kind: "hand", hand: "東東東白白 123m" });
  for (const link of [
    "https://tenhou.net/2/?q=123m456p789s11223z",
    "http://tenhou.net/2/?p=123m456p789s11223z",
    "tenhou.net/2/?q=123m456p789s11223z",
    "//tenhou.net/2/?q=123m456p789s11223z",
  ]) {
    assert.deepEqual(inputOf(link), { kind: "hand", hand: "123m456p789s11223z" }, link);
  }
});

test("a link of this page is its position", () => {
  const { kind, position } = inputOf("https://example.org/nanikiru/?q=345678m349p22567s&turn=8#review=1/0.2.3");
  assert.deepEqual([kind, position.hand, position.turn], ["position", "345678m349p22567s", "8"]);
});

test("a link to a record names its server, its number and its seat", () => {
  for (const link of [
    `https://tenhou.net/0/?log=${ID}&tw=2`,
    `https://tenhou.net/3/?log=${ID}&tw=2`,
    `tenhou.net/0/?log=${ID}&tw=2`,
    `${ID}&tw=2`,
  ]) {
    const { kind, link: to, you } = inputOf(link);
    assert.deepEqual([kind, to, you], ["link", { site: "tenhou", log: ID }, 2], link);
  }
  assert.equal(inputOf(`https://tenhou.net/0/?log=${ID}`).you, null);
  assert.equal(inputOf("https://tenhou.net/6/#json={}").kind, "record", "the record stands in it");
  for (const host of ["game.maj-soul.com/1/", "mahjongsoul.game.yo-star.com/", "game.mahjongsoul.com/"]) {
    assert.deepEqual(inputOf(`https://${host}?paipu=240101-aaaa-bbbb_a1`).link, { site: "majsoul" }, host);
  }
  assert.deepEqual(inputOf("https://example.org/games/17").link, { site: "other" });
});

test("the seat stands in a file's name as Tenhou's own program writes it", () => {
  assert.deepEqual([`${ID}&tw=3.mjlog`, `${ID}.mjlog`, "tw=5.xml", `log=${ID}&tw=1`].map(viewerOf), [3, null, null, 1]);
});

test("a record is a record, and anything else is left to its field", () => {
  for (const text of [game(), '{"log":[]}', "<mjloggm></mjloggm>"])
    assert.equal(inputOf(text).kind, "record", text.slice(0, 20));
  for (const text of ["", "milk, eggs, bread", "hello", "x".repeat(200)])
    assert.equal(inputOf(text).kind, "other", text);
});
