// A bot of mjai: events in, one reply out, whatever goes wrong. It knows no host and no framing.
import { type Action, type MjaiEvent, NanikiruError, type Table, type DecideOptions } from "../index.js";
import { fallback } from "../fallback.js";

export const NONE: MjaiEvent = { type: "none" };

/** Events that announce something and leave what was asked as it was. */
const ANNOUNCED = new Set(["dora", "reach_accepted"]);

export class Player {
  readonly #table: Table;
  readonly #options: DecideOptions;
  readonly #note: (line: string) => void;
  /** The reply to the events so far, while nothing but announcements has come since. */
  #last: MjaiEvent | undefined;
  /** Whether the table has missed an event, and follows again with the next round only. */
  #lost = false;
  #latest: MjaiEvent = NONE;

  /** `note` gets a line for people about whatever went wrong. */
  constructor(table: Table, options: DecideOptions, note: (line: string) => void) {
    this.#table = table;
    this.#options = options;
    this.#note = note;
  }

  #apply(event: MjaiEvent): void {
    if (event.type === "start_kyoku" || event.type === "start_game") this.#lost = false;
    if (this.#lost || event.type === "none") return;
    if (!ANNOUNCED.has(event.type)) this.#last = undefined;
    try {
      this.#table.apply(event);
    } catch (error) {
      if (!(error instanceof NanikiruError)) throw error;
      // what mjai does not have is a host's own business
      if (error.code === "event.unknown") return this.#note(`${event.type}: ${error.message}`);
      this.#lost = true;
      this.#note(`${JSON.stringify(event)}: ${error.message}; this round is played without a plan from here`);
    }
  }

  /** Takes events in. */
  follow(events: readonly MjaiEvent[]): void {
    for (const event of events) this.#apply(event);
    this.#latest = events.at(-1) ?? this.#latest;
  }

  /** The reply to the last event. */
  async reply(): Promise<MjaiEvent> {
    if (this.#lost) return this.#blind(this.#latest);
    this.#last ??= await this.#decide();
    return this.#last;
  }

  async #decide(): Promise<MjaiEvent> {
    const actions = this.#table.actions();
    if (actions.length === 0) return NONE;
    let action: Action;
    try {
      const decision = await this.#table.decide(this.#options);
      if (decision === undefined) return NONE;
      action = decision.action;
    } catch (error) {
      this.#note(`no search: ${error instanceof Error ? error.message : String(error)}`);
      action = fallback(actions, this.#table.hand ?? "");
    }
    return this.#table.toMjai(action);
  }

  /** Without a table a drawn tile is thrown away, and nothing is called. */
  #blind({ type, actor, pai }: MjaiEvent): MjaiEvent {
    if (type !== "tsumo" || actor !== this.#table.seat || typeof pai !== "string" || pai === "?") return NONE;
    return { type: "dahai", actor, pai, tsumogiri: true };
  }
}
