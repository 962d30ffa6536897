/** The review of a record: whose, how far it is, every decision as a cell that leads to it, and the mistakes in words. */

import { byId, h, memo, rove, setAttribute } from "../dom";
import { decisionAt, type GameLog, type LogDecision, type Place, placesOf, type Spot } from "../log";
import { nextMistake, objectiveNow, type Review, type ReviewObjective, type ReviewRun, SIZES, type Standing, standing, tally, thresholdOf } from "../review";
import { startReview, stopReview } from "../reviewer";
import { savedText } from "../saved";
import { LARGE, MEDIUM, type Score, scored, scoreOf, sortsOf } from "../score";
import type { Lang, State, Store } from "../state";
import { words } from "../text";
import { percent, signed, whole } from "../text/format";
import { accuracyWords, roundWords } from "../told";
import { actionName } from "./action";
import { download, fileName } from "./download";
import { judgement } from "./verdict";

/** What stands in a cell: nobody needs the colours. */
const SIGNS: Readonly<Record<Standing, string>> = { pending: "", unjudged: "–", best: "✓", near: "·", mistake: "✗" };
/** The progress is read out this many times. */
const TOLD = 5;

/** Goes to the mistake before or after; nothing happens without one. */
export function stepMistake(store: Store, by: 1 | -1): void {
  const { record, review } = store.state;
  if (record.kind !== "open") return;
  const place = nextMistake(record.log, record.place, review, thresholdOf(review), by);
  if (place) store.send({ type: "logMoved", place });
}

function save({ record, review }: State): void {
  if (record.kind !== "open") return;
  download(fileName(record.name, "review.json"), "application/json", savedText(record.name, record.source, record.log, review));
}

/** What a decision lost, in words. */
function told({ decision }: Spot, review: Review, threshold: number, lang: Lang): string {
  const w = words[lang];
  const verdict = review.found.get(decision);
  const how = standing(verdict, threshold);
  const turn = w.record.own(decision.turn);
  if (!verdict || !decision.done || verdict.loss === undefined) {
    return [turn, verdict?.unjudged ? w.review.unjudged[verdict.unjudged] : w.review.names[how]].join(w.comma);
  }
  const all = verdict.candidates;
  const played = w.record.done(actionName(decision.done, all, lang));
  return [turn, played, judgement(verdict, review.objective, lang), ...(how === "mistake" ? [w.review.names.mistake] : [])].join(w.stop);
}

export function mountReview(store: Store): (state: State) => void {
  const section = byId("review", HTMLElement);
  const everybody = byId("review-all", HTMLInputElement);
  const scores = byId("scores", HTMLElement);
  const start = byId("review-start", HTMLButtonElement);
  const stop = byId("review-stop", HTMLButtonElement);
  const back = byId("mistake-back", HTMLButtonElement);
  const on = byId("mistake-on", HTMLButtonElement);
  const threshold = byId("review-threshold", HTMLInputElement);
  const keep = byId("review-save", HTMLButtonElement);
  const bar = byId("review-progress", HTMLProgressElement);
  const status = byId("review-status", HTMLElement);
  const strip = byId("review-strip", HTMLElement);

  start.addEventListener("click", () => {
    const { record } = store.state;
    if (record.kind === "open") void startReview(store, everybody.checked ? null : record.place.player);
  });
  stop.addEventListener("click", stopReview);
  back.addEventListener("click", () => stepMistake(store, -1));
  on.addEventListener("click", () => stepMistake(store, 1));
  threshold.addEventListener("input", () => {
    const { review, position } = store.state;
    store.send({ type: "strict", objective: objectiveNow(review, position.objective), threshold: threshold.value });
  });
  keep.addEventListener("click", () => save(store.state));

  const go = (place: Place) => store.send({ type: "logMoved", place });
  let cells: readonly { readonly spot: Spot; readonly button: HTMLButtonElement }[] = [];
  rove(strip, () => cells.map(({ button }) => button), () => cells.length);

  /** Whose decisions have their cells: those of the player on the page, and whoever has been reviewed. */
  const lay = memo((log: GameLog, player: number, lang: Lang) => {
    const spots = placesOf(log).filter(({ place }) => place.player === player);
    cells = spots.map((spot) => ({ spot, button: h("button", { type: "button", class: "cell", tabindex: -1, click: () => go(spot.place) }) }));
    strip.replaceChildren(
      ...log.rounds.map((_, round) => {
        const own = cells.filter(({ spot }) => spot.place.round === round).map(({ button }) => button);
        return h("div", { class: "cells", role: "group", "aria-label": roundWords(log, round, lang) }, h("span", { "aria-hidden": "true" }, roundWords(log, round, lang)), ...own);
      }),
    );
  });
  const sign = memo((_log: GameLog, _player: number, found: Review["found"], least: number, lang: Lang, review: Review) => {
    for (const { spot, button } of cells) {
      const how = standing(found.get(spot.decision), least);
      const says = told(spot, review, least, lang);
      if (button.textContent !== SIGNS[how]) button.textContent = SIGNS[how];
      setAttribute(button, "data-standing", how);
      setAttribute(button, "aria-label", says);
      setAttribute(button, "title", says);
    }
  });
  const point = memo((_log: GameLog, _player: number, _lang: Lang, now: LogDecision | undefined) => {
    const at = cells.findIndex(({ spot }) => spot.decision === now);
    cells.forEach(({ button }, i) => {
      setAttribute(button, "aria-current", i === at ? "true" : null);
      button.tabIndex = i === Math.max(0, at) ? 0 : -1;
    });
  });
  /** A line for each player who has been reviewed, and what the figures mean. */
  const score = memo((log: GameLog, found: Review["found"], objective: ReviewObjective, least: number, lang: Lang) => {
    const w = words[lang];
    const all = scored(placesOf(log), { found }, least);
    const players = [0, 1, 2, 3].flatMap((player) => {
      const one = scoreOf(all.filter(({ spot }) => spot.place.player === player), objective);
      return one ? [{ name: w.record.player(player, log.names?.[player] ?? ""), one }] : [];
    });
    if (players.length === 0) return scores.replaceChildren();
    const head = [w.review.player, w.review.accuracy, w.review.agreement, w.review.perDecision, ...SIZES.map((size) => w.review.sizes[size])];
    const cells = ({ accuracy, agreement, loss, judged, sizes }: Score) => [
      h("b", {}, accuracy.toFixed(1)),
      `${percent(agreement)} %`,
      whole(Math.round(loss / judged)),
      ...SIZES.map((size) => String(sizes[size])),
    ];
    const lines = players.map(({ name, one }) => h("tr", {}, h("th", { scope: "row" }, name), ...cells(one).map((cell) => h("td", {}, cell))));
    const sorts = players.map(({ name, one }) => {
      const parts = sortsOf(one).map((sort) => w.review.ofSort(w.review.sorts[sort], signed(-one.sorts[sort].loss), one.sorts[sort].judged));
      return h("p", { class: "sorts" }, ...(players.length > 1 ? [h("b", {}, name), " "] : []), parts.join(" · "));
    });
    const sizes = Number.isFinite(least) ? w.review.sizesSay(whole(least), whole(MEDIUM * least), whole(LARGE * least), w.units[objective]) : "";
    scores.replaceChildren(
      h("table", { class: "plain" }, h("thead", {}, h("tr", {}, ...head.map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, ...lines)),
      ...sorts,
      h("details", {}, h("summary", {}, w.meanings), ...[accuracyWords(objective, lang), sizes, w.review.sortsSay].map((text) => h("p", { class: "hint" }, text))),
    );
  });

  let heard = -1;
  const sum = (run: ReviewRun, { found, objective }: Review, least: number, lang: Lang): string => {
    const w = words[lang].review;
    const { judged, best, mistakes: wrong, loss } = tally(found.values(), least);
    const so = judged > 0 ? w.summary(judged, best, wrong, whole(Math.round(loss)), words[lang].units[objective]) : "";
    switch (run.kind) {
      case "idle":
        return so;
      case "running":
        return [w.progress(run.done, run.total), so].filter(Boolean).join(" ");
      case "stopped":
        return [w.stopped(run.done, run.total), so].filter(Boolean).join(" ");
      case "done":
        return [w.finished(run.total), so].filter(Boolean).join(" ");
      case "failed":
        return w.failed(words[lang].error(run.failure, ""));
    }
  };
  /** A live region that changes with every decision would never be silent. */
  const tell = memo((run: ReviewRun, review: Review, least: number, lang: Lang) => {
    const share = run.kind === "running" && run.total > 0 ? Math.floor((TOLD * run.done) / run.total) : -1;
    if (run.kind === "running" && share === heard) return;
    heard = share;
    status.textContent = sum(run, review, least, lang);
  });
  const speak = memo((lang: Lang) => {
    const w = words[lang];
    for (const [button, name] of [[back, w.review.back], [on, w.review.on]] as const) {
      setAttribute(button, "aria-label", name);
      setAttribute(button, "title", name);
    }
    setAttribute(bar, "aria-label", w.review.title);
    setAttribute(strip, "aria-label", w.review.strip);
  });
  const named = memo((objective: ReviewObjective, lang: Lang) => {
    for (const label of threshold.labels ?? []) label.textContent = words[lang].reviewThreshold(words[lang].units[objective]);
  });
  /** Only while a review runs does it say whose it is; then the reader chooses again. */
  const follow = memo((run: ReviewRun["kind"], reviewed: number | null) => {
    if (run === "running") everybody.checked = reviewed === null;
  });
  return ({ record, review, position, lang }) => {
    const open = record.kind === "open" && record.log.rounds.length > 0;
    section.hidden = !open;
    if (!open) return;
    const { log, place } = record;
    const { run, found } = review;
    const least = thresholdOf(review);
    speak(lang);
    follow(run.kind, run.kind === "running" ? run.player : place.player);
    score(log, found, review.objective, least, lang);
    const objective = objectiveNow(review, position.objective);
    const typed = review.thresholds[objective];
    if (threshold.value !== typed) threshold.value = typed;
    setAttribute(threshold, "aria-invalid", Number.isFinite(thresholdOf({ ...review, objective })) ? null : "true");
    named(objective, lang);
    lay(log, place.player, lang);
    sign(log, place.player, found, least, lang, review);
    point(log, place.player, lang, decisionAt(log, place));
    const running = run.kind === "running";
    start.hidden = running;
    stop.hidden = bar.hidden = !running;
    if (running) {
      bar.max = Math.max(1, run.total);
      bar.value = run.done;
    }
    keep.disabled = found.size === 0;
    back.disabled = nextMistake(log, place, review, least, -1) === null;
    on.disabled = nextMistake(log, place, review, least, 1) === null;
    tell(run, review, least, lang);
  };
}
