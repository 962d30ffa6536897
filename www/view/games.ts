/** All games that the browser keeps: for one player their accuracies and losses, a line through them, totals, and a way to review them all. */

import { byId, h, memo, svg } from "../dom";
import { type Game, gamesOf, isOfOneUnit, isWhole, playersOf, type Total, totalOf } from "../games";
import type { Entry } from "../kept";
import { openKept } from "../records";
import { startReview, stopReview } from "../reviewer";
import { type ReviewObjective, sharesOf, SIZES } from "../review";
import type { Gathered, Lang, State, Store } from "../state";
import { words } from "../text";
import { percent, whole } from "../text/format";

const WIDTH = 600;
const HEIGHT = 80;
/** Files that are told by name: a folder may have hundreds that are no records. */
const NAMED = 10;

/** The accuracy from game to game, 0 to 100. */
function trend(games: readonly Game[], lang: Lang): HTMLElement | null {
  const all = games.flatMap(({ summary }) => (summary ? [summary.accuracy] : []));
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
    svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": says }, svg("path", { class: "placed", d: line })),
    h("small", { class: "high", "aria-hidden": "true" }, high.toFixed(0)),
    h("small", { class: "low", "aria-hidden": "true" }, low.toFixed(0)),
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
  const chart = h("div", {});
  const table = h("div", { class: "games-table" });
  const line = h("div", { class: "line" }, h("div", { class: "field" }, whoName, who), all, stop);
  box.replaceChildren(summary, line, status, chart, table);
  let player = "";
  let going = false;

  /** One game after the other, each opened as by hand, so that its figures are kept and it goes on after a reload. */
  async function reviewAll(): Promise<void> {
    going = true;
    // the list has what was found in a game only when that has been written
    const tried = new Set<number>();
    try {
      for (;;) {
        const next = gamesOf(store.state.keeping.entries, player).find((game) => !isWhole(game) && !tried.has(game.entry.id));
        if (!next || !going) return;
        tried.add(next.entry.id);
        if (!(await openKept(store, next.entry))) return;
        // opening goes on with a review that was cut short
        if (!going) return stopReview();
        const { record, review } = store.state;
        if (record.kind !== "open") return;
        const share = sharesOf(record.log, review.found)[next.seat] ?? null;
        if (isWhole({ share })) continue;
        await startReview(store, next.seat);
        if (store.state.review.run.kind !== "done") return;
      }
    } finally {
      going = false;
      [all.hidden, stop.hidden] = [false, true];
    }
  }
  all.addEventListener("click", () => {
    [all.hidden, stop.hidden] = [true, false];
    void reviewAll();
  });
  stop.addEventListener("click", () => {
    going = false;
    stopReview();
  });
  who.addEventListener("change", () => {
    player = who.value;
    draw(store.state.keeping.entries, store.state.lang, player);
  });

  const draw = memo((entries: readonly Entry[], lang: Lang, chosen: string) => {
    const w = words[lang];
    const names = playersOf(entries);
    player = names.includes(chosen) ? chosen : (names[0] ?? "");
    const games = gamesOf(entries, player);
    summary.textContent = w.games.title(entries.length);
    whoName.textContent = w.iWas;
    who.replaceChildren(...(names.length > 0 ? names : [""]).map((name) => h("option", { value: name }, name || w.kept.unnamed)));
    who.value = player;
    [all.textContent, stop.textContent] = [w.games.reviewAll, w.reviewStop];
    all.disabled = games.every(isWhole);
    const heads = [w.games.game, w.review.accuracy, w.review.agreement, w.review.perDecision, ...SIZES.map((size) => w.review.sizes[size]), w.review.judged];
    const lost = ({ loss, judged }: Total) => (loss === null ? "–" : whole(Math.round(loss / judged)));
    const cells = (one: Total | null, unit: ReviewObjective | undefined) =>
      one === null
        ? SIZES.map(() => "–").concat("–", "–", "–")
        : [one.accuracy.toFixed(1), `${percent(one.agreement)} %`, unit ? `${lost(one)} ${w.units[unit]}` : lost(one), ...SIZES.map((size) => String(one.sizes[size]))];
    const mixed = !isOfOneUnit(games);
    const rows = games.map(({ entry, summary: own, share }) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, h("button", { type: "button", class: "quiet", click: () => void openKept(store, entry) }, entry.name || w.kept.unnamed)),
        ...cells(own, mixed ? own?.objective : undefined).map((text) => h("td", {}, text)),
        h("td", {}, share && share.done > 0 ? `${share.done} / ${share.total}` : "–"),
      ),
    );
    const total = totalOf(games);
    const foot = total ? [h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, w.games.total), ...cells(total, undefined).map((text) => h("td", {}, text)), h("td", {}, whole(total.judged))))] : [];
    table.replaceChildren(h("table", { class: "plain" }, h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, ...rows), ...foot));
    const drawn = trend(games, lang);
    chart.replaceChildren(...(drawn ? [drawn] : []));
  });
  const gather = memo((gathered: Gathered | null, lang: Lang) => {
    if (!gathered) return;
    const { done, total, refused, left } = gathered;
    const w = words[lang].games;
    const named = (names: readonly string[]) => (names.length > NAMED ? [...names.slice(0, NAMED), w.more(names.length - NAMED)] : names);
    box.open = true;
    status.textContent = w.gathered(done, total, named(refused), named(left));
  });
  return ({ keeping, lang }) => {
    // what became of files that were given is said, whatever is kept
    box.hidden = keeping.entries.length < 2 && keeping.gathered === null;
    if (box.hidden) return;
    for (const part of [line, chart, table]) part.hidden = keeping.entries.length < 2;
    draw(keeping.entries, lang, player);
    gather(keeping.gathered, lang);
  };
}
