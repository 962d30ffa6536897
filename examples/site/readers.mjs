// Pages that are open: each has all games once, and from then on what changes.

/** Changes of this time go together. */
const PAUSE_MS = 200;
/** A reader that takes nothing for so long is gone. */
const PATIENCE_MS = 30_000;

export class Readers {
  #gamesOf;
  #most;
  #patienceMs;
  /**
   * The readers, each with the games that it has not heard of yet because it is still taking what it was sent before.
   */
  #open = new Map();
  #changed = new Set();
  #timer;

  /** `gamesOf` gives games by their ids, and all games without. */
  constructor(gamesOf, { most = 500, patienceMs = PATIENCE_MS } = {}) {
    this.#gamesOf = gamesOf;
    this.#most = most;
    this.#patienceMs = patienceMs;
  }

  get size() {
    return this.#open.size;
  }

  /** Whether there is room for one more reader, who then has all games. */
  add(response) {
    if (this.#open.size >= this.#most) return false;
    response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    const reader = { response, missed: undefined };
    this.#open.set(response, reader);
    response.on("close", () => {
      clearTimeout(reader.patience);
      this.#open.delete(response);
    });
    this.#send(reader, message({ all: true, games: this.#gamesOf() }));
    return true;
  }

  /** Sends what is new of a game to every reader, at most five times a second. */
  change(id) {
    this.#changed.add(id);
    this.#timer ??= setTimeout(() => this.#flush(), PAUSE_MS);
  }

  #flush() {
    this.#timer = undefined;
    const ids = [...this.#changed];
    this.#changed.clear();
    const text = this.#open.size > 0 ? message({ games: this.#gamesOf(ids) }) : "";
    for (const reader of this.#open.values()) {
      if (reader.missed) for (const id of ids) reader.missed.add(id);
      else this.#send(reader, text);
    }
  }

  /**
   * A reader that does not take what it is sent is sent nothing more until it has: only the ids of games wait for it.
   */
  #send(reader, text) {
    const { response } = reader;
    if (response.write(text)) return;
    reader.missed = new Set();
    reader.patience = setTimeout(() => response.destroy(), this.#patienceMs);
    response.once("drain", () => {
      clearTimeout(reader.patience);
      const ids = [...reader.missed];
      reader.missed = undefined;
      if (ids.length > 0) this.#send(reader, message({ games: this.#gamesOf(ids) }));
    });
  }

  close() {
    clearTimeout(this.#timer);
    for (const response of this.#open.keys()) response.destroy();
  }
}

const message = (value) => `data: ${JSON.stringify(value)}\n\n`;
