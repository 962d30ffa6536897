/**
 * `<nanikiru-hand hand="2346m4067p2478s55z" context='{"turn":5}' lang="en" quiz>`: a hand, and what is best with it;
 * with `quiz` once a tile is chosen.
 *
 * Importing this defines the element where there are elements. The engine is loaded when one of them is first seen.
 *
 * @packageDocumentation
 */
import type {
  Action,
  AnalyzeOptions,
  Candidate,
  Context,
  formatAction,
  NanikiruError,
  ObjectiveWord,
  Report,
} from "./index.js";
import { fontRules } from "../languages/fonts.js";
import { type Language, languageOf } from "./languages.js";
import { ELEMENT_WORDS } from "./text/index.js";
import type { SvgNode } from "./tiles.js";

/** A tile of the hand that was chosen, and its best discard, which is there when the report is. */
export interface Choice {
  readonly tile: string;
  readonly candidate: Candidate | undefined;
}

/** A hand, as a server writes it. */
export interface HandMarkup {
  readonly hand: string;
  readonly context?: Context | undefined;
  readonly lang?: Language | undefined;
  readonly hideBest?: boolean | undefined;
  readonly quiz?: boolean | undefined;
}

/**
 * The element. Its events: `report` and `choose`, with a {@link Report} and a {@link Choice} as `detail`, and
 * `error`.
 */
export interface NanikiruHand extends HTMLElement {
  /** As the attribute. */
  hand: string;
  /** As `analyze` takes it; the attribute is the same as JSON. */
  context: Context | undefined;
  /** As the attribute: whether the best tile and its figures are not shown. */
  hideBest: boolean;
  /** As the attribute: whether the best tile and its figures are shown only once a tile is chosen. */
  quiz: boolean;
  /** The tile that was chosen; none before, and none of another hand. Setting it chooses, without an event. */
  chosen: string | undefined;
  /**
   * How to search; `depth`, `objective` and the like. Candidates include details only where `details` asks for them.
   * Setting it asks anew.
   */
  options: AnalyzeOptions;
  /** What `analyze` has answered; none before. */
  readonly report: Report | undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    "nanikiru-hand": NanikiruHand;
  }
}

const NAME = "nanikiru-hand";

const CSS = `
${fontRules(":host", (language) => `:host(:lang(${language}))`)}
:host { display: inline-block; font: var(--nanikiru-font, 1rem/1.4 system-ui, var(--script), sans-serif);
  color: var(--nanikiru-text, inherit) }
:host([hidden]) { display: none }
[part~="hand"] { display: flex; flex-wrap: wrap; gap: var(--nanikiru-gap, 2px) }
[part~="meld"] { display: flex; gap: 1px; margin-inline-start: .5em }
[part~="tile"] { box-sizing: border-box; display: inline-flex; align-items: center; justify-content: center;
  font: inherit; color: var(--nanikiru-tile-text, #222); background: var(--nanikiru-tile, #fdfcf7); cursor: pointer;
  border: 1px solid var(--nanikiru-edge, #999); border-radius: .25em;
  width: var(--nanikiru-size, 2.25em); height: calc(var(--nanikiru-size, 2.25em) * 4 / 3); padding: 0 }
[part~="tile"]:focus-visible { outline: 3px solid currentcolor; outline-offset: 1px }
[part~="tile"] svg { width: 86%; height: 86%; display: block }
[part~="white"] svg { outline: 1.5px solid #2f6d9e; outline-offset: -.28em; border-radius: .2em }
[part~="called"] { cursor: inherit }
[part~="turned"] { transform: rotate(-90deg) }
[part~="red"] { color: var(--nanikiru-red, #b00020) }
[part~="chosen"] { outline: 3px solid var(--nanikiru-chosen, #9a6700); outline-offset: -2px }
[part~="best"] { outline: 3px solid var(--nanikiru-best, #1a7f37); outline-offset: -2px }
[part~="reveal"] { font: inherit; margin-top: .4em; padding: .25em .9em; cursor: pointer }
[part~="verdict"] { margin: .4em 0 0 }
[part~="verdict"]:empty { display: none }`;

/**
 * Characters of the longest hand that is drawn, several times what a hand takes; of a longer one only the first are
 * shown.
 */
const LONGEST = 200;
const FIRST = 40;

/** The tiles of a text in mpsz, one by one; a text in another notation is one piece. */
function tilesOf(text: string): string[] {
  const tiles = [...text.matchAll(/(\d+)([mpsz])/g)];
  if (tiles.map(([whole]) => whole).join("") !== text.trim()) return text.trim() === "" ? [] : [text.trim()];
  return tiles.flatMap(([, digits = "", suit = ""]) => [...digits].map((digit) => digit + suit));
}

interface MeldTile {
  readonly tile: string;
  /** The one that was claimed from another player. */
  readonly turned: boolean;
}

/** The tiles of a meld as they are written, `z555+` or `555+z`; none of a text that is written otherwise. */
function meldTiles(meld: string): MeldTile[] {
  const [, before = "", digits = "", behind = ""] = /^([mpsz]?)((?:\d[-=+]?)+)([mpsz]?)$/.exec(meld) ?? [];
  const suit = before + behind;
  return suit.length === 1
    ? [...digits.matchAll(/(\d)([-=+]?)/g)].map(([, digit = "", sign]) => ({ tile: digit + suit, turned: sign !== "" }))
    : [];
}

/** The concealed tiles, and each meld as it is written. */
function partsOf(hand: string): { tiles: string[]; melds: string[] } {
  if (hand.length > LONGEST) return { tiles: [`${hand.slice(0, FIRST)}…`], melds: [] };
  const [concealed = "", ...melds] = hand.split(/[,[\]]/);
  return { tiles: tilesOf(concealed), melds: melds.map((meld) => meld.trim()).filter((meld) => meld !== "") };
}

/** What is set aside with three players. */
const NORTH = "4z";

/** Norths that the player has set aside, by the context. */
function norths({ kita, players, seat = "east" }: Context): number {
  return kita ?? players?.[seat]?.river?.match(/f4z/g)?.length ?? 0;
}

/** The tile that leaves the hand with an action, where it is one alone. */
const leaving = (action: Action): string | undefined =>
  action.type === "discard"
    ? action.tile
    : action.type === "kita"
      ? NORTH
      : action.type === "chi" || action.type === "pon"
        ? action.discard
        : undefined;

/** Whether it takes one tile out of a hand of 14 tiles. */
const isOut = ({ type }: Action): boolean => type === "discard" || type === "kita";

/** Its face is blank: it has a frame. */
const WHITE = "5z";

const HONOURS = "東南西北白發中";

function face([digit = "", suit = ""]: string): string {
  return suit === "z" ? (HONOURS[Number(digit) - 1] ?? digit) : `${digit === "0" ? 5 : digit}${suit}`;
}

/** What an action is worth, in the unit of the objective, and how often what it strives for comes true. */
function worth(
  { value, winRate, tenpaiAtDraw }: Candidate,
  objective: ObjectiveWord,
  { units, wins, tenpai }: (typeof ELEMENT_WORDS)[Language],
): string {
  const whole = Math.round(value);
  const signed = whole < 0 ? `−${-whole}` : `${Math.abs(whole)}`;
  const [rate, says] = objective === "tenpai" ? [winRate + tenpaiAtDraw, tenpai] : [winRate, wins];
  return `${signed}${units[objective === "placement" ? "placement" : "points"]} · ${says} ${(100 * rate).toFixed(1)}%`;
}

/** What a candidate loses against the best, in what the order goes by. */
function lossOf(
  best: Candidate,
  { value, winRate, tenpaiAtDraw }: Candidate,
  objective: ObjectiveWord,
  { units }: (typeof ELEMENT_WORDS)[Language],
): string {
  if (objective === "points" || objective === "placement")
    return `${Math.round(best.value) - Math.round(value)}${units[objective]}`;
  const [had, has] =
    objective === "tenpai" ? [best.winRate + best.tenpaiAtDraw, winRate + tenpaiAtDraw] : [best.winRate, winRate];
  return `${(100 * (had - has)).toFixed(1)}%`;
}

const SVG = "http://www.w3.org/2000/svg";

/** A picture of nodes, not of markup, which a page's policy may forbid. */
function picture([name, attributes, ...children]: SvgNode): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "style") element.style.cssText = value;
    else element.setAttribute(key, value);
  }
  element.append(...children.map(picture));
  return element;
}

/** The pictures of the tiles, once they are here; loaded once for all elements. */
let pictures: Readonly<Record<string, SvgNode>> | undefined;
let loading: Promise<void> | undefined;
const loadPictures = () =>
  (loading ??= import("./tiles.js").then(({ tiles }) => {
    pictures = tiles;
  }));

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** The element as text, for servers: plain tiles, which the element replaces once its script runs. */
export function renderHand({ hand, context, lang, hideBest, quiz }: HandMarkup): string {
  const attributes = [
    `hand="${escaped(hand)}"`,
    ...(context === undefined ? [] : [`context="${escaped(JSON.stringify(context))}"`]),
    ...(lang === undefined ? [] : [`lang="${escaped(lang)}"`]),
    ...(hideBest ? ["hide-best"] : []),
    ...(quiz ? ["quiz"] : []),
  ];
  const { tiles, melds } = partsOf(hand);
  const called = melds.map(
    (meld) =>
      meldTiles(meld)
        .map(({ tile }) => face(tile))
        .join(" ") || meld,
  );
  const plain = [...tiles.map((tile) => (/^\d[mpsz]$/.test(tile) ? face(tile) : tile)), ...called].map(
    (text) => `<span>${escaped(text)}</span>`,
  );
  return `<${NAME} ${attributes.join(" ")}>${plain.join(" ")}</${NAME}>`;
}

function defineHand(): void {
  class HandElement extends HTMLElement implements NanikiruHand {
    static readonly observedAttributes = ["hand", "context", "lang", "hide-best", "quiz"];
    readonly #root = this.attachShadow({ mode: "open" });
    readonly #hand = document.createElement("div");
    readonly #verdict = document.createElement("p");
    #observer: IntersectionObserver | undefined;
    #stop: AbortController | undefined;
    #seen = false;
    #due = false;
    #report: Report | undefined;
    #objective: ObjectiveWord = "points";
    /** 13 tiles and none on offer. */
    #undecided = false;
    #fault = "";
    #norths = 0;
    #format: typeof formatAction | undefined;
    #chosen: string | undefined;
    /** The answer of a quiz was asked for without a choice. */
    #revealed = false;
    readonly #reveal = document.createElement("button");
    #context: Context | undefined;
    #options: AnalyzeOptions = {};

    constructor() {
      super();
      this.#hand.setAttribute("part", "hand");
      this.#verdict.setAttribute("part", "verdict");
      this.#verdict.setAttribute("role", "status");
      // a sheet that is made by script is no inline style to a content security policy
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(CSS);
      this.#root.adoptedStyleSheets = [sheet];
      this.#reveal.type = "button";
      this.#reveal.setAttribute("part", "reveal");
      this.#reveal.hidden = true;
      this.#reveal.addEventListener("click", () => {
        this.#revealed = true;
        this.#draw();
      });
      this.#root.append(this.#hand, this.#verdict, this.#reveal);
    }

    get hand(): string {
      return this.getAttribute("hand") ?? "";
    }

    set hand(hand: string) {
      this.setAttribute("hand", hand);
    }

    get context(): Context | undefined {
      if (this.#context) return this.#context;
      const text = this.getAttribute("context");
      return text === null || text.trim() === "" ? undefined : (JSON.parse(text) as Context);
    }

    set context(context: Context | undefined) {
      this.#context = context;
      this.#askAnew();
    }

    get hideBest(): boolean {
      return this.hasAttribute("hide-best");
    }

    set hideBest(hide: boolean) {
      this.toggleAttribute("hide-best", hide);
    }

    get quiz(): boolean {
      return this.hasAttribute("quiz");
    }

    set quiz(quiz: boolean) {
      this.toggleAttribute("quiz", quiz);
    }

    get chosen(): string | undefined {
      return this.#chosen;
    }

    set chosen(tile: string | undefined) {
      this.#chosen = tile;
      this.#draw();
    }

    get options(): AnalyzeOptions {
      return this.#options;
    }

    set options(options: AnalyzeOptions) {
      this.#options = options;
      this.#ask();
    }

    get report(): Report | undefined {
      return this.#report;
    }

    connectedCallback(): void {
      for (const name of ["hand", "context", "hideBest", "quiz", "options", "chosen"] as const) this.#upgrade(name);
      this.#draw();
      if (this.#seen) return this.#ask();
      this.#observer = new IntersectionObserver((entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        this.#seen = true;
        this.#observer?.disconnect();
        // where they do not come the tiles stay as text, and nothing of the answer is lost
        loadPictures().then(
          () => this.#draw(),
          () => {},
        );
        this.#ask();
      });
      this.#observer.observe(this);
    }

    disconnectedCallback(): void {
      this.#observer?.disconnect();
      this.#stop?.abort();
    }

    attributeChangedCallback(name: string): void {
      if (name === "context") this.#context = undefined;
      if (name === "hand" || name === "context") this.#askAnew();
      this.#draw();
    }

    /** A property that was set before the element was defined hides the accessor of the class: it is set anew. */
    #upgrade<Name extends "hand" | "context" | "hideBest" | "quiz" | "options" | "chosen">(name: Name): void {
      if (!Object.hasOwn(this, name)) return;
      const value = this[name];
      delete (this as Partial<NanikiruHand>)[name];
      (this as NanikiruHand)[name] = value;
    }

    /** Another hand or table: nobody has chosen there. */
    #askAnew(): void {
      this.#chosen = undefined;
      this.#revealed = false;
      this.#ask();
    }

    /** Whether the answer is kept back until a tile is chosen. */
    get #asks(): boolean {
      return this.quiz && this.#chosen === undefined && !this.#revealed && !this.hideBest;
    }

    /** Asks once for all that changes at the same time. */
    #ask(): void {
      this.#stop?.abort();
      if (!this.#seen || !this.isConnected || this.#due) return;
      this.#due = true;
      queueMicrotask(() => {
        this.#due = false;
        if (this.isConnected) void this.#analyze();
      });
    }

    async #analyze(): Promise<void> {
      const stop = new AbortController();
      this.#stop = stop;
      this.#report = undefined;
      this.#undecided = false;
      this.#fault = "";
      this.#draw();
      try {
        const { context, options } = this;
        this.#norths = norths(context ?? {});
        const { analyze, formatAction } = await import("./index.js");
        this.#format = formatAction;
        const report = await analyze(this.hand, context, { details: "none", ...options, signal: stop.signal });
        if (stop.signal.aborted) return;
        this.#report = report;
        this.#objective = options.objective ?? "points";
        this.#undecided = !context?.offered && report.candidates.every(({ action }) => action.type === "pass");
        this.#draw();
        this.#dispatch("report", report);
      } catch (error) {
        if (stop.signal.aborted) return;
        await this.#explain(error);
        if (stop.signal.aborted) return;
        this.#draw();
        this.dispatchEvent(new CustomEvent("error", { detail: error }));
      }
    }

    /** The fault in the element's language; what is no error of ours stays as it is. */
    async #explain(error: unknown): Promise<void> {
      const { code, field, message } = error as Partial<NanikiruError>;
      const place = error instanceof SyntaxError ? "context" : field;
      const { formatError } = await import("./index.js");
      const says =
        code && message !== undefined ? formatError({ code, message }, this.#language()) : (message ?? String(error));
      this.#fault = `${place ? `${place}: ` : ""}${says}`;
    }

    #dispatch(type: string, detail: unknown): void {
      this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
    }

    #draw(): void {
      const { tiles, melds } = partsOf(this.hand);
      const best = this.hideBest || this.#asks ? undefined : this.#report?.candidates[0];
      const marked = best && leaving(best.action);
      // of equal tiles the last one: the drawn one goes
      const at = marked === undefined ? -1 : tiles.lastIndexOf(marked);
      const taken = this.#chosen === undefined ? -1 : tiles.lastIndexOf(this.#chosen);
      const focused = [...this.#hand.querySelectorAll("button")].indexOf(this.#root.activeElement as HTMLButtonElement);
      const made = tiles.map((tile, i) => this.#tile(tile, i === at, i === taken));
      const aside = Array.from({ length: this.#norths }, () => NORTH)
        .join("")
        .replace(/z(?=4z)/g, "");
      const called = [...melds, ...(aside === "" ? [] : [aside])].map((meld) => {
        const group = document.createElement("span");
        group.setAttribute("part", "meld");
        const own = meldTiles(meld);
        group.append(...(own.length === 0 ? [meld] : own.map((one) => this.#meldTile(one))));
        return group;
      });
      this.#hand.replaceChildren(...made, ...called);
      if (focused >= 0) made[focused]?.focus();
      const words = ELEMENT_WORDS[this.#language()];
      const asking = this.#asks && this.#fault === "" && !this.#undecided;
      this.#verdict.textContent = this.#undecided ? words.undecided : asking ? words.ask : this.#fault;
      this.#reveal.textContent = words.reveal;
      this.#reveal.hidden = !asking || !this.#report;
      if (best && this.#format && !this.#undecided)
        this.#verdict.textContent =
          this.#judgement(best, words) +
          `${this.#format(best.action, this.#language())} · ${worth(best, this.#objective, words)}`;
    }

    #language(): Language {
      return languageOf(this.closest("[lang]")?.getAttribute("lang") ?? "") ?? "en";
    }

    #meldTile({ tile, turned }: MeldTile): HTMLSpanElement {
      const span = document.createElement("span");
      span.setAttribute(
        "part",
        ["tile", "called", ...(turned ? ["turned"] : []), ...(tile.startsWith("0") ? ["red"] : [])].join(" "),
      );
      span.append(this.#face(tile));
      if (tile === WHITE) span.part.add("white");
      if (pictures?.[tile]) {
        span.setAttribute("role", "img");
        span.setAttribute("aria-label", face(tile));
      }
      return span;
    }

    /** Its picture, or its name as long as that is not here and where there is none. */
    #face(tile: string): Node | string {
      const drawn = pictures?.[tile];
      return drawn ? picture(drawn) : /^\d[mpsz]$/.test(tile) ? face(tile) : tile;
    }

    #tile(tile: string, best: boolean, chosen: boolean): HTMLButtonElement {
      const button = document.createElement("button");
      button.type = "button";
      const looks = [
        ["red", tile.startsWith("0")],
        ["white", tile === WHITE],
        ["chosen", chosen],
        ["best", best],
      ] as const;
      button.setAttribute("part", ["tile", ...looks.flatMap(([name, is]) => (is ? [name] : []))].join(" "));
      button.dataset["tile"] = tile;
      button.setAttribute("aria-label", /^\d[mpsz]$/.test(tile) ? face(tile) : tile);
      button.setAttribute("aria-pressed", String(chosen));
      button.append(this.#face(tile));
      button.addEventListener("click", () => {
        this.#chosen = tile;
        this.#draw();
        const candidate = this.#candidateOf(tile);
        this.#dispatch("choose", { tile, candidate } satisfies Choice);
      });
      return button;
    }

    /** The best way to have this tile out of the hand: a north is discarded or set aside. */
    #candidateOf(tile: string): Candidate | undefined {
      return this.#report?.candidates.find(({ action }) => isOut(action) && leaving(action) === tile);
    }

    /** What the choice of a quiz is worth, before the answer. */
    #judgement(best: Candidate, words: (typeof ELEMENT_WORDS)[Language]): string {
      const tile = this.#chosen;
      if (!this.quiz || tile === undefined) return "";
      const own = this.#candidateOf(tile);
      const name = /^\d[mpsz]$/.test(tile) ? face(tile) : tile;
      if (own === best) return `${words.right} `;
      if (own && own.group === best.group) return `${words.equal(name)} `;
      return own && isOut(best.action)
        ? `${words.wrong(name, lossOf(best, own, this.#objective, words))} `
        : `${words.away(name)} `;
    }
  }
  customElements.define(NAME, HandElement);
}

if (typeof HTMLElement !== "undefined" && typeof customElements !== "undefined" && !customElements.get(NAME))
  defineHand();
