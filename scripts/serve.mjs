// A small static server for the page: `npm start` and the tests use it. It can leave out the two
// headers that threads need, as many static hosts do.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, resolve, sep } from "node:path";

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

/** The file that a path of the address means, or null when it is none of this folder. */
async function find(root, path) {
  const wanted = normalize(join(root, decodeURIComponent(path)));
  if (wanted !== root && !wanted.startsWith(root + sep)) return null;
  const file = path.endsWith("/") ? join(wanted, "index.html") : wanted;
  const info = await stat(file).catch(() => null);
  return info?.isFile() ? { file, size: info.size } : null;
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
      "Content-Type": TYPES[extname(found.file)] ?? "application/octet-stream",
      "Content-Length": found.size,
      "Cache-Control": "no-cache",
      ...(isolated ? ISOLATION : {}),
      ...(pathname.endsWith("/embed.html") ? FRAMED : {}),
    });
    if (request.method === "HEAD") return response.end();
    return createReadStream(found.file).pipe(response);
  });
  await new Promise((done, failed) => server.once("error", failed).listen(port, host, done));
  const close = () =>
    new Promise((done) => {
      server.close(done);
      server.closeAllConnections();
    });
  return { url: `http://localhost:${server.address().port}/`, server, close };
}
