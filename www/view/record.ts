/** The game record on the page: its decisions, and what was played and recommended in each. */

import { formatRule } from "nanikiru";
import { byId, h, memo, setAttribute } from "../dom";
import { decisionAt, decisionsOf, type GameLog, type LogDecision, nearest, type Place, stepped } from "../log";
import { ALL_RULES, partyBy, partyOf, playersOf } from "../players";
import { hides } from "../practice";
import { leaveRecord, readByRules } from "../records";
import { type Review, type ReviewObjective, sizeOf, type Verdict } from "../review";
import { roundWords } from "../review-text";
import { recorded, shownReview, verdictNow } from "../reviewer";
import type { Lang, RecordState, State, Store } from "../state";
import { words } from "../text";
import { whole } from "../text/format";
import { playing } from "./board";
import { actionText } from "./tile";

// What was played and what is recommended, in a line.

/** What the best was, and by how much. `offered` is the other player's tile that the decision is about. */
export function judgement(
  { best, loss, rank, candidates }: Verdict,
  objective: ReviewObjective,
  lang: Lang,
  offered: string | null = null,
): string {
  const w = words[lang].record;
  if (rank === 1 || !best || loss === undefined) return w.best;
  const name = actionText(best, candidates, lang, offered);
  if (loss === 0) return w.equal(name);
  return w.better(name, whole(Math.round(loss)), words[lang].units[objective]);
}

/** What was played, then what is recommended in its place, then the size of the mistake: in pieces that are joined. */
interface VerdictLine {
  readonly played: string;
  /** Empty where what was played is the best or nobody knows. */
  readonly recommended: string;
  readonly size: string;
  readonly mistake: boolean;
}

export const lineText = ({ played, recommended, size }: VerdictLine): string => played + recommended + size;

const plainLine = (played: string): VerdictLine => ({ played, recommended: "", size: "", mistake: false });

export function verdictLine(state: State, decision: LogDecision): VerdictLine {
  const { lang } = state;
  const w = words[lang].record;
  if (!recorded(state)) return plainLine(w.changed);
  const judged = verdictNow(state, decision);
  const { done, context } = decision;
  const offered = context.offered?.tile ?? null;
  if (!done) return plainLine(w.hidden);
  const all = judged?.verdict.candidates ?? [];
  const played = w.done(actionText(done, all, lang, offered));
  if (!judged) return plainLine(played);
  const { verdict, objective } = judged;
  if (verdict.loss === undefined || !verdict.best) {
    const why = verdict.unjudged ? words[lang].review.unjudged[verdict.unjudged] : "";
    return plainLine([played, why].filter(Boolean).join(words[lang].stop));
  }
  const size = sizeOf(verdict.loss, objective);
  const { stop, review } = words[lang];
  const says = stop + judgement(verdict, objective, lang, offered);
  return {
    ...(verdict.rank === 1 ? plainLine(played + says) : { played, recommended: says }),
    size: size ? stop + review.names[size] : "",
    mistake: size !== null,
  };
}

// The game record: how to open one, and which of its decisions is on the page.

/** Goes to the decision before or after; nothing happens without a record. */
export function stepDecision(store: Store, by: 1 | -1): void {
  const { record } = store.state;
  if (record.kind !== "open") return;
  const place = stepped(record.log, record.place, by);
  if (place !== record.place) store.send({ type: "logMoved", place });
}

/** Set once the record's controls are there. */
let play: () => void = () => {};
/** Goes on by itself, or stops that. */
export const playRecord = (): void => play();

/** The next player sits in front. */
export function turnTable(store: Store): void {
  const { board, position } = store.state;
  store.send({ type: "looked", board: { turned: (board.turned + 1) % partyBy(position.rules).players } });
}

const option = (value: number, text: string) => h("option", { value }, text);

function fill(select: HTMLSelectElement, texts: readonly string[], chosen: number): void {
  const old = [...select.options].map(({ text }) => text);
  if (old.length !== texts.length || texts.some((text, i) => text !== old[i]))
    select.replaceChildren(...texts.map((text, i) => option(i, text)));
  select.value = String(chosen);
}

/** The loss first where it is a mistake, which a narrow list would cut off, then the turn and what is on offer. */
function decisionName(
  { turn, context }: LogDecision,
  verdict: Verdict | undefined,
  objective: ReviewObjective,
  lang: Lang,
): string {
  const w = words[lang].record;
  const name = context.offered ? w.offer(turn, words[lang].tileCode(context.offered.tile)) : w.own(turn);
  return sizeOf(verdict?.loss ?? 0, objective) === null
    ? name
    : `✗ −${whole(Math.round(verdict?.loss ?? 0))}${words[lang].comma}${name}`;
}

/** How far a record can be read, where it breaks, and why. */
export function broken(
  { rounds }: Pick<GameLog, "rounds">,
  { code, refused, line, problem, houseRule }: NonNullable<GameLog["broken"]>,
  lang: Lang,
): string {
  const failure = { code, field: "", value: { houseRule }, message: problem, span: null };
  const why = words[lang].error(failure, "");
  // such a record is whole
  if (refused) return why;
  return words[lang].record.broken(rounds.length, line, why);
}

const UNJUDGED: Review["found"] = new Map();

/** The rules that a record states, and what its table has otherwise. */
export function statedRules({ rules }: Pick<GameLog, "rules">, lang: Lang): string {
  const { name, differences = [], unknown = [] } = rules;
  const { fields, record } = words[lang];
  const otherwise = differences.map((rule) => formatRule(rule, lang));
  const stated = record.rulesStated(fields.rules.choices[name] ?? name, otherwise);
  return unknown.length > 0 ? `${stated} · ${record.rulesUnknown(unknown)}` : stated;
}

/** The rules of the record: stated where it names them, chosen where it does not. */
function mountRules(store: Store): (record: RecordState, lang: Lang) => void {
  const field = byId("record-rules", HTMLElement);
  const choice = byId("record-rules-choice", HTMLSelectElement);
  const says = byId("record-rules-says", HTMLElement);
  choice.addEventListener(
    "change",
    () =>
      void readByRules(
        store,
        ALL_RULES.find((name) => name === choice.value),
      ),
  );
  return memo((record: RecordState, lang: Lang) => {
    const open = record.kind === "open" ? record : null;
    const stated = open?.log.rules.source === "record";
    field.hidden = open === null || stated;
    says.hidden = !stated;
    if (!open) return;
    const w = words[lang];
    const names = w.fields.rules.choices;
    says.textContent = stated ? statedRules(open.log, lang) : "";
    // by the reader's choice or not: what is usual is the first rule set
    const { rules } = partyOf(open.log);
    const [usual] = rules;
    choice.replaceChildren(
      h("option", { value: "" }, w.record.rulesUsual(usual ? names[usual] : "")),
      ...rules.map((name) => h("option", { value: name }, names[name])),
    );
    choice.value = open.rules ?? "";
    if (field.firstElementChild) field.firstElementChild.textContent = w.fields.rules.label;
  });
}

const nameButton = (button: HTMLButtonElement, name: string): void => {
  setAttribute(button, "aria-label", name);
  setAttribute(button, "title", name);
};

function statusText(record: RecordState, lang: Lang): string {
  if (record.kind === "none") return "";
  return record.log.broken
    ? broken(record.log, record.log.broken, lang)
    : words[lang].record.whole(record.name, record.log.rounds.length);
}

/** The button that opens the rest of the bar: on a telephone the rest is behind it. */
function mountMore(bar: HTMLElement): HTMLButtonElement {
  const more = byId("record-more", HTMLButtonElement);
  more.addEventListener("click", () => {
    const shows = bar.closest(".entry")?.classList.toggle("more") ?? false;
    setAttribute(more, "aria-expanded", String(shows));
  });
  return more;
}

/** The button that goes through the record by itself, and what stops that. */
function mountRunner(store: Store): { readonly auto: HTMLButtonElement; readonly stop: () => void } {
  const auto = byId("record-play", HTMLButtonElement);
  const runner = playing(
    () => {
      const { record } = store.state;
      if (record.kind !== "open" || stepped(record.log, record.place, 1) === record.place) return false;
      stepDecision(store, 1);
      return true;
    },
    (playsOn) => {
      setAttribute(auto, "aria-pressed", String(playsOn));
      auto.textContent = playsOn ? "⏸" : "▶";
    },
  );
  play = runner.toggle;
  auto.addEventListener("click", play);
  return { auto, stop: runner.stop };
}

/** The choices of a place in the record: `draw` fills in the rounds and the players, `list` the decisions. */
function mountPlace(store: Store): {
  readonly draw: (log: GameLog, place: Place, lang: Lang) => void;
  readonly list: (record: RecordState, found: Review["found"], objective: ReviewObjective, lang: Lang) => void;
} {
  const round = byId("record-round", HTMLSelectElement);
  const player = byId("record-player", HTMLSelectElement);
  const decision = byId("record-decision", HTMLSelectElement);
  const go = (change: Partial<Place>) => {
    const { record } = store.state;
    if (record.kind === "open")
      store.send({ type: "logMoved", place: nearest(record.log, { ...record.place, ...change }) });
  };
  round.addEventListener("change", () => go({ round: Number(round.value), at: 0 }));
  player.addEventListener("change", () => go({ player: Number(player.value) }));
  decision.addEventListener("change", () => go({ at: Number(decision.value) }));
  const draw = (log: GameLog, place: Place, lang: Lang) => {
    fill(
      round,
      log.rounds.map((_, i) => roundWords(log, i, lang)),
      place.round,
    );
    fill(
      player,
      playersOf(log).map((i) => words[lang].record.player(i, log.names?.[i] ?? "")),
      place.player,
    );
  };
  const list = memo((record: RecordState, found: Review["found"], objective: ReviewObjective, lang: Lang) => {
    if (record.kind !== "open") return;
    fill(
      decision,
      decisionsOf(record.log, record.place).map((one) => decisionName(one, found.get(one), objective, lang)),
      record.place.at,
    );
  });
  return { draw, list };
}

const NO_LINE: VerdictLine = { played: "", recommended: "", size: "", mistake: false };

export function mountRecord(store: Store): (state: State) => void {
  const status = byId("record-status", HTMLElement);
  const bar = byId("record-bar", HTMLElement);
  const done = byId("record-done", HTMLElement);
  const [back, on] = [byId("record-back", HTMLButtonElement), byId("record-on", HTMLButtonElement)];
  const flip = byId("record-flip", HTMLButtonElement);
  const hands = byId("record-hands", HTMLButtonElement);
  const more = mountMore(bar);
  const { auto, stop } = mountRunner(store);
  flip.addEventListener("click", () => turnTable(store));
  hands.addEventListener("click", () => store.send({ type: "looked", board: { open: !store.state.board.open } }));
  byId("record-close", HTMLButtonElement).addEventListener("click", () => {
    stop();
    leaveRecord(store);
  });
  const choices = mountPlace(store);
  back.addEventListener("click", () => stepDecision(store, -1));
  on.addEventListener("click", () => stepDecision(store, 1));

  const rules = mountRules(store);
  const judge = memo((played: string, recommended: string, size: string, mistake: boolean) => {
    // beside a list of mistakes it is all that is said; beside the candidates their card recommends
    done.replaceChildren(played, h("span", { class: "recommended" }, recommended), size);
    setAttribute(done, "title", lineText({ played, recommended, size, mistake }) || null);
    done.classList.toggle("mistake", mistake);
  });
  const draw = memo((record: RecordState, lang: Lang) => {
    const w = words[lang];
    status.textContent = statusText(record, lang);
    status.classList.toggle("problem", record.kind === "open" && record.log.broken !== undefined);
    bar.hidden = record.kind !== "open";
    if (record.kind !== "open") return;
    const { log, place } = record;
    choices.draw(log, place, lang);
    nameButton(auto, w.play);
    nameButton(flip, w.flip);
    nameButton(more, w.more);
    for (const [button, by, name] of [
      [back, -1, w.record.back],
      [on, 1, w.record.on],
    ] as const) {
      button.disabled = stepped(log, place, by) === place;
      nameButton(button, name);
    }
  });
  return (state) => {
    const { record, lang } = state;
    const review = shownReview(state);
    setAttribute(hands, "aria-pressed", String(state.board.open));
    draw(record, lang);
    rules(record, lang);
    // where it is asked first, the list says no more than the page
    choices.list(record, state.learning?.over === "record" ? UNJUDGED : review.found, review.objective, lang);
    if (record.kind !== "open") return;
    const now = decisionAt(record.log, record.place);
    const { played, recommended, size, mistake } =
      now && !hides(state) ? verdictLine(state, now) : { ...NO_LINE, played: now ? "" : words[lang].record.none };
    judge(played, recommended, size, mistake);
  };
}
