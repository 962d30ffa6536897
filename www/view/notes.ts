/** Notes on a decision, and what if another tile had been discarded. */

import { byId, h, memo, setAttribute } from "../dom";
import type { Field } from "../fields";
import { decisionAt, type GameLog, type LogDecision } from "../log";
import {
  changesOf,
  MOST_CHARACTERS,
  NO_NOTE,
  type Note,
  notedIn,
  type Notes,
  variationNow,
  varied,
  withBranch,
  withoutBranch,
} from "../notes";
import { fromQuery } from "../position";
import { roundWords } from "../review-text";
import { playedTile, recorded } from "../reviewer";
import type { Lang, State, Store } from "../state";
import { words } from "../text";
import { sentences } from "../text/format";

// A note to the decision on the page, the branches from it, and all decisions of the record that have either.

/** Characters of a note in the list of all. */
const SHORT = 60;

function labelOf(field: Field, lang: Lang): string {
  const labels: Readonly<Record<string, { readonly label: string } | undefined>> = words[lang].fields;
  return labels[field]?.label ?? words[lang].notes.table;
}

/** A decision with its place in the record and its note. */
type NotedDecision = ReturnType<typeof notedIn>[number];

/** The decision that the record is at, and its note. */
function currentNote({ record, review }: State): { readonly decision: LogDecision; readonly note: Note } | null {
  const decision = record.kind === "open" ? decisionAt(record.log, record.place) : undefined;
  return decision ? { decision, note: review.notes.get(decision) ?? NO_NOTE } : null;
}

function openBranch(store: Store, query: string): void {
  const { record } = store.state;
  const change = fromQuery(query);
  if (record.kind !== "open" || !change) return;
  // from the decision itself, with which the answer is compared
  store.send({ type: "logMoved", place: record.place });
  store.send({ type: "supposed", change });
}

function notedItem(store: Store, log: GameLog, { place, decision, note }: NotedDecision, lang: Lang): HTMLElement {
  const w = words[lang];
  const short = note.text.length > SHORT ? `${note.text.slice(0, SHORT)}…` : note.text;
  const where = [roundWords(log, place.round, lang), w.record.own(decision.turn)].join(w.comma);
  const says = [short, ...(note.branches.length > 0 ? [w.notes.branches(note.branches.length)] : [])]
    .filter(Boolean)
    .join(" · ");
  return h(
    "li",
    {},
    h(
      "button",
      { type: "button", class: "quiet", click: () => store.send({ type: "logMoved", place }) },
      h("b", {}, where),
      " ",
      says,
    ),
  );
}

function branchItems(store: Store, decision: LogDecision, note: Note, lang: Lang): HTMLElement[] {
  const w = words[lang].notes;
  return note.branches.map((query, i) => {
    const labels = [...new Set(changesOf(decision, query).map((field) => labelOf(field, lang)))];
    const called = w.branch(i + 1, labels.join(words[lang].comma));
    const remove = () => store.send({ type: "noted", decision, note: withoutBranch(note, query) });
    return h(
      "li",
      {},
      h("button", { type: "button", class: "quiet", click: () => openBranch(store, query) }, called),
      h(
        "button",
        {
          type: "button",
          class: "quiet icon",
          "aria-label": w.remove(called),
          title: w.remove(called),
          click: remove,
        },
        "×",
      ),
    );
  });
}

export function mountNotes(store: Store): (state: State) => void {
  const box = byId("notes", HTMLElement);
  const keep = byId("branch-keep", HTMLButtonElement);
  const text = h("textarea", { id: "note-text", rows: 2, maxlength: MOST_CHARACTERS, autocomplete: "off" });
  const name = h("label", { for: "note-text" });
  const branches = h("ul", { class: "branches" });
  const all = h("ul", { class: "noted" });
  box.replaceChildren(name, text, branches, all);

  text.addEventListener("input", () => {
    const now = currentNote(store.state);
    if (now) store.send({ type: "noted", decision: now.decision, note: { ...now.note, text: text.value } });
  });
  keep.addEventListener("click", () => {
    const now = currentNote(store.state);
    if (now) store.send({ type: "noted", decision: now.decision, note: withBranch(now.note, store.state.position) });
  });

  const list = memo((log: GameLog, notes: Notes, lang: Lang) => {
    const noted = notedIn(log, notes);
    all.hidden = noted.length === 0;
    all.replaceChildren(...noted.map((one) => notedItem(store, log, one, lang)));
  });
  const draw = memo((decision: LogDecision, note: Note, lang: Lang) => {
    name.textContent = words[lang].notes.label;
    if (text.value !== note.text) text.value = note.text;
    branches.hidden = note.branches.length === 0;
    branches.replaceChildren(...branchItems(store, decision, note, lang));
  });
  return (state) => {
    const { record, review, lang } = state;
    const now = currentNote(state);
    const away = record.kind === "open" && recorded(state) === null && state.position.hand.trim() !== "";
    keep.hidden = !away || !now || withBranch(now.note, state.position) === now.note;
    box.hidden = !now;
    if (!now || record.kind !== "open") return;
    if (keep.textContent !== words[lang].notes.keep) keep.textContent = words[lang].notes.keep;
    setAttribute(box, "aria-label", words[lang].notes.label);
    draw(now.decision, now.note, lang);
    list(record.log, review.notes, lang);
  };
}

// What if another tile had been discarded in a record: a button beside the answer goes on to the player's next draw.

/** Whether the record's draws go on after any of the candidates. */
const goesOn = (state: State): boolean =>
  state.answer?.report.candidates.some(
    ({ action }) => action.type === "discard" && !action.riichi && varied(state, action.tile) !== null,
  ) ?? false;

/** The discard that is selected, where the record's draws can go on from it. */
function discardOf(state: State): string | null {
  const { answer, position, selected } = state;
  const action = answer?.position === position ? answer.report.candidates[selected]?.action : undefined;
  if (action?.type !== "discard" || action.riichi || action.tile === playedTile(state)) return null;
  return varied(state, action.tile) ? action.tile : null;
}

export function mountVariation(store: Store): (state: State) => void {
  const on = byId("variation-on", HTMLButtonElement);
  const says = byId("variation-says", HTMLElement);
  on.addEventListener("click", () => {
    const tile = discardOf(store.state);
    if (tile !== null) store.send({ type: "varied", tile });
  });
  return (state) => {
    const { answer, position, run } = state;
    const { tileCode: name, notes: w, comma } = words[state.lang];
    const tile = discardOf(state);
    on.hidden = tile === null;
    if (tile !== null) {
      const label = w.follow(name(tile));
      if (on.textContent !== label) on.textContent = label;
      setAttribute(on, "title", w.followMeans);
    }
    const now = variationNow(state);
    const ends = now !== null && run.kind === "done" && answer?.position === position && !goesOn(state);
    const text = now
      ? sentences(
          w.followed(now.variation.discards.map(name).join(comma), name(now.step.drawn)),
          ends ? w.followEnds : "",
        )
      : "";
    if (says.textContent !== text) says.textContent = text;
    says.hidden = now === null;
  };
}
