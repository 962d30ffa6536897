// Unit tests without a browser: how often the page is drawn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const [{ watchInFrames }, { INITIAL, Store }] = await Promise.all(["view/steady", "state"].map(load));

test("verdicts of a review are drawn in a frame, five times a second at most; all else at once, with what waited", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let time = 1000;
  t.mock.method(performance, "now", () => time);
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
  const pass = (ms) => {
    time += ms;
    t.mock.timers.tick(ms);
  };
  for (let done = 1; done <= 10; done += 1) verdict(done);
  assert.deepEqual([drawn, frames.length], [0, 1], "the first waits for its frame");
  frames[0]();
  assert.equal(drawn, 1);
  for (let done = 11; done <= 20; done += 1) {
    verdict(done);
    pass(15);
  }
  assert.deepEqual([drawn, frames.length], [1, 1], "150 ms later");
  pass(50);
  assert.deepEqual([drawn, frames.length], [1, 2]);
  frames[1]();
  assert.equal(drawn, 2);
  pass(1000);
  verdict(21);
  assert.equal(frames.length, 3, "nothing has been drawn for long");
  store.send({ type: "lit", theme: "dark" });
  assert.deepEqual([drawn, frames[2]], [3, null], "the frame that waited has nothing left to draw");
  verdict(22);
  store.send({ type: "lit", theme: "light" });
  pass(1000);
  assert.deepEqual([drawn, frames.length], [4, 3], "nor has what waited for its time");
});
