// The site: takes records, puts them into the queue, keeps what comes back, and shows how far it is.
import { Queue, QueueEvents } from "bullmq";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { QUEUE, connection } from "./queue.mjs";
import { Store } from "./store.mjs";

const PAGE = readFileSync(new URL("page.html", import.meta.url));
const LARGEST = 4 << 20;

const store = new Store(process.env.DATABASE ?? "reviews.db");
const queue = new Queue(QUEUE, { connection: connection() });
const events = new QueueEvents(QUEUE, { connection: connection() });
await events.waitUntilReady();

const progress = new Map();
const watching = new Set();
let told;

const state = () => ({ games: store.all().map((game) => ({ ...game, progress: progress.get(game.id) })) });

/** Tells every page that is open, at most five times a second. */
function changed() {
  told ??= setTimeout(() => {
    told = undefined;
    const text = `data: ${JSON.stringify(state())}\n\n`;
    for (const response of watching) response.write(text);
  }, 200);
}

/** A job with the game's own id: one that is there already is not added again. */
async function enqueue(id) {
  const record = store.record(id).toString("base64");
  await queue.add("review", { record }, { jobId: id });
}

/** Jobs whose end is being written down: an event may say what was found in the queue already. */
const ending = new Set();

/** Keeps how a job has ended, and only then takes it out of the queue. */
async function ended(id) {
  if (ending.has(id)) return;
  ending.add(id);
  try {
    const job = await queue.getJob(id);
    if (!job) return;
    if (await job.isCompleted()) store.complete(id, job.returnvalue);
    else store.fail(id, job.failedReason);
    progress.delete(id);
    await job.remove();
  } finally {
    ending.delete(id);
  }
  changed();
}

const note = (error) => console.error(error);
events.on("completed", ({ jobId }) => void ended(jobId).catch(note));
events.on("failed", ({ jobId }) => void ended(jobId).catch(note));
events.on("progress", ({ jobId, data }) => {
  progress.set(jobId, data);
  changed();
});

// what ended while no server was there, and games that the queue does not have
for (const { id } of await queue.getJobs(["completed", "failed"])) await ended(id);
for (const id of store.open()) await enqueue(id);

async function body(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > LARGEST) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function answer(request, response) {
  const json = (status, value) => response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(value));
  const { pathname } = new URL(request.url, "http://localhost");
  if (request.method === "POST" && pathname === "/games") {
    const record = await body(request);
    if (record === undefined) return json(413, { error: "a record has at most 4 MiB" });
    const id = createHash("sha256").update(record).digest("hex").slice(0, 32);
    if (store.add(id, record)) await enqueue(id);
    changed();
    return json(202, { id });
  }
  if (pathname === "/games") return json(200, state());
  if (pathname === "/events") {
    response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    response.write(`data: ${JSON.stringify(state())}\n\n`);
    watching.add(response);
    return request.on("close", () => watching.delete(response));
  }
  if (pathname === "/") return response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(PAGE);
  return json(404, { error: "not found" });
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error);
    if (!response.headersSent) response.writeHead(500);
    response.end();
  });
});
server.listen(Number(process.env.PORT ?? 3000), process.env.HOST ?? "127.0.0.1", () => console.log(`http://localhost:${server.address().port}/`));

async function end() {
  clearTimeout(told);
  server.close();
  server.closeAllConnections();
  await events.close();
  await queue.close();
  store.close();
}
process.once("SIGTERM", end);
process.once("SIGINT", end);
