// Games and their reviews in SQLite. One process, the server, opens the file.
import sqlite from "node-sqlite3-wasm";

export class Store {
  #db;

  constructor(file) {
    this.#db = new sqlite.Database(file);
    this.#db.exec(`create table if not exists games (
      id text primary key, record blob not null, added integer not null,
      result text, error text, endings integer not null default 0)`);
  }

  /** Whether the game is new. */
  add(id, record) {
    return this.#db.run("insert or ignore into games (id, record, added) values (?, ?, ?)", [id, record, Date.now()]).changes === 1;
  }

  /** The result of a job that has ended; `endings` counts how often that was said. */
  complete(id, result) {
    this.#db.run("update games set result = ?, error = null, endings = endings + 1 where id = ?", [JSON.stringify(result), id]);
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

  all() {
    const rows = this.#db.all("select id, result, error, endings from games order by added, id");
    return rows.map(({ id, result, error, endings }) => ({ id, result: result === null ? undefined : JSON.parse(result), error: error ?? undefined, endings }));
  }

  close() {
    this.#db.close();
  }
}
