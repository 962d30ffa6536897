/** Asks before it answers: about each mistake, with a second try and an end, or about every decision of a record. */

import { chosenTile } from "../candidates";
import type { Action, Report } from "nanikiru";
import { byId, h, memo, setAttribute } from "../dom";
import {
  cardsOf,
  choicesOf,
  drillKey,
  dueAt,
  hides,
  isGood,
  lessonNow,
  lessonsOf,
  lossOf,
  nextDue,
  nextLesson,
  resultsOf,
  worstSort,
} from "../practice";
import { keepAnswer, written } from "../keeper";
import type { Entry } from "../storage";
import { placesOf, stepped } from "../log";
import { names } from "../preferences";
import { openKept } from "../records";
import type { Review, SecondTry } from "../review";
import { decisionScores } from "../score";
import { shownReview } from "../reviewer";
import { actionKey, type Lang, type Learning, type RecordState, type State, type Store } from "../state";
import { words } from "../text";
import { ahead, sentences, whole } from "../text/format";
import { reasonOfMistake } from "../review-text";
import { actionName, actionPicture, actionText } from "./tile";

const reportOf = ({ answer, position }: State): Report | null => (answer?.position === position ? answer.report : null);

type OpenRecord = Extract<RecordState, { kind: "open" }>;

/** What is being written of answers: the next mistake is chosen after it. */
let keeping: Promise<void> = Promise.resolve();

/** Keeps the first answer to a mistake for practice. */
function answer(store: Store, right: boolean): void {
  const { learning, record } = store.state;
  if (record.kind === "open" && learning && learning.over !== "record" && learning.tried.length === 0)
    keeping = keepAnswer(store, record.place, right);
}

function choose(store: Store, choice: Action): void {
  const { state } = store;
  const decision = lessonNow(state);
  const report = reportOf(state);
  if (!decision || !report || !hides(state)) return;
  const { found, objective } = shownReview(state);
  const verdict = found.get(decision) ?? null;
  const loss = lossOf(choice, verdict, report);
  const best = verdict?.best ?? report.candidates[0]?.action;
  const good = isGood(loss, objective) || (best !== undefined && actionKey(best) === actionKey(choice));
  answer(store, good);
  store.send({ type: "learned", decision, learned: { choice, loss }, good });
}

/** A click on a tile of the hand chooses its discard, where there is but one. */
export function chooseTile(store: Store, tile: string): void {
  const report = reportOf(store.state);
  if (!report) return;
  const own = choicesOf(report).filter((action) => chosenTile(action) === tile);
  if (own.length === 1 && own[0]) choose(store, own[0]);
}

/** Answers are held back over the whole record, or come at once again. */
export function toggleVeil(store: Store): void {
  const { record, learning } = store.state;
  if (record.kind === "open") store.send({ type: "learning", over: learning?.over === "record" ? null : "record" });
}

/** Goes to the worst mistake of all kept games that is due; to the end where none is. */
export async function practise(store: Store): Promise<void> {
  await keeping;
  // the list says which record is open only when that has been written
  await written();
  const {
    record,
    learning,
    keeping: { entries, open },
  } = store.state;
  const now = record.kind === "open" ? drillKey(record.place) : null;
  const due = dueAt(cardsOf(entries, names()), Date.now()).filter(
    ({ entry, mistake }) => learning === null || entry.id !== open || drillKey(mistake.place) !== now,
  );
  const going: Learning = learning ?? { over: "drills", drilled: { all: 0, right: 0 }, phase: "ask", tried: [] };
  for (const {
    entry,
    mistake: { place },
  } of due) {
    if (entry.id === open && learning) return store.send({ type: "logMoved", place });
    if (await openKept(store, entry, place, going)) return;
  }
  store.send({ type: "learnEnded" });
}

function goOn(store: Store): void {
  const { record, learning } = store.state;
  if (record.kind !== "open" || !learning) return;
  if (learning.over === "drills") return void practise(store);
  if (learning.over === "record") return store.send({ type: "logMoved", place: stepped(record.log, record.place, 1) });
  const place = nextLesson(record.log, shownReview(store.state), record.place);
  store.send(place ? { type: "logMoved", place } : { type: "learnEnded" });
}

function begin(store: Store): void {
  const { record, review } = store.state;
  if (record.kind !== "open") return;
  store.send({ type: "learning", over: "mistakes" });
  const [first] = lessonsOf(record.log, review, record.place.player);
  if (first && !review.learned.has(first.decision)) store.send({ type: "logMoved", place: first.place });
  else goOn(store);
}

interface Outcome {
  readonly text: string;
  /** Null before the first choice. */
  readonly good: boolean | null;
}

/** What came of a choice. */
function outcomeOf(state: State, review: Review, learning: Learning): Outcome {
  const { lang, record } = state;
  const w = words[lang].learn;
  const unit = words[lang].units[review.objective];
  const now = lessonNow(state);
  if (!now || record.kind !== "open") return { text: "", good: null };
  const lost = (loss: number) => whole(Math.round(loss));
  const last = learning.tried.at(-1);
  // over a whole record nobody knows whether there was something better
  if (learning.phase === "ask")
    return last
      ? { text: w.tryAgain(lost(last.loss), unit), good: false }
      : { text: learning.over === "record" ? "" : w.ask, good: null };
  const verdict = review.found.get(now);
  const candidates = verdict?.candidates ?? reportOf(state)?.candidates ?? [];
  const best = verdict?.best ?? candidates[0]?.action;
  const offered = now.context.offered?.tile ?? null;
  const learned = learning.over !== "record" ? review.learned.get(now) : undefined;
  const same = learned && best && actionKey(best) === actionKey(learned.choice);
  const praise = ({ loss }: SecondTry) => (same ? w.right : loss === 0 ? w.equal : w.nearly(lost(loss), unit));
  const first = learned && learning.tried.length === 0 ? [praise(learned)] : [];
  const one = decisionScores(placesOf(record.log), review).find(({ spot }) => spot.decision === now);
  const text = sentences(
    ...first,
    ...(best && !(same && first.length > 0) ? [w.best(actionText(best, candidates, lang, offered))] : []),
    ...(now.done ? [w.played(actionText(now.done, candidates, lang, offered))] : []),
    ...(one && one.size !== null ? [reasonOfMistake(one, review, lang)] : []),
  );
  return { text, good: learning.tried.length === 0 && learned !== undefined };
}

/** What came of practice, and when it goes on. */
function drillsEnd({ drilled: { all, right } }: Learning, entries: readonly Entry[], lang: Lang): string {
  const w = words[lang].drills;
  const [cards, now] = [cardsOf(entries, names()), Date.now()];
  const next = nextDue(cards);
  return sentences(w.end(right, all), next !== null && next > now ? w.later(ahead(next - now, lang)) : "");
}

/** What came of a record's mistakes, and what kind of decision lost most. */
function mistakesEnd({ log, place: { player } }: OpenRecord, review: Review, lang: Lang): string {
  const w = words[lang];
  const { all, right } = resultsOf(log, review, player);
  const worst = worstSort(log, review, player);
  return sentences(w.learn.end(right, all), worst ? w.learn.worst(w.review.sorts[worst]) : "");
}

/** The game in the list after the one that is open. */
function otherGame({ keeping: { entries, open } }: State): Entry | undefined {
  const at = entries.findIndex(({ id }) => id === open);
  return entries.length > 1 ? entries[(at + 1) % entries.length] : undefined;
}

type DrawChoices = (report: Report | null, tried: Learning["tried"], lang: Lang) => void;

/** Offers the report's actions in `choices`; those that were tried cannot be chosen again. */
function mountChoices(store: Store, choices: HTMLElement): DrawChoices {
  return memo((report: Report | null, tried: Learning["tried"], lang: Lang) => {
    const w = words[lang];
    setAttribute(choices, "aria-label", w.learn.choices);
    if (!report) return choices.replaceChildren(h("p", { class: "hint" }, w.learn.waiting));
    const all = report.candidates;
    const wrong = new Set(tried.map(({ choice }) => actionKey(choice)));
    const button = (action: Action) =>
      h(
        "button",
        {
          type: "button",
          class: "quiet choice",
          disabled: wrong.has(actionKey(action)),
          "aria-label": actionName(action, all, lang),
          click: () => choose(store, action),
        },
        actionPicture(action, all, lang),
      );
    choices.replaceChildren(...choicesOf(report).map(button));
  });
}

interface Steps {
  readonly element: HTMLElement;
  /** `more`: whether another mistake follows. */
  readonly draw: (learning: Learning, more: boolean, lang: Lang) => void;
}

/** The buttons that lead on from a question, to its answer or out of the lesson. */
function mountSteps(store: Store): Steps {
  const next = h("button", { type: "button", class: "solid", id: "learn-next", click: () => goOn(store) });
  const show = h("button", {
    type: "button",
    class: "quiet",
    id: "learn-show",
    click: () => {
      answer(store, false);
      store.send({ type: "learnShown" });
    },
  });
  const again = h("button", {
    type: "button",
    class: "solid",
    id: "learn-again",
    click: () => {
      const { record, review } = store.state;
      if (record.kind !== "open") return;
      const lessons = lessonsOf(record.log, review, record.place.player);
      store.send({ type: "forgotten", decisions: lessons.map(({ decision }) => decision) });
      begin(store);
    },
  });
  const other = h("button", {
    type: "button",
    class: "quiet",
    id: "learn-other",
    click: () => {
      const entry = otherGame(store.state);
      if (entry) void openKept(store, entry);
    },
  });
  const leave = h("button", {
    type: "button",
    class: "quiet",
    id: "learn-leave",
    click: () => store.send({ type: "learning", over: null }),
  });
  return {
    element: h("div", { class: "pair" }, next, again, other, show, leave),
    draw({ phase, over }, more, lang) {
      const w = words[lang].learn;
      next.textContent = over === "record" ? words[lang].record.on : more ? w.next : w.finish;
      show.textContent = w.show;
      again.textContent = w.again;
      other.textContent = w.otherGame;
      leave.textContent = over === "record" ? w.lift : w.leave;
      const ends = phase === "end";
      const asks = phase === "ask" && lessonNow(store.state) !== null;
      next.hidden = ends || asks;
      show.hidden = !asks;
      again.hidden = !ends || over === "drills";
      other.hidden = !ends || over === "drills" || otherGame(store.state) === undefined;
    },
  };
}

interface Focus {
  /** The lesson takes the focus as soon as it has something to choose. */
  readonly take: () => void;
  /** Draws, and leads the focus on where what had it goes. */
  readonly keep: (draw: () => void) => void;
}

/**
 * Who answers by keyboard stays in the lesson: on the first choice of a question, never on what gives it up; on the way
 * on after the answer.
 */
const NEXT = ".choices:not([hidden]) .choice:enabled, .choices[hidden] + .pair .solid:not([hidden])";
function followFocus(box: HTMLElement): Focus {
  let wanted = false;
  box.tabIndex = -1;
  return {
    take: () => (wanted = true),
    keep(draw) {
      wanted ||= box.contains(document.activeElement);
      draw();
      const now = document.activeElement;
      if (!wanted) return;
      if (now instanceof HTMLElement && now !== box && box.contains(now) && now.checkVisibility()) {
        wanted = false;
        return;
      }
      const next = box.querySelector<HTMLElement>(NEXT);
      (next ?? box).focus({ preventScroll: true });
      wanted = next === null;
    },
  };
}

export function mountLearn(store: Store): (state: State) => void {
  const box = byId("learn", HTMLElement);
  const start = byId("learn-start", HTMLButtonElement);
  const veil = byId("record-veil", HTMLButtonElement);
  const title = h("h3", {});
  const step = h("small", {});
  const says = h("p", { "aria-live": "polite" });
  const choices = h("div", { class: "choices", role: "group" });
  const steps = mountSteps(store);
  box.replaceChildren(h("div", { class: "learn-head" }, title, step), says, choices, steps.element);

  const focus = followFocus(box);
  start.addEventListener("click", () => {
    focus.take();
    begin(store);
  });
  veil.addEventListener("click", () => toggleVeil(store));

  const offer = mountChoices(store, choices);
  const fill = memo(
    (
      record: RecordState,
      review: Review,
      learning: Learning,
      entries: State["keeping"]["entries"],
      lang: Lang,
      _position: State["position"],
      _answer: State["answer"],
    ) => {
      const w = words[lang].learn;
      if (record.kind !== "open") return;
      const { all, done, right } = resultsOf(record.log, review, record.place.player);
      const [ends, over, drills] = [learning.phase === "end", learning.over === "record", learning.over === "drills"];
      const due = drills ? dueAt(cardsOf(entries, names()), Date.now()).length : 0;
      title.textContent = over ? w.veilTitle : ends ? w.endTitle : drills ? words[lang].drills.title : w.title;
      step.textContent = over || ends ? "" : drills ? words[lang].drills.step(due) : w.step(done, all, right);
      steps.draw(learning, drills ? due > 0 : done < all, lang);
      box.classList.remove("right", "wrong");
      if (ends) {
        says.textContent = drills ? drillsEnd(learning, entries, lang) : mistakesEnd(record, review, lang);
        return;
      }
      const { text, good } = outcomeOf(store.state, review, learning);
      says.textContent = text;
      if (good !== null) box.classList.add(good ? "right" : "wrong");
    },
  );
  return (state) => {
    const { record, learning, answer, position, keeping, lang } = state;
    const review = shownReview(state);
    const open = record.kind === "open";
    const lessons = open ? lessonsOf(record.log, review, record.place.player).length : 0;
    start.hidden = lessons === 0 || learning !== null;
    setAttribute(veil, "aria-pressed", String(learning?.over === "record"));
    box.hidden = !open || learning === null;
    const hidden = hides(state);
    document.body.classList.toggle("keeps-back", hidden);
    if (box.hidden || !learning) return;
    focus.keep(() => {
      choices.hidden = !hidden;
      offer(hidden ? reportOf(state) : null, learning.tried, lang);
      fill(record, review, learning, keeping.entries, lang, position, answer);
    });
  };
}

export function mountDrills(store: Store): (state: State) => void {
  const box = byId("drills", HTMLElement);
  const says = byId("drills-says", HTMLElement);
  const start = byId("drill-start", HTMLButtonElement);
  start.addEventListener("click", () => void practise(store));

  const draw = memo((entries: readonly Entry[], lang: Lang) => {
    const w = words[lang].drills;
    const cards = cardsOf(entries, names());
    const now = Date.now();
    const [due, next] = [dueAt(cards, now).length, nextDue(cards)];
    box.hidden = next === null;
    if (next === null) return;
    start.hidden = due === 0;
    start.textContent = w.start(due);
    says.textContent = due > 0 ? w.says : w.later(ahead(next - now, lang));
  });
  return ({ keeping, lang }) => draw(keeping.entries, lang);
}
