// A small static server for the page: `npm start` and the tests use it. It can leave out the two
// headers that threads need, as many static hosts do.
import { open } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, resolve, sep } from "node:path";
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

/** The file that a path of the address means, open, so that a build that replaces it now does no harm; null when it is none of this folder. */
async function find(root, path) {
  const wanted = normalize(join(root, decodeURIComponent(path)));
  if (wanted !== root && !wanted.startsWith(root + sep)) return null;
  const name = path.endsWith("/") ? join(wanted, "index.html") : wanted;
  const file = await open(name);
  const info = await file.stat();
  if (info.isFile()) return { name, file, size: info.size };
  await file.close();
  return null;
}

/**
 * Serves a folder. `isolated`: whether to send COOP and COEP. `without`: paths to answer with 404.
 * Resolves to `{ url, server, close }` once it listens; port 0 takes a free one.
 */
export async function serve(folder, { port = 0, host = "127.0.0.1", isolated = true, without = [] } = {}) {
  const root = resolve(folder);
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const found = without.includes(pathname) ? null : await find(root, pathname).catch(() => null);
    if (!found) return response.writeHead(404, { "Content-Type": "text/plain" }).end("not found\n");
    response.writeHead(200, {
      "Content-Type": TYPES[extname(found.name)] ?? "application/octet-stream",
      "Content-Length": found.size,
      "Cache-Control": "no-cache",
      ...(isolated ? ISOLATION : {}),
      ...(pathname.endsWith("/embed.html") ? FRAMED : {}),
    });
    if (request.method === "HEAD") {
      response.end();
      return found.file.close();
    }
    // who leaves in the middle, or a disk that fails, ends this answer and no other
    return pipeline(found.file.createReadStream(), response, () => {});
  });
  await new Promise((done, failed) => server.once("error", failed).listen(port, host, done));
  const close = () =>
    new Promise((done) => {
      server.close(done);
      server.closeAllConnections();
    });
  return { url: `http://localhost:${server.address().port}/`, server, close };
}
