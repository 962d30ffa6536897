/// <reference lib="webworker" />
/**
 * Keeps the whole site for offline use and gives every answer the two headers that threads need
 * (cross-origin isolation), for hosts that cannot set headers.
 */

declare const self: ServiceWorkerGlobalScope;
/** Put in by the build: a hash over all files of the site, and their names. */
declare const __VERSION__: string;
declare const __FILES__: readonly string[];

const CACHE = `nanikiru-${__VERSION__}`;
/** A tab opened before an update may still ask for files of the version before. */
const KEPT = 2;
const NETWORK_MS = 3000;

function isolated(response: Response): Response {
  if (response.type === "opaque" || response.type === "opaqueredirect" || response.status === 0) return response;
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  const { status, statusText } = response;
  const bodiless = status === 204 || status === 205 || status === 304;
  return new Response(bodiless ? null : response.body, { status, statusText, headers });
}

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(__FILES__.map((file) => new Request(file, { cache: "no-cache" })));
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  const ours = (await caches.keys()).filter((name) => name.startsWith("nanikiru-"));
  const old = ours.filter((name) => name !== CACHE).slice(0, -(KEPT - 1));
  await Promise.all(old.map((name) => caches.delete(name)));
  // Not awaited: Firefox settles it only when every worker of the page has taken the message, and a thread that sleeps
  // in `Atomics.wait` never does; `activate` would not end, and the browser holds every request back until it has.
  void self.clients.claim();
}

/** The page itself comes from the network while there is one, so that an update shows at once. */
async function page(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const cached = await cache.match("./");
  try {
    const fresh = await fetch(request, cached ? { signal: AbortSignal.timeout(NETWORK_MS) } : {});
    return isolated(fresh.ok || !cached ? fresh : cached);
  } catch (error) {
    if (!cached) throw error;
    return isolated(cached);
  }
}

async function file(request: Request): Promise<Response> {
  const cached = (await (await caches.open(CACHE)).match(request)) ?? (await caches.match(request));
  return isolated(cached ?? (await fetch(request)));
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const ours = new URL(request.url).origin === self.location.origin;
  if (request.method !== "GET" || !ours || request.headers.has("range")) return;
  // what stands in other pages is none of ours to keep
  if (request.mode === "navigate" && /\/(embed|frame)\.html$/u.test(new URL(request.url).pathname)) return;
  event.respondWith(request.mode === "navigate" ? page(request) : file(request));
});

export {};
