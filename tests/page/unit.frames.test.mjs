// Unit tests without a browser: how often the page is drawn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const [{ watchInFrames }, { INITIAL, Store }] = await Promise.all(["view/steady", "state"].map(load));

test("verdicts of a review are drawn once a frame, however many come; everything else at once, with what waited", (t) => {
  const frames = [];
  Object.assign(globalThis, {
    requestAnimationFrame: (draw) => frames.push(draw),
    cancelAnimationFrame: (id) => (frames[id - 1] = null),
  });
  t.after(() => ["requestAnimationFrame", "cancelAnimationFrame"].forEach((name) => delete globalThis[name]));
  const store = new Store({
    ...INITIAL,
    review: { ...INITIAL.review, run: { kind: "running", player: 0, done: 0, total: 100 } },
  });
  let drawn = 0;
  watchInFrames(store, () => (drawn += 1));
  const verdict = (done) =>
    store.send({ type: "reviewed", decision: { done }, verdict: { candidates: [], actions: 1 }, done, total: 100 });
  for (let done = 1; done <= 10; done += 1) verdict(done);
  assert.deepEqual([drawn, frames.length], [0, 1]);
  frames[0]();
  assert.equal(drawn, 1);
  verdict(11);
  store.send({ type: "lit", theme: "dark" });
  assert.deepEqual([drawn, frames.length, frames[1]], [2, 2, null], "the frame that waited has nothing left to draw");
});
