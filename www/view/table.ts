/** The candidates in a table; arrow keys and clicks select the one that is shown in detail. */

import type { Candidate, Report } from "nanikiru";
import { byId, h, memo, setAttribute } from "../dom";
import { tilesOf } from "../notation";
import type { Lang, State, Store } from "../state";
import { words } from "../text";
import { percent, signed, whole } from "../text/format";
import { actionName, actionPicture, stance } from "./action";
import { tileRow } from "./tile";

const COLUMNS = ["action", "value", "win", "tenpai", "points", "shanten", "ukeire"] as const;

function meter(className: string, share: number): HTMLElement {
  const width = Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
  return h("i", { class: `meter ${className}`, "aria-hidden": "true", style: `--share:${width.toFixed(4)}` });
}

function row(candidate: Candidate, index: number, all: readonly Candidate[], lang: Lang): HTMLTableRowElement {
  const values = all.map(({ value }) => value);
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const share = high > low ? (candidate.value - low) / (high - low) : 0;
  const { action, ukeire, wins } = candidate;
  const cell = (name: (typeof COLUMNS)[number], ...children: (Node | string)[]) =>
    h("td", { role: "gridcell", class: `c-${name}` }, ...children);
  return h(
    "tr",
    { role: "row", "data-index": index, class: stance(action, all), "aria-label": actionName(action, all, lang) },
    h("th", { role: "rowheader", scope: "row", class: "c-action" }, actionPicture(action, all, lang)),
    cell("value", h("b", {}, signed(candidate.value)), meter("value", share)),
    cell("win", percent(candidate.winRate), h("small", {}, "%"), meter("win", candidate.winRate)),
    cell("tenpai", percent(candidate.tenpaiRate), h("small", {}, "%"), meter("tenpai", candidate.tenpaiRate)),
    cell("points", wins.meanPoints > 0 ? whole(wins.meanPoints) : "–"),
    cell("shanten", words[lang].shanten(candidate.shanten)),
    cell("ukeire", h("span", {}, h("b", {}, words[lang].tiles(whole(ukeire.tiles))), tileRow(tilesOf(ukeire.kinds), lang))),
  );
}

export function mountTable(store: Store): (state: State) => void {
  const table = byId("candidates", HTMLTableElement);
  const rows = () => [...table.querySelectorAll<HTMLTableRowElement>("tbody tr")];
  const choose = (index: number) => {
    store.send({ type: "chosen", candidate: index });
    rows()[index]?.focus();
  };

  table.addEventListener("click", (event) => {
    const index = event.target instanceof Element ? event.target.closest("tr")?.dataset["index"] : undefined;
    if (index !== undefined) choose(Number(index));
  });
  table.addEventListener("keydown", (event) => {
    const { selected } = store.state;
    const last = rows().length - 1;
    const to = { ArrowUp: selected - 1, ArrowDown: selected + 1, Home: 0, End: last, PageUp: 0, PageDown: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(Math.min(last, Math.max(0, to)));
  });

  const draw = memo((report: Report | null, lang: Lang) => {
    const w = words[lang];
    if (!report) return table.replaceChildren();
    const head = COLUMNS.map((column) => {
      const { name, unit, says } = w.columns[column];
      return h("th", { role: "columnheader", scope: "col", class: `c-${column}`, title: says }, name, unit ? h("small", {}, unit) : null);
    });
    table.replaceChildren(
      h("caption", { class: "sr" }, w.candidates),
      h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, ...head)),
      h("tbody", { role: "rowgroup" }, ...report.candidates.map((c, i) => row(c, i, report.candidates, lang))),
    );
  });
  const select = memo((_report: Report | null, _lang: Lang, selected: number) => {
    rows().forEach((element, i) => {
      setAttribute(element, "aria-selected", String(i === selected));
      element.tabIndex = i === selected ? 0 : -1;
    });
  });
  return (state) => {
    const report = state.answer?.report ?? null;
    draw(report, state.lang);
    select(report, state.lang, state.selected);
  };
}
