/** Around the figures: the best candidate in a sentence, progress, problems that belong to no field, and how it was searched. */

import type { Report } from "nanikiru";
import { byId, h, memo, setAttribute } from "../dom";
import { fieldOf } from "../fields";
import type { Position } from "../position";
import { reasonOf } from "../reason";
import type { Lang, Run, State, Store } from "../state";
import { words } from "../text";
import { duration, percent, signed, unbroken, whole } from "../text/format";
import { actionPicture } from "./action";
import { unitOf } from "./unit";

/** How far was searched, and whether that is only a part of the ways to a win. */
function depthOf({ search, opponents }: Report, lang: Lang): HTMLElement {
  const w = words[lang].reach;
  const { exchanges, estimated, complete, ended } = search;
  if (estimated) return h("small", { class: "depth partial" }, w.averages);
  if (ended === "deeper") return h("small", { class: "depth" }, w.soFar(exchanges));
  if (complete) return h("small", { class: "depth" }, w.searched(exchanges));
  // with a table its rates are corrected by records
  return h("small", { class: "depth partial" }, opponents ? w.corrected(exchanges) : w.shortest(exchanges));
}

function headline(report: Report, unit: string, lang: Lang): Node[] {
  const best = report.candidates[0];
  if (!best) return [];
  const w = words[lang];
  const reason = reasonOf(report);
  const figure = (name: string, value: string, unit: string) => h("div", {}, h("dt", {}, name), h("dd", {}, value, h("small", {}, unit)));
  return [
    h("div", { class: "pick" }, actionPicture(best.action, report.candidates, lang)),
    h(
      "dl",
      { class: "figures", "aria-hidden": "true" },
      figure(w.columns.value.name, signed(best.value), ` ${unit}`),
      figure(w.columns.win.name, percent(best.winRate), " %"),
      figure(w.columns.dealIn.name, percent(best.outcomes.dealIn.rate), " %"),
      figure(w.columns.draw.name, percent(best.outcomes.draw.rate), " %"),
    ),
    h(
      "p",
      { class: "sentence" },
      reason ? unbroken(w.sentence(reason, unit)) : "",
      " ",
      depthOf(report, lang),
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

export function mountAnswer(_store: Store): (state: State) => void {
  const answer = byId("answer", HTMLElement);
  const problem = byId("problem", HTMLElement);
  const empty = byId("empty", HTMLElement);
  const best = byId("best", HTMLElement);
  const figures = byId("figures", HTMLElement);
  const progress = byId("progress", HTMLElement);
  const search = byId("search", HTMLElement);

  let drawn: Position | null = null;
  const draw = memo((report: Report | null, position: Position | null, lang: Lang) => {
    // what follows must not move up and down while the answer to one position deepens
    best.style.minHeight = report && position === drawn ? `${best.offsetHeight}px` : "";
    drawn = position;
    best.replaceChildren(...(report && position ? headline(report, unitOf(position, lang), lang) : []));
    search.textContent = report ? searchLine(report, lang) : "";
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
    if (line) line.textContent = run.kind !== "running" ? "" : `${w.searching} ${share === null ? "" : w.done(whole(100 * share))}`;
  });
  return (state) => {
    const failed = state.run.kind === "failed";
    const shown = failed ? null : (state.answer?.report ?? null);
    const stale = state.answer !== null && state.answer.position !== state.position;
    draw(shown, shown && (state.answer?.position ?? null), state.lang);
    complain(state.run, state.lang);
    report(state.run, state.lang);
    best.hidden = figures.hidden = shown === null;
    empty.hidden = shown !== null || state.position.hand.trim() !== "";
    answer.classList.toggle("stale", stale);
    setAttribute(answer, "aria-busy", state.run.kind === "running" ? "true" : null);
    setAttribute(figures, "title", stale && shown ? words[state.lang].stale : null);
  };
}
