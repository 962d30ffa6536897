/** The timeline of a game: what one player lost so far, and the expected place, round by round. */

import { byId, h, memo, setAttribute, svg } from "../dom";
import { decisionAt, type GameLog, type LogDecision, placesOf, type Spot } from "../log";
import { partyOf } from "../players";
import { type Review, type ReviewObjective, sizeOf } from "../review";
import { handSign, roundSign, roundWords } from "../review-text";
import { shownReview } from "../reviewer";
import type { Lang, State, Store } from "../state";
import { words } from "../text";
import { whole } from "../text/format";

// A game as one player lived it: what was lost so far, decision by decision, and the expected place, round by round.

interface TimelinePoint {
  readonly spot: Spot;
  /** What this decision lost; nothing where it was not judged. */
  readonly loss: number;
  /** What was lost so far, with it. */
  readonly total: number;
}

/** A round's decisions, from the first to behind the last. */
interface Band {
  readonly round: number;
  /** The expected place before it, 1 to the number of players. */
  readonly place: number | undefined;
  readonly from: number;
  readonly to: number;
}

interface Timeline {
  readonly lived: readonly TimelinePoint[];
  readonly bands: readonly Band[];
  /** What was lost in all. */
  readonly total: number;
  /** The expected place after the last round, where the last round is over; at the end of a game the place itself. */
  readonly end: number | undefined;
}

/** The mean of the places by a player's chances. */
const expected = (chances: readonly number[] | undefined): number | undefined =>
  chances?.reduce((sum, chance, i) => sum + chance * (i + 1), 0);

export function timelineOf(log: GameLog, { found }: Pick<Review, "found">, player: number): Timeline {
  let total = 0;
  const lived = placesOf(log)
    .filter(({ place }) => place.player === player)
    .map((spot) => {
      const loss = found.get(spot.decision)?.loss ?? 0;
      total += loss;
      return { spot, loss, total };
    });
  const bands: Band[] = [];
  lived.forEach(({ spot }, i) => {
    const last = bands.at(-1);
    if (last?.round === spot.place.round) bands[bands.length - 1] = { ...last, to: i + 1 };
    else
      bands.push({
        round: spot.place.round,
        place: expected(log.rounds[spot.place.round]?.places?.[player]),
        from: i,
        to: i + 1,
      });
  });
  return { lived, bands, total, end: expected(log.places?.[player]) };
}

// The game of the player on the page as a picture: what was lost so far, the expected place, bands of rounds; a click
// goes there.

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

/** The expected place before each round and after the last, where it is known: the first place is at the top. */
function drawPlaces(timeline: Timeline, players: number): SVGElement[] {
  const points = [
    ...timeline.bands.map(({ from, place }) => [x(from, timeline), place] as const),
    [WIDTH, timeline.end] as const,
  ].flatMap(([at, place]) =>
    place === undefined
      ? []
      : [`${at.toFixed(1)} ${(TOP + ((HEIGHT - 2 * TOP) * (place - 1)) / (players - 1)).toFixed(1)}`],
  );
  return points.length > 1 ? [svg("path", { class: "placed", d: `M${points.join("L")}` })] : [];
}

function drawTimeline(timeline: Timeline, players: number, objective: ReviewObjective): SVGElement[] {
  const most = Math.max(1, timeline.total);
  const lost = ({ total }: TimelinePoint) => HEIGHT - ((HEIGHT - TOP) * total) / most;
  const line = steps(timeline, lost);
  const bands = timeline.bands
    .filter((_, i) => i % 2 === 1)
    .map(({ from, to }) => {
      const left = x(from, timeline);
      return svg("rect", { class: "band", x: left, width: x(to, timeline) - left, y: 0, height: HEIGHT });
    });
  const marks = timeline.lived.flatMap((one, i) => {
    const size = sizeOf(one.loss, objective);
    const height = Math.max(LEAST_MARK, ((HEIGHT - TOP) * one.loss) / most);
    return size === null
      ? []
      : [
          svg("rect", {
            class: `mark ${size}`,
            x: x(i, timeline),
            width: Math.max(2, x(1, timeline)),
            y: Math.min(lost(one), HEIGHT - height),
            height,
          }),
        ];
  });
  return [
    ...bands,
    svg("path", { class: "lost", d: `${line}V${HEIGHT}H0Z` }),
    ...marks,
    svg("path", { class: "edge", d: line }),
    ...drawPlaces(timeline, players),
  ];
}

/** Rounds by name where all names have room, else by sign, else without honba: no label is cut. */
function nameRounds(rounds: HTMLElement, bands: Timeline["bands"], log: GameLog, lang: Lang): void {
  const labels = bands.map(() => h("b", {}));
  rounds.replaceChildren(
    ...bands.map(({ round, from, to }, i) =>
      h("span", { style: `flex:${to - from}`, title: roundWords(log, round, lang) }, labels[i]),
    ),
  );
  let cut = labels;
  for (const write of [roundWords, roundSign, handSign]) {
    for (const [i, { round }] of bands.entries()) labels[i]?.replaceChildren(write(log, round, lang));
    cut = labels.filter((label) => label.offsetLeft + label.offsetWidth > (label.parentElement?.offsetWidth ?? 0));
    if (cut.length === 0) break;
  }
  for (const label of cut) label.replaceChildren();
}

/** Lets the pointer and the keys of a slider choose among the decisions that are shown at that time. */
function steer(slider: HTMLElement, lived: () => Timeline["lived"], choose: (one: TimelinePoint) => void): void {
  const go = (at: number) => {
    const all = lived();
    const one = all[Math.min(all.length - 1, Math.max(0, at))];
    if (one) choose(one);
  };
  const pointed = (event: PointerEvent) => {
    const { left, width } = slider.getBoundingClientRect();
    go(Math.floor(((event.clientX - left) / width) * lived().length));
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
      End: lived().length - 1,
    }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(to);
  });
}

/** The game that the slider shows, and how its figures are written. */
interface Scene {
  readonly timeline: Timeline;
  readonly log: GameLog;
  readonly objective: ReviewObjective;
  readonly lang: Lang;
}

/** Where a decision is, what was lost up to it, and the expected place before its round. */
function pointText(
  { spot: { place, decision }, total }: TimelinePoint,
  { timeline, log, objective, lang }: Scene,
): string {
  const w = words[lang];
  const before = timeline.bands.find(({ round }) => round === place.round)?.place;
  return w.timeline.at(
    roundWords(log, place.round, lang),
    w.record.own(decision.turn),
    whole(Math.round(total)),
    w.units[objective],
    before?.toFixed(1) ?? "",
  );
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
  steer(
    slider,
    () => shown.lived,
    ({ spot }) => store.send({ type: "logMoved", place: spot.place }),
  );

  const draw = memo((log: GameLog, player: number, found: Review["found"], objective: ReviewObjective, lang: Lang) => {
    shown = timelineOf(log, { found }, player);
    const { players } = partyOf(log);
    picture.replaceChildren(...drawTimeline(shown, players, objective));
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
  const name = memo((log: GameLog, _player: number, _width: number, lang: Lang) =>
    nameRounds(rounds, shown.bands, log, lang),
  );
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
      const text = pointText(one, { timeline: shown, log, objective, lang });
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
