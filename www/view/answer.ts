/**
 * Around the figures: the best candidate in a sentence, progress, problems that belong to no field, and how it was
 * searched.
 */

import type { Candidate, LoadProgress, Report } from "nanikiru";
import { foldedRows, isFar, isRough, partsOf, winRangeOf } from "../candidates";
import { byId, h, memo, setAttribute } from "../dom";
import { fieldOf } from "../fields";
import { offeredIn, type Position } from "../position";
import { reasonOf } from "../reason";
import type { Lang, Run, State, Store } from "../state";
import { unitOf, words } from "../text";
import { duration, megabytes, percent, sentences, signed, whole } from "../text/format";
import { actionPicture } from "./tile";

/** What the reader has to know of figures behind which there is no whole search. */
function depthOf(report: Report, lang: Lang): string {
  const { estimated, complete, ended } = report.search;
  if (report.search.preview) return words[lang].reach.first;
  if (isRough(report)) return words[lang].reach.rough;
  if ((complete && !estimated) || ended === "deeper") return "";
  // with a table the rates of a far hand are corrected by records; a near one was searched briefly because it was
  // asked for
  return report.opponents && isFar(report) ? words[lang].reach.corrected : words[lang].reach.shortest;
}

/** The best, and of a far hand what is equal to it: no figure there separates them. */
function firstOf({ candidates }: Report, rough: boolean): readonly Candidate[] {
  const [first = []] = rough ? foldedRows(candidates, true, () => false) : [[0]];
  return first.flatMap((i) => candidates[i] ?? []);
}

/** The best of a far hand, and how often such hands win. */
function farSentence(report: Report, position: Position, firsts: readonly Candidate[], lang: Lang): string {
  const w = words[lang];
  const parts = firsts.map(({ action }) => partsOf(action, report.candidates, offeredIn(position)));
  const [best] = firsts;
  if (!best) return "";
  const range = winRangeOf(report, position);
  const [low, high] = range ? [range.low, range.high].map((rate) => whole(Math.round(100 * rate))) : [];
  return sentences(
    w.far(parts, w.shanten(best.shanten), whole(best.ukeire.tiles)),
    // one figure is no range: such hands hardly ever win
    low !== undefined && high !== undefined && low !== high ? w.farWins(low, high) : "",
  );
}

function headline(report: Report, position: Position, lang: Lang): Node[] {
  const w = words[lang];
  const offered = offeredIn(position);
  const rough = isRough(report);
  const firsts = firstOf(report, rough);
  const [best] = firsts;
  if (!best) return [];
  const reason = reasonOf(report, offered);
  const depth = depthOf(report, lang);
  return [
    h("div", { class: "pick" }, ...firsts.map(({ action }) => actionPicture(action, report.candidates, lang, offered))),
    h(
      "p",
      { class: "sentence" },
      rough ? farSentence(report, position, firsts, lang) : reason ? w.sentence(reason, unitOf(position, lang)) : "",
      depth && " ",
      depth && h("small", { class: "depth", title: depth }, depth),
    ),
  ];
}

/** Why the answer is not deeper, where it is not as deep as was asked for. */
function notDeeper({ ended, nextHands, memoryMb }: Report["search"], lang: Lang): string {
  const w = words[lang].search;
  const next = nextHands === undefined ? "" : whole(nextHands);
  switch (ended) {
    case "depth":
      return "";
    case "deeper":
      return w.deeper;
    case "memory":
      return w.memory(next, whole(memoryMb));
    case "hands":
      return w.tooMany(next);
    case "time":
      return w.time(next);
  }
}

function searchLine({ search, unseen, drawsLeft }: Report, lang: Lang): string {
  const w = words[lang].search;
  const ended = notDeeper(search, lang);
  const reason = search.threadsReason ? ` (${words[lang].reason(search.threadsReason)})` : "";
  return [
    search.estimated
      ? w.estimated
      : [w.exchanges(search.exchanges), w.calls(search.calls), w.hands(whole(search.hands))].join(words[lang].comma),
    ...(ended ? [ended] : []),
    duration(search.elapsedMs),
    w.threads(search.threads) + reason,
    w.unseen(unseen, drawsLeft),
  ].join(" · ");
}

/** A quarter of the bytes is heard: a live region that changes with every report would never be silent. */
const HEARD = 4;

/** The engine on its way, over the content: nothing moves when it comes or goes. */
function loadingBar(answer: HTMLElement): (loading: LoadProgress | null, lang: Lang) => void {
  const bar = h("progress", {});
  const says = h("p", { "aria-hidden": "true" });
  const heard = h("span", { class: "sr", role: "status" });
  const box = h("div", { class: "loading", hidden: true }, bar, says, heard);
  answer.prepend(box);
  let last = "";
  return memo((loading: LoadProgress | null, lang: Lang) => {
    box.hidden = loading === null;
    answer.classList.toggle("loads", loading !== null);
    if (loading === null) return;
    const { done, total } = loading;
    const w = words[lang].loading;
    [bar.max, bar.value] = [total, done];
    setAttribute(bar, "aria-label", w.name);
    says.textContent = w.says(megabytes(done), megabytes(total));
    const quarter = `${lang} ${Math.floor((HEARD * done) / total)}`;
    if (quarter === last) return;
    last = quarter;
    heard.textContent = says.textContent;
  });
}

export function mountAnswer(_store: Store): (state: State) => void {
  const answer = byId("answer", HTMLElement);
  const problem = byId("problem", HTMLElement);
  const empty = byId("empty", HTMLElement);
  const best = byId("best", HTMLElement);
  const figures = byId("figures", HTMLElement);
  const progress = byId("progress", HTMLElement);
  const loading = loadingBar(answer);
  // a frame has no place for how it was searched
  const search = document.getElementById("search");

  let drawn: Position | null = null;
  const draw = memo((report: Report | null, position: Position | null, lang: Lang) => {
    // what follows must not move up and down while the answer to one position deepens
    best.style.minHeight = report && position === drawn ? `${best.offsetHeight}px` : "";
    drawn = position;
    best.replaceChildren(...(report && position ? headline(report, position, lang) : []));
    if (search) search.textContent = report ? searchLine(report, lang) : "";
  });
  const complain = memo((run: Run, lang: Lang) => {
    const failure = run.kind === "failed" ? run.failure : null;
    const homeless = failure && fieldOf(failure.field) === null;
    problem.hidden = !homeless;
    problem.textContent = homeless ? words[lang].error(failure, "") : "";
  });
  const report = memo((run: Run, lang: Lang) => {
    const w = words[lang];
    progress.classList.toggle("on", run.kind === "running");
    const { done, total } = (run.kind === "running" && run.progress) || { done: 0, total: 0 };
    const share = total > 0 ? Math.min(1, done / total) : null;
    progress.style.cssText = share === null ? "" : `--share:${share.toFixed(3)}`;
    const line = progress.querySelector("p");
    if (line)
      line.textContent =
        run.kind !== "running" ? "" : `${w.searching} ${share === null ? "" : w.done(whole(100 * share))}`;
  });
  return (state) => {
    const failed = state.run.kind === "failed";
    const shown = failed ? null : (state.answer?.report ?? null);
    const stale = state.answer !== null && state.answer.position !== state.position;
    draw(shown, shown && (state.answer?.position ?? null), state.lang);
    complain(state.run, state.lang);
    report(state.run, state.lang);
    loading(state.loading, state.lang);
    best.hidden = figures.hidden = shown === null;
    empty.hidden = shown !== null || state.position.hand.trim() !== "";
    answer.classList.toggle("stale", stale);
    answer.classList.toggle("preview", shown?.search.preview === true);
    setAttribute(answer, "aria-busy", state.run.kind === "running" ? "true" : null);
    setAttribute(figures, "title", stale && shown ? words[state.lang].stale : null);
  };
}

export function mountPinned(_store: Store): (state: State) => void {
  const bar = byId("pinned", HTMLElement);
  const best = byId("best", HTMLElement);
  const says = h("div", { class: "pinned-says", "aria-hidden": "true" });
  bar.replaceChildren(says);
  let gone = false;
  let answered = false;
  const settle = () => {
    bar.hidden = !gone || !answered;
  };
  new IntersectionObserver(([entry]) => {
    gone =
      entry !== undefined &&
      !entry.isIntersecting &&
      entry.boundingClientRect.height > 0 &&
      entry.boundingClientRect.bottom <= 0;
    settle();
  }).observe(best);

  const draw = memo((report: Report | null, lang: Lang) => {
    const first = report?.candidates[0];
    answered = first !== undefined;
    settle();
    if (!report || !first) return says.replaceChildren();
    const w = words[lang].columns;
    const figure = (name: string, value: string) =>
      h("span", { class: "figure" }, h("small", {}, name), " ", h("b", {}, value));
    const figures = isRough(report)
      ? []
      : [
          figure(w.value.name, signed(first.value)),
          figure(w.win.name, `${percent(first.winRate)}%`),
          figure(w.dealIn.name, `${percent(first.outcomes.dealIn.rate)}%`),
        ];
    says.replaceChildren(actionPicture(first.action, report.candidates, lang), ...figures);
  });
  return ({ answer, run, lang }) => {
    draw(run.kind === "failed" ? null : (answer?.report ?? null), lang);
  };
}
