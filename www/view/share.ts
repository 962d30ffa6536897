/** What others get: a link, the answer as text, and a review as a file. */

import { fontRules } from "../../languages/fonts";
import { foldedRows, isRough, partsOf } from "../candidates";
import { byId, download, fileName, h, setAttribute } from "../dom";
import { WINDS } from "../fields";
import { linkTo } from "../log";
import { DEFAULTS, offeredIn, shownTurn, toQuery } from "../position";
import { embedded, savedText } from "../review-file";
import { markdownOf, type MistakeText, reviewText, type ReviewText, type TileText } from "../review-text";
import { shownReview } from "../reviewer";
import type { Answer, Lang, State, Store } from "../state";
import { words } from "../text";
import { percent, signed, whole } from "../text/format";

// The buttons that copy a link to the position, and the answer as text for places where people talk.

/** The position in a line, a line a candidate with its figures, best first, and the link. */
function answerText({ position, report }: Answer, link: string, lang: Lang): string {
  const w = words[lang];
  const all = report.candidates;
  const rough = isRough(report);
  const wind = w.winds[WINDS.findIndex((one) => one === position.seat)] ?? position.seat;
  const dora = position.dora === DEFAULTS.dora ? [] : [`${w.fields.dora.label} ${position.dora}`];
  const head = [position.hand, w.chips.seat(wind, shownTurn(position)), ...dora].join(" · ");
  const rate = (name: string, probability: number | undefined) =>
    probability === undefined ? [] : [`${name} ${percent(probability)}%`];
  const rows = foldedRows(all, rough, () => false).flatMap((row, i) => {
    const [first] = row.flatMap((at) => all[at] ?? []);
    if (!first) return [];
    const names = row.flatMap((at) => (all[at] ? [w.action(partsOf(all[at].action, all, offeredIn(position)))] : []));
    const figures = rough
      ? []
      : [
          signed(first.value),
          ...rate(w.columns.win.name, first.winRate),
          ...rate(w.columns.dealIn.name, first.dealInRate ?? first.outcomes.dealIn.rate),
        ];
    return [
      [
        `${i + 1}. ${names.join(w.comma)}`,
        ...figures,
        ...rate(w.columns.policy.name, first.policy),
        `${w.columns.ukeire.name} ${whole(first.ukeire.tiles)}`,
      ].join(" · "),
    ];
  });
  return [head, ...rows, link, ""].join("\n");
}

const SHOWN_MS = 1800;

export function mountShare(store: Store): (state: State) => void {
  const share = byId("share", HTMLButtonElement);
  share.addEventListener("click", () => {
    const { position, lang } = store.state;
    const link = new URL(toQuery(position), location.href).href;
    void navigator.clipboard?.writeText(link).then(() => {
      share.textContent = words[lang].shared;
      setTimeout(() => {
        share.textContent = words[store.state.lang].share;
      }, SHOWN_MS);
    });
  });
  const copy = byId("copy-answer", HTMLButtonElement);
  const copied = byId("copied", HTMLElement);
  copy.addEventListener("click", () => {
    const { answer, lang } = store.state;
    if (!answer) return;
    const link = new URL(toQuery(answer.position), location.href).href;
    void navigator.clipboard?.writeText(answerText(answer, link, lang)).then(() => {
      copied.textContent = words[lang].copied;
      setTimeout(() => (copied.textContent = ""), SHOWN_MS);
    });
  });
  return ({ answer, run }) => {
    share.hidden = !navigator.clipboard;
    copy.hidden = !navigator.clipboard || answer === null || run.kind === "failed";
  };
}

// A review for others: one HTML file that needs nothing else, Markdown, and a link to the decision on the page.

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
      h("span", { class: "river" }, h("b", {}, w.windSigns[WINDS.indexOf(wind)] ?? ""), ...tiles.map(tile)),
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

// How an exported report looks: one small sheet, light and dark, on paper too.

const EXPORT_STYLE = `
${fontRules(":root", (language) => `:root:lang(${language})`)}
:root{color-scheme:light dark;--paper:light-dark(#f4f3ee,#12161a);--card:light-dark(#fffefb,#1b2127);\
--ink:light-dark(#1c2422,#e8ebe6);--soft:light-dark(#5a6461,#9aa6a3);--rule:light-dark(#deded3,#2d363d);\
--accent:light-dark(#0f6b56,#4cc3a2);--wrong:light-dark(#b3261e,#ff9d92);--win:light-dark(#0072b2,#56b4e9);\
--sunk:light-dark(#efede5,#151a1f);font:15px/1.5 system-ui,var(--script),sans-serif}
:root:lang(ko){word-break:keep-all}
*{box-sizing:border-box}body{margin:0 auto;max-width:1000px;padding:20px 16px 40px;background:var(--paper);\
color:var(--ink);font-variant-numeric:tabular-nums}
h1{font-size:21px;margin:0 0 10px}h2{font-size:16px;margin:22px 0 8px}p{margin:6px 0;color:var(--soft);\
font-size:13.5px}
table{border-collapse:collapse;font-size:14px}th,td{padding:3px 16px 3px 0;text-align:right;font-weight:400}\
th:first-child{text-align:left}thead th{color:var(--soft);font-size:12.5px}td b{font-size:17px}
ol{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,330px),1fr));gap:10px;padding:0;margin:0;\
list-style:none}
li{display:grid;gap:7px;align-content:start;padding:10px 12px;border:1px solid var(--rule);\
border-left:4px solid var(--wrong);border-radius:10px;background:var(--card);break-inside:avoid}
.head{display:flex;gap:8px;font-weight:650}.head small{color:var(--soft);font-weight:400}\
.head .loss{margin-left:auto;color:var(--wrong)}
.hand,.river{display:flex;flex-wrap:wrap;gap:3px 1px;align-items:center}.river b{width:1.4em;font-size:12px;\
color:var(--soft)}
.t{display:inline-block;width:20px;height:27px;border-radius:3px;background:center/84% no-repeat #fffef6;\
box-shadow:inset 0 0 0 1px #0003,0 1px 0 #d8bf86}.river .t{width:12px;height:16px}
.t.was{box-shadow:0 0 0 2px var(--wrong)}.t.better{box-shadow:0 0 0 2px var(--accent)}.t.turned{rotate:-90deg;\
margin-inline:3px}.t.dora{background-color:#ffe39a}.gap{width:6px}
.picture{width:100%;height:110px;border:1px solid var(--rule);border-radius:8px;background:var(--card)}\
.band{fill:var(--sunk)}.lost{fill:var(--wrong);opacity:.16}.edge{fill:none;stroke:var(--wrong);stroke-width:1.5;\
vector-effect:non-scaling-stroke}.mark{fill:var(--wrong);opacity:.35}.mark.mistake{opacity:.6}\
.mark.blunder{opacity:.95}.placed{fill:none;stroke:var(--win);stroke-width:2;vector-effect:non-scaling-stroke}
@media(max-width:600px){body{padding-inline:12px}table{display:block;overflow-x:auto}th,td{padding-right:5px;\
font-size:12px}thead th{font-size:11px}td b{font-size:15px}}
@media print{:root{color-scheme:light;--paper:#fff;font-size:12px}*{print-color-adjust:exact;\
-webkit-print-color-adjust:exact}@page{size:A4;margin:12mm}}
`;
