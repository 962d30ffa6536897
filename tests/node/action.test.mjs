// Actions in words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../source.mjs";

const { formatAction } = await load("js/action");

test("an action in words, in English and Japanese", () => {
  const words = [
    [{ type: "discard", tile: "9s", riichi: false }, "Discard 9s", "打九索"],
    [{ type: "discard", tile: "0p", riichi: true }, "Riichi, discard red 5p", "リーチ、打赤五筒"],
    [{ type: "discard", tile: "1z", riichi: false }, "Discard East", "打東"],
    [{ type: "chi", tiles: "34m", discard: "9m" }, "Chi 3m 4m, discard 9m", "チー 三萬 四萬、打九萬"],
    [{ type: "pon", tiles: "50p", discard: "7z" }, "Pon 5p red 5p, discard Red", "ポン 五筒 赤五筒、打中"],
    [{ type: "ankan", tile: "5z" }, "Concealed kan White", "暗槓 白"],
    [{ type: "kakan", tile: "0s" }, "Added kan red 5s", "加槓 赤五索"],
    [{ type: "daiminkan" }, "Open kan", "大明槓"],
    [{ type: "tsumo" }, "Tsumo", "ツモ"],
    [{ type: "ron" }, "Ron", "ロン"],
    [{ type: "pass" }, "Pass", "スルー"],
    [{ type: "nineTerminals" }, "Nine terminals", "九種九牌"],
  ];
  for (const [action, english, japanese] of words) {
    assert.equal(formatAction(action), english);
    assert.equal(formatAction(action, "en"), english);
    assert.equal(formatAction(action, "ja"), japanese);
  }
});

test("every tile has a name of its own", () => {
  for (const language of ["en", "ja"]) {
    const tiles = ["m", "p", "s"].flatMap((suit) => [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${n}${suit}`));
    for (let n = 1; n <= 7; n++) tiles.push(`${n}z`);
    const names = new Set(tiles.map((tile) => formatAction({ type: "discard", tile, riichi: false }, language)));
    assert.equal(names.size, 37);
  }
});

test("a language or an action that does not exist is an error", () => {
  for (const language of ["fr", "", "toString", null, 1]) {
    assert.throws(() => formatAction({ type: "ron" }, language), {
      name: "NanikiruError",
      code: "request.unknown_value",
      field: "language",
      value: language,
    });
  }
  assert.throws(() => formatAction({ type: "kan" }), {
    name: "NanikiruError",
    code: "request.unknown_value",
    field: "action.type",
    value: "kan",
  });
});

test("what is no action, or has tiles that are none, is an error that names it", () => {
  const bad = [
    [undefined, "request.type", "action", undefined],
    [null, "request.type", "action", null],
    ["ron", "request.type", "action", "ron"],
    [{}, "request.unknown_value", "action.type", undefined],
    [{ type: "discard" }, "request.missing_field", "action.tile", undefined],
    [{ type: "discard", tile: 5 }, "request.type", "action.tile", 5],
    [{ type: "discard", tile: "8z" }, "notation.no_such_tile", "action.tile", "8z"],
    [{ type: "kakan", tile: "" }, "notation.no_such_tile", "action.tile", ""],
    [{ type: "chi", tiles: "34", discard: "9m" }, "notation.no_such_tile", "action.tiles", "34"],
    [{ type: "pon", tiles: "55p" }, "request.missing_field", "action.discard", undefined],
  ];
  for (const [action, code, field, value] of bad) {
    assert.throws(() => formatAction(action), { name: "NanikiruError", code, field, value });
  }
});
