/** Everything about the selected candidate, and what other methods say of the hand. */

import type { Candidate, DetailedCandidate, HanShare, Report, TabuWin, Target, YakuShare } from "nanikiru";
import { isBacked, isRough, orderedBy, stance } from "../candidates";
import { rateFigure } from "../danger";
import { byId, h, memo } from "../dom";
import { askMethods, type Methods, tabuKey } from "../engine";
import { readTiles, tilesOf } from "../notation";
import { type Position, shownTurn } from "../position";
import type { Aims, Lang, State, Store } from "../state";
import { unitOf, words } from "../text";
import { percent, signed, whole } from "../text/format";
import { chart, partsTable } from "./chart";
import { actionName, actionPicture, tileRow } from "./tile";

// Everything about the selected candidate: chart, what its wins look like, ukeire against the best.

/** The concealed tiles, the one that completes them, then each meld. */
function hand({ hand: text, tile }: Target | TabuWin, lang: Lang): HTMLElement {
  const segments = readTiles(text).map(({ meld, tiles }) => ({ meld, tiles: tiles.map((placed) => placed.tile) }));
  const concealed = segments.filter(({ meld }) => !meld).flatMap(({ tiles }) => tiles);
  const melds = segments.filter(({ meld }) => meld).map(({ tiles }) => tileRow(tiles, lang));
  return h(
    "span",
    { class: "target-hand" },
    tileRow(concealed, lang),
    h("span", { class: "last" }, tileRow([tile], lang)),
    ...melds,
  );
}

/** A hand with its share and what it pays; without these where nothing stands behind them. */
function row(target: Target | TabuWin, pays: string | null, lang: Lang): HTMLElement {
  const w = words[lang];
  const yaku = h("span", { class: "target-yaku" }, target.yaku.map(w.yaku).join(w.comma));
  const figures = pays === null ? [] : [h("b", {}, `${percent(target.share)}%`), ` ${pays} · `];
  return h("li", {}, hand(target, lang), h("p", {}, ...figures, yaku));
}

/**
 * Nothing where it never wins, and where no search says by which hands; the hands alone where no whole search stands
 * behind their shares.
 */
function targets(all: readonly Target[], backed: boolean, lang: Lang): HTMLElement[] {
  if (all.length === 0) return [];
  const w = words[lang];
  const sum = all.reduce((share, target) => share + target.share, 0);
  const pays = ({ han, meanPoints }: Target) => (backed ? w.targetPays(w.han(han), whole(meanPoints)) : null);
  const head = h("h3", {}, w.whereTo, ...(backed ? [" ", h("small", {}, w.targetsShare(percent(sum)))] : []));
  return [h("div", { class: "targets" }, head, h("ol", {}, ...all.map((one) => row(one, pays(one), lang))))];
}

/** The same of the runs of tabu search that began with an action; nothing where none of them came to a win. */
function tabuTargets(all: readonly TabuWin[], action: HTMLElement, figures: boolean, lang: Lang): HTMLElement[] {
  if (all.length === 0) return [];
  const w = words[lang];
  const pays = ({ han, points }: TabuWin) => (figures ? w.methods.pays(w.han(han), whole(points)) : null);
  const head = h("h3", {}, action, " ", h("small", {}, w.methods.ends));
  return [h("div", { class: "targets" }, head, h("ol", {}, ...all.map((one) => row(one, pays(one), lang))))];
}

/** Yaku rarer than this share of the wins are left out of the list. */
const RARE = 0.005;
/** Of the wins, the part whose han are listed, the commonest first: the rest is a tail of rare ones. */
const MOST_WINS = 0.95;

/** By how many han it wins, as far as they make up most of the wins. */
function commonHan(all: readonly HanShare[]): readonly HanShare[] {
  const total = all.reduce((sum, { share }) => sum + share, 0);
  let sum = 0;
  const common = new Set<HanShare>();
  for (const one of all.toSorted((a, b) => b.share - a.share)) {
    if (sum >= MOST_WINS * total) break;
    sum += one.share;
    common.add(one);
  }
  return all.filter((one) => common.has(one));
}
const MOST = 8;

/** Where something is still on its way. */
const waiting = (): HTMLElement => h("p", { class: "hint", "aria-busy": "true" }, "…");

function bars(all: readonly YakuShare[], shares: readonly HanShare[], lang: Lang): HTMLElement {
  const w = words[lang];
  const yaku = all.filter(({ share }) => share >= RARE).slice(0, MOST);
  const han = commonHan(shares);
  const most = Math.max(...han.map(({ share }) => share));
  const bar = (share: number) =>
    h("i", { class: "meter mix", "aria-hidden": "true", style: `--share:${share.toFixed(4)}` });
  return h(
    "div",
    { class: "mixes" },
    h(
      "div",
      {},
      h("h4", {}, w.yakuMix),
      h(
        "ul",
        { class: "mix" },
        ...yaku.map(({ name, share }) =>
          h("li", {}, h("span", {}, w.yaku(name)), bar(share), h("b", {}, `${percent(share)}%`)),
        ),
      ),
    ),
    h(
      "div",
      {},
      h("h4", {}, w.hanMix),
      h(
        "ul",
        { class: "mix" },
        ...han.map(({ han: n, share }) =>
          h("li", {}, h("span", {}, w.han(n)), bar(share / most), h("b", {}, `${percent(share)}%`)),
        ),
      ),
    ),
  );
}

const fact = (name: string, value: string) => h("span", {}, h("b", {}, value), ` ${name}`);

/** How the round ends otherwise, and how often the hand calls. */
function ends({ othersRate, tenpaiAtDraw, callRate, foldRate }: Candidate, lang: Lang): HTMLElement {
  const w = words[lang];
  const rates: readonly (readonly [string, number])[] = [
    [w.othersRate, othersRate],
    [w.tenpaiAtDraw, tenpaiAtDraw],
    [w.callRate, callRate],
    [w.foldRate, foldRate],
  ];
  return h("p", { class: "facts" }, ...rates.map(([name, rate]) => fact(name, `${percent(rate)}%`)));
}

function wins(candidate: Candidate, lang: Lang): HTMLElement {
  const w = words[lang];
  if (candidate.winRate <= 0) return h("div", {}, h("h3", {}, w.wins), h("p", { class: "hint" }, w.noWins));
  const { meanPoints, tsumo, riichi, yaku, han } = candidate.wins;
  const declares = candidate.action.type === "discard" && candidate.action.riichi;
  return h(
    "div",
    {},
    h("h3", {}, w.wins),
    h(
      "p",
      { class: "facts" },
      fact(w.meanPoints, whole(meanPoints)),
      fact(w.byTsumo, `${percent(tsumo)}%`),
      fact(declares ? w.afterRiichi : w.laterRiichi, `${percent(riichi)}%`),
    ),
    // averages of far hands know no yaku
    yaku && han ? han.length > 0 && bars(yaku, han, lang) : waiting(),
  );
}

function ukeire(candidate: Candidate, best: Candidate, lang: Lang): HTMLElement {
  const w = words[lang];
  const own = tilesOf(candidate.ukeire.kinds);
  const others = tilesOf(best.ukeire.kinds);
  const gained = own.filter((tile) => !others.includes(tile));
  const lost = others.filter((tile) => !own.includes(tile));
  const difference = (name: string, tiles: string[]) =>
    tiles.length > 0 && h("span", { class: "change" }, name, " ", tileRow(tiles, lang));
  return h(
    "div",
    { class: "ukeire" },
    h("h3", {}, w.ukeire, " ", h("small", {}, w.tiles(whole(candidate.ukeire.tiles)))),
    own.length > 0 ? tileRow(own, lang) : h("p", { class: "hint" }, w.noUkeire),
    candidate !== best && candidate.shanten === best.shanten && gained.length + lost.length > 0
      ? h("p", { class: "against" }, w.againstBest, ": ", difference(w.gained, gained), difference(w.lost, lost))
      : null,
  );
}

/** The chart with the best one's behind it, as far as they are there. */
function curves({ byTurn }: Candidate, best: Candidate | null, turn: number, lang: Lang): HTMLElement {
  if (!byTurn) return h("div", { class: "by-turn" }, h("h3", {}, words[lang].chart), waiting());
  return byTurn.winRate.length > 0 ? chart(byTurn, best?.byTurn ?? null, turn, lang) : h("p");
}

/** Where an action goes: by its search, or by tabu search where none fitted; with figures where a search was whole. */
function aimsOf(report: Report, candidate: Candidate, aims: Aims | null, lang: Lang): HTMLElement[] {
  if (!candidate.estimated) return targets(candidate.targets ?? [], isBacked(report), lang);
  const key = tabuKey(candidate.action);
  const found = aims?.candidates.find(({ action }) => tabuKey(action) === key);
  return tabuTargets(found?.targets ?? [], h("span", {}, words[lang].whereTo), false, lang);
}

export function mountDetail(_store: Store): (state: State) => void {
  const detail = byId("detail", HTMLElement);
  const draw = memo(
    (
      report: Report | null,
      unit: string,
      turn: number,
      selected: number,
      detailed: DetailedCandidate | undefined,
      aims: Aims | null,
      lang: Lang,
    ) => {
      const row = report?.candidates[selected];
      const best = report?.candidates[0];
      if (!report || !row || !best) return detail.replaceChildren();
      const candidate = detailed ?? row;
      const all = report.candidates;
      detail.setAttribute("aria-label", words[lang].details(actionName(candidate.action, all, lang)));
      if (isRough(report)) {
        // how far, and where to: nothing stands behind its rates
        return detail.replaceChildren(
          h("h2", {}, actionPicture(candidate.action, all, lang), h("span", {}, words[lang].shanten(row.shanten))),
          ukeire(row, best, lang),
          ...aimsOf(report, candidate, aims, lang),
        );
      }
      detail.replaceChildren(
        h(
          "h2",
          {},
          actionPicture(candidate.action, all, lang),
          h("span", {}, h("b", {}, signed(candidate.value)), ` ${unit}`),
        ),
        ...(candidate.estimated && !report.search.estimated
          ? [h("p", { class: "hint" }, words[lang].search.estimated)]
          : []),
        curves(candidate, row === best ? null : best, turn, lang),
        partsTable(candidate, lang),
        ukeire(row, best, lang),
        ...aimsOf(report, candidate, aims, lang),
        wins(candidate, lang),
        ends(candidate, lang),
      );
    },
  );
  return ({ answer, selected, details, aims, lang }) => {
    if (!answer) return draw(null, "", 1, selected, undefined, null, lang);
    const row = answer.report.candidates[selected];
    draw(
      answer.report,
      unitOf(answer.position, lang),
      Number(shownTurn(answer.position)),
      selected,
      row && details.get(row),
      aims?.position === answer.position ? aims : null,
      lang,
    );
  };
}

// What other methods say of the hand, asked when the reader opens it.

/** Actions whose winning hands are shown. */
const SHOWN = 3;

function table(report: Report, position: Position, { tabu, dealIn }: Methods, lang: Lang): HTMLElement {
  const w = words[lang].methods;
  const all = report.candidates;
  const figure = (share: number | null, write: (share: number) => string) =>
    h("td", {}, share === null ? "–" : write(share));
  const rates = orderedBy(position.objective) !== "value";
  const head = [w.action, w.exact, ...(tabu ? [w.tabu] : []), ...w.estimators.slice(0, dealIn.length)];
  return h(
    "table",
    { class: "compare" },
    h("thead", {}, h("tr", {}, ...head.map((name) => h("th", { scope: "col" }, name)))),
    h(
      "tbody",
      {},
      ...all.map(({ action, value }) => {
        const tile = (action.type === "discard" ? action.tile : action.discard) ?? null;
        return h(
          "tr",
          { class: stance(action, all) },
          h("th", { scope: "row" }, actionPicture(action, all, lang)),
          h("td", {}, rates ? percent(value) : signed(value)),
          ...(tabu ? [figure(tabu(tabuKey(action)), percent)] : []),
          ...dealIn.map((rate) => figure(tile === null ? null : rate(tile), rateFigure)),
        );
      }),
    ),
  );
}

export function mountCompare(store: Store): (state: State) => void {
  const details = byId("compare", HTMLDetailsElement);
  const box = byId("methods", HTMLElement);
  let controller: AbortController | null = null;
  let asked: Position | null = null;
  let found: Methods | null = null;

  const draw = memo(
    (open: boolean, report: Report | null, position: Position | null, lang: Lang, methods: Methods | null) => {
      if (!open || !report || !position) return box.replaceChildren();
      const w = words[lang].methods;
      if (!methods) return box.replaceChildren(h("p", { role: "status" }, w.waits));
      const first = methods.candidates.slice(0, SHOWN);
      const ends = first.flatMap(({ action, targets }) =>
        tabuTargets(targets, actionPicture(action, first, lang), true, lang),
      );
      box.replaceChildren(
        h("div", { class: "wide" }, table(report, position, methods, lang)),
        h("p", {}, w.says),
        ...ends,
      );
    },
  );
  const show = ({ answer, lang }: State) =>
    draw(
      details.open,
      answer?.report ?? null,
      answer?.position ?? null,
      lang,
      asked === answer?.position ? found : null,
    );

  const ask = async (position: Position) => {
    controller?.abort();
    const own = new AbortController();
    [controller, asked, found] = [own, position, null];
    try {
      const methods = await askMethods(position, own.signal);
      if (own.signal.aborted) return;
      found = methods;
      show(store.state);
    } catch (error) {
      if (own.signal.aborted) return;
      asked = null;
      box.replaceChildren(h("p", { role: "alert" }, error instanceof Error ? error.message : String(error)));
    }
  };
  const follow = (state: State) => {
    const position = state.answer?.position;
    // after the search: it goes before later questions
    if (details.open && position && state.run.kind === "done" && asked !== position) void ask(position);
    show(state);
  };
  details.addEventListener("toggle", () => follow(store.state));
  return follow;
}
