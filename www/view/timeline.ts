/**
 * The game of the player on the page as a picture: what was lost so far, the expected place, bands of rounds; a click
 * goes there.
 */

import { byId, h, memo, setAttribute, svg } from "../dom";
import { decisionAt, type GameLog, type LogDecision } from "../log";
import { partyOf } from "../players";
import { type Review, type ReviewObjective, sizeOf } from "../review";
import { shownReview } from "../board-review";
import type { Lang, State, Store } from "../state";
import { words } from "../text";
import { whole } from "../text/format";
import { handSign, roundSign, roundWords } from "../review-text";
import { type Timeline, timelineOf, type TimelinePoint } from "../timeline";

const WIDTH = 1000;
const HEIGHT = 120;
const TOP = 8;
/** So much of the height can always be seen. */
const LEAST_MARK = 4;

const x = (at: number, { lived }: Timeline): number => (WIDTH * at) / Math.max(1, lived.length);

/** A line that goes up in steps: each decision is as wide as the next. */
function steps(timeline: Timeline, y: (one: TimelinePoint) => number): string {
  return timeline.lived
    .map(
      (one, i) =>
        `${i === 0 ? "M" : "L"}${x(i, timeline).toFixed(1)} ${y(one).toFixed(1)}H${x(i + 1, timeline).toFixed(1)}`,
    )
    .join("");
}

export function mountTimeline(store: Store): (state: State) => void {
  const box = byId("timeline", HTMLElement);
  const picture = svg("svg", {
    class: "timeline-picture",
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  const scale = h("div", { class: "timeline-scale", "aria-hidden": "true" });
  const now = h("i", { class: "timeline-now" });
  const slider = h("div", { class: "timeline", role: "slider", tabindex: 0, "aria-valuemin": 0 }, picture, scale, now);
  const rounds = h("div", { class: "timeline-rounds", "aria-hidden": "true" });
  const says = h("p", { class: "hint" });
  box.replaceChildren(slider, rounds, says);
  let shown: Timeline = { lived: [], bands: [], total: 0, end: undefined };

  const go = (at: number) => {
    const one = shown.lived[Math.min(shown.lived.length - 1, Math.max(0, at))];
    if (one) store.send({ type: "logMoved", place: one.spot.place });
  };
  const pointed = (event: PointerEvent) => {
    const { left, width } = slider.getBoundingClientRect();
    go(Math.floor(((event.clientX - left) / width) * shown.lived.length));
  };
  slider.addEventListener("pointerdown", (event) => {
    slider.setPointerCapture(event.pointerId);
    pointed(event);
  });
  slider.addEventListener("pointermove", (event) => {
    if (slider.hasPointerCapture(event.pointerId)) pointed(event);
  });
  slider.addEventListener("keydown", (event) => {
    const at = Number(slider.getAttribute("aria-valuenow"));
    const to = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      Home: 0,
      End: shown.lived.length - 1,
    }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(to);
  });

  const draw = memo((log: GameLog, player: number, found: Review["found"], objective: ReviewObjective, lang: Lang) => {
    shown = timelineOf(log, { found }, player);
    const most = Math.max(1, shown.total);
    const { players } = partyOf(log);
    const lost = ({ total }: TimelinePoint) => HEIGHT - ((HEIGHT - TOP) * total) / most;
    const placed = [
      ...shown.bands.map(({ from, place }) => [x(from, shown), place] as const),
      [WIDTH, shown.end] as const,
    ].flatMap(([at, place]) =>
      place === undefined
        ? []
        : [`${at.toFixed(1)} ${(TOP + ((HEIGHT - 2 * TOP) * (place - 1)) / (players - 1)).toFixed(1)}`],
    );
    const line = steps(shown, lost);
    const marks = shown.lived.flatMap((one, i) => {
      const size = sizeOf(one.loss, objective);
      const height = Math.max(LEAST_MARK, ((HEIGHT - TOP) * one.loss) / most);
      return size === null
        ? []
        : [
            svg("rect", {
              class: `mark ${size}`,
              x: x(i, shown),
              width: Math.max(2, x(1, shown)),
              y: Math.min(lost(one), HEIGHT - height),
              height,
            }),
          ];
    });
    picture.replaceChildren(
      ...shown.bands
        .filter((_, i) => i % 2 === 1)
        .map(({ from, to }) =>
          svg("rect", { class: "band", x: x(from, shown), width: x(to, shown) - x(from, shown), y: 0, height: HEIGHT }),
        ),
      svg("path", { class: "lost", d: `${line}V${HEIGHT}H0Z` }),
      ...marks,
      svg("path", { class: "edge", d: line }),
      ...(placed.length > 1 ? [svg("path", { class: "placed", d: `M${placed.join("L")}` })] : []),
    );
    const w = words[lang];
    scale.replaceChildren(
      h("b", {}, w.timeline.lost(whole(shown.total))),
      ...[1, players].map((place) => h("span", { class: place === 1 ? "first" : "last" }, w.timeline.place(place))),
    );
    setAttribute(slider, "aria-label", w.timeline.title);
    setAttribute(slider, "aria-valuemax", String(Math.max(0, shown.lived.length - 1)));
    says.textContent = w.timeline.says(w.units[objective]);
  });
  let width = 0;
  /** Rounds by name where all names have room, else by sign, else without honba: no label is cut. */
  const name = memo((log: GameLog, _player: number, _width: number, lang: Lang) => {
    const labels = shown.bands.map(() => h("b", {}));
    rounds.replaceChildren(
      ...shown.bands.map(({ round, from, to }, i) =>
        h("span", { style: `flex:${to - from}`, title: roundWords(log, round, lang) }, labels[i]),
      ),
    );
    let cut = labels;
    for (const write of [roundWords, roundSign, handSign]) {
      for (const [i, { round }] of shown.bands.entries()) labels[i]?.replaceChildren(write(log, round, lang));
      cut = labels.filter((label) => label.offsetLeft + label.offsetWidth > (label.parentElement?.offsetWidth ?? 0));
      if (cut.length === 0) break;
    }
    for (const label of cut) label.replaceChildren();
  });
  new ResizeObserver(([entry]) => {
    width = Math.round(entry?.contentRect.width ?? 0);
    const { record, lang } = store.state;
    if (record.kind === "open" && !box.hidden) name(record.log, record.place.player, width, lang);
  }).observe(rounds);
  const point = memo(
    (
      log: GameLog,
      _player: number,
      _found: Review["found"],
      objective: ReviewObjective,
      lang: Lang,
      decision: LogDecision | undefined,
    ) => {
      const at = Math.max(
        0,
        shown.lived.findIndex(({ spot }) => spot.decision === decision),
      );
      const one = shown.lived[at];
      now.style.left = `${(100 * (at + 0.5)) / Math.max(1, shown.lived.length)}%`;
      setAttribute(slider, "aria-valuenow", String(at));
      if (!one) return;
      const w = words[lang];
      const before = shown.bands.find(({ round }) => round === one.spot.place.round)?.place;
      const text = w.timeline.at(
        roundWords(log, one.spot.place.round, lang),
        w.record.own(one.spot.decision.turn),
        whole(Math.round(one.total)),
        w.units[objective],
        before?.toFixed(1) ?? "",
      );
      setAttribute(slider, "aria-valuetext", text);
      setAttribute(slider, "title", text);
    },
  );
  return (state) => {
    const { record, learning, lang } = state;
    const review = shownReview(state);
    box.hidden = record.kind !== "open" || review.found.size === 0 || learning?.over === "record";
    if (record.kind !== "open" || box.hidden) return;
    const { log, place } = record;
    draw(log, place.player, review.found, review.objective, lang);
    name(log, place.player, width, lang);
    point(log, place.player, review.found, review.objective, lang, decisionAt(log, place));
  };
}
