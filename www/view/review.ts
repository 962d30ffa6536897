/** The review of a record: whose, how far it is, and what it comes to for each player. */

import { shownReview, startReview, stopReview } from "../reviewer";
import { byId, download, fileName, h, memo, setAttribute } from "../dom";
import { type GameLog, placesOf } from "../log";
import { playersOf } from "../players";
import {
  leastOf,
  nextMistake,
  type Review,
  type ReviewObjective,
  type ReviewRun,
  sharesOf,
  type Size,
  SIZES,
} from "../review";
import { savedText } from "../review-file";
import { accuracyWords, scaleWords } from "../review-text";
import { decisionScores, type Score, scoreOf, sortsOf, tally } from "../score";
import type { Lang, State, Store } from "../state";
import { words } from "../text";
import { percent, sentences, signed, whole } from "../text/format";
import { signOf } from "./moves";

/** The progress is read out this many times. */
const SPOKEN = 5;

/** Goes to the mistake before or after; nothing happens without one. */
export function stepMistake(store: Store, by: 1 | -1): void {
  const { record } = store.state;
  if (record.kind !== "open") return;
  const place = nextMistake(record.log, record.place, shownReview(store.state), by);
  if (place) store.send({ type: "logMoved", place });
}

function save(state: State): void {
  const { record } = state;
  if (record.kind !== "open") return;
  download(
    fileName(record.name, "review.json"),
    "application/json",
    savedText(record.name, record.source, record.log, shownReview(state), record),
  );
}

interface PlayerScore {
  readonly player: number;
  readonly name: string;
  readonly one: Score;
}

/** The scores of the players who have been reviewed. */
function playerScores(log: GameLog, review: Pick<Review, "found" | "objective">, lang: Lang): readonly PlayerScore[] {
  const all = decisionScores(placesOf(log), review);
  return playersOf(log).flatMap((player) => {
    const one = scoreOf(
      all.filter(({ spot }) => spot.place.player === player),
      review.objective,
    );
    return one ? [{ player, name: words[lang].record.player(player, log.names?.[player] ?? ""), one }] : [];
  });
}

function scoreTable(players: readonly PlayerScore[], lang: Lang): HTMLElement {
  const w = words[lang].review;
  const head = [w.player, w.accuracy, w.agreement, w.perDecision];
  // a narrow table shows the sign that stands in the list of moves
  const sizeHead = (size: Size) =>
    h(
      "th",
      { scope: "col", title: w.sizes[size] },
      h("span", { class: "long" }, w.sizes[size]),
      h("span", { class: "short", "aria-hidden": "true" }, signOf(size)),
    );
  const cells = ({ accuracy, agreement, loss, judged, sizes }: Score) => [
    h("b", {}, accuracy.toFixed(1)),
    `${percent(agreement)}%`,
    whole(Math.round(loss / judged)),
    ...SIZES.map((size) => String(sizes[size])),
  ];
  const lines = players.map(({ name, one }) =>
    h("tr", {}, h("th", { scope: "row" }, name), ...cells(one).map((cell) => h("td", {}, cell))),
  );
  return h(
    "table",
    { class: "plain" },
    h("thead", {}, h("tr", {}, ...head.map((text) => h("th", { scope: "col" }, text)), ...SIZES.map(sizeHead))),
    h("tbody", {}, ...lines),
  );
}

/** The losses of a player by the kind of decision. */
function sortsLine({ name, one }: PlayerScore, several: boolean, lang: Lang): HTMLElement {
  const w = words[lang].review;
  const parts = sortsOf(one).map((sort) =>
    w.ofSort(w.sorts[sort], signed(-one.sorts[sort].loss), one.sorts[sort].judged),
  );
  return h("p", { class: "sorts" }, ...(several ? [h("b", {}, name), " "] : []), parts.join(" · "));
}

/** A line for each player who has been reviewed, and what the figures mean. */
function drawScores(log: GameLog, review: Pick<Review, "found" | "objective">, lang: Lang): HTMLElement[] {
  const w = words[lang];
  const { objective } = review;
  const players = playerScores(log, review, lang);
  if (players.length === 0) return [];
  const [doubtful, mistake, blunder] = SIZES.map((size) => whole(leastOf(size, objective)));
  const sizes = w.review.sizesSay(doubtful ?? "", mistake ?? "", blunder ?? "", w.units[objective]);
  const scale = scaleWords(log, review, players, lang);
  const meanings = [accuracyWords(objective, lang), w.review.agreementSays, ...scale.says, sizes, w.review.sortsSay];
  return [
    scoreTable(players, lang),
    ...scale.texts.map((text) => h("p", { class: "scale" }, text)),
    h(
      "details",
      {},
      h("summary", {}, w.meanings),
      ...players.map((one) => sortsLine(one, players.length > 1, lang)),
      ...meanings.map((text) => h("p", { class: "hint" }, text)),
    ),
  ];
}

/** How far the review is, and what it found so far. */
function statusText(run: ReviewRun, log: GameLog, review: Review, lang: Lang): string {
  const w = words[lang].review;
  const { judged, lossless, mistakes, repeats, loss } = tally(decisionScores(placesOf(log), review));
  const players = judged > 0 ? playerScores(log, review, lang) : [];
  const accuracy = players.length === 1 ? `${w.accuracy} ${players[0]?.one.accuracy.toFixed(1)} · ` : "";
  const count = words[lang].mistakes.title(mistakes, repeats);
  const unit = words[lang].units[review.objective];
  const so = judged > 0 ? accuracy + w.summary(judged, lossless, count, whole(Math.round(loss)), unit) : "";
  switch (run.kind) {
    case "idle":
      return so;
    case "running":
      return sentences(w.progress(run.done, run.total), so);
    case "stopped":
      return sentences(w.stopped(run.done, run.total), so);
    case "done":
      return so || w.finished(run.total);
    case "failed":
      return w.failed(words[lang].error(run.failure, ""));
  }
}

/** A live region that changes with every decision would never be silent. */
function mountStatus(): (run: ReviewRun, log: GameLog, review: Review, lang: Lang) => void {
  const status = byId("review-status", HTMLElement);
  let heard = -1;
  return memo((run: ReviewRun, log: GameLog, review: Review, lang: Lang) => {
    setAttribute(status, "data-run", run.kind);
    const share = run.kind === "running" && run.total > 0 ? Math.floor((SPOKEN * run.done) / run.total) : -1;
    if (run.kind === "running" && share === heard) return;
    heard = share;
    status.textContent = statusText(run, log, review, lang);
  });
}

export function mountReview(store: Store): (state: State) => void {
  const section = byId("review", HTMLElement);
  const everybody = byId("review-all", HTMLInputElement);
  const scores = byId("scores", HTMLElement);
  const start = byId("review-start", HTMLButtonElement);
  const stop = byId("review-stop", HTMLButtonElement);
  const back = byId("mistake-back", HTMLButtonElement);
  const on = byId("mistake-on", HTMLButtonElement);
  const keep = byId("review-save", HTMLButtonElement);
  const bar = byId("review-progress", HTMLProgressElement);
  const fill = mountStatus();

  start.addEventListener("click", () => {
    const { record } = store.state;
    if (record.kind === "open") void startReview(store, everybody.checked ? null : record.place.player);
  });
  stop.addEventListener("click", stopReview);
  back.addEventListener("click", () => stepMistake(store, -1));
  on.addEventListener("click", () => stepMistake(store, 1));
  keep.addEventListener("click", () => save(store.state));

  const score = memo((log: GameLog, found: Review["found"], objective: ReviewObjective, lang: Lang) =>
    scores.replaceChildren(...drawScores(log, { found, objective }, lang)),
  );
  const speak = memo((lang: Lang) => {
    const w = words[lang];
    setAttribute(back, "aria-label", w.review.back);
    setAttribute(back, "title", w.review.back);
    setAttribute(on, "title", w.review.on);
    on.textContent = w.learn.next;
    setAttribute(bar, "aria-label", w.review.title);
  });
  /** Only while a review runs does it say whose it is; then the reader chooses again. */
  const follow = memo((run: ReviewRun["kind"], reviewed: number | null) => {
    if (run === "running") everybody.checked = reviewed === null;
  });
  return (state) => {
    const { record, lang } = state;
    const open = record.kind === "open";
    section.hidden = !open;
    if (!open) return;
    const { log, place } = record;
    const review = shownReview(state);
    const { run, found } = review;
    speak(lang);
    follow(run.kind, run.kind === "running" ? run.player : place.player);
    score(log, found, review.objective, lang);
    const running = run.kind === "running";
    start.hidden = running;
    stop.hidden = bar.hidden = !running;
    if (running) {
      bar.max = Math.max(1, run.total);
      bar.value = run.done;
    }
    const share = sharesOf(log, found)[place.player];
    start.className = share && share.done >= share.total ? "quiet" : "solid";
    keep.disabled = found.size === 0 && review.notes.size === 0;
    back.disabled = nextMistake(log, place, review, -1) === null;
    on.disabled = nextMistake(log, place, review, 1) === null;
    fill(run, log, review, lang);
  };
}
