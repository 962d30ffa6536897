/**
 * The candidates in a table; arrow keys and clicks select the one that is shown in detail. A deeper answer fills new
 * figures into the rows that stand; while the pointer is over them or one has the focus, none changes its place.
 */

import type { Candidate, Report } from "nanikiru";
import {
  equalSpan,
  foldedCalls,
  foldedRows,
  isEqualToBest,
  isRough,
  LEVEL,
  lossAgainst,
  type OrderedBy,
  orderedBy,
  stance,
} from "../candidates";
import { byId, h, memo, setAttribute } from "../dom";
import { offeredIn, type Position } from "../position";
import { recorded } from "../reviewer";
import { actionKey, type Lang, type State, type Store } from "../state";
import { words } from "../text";
import { signed, whole } from "../text/format";
import type { Column } from "../text/words";
import { actionName, actionPicture } from "./tile";
import { columnsOf, type TableView } from "./columns";

/** A candidate, or several that say the same: those after `index` in the list. */
function row(candidate: Candidate, index: number, count: number, shown: TableView): HTMLTableRowElement {
  const { all, objective, played, offered, rough, lang } = shown;
  const { action } = candidate;
  const actions = all.slice(index, index + count).map((one) => one.action);
  const done = actionKey(action) === played;
  const less = all[0] ? lossAgainst(all[0], candidate) : 0;
  const tag = words[lang].record.played(
    !rough && less >= LEVEL && objective !== "winRate" && objective !== "tenpai" ? signed(-less) : "",
  );
  const equal = isEqualToBest(candidate, all);
  const name = [
    ...actions.map((one) => actionName(one, all, lang, offered)),
    ...(equal && index > 0 ? [words[lang].aboutEqual] : []),
    ...(done ? [tag] : []),
  ].join(words[lang].comma);
  return h(
    "tr",
    {
      ...{ role: "row", "data-index": index, "data-count": count, "data-action": actionKey(action) },
      class: [stance(action, all), done && "played", equal && "equal"].filter(Boolean).join(" ") || null,
      "aria-label": name,
    },
    h(
      "th",
      { role: "rowheader", scope: "row", class: "c-action" },
      ...actions.map((one) => actionPicture(one, all, lang, offered)),
      done && h("b", { class: "tag played" }, tag),
    ),
    ...columnsOf(shown).map(({ name: column, cell }) =>
      h("td", { role: "gridcell", class: `c-${column}` }, ...cell(candidate, shown)),
    ),
  );
}

/** Puts a new row's content into the row that stands, which keeps its place, the pointer and the focus. */
function refill(standing: HTMLTableRowElement, row: HTMLTableRowElement): HTMLTableRowElement {
  for (const name of ["data-index", "data-count", "data-under", "class", "aria-label"])
    setAttribute(standing, name, row.getAttribute(name));
  standing.replaceChildren(...row.childNodes);
  return standing;
}

const rowsOf = (table: HTMLTableElement): HTMLTableRowElement[] => [
  ...table.querySelectorAll<HTMLTableRowElement>("tbody tr"),
];

const indexOf = (row: HTMLTableRowElement): number => Number(row.dataset["index"] ?? 0);

/** Whether a row is the one of this candidate. */
const holds = (row: HTMLTableRowElement, candidate: number): boolean =>
  candidate >= indexOf(row) && candidate < indexOf(row) + Number(row.dataset["count"] ?? 1);

/** One row a call, with its best discard; the others are behind a button. */
function foldCalls(fresh: readonly HTMLTableRowElement[], { all, played, lang }: TableView): void {
  const under = foldedCalls(all);
  const many = new Map<number, number>();
  for (const row of fresh) {
    const head = under.get(indexOf(row));
    const best = head === undefined ? undefined : all[head];
    // what was played keeps its row
    if (head === undefined || !best || row.dataset["action"] === played) continue;
    row.dataset["under"] = actionKey(best.action);
    many.set(head, 1 + (many.get(head) ?? 0));
  }
  for (const row of fresh) {
    const count = many.get(indexOf(row));
    if (count === undefined) continue;
    const says = words[lang].otherDiscards(count);
    row.cells[0]?.append(
      h(
        "button",
        { type: "button", class: "other-discards", tabindex: -1, "aria-label": says, title: says },
        `+${count}`,
      ),
    );
  }
}

function freshRows(view: TableView): HTMLTableRowElement[] {
  const { all, rough, played } = view;
  const fresh = foldedRows(all, rough, ({ action }) => actionKey(action) === played).flatMap(([first, ...more]) => {
    const candidate = first === undefined ? undefined : all[first];
    return candidate && first !== undefined ? [row(candidate, first, 1 + more.length, view)] : [];
  });
  foldCalls(fresh, view);
  return fresh;
}

/** Rows that stand take the figures of the fresh ones; those without a fresh one go, new ones come last. */
function refillRows(table: HTMLTableElement, fresh: readonly HTMLTableRowElement[]): void {
  const standing = new Map(rowsOf(table).map((element) => [element.dataset["action"], element]));
  const filled = fresh.map((element) => {
    const old = standing.get(element.dataset["action"]);
    standing.delete(element.dataset["action"]);
    return old ? refill(old, element) : element;
  });
  for (const gone of standing.values()) gone.remove();
  table.tBodies[0]?.append(...filled.filter((element) => !element.isConnected));
}

/** The table's name, and what holds the first candidates together where they are about equal. */
function fillCaption(caption: HTMLElement, { all, objective, rough, lang }: TableView): void {
  const w = words[lang];
  const span = equalSpan(all);
  const unit = w.units[objective === "placement" ? "placement" : "points"];
  caption.className = span === null ? "sr" : "";
  caption.replaceChildren(
    ...(span === null
      ? [w.candidates]
      : [
          h("span", { class: "sr" }, w.candidates, w.stop),
          w.equalRows(rough ? "" : whole(Math.max(1, Math.ceil(span))), unit),
        ]),
  );
}

/** `by` is the figure that alone orders the rows; null where strong players' choice does so, too. */
function headCell(column: Column, by: OrderedBy | null, lang: Lang): HTMLElement {
  const { name, unit, says } = words[lang].columns[column];
  return h(
    "th",
    {
      role: "columnheader",
      scope: "col",
      class: `c-${column}`,
      title: says,
      "aria-sort": column === by ? "descending" : null,
    },
    name,
    unit ? h("small", {}, unit) : null,
  );
}

function headCells(view: TableView): HTMLElement[] {
  const { all, by, lang } = view;
  const columns = ["action", ...columnsOf(view).map(({ name }) => name)] as const;
  return columns.map((column) => headCell(column, equalSpan(all) === null ? by : null, lang));
}

interface Folds {
  /** Hides and shows the rows as they are folded now. */
  readonly apply: () => void;
  /** Unfolds the call that a button belongs to, or folds it again. */
  readonly toggle: (button: Element) => void;
  /** Forgets what is unfolded. */
  readonly reset: () => void;
}

function mountFolds(table: HTMLTableElement): Folds {
  /** Calls whose worse discards show, by the row of the best. */
  let unfolded: readonly string[] = [];
  const callOf = (button: Element) => button.closest("tr")?.dataset["action"] ?? "";
  const apply = () => {
    for (const row of rowsOf(table))
      row.hidden = row.dataset["under"] !== undefined && !unfolded.includes(row.dataset["under"]);
    for (const button of table.querySelectorAll(".other-discards"))
      setAttribute(button, "aria-expanded", String(unfolded.includes(callOf(button))));
  };
  return {
    apply,
    toggle(button) {
      const own = callOf(button);
      unfolded = unfolded.includes(own) ? unfolded.filter((one) => one !== own) : [...unfolded, own];
      apply();
    },
    reset: () => (unfolded = []),
  };
}

/** Selects rows by clicks and keys, and unfolds calls. */
function mountSelection(table: HTMLTableElement, folds: Folds, store: Store): void {
  const choose = (row: HTMLTableRowElement | undefined) => {
    if (!row) return;
    store.send({ type: "chosen", candidate: indexOf(row) });
    row.focus();
  };
  table.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    const button = target.closest(".other-discards");
    if (button) folds.toggle(button);
    else choose(target.closest<HTMLTableRowElement>("tbody tr") ?? undefined);
  });
  table.addEventListener("keydown", (event) => {
    const all = rowsOf(table).filter(({ hidden }) => !hidden);
    const at = all.findIndex((row) => holds(row, store.state.selected));
    const last = all.length - 1;
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: last, PageUp: 0, PageDown: last }[event.key];
    if (event.key === "Enter") {
      all[at]?.querySelector<HTMLElement>(".other-discards")?.click();
      return;
    }
    if (to === undefined) return;
    event.preventDefault();
    choose(all[Math.min(last, Math.max(0, to))]);
  });
}

/**
 * The returned function sorts the rows, best first. While the pointer or the focus is on them they keep their places,
 * and are sorted once it has left.
 */
function mountOrder(table: HTMLTableElement): () => void {
  let pointed = false;
  const held = () => pointed || (document.activeElement?.closest("#candidates tbody") ?? null) !== null;
  const arrange = () => {
    const body = table.tBodies[0];
    const now = rowsOf(table);
    if (!body || held()) return;
    const sorted = now.toSorted((a, b) => indexOf(a) - indexOf(b));
    if (sorted.some((row, i) => row !== now[i])) body.replaceChildren(...sorted);
  };
  table.addEventListener("pointerenter", () => (pointed = true));
  table.addEventListener("pointerleave", () => {
    pointed = false;
    arrange();
  });
  // the focus has moved on only after the event
  table.addEventListener("focusout", () => setTimeout(arrange));
  return arrange;
}

export function mountTable(store: Store): (state: State) => void {
  const table = byId("candidates", HTMLTableElement);
  const caption = h("caption");
  const folds = mountFolds(table);
  mountSelection(table, folds, store);
  const arrange = mountOrder(table);

  let shown: { readonly position: Position; readonly columns: string; readonly lang: Lang } | null = null;
  const draw = memo((report: Report | null, position: Position | null, played: string | null, lang: Lang) => {
    if (!report || !position) {
      shown = null;
      return table.replaceChildren();
    }
    const { objective } = position;
    const all = report.candidates;
    const by = orderedBy(objective);
    const rough = isRough(report);
    const view: TableView = { all, by, objective, rough, played, offered: offeredIn(position), lang };
    const columns = ["action", ...columnsOf(view).map(({ name }) => name)] as const;
    const fresh = freshRows(view);
    fillCaption(caption, view);
    if (shown?.position !== position) folds.reset();
    if (shown?.position === position && shown.columns === columns.join() && shown.lang === lang) {
      refillRows(table, fresh);
      table.tHead?.rows[0]?.replaceChildren(...headCells(view));
      folds.apply();
      return arrange();
    }
    shown = { position, columns: columns.join(), lang };
    table.classList.toggle("with-risks", columns.includes("tile"));
    table.classList.toggle("rough", rough);
    // beside the action and the ukeire
    table.style.setProperty("--figures", String(Math.max(1, columns.length - 2)));
    table.replaceChildren(
      caption,
      h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, ...headCells(view))),
      h("tbody", { role: "rowgroup" }, ...fresh),
    );
    folds.apply();
  });
  const select = memo((_report: Report | null, _lang: Lang, selected: number) => {
    for (const element of rowsOf(table)) {
      const chosen = holds(element, selected);
      setAttribute(element, "aria-selected", String(chosen));
      element.tabIndex = chosen ? 0 : -1;
    }
  });
  return (state) => {
    const report = state.answer?.report ?? null;
    const done = recorded(state, state.answer?.position)?.done;
    draw(report, state.answer?.position ?? null, done ? actionKey(done) : null, state.lang);
    select(report, state.lang, state.selected);
  };
}
