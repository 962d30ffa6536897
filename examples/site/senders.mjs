// How much one sender may post: buckets that fill up again with time.

const MINUTE_MS = 60_000;
/** Senders that are remembered; who is forgotten has full buckets again. */
const MOST = 10_000;

export class Senders {
  #records;
  #bytes;
  #now;
  #known = new Map();

  /** What a sender may post in a minute. */
  constructor({ records, bytes }, now = () => performance.now()) {
    this.#records = records;
    this.#bytes = bytes;
    this.#now = now;
  }

  /**
   * Takes a record, or bytes of one, from what a sender has left; gives the seconds to wait where that is not enough,
   * else 0.
   */
  take(sender, { records = 0, bytes = 0 }) {
    const left = this.#left(sender);
    const lacks = Math.max((records - left.records) / this.#records, (bytes - left.bytes) / this.#bytes);
    if (lacks > 0) return Math.max(1, Math.ceil((lacks * MINUTE_MS) / 1000));
    left.records -= records;
    left.bytes -= bytes;
    return 0;
  }

  #left(sender) {
    const now = this.#now();
    const before = this.#known.get(sender) ?? { records: this.#records, bytes: this.#bytes, at: now };
    const share = (now - before.at) / MINUTE_MS;
    const left = {
      records: Math.min(this.#records, before.records + share * this.#records),
      bytes: Math.min(this.#bytes, before.bytes + share * this.#bytes),
      at: now,
    };
    // the one that came longest ago stands first
    this.#known.delete(sender);
    this.#known.set(sender, left);
    if (this.#known.size > MOST) this.#known.delete(this.#known.keys().next().value);
    return left;
  }
}
