/// <reference lib="webworker" />
/**
 * Keeps the whole site for offline use and gives every answer the two headers that threads need
 * (cross-origin isolation), for hosts that cannot set headers.
 */

declare const self: ServiceWorkerGlobalScope;
/** Put in by the build: a hash over all files of the site, and the SHA-256 of each of them in base64. */
declare const __VERSION__: string;
declare const __FILES__: Readonly<Record<string, string>>;

/** Another site of this host's may be the same page. */
const PLACE = ` ${new URL("./", self.location.href).pathname}`;
const CACHE = `nanikiru-${__VERSION__}${PLACE}`;
const NETWORK_MS = 3000;
/** The page itself, as the list names it. */
const PAGE = "./";

const digests = new Map(Object.entries(__FILES__).map(([file, digest]) => [addressOf(file), digest]));

function addressOf(file: string): string {
  return new URL(file, self.location.href).href;
}

/** What a request asks for, without what is said after `?` and `#`. */
function asked(request: Request): string {
  const url = new URL(request.url);
  return url.origin + url.pathname;
}

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

/** Asks the host for a file; rejects where it is another one than the list means. */
const listed = (address: string, digest: string): Request =>
  new Request(address, { cache: "no-cache", integrity: `sha256-${digest}` });

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([...digests].map(([address, digest]) => listed(address, digest)));
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  const others = (await caches.keys()).filter(
    (name) => name.startsWith("nanikiru-") && name.endsWith(PLACE) && name !== CACHE,
  );
  await Promise.all(others.map((name) => caches.delete(name)));
  // Not awaited: Firefox settles it only when every worker of the page has taken the message, and a thread that sleeps
  // in `Atomics.wait` never does; `activate` would not end, and the browser holds every request back until it has.
  void self.clients.claim();
}

/** Whether these bytes have the digest. */
async function matches(bytes: ArrayBuffer, digest: string): Promise<boolean> {
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return btoa(String.fromCharCode(...found)) === digest;
}

/**
 * A file of this version out of the cache. Any script of this origin can put something else there: that is not
 * served, and the host's own file takes its place for the next time.
 */
async function stored(address: string): Promise<Response | undefined> {
  const digest = digests.get(address);
  if (digest === undefined) return undefined;
  const cache = await caches.open(CACHE);
  const cached = await cache.match(address);
  const bytes = await cached?.arrayBuffer();
  if (bytes && (await matches(bytes, digest))) {
    const type = cached?.headers.get("Content-Type");
    return new Response(bytes, { headers: type ? { "Content-Type": type } : {} });
  }
  void cache.add(listed(address, digest)).catch(() => {});
  return undefined;
}

/** The page comes from the network while there is one, so that an update shows at once. */
async function page(request: Request): Promise<Response> {
  const cached = await stored(addressOf(PAGE));
  try {
    const fresh = await fetch(request, cached ? { signal: AbortSignal.timeout(NETWORK_MS) } : {});
    return isolated(fresh.ok || !cached ? fresh : cached);
  } catch (error) {
    if (!cached) throw error;
    return isolated(cached);
  }
}

async function file(request: Request): Promise<Response> {
  return isolated((await stored(asked(request))) ?? (await fetch(request)));
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const ours = new URL(request.url).origin === self.location.origin;
  if (request.method !== "GET" || !ours || request.headers.has("range")) return;
  if (request.mode !== "navigate") return event.respondWith(file(request));
  // what stands in other pages is none of ours to keep, and no other address is the page
  const address = asked(request);
  if ([PAGE, "index.html"].some((name) => address === addressOf(name))) event.respondWith(page(request));
});

export {};
