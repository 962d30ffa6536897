/** A review for others: one HTML file that needs nothing else, Markdown, and a link to the decision on the page. */

import { EXPORT_STYLE } from "../export-style";
import { byId, download, fileName, h, setAttribute } from "../dom";
import { WINDS } from "../fields";
import { linkTo } from "../log";
import { embedded, savedText } from "../review-file";
import { shownReview } from "../board-review";
import type { Lang, State, Store } from "../state";
import { words } from "../text";
import { markdownOf, type MistakeText, reviewText, type ReviewText, type TileText } from "../review-text";

const SHOWN_MS = 1_800;

const tileOf = ({ tile, turned, mark }: TileText, dora: ReadonlySet<string>, lang: Lang): HTMLElement =>
  h("i", {
    class: ["t", `t${tile}`, mark, turned && "turned", dora.has(tile) && "dora"].filter(Boolean).join(" "),
    role: "img",
    "aria-label": words[lang].tile(tile),
  });

function mistakeOf(mistake: MistakeText, lang: Lang): HTMLElement {
  const w = words[lang];
  const gap = () => h("i", { class: "gap" });
  const offer = mistake.offered === null ? [] : [[{ tile: mistake.offered, turned: false, mark: null }]];
  const more = [...mistake.melds, ...offer];
  const tile = (one: TileText) => tileOf(one, mistake.dora, lang);
  return h(
    "li",
    {},
    h(
      "span",
      { class: "head" },
      mistake.title,
      mistake.repeats && h("small", {}, w.review.repeats),
      h("span", { class: "loss" }, mistake.loss),
    ),
    h(
      "span",
      { class: "hand" },
      ...mistake.concealed.map(tile),
      ...more.flatMap((tiles) => [gap(), ...tiles.map(tile)]),
    ),
    h("span", {}, w.record.done(mistake.played), w.stop, w.learn.best(mistake.better)),
    mistake.reason !== "" && h("p", {}, mistake.reason),
    ...mistake.rivers.map(({ wind, tiles }) =>
      h(
        "span",
        { class: "river" },
        h("b", {}, w.windSigns[WINDS.indexOf(wind)] ?? ""),
        ...tiles.map(tile),
      ),
    ),
  );
}

/** The pictures of these tiles as rules of a style sheet. */
async function faces(tiles: ReadonlySet<string>): Promise<string> {
  const rules = await Promise.all(
    [...tiles].map(async (tile) => {
      const picture = await (await fetch(`tiles/${tile}.svg`)).text();
      return `.t${tile}{background-image:url("data:image/svg+xml,${encodeURIComponent(picture)}")}`;
    }),
  );
  return rules.join("\n");
}

/** The file's text; `saved` is the review itself, so that this page can open the file again. */
async function fileOf(report: ReviewText, saved: string, lang: Lang): Promise<string> {
  const w = words[lang];
  const used = new Set(
    report.mistakes.flatMap(({ concealed, melds, offered, rivers }) =>
      [...concealed, ...melds.flat(), ...rivers.flatMap(({ tiles }) => tiles)]
        .map(({ tile }) => tile)
        .concat(offered ?? []),
    ),
  );
  const title = `${w.reviewTitle}: ${report.name}`;
  const drawn = document.querySelector(".timeline-picture")?.cloneNode(true);
  if (drawn instanceof SVGElement) drawn.setAttribute("class", "picture");
  const table = h(
    "table",
    {},
    h("thead", {}, h("tr", {}, ...report.heads.map((text) => h("th", { scope: "col" }, text)))),
    h(
      "tbody",
      {},
      ...report.lines.map(([name = "", accuracy = "", ...rest]) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, name),
          h("td", {}, h("b", {}, accuracy)),
          ...rest.map((text) => h("td", {}, text)),
        ),
      ),
    ),
  );
  const body = h(
    "main",
    {},
    h("h1", {}, title),
    table,
    ...report.meanings.map((text) => h("p", {}, text)),
    ...(drawn instanceof SVGElement ? [h("h2", {}, w.timeline.title), drawn, h("p", {}, report.timeline)] : []),
    h("h2", {}, w.mistakes.title(report.count.mistakes, report.count.repeats)),
    h("ol", {}, ...report.mistakes.map((one) => mistakeOf(one, lang))),
    ...(report.notes.length > 0
      ? [
          h("h2", {}, w.notes.title),
          ...report.notes.flatMap(({ title: where, text }) => [h("p", {}, h("b", {}, where)), h("p", {}, text)]),
        ]
      : []),
  );
  const style = `${EXPORT_STYLE}${await faces(used)}`;
  const head = [
    h("meta", { charset: "utf-8" }),
    h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    h("title", {}, title),
    h("style", {}, style),
  ];
  return `${embedded(lang, head.map((one) => one.outerHTML).join(""), body.outerHTML, saved)}\n`;
}

export function mountExport(store: Store): (state: State) => void {
  const menu = byId("export", HTMLDetailsElement);
  const [html, markdown, link] = (["export-html", "export-markdown", "export-link"] as const).map((id) =>
    byId(id, HTMLButtonElement),
  );
  const report = (state: State) => {
    const { record, lang } = state;
    return record.kind === "open"
      ? { record, report: reviewText(record.name, record.log, shownReview(state), lang) }
      : null;
  };
  // as menus do: a click beside it and Escape close it
  const close = () => (menu.open = false);
  document.addEventListener("click", ({ target }) => {
    if (menu.open && target instanceof Node && !menu.contains(target)) close();
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    event.stopPropagation();
    close();
    menu.querySelector("summary")?.focus();
  });
  html?.addEventListener("click", () => {
    const { state } = store;
    const open = report(state);
    if (!open) return;
    const { name, source, log } = open.record;
    void fileOf(open.report, savedText(name, source, log, shownReview(state), open.record), state.lang).then((text) =>
      download(fileName(name, "review.html"), "text/html", text),
    );
  });
  markdown?.addEventListener("click", () => {
    const open = report(store.state);
    if (open)
      download(fileName(open.record.name, "review.md"), "text/markdown", markdownOf(open.report, store.state.lang));
  });
  link?.addEventListener("click", () => {
    const { record, keeping, lang } = store.state;
    if (record.kind !== "open" || keeping.open === null) return;
    const address = new URL(linkTo(keeping.open, record.place), location.href).href;
    void navigator.clipboard.writeText(address).then(() => {
      link.textContent = words[lang].shared;
      setTimeout(() => (link.textContent = words[store.state.lang].exportLink), SHOWN_MS);
    });
  });
  return ({ review, keeping }) => {
    menu.hidden = review.found.size === 0 && review.notes.size === 0;
    if (link) link.hidden = keeping.open === null || !navigator.clipboard;
    setAttribute(menu, "data-ready", String(!menu.hidden));
  };
}
