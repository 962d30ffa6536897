/** What other methods say of the hand, asked when the reader opens it. */

import type { Report } from "nanikiru";
import { stance } from "../action";
import { byId, h, memo } from "../dom";
import { askMethods, type Methods, tabuKey } from "../methods";
import { orderedBy } from "../fold";
import type { Position } from "../position";
import type { Lang, State, Store } from "../state";
import { words } from "../text";
import { percent, signed } from "../text/format";
import { actionPicture } from "./tile";
import { rateFigure } from "../danger";
import { tabuTargets } from "./detail";

/** Actions whose winning hands are shown. */
const TOLD = 3;

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
      const first = methods.candidates.slice(0, TOLD);
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
