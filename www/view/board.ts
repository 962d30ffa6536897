/**
 * The table as a square: the rivers six wide, melds, points, dora and wall in the middle, the player in front. It is
 * drawn once and stands beside the answer where there is room, and behind a tab of the answer on a telephone.
 */

import { doraOf, heldAt, type MeldView, placesAt, seatsOf, type SeatView } from "../board";
import { recorded, shownReview } from "../reviewer";
import { byId, h, memo, rove, setAttribute } from "../dom";
import { type Wind, WINDS } from "../fields";
import { decisionAt, type GameLog } from "../log";
import { type RiverEntry, tilesOf } from "../notation";
import { partyOf, type SeatPlace } from "../players";
import { isLaid, type Position } from "../position";
import type { Review } from "../review";
import { type Lang, type State, type Store, type Tab, TABS } from "../state";
import { summariesOf } from "../score";
import { hasDiscarded, inRiichi, othersOf, type Spot, withRiichi } from "../table-edits";
import { words } from "../text";
import { whole } from "../text/format";
import { picker } from "./picker";
import { norths, riichiStick, tilePicture } from "./tile";

/** Where the table stands beside the answer. */
const WIDE = "(min-width: 1000px)";
const PLAY_MS = 1_600;
const MOST_DORA = 5;
/** Parts that only a record has, and the one that only a hand has, whose table is behind a tab on a telephone. */
const OF_RECORD: readonly (string | undefined)[] = ["mistakes", "moves"];

/** The river and place of the last discard; none where it cannot be known. */
function lastDiscard(
  position: Position,
  seats: readonly SeatView[],
): { readonly wind: Wind; readonly at: number } | null {
  const own = seats.find((one) => one.own);
  const others = own ? othersOf(position.rules, own.wind) : [];
  const offered = others.find(({ from }) => from === position.offeredFrom && position.offered.trim() !== "");
  // who sits to the left has discarded before the own draw
  const wind = (offered ?? others.find(({ place }) => place === "left"))?.wind;
  const river = seats.find((one) => one.wind === wind)?.river ?? [];
  const at = river.length - 1;
  return wind === undefined || at < 0 || river[at]?.called ? null : { wind, at };
}

/** Tiles that are marked wherever they lie face up. */
type Dora = ReadonlySet<string>;
/** The other players' concealed tiles, in a record. */
type Hands = ReturnType<typeof heldAt>;

const windName = (wind: string, lang: Lang): string =>
  words[lang].winds[WINDS.findIndex((one) => one === wind)] ?? wind;

const backOfTile = (): HTMLElement => h("span", { class: "tile back", "aria-hidden": "true" });

/** A place on the table, and what leads to it. */
interface Place {
  readonly name: string;
  readonly chosen: boolean;
  readonly click: () => void;
}

const placeButton = (look: string, { name, chosen, click }: Place, face: Node | string): HTMLElement =>
  h(
    "button",
    {
      type: "button",
      class: look,
      "aria-label": name,
      title: name,
      "aria-pressed": String(chosen),
      tabindex: -1,
      click,
    },
    face,
  );

const freePlace = (place: Place): HTMLElement => placeButton("free", place, "+");

function riverTile(
  { tile, drawn, riichi, called }: RiverEntry,
  chosen: boolean,
  latest: boolean,
  dora: Dora,
  click: () => void,
  lang: Lang,
): HTMLElement {
  const w = words[lang];
  const name = [w.tile(tile), drawn && w.drawnMark, riichi && w.riichi, called && w.calledMark]
    .filter(Boolean)
    .join(w.comma);
  const look = ["in-river", drawn && "drawn", called && "gone", latest && "latest"].filter(Boolean).join(" ");
  return placeButton(look, { name, chosen, click }, tilePicture(tile, "", riichi, dora.has(tile)));
}

const meldPicture = ({ tiles, concealed }: MeldView, dora: Dora, lang: Lang): HTMLElement =>
  h(
    "span",
    { class: "laid-meld" },
    ...tiles.map(({ tile, turned }, i) =>
      concealed && (i === 0 || i === 3)
        ? backOfTile()
        : tilePicture(tile, words[lang].tile(tile), turned, dora.has(tile)),
    ),
  );

/** Where tiles are laid, and how to go there. */
interface Hand {
  readonly spot: Spot | null;
  /** Whether the table is being laid, so that free places show. */
  readonly free: boolean;
  readonly go: (spot: Spot) => void;
}

const isAt = (spot: Spot | null, wind: Wind | null, at: number | null): boolean =>
  spot !== null && spot.at === at && (spot.kind === "river" ? spot.wind : null) === wind;

/** Everything before one player, drawn as if it sat in front, and turned into its place. */
function seat(
  one: SeatView,
  hand: readonly string[] | undefined,
  latest: number | null,
  dora: Dora,
  laying: Hand,
  lang: Lang,
): HTMLElement {
  const w = words[lang];
  const name = windName(one.wind, lang);
  const rack = one.own || !hand ? [] : hand.map((tile) => tilePicture(tile, w.tile(tile), false, dora.has(tile)));
  return h(
    "div",
    {
      class: `seat ${one.at}`,
      "data-seat": one.wind,
      role: "group",
      "aria-label": name + (one.own ? w.own : ""),
    },
    h(
      "div",
      { class: "river" },
      ...one.river.map((laid, at) =>
        riverTile(
          laid,
          isAt(laying.spot, one.wind, at),
          at === latest,
          dora,
          () => laying.go({ kind: "river", wind: one.wind, at }),
          lang,
        ),
      ),
      laying.free &&
        freePlace({
          name: w.laying.add(name),
          chosen: isAt(laying.spot, one.wind, null),
          click: () => laying.go({ kind: "river", wind: one.wind, at: null }),
        }),
    ),
    one.riichi && h("span", { class: "declared" }, riichiStick()),
    one.kita > 0 && norths(one.kita, lang),
    h(
      "div",
      { class: "rack" },
      h("span", { class: "concealed" }, ...rack),
      h("span", { class: "laid-melds" }, ...(one.own ? [] : one.melds.map((meld) => meldPicture(meld, dora, lang)))),
    ),
  );
}

/** The points and the riichi of a seat lead to what changes the answer. */
function plate(one: SeatView, name: HTMLElement, position: Position, store: Store, lang: Lang): HTMLElement {
  const w = words[lang];
  const wind = windName(one.wind, lang);
  const points = Number(one.score);
  const score = one.score.trim() === "" || !Number.isFinite(points) ? "–" : whole(points);
  const more = () => {
    store.send({ type: "unfolded", panel: "whatif" });
    document.getElementById(`whatif-${one.wind}`)?.focus();
  };
  const declares = inRiichi(position, one.wind);
  const stick = () => store.send({ type: "supposed", change: withRiichi(position, one.wind, !declares) });
  const says = w.whatif.riichi(wind);
  return h(
    "div",
    { class: `plate ${one.at}${one.own ? " own" : ""}` },
    h(
      "button",
      { type: "button", class: "points", title: w.whatif.score(wind), click: more },
      h("b", {}, w.windSigns[WINDS.indexOf(one.wind)] ?? ""),
      name,
      h("span", {}, score),
    ),
    !one.own &&
      hasDiscarded(position, one.wind) &&
      h(
        "button",
        {
          type: "button",
          class: "stick-toggle",
          "aria-pressed": String(declares),
          "aria-label": says,
          title: says,
          click: stick,
        },
        riichiStick(),
      ),
  );
}

/** The dora indicators, with a place for another while the table is being laid. */
function indicatorRow(indicators: readonly string[], { spot, free, go }: Hand, lang: Lang): HTMLElement {
  const w = words[lang];
  const { label } = w.fields.dora;
  const places = indicators.map((tile, at) =>
    placeButton(
      "indicator",
      {
        name: `${label}${w.comma}${w.tile(tile)}`,
        chosen: isAt(spot, null, at),
        click: () => go({ kind: "dora", at }),
      },
      tilePicture(tile, ""),
    ),
  );
  return h(
    "span",
    { class: "dora", role: "group", "aria-label": label },
    ...places,
    free &&
      indicators.length < MOST_DORA &&
      freePlace({
        name: w.laying.addDora,
        chosen: isAt(spot, null, null),
        click: () => go({ kind: "dora", at: null }),
      }),
  );
}

/** What the table shows. */
interface TableView {
  readonly position: Position;
  readonly turned: number;
  readonly laying: Hand;
  readonly hands: Hands | null;
  /** Tiles in the wall, where they are known. */
  readonly left: number | null;
  /** Whether it is a record's. */
  readonly recorded: boolean;
  readonly lang: Lang;
}

/** The round, its counters and the dora indicators. */
function core({ position, left, laying, lang }: TableView, indicators: readonly string[]): HTMLElement {
  const w = words[lang];
  const counters = [w.chips.counters(position.honba, position.sticks), left === null ? "" : w.chips.wall(left)].filter(
    Boolean,
  );
  return h(
    "div",
    { class: "core" },
    h("b", {}, `${windName(position.roundWind, lang)} ${position.roundNumber}`),
    ...counters.map((text) => h("small", {}, text)),
    indicatorRow(indicators, laying, lang),
  );
}

/** Tiles in a river up to which a typed table is drawn near: two lines of it. */
const NEAR = 12;

function felt(view: TableView, names: Names, store: Store): HTMLElement {
  const { position, hands, laying, recorded: ofRecord, lang } = view;
  const seats = seatsOf(position, view.turned);
  const indicators = tilesOf(position.dora);
  const dora = doraOf(indicators, position.rules);
  const latest = lastDiscard(position, seats);
  // in a record it would grow smaller from one decision to the next
  const near = !ofRecord && seats.every(({ river }) => river.length <= NEAR);
  const look = ["felt", hands && "open", near && "near"].filter(Boolean).join(" ");
  const plates = seats.map((one) => plate(one, names(one.at), position, store, lang));
  return h(
    "div",
    { class: look, role: "group", "aria-label": words[lang].stage },
    ...seats.map((one) =>
      seat(one, hands?.get(one.wind), latest?.wind === one.wind ? latest.at : null, dora, laying, lang),
    ),
    h("div", { class: "middle" }, ...plates, core(view, indicators)),
  );
}

/** The table in its element, in which arrow keys move the focus from tile to tile. */
function mountTable(store: Store, names: Names) {
  const table = h("div", { class: "whole" });
  const tiles = () => [...table.querySelectorAll<HTMLElement>(".in-river, .free, .indicator")];
  rove(table, tiles, () => 6);
  const go = (spot: Spot) => store.send({ type: "looked", board: { spot } });
  const render = memo(
    (
      position: Position,
      turned: number,
      spot: Spot | null,
      free: boolean,
      hands: Hands | null,
      left: number | null,
      open: boolean,
      lang: Lang,
    ) => {
      const focused = tiles().indexOf(document.activeElement as HTMLElement);
      const view = { position, turned, laying: { spot, free, go }, hands, left, recorded: open, lang };
      table.replaceChildren(felt(view, names, store));
      const all = tiles();
      const current =
        all.find((one) => one.getAttribute("aria-pressed") === "true") ?? all[Math.max(0, focused)] ?? all[0];
      if (current) current.tabIndex = 0;
      if (focused >= 0) current?.focus();
    },
  );
  return { element: table, render };
}

/** The element of a seat that has its player's name. */
type Names = (place: SeatPlace) => HTMLElement;

/** The players' names. Drawn apart from the table: accuracies change with every verdict of a review. */
function mountLabels() {
  const labels = new Map<SeatPlace, HTMLElement>();
  const at: Names = (place) => {
    const known = labels.get(place) ?? h("span", { class: "seat-name" });
    labels.set(place, known);
    return known;
  };
  const render = memo((names: readonly SeatName[], rules: string, seat: string, turned: number, lang: Lang) => {
    const places: readonly SeatPlace[] = placesAt({ rules, seat }, turned);
    for (const label of labels.values()) label.replaceChildren();
    names.forEach(({ name, accuracy }, i) => {
      const place = places[i];
      if (place === undefined || name === "") return;
      const label = at(place);
      setAttribute(label, "title", accuracy === null ? name : words[lang].rounds.accuracy(name, accuracy));
      label.replaceChildren(h("b", {}, name), ...(accuracy === null ? [] : [h("small", {}, accuracy)]));
    });
  });
  return { at, render };
}

/** The tabs, and the part of the answer that they show. */
function mountTabs(store: Store): (laid: boolean, open: boolean, tab: Tab, beside: boolean) => void {
  const tabs = [...document.querySelectorAll<HTMLButtonElement>("#tabs button")];
  for (const tab of tabs)
    tab.addEventListener("click", () =>
      store.send({ type: "looked", board: { tab: TABS.find((one) => one === tab.dataset["tab"]) ?? "rows" } }),
    );
  return (laid, open, tab, beside) => {
    const desk = byId("desk", HTMLElement);
    desk.classList.toggle("laid", laid);
    desk.classList.toggle("recorded", open);
    document.body.classList.toggle("with-record", open);
    const shown = (laid || tab === "detail") && !(beside && tab === "board") ? tab : "rows";
    setAttribute(desk, "data-tab", shown);
    for (const one of tabs) {
      const own = one.dataset["tab"];
      const without = own === "board" ? beside || !laid : own === "danger" ? !laid : false;
      one.hidden = without || (!open && OF_RECORD.includes(own));
      setAttribute(one, "aria-pressed", String(own === shown));
    }
  };
}

export function mountBoard(store: Store): (state: State) => void {
  const [wide, narrow] = [byId("board-wide", HTMLElement), byId("board-narrow", HTMLElement)];
  const choice = picker(store);
  const labels = mountLabels();
  const table = mountTable(store, labels.at);
  const board = h("div", { class: "board", id: "board" }, table.element);
  const pickers = byId("picker-wide", HTMLElement);
  const room = matchMedia(WIDE);
  const settle = () => {
    const beside = room.matches || store.state.record.kind === "open";
    const place = beside ? wide : narrow;
    if (board.parentElement === place) return;
    place.replaceChildren(board);
    // beside the table where there is room, else under it
    (beside ? pickers : board).append(choice.element);
  };
  let fit = (): void => undefined;
  room.addEventListener("change", () => {
    settle();
    fit();
  });
  settle();

  const showTab = mountTabs(store);
  const show = memo((laid: boolean, open: boolean, tab: Tab, beside: boolean) => {
    showTab(laid, open, tab, beside);
    // a record's table is always there
    settle();
    board.hidden = !laid;
  });
  return (state) => {
    const { position, board: look, record, answer, lang } = state;
    const open = record.kind === "open";
    const free = !open && state.panel === "around";
    const laid = open || free || isLaid(position);
    fit = () => show(laid, open, look.tab, open || room.matches);
    fit();
    choice.render(position, laid ? look.spot : null, state.run, lang);
    if (!laid) return;
    const decision = open ? decisionAt(record.log, record.place) : undefined;
    const round = open ? record.log.rounds[record.place.round] : undefined;
    const hands = look.open && round && decision && recorded(state) ? held(round, decision) : null;
    const left = answer?.position === position ? answer.report.tilesLeft : null;
    const names = open && round ? namesBySeat(record.log, round.number, shownReview(state)) : NOBODY;
    table.render(position, look.turned, look.spot, free, hands, left, open, lang);
    labels.render(names, position.rules, position.seat, look.turned, lang);
  };
}

/** A player at the table, with the accuracy where that is known. */
interface SeatName {
  readonly name: string;
  readonly accuracy: string | null;
}
const NOBODY: readonly SeatName[] = [];
/** One map a decision, so that the table is not drawn anew. */
const known = new WeakMap<object, Hands>();
function held(round: Parameters<typeof heldAt>[0], decision: Parameters<typeof heldAt>[1]): Hands {
  const made = known.get(decision) ?? heldAt(round, decision);
  known.set(decision, made);
  return made;
}
let seated: {
  readonly log: GameLog;
  readonly number: number;
  readonly found: Review["found"];
  readonly made: readonly SeatName[];
} | null = null;
/** The players by wind, the same value for the same review: in round 2 the second player is East. */
function namesBySeat(log: GameLog, number: number, review: Review): readonly SeatName[] {
  if (seated?.log === log && seated.number === number && seated.found === review.found) return seated.made;
  const accuracies = summariesOf(log, review);
  const { winds, players } = partyOf(log);
  const made = winds.map((_, i) => {
    const player = (number - 1 + i) % players;
    return {
      name: log.names?.[player] ?? "",
      accuracy: accuracies.find((one) => one.player === player)?.accuracy.toFixed(1) ?? null,
    };
  });
  seated = { log, number, found: review.found, made };
  return made;
}

/** Goes through the record by itself until its end, or until somebody does something else. */
export function playing(step: () => boolean, changed: (on: boolean) => void): { toggle: () => void; stop: () => void } {
  let timer: ReturnType<typeof setInterval> | undefined;
  const stop = () => {
    if (timer === undefined) return;
    clearInterval(timer);
    timer = undefined;
    changed(false);
  };
  const toggle = () => {
    if (timer !== undefined) return stop();
    timer = setInterval(() => {
      if (!step()) stop();
    }, PLAY_MS);
    changed(true);
  };
  return { toggle, stop };
}
