/**
 * The mistakes of a review as cards: the hand, what was played and what was better, one reason, and the others'
 * rivers.
 */

import { byId, h, memo } from "../dom";
import { WINDS } from "../fields";
import { hides } from "../lessons";
import type { GameLog } from "../log";
import { type Review, SIZES } from "../review";
import { shownReview } from "../shown";
import { mistakesOf, type Scored, siftedMistakes } from "../score";
import { type Lang, type State, type Store } from "../state";
import { words } from "../text";
import { type ToldMistake, type ToldTile, tellMistake } from "../told";
import { actionPicture, tilePicture } from "./tile";

/** Cards that are drawn at once: a strict reader has hundreds. */
const AT_ONCE = 12;

const tilesOf = (tiles: readonly ToldTile[], lang: Lang): HTMLElement[] =>
  tiles.map(({ tile, turned, mark }) => h("span", { class: mark }, tilePicture(tile, words[lang].tile(tile), turned)));

/** The hand, what was played and what was better marked where they are tiles. */
const smallHand = ({ concealed, melds, offered }: ToldMistake, lang: Lang): HTMLElement =>
  h(
    "span",
    { class: "small-hand" },
    ...tilesOf(concealed, lang),
    ...melds.map((meld) => h("span", { class: "tiles" }, ...tilesOf(meld, lang))),
    offered !== null && h("span", { class: "offered" }, tilePicture(offered, words[lang].tile(offered))),
  );

/** The rivers of the other three, as far as there are any. */
const smallRivers = ({ rivers }: ToldMistake, lang: Lang): HTMLElement | null =>
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
            ...tilesOf(tiles, lang),
          ),
        ),
      );

function card(one: Scored, log: GameLog, review: Review, several: boolean, go: () => void, lang: Lang): HTMLElement {
  const w = words[lang];
  const { candidates, best } = one.verdict;
  const { done } = one.spot.decision;
  const told = tellMistake(one, log, review, several, lang);
  const { title, loss, reason } = told;
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
    smallHand(told, lang),
    h(
      "span",
      { class: "mistake-actions" },
      done && h("span", { class: "was" }, h("small", {}, w.mistakes.played), actionPicture(done, candidates, lang)),
      best &&
        h("span", { class: "best-one" }, h("small", {}, w.mistakes.better), actionPicture(best, candidates, lang)),
    ),
    reason !== "" && h("span", { class: "why" }, reason),
    smallRivers(told, lang),
  );
}

export function mountCards(store: Store): (state: State) => void {
  const list = byId("review-mistakes", HTMLOListElement);
  const tools = byId("mistake-tools", HTMLElement);
  const title = h("h3", { id: "mistakes-title" });
  const sizes = SIZES.map((size) => {
    const input = h("input", { type: "checkbox", id: `sift-${size}` });
    input.addEventListener("change", () => {
      const { sizes: now } = store.state.review.sifted;
      store.send({
        type: "sifted",
        sifted: { sizes: SIZES.filter((one) => (one === size ? input.checked : now.includes(one))) },
      });
    });
    const text = h("span");
    return { size, input, text, label: h("label", { class: "check" }, input, text) };
  });
  const order = h("select", { id: "sift-by" }, ...(["loss", "game"] as const).map((by) => h("option", { value: by })));
  order.addEventListener("change", () =>
    store.send({ type: "sifted", sifted: { by: order.value === "game" ? "game" : "loss" } }),
  );
  tools.replaceChildren(title, ...sizes.map(({ label }) => label), order);
  const more = h("button", { type: "button", class: "quiet" });
  more.addEventListener("click", () => fill(true));
  list.after(h("p", { class: "more" }, more));
  const none = h("p", { class: "hint" });
  list.before(none);

  let drawn = "";
  let rest: () => readonly HTMLElement[] = () => [];
  const fill = (all: boolean) => {
    if (all) list.append(...rest());
    if (all) rest = () => [];
    more.hidden = all || more.hidden;
  };
  // on paper nothing can be clicked: there all of them stand
  let printed: readonly HTMLElement[] = [];
  addEventListener("beforeprint", () => {
    printed = rest();
    list.append(...printed);
  });
  addEventListener("afterprint", () => {
    for (const one of printed) one.remove();
  });
  const draw = memo((log: GameLog, review: Review, lang: Lang, _found: Review["found"]) => {
    const w = words[lang];
    const all = mistakesOf(log, review);
    const several = new Set(all.map(({ spot }) => spot.place.player)).size > 1;
    const shown = siftedMistakes(all, review.sifted);
    title.textContent = w.mistakes.title(all.length, all.filter(({ repeats }) => repeats).length);
    tools.hidden = all.length === 0;
    for (const { size, input, text } of sizes) {
      input.checked = review.sifted.sizes.includes(size);
      text.textContent = ` ${w.review.sizes[size]} (${all.filter((one) => one.size === size).length})`;
    }
    [...order.options].forEach(
      (option) => (option.textContent = w.mistakes.by[option.value === "game" ? "game" : "loss"]),
    );
    order.value = review.sifted.by;
    order.ariaLabel = w.mistakes.order;
    none.textContent = all.length > 0 && shown.length === 0 ? w.mistakes.none : "";
    // while a review runs, what stands is left alone: a card that is replaced under the pointer cannot be clicked
    const says = [
      lang,
      several,
      review.objective,
      ...shown.map(({ spot: { place }, loss }) => [place.round, place.player, place.at, loss].join("/")),
    ].join(" ");
    if (says === drawn) return;
    drawn = says;
    const make = (some: typeof shown) =>
      some.map((one) =>
        card(one, log, review, several, () => store.send({ type: "logMoved", place: one.spot.place }), lang),
      );
    list.replaceChildren(...make(shown.slice(0, AT_ONCE)));
    list.dataset["count"] = String(shown.length);
    rest = () => make(shown.slice(AT_ONCE));
    more.hidden = shown.length <= AT_ONCE;
    more.textContent = w.mistakes.more(shown.length - AT_ONCE);
  });
  return (state) => {
    const { record, lang } = state;
    const review = shownReview(state);
    if (record.kind !== "open") return;
    draw(record.log, review, lang, review.found);
    list.classList.toggle("kept-back", hides(state));
  };
}
