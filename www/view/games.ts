/**
 * All games that the browser keeps: each with its figures for one player, a line through them, totals, the worst
 * mistakes, and a review of them all.
 */

import { partsOf } from "../action";
import { reviewGames, stopGames } from "../backlog";
import { byId, h, memo, setAttribute, svg } from "../dom";
import { WINDS } from "../fields";
import {
  type Game,
  gamesOf,
  isOfOneUnit,
  isPending,
  playersOf,
  type Total,
  totalOf,
  type WorstOfAll,
  worstOfAll,
} from "../games";
import { forget } from "../keeper";
import { openKept } from "../records";
import { type ReviewObjective, SIZES } from "../review";
import type { Backlog, GameFailure, ImportProgress, Lang, State, Store } from "../state";
import { type Entry, MOST_KEPT } from "../storage";
import { words } from "../text";
import { percent, whole } from "../text/format";
import { fades } from "./fade";

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
  const bar = h("progress", { id: "games-progress", max: 1, value: 0 });
  const running = h("div", { class: "games-running", hidden: true }, bar, h("p", { class: "hint" }));
  const chart = h("div", {});
  const table = h("div", { class: "games-table" });
  const worst = h("div", { class: "games-worst" });
  const line = h("div", { class: "line" }, h("div", { class: "field" }, whoName, who), all, stop);
  box.replaceChildren(summary, line, status, limit, problems, running, chart, table, worst);

  all.addEventListener("click", () => void reviewGames(store, who.value === EVERYBODY ? null : who.value));
  stop.addEventListener("click", stopGames);
  who.addEventListener("change", () =>
    store.send({ type: "summedUp", whose: who.value === EVERYBODY ? null : who.value }),
  );

  const draw = memo((entries: readonly Entry[], lang: Lang, whose: string | null | undefined) => {
    const w = words[lang];
    const names = playersOf(entries);
    const chosen = whose === null || (whose !== undefined && names.includes(whose)) ? whose : (names[0] ?? "");
    const games = gamesOf(entries, chosen);
    summary.textContent = w.games.title(entries.length);
    limit.hidden = entries.length < MOST_KEPT;
    limit.textContent = w.games.most(MOST_KEPT);
    whoName.textContent = w.review.player;
    const choices = names.length > 0 ? names : [""];
    who.replaceChildren(
      ...choices.map((name) => h("option", { value: name }, name || w.kept.unnamed)),
      h("option", { value: EVERYBODY }, w.reviewAll),
    );
    who.value = chosen ?? EVERYBODY;
    [all.textContent, stop.textContent] = [w.games.reviewAll, w.reviewStop];
    all.disabled = !games.some(isPending);
    const heads = [
      w.games.game,
      w.review.accuracy,
      w.review.agreement,
      w.review.perDecision,
      ...SIZES.map((size) => w.review.sizes[size]),
      w.review.judged,
    ];
    const lost = ({ loss, judged }: Total) => (loss === null ? "–" : whole(Math.round(loss / judged)));
    const cells = (one: Total | null, unit: ReviewObjective | undefined) =>
      one === null
        ? SIZES.map(() => "–").concat("–", "–", "–")
        : [
            one.accuracy.toFixed(1),
            `${percent(one.agreement)}%`,
            unit ? `${lost(one)} ${w.units[unit]}` : lost(one),
            ...SIZES.map((size) => String(one.sizes[size])),
          ];
    const mixed = !isOfOneUnit(games);
    const rows = games.map((game) =>
      h(
        "tr",
        {},
        h(
          "th",
          { scope: "row" },
          h(
            "button",
            { type: "button", class: "quiet", click: () => void openKept(store, game.entry) },
            game.entry.name || w.kept.unnamed,
          ),
          aboutGame(game.entry, lang),
        ),
        ...cells(totalOf([game]), mixed ? game.summaries[0]?.objective : undefined).map((text) => h("td", {}, text)),
        h("td", {}, game.share && game.share.done > 0 ? `${game.share.done} / ${game.share.total}` : "–"),
      ),
    );
    const total = games.length > 1 ? totalOf(games) : null;
    const foot = total
      ? [
          h(
            "tfoot",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "row" }, w.games.total),
              ...cells(total, undefined).map((text) => h("td", {}, text)),
              h("td", {}, whole(total.judged)),
            ),
          ),
        ]
      : [];
    table.replaceChildren(
      h(
        "table",
        { class: "plain" },
        h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", {}, ...rows),
        ...foot,
      ),
    );
    const drawn = trend(games, lang);
    chart.replaceChildren(...(drawn ? [drawn] : []));
    const mistakes = games.length > 1 ? worstOfAll(games) : [];
    worst.replaceChildren(
      ...(mistakes.length > 0
        ? [h("h3", {}, w.games.worst), h("ol", {}, ...mistakes.map((one) => worstItem(store, one, lang)))]
        : []),
    );
  });
  const gather = memo((gathered: ImportProgress | null, backlog: Backlog | null, lang: Lang) => {
    const w = words[lang].games;
    const { refused = [], left = [] } = gathered ?? {};
    const failed = backlog?.failed ?? [];
    if (gathered) status.textContent = w.gathered(gathered.done, gathered.total, gathered.games);
    const fold = (name: string, open: boolean, items: readonly HTMLElement[]) =>
      items.length === 0 ? [] : [h("details", { open }, h("summary", {}, name), h("ul", {}, ...items))];
    problems.replaceChildren(
      ...fold(w.refused(refused.length), true, refusedList(refused, lang)),
      ...fold(
        w.left(left.length),
        false,
        left.map((name) => h("li", {}, name)),
      ),
      ...fold(w.failed(failed.length), true, refusedList(failed, lang)),
    );
  });
  const open = memo((gathered: ImportProgress | null) => {
    if (gathered) box.open = true;
  });
  const follow = memo((backlog: Backlog | null, lang: Lang) => {
    const game = backlog?.game ?? null;
    running.hidden = stop.hidden = game === null;
    all.hidden = game !== null;
    setAttribute(bar, "aria-label", words[lang].review.title);
    if (game === null) return;
    const { name, at, of, done, total } = game;
    bar.max = Math.max(1, total);
    bar.value = done;
    const [, says] = running.children;
    if (says) says.textContent = words[lang].games.reviewing(at, of, name || words[lang].kept.unnamed, done, total);
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

export function mountKept(store: Store): (state: State) => void {
  const box = byId("kept", HTMLElement);
  const list = byId("kept-list", HTMLElement);
  const refused = byId("kept-refused", HTMLElement);
  const fade = fades(list);

  const draw = memo((entries: readonly Entry[], open: number | null, lang: Lang) => {
    const w = words[lang];
    const others = entries.filter(({ id }) => id !== open);
    box.hidden = others.length === 0;
    list.replaceChildren(
      ...others.slice(0, LATEST).map((entry) => {
        const name = entry.name || w.kept.unnamed;
        const remove = w.kept.remove(name);
        return h(
          "li",
          {},
          h(
            "button",
            { type: "button", class: "chip", click: () => void openKept(store, entry) },
            w.kept.goOn(name, entry.done, entry.total),
          ),
          h(
            "button",
            {
              type: "button",
              class: "quiet icon",
              "aria-label": remove,
              title: remove,
              click: () => void forget(store, entry.id),
            },
            "×",
          ),
        );
      }),
    );
    fade();
  });
  return ({ keeping, record, lang }) => {
    draw(keeping.entries, keeping.open, lang);
    const text = keeping.refused && record.kind === "open" ? words[lang].kept.refused : "";
    if (refused.textContent !== text) refused.textContent = text;
  };
}
