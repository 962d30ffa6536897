// A bot of mjai: events in, one reply out, through every fault. It knows no host and no framing.
import { type Action, type DecideOptions, formatError, type MjaiEvent, NanikiruError, type Table } from "../index.js";
import { fallback } from "../deadline.js";
import type { Sentence } from "./command.js";

export const NONE: MjaiEvent = { type: "none" };

/** Those of a game that does not say. */
const PLAYERS = 4;

/** Events that announce something and leave what was asked as it was. */
const ANNOUNCED = new Set(["dora", "reach_accepted"]);

/** The points of a table of three, sticks included; no four equal starts in hundreds have as many. */
const POINTS_OF_THREE = 105_000;
const STICK = 1_000;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** How many play by the names of a game; nothing without names. Some hosts fill up three with an empty name. */
function playersNamed({ names }: MjaiEvent): number | undefined {
  const all = listOf(names);
  const isPadded = all.length === 4 && all.indexOf("") === 3;
  return isPadded ? 3 : all.length || undefined;
}

/** How many play by the hands and points of a round. Some hosts fill up three with a seat without tiles or points. */
function playersDealt({ tehais, scores, kyotaku }: MjaiEvent): number | undefined {
  const [hands, points] = [listOf(tehais), listOf(scores)];
  const fourth = hands[3];
  if (hands.length === 3 || (Array.isArray(fourth) && fourth.length === 0)) return 3;
  const total = points.reduce<number>((sum, one) => sum + Number(one), Number(kyotaku) * STICK);
  return points[3] === 0 && total === POINTS_OF_THREE ? 3 : points.length || undefined;
}

const said = (error: unknown): Sentence =>
  error instanceof NanikiruError
    ? (_, language) => formatError(error, language)
    : () => (error instanceof Error ? error.message : String(error));

export class Player {
  #table: Table;
  readonly #make: (players: number) => Promise<Table>;
  #players = PLAYERS;
  /** How many play by the names of the game. */
  #named: number | undefined;
  readonly #options: DecideOptions;
  readonly #note: (sentence: Sentence) => void;
  /** Whether the table's engine has failed: the next round begins with another table. */
  #failed = false;
  /** The event that the game began with, for another table. */
  #game: MjaiEvent | undefined;
  /** Whose hand it is, as soon as the table knows. */
  #seat: number | undefined;
  /** The reply to the events so far, while nothing but announcements has come since. */
  #last: MjaiEvent | undefined;
  /** Whether the table has missed an event, and follows again with the next round only. */
  #lost = false;
  #latest: MjaiEvent = NONE;

  private constructor(
    table: Table,
    make: (players: number) => Promise<Table>,
    options: DecideOptions,
    note: (sentence: Sentence) => void,
  ) {
    this.#table = table;
    this.#make = make;
    this.#options = options;
    this.#note = note;
    this.#seat = table.seat;
  }

  /**
   * `make` gives a table of so many players that has heard nothing; `note` gets a line for people about each thing that
   * went wrong.
   */
  static async at(
    make: (players: number) => Promise<Table>,
    options: DecideOptions,
    note: (sentence: Sentence) => void,
  ): Promise<Player> {
    return new Player(await make(PLAYERS), make, options, note);
  }

  dispose(): void {
    this.#table.dispose();
  }

  /** From here on the round is played without the table. */
  #lose(what: Sentence, error: unknown): void {
    this.#lost = true;
    // what is no error of the table leaves it in no state that is known
    this.#failed ||= !(error instanceof NanikiruError) || error.code.startsWith("engine.");
    this.#note((words, language) => words.mjai.lost(what(words, language), said(error)(words, language)));
  }

  /** A table in place of one whose engine has failed; it knows what the game began with. */
  async #renew(): Promise<void> {
    this.#table.dispose();
    this.#table = await this.#make(this.#players);
    if (this.#game) this.#table.apply(this.#game);
    this.#failed = false;
  }

  /** How many play once the event has come. Three who are named stay three where a fourth hand is hidden. */
  #playersAfter(event: MjaiEvent): number {
    if (event.type === "start_game") this.#named = playersNamed(event);
    const dealt = event.type === "start_kyoku" ? playersDealt(event) : undefined;
    const said = event.type === "start_game" || this.#named === 3 ? this.#named : dealt;
    return said ?? this.#players;
  }

  /** Whether something has happened in the game. */
  async #apply(event: MjaiEvent): Promise<boolean> {
    if (event.type === "start_kyoku" || event.type === "start_game") this.#lost = false;
    if (event.type === "none") return false;
    if (this.#lost) return true;
    try {
      const players = this.#playersAfter(event);
      if (players !== this.#players) {
        this.#players = players;
        this.#failed = true;
        if (event.type === "start_game") this.#game = undefined;
      }
      if (this.#failed) await this.#renew();
      this.#table.apply(event);
      if (!ANNOUNCED.has(event.type)) this.#last = undefined;
      if (event.type === "start_game") this.#game = event;
      this.#seat = this.#table.seat;
    } catch (error) {
      // what mjai does not have is a host's own business
      if (error instanceof NanikiruError && error.code === "event.unknown") {
        this.#note((_, language) => `${event.type}: ${formatError(error, language)}`);
        return false;
      }
      this.#lose(() => JSON.stringify(event), error);
    }
    return true;
  }

  /** Takes events in; whether something has happened in the game. */
  async follow(events: readonly MjaiEvent[]): Promise<boolean> {
    let moved = false;
    for (const event of events) {
      if (!(await this.#apply(event))) continue;
      this.#latest = event;
      moved = true;
    }
    return moved;
  }

  /** The reply to the last event. */
  async reply(): Promise<MjaiEvent> {
    if (!this.#lost) {
      try {
        this.#last ??= await this.#decide();
        return this.#last;
      } catch (error) {
        this.#lose(({ mjai }) => mjai.noReply, error);
      }
    }
    return this.#blind(this.#latest);
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
      this.#note((words, language) => words.mjai.noSearch(said(error)(words, language)));
      action = fallback(actions, this.#table.hand ?? "");
    }
    return this.#table.toMjai(action);
  }

  /** Without a table a drawn tile is thrown away, and nothing is called. */
  #blind({ type, actor, pai }: MjaiEvent): MjaiEvent {
    if (type !== "tsumo" || actor !== this.#seat || typeof pai !== "string" || pai === "?") return NONE;
    return { type: "dahai", actor, pai, tsumogiri: true };
  }
}
