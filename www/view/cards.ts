/**
 * The mistakes of a review as cards: the hand, what was played and what was better, one reason, and the others'
 * rivers.
 */

import { arrange, byId, h, memo } from "../dom";
import { WINDS } from "../fields";
import { hides } from "../practice";
import type { GameLog } from "../log";
import type { LossParts } from "../reason";
import { type Review, SIZES } from "../review";
import { shownReview } from "../reviewer";
import { countOf, type DecisionScore, filterMistakes, mistakesOf } from "../score";
import { type Lang, type State, type Store } from "../state";
import { words } from "../text";
import { signed } from "../text/format";
import { mistakeText, type MistakeText, type TileText } from "../review-text";
import { actionPicture, tilePicture } from "./tile";

/** Cards that are drawn at once: a strict reader has hundreds. */
const AT_ONCE = 12;

const tilesOf = (tiles: readonly TileText[], dora: ReadonlySet<string>, lang: Lang): HTMLElement[] =>
  tiles.map(({ tile, turned, mark }) =>
    h("span", { class: mark }, tilePicture(tile, words[lang].tile(tile), turned, dora.has(tile))),
  );

/** The hand, what was played and what was better marked where they are tiles. */
const smallHand = ({ concealed, melds, offered, dora }: MistakeText, lang: Lang): HTMLElement =>
  h(
    "span",
    { class: "small-hand" },
    ...tilesOf(concealed, dora, lang),
    ...melds.map((meld) => h("span", { class: "tiles" }, ...tilesOf(meld, dora, lang))),
    offered !== null &&
      h("span", { class: "offered" }, tilePicture(offered, words[lang].tile(offered), false, dora.has(offered))),
  );

/** The rivers of the other three, as far as there are any. */
const smallRivers = ({ rivers, dora }: MistakeText, lang: Lang): HTMLElement | null =>
  rivers.length === 0
    ? null
    : h(
        "span",
        { class: "small-rivers" },
        ...rivers.map(({ wind, tiles }) =>
          h(
            "span",
            { class: "small-river" },
            h("b", {}, words[lang].windSigns[WINDS.indexOf(wind)] ?? ""),
            ...tilesOf(tiles, dora, lang),
          ),
        ),
      );

/** What the loss consists of, largest first: a bar each, and what is left of it. */
function partsList({ parts, rest }: LossParts, lang: Lang): HTMLElement {
  const most = Math.max(1, ...parts.map(({ points }) => Math.abs(points)));
  const left = rest === 0 ? [] : [{ kind: "rest" as const, points: rest }];
  return h(
    "ul",
    { class: "loss-parts" },
    ...[...parts, ...left].map(({ kind, points }) =>
      h(
        "li",
        { class: points < 0 ? "costs" : "gains", "data-kind": kind },
        h("span", {}, words[lang].mistakes.parts[kind]),
        h("i", { "aria-hidden": "true", style: `--share:${(Math.abs(points) / most).toFixed(3)}` }),
        h("b", {}, signed(points)),
      ),
    ),
  );
}

function card(
  one: DecisionScore,
  log: GameLog,
  review: Review,
  several: boolean,
  go: () => void,
  lang: Lang,
): HTMLElement {
  const w = words[lang];
  const { candidates, best } = one.verdict;
  const { done } = one.spot.decision;
  const text = mistakeText(one, log, review, several, lang);
  const { title, loss, offered, reason, parts } = text;
  return h(
    "li",
    { class: `mistake-card ${one.size ?? ""}` },
    // the whole card is its target
    h(
      "button",
      { type: "button", class: "mistake-head", click: go },
      h("b", {}, title),
      one.repeats && h("small", {}, w.review.repeats),
      h("b", { class: "loss" }, loss),
    ),
    smallHand(text, lang),
    h(
      "span",
      { class: "mistake-actions" },
      done &&
        h("span", { class: "was" }, h("small", {}, w.mistakes.played), actionPicture(done, candidates, lang, offered)),
      best &&
        h(
          "span",
          { class: "best-one" },
          h("small", {}, w.mistakes.better),
          actionPicture(best, candidates, lang, offered),
        ),
    ),
    reason !== "" && h("span", { class: "why" }, reason),
    parts && partsList(parts, lang),
    smallRivers(text, lang),
  );
}

/** A card that stands, and what it says. */
interface Standing {
  readonly says: string;
  readonly element: HTMLElement;
}

/** What is above the cards: how many there are, which sizes are shown, and in which order. */
function mountFilter(store: Store): (all: readonly DecisionScore[], filter: Review["filter"], lang: Lang) => void {
  const tools = byId("mistake-tools", HTMLElement);
  const title = h("h3", { id: "mistakes-title" });
  const sizes = SIZES.map((size) => {
    const input = h("input", { type: "checkbox", id: `sift-${size}` });
    input.addEventListener("change", () => {
      const { sizes: now } = store.state.review.filter;
      store.send({
        type: "filtered",
        filter: { sizes: SIZES.filter((one) => (one === size ? input.checked : now.includes(one))) },
      });
    });
    const text = h("span");
    return { size, input, text, label: h("label", { class: "check" }, input, text) };
  });
  const order = h("select", { id: "sift-by" }, ...(["loss", "game"] as const).map((by) => h("option", { value: by })));
  const byOf = ({ value }: { readonly value: string }) => (value === "game" ? "game" : "loss");
  order.addEventListener("change", () => store.send({ type: "filtered", filter: { by: byOf(order) } }));
  tools.replaceChildren(title, ...sizes.map(({ label }) => label), order);
  return (all, filter, lang) => {
    const w = words[lang];
    const count = countOf(all);
    title.textContent = w.mistakes.title(count.mistakes, count.repeats);
    tools.hidden = all.length === 0;
    for (const { size, input, text } of sizes) {
      input.checked = filter.sizes.includes(size);
      const { mistakes, repeats } = countOf(all.filter((one) => one.size === size));
      text.textContent = ` ${w.review.sizes[size]} (${mistakes}${repeats > 0 ? ` +${repeats}` : ""})`;
    }
    for (const option of order.options) option.textContent = w.mistakes.by[byOf(option)];
    order.value = filter.by;
    order.ariaLabel = w.mistakes.order;
  };
}

/** On paper nothing can be clicked: there the rest of the cards stands too. */
function standOnPaper(list: HTMLElement, rest: () => readonly HTMLElement[]): void {
  let printed: readonly HTMLElement[] = [];
  addEventListener("beforeprint", () => {
    printed = rest();
    list.append(...printed);
  });
  addEventListener("afterprint", () => {
    for (const one of printed) one.remove();
  });
}

export function mountCards(store: Store): (state: State) => void {
  const list = byId("review-mistakes", HTMLOListElement);
  const filter = mountFilter(store);
  const more = h("button", { type: "button", class: "quiet" });
  more.addEventListener("click", () => {
    unfolded = drawn;
    list.append(...rest());
    rest = () => [];
    more.hidden = true;
  });
  list.after(h("p", { class: "more" }, more));
  const none = h("p", { class: "hint" });
  list.before(none);

  let standing = new Map<DecisionScore["spot"]["decision"], Standing>();
  let rest: () => readonly HTMLElement[] = () => [];
  /** The game whose cards stand, and the one of which all have been asked for. */
  let [drawn, unfolded]: (GameLog | null)[] = [null, null];
  standOnPaper(list, () => rest());
  const draw = memo((log: GameLog, review: Review, lang: Lang, _found: Review["found"]) => {
    const w = words[lang].mistakes;
    const all = mistakesOf(log, review);
    const several = new Set(all.map(({ spot }) => spot.place.player)).size > 1;
    const shown = filterMistakes(all, review.filter);
    filter(all, review.filter, lang);
    none.textContent = all.length > 0 && shown.length === 0 ? w.none : "";
    // what stands is left alone while a review adds to it: a card that is replaced under the pointer cannot be clicked
    const cardOf = (one: DecisionScore): Standing => {
      const { place, decision } = one.spot;
      const { round, player, at } = place;
      const says = [lang, several, review.objective, round, player, at, one.loss, one.repeats, one.size].join(" ");
      const known = standing.get(decision);
      if (known?.says === says) return known;
      const go = () => store.send({ type: "logMoved", place });
      return { says, element: card(one, log, review, several, go, lang) };
    };
    drawn = log;
    const atOnce = unfolded === log ? Infinity : AT_ONCE;
    const first = new Map(shown.slice(0, atOnce).map((one) => [one.spot.decision, cardOf(one)]));
    arrange(
      list,
      [...first.values()].map(({ element }) => element),
    );
    standing = first;
    list.dataset["count"] = String(shown.length);
    rest = () => shown.slice(atOnce).map((one) => cardOf(one).element);
    more.hidden = shown.length <= atOnce;
    more.textContent = w.more(shown.length - AT_ONCE);
  });
  return (state) => {
    const { record, lang } = state;
    const review = shownReview(state);
    if (record.kind !== "open") return;
    draw(record.log, review, lang, review.found);
    list.classList.toggle("kept-back", hides(state));
  };
}
