/**
 * `<nanikiru-hand hand="2346m4067p2478s55z" context='{"turn":5}' lang="en" hide-best>`: a hand, and what is best with it.
 *
 * Importing this defines the element where there are elements. The engine is loaded when one of them is first seen.
 *
 * @packageDocumentation
 */
import type { AnalyzeOptions, Candidate, Context, NanikiruError, ObjectiveWord, Report } from "./index.js";
import { type Language, languageOf } from "./languages.js";
import { ELEMENT_WORDS } from "./text/index.js";

/** A tile of the hand that was chosen; its candidate is there when the report is. */
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
}

/** The element. Its events: `report` and `choose`, with a {@link Report} and a {@link Choice} as `detail`, and `error`. */
export interface NanikiruHand extends HTMLElement {
  /** As the attribute. */
  hand: string;
  /** As `analyze` takes it; the attribute is the same as JSON. */
  context: Context | undefined;
  /** As the attribute: whether the best tile and its figures are not shown. */
  hideBest: boolean;
  /**
   * How to search; `depth`, `objective` and the like. Candidates include details only where `details` asks for them. Setting it asks
   * anew.
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
:host { --script: "Hiragino Sans", "Yu Gothic UI", "Noto Sans JP"; display: inline-block; font: var(--nanikiru-font, 1rem/1.4 system-ui, var(--script), sans-serif); color: var(--nanikiru-text, inherit) }
:host(:lang(zh-Hans)) { --script: "PingFang SC", "Microsoft YaHei UI", "Noto Sans SC" }
:host(:lang(zh-Hant)) { --script: "PingFang TC", "Microsoft JhengHei UI", "Noto Sans TC" }
:host(:lang(ko)) { --script: "Apple SD Gothic Neo", "Malgun Gothic", "Noto Sans KR" }
:host([hidden]) { display: none }
[part~="hand"] { display: flex; flex-wrap: wrap; gap: var(--nanikiru-gap, 2px) }
[part~="meld"] { display: flex; gap: 1px; margin-inline-start: .5em }
[part~="tile"] { font: inherit; color: var(--nanikiru-tile-text, #222); background: var(--nanikiru-tile, #fdfcf7); cursor: pointer;
  border: 1px solid var(--nanikiru-edge, #999); border-radius: .25em; min-width: 2em; padding: .4em .25em }
[part~="called"] { cursor: inherit; box-sizing: border-box; text-align: center }
[part~="turned"] { transform: rotate(-90deg) }
[part~="red"] { color: var(--nanikiru-red, #b00020) }
[part~="best"] { outline: 3px solid var(--nanikiru-best, #1a7f37); outline-offset: -2px }
[part~="verdict"] { margin: .4em 0 0 }
[part~="verdict"]:empty { display: none }`;

/** Characters of the longest hand that is drawn, several times what a hand takes; of a longer one only the first are shown. */
const LONGEST = 200;
const FIRST = 40;

/** The tiles of a text in mpsz, one by one; a text in another notation is one piece. */
function tilesOf(text: string): string[] {
  const tiles = [...text.matchAll(/(\d+)([mpsz])/g)];
  if (tiles.map(([whole]) => whole).join("") !== text.trim()) return text.trim() === "" ? [] : [text.trim()];
  return tiles.flatMap(([, digits = "", suit = ""]) => [...digits].map((digit) => digit + suit));
}

interface Called {
  readonly tile: string;
  /** The one that was claimed from another player. */
  readonly turned: boolean;
}

/** The tiles of a meld as they are written, `z555+` or `555+z`; none of a text that is written otherwise. */
function calledOf(meld: string): Called[] {
  const [, before = "", digits = "", behind = ""] = /^([mpsz]?)((?:\d[-=+]?)+)([mpsz]?)$/.exec(meld) ?? [];
  const suit = before + behind;
  return suit.length === 1 ? [...digits.matchAll(/(\d)([-=+]?)/g)].map(([, digit = "", sign]) => ({ tile: digit + suit, turned: sign !== "" })) : [];
}

/** The concealed tiles, and each meld as it is written. */
function partsOf(hand: string): { tiles: string[]; melds: string[] } {
  if (hand.length > LONGEST) return { tiles: [`${hand.slice(0, FIRST)}…`], melds: [] };
  const [concealed = "", ...melds] = hand.split(/[,[\]]/);
  return { tiles: tilesOf(concealed), melds: melds.map((meld) => meld.trim()).filter((meld) => meld !== "") };
}

const HONOURS = "東南西北白發中";

function face([digit = "", suit = ""]: string): string {
  return suit === "z" ? (HONOURS[Number(digit) - 1] ?? digit) : `${digit === "0" ? 5 : digit}${suit}`;
}

/** What an action is worth, in the unit of the objective, and how often what it strives for comes true. */
function worth({ value, winRate, tenpaiAtDraw }: Candidate, objective: ObjectiveWord, { units, wins, tenpai }: (typeof ELEMENT_WORDS)[Language]): string {
  const whole = Math.round(value);
  const signed = whole < 0 ? `−${-whole}` : `${Math.abs(whole)}`;
  const [rate, says] = objective === "tenpai" ? [winRate + tenpaiAtDraw, tenpai] : [winRate, wins];
  return `${signed}${units[objective === "placement" ? "placement" : "points"]} · ${says} ${(100 * rate).toFixed(1)} %`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** The element as text, for servers: plain tiles, which the element replaces once its script runs. */
export function renderHand({ hand, context, lang, hideBest }: HandMarkup): string {
  const attributes = [
    `hand="${escaped(hand)}"`,
    ...(context === undefined ? [] : [`context="${escaped(JSON.stringify(context))}"`]),
    ...(lang === undefined ? [] : [`lang="${escaped(lang)}"`]),
    ...(hideBest ? ["hide-best"] : []),
  ];
  const { tiles, melds } = partsOf(hand);
  const called = melds.map((meld) => calledOf(meld).map(({ tile }) => face(tile)).join(" ") || meld);
  const plain = [...tiles.map((tile) => (/^\d[mpsz]$/.test(tile) ? face(tile) : tile)), ...called].map((text) => `<span>${escaped(text)}</span>`);
  return `<${NAME} ${attributes.join(" ")}>${plain.join(" ")}</${NAME}>`;
}

function defineHand(): void {
  class HandElement extends HTMLElement implements NanikiruHand {
    static readonly observedAttributes = ["hand", "context", "lang", "hide-best"];
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
      this.#root.append(this.#hand, this.#verdict);
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
      this.#ask();
    }

    get hideBest(): boolean {
      return this.hasAttribute("hide-best");
    }

    set hideBest(hide: boolean) {
      this.toggleAttribute("hide-best", hide);
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
      for (const name of ["hand", "context", "hideBest", "options"] as const) this.#upgrade(name);
      this.#draw();
      if (this.#seen) return this.#ask();
      this.#observer = new IntersectionObserver((entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        this.#seen = true;
        this.#observer?.disconnect();
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
      if (name === "hand" || name === "context") this.#ask();
      this.#draw();
    }

    /** A property that was set before the element was defined hides the accessor of the class: it is set anew. */
    #upgrade<Name extends "hand" | "context" | "hideBest" | "options">(name: Name): void {
      if (!Object.hasOwn(this, name)) return;
      const value = this[name];
      delete (this as Partial<NanikiruHand>)[name];
      (this as NanikiruHand)[name] = value;
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
        const { analyze } = await import("./index.js");
        const report = await analyze(this.hand, context, { details: "none", ...options, signal: stop.signal });
        if (stop.signal.aborted) return;
        this.#report = report;
        this.#objective = options.objective ?? "points";
        this.#undecided = !context?.offered && report.candidates.every(({ action }) => action.type === "pass");
        this.#draw();
        this.#tell("report", report);
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
      const says = code && message !== undefined ? formatError({ code, message }, this.#language()) : (message ?? String(error));
      this.#fault = `${place ? `${place}: ` : ""}${says}`;
    }

    #tell(type: string, detail: unknown): void {
      this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
    }

    #draw(): void {
      const { tiles, melds } = partsOf(this.hand);
      const best = this.hideBest ? undefined : this.#report?.candidates[0];
      const marked = best && "discard" in best.action ? best.action.discard : best?.action.type === "discard" ? best.action.tile : undefined;
      // of equal tiles the last one: the drawn one goes
      const at = marked === undefined ? -1 : tiles.lastIndexOf(marked);
      const made = tiles.map((tile, i) => this.#tile(tile, i === at));
      const called = melds.map((meld) => {
        const group = document.createElement("span");
        group.setAttribute("part", "meld");
        const own = calledOf(meld);
        group.append(...(own.length === 0 ? [meld] : own.map((one) => this.#called(one))));
        return group;
      });
      this.#hand.replaceChildren(...made, ...called);
      this.#verdict.textContent = this.#undecided ? ELEMENT_WORDS[this.#language()].undecided : this.#fault;
      if (best && !this.#undecided) void this.#say(best);
    }

    #language(): Language {
      return languageOf(this.closest("[lang]")?.getAttribute("lang") ?? "") ?? "en";
    }

    #called({ tile, turned }: Called): HTMLSpanElement {
      const span = document.createElement("span");
      span.setAttribute("part", ["tile", "called", ...(turned ? ["turned"] : []), ...(tile.startsWith("0") ? ["red"] : [])].join(" "));
      span.textContent = face(tile);
      return span;
    }

    #tile(tile: string, best: boolean): HTMLButtonElement {
      const button = document.createElement("button");
      button.type = "button";
      button.setAttribute("part", ["tile", ...(tile.startsWith("0") ? ["red"] : []), ...(best ? ["best"] : [])].join(" "));
      button.dataset["tile"] = tile;
      button.textContent = /^\d[mpsz]$/.test(tile) ? face(tile) : tile;
      button.addEventListener("click", () => {
        const candidate = this.#report?.candidates.find(({ action }) => action.type === "discard" && action.tile === tile);
        this.#tell("choose", { tile, candidate } satisfies Choice);
      });
      return button;
    }

    async #say(best: Candidate): Promise<void> {
      const report = this.#report;
      const { formatAction } = await import("./index.js");
      if (report !== this.#report || this.hideBest) return;
      const language = this.#language();
      this.#verdict.textContent = `${formatAction(best.action, language)} · ${worth(best, this.#objective, ELEMENT_WORDS[language])}`;
    }
  }
  customElements.define(NAME, HandElement);
}

if (typeof HTMLElement !== "undefined" && typeof customElements !== "undefined" && !customElements.get(NAME)) defineHand();
