/** On a telephone the answer stays in sight as a bar at the top once its card has gone up. */

import type { Report } from "nanikiru";
import { byId, h, memo } from "../dom";
import type { Lang, State, Store } from "../state";
import { words } from "../text";
import { percent, signed } from "../text/format";
import { actionPicture } from "./action";

export function mountPinned(_store: Store): (state: State) => void {
  const bar = byId("pinned", HTMLElement);
  const best = byId("best", HTMLElement);
  const says = h("div", { class: "pinned-says", "aria-hidden": "true" });
  bar.replaceChildren(says);
  let gone = false;
  let answered = false;
  const settle = () => {
    bar.hidden = !gone || !answered;
  };
  new IntersectionObserver(([entry]) => {
    gone = entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.height > 0 && entry.boundingClientRect.bottom <= 0;
    settle();
  }).observe(best);

  const draw = memo((report: Report | null, lang: Lang) => {
    const first = report?.candidates[0];
    answered = first !== undefined;
    settle();
    if (!report || !first) return says.replaceChildren();
    const w = words[lang].columns;
    const figure = (name: string, value: string) => h("span", { class: "figure" }, h("small", {}, name), " ", h("b", {}, value));
    says.replaceChildren(
      actionPicture(first.action, report.candidates, lang),
      figure(w.value.name, signed(first.value)),
      figure(w.win.name, `${percent(first.winRate)}%`),
      figure(w.dealIn.name, `${percent(first.outcomes.dealIn.rate)}%`),
    );
  });
  return ({ answer, run, lang }) => {
    draw(run.kind === "failed" ? null : (answer?.report ?? null), lang);
  };
}
