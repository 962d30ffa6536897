// What the database and the queue know of the same games, and how they come to agree again when one of them has lost
// something.
import { Queue, QueueEvents } from "bullmq";
import { Redis } from "ioredis";
import { QUEUE, connection } from "./queue.mjs";

const note = (error) => console.error(error);

export class Reviews {
  #store;
  #redis = new Redis(connection());
  #queue = new Queue(QUEUE, { connection: this.#redis });
  #events = new QueueEvents(QUEUE, { connection: connection() });
  #changed;
  #progress = new Map();
  /** Jobs whose end is being written down: an event may report what was found in the queue already. */
  #ending = new Set();
  #agreeing;
  #timer;

  /** `changed` is called with the id of a game whenever something of it is new. */
  constructor(store, changed) {
    this.#store = store;
    this.#changed = changed;
  }

  /**
   * Resolves once everything that the queue has lost meanwhile is in it again; from then on that is looked at every
   * `everyMs`.
   */
  async start(everyMs) {
    for (const one of [this.#redis, this.#queue, this.#events]) one.on("error", note);
    for (const name of ["completed", "failed"])
      this.#events.on(name, ({ jobId }) => void this.#ended(jobId).catch(note));
    this.#events.on("progress", ({ jobId, data }) => {
      this.#progress.set(jobId, data);
      this.#changed(jobId);
    });
    await this.#events.waitUntilReady();
    await this.agree();
    const again = () => void this.agree().catch(note);
    // a Redis that comes back may have lost all
    this.#redis.on("ready", again);
    this.#timer = setInterval(again, everyMs);
  }

  progress(id) {
    return this.#progress.get(id);
  }

  /** Puts an open game into the queue, unless it is there. Without Redis that is done when it is back. */
  async put(id) {
    if (this.#redis.status !== "ready") return;
    if ((await this.#queue.getJobState(id)) !== "unknown") return;
    // its job may have ended, and left the queue, since it was asked for
    if (!this.#store.isOpen(id)) return;
    this.#progress.delete(id);
    await this.#queue.add("review", { record: this.#store.record(id).toString("base64") }, { jobId: id });
  }

  /**
   * Writes down what has ended, also what could not be written before, and puts back every open game that the queue
   * does not have.
   */
  agree() {
    return (this.#agreeing ??= this.#agree().finally(() => (this.#agreeing = undefined)));
  }

  async #agree() {
    // one that cannot be written now must not keep the others
    for (const { id } of await this.#queue.getJobs(["completed", "failed"])) await this.#ended(id).catch(note);
    for (const id of this.#store.open()) await this.put(id);
  }

  /** Stores how a job has ended, and only then takes it out of the queue. */
  async #ended(id) {
    if (this.#ending.has(id)) return;
    this.#ending.add(id);
    try {
      const job = await this.#queue.getJob(id);
      if (!job) return;
      if (await job.isCompleted()) this.#store.complete(id, job.returnvalue);
      else if (await job.isFailed()) this.#store.fail(id, job.failedReason);
      else return;
      this.#progress.delete(id);
      this.#changed(id);
      await job.remove();
    } finally {
      this.#ending.delete(id);
    }
  }

  async close() {
    clearInterval(this.#timer);
    await this.#events.close();
    await this.#queue.close();
    this.#redis.disconnect();
  }
}
