// A small static server for the page: `npm start` and the tests use it. It can leave out the two
// headers that threads need, as many static hosts do.
import { open } from "node:fs/promises";
import { createServer } from "node:http";
import { basename, extname, join, normalize, resolve, sep } from "node:path";
import { pipeline } from "node:stream";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
};
const ISOLATION = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
/** Pages that are isolated themselves may frame it. */
const FRAMED = { "Cross-Origin-Resource-Policy": "cross-origin" };

const METHODS = ["GET", "HEAD"];

/**
 * The path of a request's target, decoded; null where it has none. A target is mostly a path, and the whole address
 * for a proxy.
 */
function pathOf(target) {
  const [path] = (URL.canParse(target) ? new URL(target).pathname : target).split(/[?#]/u);
  // an empty name in the middle would be another address of the same file
  if (!path.startsWith("/") || path.includes("//")) return null;
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** The file of a path, open, so that a build that replaces it now does no harm; null when it is none of this folder. */
async function find(root, path) {
  const wanted = normalize(join(root, path));
  if (wanted !== root && !wanted.startsWith(root + sep)) return null;
  const name = path.endsWith("/") ? join(wanted, "index.html") : wanted;
  const file = await open(name);
  const info = await file.stat();
  if (info.isFile()) return { name, file, size: info.size };
  await file.close();
  return null;
}

const refuse = (response, status, text, headers = {}) =>
  response.writeHead(status, { "Content-Type": "text/plain", ...headers }).end(`${text}\n`);

/**
 * Serves a folder. `isolated`: whether to send COOP and COEP. `without`: paths to answer with 404.
 * Resolves to `{ url, server, close }` once it listens; port 0 takes a free one.
 */
export async function serve(folder, { port = 0, host = "127.0.0.1", isolated = true, without = [] } = {}) {
  const root = resolve(folder);
  const server = createServer(async (request, response) => {
    if (!METHODS.includes(request.method))
      return refuse(response, 405, "only GET and HEAD", { Allow: METHODS.join(", ") });
    const path = pathOf(request.url);
    const found = path === null || without.includes(path) ? null : await find(root, path).catch(() => null);
    if (!found) return refuse(response, 404, "not found");
    response.writeHead(200, {
      "Content-Type": TYPES[extname(found.name)] ?? "application/octet-stream",
      "Content-Length": found.size,
      "Cache-Control": "no-cache",
      ...(isolated ? ISOLATION : {}),
      ...(basename(found.name) === "embed.html" ? FRAMED : {}),
    });
    if (request.method === "HEAD") {
      response.end();
      return found.file.close();
    }
    // who leaves in the middle, or a disk that fails, ends this answer and no other
    return pipeline(found.file.createReadStream(), response, () => {});
  });
  // Node hands this method over as a bare connection
  server.on("connect", (_, socket) => {
    socket.on("error", () => {});
    socket.end(
      `HTTP/1.1 405 Method Not Allowed\r\nAllow: ${METHODS.join(", ")}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    );
  });
  await new Promise((done, failed) => server.once("error", failed).listen(port, host, done));
  const close = () =>
    new Promise((done) => {
      server.close(done);
      server.closeAllConnections();
    });
  return { url: `http://localhost:${server.address().port}/`, server, close };
}
