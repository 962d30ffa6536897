// npm start: a redis-server of its own, the site, and a worker a core. Ctrl+C ends all of them.
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

const file = (name) => fileURLToPath(new URL(name, import.meta.url));

async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/**
 * A redis-server on loopback that stores its queue in `folder`, on a free port unless one is given; gives its
 * address, port and process.
 */
export async function startRedis(folder, given) {
  mkdirSync(folder, { recursive: true });
  const port = given ?? (await freePort());
  const child = spawn(
    "redis-server",
    ["--port", `${port}`, "--bind", "127.0.0.1", "--dir", folder, "--appendonly", "yes", "--save", ""],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  await new Promise((done, failed) => {
    child.once("error", () => failed(new Error("redis-server is missing: apt-get install redis-server")));
    child.once("exit", (code) => failed(new Error(`redis-server ended with ${code}`)));
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
      if (text.includes("Ready to accept connections")) done();
    });
  });
  return { url: `redis://127.0.0.1:${port}`, port, child };
}

export const startWorker = (env) =>
  spawn(process.execPath, [file("worker.mjs")], { env: { ...process.env, ...env }, stdio: "inherit" });

/** The server; resolves to its address once it listens. */
export async function startServer(env) {
  const child = spawn(process.execPath, [file("server.mjs")], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise((done, failed) => {
    child.once("exit", (code) => failed(new Error(`the server ended with ${code}`)));
    child.stdout.once("data", (line) => done(String(line).trim()));
  });
  return { url, child };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const redis = await startRedis(file("redis"));
  const env = { REDIS_URL: redis.url };
  const { url, child } = await startServer(env);
  const workers = Array.from({ length: availableParallelism() }, () => startWorker(env));
  console.log(url);
  process.once("SIGINT", async () => {
    // workers finish the game under way, so Redis goes last
    const ended = [child, ...workers].map((one) => new Promise((done) => one.once("exit", done)));
    for (const one of [child, ...workers]) one.kill();
    await Promise.all(ended);
    redis.child.kill();
  });
}
