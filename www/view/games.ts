/**
 * All games that the browser keeps: each with its figures for one player, a line through them, totals, the worst
 * mistakes, and a review of them all.
 */

import { partsOf } from "../candidates";
import {
  type Game,
  gamesOf,
  isOfOneUnit,
  isPending,
  playersOf,
  reviewGames,
  stopGames,
  type Total,
  totalOf,
  type WorstOfAll,
  worstOfAll,
} from "../games";
import { arrange, byId, h, memo, setAttribute, svg } from "../dom";
import { WINDS } from "../fields";
import { forget } from "../keeper";
import { openKept } from "../records";
import { type ReviewObjective, SIZES } from "../review";
import type { Backlog, GameFailure, ImportProgress, Lang, State, Store } from "../state";
import { type Entry, MOST_KEPT } from "../storage";
import { words } from "../text";
import { percent, whole } from "../text/format";
import { fades } from "./scroll";

const WIDTH = 600;
const HEIGHT = 80;
/** The value of the choice of everybody, which no player's name is. */
const EVERYBODY = "\u0000";

/** The accuracy from game to game, 0 to 100. */
function trend(games: readonly Game[], lang: Lang): HTMLElement | null {
  const all = games.flatMap((game) => totalOf([game])?.accuracy ?? []);
  if (all.length < 2) return null;
  const low = Math.max(0, Math.min(...all) - 5);
  const high = Math.min(100, Math.max(...all) + 5);
  const x = (i: number) => (WIDTH * (i + 0.5)) / all.length;
  const y = (value: number) => HEIGHT - (HEIGHT * (value - low)) / Math.max(1, high - low);
  const line = all.map((value, i) => `${i === 0 ? "M" : "L"}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const says = words[lang].games.trend(all.length, (all[0] ?? 0).toFixed(1), (all.at(-1) ?? 0).toFixed(1));
  return h(
    "div",
    { class: "trend" },
    svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": says },
      svg("path", { class: "placed", d: line }),
    ),
    h("small", { class: "high", "aria-hidden": "true" }, high.toFixed(0)),
    h("small", { class: "low", "aria-hidden": "true" }, low.toFixed(0)),
  );
}

/** The time of a day, in UTC: the day is enough to find a game. */
const TIME = /(?<=^\d{4}-\d\d-\d\d)T.*$/u;

/** What is known of a game beside its name: when, who, where. */
function aboutGame({ name, names, heading = {} }: Entry, lang: Lang): HTMLElement | null {
  const players = names?.filter((one) => one !== "").join(words[lang].comma);
  const date = heading.date?.replace(TIME, "");
  const parts = [heading.name === name ? "" : heading.name, date, players, heading.room].filter(Boolean);
  return parts.length === 0 ? null : h("small", {}, parts.join(" · "));
}

/** Files with the reasons why they are none. */
const refusedList = (all: readonly GameFailure[], lang: Lang): HTMLElement[] =>
  all.map(({ name, failure }) =>
    h("li", {}, h("b", {}, name || words[lang].kept.unnamed), " ", words[lang].error(failure, "")),
  );

function worstItem(store: Store, { entry, mistake }: WorstOfAll, lang: Lang): HTMLElement {
  const w = words[lang];
  const { place, round, turn, loss, played, better } = mistake;
  const both = [{ action: played }, { action: better }];
  const where = [
    w.record.round(w.winds[WINDS.indexOf(round.roundWind)] ?? "", round.number, round.honba),
    w.record.own(turn),
    entry.name || w.kept.unnamed,
  ].join(w.comma);
  return h(
    "li",
    {},
    h(
      "button",
      { type: "button", class: "quiet", click: () => void openKept(store, entry, place) },
      h("b", { class: "loss" }, `−${whole(Math.round(loss))}`),
      h("span", {}, where),
    ),
    h(
      "small",
      {},
      w.record.done(w.action(partsOf(played, both))),
      w.stop,
      w.learn.best(w.action(partsOf(better, both))),
    ),
  );
}

/** The players of the games and everybody; the one that is chosen, else the one of the most games. */
function offerPlayers(choice: HTMLSelectElement, names: readonly string[], chosen: string | null, lang: Lang): void {
  const choices = names.length > 0 ? names : [""];
  choice.replaceChildren(
    ...choices.map((name) => h("option", { value: name }, name || words[lang].kept.unnamed)),
    h("option", { value: EVERYBODY }, words[lang].reviewAll),
  );
  choice.value = chosen ?? EVERYBODY;
}

/** The figures of a game or of all of them; the loss with its unit where the games do not share one. */
function figuresOf(one: Total | null, unit: ReviewObjective | undefined, lang: Lang): readonly string[] {
  if (one === null) return SIZES.map(() => "–").concat("–", "–", "–");
  const lost = one.loss === null ? "–" : whole(Math.round(one.loss / one.judged));
  return [
    one.accuracy.toFixed(1),
    `${percent(one.agreement)}%`,
    unit ? `${lost} ${words[lang].units[unit]}` : lost,
    ...SIZES.map((size) => String(one.sizes[size])),
  ];
}

const tableRow = (head: readonly (Node | string | null)[], cells: readonly string[]): HTMLElement =>
  h("tr", {}, h("th", { scope: "row" }, ...head), ...cells.map((text) => h("td", {}, text)));

function gamesTable(store: Store, games: readonly Game[], lang: Lang): HTMLElement {
  const w = words[lang];
  const heads = [
    w.games.game,
    w.review.accuracy,
    w.review.agreement,
    w.review.perDecision,
    ...SIZES.map((size) => w.review.sizes[size]),
    w.review.judged,
  ];
  const mixed = !isOfOneUnit(games);
  const rows = games.map((game) => {
    const { entry, share, summaries } = game;
    const open = h(
      "button",
      { type: "button", class: "quiet", click: () => void openKept(store, entry) },
      entry.name || w.kept.unnamed,
    );
    return tableRow(
      [open, aboutGame(entry, lang)],
      [
        ...figuresOf(totalOf([game]), mixed ? summaries[0]?.objective : undefined, lang),
        share && share.done > 0 ? `${share.done} / ${share.total}` : "–",
      ],
    );
  });
  const total = games.length > 1 ? totalOf(games) : null;
  return h(
    "table",
    { class: "plain" },
    h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, ...rows),
    total && h("tfoot", {}, tableRow([w.games.total], [...figuresOf(total, undefined, lang), whole(total.judged)])),
  );
}

/** Only several games have a list of the worst mistakes. */
function worstList(store: Store, games: readonly Game[], lang: Lang): HTMLElement[] {
  const mistakes = games.length > 1 ? worstOfAll(games) : [];
  if (mistakes.length === 0) return [];
  return [h("h3", {}, words[lang].games.worst), h("ol", {}, ...mistakes.map((one) => worstItem(store, one, lang)))];
}

/** The files that were refused or left out, and the games whose review failed. */
function problemLists(gathered: ImportProgress | null, backlog: Backlog | null, lang: Lang): HTMLElement[] {
  const w = words[lang].games;
  const { refused = [], left = [] } = gathered ?? {};
  const failed = backlog?.failed ?? [];
  const fold = (name: string, open: boolean, items: readonly HTMLElement[]) =>
    items.length === 0 ? [] : [h("details", { open }, h("summary", {}, name), h("ul", {}, ...items))];
  return [
    ...fold(w.refused(refused.length), true, refusedList(refused, lang)),
    ...fold(
      w.left(left.length),
      false,
      left.map((name) => h("li", {}, name)),
    ),
    ...fold(w.failed(failed.length), true, refusedList(failed, lang)),
  ];
}

/** How far the review of all games is; hidden while none runs. */
function mountProgress(): {
  readonly element: HTMLElement;
  readonly render: (game: Backlog["game"], lang: Lang) => void;
} {
  const bar = h("progress", { id: "games-progress", max: 1, value: 0 });
  const says = h("p", { class: "hint" });
  const element = h("div", { class: "games-running", hidden: true }, bar, says);
  const render = (game: Backlog["game"], lang: Lang) => {
    element.hidden = game === null;
    setAttribute(bar, "aria-label", words[lang].review.title);
    if (game === null) return;
    const { name, at, of, done, total } = game;
    bar.max = Math.max(1, total);
    bar.value = done;
    says.textContent = words[lang].games.reviewing(at, of, name || words[lang].kept.unnamed, done, total);
  };
  return { element, render };
}

export function mountGames(store: Store): (state: State) => void {
  const box = byId("games", HTMLDetailsElement);
  const summary = h("summary", {});
  const who = h("select", { id: "games-player" });
  const whoName = h("label", { for: "games-player" });
  const all = h("button", { type: "button", class: "solid", id: "games-review" });
  const stop = h("button", { type: "button", class: "quiet", id: "games-stop", hidden: true });
  const status = h("p", { class: "hint", role: "status" });
  const limit = h("p", { class: "hint games-limit", hidden: true });
  const problems = h("div", { class: "games-refused" });
  const progress = mountProgress();
  const chart = h("div", {});
  const table = h("div", { class: "games-table" });
  const worst = h("div", { class: "games-worst" });
  const line = h("div", { class: "line" }, h("div", { class: "field" }, whoName, who), all, stop);
  box.replaceChildren(summary, line, status, limit, problems, progress.element, chart, table, worst);

  const whoseOf = () => (who.value === EVERYBODY ? null : who.value);
  all.addEventListener("click", () => void reviewGames(store, whoseOf()));
  stop.addEventListener("click", stopGames);
  who.addEventListener("change", () => store.send({ type: "summedUp", whose: whoseOf() }));

  const draw = memo((entries: readonly Entry[], lang: Lang, whose: string | null | undefined) => {
    const w = words[lang];
    const names = playersOf(entries);
    const chosen = whose === null || (whose !== undefined && names.includes(whose)) ? whose : (names[0] ?? "");
    const games = gamesOf(entries, chosen);
    summary.textContent = w.games.title(entries.length);
    limit.hidden = entries.length < MOST_KEPT;
    limit.textContent = w.games.most(MOST_KEPT);
    whoName.textContent = w.review.player;
    offerPlayers(who, names, chosen, lang);
    [all.textContent, stop.textContent] = [w.games.reviewAll, w.reviewStop];
    all.disabled = !games.some(isPending);
    table.replaceChildren(gamesTable(store, games, lang));
    const drawn = trend(games, lang);
    chart.replaceChildren(...(drawn ? [drawn] : []));
    worst.replaceChildren(...worstList(store, games, lang));
  });
  const gather = memo((gathered: ImportProgress | null, backlog: Backlog | null, lang: Lang) => {
    if (gathered) status.textContent = words[lang].games.gathered(gathered.done, gathered.total, gathered.games);
    problems.replaceChildren(...problemLists(gathered, backlog, lang));
  });
  const open = memo((gathered: ImportProgress | null) => {
    if (gathered) box.open = true;
  });
  const follow = memo((backlog: Backlog | null, lang: Lang) => {
    const game = backlog?.game ?? null;
    stop.hidden = game === null;
    all.hidden = game !== null;
    progress.render(game, lang);
  });
  return ({ keeping, lang }) => {
    const { entries, gathered, backlog } = keeping;
    // what became of the files is said, stored or not
    box.hidden = entries.length < 2 && gathered === null;
    follow(backlog, lang);
    if (box.hidden) return;
    for (const part of [line, chart, table, worst]) part.hidden = entries.length === 0;
    draw(entries, lang, keeping.whose);
    open(gathered);
    gather(gathered, backlog, lang);
  };
}

/** Older ones are in the list of all games. */
const LATEST = 6;

/** A kept game's button, and its button to delete it; `now` gives the game as stored at the click. */
function keptItem(store: Store, now: () => Entry | undefined, text: string, remove: string): HTMLElement {
  const open = () => {
    const entry = now();
    if (entry) void openKept(store, entry);
  };
  const drop = () => {
    const entry = now();
    if (entry) void forget(store, entry.id);
  };
  return h(
    "li",
    {},
    h("button", { type: "button", class: "chip", click: open }, text),
    h("button", { type: "button", class: "quiet icon", "aria-label": remove, title: remove, click: drop }, "×"),
  );
}

export function mountKept(store: Store): (state: State) => void {
  const box = byId("kept", HTMLElement);
  const list = byId("kept-list", HTMLElement);
  const refused = byId("kept-refused", HTMLElement);
  const fade = fades(list);
  /** By game what stands for it while that says the same: a button that is pressed is still there when it is let go. */
  const items = new Map<number, { readonly says: string; readonly element: HTMLElement }>();

  const itemOf = ({ id, name, done, total, mistakes }: Entry, lang: Lang): HTMLElement => {
    const w = words[lang].kept;
    const text = w.game(name || w.unnamed, done, total, mistakes?.length ?? 0);
    const remove = w.remove(name || w.unnamed);
    const says = `${text} ${remove}`;
    const there = items.get(id);
    if (there?.says === says) return there.element;
    const now = () => store.state.keeping.entries.find((entry) => entry.id === id);
    const element = keptItem(store, now, text, remove);
    items.set(id, { says, element });
    return element;
  };
  const draw = memo((entries: readonly Entry[], open: number | null, lang: Lang) => {
    const others = entries.filter(({ id }) => id !== open).slice(0, LATEST);
    box.hidden = others.length === 0;
    for (const id of items.keys()) if (!entries.some((entry) => entry.id === id)) items.delete(id);
    const shown = entries.filter((entry) => others.includes(entry) || (entry.id === open && items.has(open)));
    const elements = shown.map((entry) => itemOf(entry, lang));
    for (const [i, { id }] of shown.entries()) elements[i]?.toggleAttribute("hidden", id === open);
    arrange(list, elements);
    fade();
  });
  return ({ keeping, record, lang }) => {
    draw(keeping.entries, keeping.open, lang);
    const text = keeping.refused && record.kind === "open" ? words[lang].kept.refused : "";
    if (refused.textContent !== text) refused.textContent = text;
  };
}
