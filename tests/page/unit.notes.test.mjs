// Unit tests without a browser: notes to decisions, branches from them, and how they are saved.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const [notes, saved, review, texts, state, position, text] = await Promise.all(
  ["notes", "review-file", "review", "review-text", "state", "position", "text/index"].map(load),
);

const decision = (turn) => ({
  seat: "east",
  turn,
  hand: "123m456p789s11223z",
  context: { seat: "east", roundWind: "east", turn },
  done: { type: "discard", tile: "3z", riichi: false },
});
const ROUND = { roundWind: "east", number: 1, honba: 0, decisions: [decision(1), decision(2)] };
const LOG = { rules: { name: "tenhou" }, rounds: [ROUND] };
const [first, second] = LOG.rounds[0].decisions;
const NOTE = { text: "<b>why?</b>\n| not *this*", branches: ["?q=123m456p789s11222z"] };
const REVIEW = { ...review.NO_REVIEW, notes: new Map([[second, NOTE]]) };
const round = (value) => JSON.parse(JSON.stringify(value));

test("a note is saved with the review, in the browser and in a file, and read again", () => {
  const kept = round(saved.savedReview(LOG, REVIEW));
  assert.deepEqual(saved.foundIn(LOG, saved.readReview(kept)).notes, REVIEW.notes);
  assert.equal("notes" in saved.savedReview(LOG, review.NO_REVIEW), false);
  const file = saved.readSaved(
    new TextEncoder().encode(saved.savedText("a", new TextEncoder().encode("<x>"), LOG, REVIEW)),
  );
  assert.deepEqual(saved.foundIn(LOG, file).notes, REVIEW.notes);
});

test("a damaged note is refused", () => {
  const kept = round(saved.savedReview(LOG, REVIEW));
  const long = "a".repeat(notes.MOST_CHARACTERS + 1);
  for (const wrong of [
    { at: -1 },
    { text: 7 },
    { text: long },
    { branches: "?q=" },
    { branches: [7] },
    { branches: ["nothing"] },
    { branches: Array(notes.MOST_BRANCHES + 1).fill("?q=1m") },
  ]) {
    assert.throws(
      () => saved.readReview({ ...kept, notes: [{ ...kept.notes[0], ...wrong }] }),
      (error) => error.code === "saved.value",
      JSON.stringify(wrong).slice(0, 60),
    );
  }
});

test("what another version of the page kept loses its verdicts, and not what the reader wrote", () => {
  const kept = {
    ...round(saved.savedReview(LOG, REVIEW)),
    version: 2,
    verdicts: [{ at: 0, verdict: "of another form" }],
  };
  const read = saved.readKept(kept);
  assert.deepEqual(read.verdicts, []);
  assert.deepEqual(saved.foundIn(LOG, read).notes, REVIEW.notes);
  assert.equal(saved.readKept({ ...kept, notes: undefined }), null);
  assert.equal(saved.readKept({ ...kept, notes: [{ at: 0 }] }), null);
  assert.equal(saved.readKept(undefined), null);
});

test("an empty note goes; a branch is kept once, up to a number, and can be removed", () => {
  assert.equal(notes.withNote(REVIEW.notes, second, { text: " \n", branches: [] }).size, 0);
  assert.equal(notes.withNote(REVIEW.notes, first, { text: "", branches: ["?q=1m"] }).size, 2);
  const other = position.fromQuery("?q=123m456p789s11333z");
  const more = notes.withBranch(NOTE, other);
  assert.equal(more.branches.length, 2);
  assert.equal(notes.withBranch(more, other), more, "the same once");
  const full = Array.from({ length: 30 }, (_, i) => position.fromQuery(`?q=123m456p789s11333z&turn=${i + 1}`)).reduce(
    notes.withBranch,
    NOTE,
  );
  assert.equal(full.branches.length, notes.MOST_BRANCHES);
  assert.deepEqual(notes.withoutBranch(more, NOTE.branches[0]).branches, [more.branches[1]]);
});

test("a branch names the fields that it changes, and not how to search", () => {
  const changed = { ...notesPosition(), hand: "123m456p789s11222z", dora: "4p" };
  assert.deepEqual(notes.changesOf(second, position.toQuery(changed)).toSorted(), ["dora", "hand"]);
  assert.deepEqual(notes.changesOf(second, position.toQuery({ ...notesPosition(), depth: "full" })), []);
  assert.deepEqual(notes.changesOf(second, "nothing"), []);
});
/** The second decision as it would have been typed. */
function notesPosition() {
  return state.apply(state.INITIAL, {
    type: "logOpened",
    name: "a",
    source: new Uint8Array(),
    log: LOG,
    place: { round: 0, player: 0, at: 1 },
  }).position;
}

test("an export has every note, with nothing of it as markup, in all languages", () => {
  for (const lang of text.LANGS) {
    const report = texts.reviewText("a", LOG, REVIEW, lang);
    assert.deepEqual(
      report.notes.map((one) => one.text),
      [NOTE.text],
    );
    const markdown = texts.markdownOf(report, lang);
    assert.ok(markdown.includes(`## ${text.words[lang].notes.title}`));
    assert.ok(markdown.includes("\\<b\\>why?\\</b\\> \\| not \\*this\\*"), markdown.slice(-200));
    assert.doesNotMatch(
      texts.markdownOf(texts.reviewText("a", LOG, review.NO_REVIEW, lang), lang),
      new RegExp(`## ${text.words[lang].notes.title}$`, "mu"),
    );
  }
});

test("a note stays when the record is reviewed anew, by another objective too", () => {
  const opened = state.apply(state.INITIAL, { type: "logOpened", name: "a", source: new Uint8Array(), log: LOG });
  const noted = state.apply(opened, { type: "noted", decision: first, note: NOTE });
  const anew = state.apply(noted, { type: "reviewStarted", player: 0, objective: "placement" });
  assert.equal(anew.review.notes.get(first), NOTE);
});

test("a note stays when a kept game is reviewed by another objective, and when the record is read by other rules", () => {
  const found = new Map([[first, {}]]);
  const learned = new Map([[first, {}]]);
  const before = { ...REVIEW, found, learned };
  assert.equal(review.heldAgainst(before, before.objective), before);
  const { notes: kept, ...rest } = review.heldAgainst(before, "placement");
  assert.deepEqual([kept, rest.objective, rest.found.size, rest.learned.size], [REVIEW.notes, "placement", 0, 0]);
  const otherwise = { ...LOG, rounds: [{ ...ROUND, decisions: ROUND.decisions.map((one) => ({ ...one })) }] };
  assert.deepEqual([...notes.notesIn(otherwise, LOG, REVIEW.notes)], [[otherwise.rounds[0].decisions[1], NOTE]]);
});
