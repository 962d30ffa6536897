/**
 * A position and its answer, for a frame in another page. The position is in the address, in the page's own format,
 * `rows` says how many candidates show, and with `answer=ask` a tile is chosen first. The page around may set another
 * position, and hears of reports, of what was chosen and of the height. It stores nothing and registers no service
 * worker.
 */

import { Door } from "./door";
import { byId, h } from "./dom";
import { answerPositions } from "./engine";
import { fieldOf } from "./fields";
import { DEFAULTS, fromQuery, type Position } from "./position";
import { type Failure, INITIAL, isUnfinished, Store } from "./state";
import { preferred, unitOf, words } from "./text";
import { mountAnswer } from "./view/answer";
import { keepsBack, mountFramed, type Quiz } from "./view/frame";
import { mountTable } from "./view/table";
import { fault } from "./view/underline";

/** `hand` as a name of the hand, which the page calls `q`. */
function positionOf(query: string): Position | null {
  const asked = new URLSearchParams(query);
  const hand = asked.get("hand");
  if (hand !== null && !asked.has("q")) asked.set("q", hand);
  return fromQuery(`?${asked.toString()}`);
}

const asked = new URLSearchParams(location.search);
const [lang, theme] = [asked.get("lang"), asked.get("theme")];
const store = new Store({ ...INITIAL, lang: preferred([...(lang === null ? [] : [lang]), ...navigator.languages]) });
document.documentElement.lang = store.state.lang;
document.documentElement.dataset["theme"] = theme === "light" || theme === "dark" ? theme : "auto";
for (const element of document.querySelectorAll<HTMLElement>("[data-word]")) {
  const text = (words[store.state.lang] as unknown as Readonly<Record<string, unknown>>)[element.dataset["word"] ?? ""];
  if (typeof text === "string") element.textContent = text;
}

/** What is wrong, and the text that it is wrong in, as it was given, with the place marked. */
function complaint(failure: Failure, position: Position): HTMLElement[] {
  const field = fieldOf(failure.field);
  const text = field === null ? "" : position[field];
  const says = h("span", {}, words[store.state.lang].error(failure, text));
  if (text.trim() === "") return [says];
  const [start, end] = isUnfinished(failure, text) ? [text.length, text.length] : fault(text, failure);
  return [
    says,
    h(
      "code",
      { class: "given" },
      text.slice(0, start),
      end > start && h("mark", {}, text.slice(start, end)),
      text.slice(end),
    ),
  ];
}

/** All rows where no number is given. */
const most = /^[1-9]\d?$/u.test(asked.get("rows") ?? "") ? Number(asked.get("rows")) : Number.POSITIVE_INFINITY;
let quiz: Quiz = { asks: asked.get("answer") === "ask", tile: null, shown: false };
const door = new Door(asked.getAll("origin"));

const views = [mountTable(store), mountAnswer(store)];
const framed = mountFramed((tile) => {
  quiz = { ...quiz, tile };
  door.send({ type: "chosen", hand: store.state.position.hand, tile });
  render();
});
const show = byId("framed-show", HTMLButtonElement);
show.addEventListener("click", () => {
  quiz = { ...quiz, shown: true };
  render();
});
/** The best rows and that of what was chosen. */
function limitRows(tile: string | null): void {
  [...document.querySelectorAll<HTMLTableRowElement>("#candidates tbody tr")].forEach((row, i) => {
    const [kind, own] = (row.dataset["action"] ?? "").split(" ");
    row.hidden = i >= most && !(kind === "discard" && own === tile);
  });
}
function render(): void {
  const { state } = store;
  views.forEach((view) => view(state));
  framed(state, quiz);
  limitRows(quiz.tile);
  const back = keepsBack(quiz);
  byId("framed", HTMLElement).hidden = state.position.hand.trim() === "";
  byId("framed-answer", HTMLElement).hidden = back;
  show.hidden = !back || state.answer?.position !== state.position;
}
store.watch((state, before) => {
  if (state.position !== before.position) quiz = { ...quiz, tile: null, shown: false };
  render();
});
answerPositions(store);
render();

door.take((message) => {
  if (message.type !== "set") return;
  const position = positionOf(message.query);
  if (position) store.send({ type: "arrived", position });
});
store.watch(({ answer, run, position }, before) => {
  if (answer && answer !== before.answer && answer.position === position) {
    door.send({
      type: "report",
      hand: position.hand,
      unit: unitOf(position, "en"),
      done: run.kind === "done",
      report: answer.report,
    });
  }
  if (run !== before.run && run.kind === "failed") {
    const { code, field, message } = run.failure;
    door.send({ type: "error", hand: position.hand, code, field, message });
  }
  // a page in a frame has no other place for errors of fields
  const problem = document.getElementById("problem");
  if (problem && run.kind === "failed") problem.replaceChildren(...complaint(run.failure, position));
  if (problem) problem.hidden = run.kind !== "failed";
});
new ResizeObserver(() =>
  door.send({ type: "height", height: Math.ceil(document.documentElement.getBoundingClientRect().height) }),
).observe(document.documentElement);
door.send({ type: "ready" });
store.send({ type: "began", position: positionOf(location.search) ?? DEFAULTS });
