/** The buttons that copy a link to the position, and the answer as text. */

import { byId } from "../dom";
import { answerText } from "../answered";
import { toQuery } from "../position";
import type { State, Store } from "../state";
import { words } from "../text";

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
