// The service worker: caches the page's files, so that it opens without a network, and adds the headers that the
// engine needs where the host sets none. tools/build_site.py puts the list of files before it.

/**
 * @typedef {{ waitUntil(done: Promise<unknown>): void }} Lasting
 * @typedef {Lasting & { request: Request, respondWith(answer: Promise<Response>): void }} Fetching
 */

/** @type {{ version: string, first: string[], index: string, server?: boolean }} */
const list = /** @type {any} */ (globalThis).outflankFiles;
const worker = /** @type {any} */ (globalThis);
const NAME = "outflank-page-";
const CURRENT = NAME + list.version;
const PYTHON = "outflank-python"; // filled by the worker with Python; addresses contain a hash
const scope = new URL("./", location.href);
const address = (/** @type {string} */ file) => new URL(file, scope).href;
const isHashed = (/** @type {string} */ path) => /(assets|engine|python)\//.test(path);

/** Cache the files of this version; unchanged ones are taken from earlier caches. */
async function install() {
  const cache = await caches.open(CURRENT);
  await Promise.all(
    list.first.map(async (file) => {
      const kept = isHashed(file) ? await caches.match(address(file)) : null;
      const found = kept ?? (await fetch(address(file), { cache: isHashed(file) ? "default" : "reload" }));
      if (!found.ok) throw new Error(`${file}: HTTP ${found.status}`);
      await cache.put(address(file), found);
    }),
  );
}

/** Delete the caches of earlier versions; pages of them have been closed or reloaded. */
async function activate() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(NAME) && name !== CURRENT).map((name) => caches.delete(name)),
  );
  const python = await caches.open(PYTHON);
  const wanted = new Set(list.first.map(address));
  for (const { url } of await python.keys()) if (!wanted.has(url)) await python.delete(url);
  await worker.clients.claim();
}

/**
 * From the cache, or else from the network; files with a hash in their address are kept.
 * @param {Request} request
 */
async function answer(request) {
  const url = new URL(request.url);
  const page = request.mode === "navigate" && !isHashed(url.pathname) && !url.pathname.includes("/docs/");
  const named = page && url.pathname === scope.pathname ? address(list.index) : url.origin + url.pathname;
  const ask = request.cache === "reload" || (page && list.server); // a server's page may be newer
  const kept = ask ? null : await caches.match(named);
  if (kept) return withHeaders(kept);
  try {
    const found = await fetch(request);
    if (found.ok && isHashed(url.pathname)) await (await caches.open(CURRENT)).put(named, found.clone());
    return withHeaders(found);
  } catch (problem) {
    const index = page ? await caches.match(address(list.index)) : null;
    if (index) return withHeaders(index);
    throw problem;
  }
}

/**
 * With the headers that give the page shared memory, by which a search can be stopped.
 * @param {Response} response
 */
function withHeaders(response) {
  if (!response.status || response.type === "opaque") return response;
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  const { status, statusText } = response;
  return new Response([204, 304].includes(status) ? null : response.body, { status, statusText, headers });
}

worker.addEventListener("install", (/** @type {Lasting} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {Lasting} */ event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (/** @type {Fetching} */ event) => {
  const { request } = event;
  const ours = request.url.startsWith(scope.href) && request.method === "GET";
  if (ours && !new URL(request.url).pathname.startsWith(`${scope.pathname}api/`)) event.respondWith(answer(request));
});
// The page asks for this when the player accepts the update.
worker.addEventListener("message", (/** @type {MessageEvent} */ event) => {
  if (event.data === "update") worker.skipWaiting();
});
