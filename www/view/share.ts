/** The buttons that copy a link to the position, and the answer as text for places where people talk. */

import { partsOf } from "../action";
import { byId } from "../dom";
import { WINDS } from "../fields";
import { foldedRows, isRough } from "../fold";
import { DEFAULTS, offeredIn, shownTurn, toQuery } from "../position";
import type { Answer, Lang, State, Store } from "../state";
import { words } from "../text";
import { percent, signed, whole } from "../text/format";

/** The position in a line, a line a candidate with its figures, best first, and the link. */
export function answerText({ position, report }: Answer, link: string, lang: Lang): string {
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
