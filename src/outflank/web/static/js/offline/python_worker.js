// The worker with Python: the server's application, called with messages instead of over a network.
//
// It handles one request at a time. A response is sent when the database is stored in the browser; where the browser
// refuses that, the page is told once, and the games last as long as this worker.

import { Damaged, Thinking } from "../thinking/module.js";
import { Disowned, StoredFile } from "./pages.js";

/** @import { EngineView } from "../game/shapes.js" */

/**
 * @typedef {object} Start
 * @property {string} python   the folder of Pyodide and of our code
 * @property {string[]} packed  files of it that are compressed once more
 * @property {Record<string, number>} sizes  bytes of its files
 * @property {EngineView} engine
 * @property {Record<string, string>} extras  the addresses of files for some visitors
 * @property {string} catalogue  its name in extras; empty for English
 * @property {boolean} anew    a cached file is damaged
 * @property {boolean} light   use the light weights
 *
 * @typedef {object} Asked
 * @property {string} method
 * @property {string} path
 * @property {Record<string, string>} headers
 * @property {string} body
 *
 * @typedef {{ start: Start } | (Asked & { id: number })} Message
 */

const CODE = "/lib/outflank";
const FOLDER = "/data";
const DATABASE = `${FOLDER}/games.sqlite3`;
const COUNTER = [24, 28]; // bytes of SQLite's header: they change with each commit
const MEGABYTES = 16; // of the engine's transposition table

const page = /** @type {{ postMessage(message: object, transfer?: Transferable[]): void, onmessage: unknown }} */ (
  /** @type {unknown} */ (globalThis)
);
/** @type {any} */
let pyodide;
/** @type {(method: string, path: string, headers: string, body: string) => any} */
let respond;
/** @type {StoredFile | null} */
let stored = null;
/** @type {Start} */
let start;
let commits = "";

// --- Files -----------------------------------------------------------------------------------------------------------

const fetchPlainly = globalThis.fetch.bind(globalThis);
let arrived = 0; // bytes
const KEPT = "outflank-python"; // the cache; addresses contain a hash

/**
 * A file of the folder, from the browser's cache if it is there.
 * @param {string} name
 */
async function fetched(name) {
  const packed = start.packed.includes(name);
  const address = start.python + name + (packed ? ".packed" : "");
  const cache = await globalThis.caches?.open(KEPT).catch(() => null);
  const kept = await cache?.match(address);
  const response = kept ?? (await fetchPlainly(address, { cache: start.anew ? "reload" : "default" }));
  if (!response.ok || !response.body) throw new Error(`${name}: HTTP ${response.status}`);
  if (!kept) await cache?.put(address, response.clone()).catch(() => {}); // full or refused
  const counted = response.body.pipeThrough(
    new TransformStream({
      transform(part, on) {
        arrived += part.length;
        report();
        on.enqueue(part);
      },
    }),
  );
  return packed ? counted.pipeThrough(new DecompressionStream("gzip")) : counted;
}

const KINDS = { wasm: "application/wasm", json: "application/json", mjs: "text/javascript" };

/** Pyodide fetches its files with this. @type {typeof fetch} */
const fetchForPython = async (address, options) => {
  const name = String(address).split("/").at(-1) ?? "";
  if (!(name in start.sizes)) return fetchPlainly(address, options);
  const kind = KINDS[/** @type {keyof typeof KINDS} */ (name.split(".").at(-1))] ?? "application/octet-stream";
  return new Response(await fetched(name), { headers: { "Content-Type": kind } });
};

/** @param {string} name */
const bytesOf = async (name) => new Uint8Array(await new Response(await fetched(name)).arrayBuffer());

let reported = -1;
function report() {
  const all = Object.values(start.sizes).reduce((sum, size) => sum + size, 0);
  const percent = Math.min(99, Math.floor((100 * arrived) / all));
  if (percent === reported) return;
  reported = percent;
  page.postMessage({ percent, megabytes: all / 1e6 });
}

// --- Starting --------------------------------------------------------------------------------------------------------

async function open() {
  const keeping = StoredFile.open().catch(() => null);
  globalThis.fetch = fetchForPython;
  // Pyodide waits forever for some files that cannot be read.
  const unread = new Promise((_, reject) => {
    addEventListener("unhandledrejection", ({ reason }) => reject(reason), { once: true });
  });
  try {
    await Promise.race([load(), unread]);
  } catch (problem) {
    await forgetFiles(); // a cached one may be damaged; the page starts another worker
    throw problem;
  }
  globalThis.fetch = fetchPlainly;
  stored = await keeping;
  const kept = await stored?.read().catch(() => null);
  pyodide.FS.mkdirTree(FOLDER);
  pyodide.FS.writeFile(DATABASE, kept ?? pyodide.FS.readFile(`${CODE}/empty.sqlite3`));
  if (start.catalogue) {
    const folder = `${CODE}/outflank/locale/${start.catalogue.split(".")[0]}/LC_MESSAGES`;
    pyodide.FS.mkdirTree(folder);
    pyodide.FS.writeFile(`${folder}/outflank.mo`, await extra(start.catalogue));
  }
  await again(() => {
    respond = pyodide.pyimport("outflank.web.offline.application").start(FOLDER);
  });
  await store();
  page.postMessage({ ready: true, kept: stored !== null });
}

// Our code and most of the standard library are found there, also modules of packages that Pyodide has loaded already.
const FIND = [
  `sys.path.insert(0, "${CODE}")`,
  "for name, module in list(sys.modules.items()):",
  '    if getattr(module, "__path__", None) and ".zip/" in str(module.__file__):',
  `        module.__path__.append("${CODE}/" + name.replace(".", "/"))`,
].join("\n");

async function forgetFiles() {
  for (const name of (await globalThis.caches?.keys().catch(() => [])) ?? []) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) if (url.startsWith(start.python)) await cache.delete(url);
  }
}

async function load() {
  const code = bytesOf("outflank.tar.xz");
  code.catch(() => {}); // awaited below
  const address = `${start.python}pyodide.mjs`;
  const { loadPyodide } = await import(address);
  pyodide = await loadPyodide({ indexURL: start.python, env: { HOME: FOLDER, OUTFLANK_DATA: FOLDER } });
  pyodide.FS.writeFile("/code.tar.xz", await code);
  pyodide.runPython(`import sys, tarfile; tarfile.open("/code.tar.xz").extractall("${CODE}", filter="data")`);
  pyodide.runPython(FIND);
  pyodide.FS.unlink("/code.tar.xz");
}

// --- Requests --------------------------------------------------------------------------------------------------------

/** Store the database, if there is a commit that is not stored. */
async function store() {
  if (!stored) return;
  const { contents, usedBytes } = pyodide.FS.lookupPath(DATABASE).node;
  const file = contents.subarray(0, usedBytes);
  const counter = `${file.subarray(...COUNTER)}:${usedBytes}`;
  if (counter === commits) return;
  try {
    await stored.write(file);
    commits = counter;
  } catch (problem) {
    stored = null;
    page.postMessage({ trouble: problem instanceof Disowned ? "disowned" : "storage" });
  }
}

/** @param {Asked & { id: number }} asked */
async function answer({ id, method, path, headers, body }) {
  const openings = path === "/api/practice" && body.includes('"openings"');
  if (openings || /^\/api\/(archive\/explorer|openings)/.test(path)) await loadStatistics();
  const [status, found, content] = await again(() => read(respond(method, path, JSON.stringify(headers), body)));
  await store();
  page.postMessage({ id, status, headers: JSON.parse(found), content }, [content.buffer]);
}

/**
 * Call Python; what it lacks is loaded, and it is called again.
 * @template Result
 * @param {() => Result} call
 */
async function again(call) {
  for (;;) {
    try {
      return call();
    } catch (problem) {
      const text = problem instanceof Error ? problem.message : "";
      if (text.includes("EngineNotLoaded")) await loadEngine();
      else if (text.includes("ModuleNotLoaded")) await loadSeldom();
      else throw problem;
    }
  }
}

/** The modules that a usual visit does not import. */
async function loadSeldom() {
  pyodide.unpackArchive(await bytesOf("seldom.zip"), "zip", { extractDir: CODE });
  pyodide.runPython("import importlib; importlib.invalidate_caches()");
}

/** An extra file. @param {string} name */
async function extra(name) {
  const response = await fetchPlainly(start.extras[name]);
  const plain = /** @type {ReadableStream} */ (response.body).pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

const STATISTICS = "statistics.xz";
let statistics = false; // the openings of tournament games are there
async function loadStatistics() {
  if (statistics) return;
  pyodide.FS.writeFile(`${CODE}/outflank/openings/${STATISTICS}`, await extra(STATISTICS));
  statistics = true;
}

/** @param {any} tuple  Python's */
function read(tuple) {
  const [status, headers] = [tuple.get(0), tuple.get(1)];
  const bytes = tuple.get(2);
  const content = bytes.toJs();
  bytes.destroy();
  tuple.destroy();
  return /** @type {const} */ ([status, headers, content]);
}

/** The engine for what only Python asks, such as hints with reasons; loaded on first use. */
async function loadEngine() {
  const weights = start.light ? start.engine.light : start.engine.weights;
  /** @param {string} address @param {RequestCache} [cache] */
  const file = async (address, cache) => new Uint8Array(await (await fetchPlainly(address, { cache })).arrayBuffer());
  const thinking = new Thinking(await WebAssembly.compile(await file(start.engine.module)));
  try {
    await thinking.loadWeights(await file(weights.address));
  } catch (problem) {
    if (!(problem instanceof Damaged)) throw problem;
    await thinking.loadWeights(await file(weights.address, "reload"));
  }
  thinking.open(MEGABYTES);
  pyodide.pyimport("outflank._native").host = {
    /** @param {(number | bigint)[]} asked */
    analyse: (...asked) => pyodide.toPy(thinking.search(...asked)),
    clear: () => thinking.forget(),
  };
}

let queue = Promise.resolve();
page.onmessage = (/** @type {MessageEvent<Message>} */ { data }) => {
  queue = queue.then(async () => {
    try {
      if ("start" in data) {
        start = data.start;
        await open();
      } else await answer(data);
    } catch (problem) {
      const broken = problem instanceof Error ? problem.message : String(problem);
      page.postMessage({ broken, failed: "id" in data ? data.id : null });
      throw problem;
    }
  });
};
