// The device's memory, in IndexedDB: settings, a summary of each game, the journals, and what was
// last heard of courses.

const NAME = 'folf';
const STORES = ['settings', 'games', 'journal', 'owners', 'courses'];
const VERSION = 2;

/** Another tab has taken the journal over. */
export class Taken extends Error {}

/** @typedef {'unavailable' | 'full' | 'failed'} Trouble why the device keeps nothing */

/** @returns {Trouble} */
export function troubleOf(error) {
  if (error?.name === 'QuotaExceededError') return 'full';
  return error?.name === 'Unavailable' ? 'unavailable' : 'failed';
}

/** @returns {Promise<IDBDatabase>} */
const openDatabase = () =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const { objectStoreNames } = request.result;
      const missing = STORES.filter((store) => !objectStoreNames.contains(store));
      for (const store of missing) request.result.createObjectStore(store);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/**
 * The page's first connection. It takes a while, so it is begun while the other modules are still
 * being loaded.
 *
 * @type {Promise<IDBDatabase> | null}
 */
let early = openDatabase();
early?.catch(() => {});

/** All records of a journal have a key of this range. */
const recordsOf = (key) => IDBKeyRange.bound([key], [key, []]);

/**
 * Where there is no IndexedDB (some private modes), settings and summaries last as long as the
 * page, and journals aren't kept.
 */
export class Storage {
  /** @type {Promise<IDBDatabase> | null} */
  #database = null;
  /** @type {Map<string, Map<string, any>>} what couldn't be put, by store */
  #memory = new Map(STORES.map((store) => [store, new Map()]));

  /** @param {string} store @param {string} key */
  async get(store, key) {
    const kept = this.#memory.get(store)?.get(key);
    if (kept !== undefined) return kept;
    const read = this.run([store], 'readonly', 'default', (tx) => tx.objectStore(store).get(key));
    return read.catch(() => undefined);
  }

  /** @param {string} store @returns {Promise<Object<string, any>>} all values by their keys */
  async entries(store) {
    /** @type {any} */
    let keys;
    const read = this.run([store], 'readonly', 'default', (tx) => {
      keys = tx.objectStore(store).getAllKeys();
      return tx.objectStore(store).getAll();
    });
    const values = await read.catch(() => []);
    return Object.fromEntries(values.map((value, at) => [keys.result[at], value]));
  }

  /** @param {string} store @returns {Promise<any[]>} */
  async all(store) {
    const kept = [...(this.#memory.get(store)?.values() ?? [])];
    const read = this.run([store], 'readonly', 'default', (tx) => tx.objectStore(store).getAll());
    return [...kept, ...(await read.catch(() => []))];
  }

  /** @param {string} key @returns {Promise<string[]>} a journal's records, whoever owns it */
  async records(key) {
    const read = this.run(['journal'], 'readonly', 'default', (tx) =>
      tx.objectStore('journal').getAll(recordsOf(key)));
    return read.catch(() => []);
  }

  /**
   * Keeps a value durably, unless one is kept already: then gives that one, whichever tab's it is.
   *
   * @param {string} store @param {string} key
   */
  async keep(store, key, value) {
    const memory = this.#memory.get(store);
    let kept = memory?.get(key);
    if (kept !== undefined) return kept;
    try {
      await this.run([store], 'readwrite', 'strict', (tx) => {
        const request = tx.objectStore(store).get(key);
        request.onsuccess = () => {
          kept = request.result;
          if (kept === undefined) tx.objectStore(store).add(value, key);
        };
      });
    } catch {
      memory?.set(key, kept ?? value);
    }
    return kept ?? value;
  }

  /**
   * Keeps a value, at least as long as the page lasts; not that of a game which is another tab's.
   *
   * @param {string} store @param {string} key @param {string} [token] the owner's, for a game
   */
  async put(store, key, value, token) {
    const memory = this.#memory.get(store);
    try {
      await this.run([store, 'owners'], 'readwrite', 'relaxed', (tx) => {
        const request = tx.objectStore('owners').get(key);
        request.onsuccess = () => {
          if ((request.result ?? token) === token) tx.objectStore(store).put(value, key);
        };
      });
      memory?.delete(key);
    } catch {
      memory?.set(key, value);
    }
  }

  /** Removes all that is kept of a game. */
  async forget(key) {
    this.#memory.get('games')?.delete(key);
    const stores = ['games', 'journal', 'owners'];
    await this.run(stores, 'readwrite', 'strict', (tx) => {
      tx.objectStore('journal').delete(recordsOf(key));
      // A tab that has it open, and hears of this late, isn't to bring it back.
      tx.objectStore('owners').put('', key);
      tx.objectStore('games').delete(key);
    }).catch(() => {});
  }

  /**
   * One transaction; what the request that `body` returns found, once all is done.
   *
   * @param {string[]} stores
   * @param {IDBTransactionMode} mode
   * @param {any} durability
   * @param {(tx: IDBTransaction, fail: (error: Error) => void) => IDBRequest | void} body
   * @returns {Promise<any>}
   */
  async run(stores, mode, durability, body) {
    const database = await this.#open();
    let tx;
    try {
      tx = database.transaction(stores, mode, { durability });
    } catch (/** @type {any} */ error) {
      // The browser has closed it, which doesn't have to last.
      if (error.name !== 'InvalidStateError') throw error;
      this.#database = null;
      tx = (await this.#open()).transaction(stores, mode, { durability });
    }
    return new Promise((resolve, reject) => {
      let failure = null;
      tx.onabort = () => reject(failure ?? tx.error ?? new Error('aborted'));
      const fail = (error) => {
        failure = error;
        tx.abort();
      };
      let request;
      tx.oncomplete = () => resolve(request?.result);
      try {
        request = body(tx, fail);
      } catch (error) {
        fail(error);
      }
    });
  }

  #open() {
    this.#database ??= this.#connect();
    return this.#database;
  }

  async #connect() {
    try {
      const database = await (early ?? openDatabase());
      early = null;
      const forget = () => {
        this.#database = null;
      };
      database.onclose = forget;
      database.onversionchange = () => {
        database.close();
        forget();
      };
      return database;
    } catch (error) {
      early = null;
      this.#database = null;
      throw Object.assign(new Error(String(error)), { name: 'Unavailable' });
    }
  }
}

/**
 * The journal of one game, of which this tab is the owner from `open` on until another opens it:
 * each transaction looks whether that is still so, since a tab that the browser had frozen may
 * wake up at any time.
 */
export class Journal {
  #next = 0;

  /** @param {Storage} storage @param {string} key @param {string} token the owner's */
  constructor(storage, key, token) {
    this.storage = storage;
    this.key = key;
    this.token = token;
  }

  /**
   * Becomes the owner.
   *
   * @returns {Promise<string[]>} the records, oldest first
   */
  async open() {
    const { key, token } = this;
    /** @type {any} */
    let keys;
    const records = await this.storage.run(
      ['journal', 'owners'],
      'readwrite',
      'strict',
      (tx) => {
        tx.objectStore('owners').put(token, key);
        const journal = tx.objectStore('journal');
        keys = journal.getAllKeys(recordsOf(key));
        return journal.getAll(recordsOf(key));
      },
    );
    this.#next = (keys.result.at(-1)?.[1] ?? -1) + 1;
    return records;
  }

  /** @param {string} record @param {boolean} isDurable */
  async append(record, isDurable) {
    const at = [this.key, this.#next];
    await this.#write(isDurable ? 'strict' : 'relaxed', (tx, isKept) => {
      if (!isKept) throw new Error('the journal is gone');
      tx.objectStore('journal').add(record, at);
    });
    this.#next += 1;
  }

  /** Puts these records in the place of all, also where the browser has lost them. */
  async replace(records) {
    await this.#write('strict', (tx) => {
      tx.objectStore('owners').put(this.token, this.key);
      const journal = tx.objectStore('journal');
      journal.delete(recordsOf(this.key));
      records.forEach((record, at) => journal.add(record, [this.key, at]));
    });
    this.#next = records.length;
  }

  /** @param {(tx: IDBTransaction, isKept: boolean) => void} change */
  #write(durability, change) {
    const stores = ['journal', 'owners'];
    return this.storage.run(stores, 'readwrite', durability, (tx, fail) => {
      const request = tx.objectStore('owners').get(this.key);
      request.onsuccess = () => {
        const owner = request.result;
        try {
          if (owner !== undefined && owner !== this.token) throw new Taken();
          change(tx, owner !== undefined);
        } catch (/** @type {any} */ error) {
          fail(error);
        }
      };
    });
  }
}
