// Unit tests without a browser: how often the page is drawn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const [{ watchInFrames }, { INITIAL, Store }] = await Promise.all(["view/scroll", "state"].map(load));

/** A page without a screen: its clock, the frames that it has been asked for, and which views were drawn. */
function screen(t) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let time = 1000;
  t.mock.method(performance, "now", () => time);
  const frames = [];
  const globals = {
    document: { querySelector: () => null },
    requestAnimationFrame: (draw) => frames.push(draw),
    cancelAnimationFrame: (id) => (frames[id - 1] = null),
  };
  Object.assign(globalThis, globals);
  t.after(() => Object.keys(globals).forEach((name) => delete globalThis[name]));
  const store = new Store({
    ...INITIAL,
    review: { ...INITIAL.review, run: { kind: "running", player: 0, done: 0, total: 100 } },
  });
  const drawn = [];
  const states = [];
  const view = (name, ms) => (state) => {
    drawn.push(name);
    states.push(state);
    time += ms;
  };
  watchInFrames(store, [view("quick", 1), view("slow", 40), view("last", 1)]);
  return {
    ...{ store, frames },
    /** What was drawn since the last question. */
    drawn: () => drawn.splice(0).join(" "),
    /** How many states these views have shown. */
    states: () => new Set(states.splice(0)).size,
    frame: () => frames.at(-1)(),
    pass(ms) {
      time += ms;
      t.mock.timers.tick(ms);
    },
    verdict: (done) =>
      store.send({ type: "reviewed", decision: { done }, verdict: { candidates: [], actions: 1 }, done, total: 100 }),
    answer: () => store.send({ type: "answered", answer: { report: { candidates: [] } } }),
  };
}

const ALL = "quick slow last";

test("everything is drawn at once in the beginning and after what the reader does, with what waited", (t) => {
  const { store, frames, drawn, verdict, pass } = screen(t);
  assert.equal(drawn(), ALL);
  pass(1000);
  verdict(1);
  assert.equal(frames.length, 1);
  store.send({ type: "lit", theme: "dark" });
  assert.deepEqual([drawn(), frames[0]], [ALL, null], "the frame that waited has nothing left to draw");
  verdict(2);
  store.send({ type: "lit", theme: "light" });
  pass(1000);
  assert.deepEqual([drawn(), frames.length], [ALL, 1], "nor has what waited for its time");
});

test("verdicts of a review are drawn five times a second at most", (t) => {
  const { frames, drawn, frame, verdict, pass } = screen(t);
  pass(1000);
  drawn();
  for (let done = 1; done <= 10; done += 1) verdict(done);
  assert.deepEqual([drawn(), frames.length], ["", 1], "the first waits for its frame");
  frame();
  frame();
  assert.equal(drawn(), ALL);
  for (let done = 11; done <= 20; done += 1) {
    verdict(done);
    pass(15);
  }
  assert.deepEqual([drawn(), frames.length], ["", 2], "150 ms later");
  pass(50);
  assert.equal(frames.length, 3);
});

test("a drawing that takes long goes on in the next frame, and what came meanwhile is drawn after it", (t) => {
  const { frames, drawn, states, frame, verdict, answer, pass } = screen(t);
  pass(1000);
  drawn();
  states();
  answer();
  frame();
  assert.deepEqual([drawn(), frames.length], ["quick slow", 2]);
  verdict(1);
  frame();
  assert.deepEqual([drawn(), frames.length], ["last", 2], "verdicts have their time");
  assert.equal(states(), 1, "no view is ahead of another");
  pass(200);
  frame();
  assert.deepEqual([drawn(), frames.length], ["quick slow", 4]);
  answer();
  frame();
  assert.deepEqual([drawn(), frames.length], ["last", 5], "an answer has none to wait for");
  frame();
  frame();
  assert.equal(drawn(), ALL);
});
