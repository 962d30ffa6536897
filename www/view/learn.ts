/** Learning from mistakes: the page stops before each, keeps its answer back, and tells after a choice what it is worth. */

import type { Action, Report } from "nanikiru";
import { byId, h, memo, setAttribute } from "../dom";
import { choicesOf, hides, lessonNow, lessonsOf, lossOf, nextLesson, resultsOf } from "../lessons";
import { placesOf } from "../log";
import { type Review, thresholdOf } from "../review";
import { scored } from "../score";
import { actionKey, type Lang, type RecordState, type State, type Store } from "../state";
import { words } from "../text";
import { whole } from "../text/format";
import { reasonOfMistake } from "../told";
import { actionName, actionPicture } from "./action";

function choose(store: Store, choice: Action): void {
  const { state } = store;
  const decision = lessonNow(state);
  const verdict = decision && state.review.found.get(decision);
  const report = state.answer?.position === state.position ? state.answer.report : null;
  if (!decision || !verdict || !report || !hides(state)) return;
  store.send({ type: "learned", decision, learned: { choice, loss: lossOf(choice, verdict, report) } });
}

/** A click on a tile of the hand chooses its discard, where there is but one. */
export function chooseTile(store: Store, tile: string): void {
  const { answer, position } = store.state;
  if (!answer || answer.position !== position) return;
  const own = choicesOf(answer.report).filter((action) => action.type === "discard" && action.tile === tile);
  if (own.length === 1 && own[0]) choose(store, own[0]);
}

function goOn(store: Store): void {
  const { record, review } = store.state;
  if (record.kind !== "open") return;
  const place = nextLesson(record.log, review, record.place);
  store.send({ type: "learning", on: place !== null });
  if (place) store.send({ type: "logMoved", place });
}

export function mountLearn(store: Store): (state: State) => void {
  const box = byId("learn", HTMLElement);
  const start = byId("learn-start", HTMLButtonElement);
  start.addEventListener("click", () => {
    const { record, review } = store.state;
    if (record.kind !== "open") return;
    const [first] = lessonsOf(record.log, review, record.place.player);
    const place = first && !review.learned.has(first.decision) ? first.place : nextLesson(record.log, review, record.place);
    store.send({ type: "learning", on: place !== null });
    if (place) store.send({ type: "logMoved", place });
    box.scrollIntoView({ block: "nearest" });
    next.focus({ preventScroll: true });
  });
  const title = h("h3", {});
  const step = h("small", {});
  const says = h("p", { "aria-live": "polite" });
  const choices = h("div", { class: "choices", role: "group" });
  const next = h("button", { type: "button", class: "solid", click: () => goOn(store) });
  const leave = h("button", { type: "button", class: "quiet", click: () => store.send({ type: "learning", on: false }) });
  box.replaceChildren(h("div", { class: "learn-head" }, title, step), says, choices, h("div", { class: "pair" }, next, leave));

  const offer = memo((report: Report | null, lang: Lang) => {
    const w = words[lang];
    setAttribute(choices, "aria-label", w.learn.choices);
    const all = report?.candidates ?? [];
    const buttons = report ? choicesOf(report).map((action) => h("button", { type: "button", class: "quiet choice", "aria-label": actionName(action, all, lang), click: () => choose(store, action) }, actionPicture(action, all, lang))) : [];
    choices.replaceChildren(...(report ? buttons : [h("p", { class: "hint" }, w.learn.waiting)]));
  });
  const tell = memo((record: RecordState, review: Review, decision: State["position"] | null, hidden: boolean, lang: Lang, now: ReturnType<typeof lessonNow>) => {
    const w = words[lang].learn;
    const unit = words[lang].units[review.objective];
    if (record.kind !== "open") return;
    const { all, done, right } = resultsOf(record.log, review, record.place.player);
    title.textContent = w.title;
    step.textContent = w.step(done, all, right);
    next.textContent = w.next;
    leave.textContent = w.leave;
    box.classList.remove("right", "wrong");
    if (!now || !decision || hidden) {
      says.textContent = now ? w.ask : "";
      return;
    }
    const [learned, verdict] = [review.learned.get(now), review.found.get(now)];
    const one = scored(placesOf(record.log), review, thresholdOf(review)).find(({ spot }) => spot.decision === now);
    if (!learned || !verdict || !one) return;
    const same = verdict.best && actionKey(verdict.best) === actionKey(learned.choice);
    const good = same || learned.loss < thresholdOf(review);
    box.classList.add(good ? "right" : "wrong");
    const loss = whole(Math.round(learned.loss));
    const named = (action: Action) => actionName(action, verdict.candidates, lang);
    says.textContent = [
      same ? w.right : good ? w.nearly(loss, unit) : w.wrong(loss, unit),
      ...(verdict.best && !same ? [w.best(named(verdict.best))] : []),
      ...(now.done ? [w.played(named(now.done))] : []),
      reasonOfMistake(one, review, lang),
    ].join(" ");
  });
  return (state) => {
    const { record, review, learning, answer, position, lang } = state;
    const open = record.kind === "open";
    const lessons = open ? lessonsOf(record.log, review, record.place.player).length : 0;
    start.hidden = lessons === 0 || learning !== null;
    box.hidden = !open || learning === null;
    const hidden = hides(state);
    document.body.classList.toggle("keeps-back", hidden);
    if (box.hidden) return;
    choices.hidden = !hidden;
    offer(hidden && answer?.position === position ? answer.report : null, lang);
    tell(record, review, position, hidden, lang, lessonNow(state));
  };
}
