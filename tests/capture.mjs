// A capture of a browser that is made up: a token of its account stands in a cookie, and in a message that the browser
// sent. Of such a file only the game may go on.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";

export const SECRET = "c0ffee00-5ec7-4e70-8000-0123456789ab";
export const CAPTURE = readFileSync(new URL("fuzz/seeds/record/majsoul-capture", import.meta.url), "utf8");

const PIECE = 20;
const messagesOf = (capture) => capture.log.entries[0]._webSocketMessages;
const SENT = messagesOf(JSON.parse(CAPTURE)).find(({ type }) => type === "send").data;
/** The token as it is, and every piece of the message that has it in base64. */
const PRIVATE = [SECRET, ...Array.from({ length: SENT.length - PIECE + 1 }, (_, at) => SENT.slice(at, at + PIECE))];
for (const one of PRIVATE) assert.ok(CAPTURE.includes(one));
assert.ok(Buffer.from(SENT, "base64").includes(SECRET));

/** Fails where a text has something private of the capture. */
export function assertPrivate(text, what) {
  const found = PRIVATE.find((one) => text.includes(one));
  assert.equal(found, undefined, what);
}

/** The capture with 50 MB of other messages before the game. */
export function largeCapture() {
  const capture = JSON.parse(CAPTURE);
  const noise = Array.from({ length: 370 }, () => Buffer.concat([Buffer.from([1, 10, 1, 46]), randomBytes(100_000)]));
  messagesOf(capture).unshift(
    ...noise.map((data) => ({ type: "receive", opcode: 2, data: data.toString("base64") })),
  );
  const text = JSON.stringify(capture);
  assert.ok(text.length > 49_000_000, `${text.length} bytes`);
  return text;
}
