// Games and their reviews in SQLite. One process, the server, opens the file.
import sqlite from "node-sqlite3-wasm";

/** A review without its list of mistakes: what the page shows of every game. */
const summaryOf = ({ mistakes, ...rest }) => ({ ...rest, mistakes: mistakes.length });

export class Store {
  #db;

  constructor(file) {
    this.#db = new sqlite.Database(file);
    this.#db.exec(`create table if not exists games (
      id text primary key, record blob not null, added integer not null,
      summary text, result text, error text, endings integer not null default 0)`);
  }

  /** Whether the game is new. */
  add(id, record) {
    return (
      this.#db.run("insert or ignore into games (id, record, added) values (?, ?, ?)", [id, record, Date.now()])
        .changes === 1
    );
  }

  /** The result of a job that has ended; `endings` counts how often that was said. */
  complete(id, result) {
    const values = [JSON.stringify(summaryOf(result)), JSON.stringify(result), id];
    this.#db.run("update games set summary = ?, result = ?, error = null, endings = endings + 1 where id = ?", values);
  }

  fail(id, error) {
    this.#db.run("update games set error = ?, endings = endings + 1 where id = ? and result is null", [error, id]);
  }

  record(id) {
    const record = this.#db.get("select record from games where id = ?", [id])?.record;
    return record === undefined ? undefined : Buffer.from(record);
  }

  /** Ids of games that have neither a result nor an error. */
  open() {
    return this.#db.all("select id from games where result is null and error is null").map(({ id }) => id);
  }

  isOpen(id) {
    return this.#db.get("select 1 as open from games where id = ? and result is null and error is null", [id]) !== null;
  }

  /** How many games are open. */
  waiting() {
    return this.#db.get("select count(*) as waiting from games where result is null and error is null").waiting;
  }

  /** The summaries of these games, or of all. */
  games(ids) {
    const columns = "select id, summary, error, endings from games";
    const rows = ids
      ? ids.flatMap((id) => this.#db.get(`${columns} where id = ?`, [id]) ?? [])
      : this.#db.all(`${columns} order by added, id`);
    return rows.map(({ id, summary, error, endings }) => ({
      id,
      result: summary === null ? undefined : JSON.parse(summary),
      error: error ?? undefined,
      endings,
    }));
  }

  /** A whole review, as text; none before it is there. */
  result(id) {
    return this.#db.get("select result from games where id = ?", [id])?.result ?? undefined;
  }

  close() {
    this.#db.close();
  }
}
