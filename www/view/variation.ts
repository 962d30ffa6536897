/**
 * What if another tile had been discarded in a record: a button beside the answer goes on to the player's next draw.
 */

import { varied, variationNow } from "../variation";
import { byId, setAttribute } from "../dom";
import { playedTile } from "../board-review";
import type { State, Store } from "../state";
import { words } from "../text";
import { sentences } from "../text/format";

/** Whether the record's draws go on after any of the candidates. */
const goesOn = (state: State): boolean =>
  state.answer?.report.candidates.some(
    ({ action }) => action.type === "discard" && !action.riichi && varied(state, action.tile) !== null,
  ) ?? false;

/** The discard that is selected, where the record's draws can go on from it. */
function discardOf(state: State): string | null {
  const { answer, position, selected } = state;
  const action = answer?.position === position ? answer.report.candidates[selected]?.action : undefined;
  if (action?.type !== "discard" || action.riichi || action.tile === playedTile(state)) return null;
  return varied(state, action.tile) ? action.tile : null;
}

export function mountVariation(store: Store): (state: State) => void {
  const on = byId("variation-on", HTMLButtonElement);
  const says = byId("variation-says", HTMLElement);
  on.addEventListener("click", () => {
    const tile = discardOf(store.state);
    if (tile !== null) store.send({ type: "varied", tile });
  });
  return (state) => {
    const { answer, position, run } = state;
    const { tileCode: name, notes: w, comma } = words[state.lang];
    const tile = discardOf(state);
    on.hidden = tile === null;
    if (tile !== null) {
      const label = w.follow(name(tile));
      if (on.textContent !== label) on.textContent = label;
      setAttribute(on, "title", w.followMeans);
    }
    const now = variationNow(state);
    const ends = now !== null && run.kind === "done" && answer?.position === position && !goesOn(state);
    const text = now
      ? sentences(
          w.followed(now.variation.discards.map(name).join(comma), name(now.step.drawn)),
          ends ? w.followEnds : "",
        )
      : "";
    if (says.textContent !== text) says.textContent = text;
    says.hidden = now === null;
  };
}
