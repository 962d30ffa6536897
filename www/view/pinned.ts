/** On a telephone the answer stays in sight as a bar at the top once its card has gone up; with a record, its arrows too. */

import type { Report } from "nanikiru";
import { byId, h, memo, setAttribute } from "../dom";
import type { Lang, State, Store } from "../state";
import { words } from "../text";
import { percent, signed } from "../text/format";
import { actionPicture } from "./action";
import { stepDecision } from "./record";

export function mountPinned(store: Store): (state: State) => void {
  const bar = byId("pinned", HTMLElement);
  const best = byId("best", HTMLElement);
  const says = h("div", { class: "pinned-says", "aria-hidden": "true" });
  const steps = ([-1, 1] as const).map((by) => ({ by, button: h("button", { type: "button", class: "quiet icon", click: () => stepDecision(store, by) }, by < 0 ? "←" : "→") }));
  bar.replaceChildren(says, ...steps.map(({ button }) => button));
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
      figure(w.win.name, `${percent(first.winRate)} %`),
      figure(w.dealIn.name, `${percent(first.outcomes.dealIn.rate)} %`),
    );
  });
  const speak = memo((lang: Lang) => {
    for (const { by, button } of steps) setAttribute(button, "aria-label", by < 0 ? words[lang].record.back : words[lang].record.on);
  });
  return ({ answer, run, record, lang }) => {
    speak(lang);
    for (const { button } of steps) button.hidden = record.kind !== "open";
    draw(run.kind === "failed" ? null : (answer?.report ?? null), lang);
  };
}
