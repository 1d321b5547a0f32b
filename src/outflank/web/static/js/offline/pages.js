// The database file in IndexedDB, page by page: a response counts when its changed pages are stored.
//
// All changed pages are written in one transaction, so a crash leaves the file as it was before or after a response.
// `owner` guards against two workers: whoever opened last owns the file, and an earlier owner is refused.

const NAME = "outflank";
const PAGES = "pages";
const ABOUT = "about";
const SIZE = 4096; // bytes

/** Another worker has taken the file over. */
export class Disowned extends Error {}

/**
 * @template Value
 * @param {IDBRequest<Value>} asked
 * @returns {Promise<Value>}
 */
const answered = (asked) =>
  new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });

/** @param {IDBTransaction} transaction */
const finished = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(null);
    transaction.onabort = () => reject(transaction.error ?? new Disowned("another tab has the games"));
  });

/** Where the browser keeps the file. */
export class StoredFile {
  #database;
  #owner = crypto.getRandomValues(new Uint32Array(2)).join("-");
  /** The file as it is stored. @type {Uint8Array} */
  #known = new Uint8Array();

  /** @param {IDBDatabase} database */
  constructor(database) {
    this.#database = database;
  }

  /** Open the storage and own its file; rejected if the browser refuses storage. */
  static async open() {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore(PAGES);
      asked.result.createObjectStore(ABOUT);
    };
    const file = new StoredFile(await answered(asked));
    const taken = file.#transaction("readwrite");
    taken.objectStore(ABOUT).put(file.#owner, "owner");
    await finished(taken);
    return file;
  }

  /** The stored file; null if there is none. */
  async read() {
    const reading = this.#transaction("readonly");
    const pages = reading.objectStore(PAGES);
    const [length, keys, values] = await Promise.all([
      answered(reading.objectStore(ABOUT).get("length")),
      answered(pages.getAllKeys()),
      answered(pages.getAll()),
    ]);
    if (!length) return null;
    const file = new Uint8Array(length);
    keys.forEach((key, at) => {
      const page = /** @type {Uint8Array} */ (values[at]);
      const start = Number(key) * SIZE;
      if (start + page.length <= length) file.set(page, start);
    });
    this.#known = file.slice();
    return file;
  }

  /**
   * Store what has changed; resolves when it is on the disk.
   * @param {Uint8Array} file
   */
  async write(file) {
    const known = this.#known;
    const changed = [];
    for (let at = 0; at < file.length; at += SIZE) {
      const end = Math.min(at + SIZE, file.length);
      if (end > known.length || !same(file, known, at, end)) changed.push([at, end]);
    }
    if (!changed.length && file.length === known.length) return;
    const writing = this.#transaction("readwrite");
    const about = writing.objectStore(ABOUT);
    const pages = writing.objectStore(PAGES);
    const done = finished(writing);
    done.catch(() => {}); // awaited below
    if ((await answered(about.get("owner"))) !== this.#owner) {
      writing.abort();
      throw new Disowned("another tab has the games");
    }
    for (const [at, end] of changed) pages.put(file.slice(at, end), at / SIZE);
    if (file.length < known.length) pages.delete(IDBKeyRange.lowerBound(Math.ceil(file.length / SIZE)));
    about.put(file.length, "length");
    await done;
    if (known.length === file.length) for (const [at, end] of changed) known.set(file.subarray(at, end), at);
    else this.#known = file.slice();
  }

  /** @param {IDBTransactionMode} mode */
  #transaction(mode) {
    return this.#database.transaction([PAGES, ABOUT], mode, { durability: "strict" });
  }
}

/**
 * @param {Uint8Array} one
 * @param {Uint8Array} other
 * @param {number} start
 * @param {number} end
 */
function same(one, other, start, end) {
  for (let at = start; at < end; at++) if (one[at] !== other[at]) return false;
  return true;
}
