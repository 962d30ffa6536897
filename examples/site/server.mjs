// The site: takes records, puts them into the queue, stores what comes back, and shows how far it is.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { Readers } from "./readers.mjs";
import { Reviews } from "./reviews.mjs";
import { Senders } from "./senders.mjs";
import { Store } from "./store.mjs";

const setting = (name, usual) => Number(process.env[name] ?? usual);

const PAGE = readFileSync(new URL("page.html", import.meta.url));
/** Bytes of a record. */
const LARGEST = 4 << 20;
/** Games that may wait; there is no point in taking more than are ever reviewed. */
const MOST_WAITING = setting("MOST_WAITING", 10_000);
/** In which time a body has to arrive. */
const BODY_MS = 60_000;
const FULL_S = 60;

const store = new Store(process.env.DATABASE ?? "reviews.db");
const reviews = new Reviews(store, (id) => readers.change(id));
const games = (ids) => store.games(ids).map((game) => ({ ...game, progress: reviews.progress(game.id) }));
const readers = new Readers(games, { most: setting("MOST_READERS", 500), patienceMs: setting("PATIENCE_MS", 30_000) });
const senders = new Senders({ records: setting("RECORDS_A_MINUTE", 300), bytes: setting("BYTES_A_MINUTE", 256 << 20) });
await reviews.start(setting("AGREE_MS", 60_000));

/** What is answered instead of what was asked for. */
class Refusal extends Error {
  constructor(status, message, headers = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

const tooLarge = () => new Refusal(413, "a record has at most 4 MiB");

/**
 * Takes from what a sender may post. Behind a proxy the address is the proxy's: then the sender is in a header of its
 * own.
 */
function allow({ socket }, amount) {
  const seconds = senders.take(socket.remoteAddress, amount);
  if (seconds > 0) throw new Refusal(429, `too much from this sender: wait ${seconds} s`, { "Retry-After": seconds });
}

/** The body of a request; what is refused is not read to its end. */
function body(request) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    let size = 0;
    const refuse = (error) => {
      request.removeAllListeners("data").pause();
      reject(error);
    };
    if (Number(request.headers["content-length"] ?? 0) > LARGEST) return refuse(tooLarge());
    request.on("error", reject).on("close", () => reject(new Refusal(400, "the body is cut")));
    request.on("end", () => resolve(Buffer.concat(chunks)));
    request.on("data", (chunk) => {
      try {
        size += chunk.length;
        if (size > LARGEST) throw tooLarge();
        allow(request, { bytes: chunk.length });
        chunks.push(chunk);
      } catch (error) {
        refuse(error);
      }
    });
  });
}

async function post(request) {
  allow(request, { records: 1 });
  if (store.waiting() >= MOST_WAITING) throw new Refusal(503, "too many games wait", { "Retry-After": FULL_S });
  const record = await body(request);
  const id = createHash("sha256").update(record).digest("hex").slice(0, 32);
  store.add(id, record);
  // known games, too: the queue may have lost them
  if (store.isOpen(id)) void reviews.put(id).catch((error) => console.error(error));
  readers.change(id);
  return { status: 202, value: { id } };
}

/** What a request is answered with; none where the answer has begun. */
async function answer(request, response) {
  const [path] = request.url.split("?");
  const [, id] = /^\/games\/([0-9a-f]{32})$/.exec(path) ?? [];
  if (request.method === "POST" && path === "/games") return post(request);
  if (request.method !== "GET") throw new Refusal(405, "GET, or POST /games");
  if (path === "/") return { status: 200, type: "text/html; charset=utf-8", text: PAGE };
  if (path === "/games") return { status: 200, value: { games: games() } };
  if (id) {
    const text = store.result(id);
    if (text) return { status: 200, text };
  }
  if (path !== "/events") throw new Refusal(404, "not found");
  if (readers.add(response)) return undefined;
  throw new Refusal(503, "too many readers", { "Retry-After": FULL_S });
}

const server = createServer(async (request, response) => {
  const end = ({ status, type = "application/json", text, value, headers = {} }) =>
    response.writeHead(status, { "Content-Type": type, ...headers }).end(text ?? JSON.stringify(value));
  try {
    const found = await answer(request, response);
    if (found) end(found);
  } catch (error) {
    const known = error instanceof Refusal;
    if (!known) console.error(error);
    const { status, headers } = known ? error : { status: 503, headers: { "Retry-After": FULL_S } };
    // the rest of a body that was refused is never read
    if (!response.headersSent)
      end({
        status,
        value: { error: known ? error.message : "the server has a fault: try again" },
        headers: { ...headers, Connection: "close" },
      });
  }
});
server.requestTimeout = BODY_MS;
server.listen(setting("PORT", 3000), process.env.HOST ?? "127.0.0.1", () =>
  console.log(`http://localhost:${server.address().port}/`),
);

async function end() {
  readers.close();
  server.close();
  server.closeAllConnections();
  await reviews.close();
  store.close();
}
process.once("SIGTERM", end);
process.once("SIGINT", end);
